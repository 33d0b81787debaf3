// Spans on their way to the receiver: bounded, sent in batches, one at a time. No request waits for it.

import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Ticker, Timers } from '../kernel/time.ts';

/** Spans that wait at most; of more, the newest are dropped. */
const MAX_QUEUED = 8_192;
/** Spans that are sent together. */
const BATCH = 512;
/** How often they are sent, in ms, unless a batch is full. */
const SEND_EVERY_MS = 1_000;
/** How long a stop waits for what is left, in ms. */
const LAST_MS = 2_000;
/** ExportResultCode.SUCCESS of OpenTelemetry. */
const SUCCESS = 0;

/** The dependencies of the queue. */
interface QueueParts {
  readonly exporter: SpanExporter;
  readonly ticker: Ticker;
  readonly timers: Timers;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** The outcomes of spans, counted since the start. */
export interface SpanOutcomes {
  sent: number;
  failed: number;
  dropped: number;
}

/** Sends finished spans; those that cannot be sent are lost, and counted. */
export class SpanQueue implements SpanProcessor {
  readonly outcomes: SpanOutcomes = { sent: 0, failed: 0, dropped: 0 };
  readonly #parts: QueueParts;
  readonly #stopTicks: () => void;
  #waiting: ReadableSpan[] = [];
  #sending: Promise<void> | undefined;
  /** The last attempt failed, and it was said. */
  #isFailing = false;
  #stopped = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#stopTicks = parts.ticker.every(SEND_EVERY_MS, () => void this.#begin());
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & 1) === 0) return;
    if (this.#stopped || this.#waiting.length >= MAX_QUEUED) {
      this.outcomes.dropped++;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH) this.#begin();
  }

  /** Sends everything that waits. */
  async forceFlush(): Promise<void> {
    // Ends: each round takes a batch away, and one that failed is not put back.
    while (this.#waiting.length > 0 || this.#sending !== undefined) await this.#begin();
  }

  /** Sends what is left, as far as the receiver takes it in time. */
  async shutdown(): Promise<void> {
    this.#stopTicks();
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.timers.after(LAST_MS, resolve);
    });
    await Promise.race([this.forceFlush(), late]);
    cancel();
    this.#stopped = true;
    this.outcomes.dropped += this.#waiting.length;
    this.#waiting = [];
    await Promise.race([this.#parts.exporter.shutdown().catch(() => undefined), late]);
  }

  #begin(): Promise<void> {
    this.#sending ??= this.#sendOne().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendOne(): Promise<void> {
    const spans = this.#waiting.splice(0, BATCH);
    if (spans.length === 0) return;
    const { exporter, warn } = this.#parts;
    try {
      await new Promise<void>((resolve, reject) => {
        exporter.export(spans, ({ code, error }) => {
          if (code === SUCCESS) resolve();
          else reject(error ?? new Error('The receiver of traces did not take them.'));
        });
      });
      this.outcomes.sent += spans.length;
      this.#isFailing = false;
    } catch (error) {
      this.outcomes.failed += spans.length;
      if (!this.#isFailing) warn(error, 'Traces cannot be sent: those of this time are lost.');
      this.#isFailing = true;
    }
  }
}
