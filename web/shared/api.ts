// The one way from the screens to the public API: a bearer token, exact JSON, errors with their fields, retries
// that never do anything twice.

import type { FieldError } from '#src/kernel/errors.ts';
import { parseJson } from './json.ts';

/** Where a token comes from, and how another one is got when it is refused. */
export interface Tokens {
  /** The token to use now; renewed before its end. */
  get(): Promise<string>;
  /** Another one in place of one that was refused. Undefined when there is none to be had. */
  renew(refused: string): Promise<string | undefined>;
}

/** A list's page, and where the next one is. */
export interface Page<T> {
  readonly items: readonly T[];
  /** What X-Next-Page says, as a path and query of this host. */
  readonly next: string | undefined;
}

/** A record with the tag that `If-Match` takes. */
export interface Tagged<T> {
  readonly value: T;
  readonly etag: string | undefined;
}

/** How often a request is sent in all, when it fails in passing. */
const MAX_ATTEMPTS = 4;
/** The first wait before sending again, doubling, and the longest that an answer can ask for, in ms. */
const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 10_000;
/** The POSTs whose Idempotency-Key counts: only these can be sent again when their outcome is unknown. */
const ONCE = /\/orders(?:\/\d{1,19}\/(?:lines|payments|optionsets))?$/;
/** Answers that are kept to be compared by their tag. */
const MAX_KEPT = 200;

/** A refusal of the API, or a network that did not carry the request (status 0, code `offline`). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  constructor(status: number, code: string, description: string, fields: readonly FieldError[] = []) {
    super(description);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  /** The error of one field, by the name the API gives it. */
  of(field: string): string | undefined {
    return this.fields.find((each) => each.field === field)?.error_description;
  }
}

/** How a request differs from the usual one. */
export interface RequestOptions {
  /** Sent with every attempt; made anew for each POST that is not given one. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
}

interface RequestParts extends RequestOptions {
  readonly method: string;
  readonly body?: string;
  readonly accept?: string;
  readonly ifNoneMatch?: string;
}

export interface ApiParts {
  /** What comes before `/v1`: empty, or the path of BASE_URL. */
  readonly base: string;
  /** The company whose API it is. */
  readonly company: string;
  readonly tokens: Tokens;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** The API of one company. Paths lie below `/v1/companies/<company>/`. */
export class Api {
  readonly company: string;
  readonly tokens: Tokens;
  readonly #root: string;
  readonly #base: string;
  readonly #fetch: typeof fetch;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #kept = new Map<string, { etag: string; value: unknown }>();

  constructor({ base, company, tokens, fetch: fetchWith, sleep }: ApiParts) {
    this.company = company;
    this.tokens = tokens;
    this.#base = base;
    this.#root = `${base}/v1/companies/${company}/`;
    this.#fetch = fetchWith ?? ((input, init) => fetch(input, init));
    this.#sleep = sleep ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  }

  /** The address of a path, for requests that are made elsewhere (the live channel). */
  address(path: string): string {
    return path.startsWith('/') ? path : this.#root + path;
  }

  /** A record, or what else GET answers. What has not changed is the same object again. */
  async get<T>(path: string, options: RequestOptions = {}): Promise<T> {
    return (await this.tagged<T>(path, options)).value;
  }

  /** The company itself. */
  async getCompany<T>(options: RequestOptions = {}): Promise<T> {
    return this.get<T>(this.#root.slice(0, -1), options);
  }

  /** A record with its tag, to be sent back as `ifMatch`. */
  tagged<T>(path: string, options: RequestOptions = {}): Promise<Tagged<T>> {
    return this.#read(this.address(path), options, async (answer) => (await bodyOf(answer)) as T);
  }

  /** A page of a list: a path, or what the page before gave as `next`. */
  async page<T>(path: string, options: RequestOptions = {}): Promise<Page<T>> {
    const read = await this.#read(this.address(path), options, async (answer) => ({
      items: (await bodyOf(answer)) as T[],
      next: this.#nextOf(answer),
    }));
    return read.value;
  }

