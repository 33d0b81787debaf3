import { hashSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { fold, sql } from '../storage/sql.ts';
import { sweepSteps } from './factors.store.ts';
import { KNOWN_LIFETIME, SIGN_IN_WINDOW } from './types.ts';

// How often sign-ins were tried, and the browsers that people are known by. Both are kept in the database, so that
// they hold for every process and after a start. They belong to the installation: no query names a company.

/** Browsers that one person is known by; of more the longest unused are forgotten. */
const MAX_KNOWN = 50;
/** Browsers that are forgotten at a time. */
const MAX_FORGOTTEN = 1_000;

/** The key under which tries at an account from an address are counted; both are kept as a hash only. */
export function pairKey(email: string, place: string): string {
  return hashSecret(`account ${fold(email)} from ${place}`);
}

/** The key under which tries from an address are counted. */
export function placeKey(place: string): string {
  return hashSecret(`address ${place}`);
}

/** The key under which tries at a person's account from a browser they are known by are counted. */
export function browserKey(browser: string, user: Id): string {
  return hashSecret(`browser ${browser} of ${user}`);
}

/** Takes one attempt; false when the key has used up its limit in this window. Holds for many at once. */
export async function takeAttempt(tx: Writer, key: string, limit: number, now: Micros): Promise<boolean> {
  const start = windowStart(now);
  const taken = await tx.run(
    sql`insert into sign_in_attempts (key_hash, window_start, attempts) values (${key}, ${start}, 1)
        on conflict (key_hash) do update set
          attempts = case when sign_in_attempts.window_start < excluded.window_start then 1
                          else sign_in_attempts.attempts + 1 end,
          window_start = case when sign_in_attempts.window_start < excluded.window_start then excluded.window_start
                              else sign_in_attempts.window_start end
        where sign_in_attempts.window_start < excluded.window_start or sign_in_attempts.attempts < ${limit}`,
  );
  return taken > 0;
}

/** Gives one attempt back: it was good. */
export async function giveAttemptBack(tx: Writer, key: string): Promise<void> {
  await tx.run(
    sql`update sign_in_attempts set attempts = attempts - 1 where key_hash = ${key} and attempts > 0`,
  );
}

/** Forgets a key's attempts. */
export async function clearAttempts(tx: Writer, key: string): Promise<void> {
  await tx.run(sql`delete from sign_in_attempts where key_hash = ${key}`);
}

/** Whole seconds until attempts are counted anew, at least 1. */
export function secondsToNextWindow(now: Micros): number {
  return Math.max(1, Number((windowStart(now) + SIGN_IN_WINDOW - now + SECOND - 1n) / SECOND));
}

function windowStart(now: Micros): Micros {
  return (now / SIGN_IN_WINDOW) * SIGN_IN_WINDOW;
}

/** True when a person has signed in by the browser before. */
export async function isKnownBrowser(tx: Reader, browser: string, user: Id, now: Micros): Promise<boolean> {
  const row = await tx.get(
    sql`select user_id from known_browsers
        where token_hash = ${browser} and user_id = ${user} and seen_at > ${now - KNOWN_LIFETIME}`,
  );
  return row !== undefined;
}

/** Makes a browser known for a user. A user known by its earlier cookie is moved to the new one. */
export async function rememberBrowser(
  tx: Writer,
  user: Id,
  browser: { readonly before: string | undefined; readonly now: string },
  now: Micros,
): Promise<void> {
  if (browser.before !== undefined) {
    await tx.run(
      sql`update known_browsers set token_hash = ${browser.now} where token_hash = ${browser.before}`,
    );
  }
  await tx.run(
    sql`insert into known_browsers (token_hash, user_id, seen_at) values (${browser.now}, ${user}, ${now})
        on conflict (token_hash, user_id) do update set seen_at = excluded.seen_at`,
  );
  await tx.run(
    sql`delete from known_browsers where user_id = ${user} and token_hash in (
          select token_hash from known_browsers where user_id = ${user}
          order by seen_at desc, token_hash limit ${MAX_FORGOTTEN} offset ${MAX_KNOWN})`,
  );
}

/** Forgets every browser that a person is known by. */
export async function forgetBrowsers(tx: Writer, user: Id): Promise<void> {
  await tx.run(sql`delete from known_browsers where user_id = ${user}`);
}

/** Deletes up to `limit` rows of each kind that time has ended. Answers how many went. */
export async function sweepSignIns(tx: Writer, now: Micros, limit: number): Promise<number> {
  const attempts = await tx.run(
    sql`delete from sign_in_attempts where key_hash in (
          select key_hash from sign_in_attempts where window_start <= ${now - SIGN_IN_WINDOW}
          order by window_start limit ${limit})`,
  );
  const browsers = await tx.run(
    sql`delete from known_browsers where (token_hash, user_id) in (
          select token_hash, user_id from known_browsers where seen_at <= ${now - KNOWN_LIFETIME}
          order by seen_at limit ${limit})`,
  );
  return attempts + browsers + (await sweepSteps(tx, now, limit));
}
