import { LOOP_SLICE_MS } from './budget.ts';

/**
 * Gives the event loop back every few milliseconds within long work: `yieldIfDue` is called between its parts and
 * does nothing until LOOP_SLICE_MS have passed.
 */
export class LoopYielder {
  readonly #elapsed: () => number;
  #since: number;

  /** `elapsed` gives milliseconds of a clock that only goes forward. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
    this.#since = elapsed();
  }

  /** True when the slice is used up. */
  isDue(): boolean {
    return this.#elapsed() - this.#since >= LOOP_SLICE_MS;
  }

  /** One turn of the event loop, when the slice is used up. */
  async yieldIfDue(): Promise<void> {
    if (!this.isDue()) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = this.#elapsed();
  }
}
