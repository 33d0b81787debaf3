import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type App, type Runtime, startApp } from '#src/app.ts';
import { type Config, readConfig } from '#src/config.ts';
import { createCompany, makeSecrets } from '#src/founding.ts';
import { parseExact } from '#src/kernel/json.ts';
import type { Clock, Micros, Stopwatch, Ticker } from '#src/kernel/time.ts';
import { readKeyring } from '#src/keys/file.ts';
import { Passwords } from '#src/people/password.ts';
import { sql } from '#src/storage/sql.ts';
import { undescribed } from './described.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { copyPrepared, isUsual, type Made } from './prepared.ts';

/** The engines every promise is checked on. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock, Stopwatch {
  #now: Micros;
  #elapsed: Micros = 0n;
  constructor(start = '2026-03-07T18:30:00Z') {
    this.#now = BigInt(Date.parse(start)) * 1000n;
  }
  now(): Micros {
    return this.#now;
  }
  elapsed(): Micros {
    return this.#elapsed;
  }
  /** Lets time pass. */
  advance(micros: Micros): void {
    this.#now += micros;
    this.#elapsed += micros;
  }
  /** The clock is set to another time: none passes. */
  jump(micros: Micros): void {
    this.#now += micros;
  }
}

/** Intervals that pass when they are told to, all at once. */
export class ManualTicker implements Ticker {
  readonly #works = new Map<symbol, () => void>();
  #begun = 0;
  every(_ms: number, work: () => void): () => void {
    const key = Symbol('work');
    this.#works.set(key, work);
    return () => this.#works.delete(key);
  }
  /** One interval of everybody's passes. */
  tick(): void {
    for (const work of [...this.#works.values()]) work();
  }
  /** How many there are beyond those that the service began with, which no test waits for. */
  get size(): number {
    return this.#works.size - this.#begun;
  }
  /** The service is ready: its own intervals are there. */
  ready(): void {
    this.#begun = this.#works.size;
  }
}

/** An answer, read whole; of a stream, its beginning. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** As they came, in the encoding that the answer names. */
  readonly bytes: Buffer;
  /** The body as JSON; numbers a double cannot hold are kept exact. */
  readonly json: Json;
}

/** JSON as tests look into it: any path may be followed, a missing one is undefined. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
export type Json = any;

/** How a request differs from the usual one. */
export interface Ask {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that are not sent at all. */
  readonly without?: readonly string[];
}

/** A client of the API with one token; paths lie below /v1/companies/me unless they begin with a slash. */
export interface Client {
  readonly token: string;
  readonly companyId: string;
  get(path: string, ask?: Ask): Promise<Answer>;
  post(path: string, body?: unknown, ask?: Ask): Promise<Answer>;
  put(path: string, body?: unknown, ask?: Ask): Promise<Answer>;
  patch(path: string, body?: unknown, ask?: Ask): Promise<Answer>;
  delete(path: string, ask?: Ask): Promise<Answer>;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
}

/** As little work for a password's hash as scrypt takes. */
const CHEAP = { N: 2, r: 1, p: 1 };

/** What sandbox.json holds (reference: operations.10). */
export type Card = Json;

/** A running service with what tests need of it. */
export interface Service {
  readonly engine: Engine;
  readonly app: App;
  readonly config: Config;
  readonly clock: ManualClock;
  readonly ticker: ManualTicker;
  readonly card: Card;
  readonly url: string;
  readonly ca: string;
  /** The sandbox company's add-on. */
  readonly client: Client;
  /** Another company altogether: nothing of the first is visible to it. */
  readonly foreign: Client;
  readonly foreignCard: Card;
  /** The lines of the console. */
  readonly told: readonly string[];
  /** Makes hashes of passwords that take no time. */
  readonly passwords: Passwords;
  /** Sends a request with nothing but what it says and the usual types, whose answer nothing is asked of. */
  send(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** A client with another token or credentials: the whole Authorization header. */
  as(authorization: string, companyId?: string): Client;
  /** Makes one more company. */
  newCompany(name: string): Promise<{ client: Client; card: Card }>;
  stop(): Promise<void>;
}

/** A service without what tests need of it. */
interface Opened {
  readonly app: App;
  readonly config: Config;
  readonly clock: ManualClock;
  readonly ticker: ManualTicker;
  readonly told: readonly string[];
}

/** What a test gives a service besides its settings. */
type World = Partial<Pick<Runtime, 'catalogues' | 'webFolder' | 'random'>>;

const unforeseen = { bytes: (count: number) => randomBytes(count) };

async function openApp(env: Record<string, string>, world: World = {}): Promise<Opened> {
  const config = readConfig([], {
    PORT: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
    // Deliveries run in the tests that are about them: elsewhere nothing changes by itself.
    ROLE: 'api',
    // Sales of its own are in the tests that are about them.
    SANDBOX: 'bare',
    // Mail is taken; nothing sends it with this role.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'shop@example.com',
    ...env,
  });
  const clock = new ManualClock();
  const ticker = new ManualTicker();
  const told: string[] = [];
  const app = await startApp(config, {
    clock,
    ticker,
    random: unforeseen,
    passwordCost: CHEAP,
    // Tests sweep when they are about it: elsewhere nothing goes because a machine is slow.
    sweepEveryMs: 0,
    print: (line) => told.push(line),
    ...world,
  });
  ticker.ready();
  // Kitchens have tests of their own: elsewhere orders have no events but their own.
  await app.storage.write(async (tx) =>
    tx.run(sql`update sites set kitchen_tickets = 0 where company_id > 0`),
  );
  return { app, config, clock, ticker, told };
}

/** An installation that others are copied from: as a first start leaves it, with nothing beside its sandbox. */
async function makePrepared(engine: Engine): Promise<Made> {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-'));
  const databaseUrl = engine === 'postgres' ? await freshDatabase() : undefined;
  const { app } = await openApp({
    DATA_DIR: dir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  await app.close();
  return { dir, databaseUrl };
}

/** The settings of an installation in a folder: a copy of the prepared one, or on its own an empty database. */
async function placeFor(
  engine: Engine,
  dir: string,
  env: Record<string, string>,
  { random }: World,
): Promise<Record<string, string>> {
  if (env.DATABASE_URL !== undefined) return {};
  const name = engine === 'postgres' ? nextDatabase() : undefined;
  // Another installation's secrets are not those of the given randomness.
  const copy =
    isUsual(env) && random === undefined
      ? await copyPrepared(`here-${engine}`, dir, name, () => makePrepared(engine))
      : undefined;
  if (name === undefined) return {};
  return { DATABASE_URL: copy?.databaseUrl ?? (await makeDatabase(name)) };
}

/** Starts a service in this process, on a free port, over a sandbox of its own. */
export async function startService(
  engine: Engine,
  env: Record<string, string> = {},
  world: World = {},
): Promise<Service> {
  // A folder that is given outlives the service, as for one that is started again.
  const dir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'passbell-'));
  const place = await placeFor(engine, dir, env, world);
  const { app, config, clock, ticker, told } = await openApp({ DATA_DIR: dir, ...place, ...env }, world);
  const ca = config.tlsFiles === undefined ? readFileSync(join(dir, 'tls/ca.pem'), 'utf8') : '';
  const card: Card = parseCard(dir);
  const { random = unforeseen } = world;
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca });
  const port = Number(new URL(app.address).port);
  const url = `https://localhost:${port}`;

