// Taxes of an order and of its lines (reference: money.20).
import type { Decimal } from '../../kernel/money.ts';
import type { Line, OrderTax } from '../types.ts';
import type { PricedLine } from './pricing.ts';

/** What one tax comes to: its amount, and the amount without tax that it is on. */
export interface TaxAmount extends OrderTax {
  readonly taxable: Decimal;
  readonly amount: Decimal;
  readonly exact: Decimal;
}

/** The taxes of a line, in their order; the amounts add up to the line's tax. */
export function lineTaxes({ taxes }: Pick<Line, 'taxes'>, priced: PricedLine): TaxAmount[] {
  return taxes.map((tax, at) => ({
    ...tax,
    taxable: priced.totalEx,
    amount: priced.taxAmounts[at] ?? 0n,
    exact: priced.taxAmounts[at] ?? 0n,
  }));
}

/**
 * What each tax comes to over all lines, in the order in which they first appear; the amounts add up to the order's tax. A
 * tax whose rate was changed between two lines is there once for each rate.
 */
export function orderTaxes(
  lines: readonly Pick<Line, 'taxes'>[],
  priced: readonly PricedLine[],
): TaxAmount[] {
  const sums = new Map<string, TaxAmount>();
  for (const [at, line] of lines.entries()) {
    const figures = priced[at];
    if (figures === undefined || line.taxes.length === 0) continue;
    for (const tax of lineTaxes(line, figures)) {
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
