import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { ApiError, invalidFields, notFound, type WrongField } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { admit, typeOf } from './admission.ts';
import { type Incoming, splitExtension } from './incoming.ts';
import { leadsNowhere } from './methods.ts';
import { requireFormat, STRICTLY, wantsStrict } from './negotiate.ts';
import type { OpenCall } from './open-call.ts';
import type { EdgeParts, EdgeState } from './parts.ts';
import { pathOf } from './path.ts';
import type { AnsweringRoute, BatchRoute, Route } from './route.ts';
import type { batchRequest } from './shape.ts';

// The requests inside a batch: each is read and admitted as if it had come alone.

/** A request of a batch. */
export interface Entry {
  /** Its place, from 0. */
  readonly at: number;
  /** Its name in logs. */
  readonly id: string;
  readonly incoming: Incoming;
  readonly route: AnsweringRoute | undefined;
  /** The headers of its answer, whatever that is. */
  readonly headers: Record<string, string>;
  /** Why it is refused before anything of it is carried out. */
  refusal: ApiError | undefined;
}

type Sent = z.output<typeof batchRequest>['requests'][number];

/** The start of every path. */
const ROOT = '/v1/';
/** Characters of an address; others are sent in percent-encoding. */
const ADDRESS = /^\/[\x21-\x7e]*$/;

/** Reads the requests of a batch; 400 naming those that cannot be inside one, before any is carried out. */
export function readEntries(
  { table }: Pick<EdgeState, 'table'>,
  batch: Incoming,
  requestId: string,
  requests: readonly Sent[],
): Entry[] {
  const wrong: WrongField[] = [];
  const entries = requests.map((sent, at): Entry => {
    const headers = headersOf(batch.headers, sent.headers ?? {});
    if (headers.authorization !== undefined) {
      const why = sentence('is not taken inside a batch: all requests are those of the caller of the batch.');
      wrong.push({ field: `requests[${at}].headers.authorization`, sentence: why });
    }
    const originalUrl = sent.path.startsWith(ROOT) ? sent.path : `/v1${sent.path}`;
    const isAddress = ADDRESS.test(sent.path) && isDecodable(sent.path);
    if (!isAddress) {
      const why = sentence('must be a path as it is sent, such as {path}.', {
        path: '/v1/companies/me/orders',
      });
      wrong.push({ field: `requests[${at}].path`, sentence: why });
    }
    const address = splitExtension(originalUrl);
    const found = isAddress ? table.find(sent.method, address.url) : undefined;
    const { route, params = {} } = found ?? {};
    if (route !== undefined && !isAnswering(route)) {
      const why = sentence('cannot be inside a batch: only requests that are answered once, with JSON, can.');
      wrong.push({ field: `requests[${at}].path`, sentence: why });
    }
    return {
      at,
      id: `${requestId}.${at}`,
      incoming: {
        method: sent.method,
        originalUrl,
        ...address,
        headers,
        params,
        body: sent.body ?? undefined,
        address: batch.address,
      },
      route: route !== undefined && isAnswering(route) ? route : undefined,
      headers: { 'x-request-id': `${requestId}.${at}`, ...(wantsStrict(headers.prefer) ? STRICTLY : {}) },
      refusal: undefined,
    };
  });
  if (wrong.length > 0) throw invalidFields(wrong);
  return entries;
}

/** True for a route that answers a request once, with JSON. */
function isAnswering(route: Route): route is AnsweringRoute {
  return route.access !== 'stream' && route.access !== 'batch' && typeOf(route) === 'application/json';
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

/** A request's own headers, and those it has from the batch: JSON goes in and out in any case. */
function headersOf(batch: IncomingHttpHeaders, sent: Readonly<Record<string, string>>): IncomingHttpHeaders {
  const own = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  const { host, prefer, 'accept-language': language } = batch;
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(prefer === undefined ? {} : { prefer }),
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...own,
    // Addresses in answers are those that the caller of the batch knows.
    ...(host === undefined ? {} : { host }),
  };
}

/** Admits a request of a batch as if it had come alone; a refusal is kept for its place. */
export function admitEntry(
  parts: EdgeParts,
  state: EdgeState,
  { principal }: OpenCall<BatchRoute>,
  entry: Entry,
): void {
  const { route, incoming, headers } = entry;
  const { method, url, extension } = incoming;
  if (route === undefined) {
    entry.refusal = leadsNowhere(method, state.methods.of(pathOf(url)));
    return;
  }
  try {
    state.methods.refuseWord(incoming);
    requireFormat(typeOf(route), extension, incoming.headers.accept);
    admit(parts, state, route, incoming, principal, (name, value) => {
      headers[name] = value;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    entry.refusal = error;
  }
}

/** The refusal of a request whose path led nowhere after all: below a route for many paths others may have their own. */
export function explainNowhere(
  { methods }: Pick<EdgeState, 'methods'>,
  entry: Entry,
  error: unknown,
): unknown {
  const { route, incoming } = entry;
  const isNowhere = error instanceof ApiError && error.status === notFound().status;
  if (route?.isPath === undefined || !isNowhere) return error;
  return leadsNowhere(incoming.method, methods.exact(pathOf(incoming.url)));
}
