import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { BlockList } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onResponseHookHandler,
} from 'fastify';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { parseBody } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock, Micros, Ticker } from '../kernel/time.ts';
import type { Turns } from '../kernel/turns.ts';
import type { Storage } from '../storage/port.ts';
import type { Uses } from '../storage/uses.ts';
import { clientAddress } from './address.ts';
import {
  type Addresses,
  extensionOf,
  type RawRequest,
  replyHeaders,
  sendError,
  sendReply,
  weigh,
} from './answer.ts';
import { Authenticator } from './authenticate.ts';
import { Call, type Principal } from './call.ts';
import { MAX_BODY } from './errors.ts';
import { etagOf, matchesNone } from './etag.ts';
import { Flight, type Hold } from './flight.ts';
import { fingerprint, readKey, runOnce } from './idempotency.ts';
import { RateLimit } from './limit.ts';
import { readReply } from './listing.ts';
import { MethodTable } from './methods.ts';
import { type MediaType, requireFormat, requireJsonBody, wantsStrict } from './negotiate.ts';
import { ownPath, pathOf, requireIds } from './path.ts';
import type { Slowness } from './readers.ts';
import { Readiness } from './readiness.ts';
import type { Route } from './route.ts';
import { askedFor, type Scope, scopesOfRole } from './scopes.ts';
import type { Keyring } from './secrets.ts';
import { holdFor } from './sending.ts';
import { Streams } from './stream.ts';

/** What the edge needs from the rest. */
export interface EdgeParts extends Addresses {
  readonly storage: Storage;
  readonly clock: Clock;
  /** The time by which idempotency keys age. */
  readonly keyTime: Clock;
  readonly ticker: Ticker;
  readonly random: Random;
  readonly routes: readonly Route[];
  /** What every feature has that refers to records of others. */
  readonly uses: readonly Uses[];
  readonly keyring: Keyring;
  /** The sentence that refuses an address for deliveries of a company; undefined when it can be taken. */
  readonly refuseAddress: (company: Id, address: string) => string | undefined;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trusted: BlockList;
  /** Requests a minute per add-on and company; 0 = off. */
  readonly rateLimit: number;
  readonly logger: FastifyBaseLogger;
  /** Is told of every request of a company once it was answered. */
  readonly answered?: (request: Answered) => void;
  /** The turns of companies at work that is long. */
  readonly longTurns: Turns;
  /** Makes the bytes of a company's reply that is a document to print. */
  readonly print: (company: Id, document: string) => Promise<Buffer>;
  /** A page for a request that led nowhere else; undefined when it stays a 404. */
  readonly findPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;
  /** Makes the server Fastify answers on; it is never asked to listen by the edge. */
  readonly createServer: (handler: RequestListener) => Server;
}

/** A request that was answered, for the log of requests. */
export interface Answered {
  readonly principal: Principal;
  readonly id: string;
  readonly method: string;
  /** Without the query, which may name people. */
  readonly path: string;
  readonly status: number;
  /** In microseconds. */
  readonly duration: Micros;
  readonly at: Micros;
  /** Of a refusal: what was sent, and what was told, both whole. */
  readonly refusal: { readonly body: unknown; readonly told: string | undefined } | undefined;
}

/** The edge: Fastify with everything that holds for every resource, and what other parts hook into. */
export interface Edge {
  readonly app: FastifyInstance;
  readonly authenticator: Authenticator;
  readonly streams: Streams;
  /** What answers hold together. */
  readonly flight: Flight;
  /** Clients that were cut because they did not read, by how. */
  readonly slow: Record<Slowness, number>;
  /** Where parts say whether they can do their work. */
  readonly readiness: Readiness;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Extensions that are the last segment of a route's path. */
const ENDINGS = ['pdf', 'csv'] as const;

/**
 * Takes `.json` off the path, which wins over Accept, and makes `/pdf` of `.pdf`, `/csv` of `.csv` (reference:
 * conventions.4, conventions.6).
 */
function takeExtension(raw: RawRequest): string {
  const url = raw.url ?? '/';
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? '' : url.slice(end);
  if (path.endsWith('.json') && !path.startsWith('/.well-known/')) {
    raw.passbellExtension = 'json';
    return path.slice(0, -'.json'.length) + query;
  }
  for (const ending of ENDINGS) {
    if (!path.endsWith(`.${ending}`)) continue;
    raw.passbellExtension = ending;
    return `${path.slice(0, -ending.length - 1)}/${ending}${query}`;
  }
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

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The answer's JSON, when it is a refusal. */
    told: string | undefined;
    /** What would be ignored is to be refused. */
    isStrict: boolean;
  }
  interface FastifyContextConfig {
    /** A segment that paths of this route have in them; see Route. */
    readonly within?: string | undefined;
  }
}

