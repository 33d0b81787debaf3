import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import {
  type Event,
  type Input,
  type Passbell,
  parseJson,
  type StreamState,
  systemClock,
} from '#clients/typescript/index.ts';

const LiveContext = createContext<StreamState>('connecting');

/** The topics that are followed. */
export type Topics = NonNullable<Input<'streamEvents'>['topic']>;

/** Events within this time refresh the screens once, in ms. */
const GATHER_MS = 60;

/**
 * Follows the company's events while it is on the page. Every event makes the queries stale whose key begins
 * with the first word of its topic: `orders/completed` those of `orders`. After a break in which events cannot
 * be told apart nothing is missed either, because the stream goes on behind the last number.
 */
export function LiveProvider({
  passbell,
  topics,
  onEvent,
  children,
}: {
  passbell: Passbell;
  /** All when none are named. Always the same array. */
  topics?: Topics;
  onEvent?: (event: Event) => void;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  // Kept when the stream is opened anew for another listener: what happens in between is not missed.
  const [place] = useState<Place>({ after: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const kinds = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      gathering = undefined;
      for (const kind of kinds) void client.invalidateQueries({ queryKey: [kind] });
      kinds.clear();
    };
    const hear = (event: Event) => {
      kinds.add(event.topic.split('/')[0] ?? '');
      gathering ??= setTimeout(flush, GATHER_MS);
      onEvent?.(event);
    };
    void followForEver(passbell, topics, place, hear, setState, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(gathering);
    };
  }, [passbell, topics, client, onEvent, place]);
  return <LiveContext value={state}>{children}</LiveContext>;
}

/** The id of the last block of a stream that was handled. */
interface Place {
  after: string | undefined;
}

/** Waits before a stream that was refused is asked for again, in ms. */
const REFUSED_WAIT_MS = 10_000;

/** Follows the events until the signal: what is refused now, as with a token that is over, may be granted later. */
async function followForEver(
  passbell: Passbell,
  topics: Topics | undefined,
  place: Place,
  hear: (event: Event) => void,
  onState: (state: StreamState) => void,
  signal: AbortSignal,
): Promise<void> {
  const input = topics === undefined ? {} : { topic: topics };
  while (!signal.aborted) {
    try {
      for await (const { id, data } of passbell.stream('streamEvents', input, {
        ...place,
        signal,
        onState,
      })) {
        if (data !== undefined) hear(parseJson(data) as Event);
        place.after = id ?? place.after;
      }
    } catch {
      await systemClock.sleep(REFUSED_WAIT_MS, signal).catch(() => undefined);
    }
  }
}

/** Whether events arrive just now. */
export function useLiveState(): StreamState {
  return useContext(LiveContext);
}

/** How often what no event tells is looked at while it is seen, in ms. */
export const UNTOLD_MS = 10_000;
/** How often what events tell is looked at while they do not arrive, in ms. */
const BROKEN_MS = 3_000;

/**
 * How often to look for what events tell, in ms: every `brokenMs` while they do not arrive; while they do not at all, or
 * every `liveMs` where they do not tell everything.
 */
export function usePolling(brokenMs: number = BROKEN_MS, liveMs: number | false = false): number | false {
  return useLiveState() === 'live' ? liveMs : brokenMs;
}

/** How often to look for what events tell in part, in ms: sooner while they do not arrive. */
export function usePartlyTold(): number | false {
  return usePolling(BROKEN_MS, UNTOLD_MS);
}
