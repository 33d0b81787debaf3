// What an order may not do while payment requests of it have no outcome, and what a refund may not do that waits.
import { conflict } from '../../kernel/errors.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { OpenRequest } from '../types.ts';
import { lowestPaid } from './bounds.ts';
import type { Figured, Figures } from './figures.ts';

/** The amounts of the open requests of an order: money to take, and money to give back, both without a sign. */
export function askedBy(requests: readonly Pick<OpenRequest, 'amount'>[]): {
  sale: Decimal;
  refund: Decimal;
} {
  let sale = 0n;
  let refund = 0n;
  for (const { amount } of requests) {
    if (amount < 0n) refund -= amount;
    else sale += amount;
  }
  return { sale, refund };
}

/** The most that could still be given back of what was paid for an order. */
export function leftToGiveBack(figures: Figures): Decimal {
  return figures.settlement.paid - lowestPaid(figures);
}

/** The statuses that close an order for good. */
const CLOSING: ReadonlySet<string> = new Set(['COMPLETE', 'REJECTED']);

/**
 * 409 naming a payment request that has no outcome yet, when the order would be closed by staff (`isBound`), when another
 * payment would take what it asks for, or when staff make the order cheaper than that (reference: requests.5).
 */
export function refuseWhileOpen(before: Figured, after: Figured, isBound: boolean): void {
  refuseOtherRefund(before, after);
  const [first] = before.order.requests;
  if (first === undefined) return;
  const isClosed = ({ order }: Figured) => order.deleted || CLOSING.has(order.status);
  if (isBound && isClosed(after) && !isClosed(before)) {
    throw conflict(
      sentence('Payment request {id} has no outcome yet: cancel it, or ask its provider again.', {
        id: first.id,
      }),
    );
  }
  const isPaid = after.order.payments.length > before.order.payments.length;
  if (!isBound && !isPaid) return;
  const { sale, refund } = askedBy(before.order.requests);
  const [was, is] = [before.figures.settlement.left, after.figures.settlement.left];
  if (sale > 0n && is < sale && is < was) throw spokenFor(first, sale);
  if (refund > 0n && leftToGiveBack(after.figures) < refund && is > was) throw spokenFor(first, refund);
}

const spokenFor = ({ id }: OpenRequest, amount: Decimal) =>
  conflict(
    sentence('Payment request {id} has no outcome yet: {amount} of the order is spoken for.', {
      id,
      amount: formatDecimal(amount),
    }),
  );

/** 409 when a refund that waits for its money becomes another one than was checked (reference: requests.11). */
function refuseOtherRefund({ order: before, figures: was }: Figured, { order, figures }: Figured): void {
  if (before.original_order_id === null) return;
  if (order.deleted && order.payments.length > 0)
    throw conflict(sentence('The refund gave money back already: it cannot be deleted.'));
  if (order.status !== before.status && order.status !== 'COMPLETE')
    throw conflict(sentence('A refund stays PENDING until it is COMPLETE; delete it instead.'));
  const isSame =
    order.lines.length === before.lines.length &&
    figures.priced.total === was.priced.total &&
    order.lines.every(({ quantity }, at) => quantity === before.lines[at]?.quantity) &&
    figures.settlement.tipServiceAmount === was.settlement.tipServiceAmount;
  if (!isSame) throw conflict(sentence('The lines and prices of a refund cannot be changed.'));
}
