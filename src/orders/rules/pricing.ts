// What an order costs (reference: money.3 to money.9, money.21 to money.26). Each step is a small function over exact
// numbers, in the order of these clauses: exactUnit, exactAmount, taxed, shareFixedVariation. `work` keeps the result of
// every step, so that a price is explained from the same figures.
import {
  hasThreshold,
  NO_RATES,
  type RatedTax,
  type Rates,
  ratesOf,
  taxesAtPrice,
} from '../../company/rules/rates.ts';
import {
  allocate,
  type Decimal,
  divideRound,
  minorStep,
  ONE,
  type RoundingMode,
  roundRatio,
  SCALE,
} from '../../kernel/money.ts';
import { type Amounts, type Basis, documentAmounts, exactTaxes, lineAmounts } from './tax-amounts.ts';

/** Whether a price was entered without (`ex`) or with (`inc`) tax. A price keeps its form. */
export type PriceForm = 'ex' | 'inc';

/** A price as it was entered. */
export interface Price {
  readonly amount: Decimal;
  readonly form: PriceForm;
}

/** A line with everything its price depends on. */
export interface LineToPrice {
  /** Negative on a return. */
  readonly quantity: Decimal;
  /** The price of one, before modifiers; its form is the line's form. */
  readonly unit: Price;
  /** Prices of modifiers, each added to the unit; one of the other form is converted exactly. */
  readonly extras: readonly Price[];
  /** A coefficient: 0.9 is 10 % off. Null when there is none. */
  readonly variation: Decimal | null;
  /** An amount of the whole line; its form is the line's unless the order says. Null when there is none. */
  readonly fixedVariation: Decimal | null;
  /** The taxes that are charged on orders of its type, in the order in which they are. */
  readonly taxes: readonly RatedTax[];
  /** The amounts of a line that returns part of another one; its price does not count then. Null otherwise. */
  readonly settled: SettledAmounts | null;
}

/**
 * Amounts that are decided already, in whole minor units; `taxes` has one per tax of the line, or none where none was
 * charged, `exact` their exact ones.
 */
interface SettledAmounts {
  readonly inc: Decimal;
  readonly taxes: readonly Decimal[];
  readonly exact: readonly Decimal[];
  /** The part of the order's fixed variation that is in them. */
  readonly share: Decimal;
}

/** How the figures of an order are rounded (reference: money.21 to money.23). */
export interface Rounding {
  /** Taxes are rounded once over the document instead of at each line. */
  readonly isByDocument: boolean;
  readonly mode: RoundingMode;
  /** Whether amounts of discounts are with tax; null: of a line in the form of its price, of an order with tax. */
  readonly discountsIncludeTax: boolean | null;
}

/** The rounding of orders that say nothing of it. */
export const USUAL_ROUNDING: Rounding = { isByDocument: false, mode: 'half_up', discountsIncludeTax: null };

/** An order with everything its price depends on. */
export interface OrderToPrice {
  readonly lines: readonly LineToPrice[];
  /** A coefficient on every line. Null when there is none. */
  readonly variation: Decimal | null;
  /** An amount of what the customer pays, tax included unless the rounding says. Null when there is none. */
  readonly fixedVariation: Decimal | null;
  /** No tax is charged, and what prices have in them is taken out (reference: money.26). */
  readonly isExempt: boolean;
  readonly rounding: Rounding;
  /** Decimals of the currency's smallest amount, 0 to 8. */
  readonly minorUnits: number;
}

/**
 * A line's price. Unit prices count modifiers and have up to 8 decimals, totals are in whole minor units
 * (reference: money.9). unitEx + unitTax = unitInc and totalEx + totalTax = totalInc, always.
 */
export interface PricedLine {
  readonly unitEx: Decimal;
  readonly unitInc: Decimal;
  readonly unitTax: Decimal;
  readonly totalEx: Decimal;
  readonly totalTax: Decimal;
  readonly totalInc: Decimal;
  /** The taxes that were charged; their amounts add up to totalTax. */
  readonly taxes: readonly ChargedTax[];
}

