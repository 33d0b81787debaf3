// An outbox that lasts as long as the page: where the browser keeps nothing, and in tests.

import type { OutboxStore } from './entries.ts';

/** A store in memory. What goes in and out is copied, as a database would. */
export function memoryStore<S>(empty: S): OutboxStore<S> {
  let state = empty;
  return {
    empty,
    change: async (work) => {
      state = structuredClone(work(structuredClone(state)));
      return structuredClone(state);
    },
  };
}
