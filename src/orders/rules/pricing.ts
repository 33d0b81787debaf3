// What an order costs (reference: money.3 to money.9). Each step is a small function over exact numbers, in the
// order of these clauses: exactUnit, exactAmount, roundLine, shareFixedVariation. `work` keeps the result of every
// step, so that a price is explained from the same figures.
import {
  allocate,
  type Decimal,
  divideRound,
  minorStep,
  ONE,
  roundRatio,
  SCALE,
} from '../../kernel/money.ts';

/** Whether a price was entered without (`ex`) or with (`inc`) tax. A price keeps its form. */
export type PriceForm = 'ex' | 'inc';

/** A price as it was entered. */
export interface Price {
  readonly amount: Decimal;
  readonly form: PriceForm;
}

/** A tax on a line. The rate is a factor, not negative: 0.1 is 10 %. */
export interface LineTax {
  readonly id: bigint;
  readonly rate: Decimal;
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
  /** An amount of the whole line, in the line's form. Null when there is none. */
  readonly fixedVariation: Decimal | null;
  readonly taxes: readonly LineTax[];
  /** The amounts of a line that returns part of another one; its price does not count then. Null otherwise. */
  readonly settled: SettledAmounts | null;
}

/** Amounts that are decided already, in whole minor units; `taxes` has one per tax of the line. */
export interface SettledAmounts {
  readonly inc: Decimal;
  readonly taxes: readonly Decimal[];
}

