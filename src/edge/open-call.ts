import { ApiError } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { Call } from './call.ts';
import { DRY_RUN, isTriable } from './dry-run.ts';
import { readKey } from './idempotency.ts';
import type { Incoming } from './incoming.ts';
import { wantsStrict } from './negotiate.ts';
import type { EdgeParts } from './parts.ts';
import { ownPath, requireIds } from './path.ts';
import type { Principal } from './principal.ts';
import type { ResponseReservation } from './response-budget.ts';
import { type AnsweringRoute, type BatchRoute, queryOf } from './route.ts';
import { isMetered } from './usage.ts';

/** A call that was admitted and whose head was read. */
export interface OpenCall<R extends AnsweringRoute | BatchRoute = AnsweringRoute> {
  readonly route: R;
  readonly incoming: Incoming;
  readonly principal: Principal;
  readonly call: Call;
  /** It is undone once it is done. */
  readonly isDryRun: boolean;
  /** The name under which it is done once and its answer kept. */
  readonly key: string | undefined;
}

/** Reads the head of an admitted request; 400 naming a parameter or header that cannot be read. */
export function openCall<R extends AnsweringRoute | BatchRoute>(
  parts: EdgeParts,
  route: R,
  incoming: Incoming,
  principal: Principal,
  reserve: () => ResponseReservation,
): OpenCall<R> {
  const call = callOf(parts, incoming, principal, reserve);
  const query = queryOf(route);
  const isKeyed = route.access === 'batch' || (route.access === 'write' && route.idempotent === true);
  const sent = incoming.headers['idempotency-key'];
  const header = isKeyed ? sent : undefined;
  // Sent again, such a request is done again. Of other methods it does not matter how often they are sent.
  if (route.method === 'POST' && !isKeyed && sent !== undefined) call.ignoreHeader('Idempotency-Key');
  const open = { route, incoming, principal, call };
  if (!isTriable(route)) {
    call.checkParameters(query);
    return { ...open, isDryRun: false, key: undefined };
  }
  call.checkParameters({ ...query, ...DRY_RUN }, route.access === 'write');
  const isDryRun = call.ask(DRY_RUN).dry_run;
  return { ...open, isDryRun, key: header === undefined ? undefined : readKey(String(header)) };
}

/** Most approvals of one request. */
const MAX_APPROVALS = 20;

/** The ids in X-Approval, separated by commas; 400 for anything else. */
function approvalsIn(header: string): Id[] {
  const ids = header.split(',').map((each) => parseId(each.trim()));
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length || ids.length > MAX_APPROVALS)
    throw new ApiError(
      'invalid_request',
      sentence('X-Approval takes up to {max} ids of approvals, separated by commas.', { max: MAX_APPROVALS }),
    );
  return known;
}

/** The call a request makes, once it was admitted. */
export function callOf(
  parts: EdgeParts,
  incoming: Incoming,
  principal: Principal,
  reserve: () => ResponseReservation,
): Call {
  const { url, headers, params, body, address } = incoming;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  requireIds(params);
  return new Call({
    principal,
    params,
    query: mark < 0 ? '' : url.slice(mark + 1),
    path: ownPath(path, principal.company),
    body,
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    ...(headers['x-approval'] === undefined ? {} : { approvals: approvalsIn(String(headers['x-approval'])) }),
    isStrict: wantsStrict(headers.prefer),
    // An EventSource that has seen no id sends none; others send an empty one.
    lastEventId: headers['last-event-id']?.toString() || undefined,
    now: parts.clock.now() + (principal.ahead ?? 0n),
    random: parts.random,
    // Never the caller's Host: stored addresses are read by other clients, and a caller can send any Host.
    origin: () => parts.baseUrl ?? parts.fallbackUrl(),
    address,
    keyring: parts.keyring,
    sendsMail: parts.sendsMail === true,
    quotas: parts.quotas,
    ...(isMetered(principal)
      ? { requireRoom: (rows) => parts.usage?.requireRoom(principal.company, rows) }
      : {}),
    words: () => parts.languages.wordsFor(headers['accept-language']),
    refuseAddress: parts.refuseAddress,
    uses: parts.uses,
    reserve,
  });
}
