// A small client of the API: JSON over a few kept connections, patient with a service that is away for a
// while, and never the cause of a second order (every POST carries its idempotency key through all retries).

import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { Pool } from 'undici';

/** Connections when nothing else is asked for. */
export const DEFAULT_CONNECTIONS = 8;
/** How long a request is tried again while the service answers nothing at all, in ms. */
export const GIVE_UP_AFTER_MS = 5 * 60_000;

const MAX_CONNECTIONS = 100;
/** First and longest wait between two tries, in ms. */
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
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

/** What a connection may fail with and still work later. Anything else, such as a bad certificate, stays. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** True for what a connection may fail with and still work later. */
export function isPassing(code: string): boolean {
  return PASSING.has(code);
}

/** Time and chance, in milliseconds; given as a parameter so that tests do not wait. */
export interface ClientClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** The machine's own time and chance. */
export const systemClock: ClientClock = {
  now: () => performance.now() + performance.timeOrigin,
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  random: () => Math.random(),
};

/** Where the service is and how to speak to it. */
export interface ClientOptions {
  /** Such as `https://localhost:8443`. */
  readonly baseUrl: string;
  readonly token: string;
  /** A PEM file with a certificate authority to trust besides the well-known ones. */
  readonly caFile?: string | undefined;
  readonly connections?: number | undefined;
  readonly clock: ClientClock;
  /** Ends everything that is under way. */
  readonly signal?: AbortSignal | undefined;
  readonly giveUpAfterMs?: number | undefined;
  /** Told now and then why requests have to be repeated. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
}

/** A final answer of the service, whatever its status. */
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

/** Why a request has to be tried again, and when the service said it should be. */
interface Trouble {
  readonly why: string;
  readonly waitMs?: number;
  /** True when every request has to wait, not only this one. */
  readonly forAll?: boolean;
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
  readonly #base: URL;
  readonly #token: string;
  readonly #clock: ClientClock;
  readonly #signal: AbortSignal | undefined;
  readonly #giveUpAfterMs: number;
  readonly #onTrouble: (sentence: string) => void;
  /** When the service last gave a final answer. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** No request is sent before this moment. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #troubleToldAt = Number.NEGATIVE_INFINITY;
  #retries = 0;

  private constructor(pool: Pool, base: URL, options: ClientOptions) {
    this.#pool = pool;
    this.#base = base;
    this.#token = options.token;
    this.#clock = options.clock;
    this.#signal = options.signal;
    this.#giveUpAfterMs = options.giveUpAfterMs ?? GIVE_UP_AFTER_MS;
    this.#onTrouble = options.onTrouble ?? (() => undefined);
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

  /** Closes the connections; what is still under way fails. */
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

  async #request(request: Request): Promise<Answer> {
    const clock = this.#clock;
    const begun = clock.now();
    for (let tries = 1; ; tries++) {
      while (clock.now() < this.#pausedUntil) await this.#sleep(this.#pausedUntil - clock.now());
      this.#signal?.throwIfAborted();
      const outcome = await this.#try(request);
      if ('status' in outcome) {
        this.#answeredAt = clock.now();
        return outcome;
      }
      const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(tries - 1, 20));
      // At least half of the backoff, so that the clients of a service that comes back do not come as one.
      const waitMs = Math.max(outcome.waitMs ?? 0, backoff * (0.5 + clock.random() / 2));
      const waited = clock.now() + waitMs - Math.max(begun, this.#answeredAt);
      if (waited > this.#giveUpAfterMs) {
        throw new GaveUpError(
          `${this.#base.origin} could not be used for ${spell(this.#giveUpAfterMs)}. ${outcome.why} Giving up.`,
        );
      }
      this.#retries++;
      this.#tell(outcome.why);
      if (outcome.forAll === true) this.#pausedUntil = Math.max(this.#pausedUntil, clock.now() + waitMs);
      else await this.#sleep(waitMs);
    }
  }

  #sleep(ms: number): Promise<void> {
    return this.#clock.sleep(ms, this.#signal);
  }

  #tell(why: string): void {
    const now = this.#clock.now();
    if (now - this.#troubleToldAt < TROUBLE_EVERY_MS) return;
    this.#troubleToldAt = now;
    this.#onTrouble(`${why} Trying again for up to ${spell(this.#giveUpAfterMs)}.`);
  }

  async #try(request: Request): Promise<Answer | Trouble> {
    let status: number;
    let headers: Record<string, string | string[] | undefined>;
    let text: string;
    try {
      const response = await this.#pool.request({
        method: request.method,
        path: request.path,
        headers: { accept: 'application/json', authorization: `Bearer ${this.#token}`, ...request.headers },
        body: request.body ?? null,
        signal: this.#signal ?? null,
      });
      status = response.statusCode;
      headers = response.headers;
      text = await response.body.text();
    } catch (error) {
      this.#signal?.throwIfAborted();
      return this.#connectionTrouble(error);
    }
    const body = parse(text, request.exact ?? []);
    const answer: Answer = {
      status,
      body: body === NOT_JSON ? undefined : body,
      replayed: headers['idempotent-replayed'] === 'true',
      nextPage: one(headers['x-next-page']),
    };
    const again = this.#answerTrouble(answer, one(headers['retry-after']));
    if (again !== undefined) return again;
    if (body === NOT_JSON && status < 300) {
      throw new Error(
        `${request.method} ${request.path} answered ${status} with something that is not JSON.`,
      );
    }
    return answer;
  }

  #connectionTrouble(error: unknown): Trouble {
    const code = errorCode(error);
    if (code !== undefined && PASSING.has(code)) {
      return { why: `No answer from ${this.#base.origin} (${code}).` };
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${this.#base.origin} cannot be used: ${why}${code === undefined ? '' : ` (${code})`}.`, {
      cause: error,
    });
  }

  #answerTrouble(answer: Answer, retryAfter: string | undefined): Trouble | undefined {
    const { status } = answer;
    const waitMs = readRetryAfter(retryAfter);
    const more = waitMs === undefined ? {} : { waitMs };
    if (status === 429) {
      return {
        why: 'The service limits the rate of requests (429; its setting is RATE_LIMIT).',
        ...more,
        forAll: true,
      };
    }
    if (status === 502 || status === 503 || status === 504) {
      return { why: `The service is not available (${status}).`, ...more };
    }
    const error = (answer.body as Record<string, unknown> | null | undefined)?.error;
    if (status === 409 && error === 'idempotency_key_in_use') {
      return { why: 'An earlier request with the same idempotency key is still under way (409).', ...more };
    }
    return undefined;
  }
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

/** Retry-After in ms: whole seconds only, which is how the service writes it. */
function readRetryAfter(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}

/** The code of an error of the network, when it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function spell(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.round(ms / 1000)} seconds`;
  return minutes === 1 ? '1 minute' : `${Math.round(minutes)} minutes`;
}
