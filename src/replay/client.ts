// A small client of the API: JSON over a few kept connections, patient with a service that is away for a
// while, and never the cause of a second order (every POST carries its idempotency key through all retries).

import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { Pool } from 'undici';
import { ConnectionError } from '#clients/typescript/errors.ts';
import {
  type Clock,
  type Fetch,
  type Incoming,
  systemClock,
  Transport,
} from '#clients/typescript/transport.ts';

export { isPassing } from '#clients/typescript/transport.ts';
export { systemClock };

/** Connections when nothing else is asked for. */
export const DEFAULT_CONNECTIONS = 8;
/** How long a request is tried again while the service answers nothing at all, in ms. */
export const GIVE_UP_AFTER_MS = 5 * 60_000;

const MAX_CONNECTIONS = 100;
const CONNECT_TIMEOUT_MS = 10_000;
/** Longest wait for an answer to begin, and between two pieces of it, in ms. */
const ANSWER_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
/** The largest answer that is read, in bytes; a page of 5000 whole orders is below it. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The most pages one list may have. */
const MAX_PAGES = 1_000_000;
/** At most one sentence about trouble in this time, in ms. */
const TROUBLE_EVERY_MS = 10_000;

/** Time and chance, in milliseconds; given as a parameter so that tests do not wait. */
export type ClientClock = Clock;

/** The address of the service and the credentials for it. */
export interface ClientOptions {
  /** Such as `https://localhost:8443`. */
  readonly baseUrl: string;
  readonly token: string;
  /** A PEM file with a certificate authority to trust as well as the well-known ones. */
  readonly caFile?: string | undefined;
  readonly connections?: number | undefined;
  readonly clock: ClientClock;
  /** Ends everything that is under way. */
  readonly signal?: AbortSignal | undefined;
  readonly giveUpAfterMs?: number | undefined;
  /** Told now and then why requests have to be repeated. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
}

/** A final answer of the service, with any status. */
export interface Answer {
  readonly status: number;
  /** The JSON body; undefined when there is none. */
  readonly body: unknown;
  /** True when the service gave the stored answer of an earlier request with the same key. */
  readonly replayed: boolean;
  readonly nextPage: string | undefined;
}

/** A request that the service refused for good. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(request: string, answer: Answer) {
    super(`The service refused ${request}: ${describeRefusal(answer)}`);
    this.name = 'RefusedError';
    this.status = answer.status;
  }
}

/** The service answered nothing for so long that trying again makes no sense any more. */
export class GaveUpError extends Error {
  override name = 'GaveUpError';
}

/** A refusal in words: status, code and what the service says about it. */
export function describeRefusal(answer: Answer): string {
  const { error, error_description: description } = (answer.body ?? {}) as Record<string, unknown>;
  const code = typeof error === 'string' ? ` ${error}` : '';
  return `${answer.status}${code}.${typeof description === 'string' ? ` ${description}` : ''}`;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly exact?: readonly string[];
}

/** A client of one company's API. Close it when done. */
export class ApiClient {
  readonly #pool: Pool;
  readonly #transport: Transport;
  readonly #base: URL;
  readonly #token: string;
  readonly #clock: ClientClock;
  readonly #giveUpAfterMs: number;
  readonly #onTrouble: (sentence: string) => void;
  #troubleToldAt = Number.NEGATIVE_INFINITY;
  #retries = 0;

  private constructor(pool: Pool, base: URL, options: ClientOptions) {
    this.#pool = pool;
    this.#base = base;
    this.#token = options.token;
    this.#clock = options.clock;
    this.#giveUpAfterMs = options.giveUpAfterMs ?? GIVE_UP_AFTER_MS;
    this.#onTrouble = options.onTrouble ?? (() => undefined);
    this.#transport = new Transport({
      fetch: fetchOver(pool),
      clock: options.clock,
      patience: { tries: Number.POSITIVE_INFINITY, giveUpAfterMs: this.#giveUpAfterMs },
      signal: options.signal,
      onRetry: (why) => {
        this.#retries++;
        this.#reportRetry(why);
      },
    });
  }

