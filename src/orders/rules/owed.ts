// The amount of an order that its customer still owes, as screens and papers show it (reference: money.29).

import { larger } from '../../kernel/bigints.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { OrderStatus } from './status.ts';

/** The fields of a shown order that decide what is owed. */
interface Shown {
  readonly status: OrderStatus | (string & {});
  readonly isRefund: boolean;
  readonly deleted?: boolean;
  readonly due: Decimal;
  readonly paid: Decimal;
}

/**
 * The amount due, where it is owed: nothing of an order that is rejected or deleted, and of a refund not what it gave
 * back without lines.
 */
export function owedOf({ status, isRefund, deleted = false, due, paid }: Shown): Decimal {
  if (deleted || status === 'REJECTED') return 0n;
  return isRefund && paid < 0n ? larger(0n, due + paid) : due;
}