/** A tax that was charged on a line. */
interface ChargedTax {
  readonly tax: RatedTax;
  /** The amount without tax that it is on; of a compound tax with the taxes before it. */
  readonly taxable: Decimal;
  readonly amount: Decimal;
  /** The tax before rounding, to 8 decimals. */
  readonly exact: Decimal;
}

/** An order's price: the lines in the order given, and their sums (reference: money.9). */
export interface PricedOrder {
  readonly lines: readonly PricedLine[];
  /** The sum of the lines, tax included. Tips, service and surcharges stand outside it. */
  readonly total: Decimal;
  readonly totalTax: Decimal;
}

/** An exact amount, num / den, in units of 10^-8. den is positive. */
export interface Exact {
  readonly num: bigint;
  readonly den: bigint;
}

/** The price of one with its modifiers, in the line's form (reference: money.3). */
function exactUnit(line: LineToPrice, { den, within }: Rates): Exact {
  const { amount, form } = line.unit;
  let same = amount;
  let other = 0n;
  for (const extra of line.extras) {
    if (extra.form === form) same += extra.amount;
    else other += extra.amount;
  }
  if (other === 0n) return { num: same, den: 1n };
  const factor = den + within;
  return form === 'inc'
    ? { num: same * den + other * factor, den }
    : { num: same * factor + other * den, den: factor };
}