/** An order with everything its price depends on. */
export interface OrderToPrice {
  readonly lines: readonly LineToPrice[];
  /** A coefficient on every line. Null when there is none. */
  readonly variation: Decimal | null;
  /** An amount of what the customer pays, tax included. Null when there is none. */
  readonly fixedVariation: Decimal | null;
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
  /** One amount per tax of the line, in the same order; they add up to totalTax. */
  readonly taxAmounts: readonly Decimal[];
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

/** A line's amounts in whole minor units. */
export interface Amounts {
  readonly ex: Decimal;
  readonly tax: Decimal;
  readonly inc: Decimal;
  readonly taxes: readonly Decimal[];
}

const NONE: readonly Decimal[] = Object.freeze([]);

function sumOfRates(taxes: readonly LineTax[]): Decimal {
  let sum = 0n;
  for (const tax of taxes) sum += tax.rate;
  return sum;
}

/** The price of one with its modifiers, in the line's form (reference: money.3). */
function exactUnit(line: LineToPrice, rate: Decimal): Exact {
  const { amount, form } = line.unit;
  let same = amount;
  let other = 0n;
  for (const extra of line.extras) {
    if (extra.form === form) same += extra.amount;
    else other += extra.amount;
  }
  if (other === 0n) return { num: same, den: 1n };
  const factor = SCALE + rate;
  return form === 'inc'
    ? { num: same * SCALE + other * factor, den: SCALE }
    : { num: same * factor + other * SCALE, den: factor };
}

/** quantity x unit x variation + fixed variation, then x the order's variation (reference: money.4). */
function exactAmount(line: LineToPrice, unit: Exact, orderVariation: Decimal | null): Exact {
  let { num, den } = unit;
  if (line.quantity !== ONE) {
    num *= line.quantity;
    den *= SCALE;
  }
  if (line.variation !== null && line.variation !== ONE) {
    num *= line.variation;
    den *= SCALE;
  }
  if (line.fixedVariation !== null) num += line.fixedVariation * den;
  if (orderVariation !== null && orderVariation !== ONE) {
    num *= orderVariation;
    den *= SCALE;
  }
  return { num, den };
}

/** Splits an inclusive amount: one rounded tax, shared over the taxes by their rates (reference: money.6). */
function splitInclusive(inc: Decimal, taxes: readonly LineTax[], rate: Decimal, step: Decimal): Amounts {
  if (taxes.length === 0) return { ex: inc, tax: 0n, inc, taxes: NONE };
  const tax = roundRatio(inc * rate, SCALE + rate, step);
  const shares =
    taxes.length === 1
      ? [tax]
      : allocate(
          tax,
          taxes.map((each) => each.rate),
          step,
        );
  return { ex: inc - tax, tax, inc, taxes: shares };
}

/** Adds to an amount without tax each of its taxes, each rounded (reference: money.7). */
function addTaxes(ex: Decimal, taxes: readonly LineTax[], step: Decimal): Amounts {
  if (taxes.length === 0) return { ex, tax: 0n, inc: ex, taxes: NONE };
  let tax = 0n;
  const amounts: Decimal[] = [];
  for (const each of taxes) {
    const amount = roundRatio(ex * each.rate, SCALE, step);
    amounts.push(amount);
    tax += amount;
  }
  return { ex, tax, inc: ex + tax, taxes: amounts };
}

/** The line in whole minor units, rounded in the form in which its price was entered (reference: money.5). */
function roundLine(line: LineToPrice, exact: Exact, rate: Decimal, step: Decimal): Amounts {
  const rounded = roundRatio(exact.num, exact.den, step);
  return line.unit.form === 'inc'
    ? splitInclusive(rounded, line.taxes, rate, step)
    : addTaxes(rounded, line.taxes, step);
}

function settledAmounts({ inc, taxes }: SettledAmounts): Amounts {
  const tax = taxes.reduce((sum, each) => sum + each, 0n);
  return { ex: inc - tax, tax, inc, taxes };
}

/** The steps of one line's price, as computed: what an explanation shows. */
export interface Steps {
  readonly line: LineToPrice;
  /** The sum of the line's rates. */
  readonly rate: Decimal;
  readonly unit: Exact;
  readonly exact: Exact;
  readonly rounded: Amounts;
  /** The line's part of the order's fixed variation. */
  readonly share: Decimal;
  readonly final: Amounts;
}

function stepsOf(line: LineToPrice, orderVariation: Decimal | null, step: Decimal): Steps {
  const rate = sumOfRates(line.taxes);
  const unit = exactUnit(line, rate);
  const exact = exactAmount(line, unit, orderVariation);
  const rounded = line.settled === null ? roundLine(line, exact, rate, step) : settledAmounts(line.settled);
  return { line, rate, unit, exact, rounded, share: 0n, final: rounded };
}

/**
 * Shares the order's fixed variation over the lines by their inclusive totals; each line's tax follows from
 * its new inclusive total (reference: money.8).
 */
function shareFixedVariation(fixed: Decimal, lines: readonly Steps[], step: Decimal): Steps[] {
  // A line that returns part of another one has its share of that one's order already.
  const weights = lines.map((each) => (each.line.settled === null ? each.rounded.inc : 0n));
  const shares = allocate(fixed, weights, step);
  return lines.map((each, place) => {
    const share = shares[place] ?? 0n;
    if (each.line.settled !== null) return each;
    return {
      ...each,
      share,
      final: splitInclusive(each.rounded.inc + share, each.line.taxes, each.rate, step),
    };
  });
}

/** Every step of every line, down to the final amounts. */
export function work(order: OrderToPrice): Steps[] {
  const step = minorStep(order.minorUnits);
  const lines: Steps[] = [];
  for (const line of order.lines) lines.push(stepsOf(line, order.variation, step));
  const fixed = order.fixedVariation === null ? 0n : roundRatio(order.fixedVariation, 1n, step);
  return fixed === 0n ? lines : shareFixedVariation(fixed, lines, step);
}

function pricedLine({ line, rate, unit, final }: Steps): PricedLine {
  const entered = unit.den === 1n ? unit.num : divideRound(unit.num, unit.den);
  let unitEx = entered;
  let unitInc = entered;
  if (rate !== 0n) {
    if (line.unit.form === 'inc') unitEx = divideRound(unit.num * SCALE, unit.den * (SCALE + rate));
    else unitInc = divideRound(unit.num * (SCALE + rate), unit.den * SCALE);
  }
  return {
    unitEx,
    unitInc,
    unitTax: unitInc - unitEx,
    totalEx: final.ex,
    totalTax: final.tax,
    totalInc: final.inc,
    taxAmounts: final.taxes,
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
