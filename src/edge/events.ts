import { invalid } from '../kernel/errors.ts';
import { isTopic, TOPICS } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { jsonInteger } from '../kernel/json.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import {
  type EventRow,
  eventsWithin,
  follow,
  lastNumbers,
  payloadFor,
  sliceOfEvents,
} from '../outbox/log.ts';
import type { Reader } from '../storage/port.ts';
import type { Call } from './call.ts';
import type { FeedPage } from './feed.ts';
import { answerPage } from './listing.ts';
import { PAGE } from './page.ts';
import type { ReadHandler, StreamHandler } from './route.ts';
import { BEAT_MS } from './stream.ts';

/** Events that a stream reads at a time, and how long their payloads are together at most, in bytes. */
export const EVENTS_PER_READ = 100;
export const BYTES_PER_READ = 65_536;
/** Most topics that one call asks for. */
const MAX_TOPICS = TOPICS.length;
/** How long after a beat its company counts as followed: missed beats and clocks that differ are in it. */
const FOLLOWED: Micros = BigInt(BEAT_MS) * 6_000n;

function numbers(texts: string): unknown[] {
  return (JSON.parse(texts) as string[]).map((text) => jsonInteger(BigInt(text)));
}

/** Who sees events: an add-on of a company. */
interface Viewer {
  readonly company: Id;
  readonly addon: Id;
}

/** An event with its payload as the calling add-on may see it. */
function eventView(event: EventRow, { company, addon }: Viewer): string {
  const head = JSON.stringify({
    number: jsonInteger(event.number),
    topic: event.topic,
    company_id: jsonInteger(company),
    resource_id: jsonInteger(event.resource_id),
    resource_id_str: event.resource_id.toString(),
    site_ids: numbers(event.sites),
    changed: JSON.parse(event.changed),
    created_at: formatTime(event.created_at),
    created_time: jsonInteger(event.created_at),
  });
  return `${head.slice(0, -1)},"payload":${payloadFor(event, addon)}}`;
}

/** The topics asked for, separated by commas; none means all. */
function topicsOf(call: Call): readonly string[] {
  const text = call.queryText('topic');
  if (text === null) return [];
  const topics = [...new Set(text.split(','))];
  if (topics.length > MAX_TOPICS || !topics.every(isTopic)) {
    throw invalid('topic', `must be one of ${TOPICS.join(', ')}; or several, separated by commas.`);
  }
  return topics;
}

function numberOf(field: string, text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw invalid(field, 'must be the number of an event, or 0.');
  return BigInt(text);
}

/** GET /events?after=&topic=: the event log in order, without gaps (reference: events.2). */
export const listEvents: ReadHandler = async (tx, call) => {
  const topics = topicsOf(call);
  const from = numberOf('after', call.queryText('after') ?? '0');
  return answerPage(call, call.page(PAGE.other), {
    read: (after, limit) => sliceOfEvents(tx, call.company, after?.[0] ?? from, topics, limit),
    position: (event) => [event.number],
    render: (events) => events.map((event) => eventView(event, call)),
  });
};

/**
 * GET /events/stream?after=&topic=: the same events as they happen, each once and in order. It goes on after
 * Last-Event-ID, else after `after`, else after what there is now; then the first words tell where that is.
 */
export const streamEvents: StreamHandler = async (tx, call) => {
  const { company, addon } = call;
  const viewer = { company, addon };
  const topics = topicsOf(call);
  const [field, text] =
    call.lastEventId === undefined ? ['after', call.queryText('after')] : ['Last-Event-ID', call.lastEventId];
  const seen = text === null ? undefined : numberOf(field, text);
  const last = await follow(tx, company, call.now + FOLLOWED);
  const after = seen ?? last;
  return {
    beat: async (later, now) => {
      await follow(later, company, now + FOLLOWED);
      return true;
    },
    leave: () => Promise.resolve(),
    feed: { company, after, read: (reader, from) => readPage(reader, viewer, topics, from) },
  };
};

/** What comes after an event, as a stream says it. */
async function readPage(
  tx: Reader,
  viewer: Viewer,
  topics: readonly string[],
  after: bigint,
): Promise<FeedPage> {
  // Of the same state of the database as the events: all that are there by then are looked through.
  const last = (await lastNumbers(tx, [viewer.company])).get(viewer.company) ?? 0n;
  if (last <= after) return { text: '', last: after, more: false };
  const rows = await eventsWithin(tx, viewer.company, after, topics, EVENTS_PER_READ, BYTES_PER_READ);
  const text = rows
    .map((row) => `id: ${row.number}\nevent: ${row.topic}\ndata: ${eventView(row, viewer)}\n\n`)
    .join('');
  const end = rows.at(-1)?.number ?? last;
  return { text, last: end, more: rows.length > 0 };
}
