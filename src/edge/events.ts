import { invalid } from '../kernel/errors.ts';
import type { Topic } from '../kernel/event.ts';
import { isTopic, TOPICS } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import {
  type EventChoice,
  eventsWithin,
  follow,
  lastNumbers,
  payloadFor,
  requireEventsAfter,
  sliceOfEvents,
} from '../outbox/log.ts';
import { EVENT_HEAD, type Event } from '../outbox/shape.ts';
import { view } from '../shape/view.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { Call } from './call.ts';
import type { FeedPage } from './feed.ts';
import { answerPage } from './listing.ts';
import { LIST, orElse, parameter } from './query.ts';
import { asking } from './route.ts';
import type { StreamPlan } from './stream.ts';
import { BEAT_MS } from './stream.ts';

/** Events that a stream reads at a time, and how long their payloads are together at most, in bytes. */
export const EVENTS_PER_READ = 100;
export const BYTES_PER_READ = 65_536;
/** Most topics that one call asks for. */
const MAX_TOPICS = TOPICS.length;
/** How long after a beat its company counts as followed: missed beats and clocks that differ are in it. */
const FOLLOWED: Micros = BigInt(BEAT_MS) * 6_000n;

/** The reader of events: an add-on of a company. */
interface Viewer {
  readonly company: Id;
  readonly addon: Id;
}

const headView = view(EVENT_HEAD, ({ sites, changed }: Event, company: Id) => ({
  company_id: company,
  site_ids: (JSON.parse(sites) as string[]).map(BigInt),
  changed: JSON.parse(changed) as string[],
}));

/** An event with its payload as the calling add-on may see it. */
function eventView(event: Event, { company, addon }: Viewer): string {
  const head = JSON.stringify(headView(event, company));
  return `${head.slice(0, -1)},"previous":${event.previous},"payload":${payloadFor(event, addon)}}`;
}

const EVENT_NUMBER = sentence('must be the number of an event, or 0.');
const numberOf = (text: string) => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined);

const EVENTS = {
  after: parameter('Only events after this number.', { type: 'integer', minimum: 0 }, numberOf, EVENT_NUMBER),
  topic: orElse(
    parameter<readonly Topic[]>(
      'Only events of these topics.',
      { type: 'array', items: { type: 'string', enum: TOPICS } },
      (text) => {
        const topics = [...new Set(text.split(','))];
        return topics.length <= MAX_TOPICS && topics.every(isTopic) ? topics : undefined;
      },
      sentence('must be one of {values}; or several, separated by commas.', { values: TOPICS.join(', ') }),
    ),
    [],
  ),
};

/** The topics that are hidden from a caller; 403 where one of them is asked for by name (reference: shifts.11). */
export type HiddenTopics = (tx: Reader, call: Call, asked: readonly Topic[]) => Promise<readonly Topic[]>;

/** GET /events?after=&topic=: the event log in order (reference: events.2). */
export const eventList = (hiddenTopics: HiddenTopics) =>
  asking({ ...EVENTS, ...LIST }, async (tx: Reader, call, asked) => {
    const { topic: topics, after: from = 0n } = asked;
    const choice = { topics, hidden: await hiddenTopics(tx, call, topics) };
    await requireEventsAfter(tx, call.company, from);
    return answerPage(call, call.page(asked), {
      read: ([last = 0n] = [], limit) =>
        sliceOfEvents(tx, call.company, last > from ? last : from, choice, limit),
      position: (event) => [event.number],
      render: (events) => events.map((event) => eventView(event, call)),
    });
  });

/**
 * GET /events/stream?after=&topic=: the same events as they happen, each once and in order. It continues after
 * Last-Event-ID, else after `after`, else after the newest event. Its first block names the number.
 */
export const eventStream = (hiddenTopics: HiddenTopics) =>
  asking(EVENTS, async (tx: Writer, call, asked) => {
    const hidden = await hiddenTopics(tx, call, asked.topic);
    return planStream(tx, call, asked.after, { topics: asked.topic, hidden });
  });

async function planStream(
  tx: Writer,
  call: Call,
  asked: bigint | undefined,
  choice: EventChoice,
): Promise<StreamPlan> {
  const { company, addon } = call;
  const viewer = { company, addon };
  const seen = call.lastEventId === undefined ? asked : numberOf(call.lastEventId);
  if (call.lastEventId !== undefined && seen === undefined) throw invalid('Last-Event-ID', EVENT_NUMBER);
  const last = await follow(tx, company, call.serverTime + FOLLOWED);
  // What was never reached here was seen before this log was restored: its events come from now on, not from there on.
  const after = seen === undefined || seen > last ? last : seen;
  await requireEventsAfter(tx, company, after);
  return {
    beat: async (later, now) => {
      await follow(later, company, now + FOLLOWED);
      return true;
    },
    leave: () => Promise.resolve(),
    feed: { company, after, read: (reader, from) => readPage(reader, viewer, choice, from) },
  };
}

/** Events after a number, as text of a stream. */
async function readPage(tx: Reader, viewer: Viewer, choice: EventChoice, after: bigint): Promise<FeedPage> {
  // Of the same state of the database as the events: all events up to it have been read.
  const last = (await lastNumbers(tx, [viewer.company])).get(viewer.company) ?? 0n;
  if (last <= after) return { text: '', last: after, more: false };
  const rows = await eventsWithin(tx, viewer.company, after, choice, EVENTS_PER_READ, BYTES_PER_READ);
  const text = rows
    .map((row) => `id: ${row.number}\nevent: ${row.topic}\ndata: ${eventView(row, viewer)}\n\n`)
    .join('');
  const end = rows.at(-1)?.number ?? last;
  return { text, last: end, more: rows.length > 0 };
}
