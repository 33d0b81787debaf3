// What refunds gave back by money alone (reference: reports.13).
import { larger, smaller } from '../../kernel/bigints.ts';
import type { Decimal } from '../../kernel/money.ts';
import { figuresOf } from '../../orders/rules/figures.ts';
import type { Order } from '../types.ts';

/** The unpaid amount of an order, in the books; below 0 the shop owes it. */
function openOf({ priced, settlement }: ReturnType<typeof figuresOf>, { payments }: Order): Decimal {
  const asked = priced.total + settlement.tipServiceAmount + settlement.tips;
  return payments.reduce((open, { tip, rounding }) => open + rounding - tip, asked - settlement.paid);
}

/** The amount that a refund gave back beyond its lines, which `owedOf` of orders leaves out (reference: money.29); 0 for a sale. */
function beyondLines(order: Order): Decimal {
  if (order.original_order_id === null) return 0n;
  const figures = figuresOf(order);
  const back = -figures.settlement.paid;
  const open = openOf(figures, order);
  return larger(0n, smaller(back, open));
}

/** True for a refund that gave back more than its lines. */
export const isBeyondLines = (order: Order): boolean => beyondLines(order) > 0n;

/**
 * What a refund gave back that the shop did not owe. `before` is the sale with the refunds completed earlier, in that order:
 * what was paid too much, or not given back with its goods, is owed, and giving it back settles that.
 */
export function givenBack(refund: Order, before: readonly Order[]): Decimal {
  let open = 0n;
  const partOf = (order: Order): Decimal => {
    const beyond = beyondLines(order);
    return beyond === 0n || open >= 0n ? beyond : larger(0n, beyond + open);
  };
  for (const order of before) open += openOf(figuresOf(order), order) - partOf(order);
  return partOf(refund);
}
