import type { Clock, Micros, Stopwatch } from '../kernel/time.ts';
import type { Storage, Writer } from '../storage/port.ts';
import { advanceKeyTime, beginKeyTime } from './store.ts';

/**
 * The time by which idempotency keys age: kept in the database, and advanced by the stopwatch of the running
 * processes. It never runs faster than real time, with any number of processes, and changes of the system clock do
 * not move it; while no process runs it stands still.
 */
export class KeyTime implements Clock {
  readonly #stopwatch: Stopwatch;
  #base: Micros;
  /** The stopwatch's value when the base was read. */
  #since: Micros;

  private constructor(stopwatch: Stopwatch, base: Micros) {
    this.#stopwatch = stopwatch;
    this.#base = base;
    this.#since = stopwatch.elapsed();
  }

  /** Goes on where the database's time stands; one that has none yet begins at its newest key, else `now`. */
  static async open(storage: Storage, stopwatch: Stopwatch, now: Micros): Promise<KeyTime> {
    return new KeyTime(stopwatch, await storage.write((tx) => beginKeyTime(tx, now)));
  }

  now(): Micros {
    return this.#base + (this.#stopwatch.elapsed() - this.#since);
  }

  /** Stores its time, and catches up with processes that are further. */
  async keep(tx: Writer): Promise<Micros> {
    const own = this.now();
    const kept = await advanceKeyTime(tx, own);
    if (kept > own) {
      this.#base = kept;
      this.#since = this.#stopwatch.elapsed();
    }
    return this.now();
  }
}
