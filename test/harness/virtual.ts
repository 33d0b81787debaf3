import type { Random } from '#src/kernel/random.ts';
import type { Clock, Micros } from '#src/kernel/time.ts';
import { chanceOf } from './chance.ts';

/** Chance that is the same every time for the same seed. */
export class Seeded implements Random {
  /** From 0 up to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = chanceOf(seed);
  }

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.whole(0, 255)));
  }
}

interface Alarm {
  readonly at: Micros;
  readonly order: number;
  readonly work: () => void;
}

/** Time that passes only when nothing is left to do at the moment it shows. */
export class VirtualTime implements Clock {
  #now: Micros;
  #order = 0;
  readonly #alarms = new Set<Alarm>();

  constructor(start: Micros = 1_800_000_000_000_000n) {
    this.#now = start;
  }

  now(): Micros {
    return this.#now;
  }

  /** Runs work after some ms; answers how to call it off. */
  after(ms: number, work: () => void): () => void {
    const alarm = { at: this.#now + BigInt(Math.round(ms * 1000)), order: this.#order++, work };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  /** Waits, in virtual time. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets time pass until a moment; before each step `settle` waits until all work of the present is done. */
  async runUntil(
    end: Micros,
    settle: () => Promise<void>,
    isOver: () => boolean = () => false,
  ): Promise<void> {
    for (;;) {
      await settle();
      if (isOver()) return;
      let next: Alarm | undefined;
      for (const alarm of this.#alarms) {
        if (next === undefined || alarm.at < next.at || (alarm.at === next.at && alarm.order < next.order)) {
          next = alarm;
        }
      }
      if (next === undefined || next.at > end) {
        this.#now = end;
        return;
      }
      this.#alarms.delete(next);
      if (next.at > this.#now) this.#now = next.at;
      next.work();
    }
  }
}
