// The one way from the screens to the API: the published client, with the tokens of a session or a device.

import { ApiError, ConnectionError, Passbell, type PassbellOptions } from '#clients/typescript/index.ts';
import { BASE } from './base.ts';
import type { Id } from './json.ts';
import { withReasons } from './reasons.ts';
import { SEEN } from './seen.ts';
import { currentLanguage } from './words.ts';

/** Where a token comes from, and how another one is got when it is refused. */
export interface Tokens {
  /** The token to use now; renewed before its end. */
  get(): Promise<string>;
  /** Another one in place of one that was refused. Throws when there is none to be had. */
  renew(refused: string): Promise<string>;
}

/** How often a call is sent in all when it fails in passing, and for how long, in ms. */
const PATIENCE = { tries: 4, giveUpAfterMs: 20_000 };
/** Answers that are kept to be compared by their tag. */
const KEEP = 200;

/** The API of one company. Without `renew` a refused token is a refusal. */
export function connect(
  company: Id,
  tokens: Pick<Tokens, 'get'> & Partial<Tokens>,
  options: Pick<PassbellOptions, 'fetch' | 'patience' | 'timeoutMs'> = {},
): Passbell {
  const { renew } = tokens;
  return new Passbell({
    baseUrl: location.origin + BASE,
    company,
    language: currentLanguage(),
    token: () => tokens.get(),
    ...(renew === undefined ? {} : { refresh: (refused: string) => renew.call(tokens, refused) }),
    patience: PATIENCE,
    repeatChanges: true,
    keep: KEEP,
    seen: SEEN,
    ...options,
    fetch: withReasons(options.fetch ?? ((url, init) => fetch(url, init))),
  });
}

/** True for what the service refused with this code. */
export function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** There is no network: nothing was sent. */
export class OfflineError extends Error {
  override name = 'OfflineError';
}

/**
 * Whether the service can be reached. A browser that says it has no network is right, but on the machine that the service runs
 * on.
 */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  return fetch(`${BASE}/healthz`).then(
    () => true,
    () => false,
  );
}

/** True when there was no answer: the network is down, or the service. */
export function isOffline(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError;
}
