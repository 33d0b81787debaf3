import type { Clock, Micros, Stopwatch } from './kernel/time.ts';
import { SECOND } from './kernel/time.ts';
import type { Storage, Writer } from './storage/port.ts';

/** How often rows that time has ended are swept away, in ms. */
export const SWEEP_EVERY_MS = 60_000;
/** Rows of one transaction, so that requests do not wait long for it. */
const ROWS = 1_000;
/** How long one part may take of each sweep: the rest is swept with the next. */
const PART_LIMIT: Micros = 10n * SECOND;

/** A part of it: sweeps up to `limit` rows, and answers how many they were where there may be more. */
export type Sweep = (tx: Writer, now: Micros, limit: number) => Promise<unknown>;

/** The dependencies of the sweeper. */
interface SweeperParts {
  readonly storage: Storage;
  readonly clock: Clock & Stopwatch;
  readonly parts: readonly Sweep[];
  /** 0 sweeps only when `sweep` is called. */
  readonly everyMs: number;
  /** Receives errors that are tried again. */
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Deletes expired rows, every minute. */
export class Sweeper {
  readonly #parts: SweeperParts;
  readonly #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
    if (parts.everyMs === 0) return;
    this.#timer = setInterval(() => {
      this.#running ??= this.run().finally(() => {
        this.#running = undefined;
      });
    }, parts.everyMs);
  }

  /** Sweeps once. */
  async run(): Promise<void> {
    for (const part of this.#parts.parts) {
      try {
        await this.#sweep(part);
      } catch (error) {
        this.#parts.warn(error, 'Sweeping old rows failed; it is tried again in a minute.');
      }
    }
  }

  async #sweep(part: Sweep): Promise<void> {
    const { storage, clock } = this.#parts;
    const end = clock.elapsed() + PART_LIMIT;
    // Ends: when a transaction finds fewer rows than it may take, or the time is over.
    for (let gone = ROWS; gone >= ROWS && clock.elapsed() < end && !this.#stopped; ) {
      const count = await storage.write((tx) => part(tx, clock.now(), ROWS));
      gone = typeof count === 'number' ? count : 0;
    }
  }

  /** Ends after the transaction that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
