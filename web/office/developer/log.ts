// The event log from its end: the API lists it from any number on, without gaps.

import type { Event, Passbell } from '#clients/typescript/index.ts';

/** Numbers that are looked through at first; twice as many each time too little was found. */
const FIRST_SPAN = 100;
/** The longest page of the API. */
const MAX_SPAN = 5_000;
/** Events after which enough was found, and how often it is looked for them at most. */
const ENOUGH = 25;
const MAX_LOOKS = 6;

/** Some events, the newest first, and the number before which to go on; undefined at the beginning of the log. */
export interface EventPage {
  readonly events: readonly Event[];
  readonly before: number | undefined;
}

/** The number of the last event: what a stream says before anything else. */
export async function lastNumber(passbell: Pick<Passbell, 'stream'>, signal: AbortSignal): Promise<number> {
  for await (const { id } of passbell.stream('streamEvents', {}, { signal })) {
    if (id !== undefined) return Number(id);
  }
  return 0;
}

/** Events up to and with a number, of a topic when one is given. */
export async function eventsUpTo(
  passbell: Pick<Passbell, 'call'>,
  last: number,
  topic: Event['topic'] | null,
  signal: AbortSignal,
): Promise<EventPage> {
  const events: Event[] = [];
  let upTo = last;
  let span = FIRST_SPAN;
  for (let look = 0; look < MAX_LOOKS && upTo > 0 && events.length < ENOUGH; look++) {
    const after = Math.max(0, upTo - span);
    const only = topic === null ? {} : { topic: [topic] };
    const page = await passbell.call('listEvents', { after, limit: upTo - after, ...only }, { signal });
    const here = page.filter(({ number }) => Number(number) <= upTo);
    events.push(...here.toReversed());
    upTo = after;
    span = Math.min(MAX_SPAN, span * 2);
  }
  return { events, before: upTo > 0 ? upTo : undefined };
}
