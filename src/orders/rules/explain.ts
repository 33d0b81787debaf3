// How an order's figures came about, step by step: told from what `pricing.ts` and `payments.ts` computed.
import { type Decimal, formatDecimal, minorStep, roundToMinor, SCALE } from '../../kernel/money.ts';
import type { Line, Order } from '../types.ts';
import { figuresOf, orderToPrice } from './figures.ts';
import { type Exact, type Steps, work } from './pricing.ts';

/** One step: what was done, and what it came to (exact; `…` where no decimal is). */
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

/** How everything an order shows in money came about. */
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

/** Collects steps; each amount is told exactly. */
class Telling {
  readonly steps: Step[] = [];

  tell(text: string, amount: Exact | Decimal): void {
    this.steps.push({ text, amount: exactText(typeof amount === 'bigint' ? plain(amount) : amount) });
  }
}

function times(amount: Exact, factor: Decimal): Exact {
  return { num: amount.num * factor, den: amount.den * SCALE };
}

/** The way from the price of one to the exact amount of the line (reference: money.3, money.4). */
function tellAmount(telling: Telling, line: Line, steps: Steps, order: Order): void {
  telling.tell(`price of one ${inForm(line.unit.form)}`, line.unit.amount);
  for (const { product, price, without } of line.modifiers) {
    if (!without) telling.tell(`+ modifier ${product.name} ${inForm(price.form)}`, price.amount);
  }
  if (line.modifiers.length > 0)
    telling.tell(`price of one with its modifiers, ${inForm(line.unit.form)}`, steps.unit);
  let amount = times(steps.unit, line.quantity);
  telling.tell(`x quantity ${formatDecimal(line.quantity)}`, amount);
  if (line.price_variation !== null) {
    amount = times(amount, line.price_variation);
    telling.tell(`x price_variation ${formatDecimal(line.price_variation)} of the line`, amount);
  }
  if (line.price_fixed_variation !== null) {
    amount = { num: amount.num + line.price_fixed_variation * amount.den, den: amount.den };
    telling.tell(`+ price_fixed_variation ${formatDecimal(line.price_fixed_variation)} of the line`, amount);
  }
  if (order.price_variation !== null) {
    amount = times(amount, order.price_variation);
    telling.tell(`x price_variation ${formatDecimal(order.price_variation)} of the order`, amount);
  }
}

/** Rounding and taxes in the form of the price (reference: money.6, money.7). */
function tellTaxes(telling: Telling, line: Line, steps: Steps, order: Order): void {
  const { rounded, rate } = steps;
  const unit = formatDecimal(minorStep(order.minor_units));
  const entered = line.unit.form === 'inc' ? rounded.inc : rounded.ex;
  telling.tell(`rounded half away from zero to ${unit}, ${inForm(line.unit.form)}`, entered);
  if (line.taxes.length === 0) return;
  if (line.unit.form === 'inc') {
    const rates = formatDecimal(rate);
    telling.tell(
      `tax inside: ${formatDecimal(rounded.inc)} x ${rates} / (1 + ${rates}), rounded`,
      rounded.tax,
    );
    if (line.taxes.length > 1) tellShares(telling, line, rounded.taxes);
    telling.tell('without tax', rounded.ex);
    return;
  }
  for (const [at, tax] of line.taxes.entries()) {
    const sum = `${formatDecimal(rounded.ex)} x ${formatDecimal(tax.rate)}`;
    telling.tell(`${tax.name}: ${sum}, rounded`, rounded.taxes[at] ?? 0n);
  }
  telling.tell('with tax', rounded.inc);
}

function tellShares(telling: Telling, line: Line, amounts: readonly Decimal[]): void {
  for (const [at, tax] of line.taxes.entries()) {
    telling.tell(`${tax.name}: its share of the tax by its rate, largest remainder`, amounts[at] ?? 0n);
  }
}

/** What the order's fixed variation makes of the line (reference: money.8). */
function tellShare(telling: Telling, line: Line, { rounded, share, final }: Steps, order: Order): void {
  if (final === rounded || order.price_fixed_variation === null) return;
  const fixed = order.price_fixed_variation;
  const whole = roundToMinor(fixed, order.minor_units);
  const text = `${formatDecimal(fixed)}${whole === fixed ? '' : ` (rounded: ${formatDecimal(whole)})`}`;
  telling.tell(`share of the order's price_fixed_variation ${text}, by the line's total with tax`, share);
  telling.tell('with tax after the share', final.inc);
  if (line.taxes.length > 0) {
    telling.tell('tax inside that, rounded', final.tax);
    if (line.taxes.length > 1) tellShares(telling, line, final.taxes);
  }
}

function explainLine(line: Line, steps: Steps, order: Order): LineExplanation {
  const telling = new Telling();
  if (line.returned === null) {
    tellAmount(telling, line, steps, order);
    tellTaxes(telling, line, steps, order);
    tellShare(telling, line, steps, order);
  } else {
    telling.tell(
      'given back: the share of the refunded line that this quantity is, with tax',
      line.returned.total_inc,
    );
    for (const [at, tax] of line.taxes.entries()) {
      telling.tell(`${tax.name}: the same share of its tax`, line.returned.taxes[at] ?? 0n);
    }
  }
  telling.tell('line_total_ex_tax', steps.final.ex);
  telling.tell('line_total_tax', steps.final.tax);
  return { number: line.number, name: line.product.name, steps: telling.steps };
}

/** Tells how each figure of an order came about, in the order in which it was computed. */
export function explainOrder(order: Order): Explanation {
  const { priced, settlement } = figuresOf(order);
  const lines = work(orderToPrice(order)).flatMap((steps, at) => {
    const line = order.lines[at];
    return line === undefined ? [] : [explainLine(line, steps, order)];
  });
  const telling = new Telling();
  telling.tell('total: the sum of the lines with tax', priced.total);
  telling.tell('total_tax: the sum of their taxes', priced.totalTax);
  const { tip_service_percent: percent } = order;
  telling.tell(
    percent === null
      ? 'tip_service_amount: as it was set'
      : `tip_service_amount: ${formatDecimal(percent)} % of the total, rounded`,
    settlement.tipServiceAmount,
  );
  telling.tell('paid: the sum of the payments, without tips and surcharges', settlement.paid);
  telling.tell('of the tips went to service', settlement.tipsToService);
  telling.tell('tips: the rest of them', settlement.tips);
  telling.tell(
    "tip_service_paid: what tips gave, at least the service's share of the money: (paid + tips that went to " +
      'service) x service / (total + service), rounded',
    settlement.tipServicePaid,
  );
  telling.tell(
    'due: total + tip_service_amount - paid - tips that went to service, never below 0',
    settlement.due,
  );
  return { lines, order: telling.steps };
}
