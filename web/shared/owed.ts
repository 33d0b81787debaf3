// What is left to pay of an order of the service.

import type { ListedOrder, Order } from '#clients/typescript/index.ts';
import type { Decimal } from '#src/kernel/money.ts';
import { owedOf } from '#src/orders/rules/owed.ts';
import { decimalOf } from './format.ts';

/** Whether money is still to be taken for an order, or to be given back. */
export function isUnsettled({ total, tip_service_amount: service, due, paid, payments }: Order): boolean {
  const asked = decimalOf(total) + decimalOf(service);
  const rounded = payments.reduce((sum, { rounding }) => sum + decimalOf(rounding), asked);
  return decimalOf(due) > 0n || (asked < 0n && decimalOf(paid) > rounded);
}

type Shown = Pick<ListedOrder, 'status' | 'is_refund' | 'deleted' | 'due' | 'paid'>;

/** The amount that the customer still owes of an order (reference: money.29). */
export function owed({ status, is_refund: isRefund, deleted, due, paid }: Shown): Decimal {
  return owedOf({ status, isRefund, deleted, due: decimalOf(due), paid: decimalOf(paid) });
}
