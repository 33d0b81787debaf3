// Requests that are sent again where that is safe, after waits that grow, and not for ever.

import { ConnectionError, type HeaderReader, readRetryAfter } from './errors.ts';

/** Time and chance, in milliseconds; given as a parameter so that tests do not wait. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** The time and chance of the machine. */
export const systemClock: Clock = {
  now: () => performance.now() + performance.timeOrigin,
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** How patient a client is. */
export interface Patience {
  /** How often a request is sent at most. */
  readonly tries: number;
  /** How long it may go on without any answer of the service, in ms. */
  readonly giveUpAfterMs: number;
}

/** Waits between two tries, in ms: the first, doubled each time up to the longest. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** What a connection may fail with and still work later. Anything else with a code, such as a bad certificate, stays. */
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
function isPassing(code: string): boolean {
  return PASSING.has(code);
}

/** A request. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it may arrive twice without harm: it reads, or carries an idempotency key. */
  readonly safe: boolean;
}

/** A final answer, read whole. */
export interface Incoming {
  readonly status: number;
  readonly headers: HeaderReader;
  readonly bytes: Uint8Array;
  /** Why it would have been tried again, when that was given up. */
  readonly gaveUp?: string;
}

/** A body as it arrives. */
export type Body =
  | AsyncIterable<Uint8Array>
  | {
      getReader(): { read(): Promise<{ done: false; value: Uint8Array } | { done: true; value?: unknown }> };
    };

/** An answer, as much of it as is read. */
export interface Response {
  readonly status: number;
  readonly headers: HeaderReader;
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The answer as it arrives, for streams. */
  readonly body?: Body | null;
}

/** As much of `fetch` as requests are sent with, so that something lighter can stand for it. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal;
    /** For browsers: the cookies of a page are no business of the API, and tags are compared by the client. */
    readonly credentials: 'omit';
    readonly cache: 'no-store';
  },
) => Promise<Response>;

/** What requests are sent with. */
export interface TransportOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly patience: Patience;
  /** How long one try may take, in ms. */
  readonly timeoutMs: number;
  /** Told why a request is sent again. */
  readonly onRetry?: (why: string) => void;
}

/** Why a request has to be tried again, and when the service said it should be. */
interface Trouble {
  readonly why: string;
  readonly waitMs: number | undefined;
  /** Every request has to wait, not only this one. */
  readonly forAll?: boolean;
}

/** How browsers send every request. */
export const BROWSER = { credentials: 'omit', cache: 'no-store' } as const;

/** Sends requests to one service. */
export class Transport {
  readonly #options: TransportOptions;
  /** When the service last gave a final answer. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** No request is sent before this moment. */
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * The service's answer with any status. 429 is waited out; 502, 503, 504, a lost connection and a key that is still
   * in use are tried again where that is safe. Throws ConnectionError when there was no answer, and when `signal` aborts.
   */
  async send(request: Outgoing, signal?: AbortSignal): Promise<Incoming> {
    const { clock, patience } = this.#options;
    const begun = clock.now();
    for (let tries = 1; ; tries++) {
      while (clock.now() < this.#pausedUntil) await clock.sleep(this.#pausedUntil - clock.now(), signal);
      signal?.throwIfAborted();
      const outcome = await this.#once(request, signal);
      const trouble = troubleOf(request, outcome);
      if (trouble === undefined) {
        if (outcome instanceof ConnectionError) throw outcome;
        this.#answeredAt = clock.now();
        return outcome;
      }
      const backoff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
      // At least half of the backoff, so that the clients of a service that comes back do not come as one.
      const waitMs = Math.max(trouble.waitMs ?? 0, backoff * (0.5 + clock.random() / 2));
      const waited = clock.now() + waitMs - Math.max(begun, this.#answeredAt);
      if (tries >= patience.tries || waited > patience.giveUpAfterMs) {
        if (outcome instanceof ConnectionError) throw outcome;
        return { ...outcome, gaveUp: trouble.why };
      }
      this.#options.onRetry?.(trouble.why);
      if (trouble.forAll === true) this.#pausedUntil = Math.max(this.#pausedUntil, clock.now() + waitMs);
      else await clock.sleep(waitMs, signal);
    }
  }

  async #once(
    { method, url, headers, body }: Outgoing,
    signal: AbortSignal | undefined,
  ): Promise<Incoming | ConnectionError> {
    const late = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      // Called by itself: browsers want `fetch` without a `this`.
      const { fetch: send } = this.#options;
      const response = await send(url, {
        method,
        headers: { ...headers },
        ...BROWSER,
        ...(body === undefined ? {} : { body }),
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      signal?.throwIfAborted();
      return connectionError(new URL(url).origin, error);
    }
  }
}

/** What a `fetch` failed with. */
export function connectionError(origin: string, error: unknown): ConnectionError {
  const { code, message } = deepest(error);
  if (code === undefined || isPassing(code)) {
    const why = code ?? message;
    return new ConnectionError(`No answer from ${origin} (${why}).`, code, true, error);
  }
  return new ConnectionError(`${origin} cannot be used: ${message} (${code}).`, code, false, error);
}

/** The code and message of an error's cause. */
function deepest(error: unknown): { code: string | undefined; message: string } {
  let found: unknown = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth++) {
    found = found.cause;
  }
  const { code } = (found ?? {}) as { code?: unknown };
  return {
    code: typeof code === 'string' ? code : undefined,
    message: found instanceof Error ? found.message : String(found),
  };
}

function troubleOf(request: Outgoing, outcome: Incoming | ConnectionError): Trouble | undefined {
  if (outcome instanceof ConnectionError) {
    return request.safe && outcome.isPassing ? { why: outcome.message, waitMs: undefined } : undefined;
  }
  const { status, headers } = outcome;
  const seconds = readRetryAfter(headers);
  const waitMs = seconds === undefined ? undefined : seconds * 1000;
  // The connection failed before the request was carried out: every request can be sent again.
  if (status === 429) {
    return {
      why: 'The service limits the rate of requests (429; its setting is RATE_LIMIT).',
      waitMs,
      forAll: true,
    };
  }
  if (!request.safe) return undefined;
  if (status === 502 || status === 503 || status === 504) {
    return { why: `The service is not available (${status}).`, waitMs };
  }
  if (status === 409 && codeOf(outcome) === 'idempotency_key_in_use') {
    return { why: 'An earlier request with the same idempotency key is still under way (409).', waitMs };
  }
  return undefined;
}

function codeOf({ bytes }: Incoming): unknown {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) as { error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}
