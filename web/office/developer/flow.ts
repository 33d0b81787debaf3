// The authorization code flow with PKCE, from the side of an add-on (RFC 6749 4.1, RFC 7636).

import type { Addon, Id } from '#clients/typescript/index.ts';
import type { Scope } from '../addons/scopes.tsx';
import { type Command, commandOf } from './curl.ts';

/** One walk through the flow; kept while the person is away at the consent page. */
export interface Flow {
  readonly addon: Id;
  readonly scopes: readonly Scope[];
  /** Ties the answer to the request. */
  readonly state: string;
  /** Ties the exchange of the code to the request. */
  readonly verifier: string;
}

/** The answer at the redirect address. */
export interface Returned {
  readonly code: string | null;
  readonly state: string | null;
  readonly iss: string | null;
  readonly error: string | null;
  readonly description: string | null;
}

const KEPT = 'passbell.authorization';
const RANDOM_BYTES = 32;

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

/** A walk that begins. */
export function newFlow(addon: Pick<Addon, 'id' | 'scopes'>): Flow {
  return { addon: addon.id, scopes: addon.scopes, state: random(), verifier: random() };
}

/** The code_challenge of a code_verifier, by S256. */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(hash));
}

/** Where the person is sent to. */
export function authorizeAddress(
  service: string,
  { client_id }: Pick<Addon, 'client_id'>,
  { scopes, state }: Pick<Flow, 'scopes' | 'state'>,
  challenge: string,
  redirectUri: string,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${service}/oauth/authorize?${query}`;
}

/** Keeps the walk in this tab until the person is back. */
export function keepFlow(flow: Flow | undefined): void {
  if (flow === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, JSON.stringify(flow));
}

/** The walk that this tab is on. */
export function keptFlow(): Flow | undefined {
  const text = sessionStorage.getItem(KEPT);
  return text === null ? undefined : (JSON.parse(text) as Flow);
}

/** The answer in the query of the redirect address; undefined when there is none. */
export function returnedBy(search: string): Returned | undefined {
  const query = new URLSearchParams(search);
  if (!query.has('code') && !query.has('error')) return undefined;
  return {
    code: query.get('code'),
    state: query.get('state'),
    iss: query.get('iss'),
    error: query.get('error'),
    description: query.get('error_description'),
  };
}

/** The client's own fields of a request for tokens, the secret from the environment. */
function clientFields({ client_id, is_public }: Addon): NonNullable<Command['form']> {
  return [
    ['client_id', client_id],
    ...(is_public ? [] : [['client_secret', { variable: 'PASSBELL_CLIENT_SECRET' }] as const]),
  ];
}

/** The command that exchanges the code for tokens. */
export function exchangeCommand(
  service: string,
  addon: Addon,
  grant: Readonly<Record<string, string>>,
): string {
  return commandOf({
    method: 'POST',
    address: `${service}/v1/token`,
    form: [...Object.entries(grant), ...clientFields(addon)],
  });
}

/** The command that gets the next access token. */
export function refreshCommand(service: string, addon: Addon): string {
  return commandOf({
    method: 'POST',
    address: `${service}/v1/token`,
    form: [
      ['grant_type', 'refresh_token'],
      ['refresh_token', { variable: 'PASSBELL_REFRESH_TOKEN' }],
      ...clientFields(addon),
    ],
  });
}
