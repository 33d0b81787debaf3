// Streams of server-sent events that go on after every break.

import { ApiError } from './errors.ts';
import { type SseEvent, SseParser } from './sse.ts';
import { type Body, BROWSER, type Clock, connectionError, type Fetch, type Response } from './transport.ts';

/** A block of a stream. A sign of life has no data. */
export type StreamBlock = SseEvent;

/**
 * Whether a stream is open: `live` from its first block on, which names the place it begins behind. A head alone may
 * be a proxy's that holds the rest back.
 */
export type StreamState = 'connecting' | 'live' | 'offline';

/** How a stream is followed. */
export interface StreamOptions {
  /** The id of the block to go on after; what there is now when it is not given. */
  readonly after?: string | undefined;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Told every state but what follows from `signal`: whoever ended this stream may have opened another. */
  readonly onState?: (state: StreamState) => void;
  /** Told why the stream has to be opened again. */
  readonly onRetry?: (why: string) => void;
  /** The longest silence, in ms, after which a stream counts as broken. The service gives a sign of life every 10 s. */
  readonly silenceMs?: number;
}

/** What a stream is opened with. */
export interface StreamParts {
  /** The name of the operation. */
  readonly name: string;
  readonly url: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly token: () => Promise<string>;
  /** Another token in place of a refused one. */
  readonly renew: (refused: string) => Promise<string | undefined>;
}

/** Waits before a stream is opened again, in ms: the first, doubled each time up to the longest. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
const SILENCE_MS = 25_000;

/** Follows a stream until the signal aborts or the service refuses it for good; both throw. */
export async function* follow(
  parts: StreamParts,
  options: StreamOptions,
): AsyncGenerator<StreamBlock, never> {
  const { clock } = parts;
  const { signal, onRetry = () => undefined } = options;
  const tell = (state: StreamState) => {
    if (signal?.aborted !== true) options.onState?.(state);
  };
  let { after } = options;
  let renewed = false;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    signal?.throwIfAborted();
    tell('connecting');
    let askedMs = 0;
    try {
      const opened = await open(parts, after, options, renewed);
      if (opened instanceof Stream) {
        renewed = false;
        let isLive = false;
        for await (const block of opened.blocks()) {
          waitMs = FIRST_WAIT_MS;
          if (!isLive) tell('live');
          isLive = true;
          yield block;
          // The place moves on only after the block was handled.
          if (block.id !== undefined) after = block.id;
          signal?.throwIfAborted();
        }
      } else {
        renewed = opened.status === 401;
        askedMs = (opened.retryAfter ?? 0) * 1000;
        if (!renewed) onRetry(opened.message);
        else continue;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError) throw error;
      const failure = connectionError(new URL(parts.url).origin, error);
      if (!failure.isPassing) throw failure;
      onRetry(failure.message);
    } finally {
      tell('offline');
    }
    // At least half of it, so that those who were cut together do not come back together.
    await clock.sleep(Math.max(askedMs, waitMs * (0.5 + clock.random() / 2)), signal);
  }
}

/** Opens a stream; a refusal that may pass is returned, one that stays is thrown. */
async function open(
  { name, url, fetch: send, token, renew }: StreamParts,
  after: string | undefined,
  { signal, silenceMs = SILENCE_MS }: StreamOptions,
  renewed: boolean,
): Promise<Stream | ApiError> {
  const silence = new Silence(silenceMs, signal);
  try {
    const bearer = await token();
    const response = await send(url, {
      method: 'GET',
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${bearer}`,
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      ...BROWSER,
      signal: silence.signal,
    });
    if (response.status === 200) return new Stream(response, silence);
    const refusal = new ApiError(name, response.status, await bodyOf(response), response.headers);
    silence.end();
    if (response.status === 401 && !renewed && (await renew(bearer)) !== undefined) return refusal;
    if (refusal.isPassing) return refusal;
    throw refusal;
  } catch (error) {
    silence.end();
    throw error;
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await response.arrayBuffer()));
  } catch {
    return undefined;
  }
}

/** Aborts after a silence, or with the caller's signal. */
class Silence {
  readonly #controller = new AbortController();
  readonly #ms: number;
  readonly #outer: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, outer: AbortSignal | undefined) {
    this.#ms = ms;
    this.#outer = outer;
    outer?.addEventListener('abort', this.#stop);
    if (outer?.aborted === true) this.#stop();
    this.broken();
  }

  readonly #stop = () => this.#controller.abort();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came: the silence begins anew. */
  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stop, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }
}

/** An open stream. */
class Stream {
  readonly #response: Response;
  readonly #silence: Silence;

  constructor(response: Response, silence: Silence) {
    this.#response = response;
    this.#silence = silence;
  }

  /** Its blocks, to its end. A stream that is cut ends as well; what it ended with is thrown before the first block only. */
  async *blocks(): AsyncGenerator<StreamBlock> {
    const { body } = this.#response;
    if (body === undefined || body === null) return;
    const parser = new SseParser();
    try {
      for await (const chunk of chunks(body)) {
        this.#silence.broken();
        yield* parser.push(chunk);
      }
    } finally {
      this.#silence.end();
    }
  }
}

/** Not every browser goes through a stream with `for await`. */
async function* chunks(body: Body): AsyncGenerator<Uint8Array> {
  if (!('getReader' in body)) return yield* body;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
