import type { Decimal } from '../kernel/money.ts';
import { type SalesFigures, Tally } from './figures.ts';

// A data set to replay: orders to send, and the figures they have to add up to. Its source does not matter here.

/** A chosen option: by SKU, with the chosen options of its own set. */
export interface Selection {
  readonly sku: string;
  /** The set of the option that `options` are of; null for an option without one. */
  readonly set: string | null;
  readonly options: readonly Selection[];
}

/** A line to send. */
export interface PlannedLine {
  readonly sku: string;
  readonly quantity: number;
  /** With tax, as decimal text; null: the price of the product at the site. */
  readonly unitPrice: string | null;
  /** The chosen options of the set of that name, in order. */
  readonly set: string | null;
  readonly options: readonly Selection[];
}

/** An order to send, and what must come back. */
export interface PlannedOrder {
  readonly number: string;
  readonly saleNumber: string;
  /** When it was placed, when the data knows. */
  readonly placedAt: string | null;
  readonly lines: readonly PlannedLine[];
  readonly amount: Decimal;
}

/** Data that can be replayed. */
export interface Dataset {
  /** The prefix of idempotency keys. */
  readonly name: string;
  /** The products that have to be there, with their price where the orders rely on it. */
  readonly products: readonly { readonly sku: string; readonly price: string | null }[];
  readonly orders: readonly PlannedOrder[];
  readonly expected: SalesFigures;
}

/** The sums of planned orders. */
export function tallyOf(orders: readonly PlannedOrder[]): SalesFigures {
  const tally = new Tally();
  for (const { placedAt, lines, amount } of orders) {
    const items = lines.reduce((sum, line) => sum + line.quantity, 0);
    tally.add(placedAt?.slice(0, 10) ?? null, lines.length, items, amount);
  }
  return tally.figures();
}
