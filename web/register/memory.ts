// Where nothing has to last: the ports of the queue for tests.
import type { Lock, QueueStore } from './queue.ts';
import { EMPTY_QUEUE, type QueueState } from './writes.ts';

/** A store in memory. What goes in and out is copied, as a database would. */
export class MemoryStore implements QueueStore {
  #state: QueueState = EMPTY_QUEUE;

  async change(work: (state: QueueState) => QueueState): Promise<QueueState> {
    this.#state = structuredClone(work(structuredClone(this.#state)));
    return structuredClone(this.#state);
  }
}

/** A lock shared by all its holders. */
export function sharedLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
