import type { Reader, SharedRead } from '../port.ts';

/** Most values of a statement that reads for several works. */
const MAX_VALUES = 512;

/** Where a work reads. */
export interface ReadConnection extends Reader {
  /** Calls back at the end of this turn of the event loop, before what was asked in it goes out. */
  beforeSend(ask: () => void): void;
}

/** Parts that are read at the end of this turn. */
interface OpenRead {
  readonly parts: unknown[];
  size: number;
  readonly result: Promise<unknown>;
}

/**
 * Reads of the setup that works share which begin in the same turn of the event loop: nothing of it has been sent then, so that
 * each sees everything that was committed before it began.
 */
export class SharedReads {
  readonly #asked = new Map<string, Promise<unknown>>();
  readonly #open = new Map<unknown, Map<string, OpenRead>>();

  /** The result of `load`, or of another one of the same key in this turn. */
  ask<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#asked.get(key) as Promise<T> | undefined;
    // The other one may fail by what its own work has come to.
    if (known !== undefined) return known.catch(load);
    if (this.#asked.size === 0) setImmediate(() => this.#asked.clear());
    const asked = load();
    this.#asked.set(key, asked);
    return asked;
  }

  /** Reads a part, at the end of this turn and together with others of its kind and key. */
  join<Part, Result>(read: SharedRead<Part, Result>, part: Part, tx: ReadConnection): Promise<Result> {
    const key = read.keyOf(part);
    const size = read.sizeOf(part);
    const open = this.#open.get(read) ?? new Map<string, OpenRead>();
    this.#open.set(read, open);
    const known = open.get(key);
    if (known !== undefined && known.size + size <= MAX_VALUES) {
      known.parts.push(part);
      known.size += size;
      // It was asked by another work, which may have come to its end.
      return (known.result as Promise<Result>).catch(() => read.read(tx, [part]));
    }
    const parts = [part];
    const result = new Promise<Result>((resolve, reject) => {
      tx.beforeSend(() => {
        if (open.get(key)?.parts === parts) open.delete(key);
        read.read(tx, parts).then(resolve, reject);
      });
    });
    open.set(key, { parts, size, result });
    return result;
  }
}
