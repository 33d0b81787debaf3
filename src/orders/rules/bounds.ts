// Bounds of amounts: a discount never turns a sale into a payout, and no more money is paid back than was paid.
import { invalid } from '../../kernel/errors.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
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

/** The sum of the tips of payments; negative ones give tips back. */
export function tipsOf(payments: readonly Pick<Payment, 'tip'>[]): Decimal {
  return payments.reduce((sum, { tip }) => sum + tip, 0n);
}

/** The tips of an order that its refunds gave back. */
export function tipsRefunded(refunds: readonly Pick<Order, 'payments'>[]): Decimal {
  let back = 0n;
  for (const { payments } of refunds) {
    const tips = tipsOf(payments);
    if (tips < 0n) back -= tips;
  }
  return back;
}

/**
 * 400 when negative tips give back more than there is, in any sequence of the payments (reference: orders.45).
 * `there` are the tips paid before, less those given back.
 */
export function refuseTooMuchTipBack(
  payments: readonly Pick<Payment, 'tip'>[],
  there: Decimal,
  field: (at: number) => string,
): void {
  let left = there > 0n ? there : 0n;
  for (const { tip } of payments) if (tip > 0n) left += tip;
  for (const [at, { tip }] of payments.entries()) {
    if (tip >= 0n) continue;
    if (left + tip < 0n) {
      throw invalid(
        `${field(at)}tip`,
        sentence('only {left} of the tips is there to give back.', { left: formatDecimal(left) }),
      );
    }
    left += tip;
  }
}
