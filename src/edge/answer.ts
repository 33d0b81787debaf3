import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../kernel/errors.ts';
import { prettyJson } from '../kernel/json.ts';
import { formatTotal } from '../storage/finding.ts';
import { COUNTED_FROM } from './budgets.ts';
import type { Call } from './call.ts';
import { type Encoding, encode, encodeNow, encodingFor, isLong } from './encoding.ts';
import { type RefusalReply, renderRefusal, serverError, toApiError } from './errors.ts';
import type { Incoming } from './incoming.ts';
import { inLanguage, type Languages } from './languages.ts';
import type { LoopScheduler } from './loop-scheduler.ts';
import type { MediaType } from './negotiate.ts';
import { makeCursor } from './page.ts';
import { logFailure, requestFacts } from './request-lines.ts';
import type { Reply } from './route.ts';
import type { Keyring } from './secrets.ts';
import { sendParts } from './sending.ts';

/** The settings that addresses in answers are made from. */
export interface Addresses {
  /** The public address, when it is configured. */
  readonly baseUrl: string | undefined;
  /** The address to name when a request's Host is missing or malformed. */
  readonly fallbackUrl: () => string;
  readonly keyring: Keyring;
}

const HOST = /^[A-Za-z0-9.\-[\]:]{1,260}$/;
/** Longest X-Ignored-Fields, in characters. */
const MAX_IGNORED = 2_000;
/** Longest unread rest of a refused body that is still taken in, in bytes; a longer one costs the connection. */
const MAX_DISCARD = 16_777_216;

const CONTENT_TYPES: Readonly<Record<MediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/x-ndjson': 'application/x-ndjson; charset=utf-8',
  'application/pdf': 'application/pdf',
  'application/xml': 'application/xml; charset=utf-8',
  'text/csv': 'text/csv; charset=utf-8',
  'text/event-stream': 'text/event-stream',
};

/** An answer, but for how it is sent. */
export interface Carried {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or the bytes of the route's type. */
  readonly body?: string | Buffer | undefined;
  readonly pieces?: readonly Buffer[] | undefined;
  /** The document that the body is made of. */
  readonly print?: string | undefined;
  /** Why the call is refused, although what was saved stays. */
  readonly refusal?: ApiError | undefined;
  /** Where it is not one by its status: how many records it made of those that a company has a quota of. */
  readonly made?: number | undefined;
}

/**
 * The address of the service as this caller knows it: BASE_URL, else its own Host (reference: conventions.19,
 * operations.4).
 */
export function baseUrl(
  addresses: Pick<Addresses, 'baseUrl' | 'fallbackUrl'>,
  { headers: { host } }: Pick<Incoming, 'headers'>,
): string {
  if (addresses.baseUrl !== undefined) return addresses.baseUrl;
  return host !== undefined && HOST.test(host) ? `https://${host}` : addresses.fallbackUrl();
}

/**
 * What was ignored of a call: X-Ignored-Fields, X-Ignored-Parameters, X-Ignored-Headers (reference: conventions.26,
 * conventions.27, conventions.35).
 */
export function ignoredHeaders(call: Call): Record<string, string> {
  const { ignored, ignoredParameters } = call;
  const headers: Record<string, string> = {};
  if (ignored.length > 0) headers['x-ignored-fields'] = ignoredHeader(ignored);
  if (ignoredParameters.size > 0) headers['x-ignored-parameters'] = ignoredHeader(ignoredParameters);
  if (call.ignoredHeaders.size > 0) headers['x-ignored-headers'] = ignoredHeader(call.ignoredHeaders);
  return headers;
}

/** The headers of a reply: Location, Content-Language, X-Total-Count, X-Next-Page, and the ignored fields and parameters. */
export function replyHeaders(
  addresses: Addresses,
  incoming: Pick<Incoming, 'extension' | 'headers' | 'originalUrl'>,
  call: Call,
  reply: Reply,
): Record<string, string> {
  const headers = ignoredHeaders(call);
  if (reply.location !== undefined) {
    // A client that asked with .json may have sent no Accept: the address it gets has to answer JSON as well.
    const extension = incoming.extension === 'json' ? '.json' : '';
    headers.location = `${baseUrl(addresses, incoming)}/v1${reply.location}${extension}`;
  }
  if (reply.language !== undefined) Object.assign(headers, inLanguage(reply.language));
  if (reply.total !== undefined) headers['x-total-count'] = formatTotal(reply.total);
  if (reply.next !== undefined) {
    const [path = ''] = incoming.originalUrl.split('?');
    const query = new URLSearchParams(call.query);
    query.delete('start');
    query.set('cursor', makeCursor(addresses.keyring.cursors, call.place, reply.next));
    headers['x-next-page'] = `${baseUrl(addresses, incoming)}${path}?${queryText(query)}`;
  }
  return headers;
}

/**
 * A query as text, with commas as they are, which an address may have: escaped, a long list of ids would become half as long
 * again, and no head of a request would hold it (reference: conventions.19).
 */
function queryText(query: URLSearchParams): string {
  return `${query}`.replaceAll('%2C', ',');
}

