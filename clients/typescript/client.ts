import { ApiError, type HeaderReader, PassbellError } from './errors.ts';
import { type Id, parseJson, writeJson } from './json.ts';
import { OPERATIONS } from './operations.ts';
import { type Clock, type Incoming, type Patience, systemClock, Transport } from './transport.ts';
import type { Operations } from './types.ts';

/** The name of an operation, such as `createOrder`. */
export type OperationId = keyof Operations;

/** The name of an operation that answers once, rather than with a stream. */
export type CallId = {
  [K in OperationId]: [Operations[K]['answer']] extends [never] ? never : K;
}[OperationId];

/** The name of an operation that answers a list in pages. */
export type ListId = {
  [K in OperationId]: Operations[K]['pages'] extends true ? K : never;
}[OperationId];

/** What an operation is called with: the parameters of its path and query, and its body. */
export type Input<K extends OperationId> = Operations[K]['params'] &
  (Operations[K]['body'] extends undefined ? unknown : { readonly body: Operations[K]['body'] });

/** The type of an operation's answer. */
export type Output<K extends OperationId> = Operations[K]['answer'];

/** What the list of an operation consists of. */
export type Item<K extends ListId> = ItemOf<Output<K>>;
type ItemOf<T> = T extends readonly (infer U)[] ? U : never;

/** How a single call differs from others. */
export interface CallOptions {
  /** Names a change; the same key never makes it twice. One is made where an operation takes one. */
  readonly idempotencyKey?: string;
  /** Changes the record only in the state of this ETag; ApiError 412 when it has changed since. */
  readonly ifMatch?: string;
  /** Ends this call, and what waits for it. */
  readonly signal?: AbortSignal;
}

/** A token, or what gives one. */
export type Token = string | (() => string | Promise<string>);

/** Where the service is and how to speak to it. */
export interface PassbellOptions {
  /** Such as `https://localhost:8443`. */
  readonly baseUrl: string;
  /** An access token, or a function that gives the one to use. */
  readonly token: Token;
  /**
   * Gets another token when one was refused; the call is made once more with it. Calls that are refused at the same time
   * share one refresh.
   */
  readonly refresh?: (refused: string) => Promise<string>;
  /** The company; the token's own where not given. */
  readonly company?: Id;
  /** What sends requests: the runtime's `fetch` where not given. */
  readonly fetch?: typeof fetch;
  /** How often and how long a call is tried; 6 times within a minute where not given. */
  readonly patience?: Partial<Patience>;
  /** How long one try may take, in ms; a minute where not given. */
  readonly timeoutMs?: number;
  /** Told why a call is sent again. */
  readonly onRetry?: (why: string) => void;
  readonly clock?: Clock;
}

/** An answer with what came along. */
export interface Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly etag: string | undefined;
  /** The address of the next page; undefined on the last one. */
  readonly nextPage: string | undefined;
  /** Fields of the body that the service did not take. */
  readonly ignored: readonly string[];
  /** True for the stored answer of an earlier call with the same key. */
  readonly replayed: boolean;
  readonly headers: HeaderReader;
}

/** Calls may be without input where nothing in it is needed. */
type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

/** An operation, as the table has it. */
interface Row {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: true;
  readonly keyed?: true;
  readonly type?: string;
}

const PATIENCE: Patience = { tries: 6, giveUpAfterMs: 60_000 };
const TIMEOUT_MS = 60_000;
/** The most pages one list may have. */
const MAX_PAGES = 1_000_000;

/** A client of one company's API. */
export class Passbell {
  readonly #options: PassbellOptions;
  readonly #base: string;
  readonly #clock: Clock;
  readonly #fetch: typeof fetch;
  /** The token that took the place of a refused one. */
  #fresh: string | undefined;
  #refreshing: { readonly refused: string; readonly token: Promise<string> } | undefined;
  readonly #transport: Transport;

  constructor(options: PassbellOptions) {
    const { baseUrl, patience, timeoutMs = TIMEOUT_MS, onRetry, clock = systemClock } = options;
    const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (base === undefined || !['http:', 'https:'].includes(base.protocol)) {
      throw new PassbellError(`"${baseUrl}" is not an address of a service, such as https://localhost:8443.`);
    }
    this.#options = options;
    this.#base = base.href.replace(/\/$/, '');
    this.#clock = clock;
    this.#fetch = options.fetch ?? ((...args) => fetch(...args));
    this.#transport = this.#newTransport(undefined, { ...PATIENCE, ...patience }, timeoutMs, onRetry);
  }

  /** Calls an operation and returns its answer. Throws ApiError for a refusal, ConnectionError without an answer. */
  async call<K extends CallId>(id: K, ...rest: Arguments<Input<K>>): Promise<Output<K>> {
    return (await this.request(id, ...rest)).body;
  }

  /** The same, with what came along: status, ETag, the address of the next page. */
  async request<K extends CallId>(id: K, ...rest: Arguments<Input<K>>): Promise<Answer<Output<K>>> {
    const [input = {}, options = {}] = rest as [Record<string, unknown>?, CallOptions?];
    const row: Row = OPERATIONS[id];
    return this.#send<Output<K>>(id, row, this.#address(row, input), input.body, options);
  }