  /** Makes a client; reads the CA file, connects to nothing yet. */
  static async open(options: ClientOptions): Promise<ApiClient> {
    const { baseUrl, caFile, connections = DEFAULT_CONNECTIONS } = options;
    const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (base === undefined || !['http:', 'https:'].includes(base.protocol)) {
      throw new Error(`"${baseUrl}" is not an address of a service, such as https://localhost:8443.`);
    }
    if (!Number.isInteger(connections) || connections < 1 || connections > MAX_CONNECTIONS) {
      throw new Error(`The number of connections must be a whole number from 1 to ${MAX_CONNECTIONS}.`);
    }
    const ca = caFile === undefined ? undefined : [...rootCertificates, await readCertificate(caFile)];
    const pool = new Pool(base.origin, {
      connections,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
      maxResponseSize: MAX_ANSWER_BYTES,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) },
    });
    return new ApiClient(pool, base, options);
  }

  /** How often a request had to be repeated so far. */
  get retries(): number {
    return this.#retries;
  }

  /** Reads one record. A number in a field named in `exact` comes as its text. Throws when refused. */
  async get(path: string, exact: readonly string[] = []): Promise<unknown> {
    return (await this.#getAnswer(this.#resolve(path), exact)).body;
  }

  /** Changes or deletes something. It may be tried more than once; throws when refused. */
  async change(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#request({
      method,
      path: this.#resolve(path),
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new RefusedError(`${method} ${path}`, answer);
    return answer.body;
  }

  /** Creates something, once however often it has to be tried. The answer may be a refusal. */
  post(path: string, body: unknown, idempotencyKey: string): Promise<Answer> {
    return this.#request({
      method: 'POST',
      path: this.#resolve(path),
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    });
  }

  /** Reads a list page by page, to its end. Throws when refused. */
  async *pages(path: string, exact: readonly string[] = []): AsyncGenerator<readonly unknown[]> {
    let at = this.#resolve(path);
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { body, nextPage } = await this.#getAnswer(at, exact);
      if (!Array.isArray(body)) throw new Error(`GET ${at} should have answered a list.`);
      if (body.length === 0) return;
      yield body;
      if (nextPage === undefined) return;
      const next = this.#ownPath(nextPage);
      if (next === at) throw new Error(`The page after ${at} is the same page again.`);
      at = next;
    }
    throw new Error(`${path} has more than ${MAX_PAGES} pages.`);
  }

  /** Closes the connections; requests still under way fail. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #resolve(path: string): string {
    return `${this.#base.pathname.replace(/\/$/, '')}${path}`;
  }

  /** The path of a next page. The token goes to the service's own address and nowhere else. */
  #ownPath(address: string): string {
    const next = URL.canParse(address) ? new URL(address) : undefined;
    if (next?.origin === this.#base.origin) return `${next.pathname}${next.search}`;
    throw new Error(
      `The service was asked at ${this.#base.origin} but gave ${next?.origin ?? 'no address'} for the next page. ` +
        'Use the address that the service calls its own (its BASE_URL).',
    );
  }

  async #getAnswer(path: string, exact: readonly string[]): Promise<Answer> {
    const answer = await this.#request({ method: 'GET', path, exact });
    if (answer.status !== 200) throw new RefusedError(`GET ${path}`, answer);
    return answer;
  }

  async #request({ method, path, headers = {}, body, exact = [] }: Request): Promise<Answer> {
    const incoming = await this.#send({
      method,
      url: `${this.#base.origin}${path}`,
      headers: { accept: 'application/json', authorization: `Bearer ${this.#token}`, ...headers },
      ...(body === undefined ? {} : { body }),
      // A change or deletion that is sent twice has the effect of one.
      safe: true,
    });
    const { status, headers: received, gaveUp } = incoming;
    if (gaveUp !== undefined) throw this.#gaveUp(gaveUp);
    const parsed = parse(new TextDecoder().decode(incoming.bytes), exact);
    if (parsed === NOT_JSON && status < 300) {
      throw new Error(`${method} ${path} answered ${status} with something that is not JSON.`);
    }
    return {
      status,
      body: parsed === NOT_JSON ? undefined : parsed,
      replayed: received.get('idempotent-replayed') === 'true',
      nextPage: received.get('x-next-page') ?? undefined,
    };
  }

  async #send(request: Parameters<Transport['send']>[0]): Promise<Incoming> {
    try {
      return await this.#transport.send(request);
    } catch (error) {
      if (error instanceof ConnectionError && error.isPassing) throw this.#gaveUp(error.message);
      throw error;
    }
  }

  #gaveUp(why: string): GaveUpError {
    const time = spell(this.#giveUpAfterMs);
    return new GaveUpError(`${this.#base.origin} could not be used for ${time}. ${why} Giving up.`);
  }

  #reportRetry(why: string): void {
    const now = this.#clock.now();
    if (now - this.#troubleToldAt < TROUBLE_EVERY_MS) return;
    this.#troubleToldAt = now;
    this.#onTrouble(`${why} Trying again for up to ${spell(this.#giveUpAfterMs)}.`);
  }
}

/** Sends over the kept connections of a pool, at a third of what the runtime's own `fetch` costs. */
function fetchOver(pool: Pool): Fetch {
  return async (url, { method, headers, body = null, signal = null }) => {
    const { pathname, search } = new URL(url);
    const response = await pool.request({
      method: method as 'GET',
      path: `${pathname}${search}`,
      headers,
      body,
      signal,
    });
    const get = (name: string) => {
      const value = response.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    };
    return {
      status: response.statusCode,
      headers: { get },
      arrayBuffer: () => response.body.arrayBuffer(),
    };
  };
}

/** A CA certificate, as PEM. */
export async function readCertificate(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`The CA certificate ${file} cannot be read (${errorCode(error) ?? 'unknown'}).`);
  });
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${file} is not a PEM certificate.`);
  return text;
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string, exact: readonly string[]): unknown {
  if (text === '') return undefined;
  try {
    if (exact.length === 0) return JSON.parse(text);
    return JSON.parse(text, (key: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && exact.includes(key) ? context?.source : value,
    );
  } catch {
    return NOT_JSON;
  }
}

/** The code of an error of the network, when it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function spell(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.round(ms / 1000)} seconds`;
  return minutes === 1 ? '1 minute' : `${Math.round(minutes)} minutes`;
}
