import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { RequestListener, Server } from 'node:http';
import { ApiError, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { parseId } from '../kernel/id.ts';
import { parseBody, prettyJson } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import { CommitUnknown, type Storage, StorageUnavailable, UniqueViolation } from '../storage/port.ts';
import { Authenticator } from './authenticate.ts';
import { Call, type Principal } from './call.ts';
import { etagOf, matchesNone } from './etag.ts';
import { fingerprint, readKey, runOnce } from './idempotency.ts';
import { RateLimit } from './limit.ts';
import { requireJson, requireJsonBody } from './negotiate.ts';
import { makeCursor } from './page.ts';
import type { Reply, Route } from './route.ts';

/** Largest body, in bytes (contract 2). */
export const MAX_BODY = 1_048_576;

/** What the edge needs from the rest. */
export interface EdgeParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly cursorKey: Buffer;
  readonly routes: readonly Route[];
  /** Requests a minute per add-on and company; 0 = off. */
  readonly rateLimit: number;
  /** The public address, when it is configured. */
  readonly baseUrl: string | undefined;
  /** The address to name when a request's Host is missing or malformed. */
  readonly fallbackUrl: () => string;
  readonly logger: FastifyBaseLogger;
  /** Makes the server Fastify answers on; it is never asked to listen by the edge. */
  readonly createServer: (handler: RequestListener) => Server;
}

/** The edge: Fastify with everything that holds for every resource, and what other parts hook into. */
export interface Edge {
  readonly app: FastifyInstance;
  readonly authenticator: Authenticator;
}

interface RawUrl {
  url?: string | undefined;
  passbellJson?: boolean;
}

const HOST = /^[A-Za-z0-9.\-[\]:]{1,260}$/;
const REQUEST_ID = /^[A-Za-z0-9._\-]{1,128}$/;

/** Takes `.json` off the path; it wins over Accept (contract 2). */
function takeExtension(raw: RawUrl): string {
  const url = raw.url ?? '/';
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.endsWith('.json') || path.startsWith('/.well-known/')) return url;
  raw.passbellJson = true;
  return path.slice(0, -5) + (end < 0 ? '' : url.slice(end));
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
}

/** Builds the edge over a route table (spec: General conventions; contract 2). */
export function createEdge(parts: EdgeParts): Edge {
  const authenticator = new Authenticator(parts.storage, parts.clock);
  const limits = new RateLimit(parts.rateLimit);
  const app = fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (raw) => takeExtension(raw),
    genReqId: (raw) => {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId(parts.random);
    },
    frameworkErrors: (error, request, reply) => sendError(parts, request, reply, error),
    serverFactory: (handler) => parts.createServer(handler),
  });
  app.decorateRequest('principal', undefined);
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
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(parts, request, reply, error));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsFor(parts.routes, request.url);
    if (allowed.length === 0) return sendError(parts, request, reply, notFound());
    const allow = allowed.join(', ');
    const sentence = `This path takes ${allow}, not ${request.method}.`;
    return sendError(parts, request, reply, new ApiError('method_not_allowed', sentence, { headers: { allow } }));
  });
  for (const route of parts.routes) addRoute(app, parts, authenticator, limits, route);
  return { app, authenticator };
}

function newRequestId(random: Random): string {
  return random.bytes(12).toString('base64url');
}

