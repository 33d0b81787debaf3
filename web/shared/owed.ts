// What is left to pay of an order of the service.

import type { ListedOrder } from '#clients/typescript/index.ts';
import type { Decimal } from '#src/kernel/money.ts';
import { owedOf } from '#src/orders/rules/owed.ts';
import { decimalOf } from './format.ts';

type Shown = Pick<ListedOrder, 'status' | 'is_refund' | 'deleted' | 'due' | 'paid'>;

/** What the customer still owes of an order (reference: money.29). */
export function owed({ status, is_refund: isRefund, deleted, due, paid }: Shown): Decimal {
  return owedOf({ status, isRefund, deleted, due: decimalOf(due), paid: decimalOf(paid) });
}