/** Builds the edge over a route table (docs/reference/conventions.md). */
export function createEdge(parts: EdgeParts): Edge {
  const authenticator = new Authenticator(parts.storage, parts.clock);
  const slow = { stalled: 0, slow: 0 };
  const streams = new Streams({ ...parts, cut: () => slow.stalled++ });
  const flight = new Flight();
  const limits = new RateLimit(parts.rateLimit);
  const methods = new MethodTable();
  const app = fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (raw) => takeExtension(raw),
    genReqId: requestIds(parts.random),
    // The listener has told the client already.
    clientErrorHandler: () => undefined,
    frameworkErrors: (error, request, reply) => sendError(parts.logger, request, reply, error),
    serverFactory: (handler) => parts.createServer(handler),
  });
  app.decorateRequest('principal', undefined);
  app.decorateRequest('told', undefined);
  app.decorateRequest('isStrict', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseBody(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  // GET and DELETE may carry any type: what they send is read (within the limit) and not looked at.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
  app.addHook('onRoute', ({ url, method, config }) => {
    methods.add(url, typeof method === 'string' ? [method] : method, config?.within);
  });
  const transport = transportSecurity(parts.baseUrl);
  app.addHook('onRequest', (request, reply, done) => {
    // Answers hold what belongs to a company: nobody on the way keeps them. What may be kept says so itself.
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store');
    if (transport !== undefined) reply.header('strict-transport-security', transport);
    done();
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): FastifyReply => {
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return sendError(parts.logger, request, reply, notFound());
    }
    const allow = allowed.join(', ');
    const sentence = `This path takes ${allow}, not ${request.method}.`;
    const refusal = new ApiError('method_not_allowed', sentence, { headers: { allow } });
    return sendError(parts.logger, request, reply, refusal);
  };
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.of(pathOf(request.url));
    const page = allowed.length === 0 ? parts.findPage?.(request, reply) : undefined;
    return page ?? refuse(request, reply, allowed);
  });
  app.setErrorHandler((error, request, reply) => {
    // What a route for many paths does not know may be a path that takes other methods.
    if (
      request.routeOptions.config.within !== undefined &&
      error instanceof ApiError &&
      error.status === 404
    ) {
      return refuse(request, reply, methods.exact(pathOf(request.url)));
    }
    return sendError(parts.logger, request, reply, error);
  });
  const desk: Desk = { authenticator, streams, limits, flight };
  for (const route of parts.routes) addRoute(app, parts, desk, route);
  return { app, authenticator, streams, flight, slow, readiness: new Readiness() };
}

type StreamRoute = Extract<Route, { access: 'stream' }>;

/** What the requests of a process share. */
interface Desk {
  readonly authenticator: Authenticator;
  readonly streams: Streams;
  readonly limits: RateLimit;
  readonly flight: Flight;
}

