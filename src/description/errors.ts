import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts';
import type { ResponseHeader } from './parameters.ts';

/** An error code in words, with an answer that has it. */
interface Refusal {
  readonly when: string;
  readonly example: Readonly<Record<string, unknown>>;
}

const say = (
  when: string,
  error_description: string,
  more: Readonly<Record<string, unknown>> = {},
): Refusal => ({
  when,
  example: { error_description, ...more },
});

const REFUSALS: Readonly<Record<ErrorCode, Refusal>> = {
  invalid_request: say('Something is malformed or not allowed.', 'quantity: must be a number.', {
    errors: [{ field: 'quantity', error_description: 'must be a number.', reason: 'must_be_a_number' }],
  }),
  out_of_stock: say('There are not enough of a product.', 'Product (17) is out of stock.'),
  invalid_idempotency_key: say(
    'The Idempotency-Key is malformed.',
    'Invalid Idempotency-Key Header: use 1 to 255 letters, digits and hyphens, for example a version 4 UUID.',
  ),
  already_checked_in: say(
    'The customer is checked in at the site.',
    'This customer is checked in at this site until 2026-03-07T20:30:00.000Z.',
  ),
  invalid_client: say(
    'The client is not known, or its secret is wrong.',
    'The client_id or the client_secret is wrong.',
  ),
  invalid_grant: say(
    'The code or refresh token is not good.',
    'The code or refresh token is unknown, used, expired or revoked.',
  ),
  invalid_scope: say(
    'A scope is not to be had.',
    'A scope is not known, or more than was granted or is registered.',
  ),
  unsupported_grant_type: say(
    'There is no such grant.',
    'grant_type must be one of authorization_code, refresh_token, client_credentials.',
  ),
  unauthorized_client: say(
    'The client may not use the grant.',
    'A public client cannot use this grant_type.',
  ),
  invalid_token: say(
    'The token is missing, unknown, revoked or expired.',
    'The access token is not known here.',
  ),
  insufficient_scope: say('The token lacks a scope.', 'This call needs the scope orders:write.'),
  access_denied: say('It is locked for operators, or the PIN is wrong.', 'The PIN is wrong.'),
  reauthentication_required: say(
    'The person has to prove who they are, and then makes the same call again.',
    'Prove first who you are: with your password, a code or a passkey.',
  ),
  second_factor_required: say(
    'The company asks its people for a second factor, and this one has none.',
    'This company asks everybody for a second factor: set an authenticator app or a passkey up in your account.',
  ),
  row_quota_exceeded: say(
    'The company has as many orders, products and customers as it may store.',
    'This company may store 1000 orders, products and customers; it has 1000, and this would make 1 more. Delete what is not needed, or ask whoever runs this Passbell to raise that.',
  ),
  not_found: say(
    'There is no such thing, or it is of another company.',
    'There is no such resource here. Check the path and the ids in it.',
  ),
  method_not_allowed: say('The path takes other methods.', 'This path takes GET, HEAD, POST, not DELETE.'),
  not_acceptable: say(
    'Nothing says which format is wanted, or it is one that there is not.',
    'Say which format you want: end the path with .json or send the header Accept: application/json.',
  ),
  conflict: say('Something stands in the way.', 'A COMPLETE order cannot be deleted: refund it instead.'),
  idempotency_key_in_use: say(
    'A request with the same Idempotency-Key is still under way.',
    'Conflict Idempotency-Key Header: a request with this key is still being processed. Try again in a second.',
  ),
  gone: say(
    'What was asked for was there and is kept no more, such as the difference since an old version, or old events.',
    'What has changed since 17 cannot be told: read the whole menu, without after.',
  ),
  precondition_failed: say(
    'The record is not in the state that If-Match names.',
    'The record has changed since you read it. Read it again.',
  ),
  payload_too_large: say('The body is too large.', 'A body may have at most 1048576 bytes.'),
  idempotency_key_reused: say(
    'The Idempotency-Key came before with another request.',
    'Used Idempotency-Key Header: this key came before with another request. Use a new key for a new request.',
  ),
  not_carried_out: say(
    'A request of a batch was not carried out, or was undone, because another one was refused.',
    'Nothing of this batch was carried out: request 2 was refused.',
  ),
  rate_limit_exceeded: say(
    'Too many requests in this minute, or too many bytes of answers on their way.',
    'More than 600 requests in this minute. Try again in 12 s.',
  ),
  daily_quota_exceeded: say(
    'The add-ons of the company have used up what it may use in a day of UTC. The sentence says of what.',
    'The add-ons of this company have made the 100000 requests that it may have in a day of UTC. Whoever runs this Passbell can raise that; it begins anew at midnight.',
  ),
  server_error: say('It failed for a reason of its own.', 'Passbell failed to handle the request.'),
  temporarily_unavailable: say(
    'The database is away, or too much is under way.',
    'The database cannot be reached. Nothing was changed; try again shortly.',
  ),
};

const HEADERS: Readonly<Partial<Record<number, readonly ResponseHeader[]>>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** An answer that refuses, as the description lists it. */
export interface ErrorResponse {
  /** Its name among the components, made of its codes. */
  readonly name: string;
  readonly description: string;
  readonly headers: readonly ResponseHeader[];
  /** By its code. */
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

const pascal = (code: string) =>
  code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The answers that codes come in, by their status. */
export function errorResponses(codes: Iterable<ErrorCode>): Map<number, ErrorResponse> {
  const known = new Set(codes);
  const all = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => known.has(code));
  const byStatus = Map.groupBy(all, (code) => ERROR_STATUS[code]);
  const made = [...byStatus].map(([status, some]): [number, ErrorResponse] => [
    status,
    {
      name: some.map(pascal).join('.'),
      description: some.map((code) => `\`${code}\`: ${REFUSALS[code].when}`).join(' '),
      headers: HEADERS[status] ?? [],
      examples: Object.fromEntries(
        some.map((code) => [
          code,
          { summary: REFUSALS[code].when, value: { error: code, ...REFUSALS[code].example } },
        ]),
      ),
    },
  ]);
  return new Map(made.sort(([a], [b]) => a - b));
}
