// What others take of an order while it is paid here.

import type { Order } from '#clients/typescript/index.ts';
import type { Decimal } from '#src/kernel/money.ts';
import { decimalOf } from '../../shared/format.ts';
import type { Tender } from '../body.ts';
import type { Money } from './payable.ts';

/** An order as it was read, and what of the money for it is not in it. */
export interface Reading {
  readonly order: Order;
  /** Payments that wait behind a refused write. */
  readonly before: readonly Money[];
  /** How many of the payments that were taken on this screen had been sent: they are in the order. */
  readonly sent: number;
}

/** The money that others took for the order between two readings, tips included; `own`: the money taken on this screen. */
export function takenByOthers(
  first: Reading,
  { order, before, sent }: Reading,
  own: readonly Tender[],
  answered: readonly { readonly payment_number: number | null }[],
): Decimal {
  const numbers = new Set(answered.map(({ payment_number: number }) => number));
  const sum = (all: readonly Money[]) => all.reduce((total, { amount, tip }) => total + amount + tip, 0n);
  const come = order.payments
    .filter(({ number }) => number > first.order.payments.length && !numbers.has(number))
    .map(({ amount, tip }) => ({ amount: decimalOf(amount), tip: decimalOf(tip) }));
  const others = sum(come) - sum(own.slice(0, sent)) - (sum(first.before) - sum(before));
  return others > 0n ? others : 0n;
}
