// What may happen to an order and what follows from it. Every decision is a function from an order and
// facts to a new order; nothing is saved and no event is made here.
import { refuseFractions } from '../../kernel/coins.ts';
import { ApiError, conflict, invalid } from '../../kernel/errors.ts';
import { type OnlyKnown, withGiven } from '../../kernel/given.ts';
import { mergeMetadata } from '../../kernel/metadata.ts';
import { type Decimal, formatDecimal, minorStep, ONE } from '../../kernel/money.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';
import type { Line, Order, OrderChange, Payment, PaymentChange } from '../types.ts';
import { roundingFor, roundingOf } from './cash.ts';
import { type Discounts, discounted, NO_DISCOUNTS } from './discounts.ts';
import { type Figures, figuresOf } from './figures.ts';
import { MAX_PAYMENTS } from './limits.ts';
import { discountsKept } from './merged-discounts.ts';
import { waitsForPrinter } from './passthru.ts';
import { settledBy } from './payments.ts';
import { checkTransition, HOLDS_STOCK, type OrderStatus } from './status.ts';

/** The order with the fields that were sent; status, customer and times are decided elsewhere. */
export function applyFields<Given extends OnlyKnown<Given, OrderChange>>(
  order: Order,
  given: Given,
  known: Discounts = NO_DISCOUNTS,
): Order {
  const input: OrderChange = given;
  const { price_variation: _factor, price_fixed_variation: _amount, ...undiscounted } = input;
  const { discount_id: _discount, discount_reason: _reason, ...others } = undiscounted;
  const { tip_service_percent: _percent, tip_service_amount: tip = 0n, ...rest } = others;
  const { status: _status, customer: _customer, customer_id: _linked, ...timed } = rest;
  const { fulfil_at: _wanted, placed_at: _placed, metadata, external_id: _name, ...fields } = timed;
  const step = minorStep(order.minor_units);
  refuseFractions(tip ?? 0n, step, 'tip_service_amount');
  refuseFractions(fields.credit_card_surcharge ?? 0n, step, 'credit_card_surcharge');
  refuseLessThanPaid(order, fields.credit_card_surcharge);
  const terms = discounted(order, input, known, 'order', '');
  return {
    ...withGiven(order, fields),
    metadata: mergeMetadata(order.metadata, metadata),
    ...terms,
    discounts: order.discounts && discountsKept(order, { ...terms, discounts: null }),
    ...tipService(order, input),
  };
}

/** 400 for a surcharge below what payments have of it; what an order has may be sent back (reference: money.16). */
function refuseLessThanPaid(order: Order, sent: Decimal | null | undefined): void {
  if (sent === undefined || sent === order.credit_card_surcharge) return;
  const paid = order.payments.reduce((sum, payment) => sum + payment.credit_card_surcharge, 0n);
  if ((sent ?? 0n) < paid)
    throw invalid(
      'credit_card_surcharge',
      sentence('must be at least {paid}: payments of the order have that much of it.', {
        paid: formatDecimal(paid),
      }),
    );
}

/** A percent wins over an amount; an amount alone takes the percent's place. */
function tipService(
  order: Order,
  input: OrderChange,
): Pick<Order, 'tip_service_percent' | 'tip_service_amount'> {
  const { tip_service_percent: percent, tip_service_amount: amount } = input;
  if (percent !== undefined && percent !== null)
    return { tip_service_percent: percent, tip_service_amount: null };
  // An amount of nothing is none, so that an order sent back as it was shown stays as it was.
  if (amount !== undefined)
    return { tip_service_percent: null, tip_service_amount: amount === 0n ? null : amount };
  if (percent === null) return { tip_service_percent: null, tip_service_amount: order.tip_service_amount };
  return { tip_service_percent: order.tip_service_percent, tip_service_amount: order.tip_service_amount };
}

/** 400 for any update of a COMPLETE order, 409 for one of a deleted order (reference: orders.5). */
export function refuseClosed(order: Order): void {
  if (order.deleted) throw conflict(sentence('The order is deleted.'));
  if (order.status === 'COMPLETE') {
    throw new ApiError('invalid_request', sentence('A COMPLETE order cannot be updated.'));
  }
}

/** The order in another status, 409 when there is no way there (reference: orders.4). */
export function changeStatus(order: Order, to: OrderStatus): Order {
  switch (checkTransition(order.status, to)) {
    case 'same':
      return order;
    case 'allowed':
      return { ...order, status: to };
    default:
      throw conflict(sentence('A {status} order cannot become {to}.', { status: order.status, to }));
  }
}

/** A payment as it is taken: its number and its rounding follow from the order. */
export type NewPayment = Omit<Payment, 'number' | 'rounding'>;

/** The order with one more payment. */
export function addPayment(order: Order, payment: NewPayment, field: string): Order {
  if (order.payments.length >= MAX_PAYMENTS) {
    throw invalid('payments', sentence('an order has at most {max} payments.', { max: MAX_PAYMENTS }));
  }
  const step = minorStep(order.minor_units);
  refuseFractions(payment.amount, step, `${field}amount`);
  refuseFractions(payment.tip, step, `${field}tip`);
  refuseFractions(payment.credit_card_surcharge, step, `${field}credit_card_surcharge`);
  const rounding = roundingAtPayment(order, payment);
  return {
    ...order,
    credit_card_surcharge: order.credit_card_surcharge + payment.credit_card_surcharge,
    payments: [...order.payments, { ...payment, rounding, number: order.payments.length + 1 }],
  };
}

