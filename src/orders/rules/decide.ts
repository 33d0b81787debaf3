// What may happen to an order and what follows from it. Every decision is a function from an order and
// facts to a new order; nothing is saved here and nobody is told.
import { ApiError, conflict, invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal, MAX_DECIMAL, minorStep, ONE } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../../kernel/price.ts';
import type { Micros } from '../../kernel/time.ts';
import type {
  Line,
  LineChange,
  LineInput,
  Order,
  OrderChange,
  OrderTax,
  Payment,
  PaymentChange,
} from '../types.ts';
import { MAX_LINES, MAX_PAYMENTS } from './limits.ts';
import { type Settlement, settle } from './payments.ts';
import { type PricedOrder, priceOrder } from './pricing.ts';
import { checkCourse, checkTransition, HOLDS_STOCK, type OrderStatus } from './status.ts';

/** A product as a new line needs it. */
export interface LineProduct {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly price: EnteredPrice | undefined;
  readonly taxes: readonly OrderTax[];
  readonly is_available: boolean;
}

/** An order with every figure that follows from it. */
export interface Figures {
  readonly priced: PricedOrder;
  readonly settlement: Settlement;
}

/** Prices an order and settles its payments (contract 6, Money). 400 when it is worth more than can be counted. */
export function figuresOf(order: Order): Figures {
  const priced = priceOrder({
    lines: order.lines.map((line) => ({
      quantity: line.quantity,
      unit: line.unit,
      extras: [],
      variation: line.price_variation,
      fixedVariation: line.price_fixed_variation,
      taxes: line.taxes,
    })),
    variation: order.price_variation,
    fixedVariation: order.price_fixed_variation,
    minorUnits: order.minor_units,
  });
  for (const [at, each] of priced.lines.entries()) {
    if (isAbsurd(each.totalInc))
      throw invalid(`lines[${at}]`, `its total is beyond ${formatDecimal(MAX_DECIMAL)}.`);
  }
  if (isAbsurd(priced.total))
    throw invalid('lines', `the order's total is beyond ${formatDecimal(MAX_DECIMAL)}.`);
  const settlement = settle({
    total: priced.total,
    minorUnits: order.minor_units,
    tipServicePercent: order.tip_service_percent,
    tipServiceAmount: order.tip_service_amount,
    payments: order.payments,
  });
  return { priced, settlement };
}

function isAbsurd(amount: Decimal): boolean {
  return amount > MAX_DECIMAL || amount < -MAX_DECIMAL;
}

/** A variation that changes nothing is no variation. */
function variationOf(
  value: Decimal | null | undefined,
  before: Decimal | null,
  neutral: Decimal,
): Decimal | null {
  if (value === undefined) return before;
  return value === neutral ? null : value;
}

function refuseBoth(percent: Decimal | null, fixed: Decimal | null, field: string): void {
  if (percent === null || fixed === null) return;
  throw invalid(
    field === '' ? 'price_variation' : `${field}.price_variation`,
    'price_variation and price_fixed_variation may not both be set; reset one of them in the same call (1 or 0).',
  );
}

/** The order with the fields that were sent; status, customer and times are decided elsewhere. */
export function applyFields(order: Order, input: OrderChange): Order {
  const keep = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);
  const percent = variationOf(input.price_variation, order.price_variation, ONE);
  const fixed = variationOf(input.price_fixed_variation, order.price_fixed_variation, 0n);
  refuseBoth(percent, fixed, '');
  const step = minorStep(order.minor_units);
  refuseFractions(input.tip_service_amount ?? 0n, step, 'tip_service_amount');
  refuseFractions(input.credit_card_surcharge ?? 0n, step, 'credit_card_surcharge');
  const { reject_reason: reason } = input;
  return {
    ...order,
    order_type: keep(input.order_type, order.order_type),
    register_id: keep(input.register_id, order.register_id),
    staff_member_id: keep(input.staff_member_id, order.staff_member_id),
    callback_uri: keep(input.callback_uri, order.callback_uri),
    lock: keep(input.lock, order.lock),
    complete_when_paid: keep(input.complete_when_paid, order.complete_when_paid),
    enable_alert_sound: keep(input.enable_alert_sound, order.enable_alert_sound),
    prompt_for_reject_reason: keep(input.prompt_for_reject_reason, order.prompt_for_reject_reason),
    reject_reason:
      reason === undefined
        ? order.reject_reason
        : reason && { id: reason.id ?? null, name: reason.name ?? null, notes: reason.notes ?? null },
    ignore_availability: keep(input.ignore_availability, order.ignore_availability),
    price_limit: keep(input.price_limit, order.price_limit),
    price_variation: percent,
    price_fixed_variation: fixed,
    group_id: keep(input.group_id, order.group_id),
    ...tipService(order, input),
    credit_card_surcharge: keep(input.credit_card_surcharge, order.credit_card_surcharge),
    notes: keep(input.notes, order.notes),
    sale_number: keep(input.sale_number, order.sale_number),
    guests: keep(input.guests, order.guests),
  };
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

