import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Api } from '../api.ts';
import { followLive, type LiveEvent, type LiveState } from '../live.ts';

const LiveContext = createContext<LiveState>('connecting');

/** Events within this time refresh the screens once, in ms. */
const GATHER_MS = 60;

/**
 * Follows the company's events while it is on the page. Every event makes the queries stale whose key begins
 * with the first word of its topic: `orders/completed` those of `orders`. After a break in which events cannot
 * be told apart nothing is missed either, because the stream goes on behind the last number.
 */
export function LiveProvider({
  api,
  topics,
  onEvent,
  children,
}: {
  api: Api;
  /** All when none are named. Always the same array. */
  topics?: readonly string[];
  onEvent?: (event: LiveEvent) => void;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const stop = new AbortController();
    const kinds = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      gathering = undefined;
      for (const kind of kinds) void client.invalidateQueries({ queryKey: [kind] });
      kinds.clear();
    };
    void followLive(
      {
        address: api.address(
          topics === undefined ? 'events/stream' : `events/stream?topic=${topics.join(',')}`,
        ),
        tokens: api.tokens,
        onState: setState,
        onEvent: (event) => {
          kinds.add(event.topic.split('/')[0] ?? '');
          gathering ??= setTimeout(flush, GATHER_MS);
          onEvent?.(event);
        },
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      clearTimeout(gathering);
    };
  }, [api, topics, client, onEvent]);
  return <LiveContext value={state}>{children}</LiveContext>;
}

/** Whether events arrive just now. */
export function useLiveState(): LiveState {
  return useContext(LiveContext);
}
