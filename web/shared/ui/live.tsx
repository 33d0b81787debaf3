import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Event, Passbell, StreamState } from '#clients/typescript/index.ts';
import { followForEver, type Place, type Topics } from '../live.ts';
import type { ShortTokens } from '../session.ts';
import { lookForRelease } from './release-note.tsx';

const LiveContext = createContext<StreamState>('connecting');

/** Everything of the catalogue shows parts of everything else: names, prices, rates. */
export const CATALOGUE = ['products', 'categories', 'option_sets', 'price_lists', 'taxes'] as const;

/** The first words of the queries' keys that an event makes stale; webhooks may be about any. */
export function staleKinds(topic: string): readonly string[] {
  const kind = topic.split('/')[0] ?? '';
  const isCatalogue = topic !== 'products/availability' && CATALOGUE.some((each) => each === kind);
  return [...(isCatalogue ? CATALOGUE : [kind]), 'deliveries'];
}

/** Events within this time refresh the screens once, in ms. */
const GATHER_MS = 60;

/**
 * Follows the company's events while it is on the page. Every event makes the queries stale whose key begins
 * with the first word of its topic: `orders/completed` those of `orders`; what changes in the catalogue, those of the whole
 * catalogue; and those of messages to webhooks. Nothing is missed, because the stream begins behind the last event of when the first token was given, and after a
 * break behind the last number; where there is none everything is read once more.
 */
export function LiveProvider({
  passbell,
  tokens,
  topics,
  onEvent,
  children,
}: {
  passbell: Passbell;
  /** Those that the company is read with. */
  tokens: Pick<ShortTokens, 'lastEvent'>;
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
      for (const kind of staleKinds(event.topic)) kinds.add(kind);
      gathering ??= setTimeout(flush, GATHER_MS);
      onEvent?.(event);
    };
    const onGap = () => void client.invalidateQueries();
    const begin = () => tokens.lastEvent();
    let wasLive = false;
    const onState = (now: StreamState) => {
      setState(now);
      if (now !== 'live') return;
      // A break may have been the start of another release.
      if (wasLive) void lookForRelease();
      wasLive = true;
    };
    const follower = { topics, place, begin, onEvent: hear, onGap, onState };
    void followForEver(passbell, follower, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(gathering);
      // Heard already, and not told again by the stream that follows.
      flush();
    };
  }, [passbell, tokens, topics, client, onEvent, place]);
  return <LiveContext value={state}>{children}</LiveContext>;
}

/** Whether events arrive just now. */
export function useLiveState(): StreamState {
  return useContext(LiveContext);
}

/** How often what no event tells is looked at while it is seen, in ms. */
export const UNTOLD_MS = 10_000;
/** The same of what is about to be another, such as a message on its way: somebody waits for it. */
const UNDER_WAY_MS = 1_000;
/** How often what events tell is looked at while they do not arrive, in ms. */
const BROKEN_MS = 3_000;

/**
 * How often to look for what events tell, in ms: every `brokenMs` while they do not arrive; while they do not at all, or
 * every `liveMs` where they do not tell everything.
 */
export function usePolling(brokenMs: number = BROKEN_MS, liveMs: number | false = false): number | false {
  return useLiveState() === 'live' ? liveMs : brokenMs;
}

/** How often to look for what no event tells, in ms: soon again while it is about to be another. */
export function whileUnderWay(isUnderWay: boolean): number {
  return isUnderWay ? UNDER_WAY_MS : UNTOLD_MS;
}

/** How often to look for what events tell in part, in ms: sooner while they do not arrive. */
export function usePartlyTold(): number | false {
  return usePolling(BROKEN_MS, UNTOLD_MS);
}