/** 400 for any update of a COMPLETE order, 409 for one of a deleted order (contract 2, Errors). */
export function refuseClosed(order: Order): void {
  if (order.deleted) throw conflict('The order is deleted.');
  if (order.status === 'COMPLETE') {
    throw new ApiError('invalid_request', 'A COMPLETE order cannot be updated.');
  }
}

/** The order in another status, 409 when there is no way there (contract 6, Transitions). */
export function changeStatus(order: Order, to: OrderStatus): Order {
  switch (checkTransition(order.status, to)) {
    case 'same':
      return order;
    case 'allowed':
      return { ...order, status: to };
    default:
      throw conflict(`A ${order.status} order cannot become ${to}.`);
  }
}

function enteredPrice(input: LineInput | LineChange): EnteredPrice | null | undefined {
  const { unit_price: ex, unit_price_inc_tax: inc } = input;
  if (ex !== undefined && ex !== null) return { amount: ex, form: 'ex' };
  if (inc !== undefined && inc !== null) return { amount: inc, form: 'inc' };
  return ex === null || inc === null ? null : undefined;
}

/** The order with new lines at its end. `field` names where in the body they are. */
export function addLines(
  order: Order,
  inputs: readonly LineInput[],
  products: ReadonlyMap<Id, LineProduct>,
  lineIds: readonly Id[],
  field: (at: number) => string,
): Order {
  if (order.lines.length + inputs.length > MAX_LINES)
    throw invalid('lines', `an order has at most ${MAX_LINES} lines.`);
  const added = inputs.map((input, at): Line => {
    const product = products.get(input.product_id);
    if (product === undefined) throw invalid(`${field(at)}product_id`, `${input.product_id} does not exist.`);
    const unit = enteredPrice(input) ?? product.price;
    if (unit === undefined) {
      throw invalid(`${field(at)}unit_price`, `product ${product.id} has no price at this site: send one.`);
    }
    const percent = variationOf(input.price_variation, null, ONE);
    const fixed = variationOf(input.price_fixed_variation, null, 0n);
    refuseBoth(percent, fixed, field(at).replace(/\.$/, ''));
    return {
      number: order.lines.length + at + 1,
      line_id: lineIds[at] ?? 0n,
      product: { id: product.id, name: product.name, sku: product.sku },
      quantity: input.quantity ?? ONE,
      notes: input.notes ?? null,
      unit,
      price_variation: percent,
      price_fixed_variation: fixed,
      taxes: product.taxes,
      course_ordinal: input.course_ordinal ?? null,
      course_status: input.course_status ?? 'no status',
      sent_to_kitchen: false,
    };
  });
  return { ...order, lines: [...order.lines, ...added] };
}

/** True when both prices are sent as they are shown: the line keeps the form in which its price was entered. */
function isEcho(line: Line, input: LineChange): boolean {
  const { unit_price: ex, unit_price_inc_tax: inc } = input;
  if (ex === undefined || inc === undefined) return false;
  const rate = line.taxes.reduce((sum, tax) => sum + tax.rate, 0n);
  const shown = bothForms(line.unit, rate);
  return ex === shown.ex && inc === shown.inc;
}

