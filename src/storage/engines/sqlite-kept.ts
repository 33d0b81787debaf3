import type { KeptRecords, Touch } from '../port.ts';

/** Most that is kept; beyond it everything is read again. */
const MAX_KEPT = 5_000;

/**
 * What the writing connection has read and may give again. Every change goes through that connection or through another
 * process, whose commits are seen by the database's own counter: until then a value stands.
 */
export class Kept {
  readonly #values = new Map<string, unknown>();
  readonly #keysOf = new Map<Touch, Set<string>>();
  /** Counts what was dropped, so that what was read before a change is not kept behind it. */
  #drops = 0;
  /** The database's counter of other connections' commits. */
  #version: unknown;

  /** The value of a key, read by `load` where it is not known. */
  async get<T>(
    key: string,
    touches: readonly Touch[],
    load: () => Promise<T>,
    lasts: (value: T) => boolean,
  ): Promise<T> {
    if (this.#values.has(key)) return this.#values.get(key) as T;
    const drops = this.#drops;
    const value = await load();
    if (drops === this.#drops && lasts(value)) this.#keep(key, touches, value);
    return value;
  }

  /** The values of records by their ids; `load` reads those that are not known, and is not called when all are. */
  async each<T>({ ids, keyOf, touches, load, lasts }: KeptRecords<T>): Promise<ReadonlyMap<bigint, T>> {
    const found = new Map<bigint, T>();
    const missing: bigint[] = [];
    for (const id of ids) {
      const known = this.#values.get(keyOf(id));
      if (known === undefined) missing.push(id);
      else found.set(id, known as T);
    }
    if (missing.length === 0) return found;
    const drops = this.#drops;
    const loaded = await load(missing);
    const isUnchanged = drops === this.#drops;
    for (const id of missing) {
      const value = loaded.get(id);
      if (value === undefined) continue;
      found.set(id, value);
      if (isUnchanged && lasts(value)) this.#keep(keyOf(id), touches, value);
    }
    return found;
  }

  #keep(key: string, touches: readonly Touch[], value: unknown): void {
    if (this.#values.size >= MAX_KEPT) this.forget();
    this.#values.set(key, value);
    for (const touch of touches) {
      const keys = this.#keysOf.get(touch) ?? new Set();
      this.#keysOf.set(touch, keys.add(key));
    }
  }

  /** A statement is about to change something. */
  drop(touches: readonly Touch[]): void {
    for (const touch of touches) {
      const keys = this.#keysOf.get(touch);
      if (keys === undefined) continue;
      this.#drops++;
      for (const key of keys) this.#values.delete(key);
      this.#keysOf.delete(touch);
    }
  }

  /** A transaction has begun: with another version of the database nothing is known. */
  begin(version: unknown): void {
    if (this.#version !== version) this.forget();
    this.#version = version;
  }

  /** Nothing is known any more, as after changes were undone. */
  forget(): void {
    this.#drops++;
    this.#values.clear();
    this.#keysOf.clear();
  }
}
