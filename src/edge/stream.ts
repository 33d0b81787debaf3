import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ApiError } from '../kernel/errors.ts';
import type { Clock, Micros, Ticker } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Storage, Writer } from '../storage/port.ts';
import { type Feed, FeedDispatcher } from './feed.ts';
import { requestFacts } from './request-lines.ts';

/** How often a stream sends a comment, and is checked, in ms. */
export const BEAT_MS = 10_000;
/** Beats of a stream before it is ended and its client opens another: clients that vanished are not kept for ever. */
export const LIFE_BEATS = 12;
/** Beats during which a client reads no byte before its stream is cut. */
const MAX_STUCK_BEATS = 3;
/** Streams of this process, and of one path (of one add-on, where the route says so); one that has more loses its oldest. */
export const MAX_STREAMS = 4_000;
export const MAX_PER_PATH = 8;
/** When a client should come back after its stream has ended, in ms. */
const RETRY_MS = 1_000;

/** The behaviour of a route's stream while it is open. */
export interface StreamPlan {
  /** Runs at every beat; false ends the stream. */
  beat(tx: Writer, now: Micros): Promise<boolean>;
  /** Runs when the client has let go of the last stream of a path here; `last` is the time of their newest beat. */
  leave(tx: Writer, last: Micros): Promise<void>;
  /** Its events; without, the stream is a sign of presence alone. */
  readonly feed?: Feed;
}

/** The dependencies of Streams. */
interface StreamParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly logger: FastifyBaseLogger;
  /** Called for each client that was cut because it read nothing. */
  readonly cut?: () => void;
}

/** The streams of one path. */
interface PathStreams {
  readonly streams: Set<Stream>;
  /** The newest beat of any of them. */
  last: Micros;
}

/** The state of a stream that has sent its head. */
interface OpenStream {
  readonly response: ServerResponse;
  readonly plan: StreamPlan;
  readonly isAuthorized: () => Promise<boolean>;
  /** Stops the beats and the feed. */
  readonly stop: () => void;
  /** The fields of its line in the log of requests. */
  readonly facts: () => Record<string, unknown>;
}

/** One answer that stays open; nothing is begun while its plan is being made. */
interface Stream {
  readonly path: string;
  readonly group: PathStreams;
  beats: number;
  /** Beats at which nothing had been taken since the one before. */
  stuck: number;
  /** The service ended it, rather than its client. */
  ended: boolean;
  /** The beat that runs. */
  running: Promise<void> | undefined;
  begun: OpenStream | undefined;
}

/**
 * Server-sent events: answers that stay open, with a comment at every beat and the events of a feed. This is the
 * transport alone; the purpose of a stream is in its plan.
 */
