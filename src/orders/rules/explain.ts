// How an order's figures came about, step by step, from the results of `pricing.ts` and `payments.ts`.
import type { Rates } from '../../company/rules/rates.ts';
import { type Decimal, formatDecimal, minorStep, roundToMinor, SCALE } from '../../kernel/money.ts';
import type { Line, Order } from '../types.ts';
import { figuresOf, orderToPrice } from './figures.ts';
import { lineName } from './line-name.ts';
import { type Exact, plus, type Steps, work } from './pricing.ts';
import type { Amounts, Basis } from './tax-amounts.ts';

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
    const { fixed } = steps;
    amount = fixed === null ? amount : plus(amount, fixed);
    const form =
      fixed !== null && fixed.num === line.price_fixed_variation * fixed.den
        ? ''
        : ', in the form of its price';
    list.add(
      `+ price_fixed_variation ${formatDecimal(line.price_fixed_variation)} of the line${form}`,
      amount,
    );
  }
  if (order.price_variation !== null) {
    amount = times(amount, order.price_variation);
    list.add(`x price_variation ${formatDecimal(order.price_variation)} of the order`, amount);
  }
}

/** Rounding and taxes in the form of the price (reference: money.6, money.7, money.21, money.26). */
function explainTaxes(list: StepList, steps: Steps, order: Order): void {
  const { basis, rounded, priced } = steps;
  if (order.tax_exempt !== null && priced.all > 0n) {
    list.add(
      steps.line.unit.form === 'inc' && priced.within > 0n
        ? `no tax is charged: x 1 / (1 + ${ratesText(priced, 'within')}), ${roundedTo(order)}`
        : `no tax is charged, ${roundedTo(order)}`,
      rounded.inc,
    );
    return;
  }
  list.add(`${roundedTo(order)}, ${inForm(steps.line.unit.form)}`, basis.amount);
  if (basis.rates.taxes.length > 0) explainAmounts(list, basis, rounded, order);
}

/** What the taxes of an amount come to. */
function explainAmounts(list: StepList, basis: Basis, { ex, tax, inc, taxes }: Amounts, order: Order): void {
  const { rates, form } = basis;
  const where =
    order.counting?.tax_rounding === 'document' ? ', rounded over the order: its part' : ', rounded';
  const isInside = (at: number) =>
    form === 'whole' || (form === 'inc' && rates.taxes[at]?.terms?.on_top !== true);
  const inside = rates.taxes.flatMap((_, at) => (isInside(at) ? [taxes[at] ?? 0n] : []));
  if (inside.length > 0) {
    const sum = inside.reduce((all, each) => all + each, 0n);
    const text = ratesText(rates, form === 'whole' ? 'all' : 'within');
    list.add(`tax inside: ${formatDecimal(basis.amount)} x ${text} / (1 + ${text})${where}`, sum);
  }
  for (const [at, { name, terms }] of rates.taxes.entries()) {
    const share = shareText(rates, at);
    const compound = terms?.compound === true ? ', on the taxes before it, too' : '';
    if (!isInside(at)) {
      const base = form === 'ex' ? formatDecimal(basis.amount) : 'the price without tax';
      list.add(`${name}: ${base} x ${share}${compound}${where}`, taxes[at] ?? 0n);
    } else if (inside.length > 1) {
      list.add(`${name}: its share of the tax by its rate, largest remainder`, taxes[at] ?? 0n);
    }
  }
  if (form === 'ex' || tax !== inside.reduce((all, each) => all + each, 0n)) list.add('with tax', inc);
  if (form !== 'ex') list.add('without tax', ex);
}

const roundedTo = ({ counting, minor_units }: Order) =>
  `rounded ${counting?.rounding_mode === 'half_even' ? 'half to even' : 'half away from zero'} to ${formatDecimal(minorStep(minor_units))}`;

/** The sum of rates, as a factor. */
const ratesText = (rates: Rates, of: 'within' | 'all') =>
  exactText({ num: rates[of], den: rates.den / SCALE });
/** What a tax is of the price without tax. */
const shareText = ({ shares, den }: Rates, at: number) =>
  exactText({ num: shares[at] ?? 0n, den: den / SCALE });

/** The line's share of the order's fixed variation (reference: money.8, money.23). */
function explainVariationShare(list: StepList, steps: Steps, order: Order): void {
  const { rounded, share, final, finalBasis } = steps;
  if (finalBasis === steps.basis || order.price_fixed_variation === null) return;
  const fixed = order.price_fixed_variation;
  const whole = roundToMinor(fixed, order.minor_units, order.counting?.rounding_mode);
  const text = `${formatDecimal(fixed)}${whole === fixed ? '' : ` (rounded: ${formatDecimal(whole)})`}`;
  const form = finalBasis.form === 'ex' ? 'without tax' : 'with tax';
  list.add(`share of the order's price_fixed_variation ${text}, by the line's total ${form}`, share);
  list.add(`${form} after the share`, finalBasis.amount);
  if (finalBasis.rates.taxes.length > 0 && final !== rounded) explainAmounts(list, finalBasis, final, order);
}

function explainLine(line: Line, steps: Steps, order: Order): LineExplanation {
  const list = new StepList();
  if (line.returned === null) {
    explainAmount(list, line, steps, order);
    explainTaxes(list, steps, order);
    explainVariationShare(list, steps, order);
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
  return { number: line.number, name: lineName(line), steps: list.steps };
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
  const { cashRounding } = settlement;
  if (cashRounding !== 0n)
    list.add('cash rounding: what coins added to or took from what was due', cashRounding);
  list.add('of the tips went to service', settlement.tipsToService);
  list.add('tips: the rest of them', settlement.tips);
  list.add(
    "tip_service_paid: what tips gave, at least the service's share of the money: (paid + tips that went to " +
      'service) x service / (total + service), rounded',
    settlement.tipServicePaid,
  );
  list.add(
    `due: total + tip_service_amount${cashRounding === 0n ? '' : ' + cash rounding'} - paid - tips that went to service, never below 0`,
    settlement.due,
  );
  return { lines, order: list.steps };
}
