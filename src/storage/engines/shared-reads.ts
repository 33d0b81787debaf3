/**
 * Reads of the setup that works share which begin in the same turn of the event loop: nothing of it has been sent then, so that
 * each sees everything that was committed before it began.
 */
export class SharedReads {
  readonly #asked = new Map<string, Promise<unknown>>();

  /** What `load` reads, or another one of the same key in this turn. */
  ask<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#asked.get(key) as Promise<T> | undefined;
    // The other one may fail by what its own work has come to.
    if (known !== undefined) return known.catch(load);
    if (this.#asked.size === 0) setImmediate(() => this.#asked.clear());
    const asked = load();
    this.#asked.set(key, asked);
    return asked;
  }
}
