import { ApiError, notFound } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { isProved, requireProof } from '../kernel/proof.ts';
import { sentence } from '../kernel/words.ts';
import { baseUrl } from './answer.ts';
import { deprecationHeaders, deprecationOf } from './deprecation.ts';
import type { Incoming } from './incoming.ts';
import { type MediaType, requireJsonBody } from './negotiate.ts';
import type { EdgeParts, EdgeState } from './parts.ts';
import type { Principal } from './principal.ts';
import { type Route, takesBody } from './route.ts';
import { askedFor, type Scope, scopesOfRole } from './scopes.ts';
import { isMetered } from './usage.ts';

// What is asked of every request before its body is looked at, whichever way it came.

/** Takes a header of the answer, whatever the answer will be. */
type Tell = (name: string, value: string) => void;

/** Everything that can be refused before the body is read: nothing of it is ever stored for a key. */
export function admit(
  parts: EdgeParts,
  { limits }: EdgeState,
  route: Route,
  { headers, params, url }: Pick<Incoming, 'headers' | 'params' | 'url'>,
  principal: Principal,
  tell: Tell,
): void {
  const deprecation = deprecationOf(route, url);
  if (deprecation !== undefined) {
    const named = deprecationHeaders(deprecation, baseUrl(parts, { headers }));
    for (const [name, value] of Object.entries(named)) tell(name, value);
  }
  const allowance = limits.count(principal.company, principal.counted ?? principal.addon, parts.clock.now());
  if (allowance !== undefined) {
    tell('x-ratelimit-limit', String(allowance.limit));
    tell('x-ratelimit-remaining', String(allowance.remaining));
    tell('x-ratelimit-reset', String(allowance.reset));
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
  if (isMetered(principal)) parts.usage?.take(principal.company, tell);
  const company = params.company_id;
  // Another company is indistinguishable from one that does not exist.
  if (company !== undefined && company !== 'me' && parseId(company) !== principal.company) throw notFound();
  if (route.isPath !== undefined && !route.isPath(params['*'] ?? '')) throw notFound();
  if (route.scope !== undefined && !principal.scopes.has(route.scope))
    throw refuseScope(principal, route.scope);
  const { person } = principal;
  if (route.needsProof === true && person !== undefined)
    requireProof({ isProved: isProved(person.provedAt, parts.clock.now()) });
  if (takesBody(route)) requireJsonBody(headers['content-type']);
}

/** 403 for a call beyond the caller's scopes. */
export function refuseScope(principal: { readonly device?: Id | undefined }, wanted: Scope): ApiError {
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

/** The media type of a route's answers. */
export function typeOf(route: Route): MediaType {
  if (route.access === 'stream') return 'text/event-stream';
  return ('type' in route ? route.type : undefined) ?? 'application/json';
}