export class Streams {
  readonly #parts: StreamParts;
  readonly #feeds: FeedDispatcher;
  readonly #groups = new Map<string, PathStreams>();
  #count = 0;
  #closed = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    const warn = (error: unknown) => parts.logger.debug({ err: error }, 'A look at the event log failed.');
    this.#feeds = new FeedDispatcher({
      storage: parts.storage,
      ticker: parts.ticker,
      clock: parts.clock,
      warn,
    });
  }

  /**
   * Answers with a stream. `begin` makes the plan, as of `now`, or refuses; `isAuthorized` checks at every beat, and
   * before any event is sent, that the client may still read it.
   */
  async open(
    path: string,
    reply: FastifyReply,
    now: Micros,
    begin: () => Promise<StreamPlan>,
    isAuthorized: () => Promise<boolean>,
  ): Promise<void> {
    const stream = this.#admit(path);
    let plan: StreamPlan;
    try {
      plan = await begin();
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
    if (now > stream.group.last) stream.group.last = now;
    const { feed } = plan;
    const response = sendHead(reply, feed);
    const stopBeats = this.#parts.ticker.every(BEAT_MS, () => {
      // A beat that takes long takes the place of the next.
      stream.running ??= this.#beat(stream).finally(() => {
        stream.running = undefined;
      });
    });
    response.once('close', () => this.#closing(stream));
    response.on('drain', () => {
      stream.stuck = 0;
    });
    let stopFeed: (() => void) | undefined;
    const stop = () => {
      stopBeats();
      stopFeed?.();
    };
    const facts = () => requestFacts(reply.request);
    stream.begun = { response, plan, isAuthorized, stop, facts };
    if (stream.ended || this.#closed) this.#end(stream);
    // The client may have gone while the plan was made: no `close` event would follow.
    else if (response.destroyed) this.#closing(stream);
    else if (feed !== undefined) {
      stopFeed = this.#feeds.add({
        feed,
        response,
        isAuthorized: isAuthorized,
        end: () => this.#end(stream),
      });
    }
  }

  /** Ends every stream, and refuses new ones from now on. Presence kept by their plans stays as it is. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#groups.values()].flatMap(({ streams }) => [...streams]);
    for (const stream of all) this.#end(stream);
    await Promise.all(all.map((stream) => stream.running));
  }

  #admit(path: string): Stream {
    if (this.#closed || this.#count >= MAX_STREAMS) {
      throw new ApiError(
        'temporarily_unavailable',
        sentence('No more streams can be opened here just now.'),
        {
          headers: { 'retry-after': '1' },
        },
      );
    }
    const group = this.#groups.get(path) ?? { streams: new Set(), last: 0n };
    this.#groups.set(path, group);
    // Not the newest: a client that lost its connection must not be kept out by its own stale streams.
    const [oldest] = group.streams;
    if (oldest !== undefined && group.streams.size >= MAX_PER_PATH) this.#end(oldest);
    const stream = { path, group, beats: 0, stuck: 0, ended: false, running: undefined, begun: undefined };
    group.streams.add(stream);
    this.#count++;
    return stream;
  }

  async #beat(stream: Stream): Promise<void> {
    const { begun, group } = stream;
    if (begun === undefined) return;
    stream.beats++;
    const isStuck = begun.response.writableNeedDrain;
    if (isStuck) stream.stuck++;
    try {
      if (stream.stuck >= MAX_STUCK_BEATS) {
        this.#parts.cut?.();
        this.#parts.logger.warn(begun.facts(), 'A client that does not read its stream was cut.');
        this.#end(stream);
        return;
      }
      if (stream.beats >= LIFE_BEATS || !(await begun.isAuthorized())) {
        this.#end(stream);
        return;
      }
      const now = this.#parts.clock.now();
      const goesOn = await this.#parts.storage.write((tx) => begun.plan.beat(tx, now));
      if (now > group.last) group.last = now;
      if (!goesOn) this.#end(stream);
    } catch (error) {
      // Presence that is not renewed expires, and the next beat tries again.
      this.#parts.logger.debug({ err: error }, 'A beat of a stream failed.');
    }
    if (!stream.ended && !isStuck) begun.response.write(': here\n\n');
  }

  #end(stream: Stream): void {
    stream.ended = true;
    this.#remove(stream);
    const { begun } = stream;
    begun?.stop();
    // A client that does not read would not read the end either.
    if (begun?.response.writableNeedDrain === true) begun.response.destroy();
    else begun?.response.end();
  }

  #remove(stream: Stream): void {
    const { group, path } = stream;
    if (!group.streams.delete(stream)) return;
    this.#count--;
    if (group.streams.size === 0) this.#groups.delete(path);
  }

  #closing(stream: Stream): void {
    stream.begun?.stop();
    this.#remove(stream);
    if (!stream.ended) void this.#leave(stream);
  }

  /** The client has gone. Its presence ends unless another stream of the path is open. */
  async #leave({ running, begun, path, group }: Stream): Promise<void> {
    await running;
    if (begun === undefined || this.#closed || this.#groups.has(path)) return;
    try {
      await this.#parts.storage.write((tx) => begun.plan.leave(tx, group.last));
    } catch (error) {
      this.#parts.logger.debug({ err: error }, 'What a stream kept was left to run out.');
    }
  }
}

/** Sends the head of the answer, so that the client knows that it is there. */
function sendHead(reply: FastifyReply, feed: Feed | undefined): ServerResponse {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
  reply.hijack();
  const response = reply.raw;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  // The feed's start: a client that reconnects before the first event misses nothing.
  const id = feed === undefined ? '' : `id: ${feed.after}\n`;
  response.write(`retry: ${RETRY_MS}\n${id}: here\n\n`);
  return response;
}
