// The VAT of an invoice after EN 16931: one category and one rate for each line, and a sum for each of these
// (reference: orders.62).
import { type Decimal, multiply, ONE, roundRatio, SCALE } from '../../kernel/money.ts';
import type { ShownLine, ShownLineTax, ShownOrderJson } from './shown.ts';

/** S: at a rate. Z: at zero. E: exempt, for a reason. O: outside the scope of the tax. */
type VatCategory = 'S' | 'Z' | 'E' | 'O';

/** The VAT of a line. The rate is a factor; 0 in every category but S. */
export interface Vat {
  readonly category: VatCategory;
  readonly rate: Decimal;
}

/** The sum of the lines of one category and rate, and the tax on it. */
export interface VatSubtotal extends Vat {
  readonly taxable: Decimal;
  readonly amount: Decimal;
}

/** True when a tax before rounding is what a rate gives on the amount that another tax is on. */
function isAtRate(tax: ShownLineTax, rate: Decimal, base: ShownLineTax): boolean {
  const difference = tax.exact * base.rate - base.exact * rate;
  // Either amount is known to a unit of its last decimal.
  const tolerance = 2n * (base.rate + rate);
  return difference >= -tolerance && difference <= tolerance;
}

/**
 * The one rate that several taxes of a line are together: their sum, where a tax is on those before it with these. What
 * a tax is on shows in the amounts before rounding.
 */
export function combinedRate(taxes: readonly ShownLineTax[]): Decimal {
  let rate = 0n;
  let base: ShownLineTax | undefined;
  for (const tax of taxes) {
    const onTaxes = multiply(tax.rate, ONE + rate);
    const isCompound = base !== undefined && !isAtRate(tax, tax.rate, base) && isAtRate(tax, onTaxes, base);
    rate += isCompound ? onTaxes : tax.rate;
    if (tax.rate !== 0n && tax.exact !== 0n) base ??= tax;
  }
  return rate;
}

/** The VAT of a line. A seller without a tax number stands outside of the tax altogether. */
export function vatOf(
  line: Pick<ShownLine, 'taxes'>,
  { tax_exempt }: Pick<ShownOrderJson, 'tax_exempt'>,
  isTaxable: boolean,
): Vat {
  if (!isTaxable) return { category: 'O', rate: 0n };
  const rate = combinedRate(line.taxes);
  if (rate > 0n) return { category: 'S', rate };
  return { category: tax_exempt === null ? 'Z' : 'E', rate: 0n };
}

/** The subtotals in the order of their first lines; tax is rounded once for each, half away from zero. */
export function vatSubtotals(
  lines: readonly { readonly vat: Vat; readonly net: Decimal }[],
  step: Decimal,
): VatSubtotal[] {
  const sums = new Map<string, Vat & { taxable: Decimal }>();
  for (const { vat, net } of lines) {
    const key = `${vat.category} ${vat.rate}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...vat, taxable: net });
    else sum.taxable += net;
  }
  return [...sums.values()].map((sum) => ({
    ...sum,
    amount: roundRatio(sum.taxable * sum.rate, SCALE, step),
  }));
}
