import type { ServerResponse } from 'node:http';
import type { Id } from '../kernel/id.ts';
import type { Clock, Micros, Ticker } from '../kernel/time.ts';
import { lastNumbers } from '../outbox/log.ts';
import type { Reader, Storage } from '../storage/port.ts';

/** How often the log is polled when no wake-up comes, in ms. */
const POLL_MS = 500;
/** Companies whose last event numbers are read by one query. */
const COMPANIES_PER_READ = 500;

/** A page of a feed. */
export interface FeedPage {
  /** The text to send; empty when no event is for this stream. */
  readonly text: string;
  /** The number up to which the log has been read. */
  readonly last: bigint;
  /** There may be more behind it at once. */
  readonly more: boolean;
}

/** The source of a stream: the event log of a company, or a probe whose number grows. */
export interface Feed {
  readonly company: Id;
  /** The number after which it continues. */
  readonly after: bigint;
  /** Reads a page of bounded size behind a number. */
  read(tx: Reader, after: bigint, now: Micros): Promise<FeedPage>;
  /** It is not read from the event log but at every poll, so `read` has to be cheap. */
  readonly isPolled?: true;
}

/** A stream that is fed. */
interface FeedConsumer {
  readonly feed: Feed;
  readonly response: ServerResponse;
  /** Whether the client's token still allows this stream. */
  isAuthorized(): Promise<boolean>;
  /** Ends the stream. */
  end(): void;
}

interface ActiveConsumer extends FeedConsumer {
  at: bigint;
  running: boolean;
  /** Events may have been committed while it was reading. */
  again: boolean;
  open: boolean;
}

/** The dependencies of FeedDispatcher. */
interface FeedDispatcherParts {
  readonly storage: Storage;
  readonly ticker: Ticker;
  readonly clock: Clock;
  /** Receives errors of polls; the next poll tries again. */
  readonly warn: (error: unknown) => void;
}

/**
 * Sends the event log to the streams of this process: at once after a commit of any process, and by a poll every
 * POLL_MS for commits whose wake-up was lost. A stream is read only while its client accepts the bytes sent before.
 */
export class FeedDispatcher {
  readonly #parts: FeedDispatcherParts;
  readonly #flows = new Set<ActiveConsumer>();
  #stop: (() => void) | undefined;
  #wanted = false;
  #looking = false;

  constructor(parts: FeedDispatcherParts) {
    this.#parts = parts;
  }

  /** Feeds a stream until the returned function is called. */
  add(outlet: FeedConsumer): () => void {
    const flow: ActiveConsumer = {
      ...outlet,
      at: outlet.feed.after,
      running: false,
      again: false,
      open: true,
    };
    this.#flows.add(flow);
    if (this.#stop === undefined) this.#listen();
    const onDrain = () => void this.#sendPending(flow);
    outlet.response.on('drain', onDrain);
    void this.#sendPending(flow);
    return () => {
      flow.open = false;
      outlet.response.off('drain', onDrain);
      this.#flows.delete(flow);
      if (this.#flows.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #listen(): void {
    const { storage, ticker } = this.#parts;
    const look = () => void this.#poll();
    const deafen = storage.onWake(look);
    const stop = ticker.every(POLL_MS, look);
    this.#stop = () => {
      deafen();
      stop();
    };
  }

  /** Finds the streams whose log has grown. Concurrent calls share one poll. */
  async #poll(): Promise<void> {
    this.#wanted = true;
    if (this.#looking) return;
    this.#looking = true;
    // Ends: a poll is triggered by a commit or the clock.
    while (this.#wanted) {
      this.#wanted = false;
      const flows = [...this.#flows];
      for (const flow of flows) if (flow.feed.isPolled === true) void this.#sendPending(flow);
      const logs = flows.filter(({ feed }) => feed.isPolled !== true);
      const companies = [...new Set(logs.map(({ feed }) => feed.company))];
      try {
        for (let at = 0; at < companies.length; at += COMPANIES_PER_READ) {
          const some = companies.slice(at, at + COMPANIES_PER_READ);
          const lasts = await this.#parts.storage.read((tx) => lastNumbers(tx, some));
          for (const flow of this.#flows) {
            const grown = (lasts.get(flow.feed.company) ?? 0n) > flow.at;
            if (grown && flow.feed.isPolled !== true) void this.#sendPending(flow);
          }
        }
      } catch (error) {
        this.#parts.warn(error);
      }
    }
    this.#looking = false;
  }

  /** Sends the pages that are there, as long as the client accepts them. */
  async #sendPending(flow: ActiveConsumer): Promise<void> {
    flow.again = true;
    if (flow.running) return;
    flow.running = true;
    const { clock } = this.#parts;
    try {
      // Ends: when the log has been sent, or the client has not accepted the bytes sent before.
      while (flow.again && flow.open && !flow.response.writableNeedDrain) {
        flow.again = false;
        if (!(await flow.isAuthorized())) flow.end();
        if (!flow.open) break;
        const { text, last, more } = await this.#parts.storage.read((tx) =>
          flow.feed.read(tx, flow.at, clock.now()),
        );
        if (!flow.open) break;
        flow.at = last;
        if (text !== '') flow.response.write(text);
        if (more) flow.again = true;
      }
    } catch (error) {
      // The next poll tries again.
      this.#parts.warn(error);
    } finally {
      flow.running = false;
    }
  }
}
