import type { Micros } from '../kernel/time.ts';
import { SECOND } from '../kernel/time.ts';

/** Keys counted at a time; further keys share one count. */
const MAX_KEYS = 100_000;
const OVERFLOW = '';

/** Counts attempts of this process in fixed windows of time by a key such as a client or an address. */
export class AttemptLimiter {
  readonly #limit: number;
  readonly #length: Micros;
  #window = -1n;
  #counts = new Map<string, number>();

  constructor(limit: number, length: Micros) {
    this.#limit = limit;
    this.#length = length;
  }

  /** Takes one attempt; false when the key has none left in this window. */
  take(key: string, now: Micros): boolean {
    this.#turn(now);
    const slot = this.#slot(key);
    const used = this.#counts.get(slot) ?? 0;
    if (used >= this.#limit) return false;
    this.#counts.set(slot, used + 1);
    return true;
  }

  /** True while the key has attempts left. */
  hasLeft(key: string, now: Micros): boolean {
    this.#turn(now);
    return (this.#counts.get(this.#slot(key)) ?? 0) < this.#limit;
  }

  /** Whole seconds until the window ends, at least 1. */
  retryAfter(now: Micros): number {
    const end = (now / this.#length + 1n) * this.#length;
    return Math.max(1, Number((end - now + SECOND - 1n) / SECOND));
  }

  #turn(now: Micros): void {
    const window = now / this.#length;
    if (window === this.#window) return;
    this.#window = window;
    this.#counts = new Map();
  }

  #slot(key: string): string {
    return this.#counts.has(key) || this.#counts.size < MAX_KEYS ? key : OVERFLOW;
  }
}
