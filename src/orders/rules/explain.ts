// How an order's figures came about, step by step, from the results of `pricing.ts` and `payments.ts`.
import { type Decimal, formatDecimal, minorStep, roundToMinor, SCALE } from '../../kernel/money.ts';
import type { Line, Order } from '../types.ts';
import { figuresOf, orderToPrice } from './figures.ts';
import { type Exact, type Steps, work } from './pricing.ts';

/** One step of the computation, and the exact amount after it; `…` ends one that no decimal is. */
export interface Step {
  readonly text: string;
  readonly amount: string;
}

/** How one line's total came about. */
export interface LineExplanation {
  readonly number: number;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** How every amount of an order came about. */
export interface Explanation {
  readonly lines: readonly LineExplanation[];
  readonly order: readonly Step[];
}

/** Decimals of an exact amount that are written out. */
const MAX_DIGITS = 40;

/** An exact amount as decimal text; one that no decimal is ends in `…`. */
function exactText({ num, den }: Exact): string {
  const whole = den * SCALE;
  const size = num < 0n ? -num : num;
  let text = `${num < 0n ? '-' : ''}${size / whole}`;
  let rest = size % whole;
  if (rest > 0n) text += '.';
  for (let digits = 0; rest > 0n; digits++) {
    if (digits === MAX_DIGITS) return `${text}…`;
    rest *= 10n;
    text += String(rest / whole);
    rest %= whole;
  }
  return text;
}

const plain = (amount: Decimal): Exact => ({ num: amount, den: 1n });
const inForm = (form: 'ex' | 'inc') => (form === 'inc' ? 'with tax' : 'without tax');

/** Collects steps; each amount is written out exactly. */
class StepList {
  readonly steps: Step[] = [];

  add(text: string, amount: Exact | Decimal): void {
    this.steps.push({ text, amount: exactText(typeof amount === 'bigint' ? plain(amount) : amount) });
  }
}

function times(amount: Exact, factor: Decimal): Exact {
  return { num: amount.num * factor, den: amount.den * SCALE };
}

/** The way from the price of one to the exact amount of the line (reference: money.3, money.4). */
function explainAmount(list: StepList, line: Line, steps: Steps, order: Order): void {
  list.add(`price of one ${inForm(line.unit.form)}`, line.unit.amount);
  for (const { product, price, without } of line.modifiers) {
    if (!without) list.add(`+ modifier ${product.name} ${inForm(price.form)}`, price.amount);
  }
  if (line.modifiers.length > 0)
    list.add(`price of one with its modifiers, ${inForm(line.unit.form)}`, steps.unit);
  let amount = times(steps.unit, line.quantity);
  list.add(`x quantity ${formatDecimal(line.quantity)}`, amount);
  if (line.price_variation !== null) {
    amount = times(amount, line.price_variation);
    list.add(`x price_variation ${formatDecimal(line.price_variation)} of the line`, amount);
  }
  if (line.price_fixed_variation !== null) {
    amount = { num: amount.num + line.price_fixed_variation * amount.den, den: amount.den };
    list.add(`+ price_fixed_variation ${formatDecimal(line.price_fixed_variation)} of the line`, amount);
  }
  if (order.price_variation !== null) {
    amount = times(amount, order.price_variation);
    list.add(`x price_variation ${formatDecimal(order.price_variation)} of the order`, amount);
  }
}

/** Rounding and taxes in the form of the price (reference: money.6, money.7). */
function explainTaxes(list: StepList, line: Line, steps: Steps, order: Order): void {
  const { rounded, rate } = steps;
  const unit = formatDecimal(minorStep(order.minor_units));
  const entered = line.unit.form === 'inc' ? rounded.inc : rounded.ex;
  list.add(`rounded half away from zero to ${unit}, ${inForm(line.unit.form)}`, entered);
  if (line.taxes.length === 0) return;
  if (line.unit.form === 'inc') {
    const rates = formatDecimal(rate);
    list.add(`tax inside: ${formatDecimal(rounded.inc)} x ${rates} / (1 + ${rates}), rounded`, rounded.tax);
    if (line.taxes.length > 1) explainTaxShares(list, line, rounded.taxes);
    list.add('without tax', rounded.ex);
    return;
  }
  for (const [at, tax] of line.taxes.entries()) {
    const sum = `${formatDecimal(rounded.ex)} x ${formatDecimal(tax.rate)}`;
    list.add(`${tax.name}: ${sum}, rounded`, rounded.taxes[at] ?? 0n);
  }
  list.add('with tax', rounded.inc);
}

function explainTaxShares(list: StepList, line: Line, amounts: readonly Decimal[]): void {
  for (const [at, tax] of line.taxes.entries()) {
    list.add(`${tax.name}: its share of the tax by its rate, largest remainder`, amounts[at] ?? 0n);
  }
}

/** The line's share of the order's fixed variation (reference: money.8). */
function explainVariationShare(
  list: StepList,
  line: Line,
  { rounded, share, final }: Steps,
  order: Order,
): void {
  if (final === rounded || order.price_fixed_variation === null) return;
  const fixed = order.price_fixed_variation;
  const whole = roundToMinor(fixed, order.minor_units);
  const text = `${formatDecimal(fixed)}${whole === fixed ? '' : ` (rounded: ${formatDecimal(whole)})`}`;
  list.add(`share of the order's price_fixed_variation ${text}, by the line's total with tax`, share);
  list.add('with tax after the share', final.inc);
  if (line.taxes.length > 0) {
    list.add('tax inside that, rounded', final.tax);
    if (line.taxes.length > 1) explainTaxShares(list, line, final.taxes);
  }
}

function explainLine(line: Line, steps: Steps, order: Order): LineExplanation {
  const list = new StepList();
  if (line.returned === null) {
    explainAmount(list, line, steps, order);
    explainTaxes(list, line, steps, order);
    explainVariationShare(list, line, steps, order);
  } else {
    list.add(
      'given back: the share of the refunded line that this quantity is, with tax',
      line.returned.total_inc,
    );
    for (const [at, tax] of line.taxes.entries()) {
      list.add(`${tax.name}: the same share of its tax`, line.returned.taxes[at] ?? 0n);
    }
  }
  list.add('line_total_ex_tax', steps.final.ex);
  list.add('line_total_tax', steps.final.tax);
  return { number: line.number, name: line.product.name, steps: list.steps };
}

/** The steps by which each figure of an order came about, in the order in which it was computed. */
export function explainOrder(order: Order): Explanation {
  const { priced, settlement } = figuresOf(order);
  const lines = work(orderToPrice(order)).flatMap((steps, at) => {
    const line = order.lines[at];
    return line === undefined ? [] : [explainLine(line, steps, order)];
  });
  const list = new StepList();
  list.add('total: the sum of the lines with tax', priced.total);
  list.add('total_tax: the sum of their taxes', priced.totalTax);
  const { tip_service_percent: percent } = order;
  list.add(
    percent === null
      ? 'tip_service_amount: as it was set'
      : `tip_service_amount: ${formatDecimal(percent)} % of the total, rounded`,
    settlement.tipServiceAmount,
  );
  list.add('paid: the sum of the payments, without tips and surcharges', settlement.paid);
  list.add('of the tips went to service', settlement.tipsToService);
  list.add('tips: the rest of them', settlement.tips);
  list.add(
    "tip_service_paid: what tips gave, at least the service's share of the money: (paid + tips that went to " +
      'service) x service / (total + service), rounded',
    settlement.tipServicePaid,
  );
  list.add(
    'due: total + tip_service_amount - paid - tips that went to service, never below 0',
    settlement.due,
  );
  return { lines, order: list.steps };
}