  /** GET with the ETag of the last answer: an unchanged record is not sent again. */
  async #read<T>(
    address: string,
    options: RequestOptions,
    shape: (answer: Response) => Promise<T>,
  ): Promise<Tagged<T>> {
    const kept = this.#kept.get(address);
    const known = kept === undefined ? {} : { ifNoneMatch: kept.etag };
    const answer = await this.#ask(address, { ...options, method: 'GET', ...known });
    if (answer.status === 304 && kept !== undefined) return { value: kept.value as T, etag: kept.etag };
    const value = await shape(answer);
    const etag = answer.headers.get('etag') ?? undefined;
    if (etag !== undefined) this.#keep(address, etag, value);
    return { value, etag };
  }

  /** Every record of a list, page by page; `most` limits how many are read. */
  async all<T>(path: string, most: number, options: RequestOptions = {}): Promise<T[]> {
    const items: T[] = [];
    let at: string | undefined = path;
    while (at !== undefined && items.length < most) {
      const page: Page<T> = await this.page<T>(at, options);
      items.push(...page.items);
      at = page.next;
    }
    return items.slice(0, most);
  }

  /** Creates something. Sent again with the same Idempotency-Key until it is known what became of it. */
  async post<T>(path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
    const idempotencyKey = options.idempotencyKey ?? newKey();
    return this.#write<T>('POST', path, body, { ...options, idempotencyKey });
  }

  async put<T>(path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
    return this.#write<T>('PUT', path, body, options);
  }

  async delete<T>(path: string, options: RequestOptions = {}): Promise<T> {
    return this.#write<T>('DELETE', path, undefined, options);
  }

  /** A file, such as an order's PDF. */
  async blob(path: string, accept: string, options: RequestOptions = {}): Promise<Blob> {
    const answer = await this.#ask(this.address(path), { ...options, method: 'GET', accept });
    return answer.blob();
  }

  async #write<T>(method: string, path: string, body: unknown, options: RequestOptions): Promise<T> {
    const asked = { ...options, method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await this.#ask(this.address(path), asked);
    return (await bodyOf(answer)) as T;
  }

  /** Only what can be sent again without doing anything twice is sent again. */
  async #ask(address: string, asked: RequestParts): Promise<Response> {
    const repeatable =
      asked.method !== 'POST' ||
      (asked.idempotencyKey !== undefined && ONCE.test(address.split('?', 1)[0] ?? ''));
    let renewed = false;
    for (let attempt = 1; ; attempt++) {
      const token = await this.tokens.get();
      let failure: ApiFailure;
      let waitMs = FIRST_WAIT_MS * 2 ** (attempt - 1);
      try {
        const answer = await this.#fetch(address, init(asked, token));
        if (answer.ok || answer.status === 304) return answer;
        failure = await failureOf(answer);
        if (answer.status === 401 && !renewed) {
          renewed = true;
          if ((await this.tokens.renew(token)) !== undefined) continue;
        }
        const after = Number(answer.headers.get('retry-after') ?? Number.NaN) * 1000;
        const again = answer.status === 429 || (repeatable && isPassing(answer.status, after));
        if (!again || attempt === MAX_ATTEMPTS || after > MAX_WAIT_MS) throw failure;
        if (after > waitMs) waitMs = after;
      } catch (error) {
        if (error instanceof ApiFailure || asked.signal?.aborted === true) throw error;
        failure = new ApiFailure(0, 'offline', 'The service cannot be reached. Check the network.');
        if (!repeatable || attempt === MAX_ATTEMPTS) throw failure;
      }
      await this.#sleep(waitMs);
      asked.signal?.throwIfAborted();
    }
  }

  #keep(address: string, etag: string, value: unknown): void {
    this.#kept.delete(address);
    this.#kept.set(address, { etag, value });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
  }

  /** The service may know itself by another address than this page: only path and query count. */
  #nextOf(answer: Response): string | undefined {
    const next = answer.headers.get('x-next-page');
    if (next === null) return undefined;
    const { pathname, search } = new URL(next);
    const from = pathname.indexOf('/v1/');
    return this.#base + pathname.slice(Math.max(from, 0)) + search;
  }
}

/** A key for one thing that is to be done once. */
export function newKey(): string {
  return crypto.randomUUID();
}

function init(asked: RequestParts, token: string): RequestInit {
  const headers: Record<string, string> = {
    accept: asked.accept ?? 'application/json',
    authorization: `Bearer ${token}`,
  };
  if (asked.method === 'POST' || asked.method === 'PUT') headers['content-type'] = 'application/json';
  if (asked.idempotencyKey !== undefined) headers['idempotency-key'] = asked.idempotencyKey;
  if (asked.ifMatch !== undefined) headers['if-match'] = asked.ifMatch;
  if (asked.ifNoneMatch !== undefined) headers['if-none-match'] = asked.ifNoneMatch;
  return {
    method: asked.method,
    headers,
    // The cookie of the session is no business of the API; tags are compared here.
    credentials: 'omit',
    cache: 'no-store',
    ...(asked.body === undefined ? {} : { body: asked.body }),
    ...(asked.signal === undefined ? {} : { signal: asked.signal }),
  };
}

function isPassing(status: number, retryAfter: number): boolean {
  return status === 503 || (status === 409 && !Number.isNaN(retryAfter));
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : parseJson(text);
}

async function failureOf(answer: Response): Promise<ApiFailure> {
  let body: unknown;
  try {
    body = await bodyOf(answer);
  } catch {
    // A proxy may answer with a page of its own.
  }
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const code = typeof said.error === 'string' ? said.error : 'server_error';
  const sentence =
    typeof said.error_description === 'string'
      ? said.error_description
      : `The service answered with ${answer.status}.`;
  return new ApiFailure(
    answer.status,
    code,
    sentence,
    Array.isArray(said.errors) ? (said.errors as FieldError[]) : [],
  );
}