function lineAt(order: Order, number: number): Line {
  const line = order.lines[number - 1];
  if (line === undefined) throw new RangeError(`The order has no line ${number}.`);
  return line;
}

function renumber(lines: readonly Line[]): Line[] {
  return lines.map((line, at) => (line.number === at + 1 ? line : { ...line, number: at + 1 }));
}

/** The order with one line changed and, when a number was sent, moved. `price` is the product's price now. */
export function changeLine(
  order: Order,
  number: number,
  input: LineChange,
  price: EnteredPrice | undefined,
): Order {
  const before = lineAt(order, number);
  const percent = variationOf(input.price_variation, before.price_variation, ONE);
  const fixed = variationOf(input.price_fixed_variation, before.price_fixed_variation, 0n);
  refuseBoth(percent, fixed, '');
  const course = input.course_status ?? before.course_status;
  if (checkCourse(before.course_status, course) === 'refused') {
    throw conflict(`A course cannot go from ${before.course_status} back to ${course}.`);
  }
  const override = isEcho(before, input) ? undefined : enteredPrice(input);
  const unit = override === undefined ? before.unit : (override ?? price);
  if (unit === undefined)
    throw invalid('unit_price', `product ${before.product.id} has no price at this site.`);
  const line: Line = {
    ...before,
    quantity: input.quantity ?? before.quantity,
    notes: input.notes === undefined ? before.notes : input.notes,
    unit,
    price_variation: percent,
    price_fixed_variation: fixed,
    course_ordinal: input.course_ordinal === undefined ? before.course_ordinal : input.course_ordinal,
    course_status: course,
  };
  const lines = order.lines.map((each) => (each.number === number ? line : each));
  const target = input.number ?? number;
  if (target > lines.length) throw invalid('number', `the order has ${lines.length} lines.`);
  if (target !== number) {
    lines.splice(number - 1, 1);
    lines.splice(target - 1, 0, line);
  }
  return { ...order, lines: renumber(lines) };
}

/** True when a change of a line sells more of its product than before. */
export function moreIsSold(before: Line, after: Line): boolean {
  return after.quantity > 0n && after.quantity > before.quantity;
}

/** The order without one of its lines; those behind it move up. */
export function removeLine(order: Order, number: number): Order {
  lineAt(order, number);
  return { ...order, lines: renumber(order.lines.filter((line) => line.number !== number)) };
}

function refuseFractions(amount: Decimal, step: Decimal, field: string): void {
  if (amount % step !== 0n) {
    throw invalid(field, `must be a multiple of ${formatDecimal(step)}, the currency's smallest amount.`);
  }
}

/** The order with one more payment. */
export function addPayment(order: Order, payment: Omit<Payment, 'number'>, field: string): Order {
  if (order.payments.length >= MAX_PAYMENTS) {
    throw invalid('payments', `an order has at most ${MAX_PAYMENTS} payments.`);
  }
  const step = minorStep(order.minor_units);
  refuseFractions(payment.amount, step, `${field}amount`);
  refuseFractions(payment.tip, step, `${field}tip`);
  refuseFractions(payment.credit_card_surcharge, step, `${field}credit_card_surcharge`);
  return {
    ...order,
    credit_card_surcharge: order.credit_card_surcharge + payment.credit_card_surcharge,
    payments: [...order.payments, { ...payment, number: order.payments.length + 1 }],
  };
}

/** 409 when a REJECTED order is paid: nothing is due any more, money can only be given back. */
export function refusePayment(order: Order, amount: Decimal): void {
  if (order.status === 'REJECTED' && amount > 0n) {
    throw conflict('A REJECTED order takes no payment; money can only be given back (a negative amount).');
  }
}

