// Limits hold for all processes of a fleet without a question to the database on the way of a request: each process tells
// the others once a second what it has counted, and learns what they have (reference: conventions.30, limits.15).

import type { Random } from '../kernel/random.ts';
import type { Clock, Micros, Ticker } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { exchangeCounts } from './counts.store.ts';
import type { Keyring } from './secrets.ts';
import { type Counted, WindowCounts } from './window-counts.ts';

/** How often processes exchange their counts, in ms. */
const EXCHANGE_MS = 1_000;
/** Keys of one exchange; the others wait for the next. A process answers fewer requests in a second. */
export const KEYS_PER_EXCHANGE = 2_000;

/** The dependencies of the exchange. */
export interface SharedCountsParts {
  readonly storage: Pick<Storage, 'engine' | 'write'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly keyring: Keyring;
  /** Hears of an exchange that failed, once until one succeeds again. */
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Counts of one kind, by the name that its keys have among those of the others. */
interface Kind {
  readonly name: string;
  readonly counts: WindowCounts;
}

/** A changed count, to be written for the other processes. */
interface ChangedCount extends Counted {
  readonly hash: string;
  readonly counts: WindowCounts;
}

/** All counts of a process that hold for its fleet. On SQLite there is one process: nothing is exchanged. */
export class SharedCounts {
  readonly #parts: SharedCountsParts;
  readonly #process: string;
  readonly #isShared: boolean;
  readonly #kinds: Kind[] = [];
  #stop: (() => void) | undefined;
  #exchanging: Promise<void> | undefined;
  #isAway = false;

  constructor(parts: SharedCountsParts) {
    this.#parts = parts;
    this.#process = parts.random.bytes(12).toString('base64url');
    this.#isShared = parts.storage.engine === 'postgres';
  }

  /** Makes counts that hold for all processes. The name is the same in each of them, and no other's. */
  windows(name: string, length: Micros, bounds: { readonly maxKeys?: number } = {}): WindowCounts {
    if (this.#kinds.some((kind) => kind.name === name))
      throw new Error(`There are counts of ${name} already.`);
    const counts = new WindowCounts(length, { ...bounds, isShared: this.#isShared });
    this.#kinds.push({ name, counts });
    return counts;
  }

  /** Exchanges counts once a second from now on. */
  start(ticker: Ticker): void {
    if (this.#isShared) this.#stop = ticker.every(EXCHANGE_MS, () => void this.exchange());
  }

  /** Ends that, after an exchange that is under way. */
  async stop(): Promise<void> {
    this.#stop?.();
    await this.#exchanging;
  }

  /**
   * Tells the others what was counted here since the last time, and learns what they have of the same keys. One at a time.
   * When the database is away each process goes on with its own counts, and tells of them later.
   */
  exchange(): Promise<void> {
    this.#exchanging ??= this.#run().finally(() => {
      this.#exchanging = undefined;
    });
    return this.#exchanging;
  }

  async #run(): Promise<void> {
    const { storage, clock, warn } = this.#parts;
    const changed = this.#takeChanged(clock.now());
    if (changed.length === 0) return;
    try {
      const others = await storage.write((tx) => exchangeCounts(tx, this.#process, changed));
      const now = clock.now();
      for (const each of changed) {
        const count = others.get(each.hash);
        if (count !== undefined) each.counts.learn({ ...each, count }, now);
      }
      this.#isAway = false;
    } catch (error) {
      const now = clock.now();
      for (const each of changed) each.counts.putBack([each], now);
      if (!this.#isAway)
        warn(error, 'Counts of limits could not be exchanged: until they can, each process counts alone.');
      this.#isAway = true;
    }
  }

  /** The changed counts of all kinds, each with the hash that stands for its key in the database. */
  #takeChanged(now: Micros): ChangedCount[] {
    const changed: ChangedCount[] = [];
    for (const { name, counts } of this.#kinds) {
      for (const counted of counts.takeChanged(now, KEYS_PER_EXCHANGE - changed.length)) {
        const hash = this.#parts.keyring.hashCounted(`${name} ${counted.key}`);
        changed.push({ ...counted, hash, counts });
      }
    }
    return changed;
  }
}
