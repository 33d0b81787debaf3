import { ApiError, type HeaderReader, PassbellError } from './errors.ts';
import { type IdInput, parseJson, writeJson } from './json.ts';
import { OPERATIONS } from './operations.ts';
import { Seen } from './seen.ts';
import { follow, type StreamBlock, type StreamOptions } from './stream.ts';
import { type Clock, type Fetch, type Incoming, type Patience, systemClock, Transport } from './transport.ts';
import type { DryRun, Event, Operations } from './types.ts';

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

/** The name of an operation that answers with a stream of server-sent events. */
export type StreamId = {
  [K in OperationId]: [Operations[K]['answer']] extends [never] ? K : never;
}[OperationId];

/** How a single call differs from others. */
export interface CallOptions {
  /** Names a change; the same key never makes it twice. One is made where an operation takes one. */
  readonly idempotencyKey?: string;
  /** Changes the record only in the state of this ETag; ApiError 412 when it has changed since. */
  readonly ifMatch?: string;
  /** Approvals that let it pass where a permission is missing. */
  readonly approvals?: readonly string[];
  /** Ends this call, and what waits for it. */
  readonly signal?: AbortSignal;
}

/**
 * A call as it is sent. It is JSON: kept and sent later, or sent again, it is the same call to the byte, and with an
 * idempotency key the same change.
 */
export interface PreparedCall<K extends CallId = CallId> {
  readonly operation: K;
  readonly method: string;
  /** The path and query below the address of the service. */
  readonly path: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly approvals?: readonly string[];
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
  /** The language that refusals are told in, such as `de`: English where not given, or where there are no texts in it. */
  readonly language?: string;
  /** The company; the token's own where not given. */
  readonly company?: IdInput;
  /** What sends requests: the runtime's `fetch` where not given. */
  readonly fetch?: Fetch;
  /** How often and how long a call is tried; 6 times within a minute where not given. */
  readonly patience?: Partial<Patience>;
  /** How long one try may take, in ms; a minute where not given. */
  readonly timeoutMs?: number;
  /** Whether PUT and DELETE are sent again, too, when it is unknown what became of them. */
  readonly repeatChanges?: boolean;
  /** How many answers are kept to be asked for by their tag: what has not changed is the same object again. */
  readonly keep?: number;
  /** Told why a call is sent again. */
  readonly onRetry?: (why: string) => void;
  readonly clock?: Clock;
  /** What its reads have to show; clients of one service that share it show each other's changes. */
  readonly seen?: Seen;
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

/** What a call would do: its answer, null where it has none, and the events it would tell. */
export type Tried<T> = Omit<DryRun, 'result'> & { readonly result: T | null };

/** Calls may be without input where nothing in it is needed. */
export type Arguments<I> =
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
/** Records of a page where a list is read to its end. */
const ALL_AT_ONCE = 1_000;

/** A client of one company's API. */
export class Passbell {
  readonly #options: PassbellOptions;
  readonly #base: string;
  readonly #clock: Clock;
  readonly #fetch: Fetch;
  /** The token that took the place of a refused one. */
  #fresh: string | undefined;
  #refreshing: { readonly refused: string; readonly token: Promise<string> } | undefined;
  readonly #transport: Transport;
  readonly #kept = new Map<string, Answer<unknown>>();
  readonly #seen: Seen;

