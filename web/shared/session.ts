// The user's session. The cookie belongs to the pages; for the API it is exchanged for a short-lived token that is
// kept in memory alone.

import type { SCREEN_TOKEN, SESSION } from '#src/access/shape.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import { ApiFailure, type Tokens } from './api.ts';
import { type Id, parseJson } from './json.ts';

/** What a member of a company may do. */
export type Role = 'owner' | 'manager' | 'staff';

/** GET /session. */
export type SessionInfo = OnScreen<typeof SESSION>;
export type Membership = SessionInfo['companies'][number];

/** POST /session/token. */
export type SessionToken = Pick<
  OnScreen<typeof SCREEN_TOKEN>,
  'access_token' | 'expires_in' | 'company_id_str' | 'scope'
>;

/** How long before its end a token is replaced, in ms; a tab that slept finds out by the 401. */
const RENEW_BEFORE_MS = 30_000;

/** Asks one of the session's own endpoints, with the cookie. Throws an ApiFailure. */
export async function askSession(address: string, body?: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-passbell-screen': '1' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiFailure(0, 'offline', 'The service cannot be reached. Check the network.');
  }
  const text = await answer.text();
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    value = undefined;
  }
  if (answer.ok) return value;
  const said = value as { error?: string; error_description?: string } | undefined;
  const sentence = said?.error_description ?? `The service answered with ${answer.status}.`;
  throw new ApiFailure(answer.status, said?.error ?? 'server_error', sentence);
}

/** The signed-in user; undefined without a session. */
export async function loadSession(base: string): Promise<SessionInfo | undefined> {
  try {
    return (await askSession(`${base}/session`)) as SessionInfo;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return undefined;
    throw error;
  }
}

/**
 * Lets a device in, on behalf of the signed-in user. A screen's key comes as a cookie; an agent, which is no browser,
 * is given a token without an end.
 */
export async function requestDevice(
  base: string,
  device: { company_id: Id; register_id: Id; name: string; kind: 'register' | 'kitchen' | 'agent' },
): Promise<{ readonly access_token?: string }> {
  return (await askSession(`${base}/session/device`, device)) as { access_token?: string };
}

/** Where short-lived tokens come from. */
export interface TokenSource {
  /** Asks for another one. Throws an ApiFailure. */
  readonly request: () => Promise<SessionToken>;
  /** Called when there are none to be had any more: 401. */
  readonly over: () => void;
  /** How long before its end a token is replaced, in ms. */
  readonly renewBeforeMs?: number;
}

/** Tokens that are asked for again before they end. Those who ask at the same time share one request. */
export class ShortTokens implements Tokens {
  readonly #source: TokenSource;
  #current: { readonly text: string; readonly until: number } | undefined;
  #asking: Promise<string> | undefined;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  async get(): Promise<string> {
    const current = this.#current;
    if (current !== undefined && performance.now() < current.until) return current.text;
    return this.#request();
  }

  async renew(refused: string): Promise<string> {
    if (this.#current?.text === refused) this.#current = undefined;
    return this.get();
  }

  #request(): Promise<string> {
    this.#asking ??= this.#make().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #make(): Promise<string> {
    const { request, over, renewBeforeMs = RENEW_BEFORE_MS } = this.#source;
    try {
      const token = await request();
      const life = token.expires_in * 1000;
      const until = performance.now() + Math.max(life - renewBeforeMs, life / 2);
      this.#current = { text: token.access_token, until };
      return token.access_token;
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) over();
      throw error;
    }
  }
}

/** The tokens of the signed-in user for one company. `signedOut` is called when the session is over. */
export class SessionTokens extends ShortTokens {
  constructor(base: string, company: Id, signedOut: () => void) {
    super({
      request: async () =>
        (await askSession(`${base}/session/token`, { company_id: company })) as SessionToken,
      over: signedOut,
    });
  }
}
