import { ApiError } from '../kernel/errors.ts';
import { MINUTE, type Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { AttemptLimiter } from './attempts.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Sign-ins of add-ons that may fail in a minute, per client and address, and per address. */
const FAILURES_PER_CLIENT = 30;
const FAILURES_PER_ADDRESS = 300;
const WINDOW: Micros = MINUTE;
/** Characters of a client id that attempts are counted by: ours are shorter. */
const MAX_KEY = 64;

/**
 * Slows down guessing of the secrets of add-ons, by Basic at the API and at the token endpoint alike (reference:
 * authentication.19, limits.15).
 */
export class SecretGuesses {
  readonly #perClient: AttemptLimiter;
  readonly #perAddress: AttemptLimiter;

  constructor(counts?: SharedCounts) {
    const limiter = (limit: number, name: string) =>
      new AttemptLimiter(limit, WINDOW, counts === undefined ? undefined : { counts, name });
    this.#perClient = limiter(FAILURES_PER_CLIENT, 'failures of clients');
    this.#perAddress = limiter(FAILURES_PER_ADDRESS, 'failures of addresses');
  }

  /** 429 when too many sign-ins failed in this minute, of the client from this address or of the address. */
  check(clientId: string, place: string, now: Micros): void {
    if (this.#perAddress.hasLeft(place, now) && this.#perClient.hasLeft(pairOf(clientId, place), now)) return;
    const seconds = String(this.#perClient.retryAfter(now));
    throw new ApiError(
      'rate_limit_exceeded',
      sentence('Too many sign-ins failed. Try again in {seconds} s.', { seconds }),
      { headers: { 'retry-after': seconds } },
    );
  }

  /** Counts a sign-in that failed. */
  count(clientId: string, place: string, now: Micros): void {
    this.#perAddress.take(place, now);
    this.#perClient.take(pairOf(clientId, place), now);
  }
}

function pairOf(clientId: string, place: string): string {
  return `${clientId.slice(0, MAX_KEY)} ${place}`;
}
