import assert from 'node:assert/strict';
import type { Fetch, Passbell } from '#clients/typescript/index.ts';
import { clientOf, fetchFrom } from '#test/harness/client-api.ts';
import type { Service } from '#test/harness/service.ts';
import { Queue } from '../../web/register/queue.ts';
import { EMPTY_QUEUE, type QueueState } from '../../web/register/writes.ts';
import { memoryStore } from '../../web/shared/outbox/memory.ts';
import type { Drained, Lock } from '../../web/shared/outbox/outbox.ts';

// The write queue of a register over a line that can be cut.

/** When a line is cut: nothing gets through; half of the request does; all of it does, but no answer comes back. */
export const CUTS = ['before', 'middle', 'after'] as const;
export type Cut = (typeof CUTS)[number];

/** A line to the service that can be cut at any one request. */
export class Line {
  readonly passbell: Passbell;
  /** How many requests were sent. */
  sent = 0;
  /** Which request is cut, counting from 1, and how. */
  cut: { readonly at: number; readonly how: Cut } | undefined;
  /** While true nothing gets through at all. */
  down = false;

  constructor(service: Service, token?: string) {
    const through = fetchFrom(service);
    const send: Fetch = async (url, init) => {
      if (this.down) throw new TypeError('fetch failed');
      this.sent++;
      const how = this.cut?.at === this.sent ? this.cut.how : undefined;
      if (how === 'before') throw new TypeError('fetch failed');
      const isHalf = how === 'middle' && init.body !== undefined;
      const answer = await through(url, isHalf ? halfOf(init) : init);
      if (how === undefined) return answer;
      await answer.arrayBuffer();
      throw new TypeError('terminated');
    };
    this.passbell = clientOf(service, { fetch: send, ...(token === undefined ? {} : { token }) });
  }
}

/** A request of which half of the body is sent, and then the line is broken. */
function halfOf(init: Parameters<Fetch>[1]): Parameters<Fetch>[1] {
  const bytes = new TextEncoder().encode(init.body);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length >> 1));
    },
    pull(controller) {
      controller.error(new Error('the line broke'));
    },
  });
  return { ...init, ...({ body, duplex: 'half' } as object) };
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

let names = 0;
/** A name that was never used before. */
export const newName = () => `local-${++names}`;

/** A register with a queue that can be closed and opened again over its store. */
export class RegisterQueue {
  readonly line: Line;
  readonly store = memoryStore(EMPTY_QUEUE);
  readonly lock = sharedLock();
  queue: Queue;
  now = Date.parse('2026-03-07T18:30:00Z');

  constructor(line: Line) {
    this.line = line;
    this.queue = this.open();
  }

  /** Another tab, or the same after it was closed. */
  open(): Queue {
    const { store, lock, line } = this;
    const passbellOf = () => line.passbell;
    const parts = { store, lock, passbellOf, now: () => this.now, newKey: () => crypto.randomUUID() };
    return new Queue(parts);
  }

  /** What is stored. */
  state(): Promise<QueueState> {
    return this.store.change((state) => state);
  }

  async troubles(): Promise<string[]> {
    return (await this.state()).entries.flatMap((write) => write.refusal?.code ?? []);
  }

  /** Sends until nothing is left to be sent; the tab is closed after every break. */
  async drain(reopen: boolean): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const drained: Drained = await this.queue.drain();
      if (drained.end === 'idle') return;
      if (reopen) this.queue = this.open();
    }
    assert.fail('The queue does not come to an end.');
  }
}
