// The refunds of a sale: the quantities left, and the body of another refund.

import type { GIVEN_BACK } from '#src/orders/shape/answers.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import { decimalOf } from './format.ts';
import type { Amount, Id } from './json.ts';
import type { Order, OrderLine } from './records.ts';

/** The refunds of an order, as GET /orders/<o>/refunds answers. */
export type Refunds = OnScreen<typeof GIVEN_BACK>;
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

/** How many of each line come back, by the line's number. */
export type Quantities = ReadonlyMap<number, number>;

/** The quantities, each at most what is left of its line: another register may have refunded some meanwhile. */
export function withinLeft(quantities: Quantities, refunds: Refunds): Quantities {
  const left = [...quantities].map(([number, quantity]): [number, number] => [
    number,
    Math.min(quantity, Number(refundedOf(refunds, { number }).quantity_left)),
  ]);
  return new Map(left.filter(([, quantity]) => quantity > 0));
}

/** A line of a refund. */
export interface RefundLine {
  readonly product_id: Id;
  readonly modifiers: readonly Id[];
  readonly quantity: number;
}

/** The lines of an order that something was sold by. */
export function refundable({ lines }: Pick<Order, 'lines'>): readonly OrderLine[] {
  return lines.filter((line) => decimalOf(line.quantity) > 0n);
}

/** Those lines that come back at all, in the order in which they are sent. */
export function chosenLines(order: Pick<Order, 'lines'>, quantities: Quantities): readonly OrderLine[] {
  return refundable(order).filter((line) => (quantities.get(line.number) ?? 0) > 0);
}

/**
 * The refund's body without its payment: lines at the price of the sale name none, so that the service refunds the
 * price paid. Undefined when no line comes back.
 */
export function refundBody(
  order: Pick<Order, 'id_str' | 'site_id' | 'register_id' | 'customer_id' | 'lines'>,
  quantities: Quantities,
): Readonly<Record<string, unknown>> | undefined {
  const lines = chosenLines(order, quantities).map(
    (line): RefundLine => ({
      product_id: line.product_id,
      modifiers: line.modifiers,
      quantity: -(quantities.get(line.number) ?? 0),
    }),
  );
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
export function exactNumber(amount: Amount): unknown {
  const text = String(amount);
  return String(Number(text)) === text ? Number(text) : JSON.rawJSON(text);
}
