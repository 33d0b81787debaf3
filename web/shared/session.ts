// Who is signed in. The cookie belongs to the pages; for the API it is changed into a short-lived token that is
// kept in memory alone.

import { ApiFailure, type Tokens } from './api.ts';
import { type Id, parseJson } from './json.ts';

/** What a member of a company may do. */
export type Role = 'owner' | 'manager' | 'staff';

export interface Membership {
  readonly id_str: Id;
  readonly name: string;
  readonly role: Role;
}

/** GET /session. */
export interface SessionInfo {
  readonly user: { readonly id_str: Id; readonly email: string; readonly name: string };
  readonly companies: readonly Membership[];
}

/** POST /session/token and POST /session/device. */
export interface SessionToken {
  readonly access_token: string;
  readonly expires_in: number;
  readonly company_id_str: Id;
  readonly role: Role;
  readonly scope: string;
}

/** How long before its end a token is replaced, in ms; a tab that slept finds out by the 401. */
const RENEW_BEFORE_MS = 30_000;

/** Asks one of the session's own endpoints, with the cookie. Throws an ApiFailure. */
async function ask(address: string, body?: unknown): Promise<unknown> {
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

/** Who is signed in; undefined when nobody is. */
export async function loadSession(base: string): Promise<SessionInfo | undefined> {
  try {
    return (await ask(`${base}/session`)) as SessionInfo;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return undefined;
    throw error;
  }
}

/** A long-lived token for a register's or kitchen's screen; asked for by whoever is signed in. */
export async function requestDevice(
  base: string,
  device: { company_id: Id; register_id: Id; name: string },
): Promise<SessionToken> {
  return (await ask(`${base}/session/device`, device)) as SessionToken;
}

/** The tokens of somebody who is signed in, for one company. Those who ask at the same time share one request. */
export class SessionTokens implements Tokens {
  readonly #base: string;
  readonly #company: Id;
  readonly #signedOut: () => void;
  #current: { readonly text: string; readonly until: number } | undefined;
  #asking: Promise<string> | undefined;

  /** `signedOut` is called when the session is over. */
  constructor(base: string, company: Id, signedOut: () => void) {
    this.#base = base;
    this.#company = company;
    this.#signedOut = signedOut;
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
    try {
      const token = (await ask(`${this.#base}/session/token`, { company_id: this.#company })) as SessionToken;
      const life = token.expires_in * 1000;
      const until = performance.now() + Math.max(life - RENEW_BEFORE_MS, life / 2);
      this.#current = { text: token.access_token, until };
      return token.access_token;
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) this.#signedOut();
      throw error;
    }
  }
}
