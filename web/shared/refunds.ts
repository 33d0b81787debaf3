// The refunds of a sale: the quantities left, and the body of another refund.

import {
  type Amount,
  type CreateOrder,
  ExactNumber,
  type GivenBack,
  type Order,
  type OrderLine,
} from '#clients/typescript/index.ts';
import { type Decimal, formatDecimal } from '#src/kernel/money.ts';
import { decimalOf } from './format.ts';

/** The refunds of an order, as GET /orders/<o>/refunds answers. */
export type Refunds = GivenBack;
/** A line of a sale with its refunded quantity and the quantity left. */
export type RefundedLine = Refunds['lines'][number];

/** The quantities of a line that the answer does not have. */
const NONE = { quantity_refunded: 0, quantity_left: 0 } as const;

/** The refunded quantity of a line, and the quantity left. */
export function refundedOf(
  refunds: Refunds,
  { number }: Pick<OrderLine, 'number'>,
): Pick<RefundedLine, 'quantity_refunded' | 'quantity_left'> {
  return refunds.lines.find((line) => line.number === number) ?? NONE;
}

const least = (a: Decimal, b: Decimal): Decimal => (a < b ? a : b);

/** How much of a line is left to refund. */
export function leftOf(refunds: Refunds, line: Pick<OrderLine, 'number'>): Decimal {
  return decimalOf(refundedOf(refunds, line).quantity_left);
}

/** How much of each line comes back, by the line's number. */
export type Quantities = ReadonlyMap<number, Decimal>;

/** The quantities, each at most what is left of its line: another register may have refunded some meanwhile. */
export function withinLeft(quantities: Quantities, refunds: Refunds): Quantities {
  const within = [...quantities].map(([number, quantity]): [number, Decimal] => {
    const left = leftOf(refunds, { number });
    return [number, least(quantity, left)];
  });
  return new Map(within.filter(([, quantity]) => quantity > 0n));
}

/** A line of a sale, as far as refunds look at it. */
type SoldLine = Pick<OrderLine, 'number' | 'product_id' | 'modifiers' | 'quantity'>;

/** A refund; without its payment at first. */
export type RefundBody = Pick<
  CreateOrder,
  'site_id' | 'register_id' | 'customer_id' | 'original_order_id_str' | 'lines' | 'payments'
>;

/** The lines of an order that something was sold by. */
export function refundable<L extends Pick<OrderLine, 'quantity'>>({
  lines,
}: {
  readonly lines: readonly L[];
}): readonly L[] {
  return lines.filter((line) => decimalOf(line.quantity) > 0n);
}

/** Those lines that come back at all, in the order in which they are sent. */
export function chosenLines<L extends SoldLine>(
  order: { readonly lines: readonly L[] },
  quantities: Quantities,
): readonly L[] {
  return refundable(order).filter((line) => (quantities.get(line.number) ?? 0n) > 0n);
}

/**
 * The refund's body without its payment: lines at the price of the sale name none, so that the service refunds the
 * price paid. Undefined when no line comes back.
 */
export function refundBody(
  order: Pick<Order, 'id_str' | 'site_id' | 'register_id' | 'customer_id'> & {
    readonly lines: readonly SoldLine[];
  },
  quantities: Quantities,
): RefundBody | undefined {
  const lines = chosenLines(order, quantities).map((line) => ({
    product_id: line.product_id,
    modifiers: line.modifiers,
    quantity: exactNumber(formatDecimal(-(quantities.get(line.number) ?? 0n))),
  }));
  if (lines.length === 0) return undefined;
  return {
    site_id: order.site_id,
    ...(order.register_id === null ? {} : { register_id: order.register_id }),
    ...(order.customer_id === null ? {} : { customer_id: order.customer_id }),
    original_order_id_str: order.id_str,
    lines,
  };
}

/** An amount as a number of JSON that has all its digits. */
export function exactNumber(amount: Amount): ExactNumber {
  return new ExactNumber(String(amount));
}
