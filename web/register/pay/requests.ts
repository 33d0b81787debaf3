// Payment requests of an order as the register asks for them: the add-on of the method takes the money.

import { useQuery } from '@tanstack/react-query';
import type { PaymentRequest } from '#clients/typescript/index.ts';
import { decimalOf } from '../../shared/format.ts';
import { usePolling } from '../../shared/ui/live.tsx';
import { t } from '../../shared/words.ts';
import type { Tender } from '../body.ts';
import { useRegister } from '../context.tsx';
import type { Core } from '../core.ts';
import { serverIdOf } from '../writes.ts';

/** How often requests are looked at while no events arrive, in ms. */
const LOOK_MS = 2_000;
/** Requests of an order that are read, the newest first. */
const MOST = 200;
/** How long writes of an order may take to be sent before its payment is asked for, in ms. */
const SEND_LIMIT_MS = 15_000;

/** None are read yet. */
export const NO_REQUESTS: readonly PaymentRequest[] = [];

/** True for a request whose outcome is not known: nothing else may be charged for it. */
export const isOpen = ({ status }: PaymentRequest) => status === 'pending' || status === 'unknown';

/** The requests of an order, the newest first; undefined until they are read. */
export function useRequests(order: string | undefined) {
  const { passbell } = useRegister();
  return useQuery({
    queryKey: ['payment_requests', order],
    queryFn: () =>
      passbell.call('listOrderPaymentRequests', { order_id: order ?? '', newest: true, limit: MOST }),
    enabled: order !== undefined,
    refetchInterval: usePolling(LOOK_MS),
  });
}

/** The money of approved requests, beyond the payments that the order showed when it was read. */
export function approvedTenders(requests: readonly PaymentRequest[], known: number): Tender[] {
  return requests
    .filter(({ payment_number: number }) => number !== null && number > known)
    .toReversed()
    .map(({ method_id: method, kind, approved_amount: amount, tip, credit_card_surcharge, ref }) => ({
      method: BigInt(method),
      amount: decimalOf(amount ?? 0) * (kind === 'refund' ? -1n : 1n),
      tip: decimalOf(tip),
      surcharge: decimalOf(credit_card_surcharge),
      ref,
    }));
}

/** The id of an order, once everything of it that waits is sent. Rejects when that takes too long, or is refused. */
export function sentOrder(core: Core, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(
      () => finish(() => reject(new Error(t('The order could not be sent. Check the connection.')))),
      SEND_LIMIT_MS,
    );
    const finish = (settle: () => void) => {
      clearTimeout(end);
      leave();
      settle();
    };
    const look = () => {
      const { queue } = core.state;
      const id = serverIdOf(queue, name);
      const own = queue.entries.filter(
        ({ subject }) => subject === name || (id !== undefined && serverIdOf(queue, subject) === id),
      );
      if (own.some(({ refusal }) => refusal !== null))
        finish(() => reject(new Error(t('The order was refused: see Needs attention.'))));
      else if (id !== undefined && own.length === 0) finish(() => resolve(id));
    };
    const leave = core.subscribe(look);
    look();
  });
}
