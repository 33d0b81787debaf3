// Following a company's events for as long as a screen is open.

import {
  ApiError,
  type Event,
  type Input,
  type Passbell,
  parseJson,
  type StreamState,
  systemClock,
} from '#clients/typescript/index.ts';

/** The topics that are followed. */
export type Topics = NonNullable<Input<'streamEvents'>['topic']>;

/** The id of the last block of a stream that was handled. */
export interface Place {
  after: string | undefined;
}

/** The parts of a follower. */
export interface Follower {
  /** All when none are named. */
  readonly topics?: Topics | undefined;
  /** Kept when the stream is opened anew for another listener: what happens in between is not missed. */
  readonly place: Place;
  /** The number of an event that everything shows that was read before, where the place is not known; undefined for none. */
  readonly begin: () => Promise<string | undefined>;
  readonly onEvent: (event: Event) => void;
  /**
   * From here on every event is told, but some before may not have been: the stream began at its newest event, as it does
   * without a place, or the service's log is another one than before. What was read until now has to be read again.
   */
  readonly onGap: () => void;
  readonly onState: (state: StreamState) => void;
}

/** Waits before a stream that was refused is asked for again, in ms. */
const REFUSED_WAIT_MS = 10_000;

/** Follows the events until the signal: what is refused now, as with a token that is over, may be granted later. */
export async function followForEver(
  passbell: Pick<Passbell, 'stream'>,
  { topics, place, begin, onEvent, onGap, onState }: Follower,
  signal: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void> = systemClock.sleep,
): Promise<void> {
  const input = topics === undefined ? {} : { topic: topics };
  if (place.after === undefined) {
    const begun = await begin().catch(() => undefined);
    // Another follower of the same place may have come further meanwhile.
    place.after ??= begun;
  }
  while (!signal.aborted) {
    try {
      for await (const { id, data } of passbell.stream('streamEvents', input, {
        ...place,
        signal,
        onState,
      })) {
        if (id !== undefined && !isBehind(place.after, id)) onGap();
        if (data !== undefined) onEvent(parseJson(data) as Event);
        place.after = id ?? place.after;
      }
    } catch (error) {
      // Events behind the place are kept no more: it goes on from now, and everything is read again.
      const isTooOld = error instanceof ApiError && error.status === 410 && place.after !== undefined;
      if (isTooOld) place.after = undefined;
      else await sleep(REFUSED_WAIT_MS, signal).catch(() => undefined);
    }
  }
}

/** Whether a block follows what is known: a stream that goes on begins with the number it goes on behind. */
function isBehind(known: string | undefined, id: string): boolean {
  return known !== undefined && BigInt(id) >= BigInt(known);
}
