// The one door to the service: every screen's request goes through it, and a test can put a broken line in its place.

import type { FieldError } from '#src/kernel/errors.ts';
import { parseExact } from '#src/kernel/exact.ts';
import type { Tokens } from '../shared/api.ts';

/** A request below `/v1/companies/me/`. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The body as JSON text: a repeated request is the same to the byte. */
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

/** Sends a request; rejects when its outcome is unknown. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer>;

/** How long an answer may take before the line counts as broken, in ms. */
export const ANSWER_LIMIT_MS = 15_000;

/**
 * Returns the whole Authorization header, or undefined when no staff member is signed in; given a refused header,
 * another one if there is any.
 */
export type Authorization = (refused?: string) => string | undefined | Promise<string | undefined>;

/** The header as short-lived tokens make it. */
export function bearer(tokens: Tokens): Authorization {
  return async (refused) => {
    const token = refused === undefined ? await tokens.get() : await tokens.renew(refused.slice(7));
    return token === undefined ? undefined : `Bearer ${token}`;
  };
}

/** The service as `fetch` reaches it. */
export function fetchApi(
  base: string,
  authorization: Authorization,
  send: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): Api {
  const once = async (
    { method, path, body, key, ifMatch, ifNoneMatch, signal }: ApiRequest,
    who: string | undefined,
  ): Promise<ApiAnswer> => {
    const headers: Record<string, string> = { accept: 'application/json' };
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
  return async (request) => {
    const who = await authorization();
    const answer = await once(request, who);
    if (answer.status !== 401 || who === undefined) return answer;
    const other = await authorization(who);
    return other === undefined || other === who ? answer : once(request, other);
  };
}

/** A refusal of the service, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** The fields that are wrong, as the API names them. */
  readonly fields: readonly Pick<FieldError, 'field'>[];
  constructor(
    status: number,
    code: string,
    sentence: string,
    fields: readonly Pick<FieldError, 'field'>[] = [],
  ) {
    super(sentence);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.fields = fields;
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
  const errors = Array.isArray(said.errors) ? said.errors.map(fieldsOf) : [];
  const fields = errors.flatMap(({ field }) => (typeof field === 'string' ? [{ field }] : []));
  return new Refused(status, code, sentence, fields);
}

/** Does something that has to be answered before anything else; throws a Refused when it was not done. */
export async function postJson(api: Api, path: string, body: unknown): Promise<void> {
  const answer = await api({ method: 'POST', path, body: JSON.stringify(body) });
  if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer);
}

/** An object's fields; none for a value of another type. */
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
