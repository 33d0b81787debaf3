import type { Clock } from '../typescript/index.ts';
import { AutoResetEvent } from './limits.ts';

// The documents of one printer, in order. A failing printer does not delay the others.

/** A document in the queue. */
export interface QueuedDocument {
  /** The id of its job; a smaller one is printed first. */
  readonly job: string;
  /** Prints it; true when it was printed. */
  readonly work: () => Promise<boolean>;
}

/** First and longest wait before a printer that failed is tried again, in ms. */
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 15_000;
/** Documents behind a failed job wait for it: as long as the service does before it hands it out again, in ms. */
export const RETRY_MS = 5_000;
export const MAX_RETRIES = 12;
/** And for delays in between. */
const SLACK_MS = 5_000;

/** The queue of a printer. */
export class PrinterQueue {
  readonly #clock: Clock;
  readonly #bell = new AutoResetEvent();
  readonly #waiting: QueuedDocument[] = [];
  #backoff = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  /** A job that failed and went back to the service: it comes before those behind it, until then. */
  #awaited: { readonly job: string; until: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(queued: QueuedDocument): void {
    const at = this.#waiting.findIndex(({ job }) => isBefore(queued.job, job));
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, queued);
    this.#bell.set();
  }

  remove(queued: QueuedDocument): void {
    const at = this.#waiting.indexOf(queued);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** A job went back to the service after some attempts, and is to be printed before younger ones. */
  sentBack(job: string, attempts: number): void {
    if (this.#awaited !== undefined && isBefore(this.#awaited.job, job)) return;
    this.#awaited = { job, until: this.#clock.now() + RETRY_MS * Math.min(attempts, MAX_RETRIES) + SLACK_MS };
    this.#bell.set();
  }

  /** Prints until the signal; the document in print is brought to its end. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [next] = this.#waiting;
      if (next === undefined) {
        await this.#bell.wait(signal);
        continue;
      }
      const waitUntil = Math.max(this.#retryAt, this.#turnOf(next));
      const now = this.#clock.now();
      if (waitUntil > now) {
        await this.#bell.wait(signal, this.#clock, Math.ceil(waitUntil - now));
        continue;
      }
      if (await next.work()) {
        this.#backoff = 0;
        if (this.#awaited !== undefined && !isBefore(next.job, this.#awaited.job)) this.#awaited = undefined;
        continue;
      }
      this.#backoff = Math.min(MAX_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, this.#backoff * 2));
      this.#retryAt = this.#clock.now() + this.#backoff * (0.5 + this.#clock.random() / 2);
    }
  }

  /** From when on it may be printed. */
  #turnOf({ job }: QueuedDocument): number {
    if (this.#awaited === undefined || !isBefore(this.#awaited.job, job)) return Number.NEGATIVE_INFINITY;
    return this.#awaited.until;
  }
}

function isBefore(one: string, other: string): boolean {
  return BigInt(one) < BigInt(other);
}