  constructor(options: PassbellOptions) {
    const { baseUrl, clock = systemClock, patience, timeoutMs = TIMEOUT_MS, onRetry } = options;
    const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (base === undefined || !['http:', 'https:'].includes(base.protocol)) {
      throw new PassbellError(`"${baseUrl}" is not an address of a service, such as https://localhost:8443.`);
    }
    this.#options = options;
    this.#base = base.href.replace(/\/$/, '');
    this.#clock = clock;
    this.#seen = options.seen ?? new Seen();
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#transport = new Transport({
      fetch: this.#fetch,
      clock,
      patience: { ...PATIENCE, ...patience },
      timeoutMs,
      ...(onRetry === undefined ? {} : { onRetry }),
    });
  }

  /** Calls an operation and returns its answer. Throws ApiError for a refusal, ConnectionError without an answer. */
  async call<K extends CallId>(id: K, ...rest: Arguments<Input<K>>): Promise<Output<K>> {
    return (await this.request(id, ...rest)).body;
  }

  /** The same, with what came along: status, ETag, the address of the next page. */
  request<K extends CallId>(id: K, ...rest: Arguments<Input<K>>): Promise<Answer<Output<K>>> {
    const [, options] = rest as [unknown, CallOptions?];
    return this.send(this.prepare(id, ...rest), options);
  }

  /**
   * Tries a call that writes: the service does everything and undoes it. Throws ApiError for what the call would be
   * refused with.
   */
  async dryRun<K extends CallId>(id: K, ...rest: Arguments<Input<K>>): Promise<Tried<Output<K>>> {
    const [, options] = rest as [unknown, CallOptions?];
    const call = this.prepare(id, ...rest);
    if (call.method === 'GET') throw new PassbellError(`${id} changes nothing: call it.`);
    const path = `${call.path}${call.path.includes('?') ? '&' : '?'}dry_run=true`;
    const { body, headers } = await this.send({ ...call, path }, options);
    // One that is older than this does what it is asked to try.
    if (headers.get('x-dry-run') !== 'true')
      throw new PassbellError(`The service did ${id} instead of trying it.`);
    return body as unknown as Tried<Output<K>>;
  }

  /** What a call would send. */
  prepare<K extends CallId>(id: K, ...rest: Arguments<Input<K>>): PreparedCall<K> {
    const [input = {}, options = {}] = rest as [Record<string, unknown>?, CallOptions?];
    const row: Row = OPERATIONS[id];
    const { idempotencyKey, ifMatch, approvals = [] } = options;
    // Made once: however often the call is sent, it is one change.
    const key = idempotencyKey ?? (row.keyed === true ? crypto.randomUUID() : undefined);
    return {
      operation: id,
      method: row.method,
      path: this.#path(row, input),
      ...(input.body === undefined ? {} : { body: writeJson(input.body) }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(approvals.length === 0 ? {} : { approvals }),
    };
  }

  /** Sends a prepared call; as often as it is sent, it is one change if it has a key. */
  async send<K extends CallId>(call: PreparedCall<K>, options: CallOptions = {}): Promise<Answer<Output<K>>> {
    const { signal } = options;
    const { operation, method, path } = call;
    const row: Row = OPERATIONS[operation];
    const { type = 'application/json' } = row;
    const known = method === 'GET' ? this.#kept.get(path) : undefined;
    const incoming = await this.#authorized(call, type, known?.etag, signal);
    if (incoming.status === 304 && known !== undefined) return known as Answer<Output<K>>;
    const answer = read<Output<K>>(operation, incoming, type);
    if (method === 'GET') this.#keep(path, answer);
    return answer;
  }

  /** Reads a list page by page, to its end. */
  async *pages<K extends ListId>(id: K, ...rest: Arguments<Input<K>>): AsyncGenerator<readonly Item<K>[]> {
    const [, options = {}] = rest as [unknown, CallOptions?];
    let call = this.prepare(id, ...rest);
    for (let page = 1; page <= MAX_PAGES; page++) {
      const answer = await this.send(call, options);
      if (!Array.isArray(answer.body)) throw new PassbellError(`${id} should have answered a list.`);
      if (answer.body.length === 0) return;
      yield answer.body;
      const next = this.nextCall(call, answer);
      if (next === undefined) return;
      call = next;
    }
    throw new PassbellError(`${id} has more than ${MAX_PAGES} pages.`);
  }

  /**
   * The call for the page after the one that was answered; undefined after the last one. The service may know itself by
   * another address than the client does: the token goes to the address that was given and nowhere else.
   */
  nextCall<K extends CallId>(
    call: PreparedCall<K>,
    { nextPage }: Pick<Answer<unknown>, 'nextPage'>,
  ): PreparedCall<K> | undefined {
    if (nextPage === undefined) return undefined;
    const { pathname, search } = new URL(nextPage);
    const path = pathname.slice(Math.max(pathname.indexOf('/v1/'), 0)) + search;
    if (path === call.path) throw new PassbellError(`The page after ${path} is the same page again.`);
    return { ...call, path };
  }

  /** Reads a list record by record, to its end. */
  async *each<K extends ListId>(id: K, ...rest: Arguments<Input<K>>): AsyncGenerator<Item<K>> {
    for await (const page of this.pages(id, ...rest)) yield* page;
  }

  /** Reads a list to its end, or until there are `most` records. */
  async all<K extends ListId>(id: K, most: number, ...rest: Arguments<Input<K>>): Promise<Item<K>[]> {
    const items: Item<K>[] = [];
    const [input, ...options] = rest as [Record<string, unknown>?, CallOptions?];
    const { query = [] }: Row = OPERATIONS[id];
    const limit = query.includes('limit') ? { limit: Math.min(most, ALL_AT_ONCE) } : {};
    const asked = [{ ...limit, ...input }, ...options] as unknown as Arguments<Input<K>>;
    for await (const page of this.pages(id, ...asked)) {
      items.push(...page);
      if (items.length >= most) break;
    }
    return items.slice(0, most);
  }

  /**
   * Follows a stream of server-sent events for as long as the caller goes on, opened again after every break behind the
   * last block that the caller has done with. Throws ApiError when the service refuses it for good, and when `signal`
   * aborts.
   */
  async *stream<K extends StreamId>(
    id: K,
    input: Input<K>,
    options: StreamOptions = {},
  ): AsyncGenerator<StreamBlock, never> {
    for await (const block of this.#follow(id, input, options)) {
      // What it tells, or begins behind, was done by others.
      if (block.data !== undefined || block.id !== undefined) this.#seen.tell();
      yield block;
    }
    throw new PassbellError(`The stream of ${id} came to an end.`);
  }

  #follow<K extends StreamId>(
    id: K,
    input: Input<K>,
    options: StreamOptions,
  ): AsyncGenerator<StreamBlock, never> {
    const url = this.#base + this.#path(OPERATIONS[id], input as Readonly<Record<string, unknown>>);
    return follow(
      {
        name: id,
        url,
        fetch: this.#fetch,
        clock: this.#clock,
        token: () => this.#token(),
        renew: (refused) => this.#renew(refused),
      },
      options,
    );
  }

  /** The company's events as they happen, none missed; `after` is the number of the last one that is known. */
  async *events(
    input: Input<'streamEvents'> = {},
    options: StreamOptions = {},
  ): AsyncGenerator<Event, never> {
    for await (const { data } of this.stream('streamEvents', input, options)) {
      if (data !== undefined) yield parseJson(data) as Event;
    }
    throw new PassbellError('The stream of events came to an end.');
  }

  /** The path and query of an operation with these parameters. */
  #path({ path, query = [] }: Row, input: Readonly<Record<string, unknown>>): string {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = input[name] ?? (name === 'company_id' ? (this.#options.company ?? 'me') : undefined);
      if (value === undefined || value === '') throw new PassbellError(`${name} is needed for ${path}.`);
      return encodeURIComponent(String(value));
    });
    const asked = new URLSearchParams();
    for (const name of query) {
      const value = input[name];
      if (value !== undefined && value !== null) {
        asked.set(name, Array.isArray(value) ? value.join(',') : String(value));
      }
    }
    return asked.size === 0 ? filled : `${filled}?${asked}`;
  }

  /** Sends a call with the token, once more with another one when that is refused. */
  async #authorized(
    { method, path, body, idempotencyKey, ifMatch, approvals }: PreparedCall,
    type: string,
    etag: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Incoming> {
    const { language } = this.#options;
    const headers: Record<string, string> = {
      accept: type,
      ...(language === undefined ? {} : { 'accept-language': language }),
      ...(method === 'POST' || method === 'PUT' ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(approvals === undefined ? {} : { 'x-approval': approvals.join(', ') }),
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    };
    const safe =
      method === 'GET' ||
      idempotencyKey !== undefined ||
      (method !== 'POST' && this.#options.repeatChanges === true);
    const attempt = async (token: string): Promise<Incoming> => {
      const sight = method === 'GET' ? this.#seen.begin() : { headers: {}, told: 0 };
      const incoming = await this.#transport.send(
        {
          method,
          url: this.#base + path,
          headers: { ...headers, ...sight.headers, authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { body }),
          safe,
        },
        signal,
      );
      this.#seen.hear(incoming.headers, sight);
      return incoming;
    };
    const token = await this.#token();
    const incoming = await attempt(token);
    if (incoming.status !== 401) return incoming;
    const other = await this.#renew(token);
    return other === undefined ? incoming : attempt(other);
  }

  #keep(path: string, answer: Answer<unknown>): void {
    const { keep = 0 } = this.#options;
    if (keep === 0 || answer.etag === undefined) return;
    this.#kept.delete(path);
    this.#kept.set(path, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keep) break;
      this.#kept.delete(oldest);
    }
  }

  async #token(): Promise<string> {
    const { token } = this.#options;
    // A function keeps its own tokens; one that stands here as text is replaced for good.
    return typeof token === 'function' ? token() : (this.#fresh ?? token);
  }

  /** Another token than the refused one: the one that a concurrent call got meanwhile, or a new one. */
  async #renew(refused: string): Promise<string | undefined> {
    const { refresh, token } = this.#options;
    if (refresh === undefined) return undefined;
    if (this.#fresh !== undefined && this.#fresh !== refused) return this.#fresh;
    if (this.#refreshing?.refused !== refused) this.#refreshing = { refused, token: refresh(refused) };
    const mine = this.#refreshing;
    try {
      const fresh = await mine.token;
      if (typeof token === 'string') this.#fresh = fresh;
      return fresh;
    } finally {
      if (this.#refreshing === mine) this.#refreshing = undefined;
    }
  }
}

function read<T>(id: string, { status, headers, bytes, gaveUp }: Incoming, type: string): Answer<T> {
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json');
  const text = isJson ? new TextDecoder().decode(bytes) : '';
  const json = text === '' ? undefined : parseJson(text);
  if (status < 200 || status > 299) throw new ApiError(id, status, json, headers, gaveUp);
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
