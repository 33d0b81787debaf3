// An outbox that lasts as long as the page: where the browser keeps nothing, and in tests.

import { EMPTY, type OutboxState, type OutboxStore } from './entries.ts';

/** A store in memory. */
export function memoryStore<N>(): OutboxStore<N> {
  let state: OutboxState<N> = EMPTY;
  return {
    change: async (work) => {
      state = work(state);
      return state;
    },
  };
}
