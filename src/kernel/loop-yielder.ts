import { LOOP_SLICE_MS } from './budget.ts';

/** Parts of one record that a step goes through without giving the event loop back. */
const FEW_PARTS = 200;

/** One turn of the event loop between two steps that each go through a record of so many parts; none for few. */
export function turnBetween(parts: number): Promise<void> | undefined {
  if (parts <= FEW_PARTS) return undefined;
  return new Promise((resolve) => setImmediate(resolve));
}

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