/** The methods the table has for a path; only asked when no route matched. */
function methodsFor(routes: readonly Route[], url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const methods = new Set<string>();
  for (const route of routes) {
    if (!pathPattern(route.path).test(path)) continue;
    methods.add(route.method);
    if (route.method === 'PUT') methods.add('PATCH');
    if (route.method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

function pathPattern(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => (part === '*' ? '[^?]+' : part.startsWith(':') ? '[^/]+' : part.replace(/[.]/g, '\\.')))
    .join('/');
  return new RegExp(`^/v1${source}/?$`);
}

function addRoute(
  app: FastifyInstance,
  parts: EdgeParts,
  authenticator: Authenticator,
  limits: RateLimit,
  route: Route,
): void {
  const method = route.method === 'PUT' ? ['PUT', 'PATCH'] : [route.method];
  const takesBody = route.method === 'POST' || route.method === 'PUT';

  /** Everything that can be refused before the body is read: nothing of it is ever stored for a key. */
  const admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal): void => {
    request.principal = principal;
    const allowance = limits.count(principal.company, principal.addon, parts.clock.now());
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
    if (!principal.scopes.has(route.scope)) {
      throw new ApiError('insufficient_scope', `This call needs the scope ${route.scope}.`, {
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${route.scope}"` },
      });
    }
    if (takesBody) requireJsonBody(request.headers['content-type']);
  };

  app.route({
    method,
    url: `/v1${route.path}`,
    onRequest: (request, reply, done) => {
      try {
        requireJson((request.raw as RawUrl).passbellJson === true, request.headers.accept);
        const { authorization } = request.headers;
        const known = authenticator.recall(authorization);
        if (known !== undefined) {
          admit(request, reply, known);
          done();
          return;
        }
        authenticator.check(authorization).then((principal) => {
          admit(request, reply, principal);
          done();
        }).catch(done);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: (request, reply) => answer(parts, route, request, reply),
  });
}

async function answer(
  parts: EdgeParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const { url, headers } = request;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const params = request.params as Record<string, string | undefined>;
  requireIds(params);
  const call = new Call({
    principal,
    params,
    query: mark < 0 ? '' : url.slice(mark + 1),
    path: ownPath(path, principal.company),
    body: request.body,
    ifMatch: headers['if-match'],
    now: parts.clock.now(),
    random: parts.random,
    cursorKey: parts.cursorKey,
  });

  if (route.access === 'write' && route.idempotent === true && headers['idempotency-key'] !== undefined) {
    const key = readKey(String(headers['idempotency-key']));
    const final = await runOnce(parts.storage, {
      scope: { company: principal.company, addon: principal.addon, key },
      fingerprint: fingerprint(request.method, ownPath(path, principal.company), request.body),
      now: call.now,
      run: (tx) => route.handler(tx, call),
      finish: (done) => ({
        status: done.status,
        headers: { ...replyHeaders(parts, request, call, done), etag: done.etag ?? etagOf(done.body ?? '') },
        body: done.body ?? '',
      }),
      refuse: (error) => ({ status: error.status, headers: error.headers, body: JSON.stringify(error.toBody()) }),
    });
    reply.code(final.status).headers(final.headers);
    return sendBody(request, reply, final.body);
  }

  const done =
    route.access === 'read'
      ? await parts.storage.read((tx) => route.handler(tx, call))
      : await parts.storage.write((tx) => route.handler(tx, call));
  reply.code(done.status).headers(replyHeaders(parts, request, call, done));
  if (done.body === undefined) return reply.send();
  const etag = done.etag ?? etagOf(done.body);
  reply.header('etag', etag);
  if (route.method === 'GET' && matchesNone(headers['if-none-match'], etag)) return reply.code(304).send();
  return sendBody(request, reply, done.body);
}

/** Every `…_id` in a path is an id, or the path leads nowhere. */
function requireIds(params: Record<string, string | undefined>): void {
  for (const name in params) {
    if (name.endsWith('_id') && name !== 'company_id' && parseId(params[name] ?? '') === undefined) throw notFound();
  }
}

/** The path with `me` written out, so that both spellings share cursors and idempotency keys. */
function ownPath(path: string, company: Id): string {
  return path.replace(/^\/v1\/companies\/me(?=\/|$)/, `/v1/companies/${company}`);
}

function replyHeaders(parts: EdgeParts, request: FastifyRequest, call: Call, done: Reply): Record<string, string> {
  const headers: Record<string, string> = {};
  if (done.location !== undefined) {
    // Who asked with .json may have sent no Accept: what it is pointed to has to answer it as well.
    const extension = (request.raw as RawUrl).passbellJson === true ? '.json' : '';
    headers.location = `${baseUrl(parts, request)}/v1${done.location}${extension}`;
  }
  if (done.next !== undefined) headers['x-next-page'] = nextPage(parts, request, call, done.next);
  if (call.ignored.length > 0) headers['x-ignored-fields'] = call.ignored.map(headerText).join(', ').slice(0, 2000);
  return headers;
}

function headerText(text: string): string {
  return text.replace(/[^\x21-\x7e]|,/g, '?');
}

function nextPage(parts: EdgeParts, request: FastifyRequest, call: Call, position: readonly bigint[]): string {
  const [path = ''] = (request.originalUrl ?? request.url).split('?');
  const query = new URLSearchParams(call.query);
  query.set('cursor', makeCursor(parts.cursorKey, call.place, position));
  return `${baseUrl(parts, request)}${path}?${query}`;
}

function baseUrl(parts: EdgeParts, request: FastifyRequest): string {
  if (parts.baseUrl !== undefined) return parts.baseUrl;
  const { host } = request.headers;
  return host !== undefined && HOST.test(host) ? `https://${host}` : parts.fallbackUrl();
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  if (body === '') return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(request.headers['x-pretty-print'] === '1' ? prettyJson(body) : body);
}

/** Turns whatever was thrown into the API's error (contract 2). What nobody expected is logged, and told as 500. */
function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageUnavailable) {
    return new ApiError('temporarily_unavailable', `${error.message} Nothing was changed; try again shortly.`, {
      headers: { 'retry-after': '1' },
    });
  }
  if (error instanceof CommitUnknown) {
    return new ApiError(
      'temporarily_unavailable',
      'The database was lost while saving: the change may or may not have been made. Send it again with the same Idempotency-Key, or look first.',
      { headers: { 'retry-after': '1' } },
    );
  }
  if (error instanceof UniqueViolation) {
    return new ApiError('conflict', 'Another request saved the same thing just now. Read it and try again.');
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  switch (status) {
    case 413:
      return new ApiError('payload_too_large', `A body may have at most ${MAX_BODY} bytes.`);
    case 400:
      return new ApiError('invalid_request', 'The request is malformed.');
    case 404:
    case 414:
      return notFound();
    default:
      return undefined;
  }
}

function sendError(parts: EdgeParts, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const known = toApiError(error);
  if (known === undefined || known.status >= 500) {
    parts.logger.error({ err: error, requestId: request.id, method: request.method, path: request.url.split('?')[0] });
  }
  const told = known ?? new ApiError('server_error', 'Passbell failed to handle the request.');
  reply.code(told.status).headers(told.headers).header('x-request-id', request.id);
  return sendBody(request, reply, JSON.stringify(told.toBody()));
}
