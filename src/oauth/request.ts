import { internalScopeProblem } from '../edge/scopes.ts';
import type { ClientRow } from '../edge/store.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { type Client, clientOf } from './client.ts';
import { grantable } from './model.ts';

/** Longest query of an authorization request, in characters: it has to survive the way over the sign-in. */
const MAX_QUERY = 4_000;
/** An S256 challenge is a SHA-256 in base64url (RFC 7636 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** An authorization request that can be put to a person. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly addonName: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  readonly challenge: string | undefined;
}

/** A refusal that is sent to the add-on's redirect address (RFC 6749 4.1.2.1). */
interface RedirectRefusal {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly error: string;
  readonly description: string;
}

/** The result of reading a request. */
type ReadResult =
  | { readonly request: AuthorizationRequest }
  | { readonly refusal: RedirectRefusal }
  /**
   * The client or the redirect address is not certain: the user sees a page, and is not redirected (RFC 9700 4.11).
   */
  | { readonly problem: string };

/** A parameter's value; one that is empty counts as not sent (RFC 6749 3.1). */
function singleValue(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null || value === '' ? undefined : value;
}

/** Why a query is not even parsed; undefined when it can be. */
export function lengthProblem(query: string): string | undefined {
  return query.length > MAX_QUERY ? `The request has more than ${MAX_QUERY} characters.` : undefined;
}

/** Reads an authorization request over the client that its client_id names. */
export function readRequest(query: URLSearchParams, row: ClientRow | undefined): ReadResult {
  const clientId = singleValue(query, 'client_id');
  const redirectUri = singleValue(query, 'redirect_uri');
  for (const name of ['client_id', 'redirect_uri']) {
    if (query.getAll(name).length > 1) return { problem: `The request has ${name} more than once.` };
  }
  if (clientId === undefined) return { problem: 'The request has no client_id.' };
  if (row === undefined) return { problem: 'The add-on is not known here: its client_id is wrong.' };
  if (redirectUri === undefined) return { problem: 'The request has no redirect_uri.' };
  const client = clientOf(row, clientId);
  // Character by character: a similar address may belong to another party (RFC 9700 4.1.3).
  if (!client.redirectUris.includes(redirectUri)) {
    return { problem: 'The redirect_uri is not one that the add-on is registered with.' };
  }
  const state = query.getAll('state').length > 1 ? undefined : singleValue(query, 'state');
  const refuse = (error: string, description: string): ReadResult => ({
    refusal: { redirectUri, state, error, description },
  });
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1)
      return refuse('invalid_request', 'A parameter is there more than once.');
  }
  if (singleValue(query, 'request') !== undefined)
    return refuse('request_not_supported', 'request is not supported.');
  if (singleValue(query, 'request_uri') !== undefined) {
    return refuse('request_uri_not_supported', 'request_uri is not supported.');
  }
  const type = singleValue(query, 'response_type');
  if (type === undefined) return refuse('invalid_request', 'response_type is missing.');
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  if ((singleValue(query, 'response_mode') ?? 'query') !== 'query') {
    return refuse('invalid_request', 'response_mode must be query.');
  }
  const challenge = singleValue(query, 'code_challenge');
  const method = singleValue(query, 'code_challenge_method');
  if (challenge === undefined && (method !== undefined || client.isPublic)) {
    return refuse('invalid_request', 'code_challenge is missing.');
  }
  // Without a method it would be plain (RFC 7636 4.3), which is no protection.
  if (challenge !== undefined && method !== 'S256') {
    return refuse('invalid_request', 'code_challenge_method must be S256.');
  }
  if (challenge !== undefined && !CHALLENGE.test(challenge)) {
    return refuse('invalid_request', 'code_challenge must be the base64url of a SHA-256.');
  }
  const asked = singleValue(query, 'scope')
    ?.split(' ')
    .filter((each) => each !== '');
  const internal = internalScopeProblem(asked ?? []);
  if (internal !== undefined) return refuse('invalid_scope', internal);
  const scopes = grantable(client.scopes, asked);
  if (scopes === false || scopes.length === 0) {
    return refuse('invalid_scope', 'A scope is not known, or the add-on is not registered for it.');
  }
  return { request: { client, addonName: row.name, redirectUri, state, scopes, challenge } };
}

/** The redirect address with the answer's parameters, `state` and `iss` (RFC 6749 4.1.2; RFC 9207). */
export function answerAddress(
  redirectUri: string,
  state: string | undefined,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(answer);
  if (state !== undefined) query.set('state', state);
  query.set('iss', issuer);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}

/** The problem of an address that an add-on is to be registered with, in a sentence; undefined when there is none. */
export function redirectUriProblem(text: string): Sentence | undefined {
  if (text.length > 1_000 || !/^[\x21-\x7e]+$/.test(text) || /[\\"<>*]/.test(text) || !URL.canParse(text)) {
    return sentence('must be an address without spaces and wildcards.');
  }
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes('#')) return sentence('must not have a fragment.');
  if (username !== '' || password !== '') return sentence('must not have credentials.');
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') {
    // An app on the person's own machine (RFC 8252 7.3).
    return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) ? undefined : sentence('must use https.');
  }
  // An app's own scheme, named like a domain of its maker (RFC 8252 7.1).
  return protocol.includes('.')
    ? undefined
    : sentence('must use https, or a scheme such as com.example.app.');
}

/** A content security policy source for where a form's answer may lead. */
export function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
