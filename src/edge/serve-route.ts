import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { ApiError } from '../kernel/errors.ts';
import { admit, typeOf } from './admission.ts';
import {
  asSent,
  type Carried,
  ignoredHeaders,
  reserveBody,
  sendEncoded,
  sendReply,
  varying,
} from './answer.ts';
import { carryOutBatch } from './batch.ts';
import { begin, carryOut, inTurn, madeBy } from './carry-out.ts';
import { CONSISTENCY_TOKEN } from './consistency.ts';
import { encodingFor, isLong } from './encoding.ts';
import { encodedTag, matchesNone } from './etag.ts';
import { extensionOf, incomingOf, paramsOf } from './incoming.ts';
import { requireFormat } from './negotiate.ts';
import { callOf, type OpenCall, openCall } from './open-call.ts';
import type { AnsweredRequest, EdgeParts, EdgeState } from './parts.ts';
import { pathOf } from './path.ts';
import type { Principal } from './principal.ts';
import type { RouteFigures } from './request-figures.ts';
import { type AnsweringRoute, type BatchRoute, methodsOf, type Route, takesBody } from './route.ts';
import { underFaults } from './sandbox-faults.ts';
import { reservationFor } from './sending.ts';
import { isMetered, type Usage } from './usage.ts';

// The steps of a request of a route: admission, handler, answer.

type StreamRoute = Extract<Route, { access: 'stream' }>;

/** Serves a line of the route table. */
export function addRoute(app: FastifyInstance, parts: EdgeParts, state: EdgeState, route: Route): void {
  const { authenticator } = state;
  const type = typeOf(route);
  const admitted = (request: FastifyRequest, reply: FastifyReply, principal: Principal): void => {
    request.principal = principal;
    admit(parts, state, route, incomingOf(parts, request), principal, (name, value) => {
      reply.header(name, value);
    });
    request.isTaken = true;
    // These may carry any Content-Type, even a malformed one; the body is not looked at.
    if (route.method !== 'GET' && !takesBody(route)) delete request.headers['content-type'];
  };

  app.route({
    method: [...methodsOf(route)],
    url: `/v1${route.path}`,
    config: { isPath: route.isPath, isStream: route.access === 'stream' },
    onResponse: [
      countAnswered(state.requests.of(route.method, `/v1${route.path}`)),
      ...(parts.answered === undefined ? [] : [reportAnswered(parts, parts.answered)]),
      ...(parts.usage === undefined ? [] : [countBytes(parts.usage)]),
    ],
    // HEAD changes nothing and opens no stream.
    exposeHeadRoute: route.access === 'read',
    onRequest: (request, reply, done) => {
      try {
        const { method, url } = request;
        state.methods.refuseWord({ method, url, params: paramsOf(request) });
        requireFormat(type, extensionOf(request), request.headers.accept);
        const { authorization } = request.headers;
        const known = authenticator.recall(authorization);
        if (known !== undefined && isLoaded(parts, known)) {
          admitted(request, reply, known);
          done();
          return;
        }
        const found = known === undefined ? authenticator.check(request) : Promise.resolve(known);
        found
          .then(async (principal) => {
            if (!isLoaded(parts, principal)) await parts.usage?.load(principal.company);
            admitted(request, reply, principal);
          })
          .then(() => done(), done);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: (request, reply) =>
      underFaults(parts, request, reply, route.access, (to) =>
        route.access === 'stream'
          ? openStream(parts, state, route, request, to)
          : answer(parts, state, route, request, to),
      ),
  });
}

/** Counts an answered request, after the answer has left; a stream counts for as long as it was open. */
function countAnswered(figures: RouteFigures): onResponseHookHandler {
  return (_request, reply, done) => {
    figures.add(reply.statusCode, reply.elapsedTime / 1000);
    done();
  };
}

/** True when nothing has to be read of the caller's company before its request is counted. */
function isLoaded({ usage }: EdgeParts, principal: Principal): boolean {
  return usage === undefined || !isMetered(principal) || usage.knows(principal.company);
}

/** Counts the bytes of a request of an add-on and of its answer, after that has left. */
function countBytes(usage: Usage): onResponseHookHandler {
  return (request, reply, done) => {
    const { principal } = request;
    if (principal !== undefined && isMetered(principal) && request.isTaken)
      usage.addBytes(principal.company, request.bodyBytes + sentBytes(request, reply));
    done();
  };
}

/** The bytes of an answer's body as they were sent. */
function sentBytes(request: FastifyRequest, reply: FastifyReply): number {
  if (request.method === 'HEAD' || reply.statusCode === 304) return 0;
  return request.sentBytes + Number(reply.getHeader('content-length') ?? 0);
}

/** Hands an answered request to the request log, after the answer has left. */
function reportAnswered(
  { clock }: EdgeParts,
  tell: (request: AnsweredRequest) => void,
): onResponseHookHandler {
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
        refusal: status < 400 ? undefined : { body: request.body, answer: request.refusalBody },
      });
    }
    done();
  };
}

