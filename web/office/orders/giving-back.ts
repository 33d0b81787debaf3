// A refund as it is sent: so much of which line, and what it comes to.

import { decimalOf } from '../../shared/format.ts';
import type { Amount, Id } from '../../shared/json.ts';
import type { Order, OrderLine } from '../../shared/records.ts';

/** How many of each line come back, by the line's number. */
export type Quantities = ReadonlyMap<number, number>;

export interface RefundLine {
  readonly product_id: Id;
  readonly modifiers: readonly Id[];
  readonly quantity: number;
}

/** The lines of an order that something can come back of. */
export function refundable({ lines }: Pick<Order, 'lines'>): readonly OrderLine[] {
  return lines.filter((line) => decimalOf(line.quantity) > 0n);
}

/** Those lines that come back at all, in the order in which they are sent. */
export function chosenLines(order: Pick<Order, 'lines'>, quantities: Quantities): readonly OrderLine[] {
  return refundable(order).filter((line) => (quantities.get(line.number) ?? 0) > 0);
}

/**
 * The refund's body without its payment: what comes back as it was sold names no price, so that the service gives
 * back what was paid for it. Undefined when nothing comes back.
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
