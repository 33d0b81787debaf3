// The user's session. The cookie belongs to the pages; for the API it is exchanged for a short-lived token that is
// kept in memory alone.

import {
  ApiError,
  type DeviceRequest,
  type Fetch,
  type Id,
  type Long,
  type NewDevice,
  Passbell,
  type Session,
} from '#clients/typescript/index.ts';
import type { Language } from '#src/kernel/words.ts';
import { fetchAhead } from './ahead.ts';
import type { Tokens } from './client.ts';
import { SEEN } from './seen.ts';
import { currentLanguage } from './words.ts';

export type SessionInfo = Session;
export type Membership = Session['companies'][number];
/** The role of a member in a company. */
export type Role = Membership['role'];

/** How long before its end a token is replaced, in ms; a tab that slept finds out by the 401. */
const RENEW_BEFORE_MS = 30_000;

/** How long a company's events are followed from where they were when its first token was given, in ms. */
const FOLLOWED_FROM_MS = 60_000;

/** The session's own endpoints are asked with the cookie in place of a token. */
const withCookie =
  (send: typeof fetchAhead): Fetch =>
  (url, { headers: { authorization: _none, ...headers }, ...init }) =>
    send(url, {
      ...init,
      headers: { ...headers, 'x-passbell-screen': '1' },
      credentials: 'same-origin',
    });

/** The session's own endpoints below `base`; nothing is asked twice. */
export function sessionAt(base: string, send = fetchAhead): Passbell {
  return new Passbell({
    baseUrl: location.origin + base,
    token: '',
    language: currentLanguage(),
    patience: { tries: 1 },
    fetch: withCookie(send),
  });
}

/** True for a session or a key that the service does not know any more. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The signed-in user; undefined without a session. */
export async function loadSession(base: string): Promise<Session | undefined> {
  try {
    return await sessionAt(base).call('getOwnSession');
  } catch (error) {
    if (isOver(error)) return undefined;
    throw error;
  }
}

/** Chooses the language of the signed-in user's screens; undefined leaves it to the browser. */
export async function setOwnLanguage(base: string, language: Language | undefined): Promise<void> {
  await sessionAt(base).call('setOwnLanguage', { body: { language: language ?? null } });
}

/**
 * Lets a device in, on behalf of the signed-in user. A screen's key comes as a cookie; an agent, which is no browser,
 * is given a token without an end.
 */
export function requestDevice(base: string, device: DeviceRequest, send = fetchAhead): Promise<NewDevice> {
  return sessionAt(base, send).call('createDevice', { body: device });
}

/** A token with how long it is good for, in seconds. */
interface ShortToken {
  readonly access_token: string;
  readonly expires_in: number;
  readonly last_event?: Long;
}

/** Where short-lived tokens come from. */
export interface TokenSource {
  /** Asks for another one. */
  readonly request: () => Promise<ShortToken>;
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
  /** The company's last event when the first token was given, and until when that is of use. */
  #begun: { readonly lastEvent: string | undefined; readonly until: number } | undefined;

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

  /**
   * The number of the company's last event when the first token was given: whatever is read with the tokens shows everything
   * up to it. Undefined when that is longer ago, so that there may be many since, and where the service does not say it.
   */
  async lastEvent(): Promise<string | undefined> {
    await this.get();
    const begun = this.#begun;
    return begun !== undefined && performance.now() < begun.until ? begun.lastEvent : undefined;
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
      if (this.#begun === undefined) {
        this.#begun = {
          lastEvent: token.last_event?.toString(),
          until: performance.now() + FOLLOWED_FROM_MS,
        };
        // Where a copy of the database answers, it has to have come that far.
        SEEN.tell();
      }
      this.#current = { text: token.access_token, until };
      return token.access_token;
    } catch (error) {
      if (isOver(error)) over();
      throw error;
    }
  }
}

/** The tokens of the signed-in user for one company. `signedOut` is called when the session is over. */
export class SessionTokens extends ShortTokens {
  constructor(base: string, company: Id, signedOut: () => void) {
    const session = sessionAt(base);
    super({
      request: () => session.call('createScreenToken', { body: { company_id: company } }),
      over: signedOut,
    });
  }
}
