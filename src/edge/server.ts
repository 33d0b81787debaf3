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
import type { Storage } from '../storage/port.ts';
import { clientAddress } from './address.ts';
import {
  type Addresses,
  baseUrl,
  extensionOf,
  type RawRequest,
  replyHeaders,
  sendBody,
  sendError,
} from './answer.ts';
import { Authenticator } from './authenticate.ts';
import { Call, type Principal } from './call.ts';
import { MAX_BODY } from './errors.ts';
import { etagOf, matchesNone } from './etag.ts';
import { fingerprint, readKey, runOnce } from './idempotency.ts';
import { RateLimit } from './limit.ts';
import { MethodTable } from './methods.ts';
import { type MediaType, requireFormat, requireJsonBody } from './negotiate.ts';
import type { Route } from './route.ts';
import type { Keyring } from './secrets.ts';
import { Streams } from './stream.ts';

/** What the edge needs from the rest. */
export interface EdgeParts extends Addresses {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly random: Random;
  readonly routes: readonly Route[];
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
  /** Makes the bytes of a reply that is a document to print. */
  readonly print: (document: string) => Promise<Buffer>;
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
  /** What the platform itself changes something with, on behalf of an add-on of a company. */
  callFor(company: Id, addon: Id, now: Micros): Call;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Extensions that are the last segment of a route's path. */
const ENDINGS = ['pdf', 'csv'] as const;

/** Takes `.json` off the path, which wins over Accept, and makes `/pdf` of `.pdf`, `/csv` of `.csv` (contract 2). */
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

function pathOf(url: string): string {
  return url.split('?')[0] ?? '';
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

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The answer's JSON, when it is a refusal. */
    told: string | undefined;
  }
  interface FastifyContextConfig {
    /** A segment that paths of this route have in them; see Route. */
    readonly within?: string | undefined;
  }
}

/** Builds the edge over a route table (spec: General conventions; contract 2). */
export function createEdge(parts: EdgeParts): Edge {
  const authenticator = new Authenticator(parts.storage, parts.clock);
  const streams = new Streams(parts);
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
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
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
  for (const route of parts.routes) addRoute(app, parts, authenticator, streams, limits, route);
  const callFor: Edge['callFor'] = (company, addon, now) =>
    new Call({
      principal: { company, addon, scopes: new Set(), via: 'bearer' },
      params: {},
      query: '',
      path: '',
      body: undefined,
      ifMatch: undefined,
      now,
      random: parts.random,
      cursorKey: parts.cursorKey,
      origin: () => parts.baseUrl ?? parts.fallbackUrl(),
      address: () => '',
      keyring: parts.keyring,
      refuseAddress: parts.refuseAddress,
    });
  return { app, authenticator, streams, callFor };
}

type StreamRoute = Extract<Route, { access: 'stream' }>;

function addRoute(
  app: FastifyInstance,
  parts: EdgeParts,
  authenticator: Authenticator,
  streams: Streams,
  limits: RateLimit,
  route: Route,
): void {
  const method = route.method === 'PUT' ? ['PUT', 'PATCH'] : [route.method];
  const takesBody = route.method === 'POST' || route.method === 'PUT';
  const type = typeOf(route);

  /** Everything that can be refused before the body is read: nothing of it is ever stored for a key. */
  const admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal): void => {
    request.principal = principal;
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
    if (!principal.scopes.has(route.scope)) {
      // What an add-on has to ask for to be let in.
      const scope = route.scope === 'events:read' ? 'webhooks' : route.scope;
      const sentence =
        scope === 'admin'
          ? 'This call is for the owners and managers of the company, signed in to Passbell; no add-on can make it.'
          : `This call needs the scope ${scope}.`;
      throw new ApiError('insufficient_scope', sentence, {
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      });
    }
    if (takesBody) requireJsonBody(request.headers['content-type']);
    // A DELETE may carry any Content-Type, even one that is none (contract 2); nobody looks at the body.
    else if (route.method === 'DELETE') delete request.headers['content-type'];
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
        ? openStream(parts, authenticator, streams, route, request, reply)
        : answer(parts, authenticator, route, request, reply),
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
function callOf(parts: EdgeParts, request: FastifyRequest, principal: Principal): Call {
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
    lastEventId: headers['last-event-id']?.toString(),
    now: parts.clock.now(),
    random: parts.random,
    cursorKey: parts.cursorKey,
    origin: () => baseUrl(parts, request),
    address: () => clientAddress(parts.trusted, request),
    keyring: parts.keyring,
    refuseAddress: parts.refuseAddress,
  });
}

/** Answers with a stream, for as long as the client may call the route. */
async function openStream(
  parts: EdgeParts,
  authenticator: Authenticator,
  streams: Streams,
  route: StreamRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const call = callOf(parts, request, principal);
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
  authenticator: Authenticator,
  route: Exclude<Route, StreamRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const { headers } = request;
  const call = callOf(parts, request, principal);

  if (route.access === 'write' && route.idempotent === true && headers['idempotency-key'] !== undefined) {
    const key = readKey(String(headers['idempotency-key']));
    const final = await runOnce(parts.storage, {
      scope: { company: principal.company, addon: principal.addon, key },
      fingerprint: fingerprint(request.method, call.path, request.body, principal),
      now: call.now,
      run: (tx) => route.handler(tx, call),
      finish: (done) => ({
        status: done.status,
        headers: { ...replyHeaders(parts, request, call, done), etag: done.etag ?? etagOf(done.body ?? '') },
        body: String(done.body ?? ''),
      }),
    });
    if (final.failure !== undefined) throw final.failure;
    reply.code(final.status).headers(final.headers);
    return sendBody(request, reply, final.body);
  }

  const done =
    route.access === 'read'
      ? await parts.storage.read((tx) => route.handler(tx, call))
      : await parts.storage.write((tx) => route.handler(tx, call));
  // It may have revoked what this process still believes.
  if (route.access === 'write' && route.scope === 'admin') authenticator.forget();
  reply.code(done.status).headers(replyHeaders(parts, request, call, done));
  const content = done.body ?? done.print;
  if (content === undefined) return reply.send();
  const etag = done.etag ?? etagOf(content);
  const isKnown = route.method === 'GET' && matchesNone(headers['if-none-match'], etag);
  if (isKnown) return reply.header('etag', etag).code(304).send();
  const body = done.body ?? (await parts.print(done.print ?? ''));
  return sendBody(request, reply.header('etag', etag), body, typeOf(route));
}

/** Every `…_id` in a path is an id and no word holds a NUL, or the path leads nowhere. */
function requireIds(params: Record<string, string | undefined>): void {
  for (const name in params) {
    if (name === 'company_id') continue;
    const value = params[name] ?? '';
    if (name.endsWith('_id') ? parseId(value) === undefined : value.includes('\u0000')) throw notFound();
  }
}

function typeOf(route: Route): MediaType {
  if (route.access === 'stream') return 'text/event-stream';
  return ('type' in route ? route.type : undefined) ?? 'application/json';
}

const OWN_COMPANY = '/v1/companies/me';

/** The path with `me` written out, so that both spellings share cursors and idempotency keys. */
function ownPath(path: string, company: Id): string {
  if (!path.startsWith(OWN_COMPANY)) return path;
  const rest = path.slice(OWN_COMPANY.length);
  return rest === '' || rest.startsWith('/') ? `/v1/companies/${company}${rest}` : path;
}
