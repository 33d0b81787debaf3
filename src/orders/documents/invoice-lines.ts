// The lines of an invoice after EN 16931: quantity x price less allowances and plus charges is the line's amount, always
// (reference: orders.61).
import { type Decimal, ONE, roundRatio, SCALE } from '../../kernel/money.ts';
import type { ShownLine } from './shown.ts';

/** How a line comes to its amount: quantity x price / base - allowance + charge, rounded to the currency. */
export interface LineAmounts {
  /** Negative on what is taken back in a sale. */
  readonly quantity: Decimal;
  /** The price of so many, without tax; never negative. */
  readonly price: Decimal;
  /** How many the price is of; above 0. */
  readonly base: Decimal;
  readonly allowance: Decimal;
  readonly charge: Decimal;
  /** The amount of the line without tax. */
  readonly net: Decimal;
}

function sizeOf(amount: Decimal): Decimal {
  return amount < 0n ? -amount : amount;
}

/**
 * The amounts of a line. `sign` is -1 in a credit note, whose amounts are those of the order reversed; `isVaried`: the
 * line or its order has a discount or surcharge, which is shown as what it takes from quantity x price or adds to it.
 * What rounding alone makes of the amount is shown by a price of the whole quantity.
 */
export function lineAmounts(
  line: Pick<ShownLine, 'quantity' | 'unit_price' | 'line_total_ex_tax'>,
  sign: 1n | -1n,
  step: Decimal,
  isVaried: boolean,
): LineAmounts {
  const net = sign * line.line_total_ex_tax;
  // A price below zero is money that goes the other way.
  const price = sizeOf(line.unit_price);
  const quantity = sign * (line.unit_price < 0n ? -line.quantity : line.quantity);
  const plain = { quantity, price, base: ONE, allowance: 0n, charge: 0n, net };
  const excess = roundRatio(quantity * price, SCALE, step) - net;
  if (excess === 0n) return plain;
  const isTurned = net !== 0n && net < 0n !== quantity < 0n;
  if (isTurned || (isVaried && quantity > 0n))
    return excess > 0n ? { ...plain, allowance: excess } : { ...plain, charge: -excess };
  return net === 0n ? { ...plain, price: 0n } : { ...plain, price: sizeOf(net), base: sizeOf(quantity) };
}
