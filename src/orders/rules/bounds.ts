// Bounds of amounts: a discount never turns a sale into a payout, and no more money is paid back than was paid.
import { invalid } from '../../kernel/errors.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';
import type { Line, Order, Payment } from '../types.ts';
import { type Figures, figuresOf, linesToPrice, orderToPrice, type PriceContext } from './figures.ts';
import { priceOrder, work } from './pricing.ts';

/** An amount without its fixed variation, or only its sign, and with it. */
interface Varied {
  readonly base: Decimal;
  readonly end: Decimal;
}

/** Whether a fixed variation turned an amount around: a sale below zero, or a return above it. */
function isTurned({ base, end }: Varied): boolean {
  return base < 0n ? end > 0n : end < 0n;
}

/** 400 when a fixed variation turned an amount around, unless it did so before and no further. */
function refuseTurned(
  after: Varied,
  before: Varied | undefined,
  field: string,
  what: 'line' | 'order',
): void {
  if (!isTurned(after)) return;
  const size = (amount: Decimal) => (amount < 0n ? -amount : amount);
  if (before !== undefined && isTurned(before) && size(after.end) <= size(before.end)) return;
  const values = { what, end: formatDecimal(after.end) };
  throw invalid(
    field,
    after.base < 0n
      ? sentence(
          'would make the {what, select, line {line} other {order}} come to {end}: it may not add more than comes back.',
          values,
        )
      : sentence(
          'would make the {what, select, line {line} other {order}} come to {end}: no more can be taken off than it comes to.',
          values,
        ),
  );
}

/** The total of a line before its order's variations; one that costs nothing has the sign of its quantity. */
function variedLine(line: Line, order: PriceContext): Varied {
  const totalOf = (each: Line) => priceOrder(linesToPrice([each], order)).total;
  return { base: totalOf({ ...line, price_fixed_variation: null }) || line.quantity, end: totalOf(line) };
}

/**
 * 400 when the fixed variation of a line takes it below zero, or a return above it. A line that was so before may stay
 * as it is. `field` is where in the body the line stands.
 */
export function refuseTurnedLine(line: Line, order: PriceContext, field: string, before?: Line): void {
  if (line.price_fixed_variation === null) return;
  const had = before && before.price_fixed_variation !== null ? variedLine(before, order) : undefined;
  refuseTurned(variedLine(line, order), had, `${field}price_fixed_variation`, 'line');
}

function variedOrder(order: Order): Varied {
  let base = 0n;
  let end = 0n;
  for (const { rounded, final } of work(orderToPrice(order))) {
    base += rounded.inc;
    end += final.inc;
  }
  return { base, end };
}

/**
 * 400 when the order's fixed variation takes it below zero, or a return above it. An order that was so before may stay
 * as it is.
 */
export function refuseTurnedOrder(order: Order, before?: Order): void {
  if (order.price_fixed_variation === null) return;
  const had = before && before.price_fixed_variation !== null ? variedOrder(before) : undefined;
  refuseTurned(variedOrder(order), had, 'price_fixed_variation', 'order');
}

/** The least sum of an order's payments: 0, or the total of a return. */
export function lowestPaid({ priced, settlement }: Figures): Decimal {
  const asked = priced.total + settlement.tipServiceAmount;
  let lowest = 0n;
  for (const amount of [priced.total, asked]) if (amount < lowest) lowest = amount;
  return lowest;
}

/** 400 when a payment gives back more than there is: the money paid, or the total of a return, in coins. */
export function refuseTooMuchBack(
  { amount, rounding }: Pick<Payment, 'amount' | 'rounding'>,
  paid: Decimal,
  figures: Figures,
  field: string,
): void {
  if (amount >= 0n) return;
  const lowest = lowestPaid(figures);
  if (paid + amount - (rounding < 0n ? rounding : 0n) >= lowest) return;
  const left = paid > lowest ? paid - lowest : 0n;
  throw invalid(
    `${field}amount`,
    sentence('only {left} is there to give back.', { left: formatDecimal(left) }),
  );
}

/** The same for all payments of a new order; their sequence does not matter. */
export function refuseTooMuchPaidBack(order: Order, field: (at: number) => string): void {
  if (order.payments.every(({ amount }) => amount >= 0n)) return;
  const figures = figuresOf(order);
  let paid = 0n;
  for (const { amount } of order.payments) if (amount > 0n) paid += amount;
  for (const [at, payment] of order.payments.entries()) {
    refuseTooMuchBack(payment, paid, figures, field(at));
    if (payment.amount < 0n) paid += payment.amount;
  }
}

/** The amounts paid beside that of a payment, and outside of the order's total. */
export type Extra = 'tip' | 'credit_card_surcharge';
type Extras = Pick<Payment, Extra>;

/** The sums of the extras of payments; negative ones are given back. */
export function extrasOf(payments: readonly Extras[]): Extras {
  const sum = (extra: Extra) => payments.reduce((all, payment) => all + payment[extra], 0n);
  return { tip: sum('tip'), credit_card_surcharge: sum('credit_card_surcharge') };
}

/** The extras of an order that its refunds did not give back. */
export function extrasLeft(
  order: Pick<Order, 'payments'>,
  refunds: readonly Pick<Order, 'payments'>[],
): Extras {
  const back = refunds.map(({ payments }) => extrasOf(payments));
  const paid = extrasOf(order.payments);
  const left = (extra: Extra) =>
    back.reduce((all, refund) => (refund[extra] < 0n ? all + refund[extra] : all), paid[extra]);
  return { tip: left('tip'), credit_card_surcharge: left('credit_card_surcharge') };
}

/**
 * 400 when negative tips or surcharges give back more than there is, in any sequence of the payments (reference: orders.45).
 * `there` are those paid before, less those given back.
 */
export function refuseTooMuchExtraBack(
  payments: readonly Extras[],
  there: Extras,
  field: (at: number) => string,
): void {
  for (const extra of ['tip', 'credit_card_surcharge'] as const) {
    let left = there[extra] > 0n ? there[extra] : 0n;
    for (const payment of payments) if (payment[extra] > 0n) left += payment[extra];
    for (const [at, { [extra]: amount }] of payments.entries()) {
      if (amount >= 0n) continue;
      if (left + amount < 0n) throw invalid(`${field(at)}${extra}`, tooMuchExtra(extra, left));
      left += amount;
    }
  }
}

function tooMuchExtra(extra: Extra, amount: Decimal): Sentence {
  const left = formatDecimal(amount);
  return extra === 'tip'
    ? sentence('only {left} of the tips is there to give back.', { left })
    : sentence('only {left} of the surcharges is there to give back.', { left });
}

/** No extras were paid. */
export const NO_EXTRAS: Extras = { tip: 0n, credit_card_surcharge: 0n };

/** True for a payment that gives back money, or an extra. */
export const isGivenBack = (payment: Pick<Payment, 'amount' | Extra>): boolean =>
  payment.amount < 0n || payment.tip < 0n || payment.credit_card_surcharge < 0n;