/** The amount that rounding to coins adds to what is due at a payment, below 0 where it takes some (reference: money.27). */
function roundingAtPayment(order: Order, payment: NewPayment): Decimal {
  const cash = roundingFor(order, payment.method.kind);
  if (cash === undefined) return 0n;
  const tipAlone = { ...payment, amount: 0n, rounding: 0n, number: order.payments.length + 1 };
  const { settlement } = figuresOf({ ...order, payments: [...order.payments, tipAlone] });
  const earlier = order.payments.map(({ amount, rounding, method: { kind } }) => ({
    amount,
    rounding,
    kind,
  }));
  return roundingOf(payment.amount, settlement.left, cash, earlier);
}

/** 409 when a REJECTED order is paid: nothing is due any more, money can only be given back. */
export function refusePayment(order: Order, amount: Decimal): void {
  if (order.status === 'REJECTED' && amount > 0n) {
    throw conflict(
      sentence('A REJECTED order takes no payment; money can only be given back (a negative amount).'),
    );
  }
}

/** A change of a payment; its time is a moment already, null for the one at which it was recorded. */
type ChangedPayment = Omit<PaymentChange, 'paid_at'> & Partial<Pick<Payment, 'paid_at'>>;

/**
 * The order with the ref, tip and time of one payment changed; what else a payment has stays as it was (reference:
 * orders.27).
 */
export function changePayment(order: Order, number: number, input: ChangedPayment): Order {
  const { amount, method_id, credit_card_surcharge, ...fields } = input;
  for (const [field, sent] of Object.entries({ amount, method_id, credit_card_surcharge })) {
    if (sent !== undefined)
      throw invalid(field, sentence('of a payment cannot be changed; add another payment.'));
  }
  refuseFractions(fields.tip ?? 0n, minorStep(order.minor_units), 'tip');
  const payments = order.payments.map((payment) =>
    payment.number === number ? withGiven(payment, fields) : payment,
  );
  return { ...order, payments };
}

/**
 * A PENDING order that is fully paid is complete, unless the add-on completes it itself (reference: orders.6) or it has
 * to be printed first (reference: printing.10).
 */
export function completeWhenPaid(order: Order, { settlement }: Figures): Order {
  const isSettled = order.complete_when_paid && settlement.fullyPaid && !waitsForPrinter(order);
  const done = order.status === 'PENDING' && isSettled;
  return done ? { ...order, status: 'COMPLETE' } : order;
}

/**
 * Marks the lines that go to the kitchen now, in the statuses in which it cooks: those without a course or of one that is called,
 * and of a COMPLETE order all that are left, since nobody can call their course any more. Returns are not cooked.
 */
export function sendToKitchen(order: Order): Order {
  const isLast = order.status === 'COMPLETE';
  const isDue = ({ sent_to_kitchen: isSent, quantity, course_status: course }: Line) =>
    !isSent && quantity > 0n && (isLast || course === 'no status' || course === 'called');
  if (!HOLDS_STOCK.has(order.status) || !order.lines.some(isDue)) return order;
  const lines = order.lines.map((line) => (isDue(line) ? { ...line, sent_to_kitchen: true } : line));
  return { ...order, lines };
}

/** The amount of an order refunded so far: of each refund the greater of goods and money. */
export function refundedBy({ total, paid }: { total: Decimal; paid: Decimal }): Decimal {
  let most = 0n;
  for (const given of [-total, -paid]) if (given > most) most = given;
  return most;
}

/** Refuses a refund that gives back more than was paid, together with those before it (reference: orders.29). */
export function checkRefund(refund: Figures, original: { paid: Decimal }, before: Decimal): void {
  if (refund.priced.total > 0n) {
    throw invalid('lines', sentence('a refund gives back: its lines need negative quantities.'));
  }
  if (refund.settlement.paid > 0n) {
    throw invalid('payments', sentence('a refund gives back: its payments need negative amounts.'));
  }
  const now = refundedBy({ total: refund.priced.total, paid: settledBy(refund.settlement) });
  if (before + now > original.paid) {
    const left = original.paid > before ? original.paid - before : 0n;
    throw invalid('original_order_id_str', whyNotRefunded(left, original.paid));
  }
}

/** Why no more of an order is refunded, and what to do with goods that nobody has paid. */
function whyNotRefunded(left: Decimal, paid: Decimal): Sentence {
  if (left > 0n)
    return sentence('only {left} of what was paid is left to refund.', { left: formatDecimal(left) });
  if (paid > 0n) return sentence('all that was paid is refunded already.');
  return sentence(
    'nothing was paid, so there is nothing to refund: take goods back by an order with negative quantities and no original_order_id.',
  );
}

/** Refuses a payment that gives back money of which refunds gave back so much that it is not there any more. */
export function checkGivenBack(amount: Decimal, order: { paid: Decimal }, refunded: Decimal): void {
  if (refunded === 0n || order.paid + amount >= refunded) return;
  const left = order.paid > refunded ? order.paid - refunded : 0n;
  throw invalid(
    'amount',
    sentence('refunds gave money back already: only {left} is left to give back.', {
      left: formatDecimal(left),
    }),
  );
}

/** True when the order or one of its lines was made cheaper. */
export function isDiscounted(order: Order): boolean {
  const cheaper = (each: Pick<Line, 'price_variation' | 'price_fixed_variation'>) =>
    (each.price_variation ?? ONE) < ONE || (each.price_fixed_variation ?? 0n) < 0n;
  return cheaper(order) || order.lines.some(cheaper);
}