/** Answers with a stream, for as long as the client may call the route. */
async function openStream(
  parts: EdgeParts,
  { authenticator, streams, responseBudget: budget }: EdgeState,
  route: StreamRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const call = callOf(parts, incomingOf(parts, request), principal, () =>
    reservationFor(budget, principal.company, true, reply.raw),
  );
  call.checkParameters(route.handler.query);
  reply.headers(ignoredHeaders(call));
  const isAuthorized = async (): Promise<boolean> => {
    try {
      const { authorization } = request.headers;
      const found = authenticator.recall(authorization) ?? (await authenticator.check(request));
      return found.company === principal.company && found.scopes.has(route.scope);
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
  const begin = () => parts.storage.write((tx) => route.handler(tx, call));
  const path =
    route.perAddon === true ? `${call.path} ${principal.addon} ${principal.counted ?? ''}` : call.path;
  await streams.open(path, reply, call.serverTime, begin, isAuthorized);
  return reply;
}

/** Answers a request that was admitted. */
async function answer(
  parts: EdgeParts,
  state: EdgeState,
  route: AnsweringRoute | BatchRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  // The answer to a write is sent, however many bytes are in flight.
  const mayRefuse = route.access === 'read';
  const open = openCall(parts, route, incomingOf(parts, request), principal, () =>
    reservationFor(state.responseBudget, principal.company, mayRefuse, reply.raw),
  );
  if (open.isDryRun) reply.header('x-dry-run', 'true');
  const carried = await carryConsistently(parts, state, open, request, reply);
  if (carried.refusal !== undefined) throw carried.refusal;
  if (!open.isDryRun) parts.usage?.addRows(principal.company, madeBy(route, carried));
  // It may have revoked a token that this process has cached.
  if (route.access === 'write' && (route.scope === 'admin' || route.changesCallers === true))
    state.authenticator.forget();
  return sendCarried(parts, state, open, carried, request, reply);
}

/** Carries it out; where the database has replicas, so that the caller's next reads can see what it did. */
async function carryConsistently(
  parts: EdgeParts,
  state: EdgeState,
  open: OpenCall<AnsweringRoute | BatchRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Carried> {
  const { consistency } = parts;
  if (consistency === undefined) return carry(parts, state, open, request.id);
  const asked = request.headers[CONSISTENCY_TOKEN];
  const storage = consistency.storageFor(parts.storage, open.principal.company, asked);
  try {
    return await carry({ ...parts, storage }, state, open, request.id);
  } finally {
    if (storage.token !== undefined) reply.header(CONSISTENCY_TOKEN, storage.token);
  }
}

/** Carries out what a request asks for: one call, or many. */
function carry(
  parts: EdgeParts,
  state: EdgeState,
  open: OpenCall<AnsweringRoute | BatchRoute>,
  requestId: string,
): Promise<Carried> {
  const { route } = open;
  if (route.access === 'batch') return carryOutBatch(parts, state, { ...open, route }, requestId);
  const call = { ...open, route };
  return inTurn(parts, call, async () => carryOut(parts, parts.storage, call, await begin(call)));
}

/**
 * Whether answers of a route come in an encoding (reference: conventions.56). A PDF is packed already. What owners change may
 * answer a secret, and what lies beside a secret must not tell its length; other secrets are new in every answer.
 */
function mayPack(route: AnsweringRoute | BatchRoute): boolean {
  return typeOf(route) !== 'application/pdf' && (route.access === 'read' || route.scope !== 'admin');
}

/** Sends an answer: in an encoding where that is wanted, or nothing where the client has it already. */
async function sendCarried(
  parts: EdgeParts,
  { responseBudget: { turns } }: EdgeState,
  { route, call }: OpenCall<AnsweringRoute | BatchRoute>,
  { status, headers, body, pieces, print }: Carried,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const content = body ?? print;
  // A handler that knows what the caller has makes no body (see `notModified`).
  if (status !== 304 && content === undefined && pieces === undefined)
    return reply.code(status).headers(headers).send();
  const type = typeOf(route);
  const { etag = '' } = headers;
  const isPacked = mayPack(route) && (content === undefined || isLong(asSent(request, content, type)));
  const encoding = isPacked ? encodingFor(request.headers['accept-encoding']) : undefined;
  const setHeaders = () =>
    reply.headers({
      ...headers,
      ...(isPacked ? varying(headers.vary) : {}),
      ...(encoding === undefined || etag === '' ? {} : { etag: encodedTag(etag, encoding) }),
    });
  if (route.method === 'GET' && matchesNone(request.headers['if-none-match'], etag))
    return setHeaders().code(304).send();
  const whole = pieces ?? reserveBody(call, body ?? (await parts.print(call.company, print ?? '')));
  setHeaders().code(status);
  if (encoding !== undefined) return sendEncoded(turns, request, reply, whole, type, encoding);
  return sendReply(turns, request, reply, whole, type);
}
