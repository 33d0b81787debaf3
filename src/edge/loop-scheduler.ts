import { PIECES_PER_TURN } from './budgets.ts';

/**
 * Hands out turns of the event loop: one slice of work and a few pieces of answers in each, however many ask, so that
 * everything else has its turn in between.
 */
export class LoopScheduler {
  readonly #slices: (() => void)[] = [];
  readonly #pieces: (() => void)[] = [];
  #armed = false;

  /** Resolves when it is this caller's turn to do a slice of work. */
  slice(): Promise<void> {
    return new Promise((resolve) => {
      this.#slices.push(resolve);
      this.#arm();
    });
  }

  /** Calls `send` when it is its turn to give a piece to its connection. */
  piece(send: () => void): void {
    this.#pieces.push(send);
    this.#arm();
  }

  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    setImmediate(() => this.#run());
  }

  #run(): void {
    this.#armed = false;
    this.#slices.shift()?.();
    for (const send of this.#pieces.splice(0, PIECES_PER_TURN)) send();
    if (this.#slices.length > 0 || this.#pieces.length > 0) this.#arm();
  }
}
