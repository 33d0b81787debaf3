import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyPrepared, isUsual, type Made } from './prepared.ts';
import type { Engine, Json } from './service.ts';
import { freshDatabase, useEmpty } from './service.ts';

// Passbell as real processes: started, signalled and killed the way an operating system does it.

const root = dirname(dirname(import.meta.dirname));
const LAUNCHER = join(root, 'scripts/run.mjs');

/** The folder of the real year. */
export const PIZZA_PLACE = join(root, 'test/data/pizza-place');
export const CHIPOTLE = join(root, 'test/data/chipotle');

/** The sandbox's first product: a plain one. */
export const FIRST_PRODUCT = 1;

/** How long a process may take to be ready, to end, or to print the expected output, in ms. */
const WAIT_MS = 90_000;
const POLL_MS = 10;

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a process printed, and how it ended. */
export interface Outcome extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<Process>();
const folders = new Set<string>();

function killAll(): void {
  for (const each of running) each.end();
}
process.on('exit', killAll);

/** Ends every process that still runs, and removes every folder that was made. */
export async function tidyUp(): Promise<void> {
  const ended = [...running].map((each) => each.ended);
  killAll();
  await Promise.allSettled(ended);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
// In a test file; a command that runs by itself calls it at its end.
if (process.env.NODE_TEST_CONTEXT !== undefined) after(tidyUp);

/** A folder of a test's own, removed at its end. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'passbell-process-'));
  folders.add(folder);
  return folder;
}

/** Waits until a condition holds, or fails with its description. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`After ${WAIT_MS / 1000} s still not: ${what}.`);
    await sleep(POLL_MS);
  }
}

/** A port that no process listens on just now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}

/** True when the port takes a connection. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** How a process is to be started. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Through scripts/run.mjs, as npm does it, instead of Node alone. */
  readonly launcher?: boolean;
  /** The folder it works in, when not ours. */
  readonly cwd?: string;
}

/** A file of the program as tests start it (scripts/program.ts), or as it was written. */
function programOf(file: string): string {
  const { PASSBELL_TEST_PROGRAM: bundled } = process.env;
  const [, name] = /^src\/(main|cli)\.ts$/.exec(file) ?? [];
  return bundled === undefined || name === undefined ? join(root, file) : join(bundled, `${name}.js`);
}

/** A process of ours. It is killed at the end of the file's tests, if it still runs. */
export class Process {
  readonly child: ChildProcess;
  /** What the launcher has started; known once a signal was sent. */
  #family: number[] = [];
  readonly #launcher: boolean;
  /** The signal that it did not end of in time. */
  #late: NodeJS.Signals | undefined;
  readonly ended: Promise<Outcome>;
  #stdout = '';
  #stderr = '';

