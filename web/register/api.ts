// The one door to the service: every screen's request goes through it, and a test can put a broken line in its place.
import { parseExact } from '#src/kernel/exact.ts';

/** A request below `/v1/companies/me/`. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The body as JSON text: what is sent again is the same to the byte. */
  readonly body?: string;
  readonly key?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal;
}

/** An answer, read whole. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

/** Sends a request; rejects when nothing is known of what became of it. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer>;

/** How long an answer may take before the line counts as broken, in ms. */
export const ANSWER_LIMIT_MS = 15_000;

/** The service as `fetch` reaches it. `authorization` gives the whole header, or nothing when nobody is signed in. */
export function fetchApi(
  base: string,
  authorization: () => string | undefined,
  send: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): Api {
  return async ({ method, path, body, key, ifMatch, ifNoneMatch, signal }) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    const who = authorization();
    if (who !== undefined) headers.authorization = who;
    if (body !== undefined || method === 'POST' || method === 'PUT')
      headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    if (ifMatch !== undefined) headers['if-match'] = ifMatch;
    if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch;
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const response = await send(`${base}/v1/companies/me/${path}`, {
      method,
      headers,
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      cache: 'no-store',
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, text, header: (name) => response.headers.get(name) };
  };
}

/** A refusal of the service, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

/** The refusal that an answer is. */
export function refusalOf({ status, text }: ApiAnswer): Refused {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const said = fieldsOf(body);
  const code = typeof said.error === 'string' ? said.error : `http_${status}`;
  const sentence =
    typeof said.error_description === 'string' ? said.error_description : `The service answered ${status}.`;
  return new Refused(status, code, sentence);
}

/** An object's fields; none of what is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A GET's body, exact; throws a Refused when it is not 200. */
export async function getJson(api: Api, path: string, signal?: AbortSignal): Promise<unknown> {
  const answer = await api({ method: 'GET', path, ...(signal === undefined ? {} : { signal }) });
  if (answer.status !== 200) throw refusalOf(answer);
  return parseExact(answer.text);
}

/** Most pages of a list that are followed. */
const MAX_PAGES = 100;

/** Every record of a list, page by page. */
export async function getList(api: Api, path: string): Promise<unknown[]> {
  const all: unknown[] = [];
  let next: string | undefined = path;
  for (let page = 0; next !== undefined; page++) {
    if (page >= MAX_PAGES) throw new Error(`${path} has more than ${MAX_PAGES} pages.`);
    const answer: ApiAnswer = await api({ method: 'GET', path: next });
    if (answer.status !== 200) throw refusalOf(answer);
    const rows = parseExact(answer.text);
    if (!Array.isArray(rows)) throw new Error(`${path} is no list.`);
    all.push(...rows);
    const address = answer.header('x-next-page');
    next = address === null ? undefined : belowCompany(address);
  }
  return all;
}

/** The part of a page's address that comes below the company. */
function belowCompany(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname.replace(/^\/v1\/companies\/[^/]+\//, '') + search;
}
