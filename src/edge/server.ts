import type { IncomingMessage } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ApiError } from '../kernel/errors.ts';
import { parseBody } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import { sentence } from '../kernel/words.ts';
import { sendError } from './answer.ts';
import { Authenticator } from './authenticate.ts';
import { BatchTurns } from './batch-turns.ts';
import { crossOriginHeaders, Preflights } from './cross-origin.ts';
import { MAX_BODY } from './errors.ts';
import { SecretGuesses } from './guesses.ts';
import { type RawRequest, splitExtension } from './incoming.ts';
import { asSent } from './input.ts';
import { RateLimit } from './limit.ts';
import { leadsNowhere, MethodTable } from './methods.ts';
import { Metrics } from './metrics.ts';
import { STRICTLY, wantsStrict } from './negotiate.ts';
import type { EdgeParts, EdgeState } from './parts.ts';
import { isOfApi, pathOf } from './path.ts';
import type { Slowness } from './readers.ts';
import { Readiness } from './readiness.ts';
import { RequestFigures } from './request-figures.ts';
import { logRequests } from './request-lines.ts';
import { traceRequests } from './request-spans.ts';
import { ResponseBudget } from './response-budget.ts';
import { MAX_PARAMETER, RouteTable } from './route-table.ts';
import { addRoute } from './serve-route.ts';
import { SharedCounts } from './shared-counts.ts';
import { Streams } from './stream.ts';
import type { Usage } from './usage.ts';
import { API_VERSION } from './version.ts';

/** The edge: Fastify with everything that holds for every resource, and the hooks of other parts. */
export interface Edge {
  readonly app: FastifyInstance;
  readonly authenticator: Authenticator;
  readonly streams: Streams;
  /** The budget of all answers. */
  readonly flight: ResponseBudget;
  /** Clients that were cut because they did not read, by how. */
  readonly slow: Record<Slowness, number>;
  /** How often routes answered, and how long it took. */
  readonly requests: RequestFigures;
  /** Counts that hold for all processes of a fleet. */
  readonly counts: SharedCounts;
  /** The use of quotas by companies; undefined where it is not counted. */
  readonly usage: Usage | undefined;
  /** Where parts register their figures. */
  readonly metrics: Metrics;
  /** Where parts register their checks. */
  readonly readiness: Readiness;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Takes a last slash and the extension off the path, and remembers the extension. */
function takeExtension(raw: RawRequest): string {
  const { url, extension } = splitExtension(raw.url ?? '/');
  if (extension !== undefined) raw.passbellExtension = extension;
  return url;
}

/** Takes over the caller's request id when it is well-formed, else counts on from a random beginning. */
function requestIds(random: Random): (raw: IncomingMessage) => string {
  const start = random.bytes(9).toString('base64url');
  let count = 0;
  return (raw) => {
    const given = raw.headers['x-request-id'];
    if (typeof given === 'string' && REQUEST_ID.test(given)) return given;
    return `${start}-${(++count).toString(36)}`;
  };
}

/** How long a browser remembers to come by https alone, in seconds: a year. */
const TRANSPORT_AGE = 31_536_000;

/**
 * Strict-Transport-Security for a service with a name of its own. Not for localhost and bare addresses: there it
 * would keep a developer's other servers from being reached.
 */
export function transportSecurity(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const { hostname } = new URL(baseUrl);
  const isOwnName =
    hostname.includes('.') && !hostname.endsWith('.localhost') && !/^[\d.]+$|^\[/.test(hostname);
  return isOwnName ? `max-age=${TRANSPORT_AGE}` : undefined;
}

/** Headers of every answer. Answers hold data of a company: no cache keeps them, unless one sets a header of its own. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'x-service-version': API_VERSION,
} as const;

/** Preference-Applied, on every answer below /v1, also where nobody is known yet or nothing is there (reference: conventions.45). */
function preferenceHeaders({ url, headers: { prefer } }: FastifyRequest): Readonly<Record<string, string>> {
  return wantsStrict(prefer) && isOfApi(pathOf(url)) ? STRICTLY : {};
}

function countsOf(parts: EdgeParts): SharedCounts {
  return new SharedCounts({
    ...parts,
    warn: (error, sentence) => parts.logger.warn({ err: error }, sentence),
  });
}

const PACKED = sentence('The body cannot be read: send it without Content-Encoding, as plain JSON.');

/** Why a body cannot be read; one that came in an encoding is no JSON for that reason alone (reference: conventions.7). */
function unreadable({ headers }: FastifyRequest, error: unknown): Error {
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? (error as Error) : new ApiError('invalid_request', PACKED);
}

/** Bodies are JSON, or nobody's business. */
function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      request.bodyBytes = body.length;
      done(null, parseBody(body as Buffer));
    } catch (error) {
      done(unreadable(request, error), undefined);
    }
  });
  // GET and DELETE may carry any type: their body is read (within the limit) and ignored.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.bodyBytes = body.length;
    done(null, undefined);
  });
}