/** As many of the names as fit, none of them cut; characters that a header cannot hold become question marks. */
function ignoredHeader(names: Iterable<string>): string {
  let text = '';
  for (const name of names) {
    const shown = name.slice(0, MAX_IGNORED).replace(/[^\x21-\x7e]|,/g, '?');
    if (text.length + shown.length > MAX_IGNORED) break;
    text += text === '' ? shown : `, ${shown}`;
  }
  return text;
}

/** The body of an answer: JSON text, bytes of another type, or JSON in parts. */
export type Body = string | Buffer | readonly Buffer[];

/**
 * A body as it is sent: a long one in parts that count as in flight. Throws, before anything of the answer is set, when
 * too much is.
 */
export function reserveBody(call: Call, body: string | Buffer): Body {
  // A character has up to three bytes: bodies below the limit stay uncounted.
  if (body.length <= COUNTED_FROM) return body;
  const part = typeof body === 'string' ? Buffer.from(body) : body;
  call.reservation.reserve(part.length);
  return typeof body === 'string' ? [part] : part;
}

const wantsPretty = (request: FastifyRequest) => request.headers['x-pretty-print'] === '1';

/** A body as its client gets it: one that is short by itself may be longer when it is indented. */
export function asSent(request: FastifyRequest, body: string | Buffer, type: MediaType): string | Buffer {
  const isIndented = typeof body === 'string' && type === 'application/json' && wantsPretty(request);
  return isIndented && !isLong(body) ? prettyJson(body) : body;
}

/** Vary of an answer that others get in another encoding, beside what else it varies by. */
export function varying(vary: unknown): { vary: string } {
  return { vary: vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding` };
}

/** Sends a short body: JSON, indented when it was asked for (reference: conventions.28), or text of another type. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  type: MediaType = 'application/json',
): FastifyReply {
  if (body === '') return reply.send();
  reply.header('content-type', CONTENT_TYPES[type]);
  if (reply.statusCode >= 400) request.refusalBody = body;
  return reply.send(type === 'application/json' && wantsPretty(request) ? prettyJson(body) : body);
}

/** Sends the body of a reply: a long one piece by piece. */
export function sendReply(
  turns: LoopScheduler,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  type: MediaType = 'application/json',
): FastifyReply {
  if (typeof body === 'string') return sendBody(request, reply, body, type);
  reply.header('content-type', CONTENT_TYPES[type]);
  return sendParts(request, reply, Buffer.isBuffer(body) ? [body] : body, turns, {
    pretty: type === 'application/json' && wantsPretty(request),
  });
}

/** Sends the body of a reply in an encoding. */
export async function sendEncoded(
  turns: LoopScheduler,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  type: MediaType,
  encoding: Encoding,
): Promise<FastifyReply> {
  reply.header('content-type', CONTENT_TYPES[type]).header('content-encoding', encoding);
  const pretty = type === 'application/json' && wantsPretty(request);
  if (typeof body === 'string') {
    if (reply.statusCode >= 400) request.refusalBody = body;
    return reply.send(await encode(Buffer.from(pretty ? prettyJson(body) : body), encoding));
  }
  return sendParts(request, reply, Buffer.isBuffer(body) ? [body] : body, turns, { pretty, encoding });
}

/** The parts that refusals are made with. */
interface RefusalParts {
  readonly logger: FastifyBaseLogger;
  readonly languages: Languages;
}

/** An error of any kind as the API's error; an unexpected one is logged and is 500. */
export function refusalOf(
  { logger, languages }: RefusalParts,
  asked: Pick<Incoming, 'headers'> & {
    /** The fields of its line in the log. */
    readonly facts: () => Record<string, unknown>;
    /** How long it has taken so far. */
    readonly ms?: number;
  },
  error: unknown,
): RefusalReply {
  const known = toApiError(error);
  const { status } = known ?? serverError();
  if (status >= 500) {
    const { ms } = asked;
    logFailure(logger, asked.facts(), error, { status, ...(ms === undefined ? {} : { ms }) });
  }
  return renderRefusal(known ?? serverError(), languages.wordsFor(asked.headers['accept-language']));
}

/** Sends an error of any kind as the API's error. */
export function sendError(
  parts: RefusalParts,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const { headers: given } = request;
  const asked = { headers: given, facts: () => requestFacts(request), ms: reply.elapsedTime };
  const { status, headers, body } = refusalOf(parts, asked, error);
  // Closing while the client is still sending would take the answer back: a moderate rest is read and dropped.
  if (!(Number(request.headers['content-length']) > MAX_DISCARD)) reply.removeHeader('connection');
  reply.code(status).headers(headers).header('x-request-id', request.id);
  return isLong(body) ? sendLongRefusal(request, reply, body) : sendBody(request, reply, body);
}

/** Sends a refusal that names many fields, in an encoding where that is wanted. */
function sendLongRefusal(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  reply.headers(varying(reply.getHeader('vary')));
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return sendBody(request, reply, body);
  request.refusalBody = body;
  return reply
    .header('content-type', CONTENT_TYPES['application/json'])
    .header('content-encoding', encoding)
    .send(encodeNow(wantsPretty(request) ? prettyJson(body) : body, encoding));
}
