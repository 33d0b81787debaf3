import type { Micros } from '../kernel/time.ts';

/** Counts of keys for which there was no more room. */
const OVERFLOW = '';

/** A count in a window of time. */
export interface Counted {
  readonly key: string;
  readonly endsAt: Micros;
  readonly count: number;
}

/** Counts by a key in fixed windows of time, beside what other processes have counted. */
export class WindowCounts {
  /** How long a window is. */
  readonly length: Micros;
  readonly #maxKeys: number;
  readonly #isShared: boolean;
  #window = -1n;
  #own = new Map<string, number>();
  #others = new Map<string, number>();
  /** Keys whose counts have changed since they were last written for the other processes, the first one first. */
  #changed = new Set<string>();

  /** Beyond `maxKeys` in a window further keys share one count. `isShared`: what changes is kept for `takeChanged`. */
  constructor(length: Micros, { maxKeys = Number.POSITIVE_INFINITY, isShared = false } = {}) {
    this.length = length;
    this.#maxKeys = maxKeys;
    this.#isShared = isShared;
  }

  /** How often the key was counted in this window, by all processes as far as that is known here. */
  of(key: string, now: Micros): number {
    this.#turn(now);
    const slot = this.#slot(key);
    return (this.#own.get(slot) ?? 0) + (this.#others.get(slot) ?? 0);
  }

  /** Counts the key once. */
  add(key: string, now: Micros): void {
    this.#turn(now);
    const slot = this.#slot(key);
    this.#own.set(slot, (this.#own.get(slot) ?? 0) + 1);
    if (this.#isShared) this.#changed.add(slot);
  }

  /** When the window ends that a moment lies in. */
  endOf(now: Micros): Micros {
    return (now / this.length + 1n) * this.length;
  }

  /** Takes out up to `limit` keys whose count here has changed. */
  takeChanged(now: Micros, limit: number): Counted[] {
    this.#turn(now);
    const endsAt = this.endOf(now);
    const taken: Counted[] = [];
    for (const key of this.#changed) {
      if (taken.length >= limit) break;
      this.#changed.delete(key);
      taken.push({ key, endsAt, count: this.#own.get(key) ?? 0 });
    }
    return taken;
  }

  /** Puts back keys whose counts could not be written for the other processes. */
  putBack(counted: readonly Counted[], now: Micros): void {
    this.#turn(now);
    const end = this.endOf(now);
    for (const { key, endsAt } of counted) if (endsAt === end) this.#changed.add(key);
  }

  /** Learns what the other processes have counted together; of a window that is over it is of no use. */
  learn({ key, endsAt, count }: Counted, now: Micros): void {
    this.#turn(now);
    if (endsAt === this.endOf(now)) this.#others.set(key, count);
  }

  #turn(now: Micros): void {
    const window = now / this.length;
    if (window === this.#window) return;
    this.#window = window;
    this.#own = new Map();
    this.#others = new Map();
    this.#changed = new Set();
  }

  #slot(key: string): string {
    return this.#own.has(key) || this.#own.size < this.#maxKeys ? key : OVERFLOW;
  }
}
