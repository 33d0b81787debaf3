// How an order's figures came about, step by step, from the results of `pricing.ts` and `payments.ts`.
import type { Rates } from '../../company/rules/rates.ts';
import { type Decimal, formatDecimal, minorStep, roundToMinor, SCALE } from '../../kernel/money.ts';
import { type Message, message, type Sentence, type Telling, type Words } from '../../kernel/words.ts';
import type { Line, Order } from '../types.ts';
import { type Figures, figuresOf, orderToPrice } from './figures.ts';
import { lineName } from './line-name.ts';
import { type Exact, plus, type Steps, work } from './pricing.ts';
import type { Amounts, Basis } from './tax-amounts.ts';

/** One step of the computation, and the exact amount after it; `…` ends one that no decimal is. */
interface Step {
  readonly text: string;
  /** The figure of the line or the order that it comes to; null for one on the way. */
  readonly field: string | null;
  readonly amount: string;
}

/** How one line's total came about. */
interface LineExplanation {
  readonly number: number;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** How every amount of an order came about. */
interface Explanation {
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

/** Collects steps in a language; each amount is written out exactly. */
class StepList {
  readonly steps: Step[] = [];
  readonly #words: Words;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Adds a step on the way, or to a figure. */
  add(
    text: Message,
    amount: Exact | Decimal,
    values?: Readonly<Record<string, Telling>>,
    field: string | null = null,
  ): void {
    const said = this.#words.tell(values === undefined ? { text } : { text, values });
    this.steps.push({
      text: said,
      field,
      amount: exactText(typeof amount === 'bigint' ? plain(amount) : amount),
    });
  }