function addRoute(app: FastifyInstance, parts: EdgeParts, desk: Desk, route: Route): void {
  const { authenticator, limits } = desk;
  const method = route.method === 'PUT' ? ['PUT', 'PATCH'] : [route.method];
  const isBodiless = 'bodiless' in route && route.bodiless === true;
  const takesBody = (route.method === 'POST' || route.method === 'PUT') && !isBodiless;
  const type = typeOf(route);

  /** Everything that can be refused before the body is read: nothing of it is ever stored for a key. */
  const admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal): void => {
    request.principal = principal;
    request.isStrict = wantsStrict(request.headers.prefer);
    if (request.isStrict) reply.header('preference-applied', 'handling=strict');
    const allowance = limits.count(
      principal.company,
      principal.counted ?? principal.addon,
      parts.clock.now(),
    );
    if (allowance !== undefined) {
      reply.header('x-ratelimit-limit', allowance.limit);
      reply.header('x-ratelimit-remaining', allowance.remaining);
      reply.header('x-ratelimit-reset', allowance.reset);
      if (!allowance.allowed) {
        throw new ApiError(
          'rate_limit_exceeded',
          `More than ${allowance.limit} requests in this minute. Try again in ${allowance.retryAfter} s.`,
          { headers: { 'retry-after': String(allowance.retryAfter) } },
        );
      }
    }
    const company = (request.params as Record<string, string | undefined>).company_id;
    // Another company is indistinguishable from one that does not exist.
    if (company !== undefined && company !== 'me' && parseId(company) !== principal.company) throw notFound();
    if (route.within !== undefined && !request.url.split(/[/?]/).includes(route.within)) throw notFound();
    if (!principal.scopes.has(route.scope)) throw refuseScope(principal, route.scope);
    if (takesBody) requireJsonBody(request.headers['content-type']);
    // These may carry any Content-Type, even one that is none; nobody looks at the body.
    else if (route.method === 'DELETE' || isBodiless) delete request.headers['content-type'];
  };

  app.route({
    method,
    url: `/v1${route.path}`,
    config: { within: route.within },
    ...(parts.answered === undefined ? {} : { onResponse: tellAnswered(parts, parts.answered) }),
    // Whoever only asks for the head of an answer wants nothing to happen, and holds no stream.
    exposeHeadRoute: route.access === 'read',
    onRequest: (request, reply, done) => {
      try {
        requireFormat(type, extensionOf(request), request.headers.accept);
        const { authorization } = request.headers;
        const known = authenticator.recall(authorization);
        if (known !== undefined) {
          admit(request, reply, known);
          done();
          return;
        }
        authenticator
          .check(authorization)
          .then((principal) => admit(request, reply, principal))
          .then(() => done(), done);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: (request, reply) =>
      route.access === 'stream'
        ? openStream(parts, desk, route, request, reply)
        : answer(parts, desk, route, request, reply),
  });
}

/** Hands a request on to whoever keeps the log, after its answer has left. */
function tellAnswered({ clock }: EdgeParts, tell: (request: Answered) => void): onResponseHookHandler {
  return (request, reply, done) => {
    const { principal } = request;
    if (principal !== undefined) {
      const status = reply.statusCode;
      tell({
        principal,
        id: request.id,
        method: request.method,
        path: pathOf(request.url),
        status,
        duration: BigInt(Math.round(reply.elapsedTime * 1000)),
        at: clock.now(),
        refusal: status < 400 ? undefined : { body: request.body, told: request.told },
      });
    }
    done();
  };
}

/** The call a request makes, once it was admitted. */
function callOf(parts: EdgeParts, request: FastifyRequest, principal: Principal, hold: () => Hold): Call {
  const { url, headers } = request;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const params = request.params as Record<string, string | undefined>;
  requireIds(params);
  return new Call({
    principal,
    params,
    query: mark < 0 ? '' : url.slice(mark + 1),
    path: ownPath(path, principal.company),
    body: request.body,
    ifMatch: headers['if-match'],
    isStrict: request.isStrict,
    lastEventId: headers['last-event-id']?.toString(),
    now: parts.clock.now(),
    random: parts.random,
    cursorKey: parts.cursorKey,
    // Never the caller's Host: what a record keeps is read by others, and anybody can send any Host.
    origin: () => parts.baseUrl ?? parts.fallbackUrl(),
    address: () => clientAddress(parts.trusted, request),
    keyring: parts.keyring,
    refuseAddress: parts.refuseAddress,
    uses: parts.uses,
    hold,
  });
}

/** 403 for a call that is beyond what its caller may do. */
function refuseScope(principal: Principal, wanted: Scope): ApiError {
  const scope = askedFor(wanted);
  let sentence = `This call needs the scope ${scope}.`;
  if (scope === 'admin') {
    sentence =
      'This call is for the owners and managers of the company, signed in to Passbell; no add-on can make it.';
  } else if (principal.device !== undefined && scopesOfRole('staff').includes(wanted)) {
    sentence =
      'A device by itself only reads. A member of staff has to sign in at its register with a PIN to do this.';
  }
  return new ApiError('insufficient_scope', sentence, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** Answers with a stream, for as long as the client may call the route. */
async function openStream(
  parts: EdgeParts,
  { authenticator, streams, flight }: Desk,
  route: StreamRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const call = callOf(parts, request, principal, () => holdFor(flight, principal.company, true, reply.raw));
  call.checkParameters(route.handler.query);
  const isWelcome = async (): Promise<boolean> => {
    try {
      const { authorization } = request.headers;
      const found = authenticator.recall(authorization) ?? (await authenticator.check(authorization));
      return found.company === principal.company && found.scopes.has(route.scope);
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
  const begin = () => parts.storage.write((tx) => route.handler(tx, call));
  const path =
    route.perAddon === true ? `${call.path} ${principal.addon} ${principal.counted ?? ''}` : call.path;
  await streams.open(path, reply, call.now, begin, isWelcome);
  return reply;
}

async function answer(
  parts: EdgeParts,
  { authenticator, flight }: Desk,
  route: Exclude<Route, StreamRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const { headers } = request;
  // What was changed is told, however much is in flight.
  const mayRefuse = route.access === 'read';
  const call = callOf(parts, request, principal, () =>
    holdFor(flight, principal.company, mayRefuse, reply.raw),
  );

  call.checkParameters(route.handler.query);
  if (route.access === 'write' && route.idempotent === true && headers['idempotency-key'] !== undefined) {
    const key = readKey(String(headers['idempotency-key']));
    const final = await runOnce(parts.storage, {
      scope: { company: principal.company, addon: principal.addon, key },
      fingerprint: fingerprint(request.method, call.path, request.body, principal),
      now: parts.keyTime.now(),
      run: (tx) => route.handler(tx, call),
      finish: (done) => ({
        status: done.status,
        headers: { ...replyHeaders(parts, request, call, done), etag: done.etag ?? etagOf(done.body ?? '') },
        body: String(done.body ?? ''),
      }),
    });
    if (final.failure !== undefined) throw final.failure;
    const whole = weigh(call, final.body);
    reply.code(final.status).headers(final.headers);
    return sendReply(flight.turns, request, reply, whole);
  }

  const done =
    route.access === 'read'
      ? await readReply(parts.storage, call, (tx) => route.handler(tx, call))
      : route.access === 'write'
        ? await parts.storage.write((tx) => route.handler(tx, call))
        : await parts.longTurns.run(String(principal.company), async () => {
            const work = await route.handler(call);
            return parts.storage.write(work);
          });
  // It may have revoked what this process still believes.
  if (route.access === 'write' && route.scope === 'admin') authenticator.forget();
  const told = replyHeaders(parts, request, call, done);
  const content = done.body ?? done.print;
  if (content === undefined && done.pieces === undefined) return reply.code(done.status).headers(told).send();
  const etag = done.etag ?? etagOf(content ?? '');
  const isKnown = route.method === 'GET' && matchesNone(headers['if-none-match'], etag);
  if (isKnown) return reply.headers(told).header('etag', etag).code(304).send();
  const body =
    done.pieces ?? weigh(call, done.body ?? (await parts.print(principal.company, done.print ?? '')));
  reply.code(done.status).headers(told).header('etag', etag);
  return sendReply(flight.turns, request, reply, body, typeOf(route));
}

function typeOf(route: Route): MediaType {
  if (route.access === 'stream') return 'text/event-stream';
  return ('type' in route ? route.type : undefined) ?? 'application/json';
}
