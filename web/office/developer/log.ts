// The event log from its end: the API lists it from any number on, without gaps.

import { SseParser } from '#src/kernel/sse.ts';
import type { Api } from '../../shared/api.ts';
import type { LoggedEvent } from '../records.ts';

/** Numbers that are looked through at first; twice as many each time too little was found. */
const FIRST_SPAN = 100;
/** The longest page of the API. */
const MAX_SPAN = 5_000;
/** Events after which enough was found, and how often it is looked for them at most. */
const ENOUGH = 25;
const MAX_LOOKS = 6;

/** Some events, the newest first, and the number before which to go on; undefined at the beginning of the log. */
export interface EventPage {
  readonly events: readonly LoggedEvent[];
  readonly before: number | undefined;
}

/** The number of the last event: what a stream says before anything else. Streams are let go at once. */
export async function lastNumber(api: Api, signal: AbortSignal): Promise<number> {
  const cut = new AbortController();
  const answer = await fetch(api.address('events/stream'), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${await api.tokens.get()}` },
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.any([signal, cut.signal]),
  });
  if (!answer.ok || answer.body === null) throw new Error('The event log could not be opened. Try again.');
  const blocks = new SseParser();
  const reader = answer.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const { id } of blocks.push(part.value)) if (id !== undefined) return Number(id);
    }
  } finally {
    cut.abort();
  }
  return 0;
}

/** Events up to and with a number, of a topic when one is given. */
export async function eventsUpTo(
  api: Pick<Api, 'page'>,
  last: number,
  topic: string | null,
  signal: AbortSignal,
): Promise<EventPage> {
  const events: LoggedEvent[] = [];
  let upTo = last;
  let span = FIRST_SPAN;
  for (let look = 0; look < MAX_LOOKS && upTo > 0 && events.length < ENOUGH; look++) {
    const after = Math.max(0, upTo - span);
    const query = new URLSearchParams({ after: String(after), limit: String(upTo - after) });
    if (topic !== null) query.set('topic', topic);
    const { items } = await api.page<LoggedEvent>(`events?${query}`, { signal });
    const here = items.filter(({ number }) => Number(number) <= upTo);
    events.push(...here.toReversed());
    upTo = after;
    span = Math.min(MAX_SPAN, span * 2);
  }
  return { events, before: upTo > 0 ? upTo : undefined };
}