  constructor(file: string, args: readonly string[], options: StartOptions = {}) {
    const { env = {}, launcher = false, cwd } = options;
    this.#launcher = launcher;
    const given = launcher ? [LAUNCHER, join(root, file), ...args] : [programOf(file), ...args];
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
    const kept = Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }).filter(
      ([, value]) => value !== undefined,
    );
    this.child = spawn(process.execPath, given, {
      // The channel is what the launcher holds: the process ends with us, however we end.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...Object.fromEntries(kept), ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    running.add(this);
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      // Not before everyone who holds our pipes has ended: through the launcher, that is the server as well.
      this.child.once('close', (code, signal) => {
        running.delete(this);
        if (this.#late !== undefined) {
          reject(new Error(`${WAIT_MS / 1000} s after ${this.#late} it had not ended.\n${this.#stderr}`));
          return;
        }
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Sends a signal; a process that does not end of it in time is killed, and `ended` rejects. */
  kill(signal: NodeJS.Signals): void {
    this.#findFamily();
    this.child.kill(signal);
    const timer = setTimeout(() => {
      this.#late = signal;
      this.end();
    }, WAIT_MS);
    this.child.once('close', () => clearTimeout(timer));
  }

  /** Kills it, and what a launcher has started and may have left behind. */
  end(): void {
    this.#findFamily();
    this.child.kill('SIGKILL');
    for (const pid of this.#family) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  #findFamily(): void {
    if (!this.#launcher || this.hasExited) return;
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = (stdout ?? '').split('\n').map((row) => row.trim().split(/\s+/).map(Number));
    this.#family = rows.filter(([, parent]) => parent === this.child.pid).map(([pid = 0]) => pid);
  }
}

/** The lines of a log but those about slow requests, of which a busy machine has some. */
export function withoutSlow(log: string): readonly string[] {
  return log.split('\n').filter((line) => line !== '' && !line.includes('A request was slow.'));
}

/** Runs a command to its end. */
export function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return new Process('src/cli.ts', args, { env }).ended;
}

/** Runs `serve` with what keeps it from starting. */
export function runServe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  file = 'src/main.ts',
): Promise<Outcome> {
  return new Process(file, args, { env }).ended;
}

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: Json;
}

/** How a request differs from the usual one. */
export interface Ask {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

/** The processor time that a process has taken, in ms; undefined where the system has no /proc. */
function processorMs(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  // Behind the name, which may hold anything: the fields from the third on.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** A running service. */
export class Server {
  readonly process: Process;
  /** Where it listens. */
  readonly address: string;
  readonly port: number;
  readonly dir: string;
  /** Milliseconds from its start to its ready line. */
  readonly readyAfter: number;
  /** The processor time that it took to get there, in ms; the whole time where the system does not tell. */
  readonly usedMs: number;
  readonly #agent: Agent;

  constructor(of: Process, dir: string, ca: string, readyAfter: number) {
    this.process = of;
    this.dir = dir;
    this.readyAfter = readyAfter;
    this.usedMs = processorMs(of.child.pid) ?? readyAfter;
    this.address = /https:\/\/\S+/.exec(of.stdout)?.[0] ?? '';
    this.port = Number(new URL(this.address).port);
    this.#agent = new Agent({ keepAlive: true, maxSockets: 64, ca });
  }

  /** What sandbox.json holds. */
  get card(): Json {
    return JSON.parse(readFileSync(join(this.dir, 'sandbox.json'), 'utf8'));
  }

  /** What a request of our own making needs: host, port and trust. */
  request(method: string, path: string, { token, headers }: Ask = {}): RequestOptions {
    return {
      agent: this.#agent,
      host: 'localhost',
      port: this.port,
      method,
      path: path.startsWith('/') ? path : `/v1/companies/me/${path}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${token ?? this.card.addon.access_token}`,
        ...headers,
      },
    };
  }

  ask(method: string, path: string, ask: Ask = {}): Promise<Answer> {
    return send(this.request(method, path, ask), ask.body);
  }

  get(path: string, ask?: Ask): Promise<Answer> {
    return this.ask('GET', path, ask);
  }

  post(path: string, body: unknown, ask?: Ask): Promise<Answer> {
    return this.ask('POST', path, { ...ask, body });
  }

  put(path: string, body: unknown, ask?: Ask): Promise<Answer> {
    return this.ask('PUT', path, { ...ask, body });
  }

  /** Every record of a list, page by page. */
  async list(path: string, ask?: Ask): Promise<Json[]> {
    const all: Json[] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const { status, json, headers, text }: Answer = await this.get(next, ask);
      if (status !== 200) throw new Error(`GET ${next}: ${status} ${text}`);
      all.push(...json);
      const address: string | undefined = headers['x-next-page'];
      next = address === undefined ? undefined : new URL(address).pathname + new URL(address).search;
    }
    return all;
  }

  /** Closes our own connections: the service sees a client that has gone. */
  hangUp(): void {
    this.#agent.destroy();
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Outcome> {
    this.process.kill(signal);
    const outcome = await this.process.ended;
    this.hangUp();
    return outcome;
  }
}

/** Sends a request and reads the answer whole. */
export function send(options: RequestOptions, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = String(response.headers['content-type']).startsWith('application/json');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          text,
          json: isJson && text !== '' ? JSON.parse(text) : undefined,
        });
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** How a service is to be started. */
export interface ServeOptions extends StartOptions {
  readonly dir?: string;
  readonly args?: readonly string[];
  /** As a command, `passbell serve`, instead of by its own file. */
  readonly command?: boolean;
  /** Another main file than src/main.ts. */
  readonly file?: string;
  /** PEM of who signed its certificate, when it was given one. */
  readonly ca?: string;
  /** Its first start, where that matters: without it and `dir`, it finds a sandbox that an earlier start has made. */
  readonly first?: boolean;
}

/** An installation that others are copied from. */
async function makePrepared(engine: Engine): Promise<Made> {
  const databaseUrl = engine === 'postgres' ? await freshDatabase() : undefined;
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await serve({ env, first: true });
  await server.stop();
  return { dir: server.dir, databaseUrl };
}

/** A data directory of its own, over the database that the environment names. */
async function makeDataDir(env: Readonly<Record<string, string>>, first: boolean): Promise<string> {
  const dir = join(makeFolder(), 'data');
  const { DATABASE_URL } = env;
  if (first || !isUsual(env)) return dir;
  if (DATABASE_URL === undefined) {
    await copyPrepared('served-sqlite', dir, undefined, () => makePrepared('sqlite'));
    return dir;
  }
  const database = useEmpty(DATABASE_URL);
  if (database !== undefined)
    await copyPrepared('served-postgres', dir, database, () => makePrepared('postgres'));
  return dir;
}

/** Starts a service on a free port and waits for its ready line. */
export async function serve(options: ServeOptions = {}): Promise<Server> {
  const { args = [], ca, cwd, env, launcher, command = false, first = false } = options;
  const dir = options.dir ?? (await makeDataDir(env ?? {}, first));
  const begun = performance.now();
  const [main, words] = command ? ['src/cli.ts', ['serve']] : [options.file ?? 'src/main.ts', []];
  const started = new Process(main, [...words, ...args], {
    env: { PORT: '0', DATA_DIR: dir, RATE_LIMIT: '0', DRAIN_SECONDS: '0', SANDBOX: 'bare', ...env },
    ...(launcher === undefined ? {} : { launcher }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ready = new Promise<void>((resolve) => {
    started.child.stdout?.on('data', () => {
      if (started.stdout.includes('\n')) resolve();
    });
  });
  const limit = new AbortController();
  const failed = async () => {
    const { code, signal, stderr } = await started.ended;
    throw new Error(`The service ended (${code ?? signal}) before it was ready: ${stderr}`);
  };
  const late = async () => {
    await sleep(WAIT_MS, undefined, { signal: limit.signal, ref: false });
    throw new Error(`The service was not ready after ${WAIT_MS / 1000} s: ${started.stderr}`);
  };
  try {
    const ignored = (promise: Promise<never>) => {
      promise.catch(() => undefined);
      return promise;
    };
    await Promise.race([ready, ignored(failed()), ignored(late())]);
  } finally {
    limit.abort();
  }
  const readyAfter = performance.now() - begun;
  return new Server(started, dir, ca ?? readFileSync(join(dir, 'tls/ca.pem'), 'utf8'), readyAfter);
}

/** The environment that makes a service use an engine, over an empty database. */
export async function engineEnv(engine: Engine): Promise<Record<string, string>> {
  return engine === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {};
}
