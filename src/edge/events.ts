import { invalid } from '../kernel/errors.ts';
import { isTopic, TOPICS } from '../kernel/event.ts';
import { jsonInteger } from '../kernel/json.ts';
import { formatTime } from '../kernel/time.ts';
import { type EventRow, eventsAfter, payloadFor } from '../outbox/log.ts';
import type { Call } from './call.ts';
import { PAGE } from './page.ts';
import { paged, type ReadHandler } from './route.ts';

function numbers(texts: string): unknown[] {
  return (JSON.parse(texts) as string[]).map((text) => jsonInteger(BigInt(text)));
}

/** An event with its payload as the calling add-on may see it. */
function eventView(event: EventRow, call: Call): string {
  const head = JSON.stringify({
    number: jsonInteger(event.number),
    topic: event.topic,
    company_id: jsonInteger(call.company),
    resource_id: jsonInteger(event.resource_id),
    resource_id_str: event.resource_id.toString(),
    site_ids: numbers(event.sites),
    changed: JSON.parse(event.changed),
    created_at: formatTime(event.created_at),
  });
  return `${head.slice(0, -1)},"payload":${payloadFor(event, call.addon)}}`;
}

/** GET /events?after=&topic=: the event log in order, without gaps (contract 7). */
export const listEvents: ReadHandler = async (tx, call) => {
  const topic = call.queryText('topic') ?? undefined;
  if (topic !== undefined && !isTopic(topic)) throw invalid('topic', `must be one of ${TOPICS.join(', ')}.`);
  const from = call.queryText('after') ?? '0';
  if (!/^\d{1,18}$/.test(from)) throw invalid('after', 'must be the number of an event, or 0.');
  const { limit, after } = call.page(PAGE.other);
  const rows = await eventsAfter(tx, call.company, after?.[0] ?? BigInt(from), topic, limit + 1);
  return paged(
    rows,
    limit,
    (event) => [event.number],
    (shown) => `[${shown.map((event) => eventView(event, call)).join(',')}]`,
  );
};