  /** Adds a figure by its name, which is the same in every language. */
  addField(name: string, amount: Decimal): void {
    this.steps.push({ text: name, field: name, amount: exactText(plain(amount)) });
  }
}

function times(amount: Exact, factor: Decimal): Exact {
  return { num: amount.num * factor, den: amount.den * SCALE };
}

/** The way from the price of one to the exact amount of the line (reference: money.3, money.4). */
function explainAmount(list: StepList, line: Line, steps: Steps, order: Order): void {
  const { form } = line.unit;
  list.add(message('price of one {form, select, inc {with tax} other {without tax}}'), line.unit.amount, {
    form,
  });
  for (const { product, price, without } of line.modifiers) {
    if (without) continue;
    const modifier = { name: product.name, form: price.form };
    list.add(
      message('+ modifier {name} {form, select, inc {with tax} other {without tax}}'),
      price.amount,
      modifier,
    );
  }
  if (line.modifiers.length > 0)
    list.add(
      message('price of one with its modifiers, {form, select, inc {with tax} other {without tax}}'),
      steps.unit,
      { form },
    );
  let amount = times(steps.unit, line.quantity);
  list.add(message('x quantity {quantity}'), amount, { quantity: formatDecimal(line.quantity) });
  if (line.price_variation !== null) {
    amount = times(amount, line.price_variation);
    const variation = formatDecimal(line.price_variation);
    list.add(message('x price_variation {variation} of the line'), amount, { variation });
  }
  if (line.price_fixed_variation !== null) {
    const { fixed } = steps;
    amount = fixed === null ? amount : plus(amount, fixed);
    const isPlain = fixed !== null && fixed.num === line.price_fixed_variation * fixed.den;
    list.add(
      isPlain
        ? message('+ price_fixed_variation {variation} of the line')
        : message('+ price_fixed_variation {variation} of the line, in the form of its price'),
      amount,
      { variation: formatDecimal(line.price_fixed_variation) },
    );
  }
  if (order.price_variation !== null) {
    amount = times(amount, order.price_variation);
    const variation = formatDecimal(order.price_variation);
    list.add(message('x price_variation {variation} of the order'), amount, { variation });
  }
}

/** Rounding and taxes in the form of the price (reference: money.6, money.7, money.21, money.26). */
function explainTaxes(list: StepList, steps: Steps, order: Order): void {
  const { basis, rounded, priced } = steps;
  if (order.tax_exempt !== null && priced.all > 0n) {
    list.add(
      steps.line.unit.form === 'inc' && priced.within > 0n
        ? message('no tax is charged: x 1 / (1 + {rates}), {rounded}')
        : message('no tax is charged, {rounded}'),
      rounded.inc,
      { rates: ratesText(priced, 'within'), rounded: roundedTo(order) },
    );
    return;
  }
  list.add(message('{rounded}, {form, select, inc {with tax} other {without tax}}'), basis.amount, {
    rounded: roundedTo(order),
    form: steps.line.unit.form,
  });
  if (basis.rates.taxes.length > 0) explainAmounts(list, basis, rounded, order);
}

/** Explains the taxes of an amount. */
function explainAmounts(list: StepList, basis: Basis, { ex, tax, inc, taxes }: Amounts, order: Order): void {
  const { rates, form } = basis;
  const over = order.counting?.tax_rounding === 'document' ? 'document' : 'line';
  const isInside = (at: number) =>
    form === 'whole' || (form === 'inc' && rates.taxes[at]?.terms?.on_top !== true);
  const inside = rates.taxes.flatMap((_, at) => (isInside(at) ? [taxes[at] ?? 0n] : []));
  if (inside.length > 0) {
    const sum = inside.reduce((all, each) => all + each, 0n);
    const text = ratesText(rates, form === 'whole' ? 'all' : 'within');
    list.add(
      message(
        'tax inside: {amount} x {rates} / (1 + {rates}), {over, select, document {rounded over the order: its part} other {rounded}}',
      ),
      sum,
      { amount: formatDecimal(basis.amount), rates: text, over },
    );
  }
  for (const [at, { name, terms }] of rates.taxes.entries()) {
    const amount = taxes[at] ?? 0n;
    if (!isInside(at)) {
      const base = form === 'ex' ? formatDecimal(basis.amount) : { text: message('the price without tax') };
      const values = { tax: name, base, share: shareText(rates, at), over };
      list.add(
        terms?.compound === true
          ? message(
              '{tax}: {base} x {share}, on the taxes before it, too, {over, select, document {rounded over the order: its part} other {rounded}}',
            )
          : message(
              '{tax}: {base} x {share}, {over, select, document {rounded over the order: its part} other {rounded}}',
            ),
        amount,
        values,
      );
    } else if (inside.length > 1) {
      list.add(message('{tax}: its share of the tax by its rate, largest remainder'), amount, { tax: name });
    }
  }
  if (form === 'ex' || tax !== inside.reduce((all, each) => all + each, 0n))
    list.add(message('with tax'), inc);
  if (form !== 'ex') list.add(message('without tax'), ex);
}

const roundedTo = ({ counting, minor_units }: Order): Sentence => ({
  text:
    counting?.rounding_mode === 'half_even'
      ? message('rounded half to even to {step}')
      : message('rounded half away from zero to {step}'),
  values: { step: formatDecimal(minorStep(minor_units)) },
});

/** The sum of rates, as a factor. */
const ratesText = (rates: Rates, of: 'within' | 'all') =>
  exactText({ num: rates[of], den: rates.den / SCALE });
/** The share of the price without tax that a tax is. */
const shareText = ({ shares, den }: Rates, at: number) =>
  exactText({ num: shares[at] ?? 0n, den: den / SCALE });

/** The line's share of the order's fixed variation (reference: money.8, money.23). */
function explainVariationShare(list: StepList, steps: Steps, order: Order): void {
  const { rounded, share, final, finalBasis } = steps;
  if (finalBasis === steps.basis || order.price_fixed_variation === null) return;
  const fixed = order.price_fixed_variation;
  const whole = roundToMinor(fixed, order.minor_units, order.counting?.rounding_mode);
  const form = finalBasis.form === 'ex' ? 'ex' : 'inc';
  list.add(
    whole === fixed
      ? message(
          "share of the order''s price_fixed_variation {variation}, by the line''s total {form, select, inc {with tax} other {without tax}}",
        )
      : message(
          "share of the order''s price_fixed_variation {variation} (rounded: {whole}), by the line''s total {form, select, inc {with tax} other {without tax}}",
        ),
    share,
    { variation: formatDecimal(fixed), whole: formatDecimal(whole), form },
  );
  list.add(message('{form, select, inc {with tax} other {without tax}} after the share'), finalBasis.amount, {
    form,
  });
  if (finalBasis.rates.taxes.length > 0 && final !== rounded) explainAmounts(list, finalBasis, final, order);
}

function explainLine(line: Line, steps: Steps, order: Order, words: Words): LineExplanation {
  const list = new StepList(words);
  if (line.returned === null) {
    explainAmount(list, line, steps, order);
    explainTaxes(list, steps, order);
    explainVariationShare(list, steps, order);
  } else {
    list.add(
      message('given back: the share of the refunded line that this quantity is, with tax'),
      line.returned.total_inc,
    );
    for (const [at, tax] of line.taxes.entries()) {
      const amount = line.returned.taxes[at] ?? 0n;
      list.add(message('{tax}: the same share of its tax'), amount, { tax: tax.name });
    }
  }
  list.addField('line_total_ex_tax', steps.final.ex);
  list.addField('line_total_tax', steps.final.tax);
  return { number: line.number, name: lineName(line), steps: list.steps };
}

/** The steps by which each figure of an order came about, in the order in which it was computed, and in a language. */
export function explainOrder(order: Order, words: Words): Explanation {
  const lines = work(orderToPrice(order)).flatMap((steps, at) => {
    const line = order.lines[at];
    return line === undefined ? [] : [explainLine(line, steps, order, words)];
  });
  return { lines, order: explainWhole(order, figuresOf(order), words) };
}

/** The steps of the figures of the whole. */
function explainWhole(
  { tip_service_percent: percent }: Order,
  { priced, settlement }: Figures,
  words: Words,
): readonly Step[] {
  const list = new StepList(words);
  const figure = (
    field: string,
    text: Message,
    amount: Decimal,
    values?: Readonly<Record<string, Telling>>,
  ) => list.add(text, amount, values, field);
  figure('total', message('total: the sum of the lines with tax'), priced.total);
  figure('total_tax', message('total_tax: the sum of their taxes'), priced.totalTax);
  const service = settlement.tipServiceAmount;
  if (percent === null) figure('tip_service_amount', message('tip_service_amount: as it was set'), service);
  else
    figure('tip_service_amount', message('tip_service_amount: {percent} % of the total, rounded'), service, {
      percent: formatDecimal(percent),
    });
  figure('paid', message('paid: the sum of the payments, without tips and surcharges'), settlement.paid);
  const { cashRounding } = settlement;
  if (cashRounding !== 0n)
    list.add(message('cash rounding: what coins added to or took from what was due'), cashRounding);
  list.add(message('of the tips went to service'), settlement.tipsToService);
  figure('tips', message('tips: the rest of them'), settlement.tips);
  figure(
    'tip_service_paid',
    message(
      "tip_service_paid: what tips gave, at least the service''s share of the money: (paid + tips that went to service) x service / (total + service), rounded",
    ),
    settlement.tipServicePaid,
  );
  figure(
    'due',
    cashRounding === 0n
      ? message('due: total + tip_service_amount - paid - tips that went to service, never below 0')
      : message(
          'due: total + tip_service_amount + cash rounding - paid - tips that went to service, never below 0',
        ),
    settlement.due,
  );
  return list.steps;
}
