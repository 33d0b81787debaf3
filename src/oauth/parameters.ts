import { ApiError, invalid } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';

/** The parameters of the token endpoint, of revocation and of introspection. */
const KNOWN: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'grant_type',
  'redirect_uri',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
]);

/**
 * The parameters of a form or a JSON body. One without a value counts as not sent, one that is not known is ignored (RFC 6749
 * 3.1, 3.2); one that is known and no text is refused, as a misread scope would give more than was asked for.
 */
export function parametersOf(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(
      'invalid_request',
      'Send the parameters as a form or as a JSON object, with its Content-Type.',
    );
  }
  const pairs: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    if (!KNOWN.has(name) || value === null || value === '') continue;
    if (typeof value !== 'string') throw invalid(name, sentence('must be a string.'));
    pairs[name] = value;
  }
  return pairs;
}
