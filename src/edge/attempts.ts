import type { Micros } from '../kernel/time.ts';
import { SECOND } from '../kernel/time.ts';
import type { SharedCounts } from './shared-counts.ts';
import { WindowCounts } from './window-counts.ts';

/** Keys counted at a time; further keys share one count. */
const MAX_KEYS = 100_000;

/** Shares a limiter's counts with the other processes, under a name; without it they stay in this process. */
interface AttemptSharing {
  readonly counts: SharedCounts;
  readonly name: string;
}

/**
 * Counts attempts in fixed windows of time by a key such as a client or an address: those of this process, and of the
 * others as far as they are known (reference: conventions.30).
 */
export class AttemptLimiter {
  readonly #limit: number;
  readonly #counts: WindowCounts;

  constructor(limit: number, length: Micros, sharing?: AttemptSharing) {
    this.#limit = limit;
    const bounds = { maxKeys: MAX_KEYS };
    this.#counts = sharing?.counts.windows(sharing.name, length, bounds) ?? new WindowCounts(length, bounds);
  }

  /** Takes one attempt; false when the key has none left in this window. */
  take(key: string, now: Micros): boolean {
    if (!this.hasLeft(key, now)) return false;
    this.#counts.add(key, now);
    return true;
  }

  /** True while the key has attempts left. */
  hasLeft(key: string, now: Micros): boolean {
    return this.#counts.of(key, now) < this.#limit;
  }

  /** Whole seconds until the window ends, at least 1. */
  retryAfter(now: Micros): number {
    return Math.max(1, Number((this.#counts.endOf(now) - now + SECOND - 1n) / SECOND));
  }
}
