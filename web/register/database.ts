// What the browser keeps for a register: one small database per register, so that nothing is lost when the device is
// given to another one.
import { type KeptDatabase, openKept } from '../shared/kept.ts';
import type { Refusal } from '../shared/outbox/entries.ts';
import { EMPTY_QUEUE, type QueueState, type Write } from './writes.ts';

/** The offline queue as version 1 kept it, under the name `queue`. */
export interface EarlierQueue extends Pick<QueueState, 'next' | 'known'>, Partial<Pick<QueueState, 'paid'>> {
  readonly writes: readonly (Omit<Write, 'subject' | 'refusal'> & {
    readonly order: string;
    readonly trouble: Refusal | null;
  })[];
}

/** An earlier version's queue as it is kept now: the same writes under the same keys, sent or not. */
export function fromEarlier({ writes, ...queue }: EarlierQueue): QueueState {
  const entries = writes.map(
    ({ order, trouble, ...write }): Write => ({ ...write, subject: order, refusal: trouble }),
  );
  return { ...EMPTY_QUEUE, ...queue, entries };
}

/**
 * Opens the database of a register of a company. Devices in use have their data under this name. `blocked` is called
 * while another tab has it open in an earlier version.
 */
export function openRegisterDatabase(
  company: string,
  register: string,
  blocked: () => void,
): Promise<KeptDatabase> {
  return openKept(`passbell-register-${company}-${register}`, {
    version: 2,
    convert: async (kept) => {
      const queue = (await kept.get('queue')) as EarlierQueue | undefined;
      if (queue === undefined) return;
      await kept.put(fromEarlier(queue), 'outbox');
      await kept.delete('queue');
    },
    blocked,
  });
}
