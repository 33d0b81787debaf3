// When an outbox is sent: at once, and again and again while the line is broken.
import type { Drained } from './outbox.ts';

/** How the line to the service is. */
export type LineState = 'online' | 'sending' | 'offline' | 'signin';

/** Calls once after a time; the returned function cancels it. */
export type Timer = (ms: number, work: () => void) => () => void;

/** The page's own timer. */
export const pageTimer: Timer = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

export interface SenderParts {
  readonly outbox: { drain(): Promise<Drained> };
  readonly timer: Timer;
  readonly changed: (state: LineState) => void;
}

/** First and longest wait before the outbox is sent again, in ms. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;

export class Sender {
  readonly #parts: SenderParts;
  #running = false;
  #again = false;
  #stopped = false;
  #waitMs = FIRST_WAIT_MS;
  #cancel: (() => void) | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Sends now: a call was added, the network came back, or somebody signed in. */
  poke(): void {
    if (this.#stopped) return;
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#running) this.#again = true;
    else void this.#run();
  }

  /** Sends nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  async #run(): Promise<void> {
    this.#running = true;
    let drained: Drained = { end: 'idle' };
    do {
      this.#again = false;
      this.#parts.changed('sending');
      try {
        drained = await this.#parts.outbox.drain();
      } catch {
        // The browser's own store failed: nothing is lost that was kept.
        drained = { end: 'later' };
      }
    } while (this.#again && !this.#stopped);
    this.#running = false;
    if (this.#stopped) return;
    if (drained.end === 'idle') {
      this.#waitMs = FIRST_WAIT_MS;
      this.#parts.changed('online');
      return;
    }
    this.#parts.changed(drained.end === 'signin' ? 'signin' : 'offline');
    if (drained.end === 'signin') return;
    const wait = Math.max(drained.afterMs ?? 0, this.#waitMs);
    this.#waitMs = Math.min(MAX_WAIT_MS, this.#waitMs * 2);
    this.#cancel = this.#parts.timer(wait, () => this.poke());
  }
}
