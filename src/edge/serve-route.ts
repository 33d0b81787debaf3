import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { ApiError, notFound } from '../kernel/errors.ts';
import { parseId } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { clientAddress } from './address.ts';
import { extensionOf, ignoredHeaders, replyHeaders, reserveBody, sendEncoded, sendReply } from './answer.ts';
import { Call, type Principal } from './call.ts';
import { encodingFor, SHORTEST } from './encoding.ts';
import { renderRefusal } from './errors.ts';
import { encodedTag, etagOf, matchesNone } from './etag.ts';
import { fingerprint, readKey, runOnce } from './idempotency.ts';
import { readReply } from './listing.ts';
import { type MediaType, requireFormat, requireJsonBody, wantsStrict } from './negotiate.ts';
import type { AnsweredRequest, EdgeParts, EdgeState } from './parts.ts';
import { ownPath, pathOf, requireIds } from './path.ts';
import type { ResponseReservation } from './response-budget.ts';
import type { Route } from './route.ts';
import { askedFor, type Scope, scopesOfRole } from './scopes.ts';
import { reservationFor } from './sending.ts';

// The steps of a request of a route: admission, handler, answer.

type StreamRoute = Extract<Route, { access: 'stream' }>;

/** Serves a line of the route table. */
export function addRoute(app: FastifyInstance, parts: EdgeParts, state: EdgeState, route: Route): void {
  const { authenticator, limits } = state;
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
          sentence('More than {limit} requests in this minute. Try again in {retryAfter} s.', {
            limit: allowance.limit,
            retryAfter: allowance.retryAfter,
          }),
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
    // These may carry any Content-Type, even a malformed one; the body is not looked at.
    else if (route.method === 'DELETE' || isBodiless) delete request.headers['content-type'];
  };

  app.route({
    method,
    url: `/v1${route.path}`,
    config: { within: route.within },
    ...(parts.answered === undefined ? {} : { onResponse: reportAnswered(parts, parts.answered) }),
    // HEAD changes nothing and opens no stream.
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
        ? openStream(parts, state, route, request, reply)
        : answer(parts, state, route, request, reply),
  });
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

/** The call a request makes, once it was admitted. */
function callOf(
  parts: EdgeParts,
  request: FastifyRequest,
  principal: Principal,
  reserve: () => ResponseReservation,
): Call {
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
    // Never the caller's Host: stored addresses are read by other clients, and a caller can send any Host.
    origin: () => parts.baseUrl ?? parts.fallbackUrl(),
    address: () => clientAddress(parts.trusted, request),
    keyring: parts.keyring,
    words: () => parts.languages.wordsFor(headers['accept-language']),
    refuseAddress: parts.refuseAddress,
    uses: parts.uses,
    reserve,
  });
}

/** 403 for a call beyond the caller's scopes. */
function refuseScope(principal: Principal, wanted: Scope): ApiError {
  const scope = askedFor(wanted);
  let why = sentence('This call needs the scope {scope}.', { scope });
  if (scope === 'admin') {
    why = sentence(
      'This call is for the owners and managers of the company, signed in to Passbell; no add-on can make it.',
    );
  } else if (principal.device !== undefined && scopesOfRole('staff').includes(wanted)) {
    why = sentence(
      'A device by itself only reads. A member of staff has to sign in at its register with a PIN to do this.',
    );
  }
  return new ApiError('insufficient_scope', why, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
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
  const call = callOf(parts, request, principal, () =>
    reservationFor(budget, principal.company, true, reply.raw),
  );
  call.checkParameters(route.handler.query);
  reply.headers(ignoredHeaders(call));
  const isAuthorized = async (): Promise<boolean> => {
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
  await streams.open(path, reply, call.now, begin, isAuthorized);
  return reply;
}

async function answer(
  parts: EdgeParts,
  { authenticator, responseBudget: budget }: EdgeState,
  route: Exclude<Route, StreamRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  if (principal === undefined) throw new Error('The request was not admitted.');
  const { headers } = request;
  // The answer to a write is sent, however many bytes are in flight.
  const mayRefuse = route.access === 'read';
  const call = callOf(parts, request, principal, () =>
    reservationFor(budget, principal.company, mayRefuse, reply.raw),
  );

  call.checkParameters(route.handler.query);
  if (route.access === 'write' && route.idempotent === true && headers['idempotency-key'] !== undefined) {
    const key = readKey(String(headers['idempotency-key']));
    const final = await runOnce(parts.storage, {
      scope: { company: principal.company, addon: principal.addon, key },
      fingerprint: fingerprint(request.method, call.path, request.body, principal),
      now: parts.keyTime.now(),
      run: (tx) => route.handler(tx, call),
      words: () => call.words,
      finish: (done) => {
        if (done.refusal !== undefined) return renderRefusal(done.refusal, call.words);
        return {
          status: done.status,
          headers: {
            ...replyHeaders(parts, request, call, done),
            etag: done.etag ?? etagOf(done.body ?? ''),
          },
          body: String(done.body ?? ''),
        };
      },
    });
    if (final.failure !== undefined) throw final.failure;
    const whole = reserveBody(call, final.body);
    reply.code(final.status).headers(final.headers);
    return sendReply(budget.turns, request, reply, whole);
  }

  const done =
    route.access === 'read'
      ? await readReply(parts.storage, call, (tx) => route.handler(tx, call))
      : route.access === 'write'
        ? await parts.storage.write((tx) => route.handler(tx, call))
        : await parts.longWork.run(String(principal.company), async () => {
            const work = await route.handler(call);
            return parts.storage.write(work);
          });
  if (done.refusal !== undefined) throw done.refusal;
  // It may have revoked a token that this process has cached.
  if (route.access === 'write' && route.scope === 'admin') authenticator.forget();
  const answerHeaders = replyHeaders(parts, request, call, done);
  const content = done.body ?? done.print;
  if (content === undefined && done.pieces === undefined)
    return reply.code(done.status).headers(answerHeaders).send();
  const etag = done.etag ?? etagOf(content ?? '');
  const type = typeOf(route);
  // Only what is read with a token: no other site can have it read, and no secret is in what can be read twice.
  const isPacked =
    route.access === 'read' && type !== 'application/pdf' && (content?.length ?? Infinity) >= SHORTEST;
  const encoding = isPacked ? encodingFor(headers['accept-encoding']) : undefined;
  const setHeaders = () =>
    reply.headers({
      ...answerHeaders,
      ...(isPacked ? { vary: 'accept-encoding' } : {}),
      etag: encoding === undefined ? etag : encodedTag(etag, encoding),
    });
  if (route.method === 'GET' && matchesNone(headers['if-none-match'], etag))
    return setHeaders().code(304).send();
  const body =
    done.pieces ?? reserveBody(call, done.body ?? (await parts.print(principal.company, done.print ?? '')));
  setHeaders().code(done.status);
  if (encoding !== undefined) return sendEncoded(budget.turns, request, reply, body, type, encoding);
  return sendReply(budget.turns, request, reply, body, type);
}

function typeOf(route: Route): MediaType {
  if (route.access === 'stream') return 'text/event-stream';
  return ('type' in route ? route.type : undefined) ?? 'application/json';
}
