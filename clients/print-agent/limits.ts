import type { Clock } from '../typescript/index.ts';

/** The result of a promise, or a rejection with `late` after some ms. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const over = new AbortController();
  const limit = clock.sleep(ms, over.signal).then(() => {
    throw late();
  });
  limit.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
}

/**
 * An event that one waiter waits for, and that is reset when it has been waited for. One set before the wait is not
 * lost.
 */
export class AutoResetEvent {
  #isSet = false;
  #listener: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#listener?.();
  }

  /** Waits for the bell, at most some ms when given, and not beyond the signal. */
  async wait(signal: AbortSignal, clock?: Clock, ms?: number): Promise<void> {
    if (!this.#isSet && !signal.aborted) {
      const over = new AbortController();
      const heard = new Promise<void>((resolve) => {
        this.#listener = resolve;
        signal.addEventListener('abort', () => resolve(), { signal: over.signal });
      });
      const limit = clock === undefined || ms === undefined ? [] : [clock.sleep(ms, over.signal)];
      for (const each of limit) each.catch(() => undefined);
      await Promise.race([heard, ...limit]);
      over.abort();
      this.#listener = undefined;
    }
    this.#isSet = false;
  }
}
