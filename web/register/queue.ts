// The offline queue: everything the register changes goes through it, with or without a network. It is an outbox; keys
// make sending a write again harmless.
import type { Passbell } from '#clients/typescript/index.ts';
import { Outbox, type OutboxParts } from '../shared/outbox/outbox.ts';
import { t } from '../shared/words.ts';
import { deliver } from './deliver.ts';
import { rightsToSend } from './rights.ts';
import {
  type Done,
  type KeyedWrite,
  MAX_WRITES,
  type NewWrite,
  type QueueState,
  serverIdOf,
  type Write,
  withDone,
} from './writes.ts';

type Parts = OutboxParts<KeyedWrite, QueueState, Done>;

export interface QueueParts extends Pick<Parts, 'store' | 'lock' | 'now' | 'changed'> {
  /** The API as the author of a write, who may have signed out since. */
  readonly passbellOf: (write: Write) => Passbell;
  readonly newKey: () => string;
}

/** The writes of a register that the service does not know of yet. */
export class Queue extends Outbox<KeyedWrite, QueueState, Done> {
  readonly #newKey: () => string;

  constructor({ passbellOf, newKey, ...parts }: QueueParts) {
    super({
      ...parts,
      deliver: (write, state) =>
        deliver(passbellOf(write), write, serverIdOf(state, write.subject), parts.now()),
      settle: withDone,
      most: MAX_WRITES,
      full: () =>
        t('The offline queue is full ({count} changes). Connect the register before going on.', {
          count: String(MAX_WRITES),
        }),
    });
    this.#newKey = newKey;
  }

  /** Stores writes, all or none of them, and gives each its key. Once this resolves they will be sent. */
  override add(writes: readonly NewWrite[]): Promise<void> {
    return super.add(writes.map((write) => ({ ...write, key: this.#newKey() })));
  }

  /**
   * Sends a refused write again, as something new: with another key and, when given, approvals and another body. What was
   * missing is remembered, so that every next time asks for it too.
   */
  retry(seq: number, change: Pick<NewWrite, 'approvals'> & { readonly body?: string } = {}): Promise<void> {
    return this.#renew(seq, (write) => ({ ...change, rights: rightsToSend(write) }));
  }

  /** Gives a refused write up; with an order that was never made go the writes for it. */
  discard(seq: number): Promise<void> {
    return this.revise((entries) => {
      const gone = entries.find((write) => write.seq === seq);
      if (gone === undefined || gone.refusal === null) return entries;
      return entries.filter((write) =>
        gone.kind === 'create' ? write.subject !== gone.subject : write !== gone,
      );
    });
  }

  /**
   * Puts refused lines on an order of their own, as when the one they were for is closed: nothing that was sold is
   * lost. `body` is that of POST /orders, with the same lines.
   */
  moveToNewOrder(seq: number, subject: string, body: string): Promise<void> {
    return this.#renew(seq, ({ kind }) => (kind === 'lines' ? { kind: 'create', subject, body } : undefined));
  }

  /** Makes a refused write another one, sent as the staff member who decided so. */
  async #renew(seq: number, change: (write: Write) => Partial<NewWrite> | undefined): Promise<void> {
    const key = this.#newKey();
    await this.revise((entries) =>
      entries.map((write) => {
        const changed = write.seq === seq && write.refusal !== null ? change(write) : undefined;
        if (changed === undefined) return write;
        const { by: _, ...others } = write;
        return { ...others, ...changed, key, tried_at: null, refusal: null };
      }),
    );
  }
}