/** The order with the ref and tip of one payment changed; what else a payment has stays as it was (contract 5). */
export function changePayment(order: Order, number: number, input: PaymentChange): Order {
  for (const field of ['amount', 'method_id', 'credit_card_surcharge'] as const) {
    if (input[field] !== undefined)
      throw invalid(field, 'of a payment cannot be changed; add another payment.');
  }
  refuseFractions(input.tip ?? 0n, minorStep(order.minor_units), 'tip');
  const payments = order.payments.map((payment) =>
    payment.number === number
      ? { ...payment, ref: input.ref === undefined ? payment.ref : input.ref, tip: input.tip ?? payment.tip }
      : payment,
  );
  return { ...order, payments };
}

/** A PENDING order that is fully paid is complete, unless the add-on completes it itself (contract 6). */
export function completeWhenPaid(order: Order, { settlement }: Figures): Order {
  const done = order.status === 'PENDING' && order.complete_when_paid && settlement.fullyPaid;
  return done ? { ...order, status: 'COMPLETE' } : order;
}

/** True when a line is due in the kitchen: its course is called, or it has none. Returns are not cooked. */
function isDue(line: Line): boolean {
  return !line.sent_to_kitchen && line.quantity > 0n && ['no status', 'called'].includes(line.course_status);
}

/** Marks the lines that go to the kitchen now, in the statuses in which it cooks; tells whether there are any. */
export function sendToKitchen(order: Order): { order: Order; sent: boolean } {
  if (!HOLDS_STOCK.has(order.status) || !order.lines.some(isDue)) return { order, sent: false };
  const lines = order.lines.map((line) => (isDue(line) ? { ...line, sent_to_kitchen: true } : line));
  return { order: { ...order, lines }, sent: true };
}

/**
 * Whether the availability of the order's products counts: in the statuses that hold stock, except when the
 * add-on skips the check for an order of tomorrow or later (spec: Orders/creating 1).
 */
export function checksAvailability(order: Order, startOfTomorrow: () => Micros): boolean {
  if (!HOLDS_STOCK.has(order.status)) return false;
  return !(order.ignore_availability && order.fulfil_at >= startOfTomorrow());
}

/** 400 in the specification's words when a sold product is not available at the site. */
export function refuseUnavailable(lines: readonly Line[], available: (product: Id) => boolean): void {
  for (const { product, quantity } of lines) {
    if (quantity > 0n && !available(product.id)) {
      throw new ApiError('out_of_stock', `Product (${product.id}) is out of stock.`);
    }
  }
}

/** What of an order was already given back: the greater of goods and money, over its refunds. */
export function refundedBy({ total, paid }: { total: Decimal; paid: Decimal }): Decimal {
  let most = 0n;
  for (const given of [-total, -paid]) if (given > most) most = given;
  return most;
}

/** Refuses a refund that gives back more than was paid, together with those before it (contract 6, Refund). */
export function checkRefund(refund: Figures, original: { paid: Decimal }, before: Decimal): void {
  if (refund.priced.total > 0n) {
    throw invalid('lines', 'a refund gives back: its lines need negative quantities.');
  }
  if (refund.settlement.paid > 0n) {
    throw invalid('payments', 'a refund gives back: its payments need negative amounts.');
  }
  const now = refundedBy({ total: refund.priced.total, paid: refund.settlement.paid });
  if (before + now > original.paid) {
    const left = original.paid > before ? original.paid - before : 0n;
    throw invalid('original_order_id_str', `only ${formatDecimal(left)} of what was paid is left to refund.`);
  }
}

/** Refuses a payment that gives back money of which refunds gave back so much that it is not there any more. */
export function checkGivenBack(amount: Decimal, order: { paid: Decimal }, refunded: Decimal): void {
  if (refunded === 0n || order.paid + amount >= refunded) return;
  const left = order.paid > refunded ? order.paid - refunded : 0n;
  throw invalid(
    'amount',
    `refunds gave money back already: only ${formatDecimal(left)} is left to give back.`,
  );
}

/** True when the order or one of its lines was made cheaper. */
export function isDiscounted(order: Order): boolean {
  const cheaper = (each: Pick<Line, 'price_variation' | 'price_fixed_variation'>) =>
    (each.price_variation ?? ONE) < ONE || (each.price_fixed_variation ?? 0n) < 0n;
  return cheaper(order) || order.lines.some(cheaper);
}