/** Builds the edge over a route table (docs/reference/conventions.md). */
export function createEdge(parts: EdgeParts): Edge {
  const slow = { stalled: 0, slow: 0 };
  const streams = new Streams({ ...parts, cut: () => slow.stalled++ });
  const responseBudget = new ResponseBudget();
  const requests = new RequestFigures();
  const counts = countsOf(parts);
  const authenticator = new Authenticator(parts, new SecretGuesses(counts));
  const limits = new RateLimit(parts.rateLimit, counts);
  const methods = new MethodTable();
  const preflights = new Preflights(parts, counts);
  const transport = transportSecurity(parts.baseUrl);
  const headersOf = (request: FastifyRequest) => ({
    'x-request-id': request.id,
    ...ALWAYS,
    ...(transport === undefined ? {} : { 'strict-transport-security': transport }),
    ...crossOriginHeaders(request),
    ...preferenceHeaders(request),
  });
  const app = fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    rewriteUrl: (raw) => takeExtension(raw),
    genReqId: requestIds(parts.random),
    // The listener has answered the client already.
    clientErrorHandler: () => undefined,
    // The hooks below have not seen such a request.
    frameworkErrors: (error, request, reply) =>
      sendError(parts, request, reply.headers(headersOf(request)), error),
    serverFactory: (handler) => parts.createServer(handler),
  });
  app.decorateRequest('principal', undefined);
  app.decorateRequest('refusalBody', undefined);
  app.decorateRequest('span', undefined).decorateRequest('isTaken', false);
  app.decorateRequest('bodyBytes', 0).decorateRequest('sentBytes', 0);
  logRequests(app, parts);
  if (parts.tracing !== undefined) traceRequests(app, parts.tracing);
  addParsers(app);
  app.addHook('onRoute', ({ url, method, config }) => {
    methods.add(url, typeof method === 'string' ? [method] : method, config?.isPath);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request));
    done();
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): FastifyReply =>
    sendError(parts, request, reply, leadsNowhere(request.method, allowed));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.of(pathOf(request.url));
    const preflight = preflights.answer(request, reply, allowed);
    if (preflight !== undefined) return preflight;
    const page = allowed.length === 0 ? parts.findPage?.(request, reply) : undefined;
    return page ?? refuse(request, reply, allowed);
  });
  app.setErrorHandler((error, request, reply) => {
    // A path below a catch-all route may be one that takes other methods.
    if (
      request.routeOptions.config.isPath !== undefined &&
      error instanceof ApiError &&
      error.status === 404
    ) {
      return refuse(request, reply, methods.exact(pathOf(request.url)));
    }
    // What is served beside the route table is refused here for the first time.
    return sendError(parts, request, reply, asSent(error, request.body));
  });
  const state: EdgeState = {
    ...{ authenticator, streams, limits, responseBudget, methods, requests },
    table: new RouteTable(parts.routes),
    batchTurns: new BatchTurns(),
  };
  for (const route of parts.routes) addRoute(app, parts, state, route);
  return {
    ...{ app, authenticator, streams, flight: responseBudget, slow, requests, counts },
    ...{ metrics: new Metrics(), readiness: new Readiness(), usage: parts.usage },
  };
}
