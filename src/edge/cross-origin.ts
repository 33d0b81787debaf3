// Scripts of other origins (the Fetch standard's CORS): a client with a token may use it in a browser. What works with
// cookies stays closed: a browser would add those to calls of any page (reference: conventions.55).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kernel/errors.ts';
import { MINUTE } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { addressKey, clientAddress } from './address.ts';
import { AttemptLimiter } from './attempts.ts';
import type { EdgeParts } from './parts.ts';
import { pathOf } from './path.ts';
import type { SharedCounts } from './shared-counts.ts';

/** The headers of answers that scripts may read beside those that browsers always show. */
export const EXPOSED: readonly string[] = [
  'Allow',
  'Consistency-Token',
  'Content-Language',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Dry-Run',
  'X-Ignored-Fields',
  'X-Ignored-Headers',
  'X-Ignored-Parameters',
  'X-Next-Page',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Sandbox-Fault',
  'X-Service-Version',
  'X-Total-Count',
];

/** The headers that scripts may send beside those that browsers always let pass. */
export const SENDABLE: readonly string[] = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Consistency-Token',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'X-Approval',
  'X-Pretty-Print',
  'X-Request-Id',
];

/** How long a browser may remember what a path takes, in seconds: a day. */
const REMEMBERED = '86400';

const OPEN: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

/**
 * Paths beside the API that need no cookie: a public client in a browser takes its token there, by its code and its
 * verifier. People are sent to the consent pages, no script calls those; introspection is for clients with a secret.
 */
const BESIDE: ReadonlySet<string> = new Set([
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/*',
  '/oauth/revoke',
  '/oauth/token',
  '/openapi',
  '/v1/oauth/token',
]);

/** Whether scripts of other origins may call a path. */
function isOpen(path: string): boolean {
  return BESIDE.has(path) || (path.startsWith('/v1/') && !path.startsWith('/v1/oauth/'));
}

/** The path of a request's route, as it is declared: what was sent may be spelled otherwise. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? pathOf(request.url);
}

/** The headers that let scripts of any origin read an answer; none where they may not. */
export function crossOriginHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  return isOpen(routeOf(request)) ? OPEN : {};
}

/** Answers browsers that ask, before a call, whether a script may make it. */
export class Preflights {
  readonly #parts: Pick<EdgeParts, 'rateLimit' | 'clock' | 'trusted'>;
  readonly #asked: AttemptLimiter;

  constructor(parts: Pick<EdgeParts, 'rateLimit' | 'clock' | 'trusted'>, counts: SharedCounts) {
    this.#parts = parts;
    this.#asked = new AttemptLimiter(parts.rateLimit, MINUTE, { counts, name: 'preflights' });
  }

  /**
   * Answers an OPTIONS request to a path that takes these methods; undefined for any other request. There is no caller yet:
   * requests are counted by the address they come from.
   */
  answer(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): FastifyReply | undefined {
    if (request.method !== 'OPTIONS' || methods.length === 0 || !isOpen(pathOf(request.url)))
      return undefined;
    this.#count(request);
    const allowed = methods.join(', ');
    return reply
      .code(204)
      .header('allow', allowed)
      .header('access-control-allow-methods', allowed)
      .header('access-control-allow-headers', SENDABLE.join(', '))
      .header('access-control-max-age', REMEMBERED)
      .send();
  }

  #count(request: FastifyRequest): void {
    const { rateLimit, clock, trusted } = this.#parts;
    const now = clock.now();
    if (rateLimit === 0 || this.#asked.take(addressKey(clientAddress(trusted, request)), now)) return;
    const retryAfter = this.#asked.retryAfter(now);
    throw new ApiError(
      'rate_limit_exceeded',
      sentence('More than {limit} requests in this minute. Try again in {retryAfter} s.', {
        limit: rateLimit,
        retryAfter,
      }),
      { headers: { 'retry-after': String(retryAfter) } },
    );
  }
}
