// Taxes of an order and of its lines (reference: money.20).
import type { Decimal } from '../../kernel/money.ts';
import type { OrderTax } from '../types.ts';
import type { PricedLine } from './pricing.ts';

/** One tax: its amount, and the amount without tax that it is on. */
interface TaxAmount extends OrderTax {
  readonly taxable: Decimal;
  readonly amount: Decimal;
  /** The tax before rounding, to 8 decimals. */
  readonly exact: Decimal;
}

/** The taxes of a line, in the order in which they were charged; the amounts add up to the line's tax. */
export function lineTaxes({ taxes }: PricedLine): TaxAmount[] {
  return taxes.map(({ tax, ...amounts }) => ({ ...tax, ...amounts }));
}

/**
 * What each tax comes to over all lines, in the order in which they first appear; the amounts add up to the order's tax. A
 * tax whose rate was changed between two lines is there once for each rate.
 */
export function orderTaxes(priced: readonly PricedLine[]): TaxAmount[] {
  const sums = new Map<string, TaxAmount>();
  for (const line of priced) {
    for (const tax of lineTaxes(line)) {
      const key = `${tax.id} ${tax.rate}`;
      const sum = sums.get(key);
      sums.set(key, {
        ...(sum ?? tax),
        taxable: (sum?.taxable ?? 0n) + tax.taxable,
        amount: (sum?.amount ?? 0n) + tax.amount,
        exact: (sum?.exact ?? 0n) + tax.exact,
      });
    }
  }
  return [...sums.values()];
}
