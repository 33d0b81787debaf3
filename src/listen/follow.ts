import { rootCertificates } from 'node:tls';
import { Agent, request } from 'undici';
import { SseParser } from '../kernel/sse.ts';
import {
  type ClientClock,
  describeRefusal,
  errorCode,
  isPassing,
  readCertificate,
} from '../replay/client.ts';

/** First and longest wait before the stream is opened again, in ms. */
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const CONNECT_MS = 10_000;
/** Longest silence of a stream, in ms: its beats come every ten seconds. */
const SILENCE_MS = 35_000;
/** How much of a refusal is read, in bytes. */
const MAX_REFUSAL = 65_536;

/** An event as it came through the stream. */
export interface StreamedEvent {
  readonly number: string;
  readonly topic: string;
  /** The JSON that GET /events shows for it. */
  readonly data: string;
}

/** The stream to follow, and how. */
export interface FollowOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly caFile?: string | undefined;
  /** All when there are none. */
  readonly topics: readonly string[];
  /** The number to begin after; what there is now when it is not given. */
  readonly after?: string | undefined;
  readonly clock: ClientClock;
  readonly signal: AbortSignal;
  /** Told the number that the stream goes on after, whenever it is opened. */
  readonly onOpen: (after: string) => void;
  /** Told why the stream has to be opened again, when that is not its usual end. */
  readonly onTrouble: (sentence: string) => void;
}

/** The service refuses the stream: asking again does not help. */
class Refused extends Error {}

/**
 * The events of a company in order, each once, for as long as the caller goes on: the stream is opened again
 * behind the last event that the caller has done with. Throws when the service refuses it, and when aborted.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<StreamedEvent> {
  const { baseUrl, caFile, clock, signal, onTrouble } = options;
  const ca = caFile === undefined ? undefined : [...rootCertificates, await readCertificate(caFile)];
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) },
    headersTimeout: CONNECT_MS,
    bodyTimeout: SILENCE_MS,
  });
  const { origin } = new URL(baseUrl);
  const place = { last: options.after };
  try {
    // Ends when it is aborted or refused.
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(MAX_BACKOFF_MS, backoff * 2)) {
      let waitMs = 0;
      try {
        for await (const event of openOnce(options, dispatcher, place)) {
          backoff = FIRST_BACKOFF_MS;
          if (event !== undefined) yield event;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Refused) throw error;
        if (error instanceof ServiceBusy) waitMs = error.waitMs;
        const code = errorCode(error);
        if (!(error instanceof ServiceBusy) && (code === undefined || !isPassing(code))) {
          const why = error instanceof Error ? error.message : String(error);
          throw new Error(`${origin} cannot be used: ${why}${code === undefined ? '' : ` (${code})`}.`);
        }
        const why =
          error instanceof ServiceBusy ? error.message : `The stream from ${origin} broke (${code}).`;
        onTrouble(`${why} Trying again.`);
      }
      // At least half of the backoff, so that those who were cut together do not come back together.
      await clock.sleep(Math.max(waitMs, backoff * (0.5 + clock.random() / 2)), signal);
    }
  } finally {
    await dispatcher.destroy();
  }
}

/** The service refuses the stream for now; `waitMs` is 0 when it does not say for how long. */
class ServiceBusy extends Error {
  readonly waitMs: number;
  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** One stream to its end; a sign of life that is no event is undefined. */
async function* openOnce(
  { baseUrl, token, topics, signal, onOpen }: FollowOptions,
  dispatcher: Agent,
  place: { last: string | undefined },
): AsyncGenerator<StreamedEvent | undefined> {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/companies/me/events/stream`);
  if (topics.length > 0) url.searchParams.set('topic', topics.join(','));
  const { statusCode, headers, body } = await request(url, {
    dispatcher,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(place.last === undefined ? {} : { 'last-event-id': place.last }),
    },
    signal,
  });
  if (statusCode !== 200) {
    const refusal = await refusalOf(body);
    const sentence = describeRefusal({
      status: statusCode,
      body: refusal,
      replayed: false,
      nextPage: undefined,
    });
    const seconds = Number(headers['retry-after'] ?? 0);
    if (statusCode === 429 || statusCode >= 500) {
      throw new ServiceBusy(`The service says: ${sentence}`, Number.isFinite(seconds) ? seconds * 1000 : 0);
    }
    throw new Refused(`The service refused the stream of events: ${sentence}`);
  }
  const blocks = new SseParser();
  let opened = false;
  for await (const chunk of body) {
    for (const { id, event, data } of blocks.push(chunk as Uint8Array)) {
      if (!opened && id !== undefined) onOpen(id);
      if (id !== undefined) opened = true;
      yield data !== undefined && id !== undefined ? { number: id, topic: event ?? '', data } : undefined;
      // Only now has the caller handled the event.
      if (id !== undefined) place.last = id;
    }
  }
}

/** The body of a refusal, when it is JSON of at most `MAX_REFUSAL` bytes. */
async function refusalOf(body: AsyncIterable<unknown>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as Uint8Array);
    length += bytes.length;
    if (length > MAX_REFUSAL) return undefined;
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
