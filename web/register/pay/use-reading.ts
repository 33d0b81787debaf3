// The order that is paid, as it is read again and again: other registers and add-ons take money of it too.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { usePolling } from '../../shared/ui/live.tsx';
import { useRegister } from '../context.tsx';
import type { Core } from '../core.ts';
import { refusedWrites } from '../refused.tsx';
import { isServerId, serverIdOf } from '../writes.ts';
import type { Reading } from './others.ts';
import { waitingPayments } from './payable.ts';
import { sentOrder } from './requests.ts';

/** How often the order is read without an event, in ms. */
const LOOK_MS = 3_000;

/** The payments that are taken on this screen. */
interface Taking {
  count: number;
  /** One is being taken: whether it is in an order that is read now is not known. */
  isBusy: boolean;
}

/** Whether something of the order is still to be sent; what waits behind a refusal is not. */
function isSending({ state: { queue } }: Core, id: string): boolean {
  const isOwn = (subject: string) => serverIdOf(queue, subject) === id;
  return refusedWrites(queue, id).length === 0 && queue.entries.some(({ subject }) => isOwn(subject));
}

/**
 * The order with this id, live; nothing while the service does not know it. A reading that money is taken during is none:
 * the one before it holds, and another follows.
 */
export function useReading(order: string | undefined) {
  const id = order ?? '';
  const { core, passbell } = useRegister();
  const client = useQueryClient();
  const taking = useRef<Taking>({ count: 0, isBusy: false });
  const queryKey = ['orders', 'paying', id];
  const read = useQuery({
    queryKey,
    queryFn: async (): Promise<Reading> => {
      const known = client.getQueryData<Reading>(queryKey);
      const isUnsure = () => taking.current.isBusy || isSending(core, id);
      if (known !== undefined && isUnsure()) return known;
      // Money on its way may be in the order that is read, or not. What waits behind a refusal is not in it.
      await sentOrder(core, id).catch((error: unknown) => {
        if (refusedWrites(core.state.queue, id).length === 0) throw error;
      });
      const { count: sent } = taking.current;
      const before = waitingPayments(core.state.queue, id);
      const read = await passbell.call('getOrder', { order_id: id });
      const isLate = isUnsure() || sent !== taking.current.count;
      return known !== undefined && isLate ? known : { order: read, before, sent };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: usePolling(LOOK_MS),
    enabled: isServerId(id),
  });
  /** Takes money here: no reading says meanwhile whether it is in the order. */
  const take = async (work: () => Promise<void>): Promise<void> => {
    taking.current.isBusy = true;
    try {
      await work();
      taking.current.count++;
    } finally {
      taking.current.isBusy = false;
      void client.invalidateQueries({ queryKey });
    }
  };
  return { read, take };
}