  const as = (authorization: string, companyId = 'me'): Client => {
    const ask = async (method: string, path: string, options: Ask = {}) => {
      const whole = path.startsWith('/') ? path : `/v1/companies/me/${path}`;
      const headers = { authorization, ...options.headers };
      const answer = await send(agent, port, method, whole, { ...options, headers });
      // In every test: no answer has a field that the description of the API does not know.
      // A process that only delivers has no API.
      const faults = config.role === 'delivery' ? [] : undescribed(method, whole, answer);
      if (faults.length > 0) assert.fail(faults.slice(0, 5).join('\n'));
      return answer;
    };
    return {
      token: authorization,
      companyId,
      ask,
      get: (path, options) => ask('GET', path, options),
      post: (path, body, options) => ask('POST', path, { ...options, body }),
      put: (path, body, options) => ask('PUT', path, { ...options, body }),
      patch: (path, body, options) => ask('PATCH', path, { ...options, body }),
      delete: (path, options) => ask('DELETE', path, options),
    };
  };
  const passwords = new Passwords(random, CHEAP);
  const newCompany = async (name: string) => {
    const keyring = readKeyring(dir, random);
    const secrets = await makeSecrets(random, passwords);
    const made = await app.storage.write((tx) =>
      createCompany(
        tx,
        {
          name,
          currency: 'EUR',
          timezone: 'Europe/Vienna',
          siteName: `${name} site`,
          addonName: `${name} add-on`,
          taxes: [{ code: 'USt', name: 'USt 20', rate: 20_000_000n }],
          methods: [{ name: 'Cash', kind: 'cash', ledger_code: null }],
        },
        secrets,
        { now: clock.now(), random, keyring },
      ),
    );
    const foreignCard: Card = JSON.parse(JSON.stringify(made.card));
    const client = as(`Bearer ${foreignCard.addon.access_token}`, String(foreignCard.company_id));
    return { client, card: foreignCard };
  };
  // After the start, which found the sandbox alone.
  const foreign = await newCompany('Foreign');
  return {
    engine,
    app,
    config,
    clock,
    ticker,
    card,
    url,
    ca,
    client: as(`Bearer ${card?.addon?.access_token ?? ''}`, String(card?.company_id ?? '')),
    foreign: foreign.client,
    foreignCard: foreign.card,
    told,
    passwords,
    send: (method, path, ask = {}) => send(agent, port, method, path, ask),
    as,
    newCompany,
    stop: async () => {
      agent.destroy();
      await app.close();
      if (place.DATABASE_URL !== undefined && env.DATA_DIR === undefined)
        await dropDatabase(place.DATABASE_URL);
      if (env.DATA_DIR === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

function parseCard(dir: string): Card {
  try {
    return JSON.parse(readFileSync(join(dir, 'sandbox.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

let databases = 0;

/** A name that no database has yet. */
function nextDatabase(): string {
  return `t${process.pid}_${++databases}`;
}

/** The url of an empty PostgreSQL database; `npm test` starts the server and names it in the environment. */
export async function freshDatabase(): Promise<string> {
  const url = await makeDatabase(nextDatabase());
  empty.add(url);
  return url;
}

/** Databases that are not in use yet. */
const empty = new Set<string>();

/** The name of an empty database of ours, which then counts as used. */
export function useEmpty(url: string): string | undefined {
  return empty.delete(url) ? new URL(url).pathname.slice(1) : undefined;
}

async function makeDatabase(name: string): Promise<string> {
  const server = process.env.PASSBELL_TEST_POSTGRES;
  if (server === undefined)
    throw new Error('PASSBELL_TEST_POSTGRES is not set: run the tests by `npm test`.');
  return createDatabase(server, name);
}

/** Runs a group of tests once per engine, each over its own service. */
export function onEachEngine(
  name: string,
  define: (service: () => Service) => void,
  env: Record<string, string> = {},
  world: World = {},
): void {
  for (const engine of ENGINES) {
    describe(`${name} (${engine})`, () => {
      let service: Service | undefined;
      before(async () => {
        service = await startService(engine, env, world);
      });
      after(async () => service?.stop());
      define(() => {
        if (service === undefined) throw new Error('The service has not been started.');
        return service;
      });
    });
  }
}

function send(agent: Agent, port: number, method: string, path: string, ask: Ask): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET' && method !== 'DELETE') headers['content-type'] = 'application/json';
  Object.assign(headers, ask.headers);
  for (const name of ask.without ?? []) delete headers[name];
  const payload = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  if (payload !== undefined) headers['content-length'] ??= String(Buffer.byteLength(payload));
  return new Promise((resolve, reject) => {
    const request = httpsRequest({ agent, host: 'localhost', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      const finish = () => {
        const bytes = Buffer.concat(chunks);
        const text = decoded(bytes, response.headers['content-encoding']).toString('utf8');
        const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          text,
          bytes,
          json: isJson && text !== '' ? parseExact(text) : undefined,
        });
      };
      response.on('error', reject);
      response.on('end', finish);
      // A stream does not end: its first words are the answer, and then it is let go.
      if (response.headers['content-type'] === 'text/event-stream') {
        response.once('data', () => {
          finish();
          request.destroy();
        });
      }
    });
    request.on('error', reject);
    request.end(payload);
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  // A HEAD is answered with the head of an encoded body, and no body.
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
