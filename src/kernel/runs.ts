/** Work that runs one at a time, for callers who want everything of before their call in it. */
export class Runs {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /**
   * Ends after a run that begins now, or after the one that is under way: callers who wait for that share the next one. Rejects
   * as that run does.
   */
  run(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    const next = () => this.#running ?? this.#begin();
    return this.#running.then(next, next);
  }

  #begin(): Promise<void> {
    this.#running = this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}