/** The sum of two amounts. */
export function plus(a: Exact, b: Exact): Exact {
  return b.den === 1n
    ? { num: a.num + b.num * a.den, den: a.den }
    : { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

/** A line's fixed variation in the form of its price (reference: money.23). */
function fixedOf(line: LineToPrice, { den, within }: Rates, { discountsIncludeTax }: Rounding): Exact | null {
  const { fixedVariation, unit } = line;
  if (fixedVariation === null) return null;
  if (discountsIncludeTax === null || discountsIncludeTax === (unit.form === 'inc'))
    return { num: fixedVariation, den: 1n };
  return discountsIncludeTax
    ? { num: fixedVariation * den, den: den + within }
    : { num: fixedVariation * (den + within), den };
}

/** quantity x unit x variation + fixed variation, then x the order's variation (reference: money.4). */
function exactAmount(line: LineToPrice, unit: Exact, fixed: Exact | null, variation: Decimal | null): Exact {
  let { num, den } = unit;
  if (line.quantity !== ONE) {
    num *= line.quantity;
    den *= SCALE;
  }
  if (line.variation !== null && line.variation !== ONE) {
    num *= line.variation;
    den *= SCALE;
  }
  if (fixed !== null) ({ num, den } = plus({ num, den }, fixed));
  if (variation !== null && variation !== ONE) {
    num *= variation;
    den *= SCALE;
  }
  return { num, den };
}

/** The taxes of a line at its price of one, which is its amount without the threshold's taxes by its quantity. */
function ratesAtPrice(line: LineToPrice, order: OrderToPrice): Rates {
  const { taxes } = line;
  if (taxes.length === 0) return NO_RATES;
  if (!hasThreshold(taxes)) return ratesOf(taxes);
  const all = ratesOf(taxes);
  const { num, den } = exactAmount(
    line,
    exactUnit(line, all),
    fixedOf(line, all, order.rounding),
    order.variation,
  );
  return ratesOf(
    taxesAtPrice(taxes, num * SCALE, den * (line.quantity < 0n ? -line.quantity : line.quantity)),
  );
}

function settledAmounts({ inc, taxes }: SettledAmounts): Amounts {
  const tax = taxes.reduce((sum, each) => sum + each, 0n);
  return { ex: inc - tax, tax, inc, taxes };
}

/** The steps of one line's price, as computed: what an explanation shows. */
export interface Steps {
  readonly line: LineToPrice;
  /** The taxes in its price, charged or not. */
  readonly priced: Rates;
  readonly unit: Exact;
  /** The line's fixed variation in the form of its price. */
  readonly fixed: Exact | null;
  readonly exact: Exact;
  readonly basis: Basis;
  readonly rounded: Amounts;
  /** The line's part of the order's fixed variation. */
  readonly share: Decimal;
  readonly finalBasis: Basis;
  readonly final: Amounts;
}

type FirstSteps = Pick<Steps, 'line' | 'priced' | 'unit' | 'fixed' | 'exact' | 'basis'>;

/** The line in whole minor units, rounded in the form in which its price was entered (reference: money.5). */
function stepsOf(line: LineToPrice, order: OrderToPrice, step: Decimal): FirstSteps {
  const priced = ratesAtPrice(line, order);
  const unit = exactUnit(line, priced);
  const fixed = fixedOf(line, priced, order.rounding);
  const exact = exactAmount(line, unit, fixed, order.variation);
  const { mode } = order.rounding;
  if (!order.isExempt) {
    const amount = roundRatio(exact.num, exact.den, step, mode);
    return { line, priced, unit, fixed, exact, basis: { form: line.unit.form, amount, rates: priced } };
  }
  const without = line.unit.form === 'ex' ? exact : withoutTax(exact, priced);
  const amount = roundRatio(without.num, without.den, step, mode);
  return { line, priced, unit, fixed, exact, basis: { form: 'ex', amount, rates: NO_RATES } };
}

/** An amount with tax without it. */
function withoutTax({ num, den }: Exact, rates: Rates): Exact {
  return { num: num * rates.den, den: den * (rates.den + rates.within) };
}

/** The amounts of lines with their taxes; those that are settled keep theirs. */
function taxed(
  lines: readonly FirstSteps[],
  basisOf: (line: FirstSteps, at: number) => Basis,
  { isByDocument, mode }: Rounding,
  step: Decimal,
): Amounts[] {
  if (!isByDocument) {
    return lines.map((each, at) =>
      each.line.settled === null
        ? lineAmounts(basisOf(each, at), step, mode)
        : settledAmounts(each.line.settled),
    );
  }
  const bases = lines.flatMap((each, at) => (each.line.settled === null ? [basisOf(each, at)] : []));
  const amounts = documentAmounts(bases, step, mode);
  let next = 0;
  return lines.map(({ line: { settled } }) => {
    if (settled !== null) return settledAmounts(settled);
    const found = amounts[next++];
    if (found === undefined) throw new Error('A line has no amounts.');
    return found;
  });
}

/** The order's fixed variation shared over the lines that are not settled (reference: money.8). */
function shareFixedVariation(
  fixed: Decimal,
  lines: readonly FirstSteps[],
  rounded: readonly Amounts[],
  withTax: boolean,
  step: Decimal,
): Decimal[] {
  // A line that returns part of another one has its share of that one's order already.
  const open = [...lines.keys()].filter((at) => lines[at]?.line.settled === null);
  const totals = open.map((at) => (withTax ? rounded[at]?.inc : rounded[at]?.ex) ?? 0n);
  const total = totals.reduce((sum, each) => sum + each, 0n);
  // Sales and returns that nearly cancel out would have shares far beyond what they come to.
  const weights = total === 0n ? totals : totals.map((each) => (each < 0n === total < 0n ? each : 0n));
  const shares = allocate(fixed, weights, step);
  const shareOf = new Map(open.map((at, nth) => [at, shares[nth] ?? 0n]));
  return lines.map(({ line }, at) => shareOf.get(at) ?? line.settled?.share ?? 0n);
}

/** The order's fixed variation in whole minor units, without what settled lines have of it. */
function openVariation({ fixedVariation, lines, rounding }: OrderToPrice, step: Decimal): Decimal {
  if (fixedVariation === null) return 0n;
  let fixed = roundRatio(fixedVariation, 1n, step, rounding.mode);
  for (const { settled } of lines) if (settled !== null) fixed -= settled.share;
  return fixed;
}

/** Every step of every line, down to the final amounts. */
export function work(order: OrderToPrice): Steps[] {
  const step = minorStep(order.minorUnits);
  const { rounding } = order;
  const lines = order.lines.map((line) => stepsOf(line, order, step));
  const rounded = taxed(lines, ({ basis }) => basis, rounding, step);
  const fixed = openVariation(order, step);
  const stepsAt = (at: number, share: Decimal, finalBasis: Basis, final: Amounts): Steps[] => {
    const first = lines[at];
    const own = rounded[at];
    return first === undefined || own === undefined
      ? []
      : [{ ...first, rounded: own, share, finalBasis, final }];
  };
  if (fixed === 0n)
    return lines.flatMap(({ basis }, at) => {
      const final = rounded[at];
      return final === undefined ? [] : stepsAt(at, lines[at]?.line.settled?.share ?? 0n, basis, final);
    });
  const withTax = rounding.discountsIncludeTax !== false;
  const shares = shareFixedVariation(fixed, lines, rounded, withTax, step);
  const finalBasis = ({ basis }: FirstSteps, at: number): Basis => {
    const { inc = 0n, ex = 0n } = rounded[at] ?? {};
    const form = withTax ? 'whole' : 'ex';
    return { form, amount: (withTax ? inc : ex) + (shares[at] ?? 0n), rates: basis.rates };
  };
  const final = taxed(lines, finalBasis, rounding, step);
  return lines.flatMap((line, at) => {
    const own = final[at];
    return own === undefined ? [] : stepsAt(at, shares[at] ?? 0n, finalBasis(line, at), own);
  });
}

const UNTAXED: readonly ChargedTax[] = Object.freeze([]);

/** The taxes of a line as they were charged. */
function chargedTaxes({ line, finalBasis, final }: Steps): readonly ChargedTax[] {
  const { settled } = line;
  const taxes = settled === null ? finalBasis.rates.taxes : line.taxes;
  if (taxes.length === 0 || settled?.taxes.length === 0) return UNTAXED;
  const exact = settled === null ? exactTaxes(finalBasis) : settled.exact;
  let before = 0n;
  return taxes.map((tax, at) => {
    const amount = final.taxes[at] ?? 0n;
    const taxable = tax.terms?.compound === true ? final.ex + before : final.ex;
    before += amount;
    return { tax, taxable, amount, exact: exact[at] ?? amount };
  });
}

/** The price of one without tax and with it, to 8 decimals; where no tax is charged, without it. */
function unitPrices({ line, priced, unit, basis }: Steps): { readonly ex: Decimal; readonly inc: Decimal } {
  const entered = unit.den === 1n ? unit.num : divideRound(unit.num, unit.den);
  if (priced.all === 0n) return { ex: entered, inc: entered };
  const { den, within, all } = priced;
  const isInc = line.unit.form === 'inc';
  const ex = isInc ? divideRound(unit.num * den, unit.den * (den + within)) : entered;
  const isUntaxed = line.settled === null ? basis.rates.all === 0n : line.settled.taxes.length === 0;
  if (isUntaxed) return { ex, inc: ex };
  if (isInc && within === all) return { ex, inc: entered };
  const divisor = isInc ? unit.den * (den + within) : unit.den * den;
  return { ex, inc: divideRound(unit.num * (den + all), divisor) };
}

function pricedLine(steps: Steps): PricedLine {
  const { final } = steps;
  const { ex, inc } = unitPrices(steps);
  return {
    unitEx: ex,
    unitInc: inc,
    unitTax: inc - ex,
    totalEx: final.ex,
    totalTax: final.tax,
    totalInc: final.inc,
    taxes: chargedTaxes(steps),
  };
}

/**
 * Prices an order (reference: money.3 to money.9). Every product is exact and every amount is rounded once. The
 * amounts are as large as the order makes them: the caller checks their size before storing them. RangeError when
 * minorUnits is not 0 to 8.
 */
export function priceOrder(order: OrderToPrice): PricedOrder {
  const lines: PricedLine[] = [];
  let total = 0n;
  let totalTax = 0n;
  for (const steps of work(order)) {
    lines.push(pricedLine(steps));
    total += steps.final.inc;
    totalTax += steps.final.tax;
  }
  return { lines, total, totalTax };
}
