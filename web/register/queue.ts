// The write queue: everything the register changes goes through it, with or without a network. A write is kept before
// it is sent and forgotten after its answer, so that a tab may close at any point; keys make sending it again harmless.
import type { Passbell } from '#clients/typescript/index.ts';
import { deliver } from './deliver.ts';
import {
  append,
  type NewWrite,
  nextWrite,
  type QueueState,
  serverIdOf,
  type Trouble,
  type Write,
  withDone,
  withoutWrite,
  withWrite,
} from './writes.ts';

/** Where the queue is kept. */
export interface QueueStore {
  /** Reads the state, calls `work`, and writes its result, with no write of another tab in between. */
  change(work: (state: QueueState) => QueueState): Promise<QueueState>;
}

/** Runs one piece of work at a time among all tabs. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** How sending came to an end. */
export type Drained =
  /** Nothing is left that could be sent: what remains waits for a decision. */
  | { readonly end: 'idle' }
  /** The line is broken, or the service asks to wait. */
  | { readonly end: 'later'; readonly afterMs?: number }
  | { readonly end: 'signin' };

export interface QueueParts {
  readonly store: QueueStore;
  /** The API as the author of a write, who may have signed out since. */
  readonly passbellOf: (write: Write) => Passbell;
  readonly lock: Lock;
  readonly now: () => number;
  readonly newKey: () => string;
  /** Called after every change, with the stored state. */
  readonly changed?: (state: QueueState) => void;
  /** Called when a write was done, with the id of its order. */
  readonly done?: (write: Write, order: string) => void;
  /** Called when a write was refused. */
  readonly refused?: (write: Write, trouble: Trouble) => void;
}

/** Most writes sent in one go; the lock is given to another tab in between. */
const MAX_IN_ONE_GO = 500;

export class Queue {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Stores writes, all or none of them. Once this resolves they survive the page and will be sent. */
  async add(writes: readonly NewWrite[]): Promise<void> {
    const { now, newKey } = this.#parts;
    await this.#change((state) => append(state, writes, now(), newKey));
  }

  /** The stored state. */
  read(): Promise<QueueState> {
    return this.#parts.store.change((state) => state);
  }

  /** Sends what can be sent, one after the other. Only one tab does at a time. */
  drain(): Promise<Drained> {
    return this.#parts.lock(async () => {
      for (let sent = 0; sent < MAX_IN_ONE_GO; sent++) {
        const end = await this.#sendNext();
        if (end !== undefined) return end;
      }
      return { end: 'later', afterMs: 0 };
    });
  }

  async #sendNext(): Promise<Drained | undefined> {
    const { now } = this.#parts;
    // Noted before it is sent: from here on it counts as sent.
    let picked: Write | undefined;
    const state = await this.#change((before) => {
      picked = nextWrite(before);
      return picked === undefined || picked.tried_at !== null
        ? before
        : withWrite(before, picked.seq, (write) => ({ ...write, tried_at: now() }));
    });
    const write = picked;
    if (write === undefined) return { end: 'idle' };
    const id = serverIdOf(state, write.order);
    const outcome = await deliver(this.#parts.passbellOf(write), write, id, now());
    switch (outcome.kind) {
      case 'done': {
        await this.#change((before) => withDone(before, write, outcome));
        const order = outcome.made ?? id;
        if (order !== undefined) this.#parts.done?.(write, order);
        return undefined;
      }
      case 'trouble':
        await this.#change((before) =>
          withWrite(before, write.seq, (each) => ({ ...each, trouble: outcome.trouble })),
        );
        this.#parts.refused?.(write, outcome.trouble);
        return undefined;
      case 'later':
        return { end: 'later', ...(outcome.afterMs === undefined ? {} : { afterMs: outcome.afterMs }) };
      case 'signin':
        return { end: 'signin' };
    }
  }

  /** Sends a refused write again, as something new: with another key and, when given, another body. */
  async retry(seq: number, body?: string): Promise<void> {
    const key = this.#parts.newKey();
    await this.#change((state) =>
      withWrite(state, seq, (write) =>
        write.trouble === null
          ? write
          : { ...withoutAuthor(write), key, body: body ?? write.body, tried_at: null, trouble: null },
      ),
    );
  }

  /** Gives a refused write up; with an order that was never made go the writes for it. */
  async discard(seq: number): Promise<void> {
    await this.#change((state) =>
      state.writes.find((write) => write.seq === seq)?.trouble == null ? state : withoutWrite(state, seq),
    );
  }

  /**
   * Puts refused lines on an order of their own, as when the one they were for is closed: nothing that was sold is
   * lost. `body` is that of POST /orders, with the same lines.
   */
  async moveToNewOrder(seq: number, order: string, body: string): Promise<void> {
    const key = this.#parts.newKey();
    await this.#change((state) =>
      withWrite(state, seq, (write) =>
        write.trouble === null || write.kind !== 'lines'
          ? write
          : { ...withoutAuthor(write), kind: 'create', order, key, body, tried_at: null, trouble: null },
      ),
    );
  }

  async #change(work: (state: QueueState) => QueueState): Promise<QueueState> {
    const state = await this.#parts.store.change(work);
    this.#parts.changed?.(state);
    return state;
  }
}

/** A retried write is sent as the staff member who retries it. */
function withoutAuthor({ by: _, ...write }: Write): Write {
  return write;
}