  /** Reads a list page by page, to its end. */
  async *pages<K extends ListId>(id: K, ...rest: Arguments<Input<K>>): AsyncGenerator<readonly Item<K>[]> {
    const [input = {}, options = {}] = rest as [Record<string, unknown>?, CallOptions?];
    const row: Row = OPERATIONS[id];
    let url = this.#address(row, input);
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { body, nextPage } = await this.#send<Output<K>>(id, row, url, undefined, options);
      if (!Array.isArray(body)) throw new PassbellError(`${id} should have answered a list.`);
      if (body.length === 0) return;
      yield body;
      if (nextPage === undefined) return;
      // The token goes to the service's own address and nowhere else.
      if (new URL(nextPage).origin !== new URL(this.#base).origin) {
        throw new PassbellError(
          `The service was asked at ${this.#base} but gave ${new URL(nextPage).origin} for the next page. ` +
            'Use the address that the service calls its own (its BASE_URL).',
        );
      }
      if (nextPage === url) throw new PassbellError(`The page after ${url} is the same page again.`);
      url = nextPage;
    }
    throw new PassbellError(`${id} has more than ${MAX_PAGES} pages.`);
  }

  /** Reads a list record by record, to its end. */
  async *each<K extends ListId>(id: K, ...rest: Arguments<Input<K>>): AsyncGenerator<Item<K>> {
    for await (const page of this.pages(id, ...rest)) yield* page;
  }

  /** Opens a stream of server-sent events; it is not opened again by itself. */
  async open(
    id: 'streamEvents' | 'streamRegister',
    input: Readonly<Record<string, unknown>> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const row: Row = OPERATIONS[id];
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${await this.#token()}` };
    const send = this.#fetch;
    const response = await send(
      this.#address(row, input),
      signal === undefined ? { headers } : { headers, signal },
    );
    if (response.ok) return response;
    throw new ApiError(id, response.status, await response.json().catch(() => undefined), response.headers);
  }

  #newTransport(
    signal: AbortSignal | undefined,
    patience: Patience = { ...PATIENCE, ...this.#options.patience },
    timeoutMs: number = this.#options.timeoutMs ?? TIMEOUT_MS,
    onRetry: ((why: string) => void) | undefined = this.#options.onRetry,
  ): Transport {
    return new Transport({
      fetch: this.#fetch,
      clock: this.#clock,
      patience,
      timeoutMs,
      signal,
      ...(onRetry === undefined ? {} : { onRetry }),
    });
  }

  /** The address of an operation with these parameters. */
  #address({ path, query = [] }: Row, input: Readonly<Record<string, unknown>>): string {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = input[name] ?? (name === 'company_id' ? (this.#options.company ?? 'me') : undefined);
      if (value === undefined || value === '') throw new PassbellError(`${name} is needed for ${path}.`);
      return encodeURIComponent(String(value));
    });
    const url = new URL(this.#base + filled);
    for (const name of query) {
      const value = input[name];
      if (value !== undefined && value !== null) {
        url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
      }
    }
    return url.href;
  }

  async #send<T>(
    id: string,
    row: Row,
    url: string,
    body: unknown,
    { idempotencyKey, ifMatch, signal }: CallOptions,
  ): Promise<Answer<T>> {
    const { method, keyed, type = 'application/json' } = row;
    // Made once: however often the call is sent, it is one change.
    const key = idempotencyKey ?? (keyed === true ? crypto.randomUUID() : undefined);
    const writes = method === 'POST' || method === 'PUT';
    const headers: Record<string, string> = {
      accept: type,
      ...(writes ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    const transport = signal === undefined ? this.#transport : this.#newTransport(signal);
    const attempt = (token: string): Promise<Incoming> =>
      transport.send({
        method,
        url,
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: writeJson(body) }),
        safe: method === 'GET' || key !== undefined,
      });
    const token = await this.#token();
    let incoming = await attempt(token);
    if (incoming.status === 401 && this.#options.refresh !== undefined) {
      incoming = await attempt(await this.#refresh(token, this.#options.refresh));
    }
    return read<T>(id, incoming, type);
  }

  async #token(): Promise<string> {
    const { token } = this.#options;
    // A function keeps its own tokens; one that stands here as text is replaced for good.
    return typeof token === 'function' ? token() : (this.#fresh ?? token);
  }

  /** Another token than the refused one: the one that a concurrent call got meanwhile, or a new one. */
  async #refresh(refused: string, refresh: (refused: string) => Promise<string>): Promise<string> {
    if (this.#fresh !== undefined && this.#fresh !== refused) return this.#fresh;
    if (this.#refreshing?.refused !== refused) this.#refreshing = { refused, token: refresh(refused) };
    const mine = this.#refreshing;
    try {
      this.#fresh = await mine.token;
      return this.#fresh;
    } finally {
      if (this.#refreshing === mine) this.#refreshing = undefined;
    }
  }
}

function read<T>(id: string, { status, headers, bytes }: Incoming, type: string): Answer<T> {
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json');
  const text = isJson ? new TextDecoder().decode(bytes) : '';
  const json = text === '' ? undefined : parseJson(text);
  if (status < 200 || status > 299) throw new ApiError(id, status, json, headers);
  if (!isJson && type === 'application/json' && bytes.length > 0) {
    throw new PassbellError(`${id} was answered ${status} with something that is not JSON.`);
  }
  return {
    body: (isJson || bytes.length === 0 ? json : bytes) as T,
    status,
    headers,
    etag: headers.get('etag') ?? undefined,
    nextPage: headers.get('x-next-page') ?? undefined,
    ignored: (headers.get('x-ignored-fields') ?? '').split(', ').filter((name) => name !== ''),
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}
