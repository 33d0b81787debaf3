// What an order is and what may happen to it, written from docs/reference alone: nothing
// of src/ is used here, so that it cannot be wrong in the same way. Money is exact fractions; nothing is fast.

/** An exact fraction; its denominator is positive. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** The fraction of a decimal number's text. */
export function fraction(text: string | number): Fraction {
  const [whole = '', decimals = ''] = String(text).split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
}
const ZERO = fraction('0');
const ONE = fraction('1');
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const over = (a: Fraction, b: Fraction): Fraction =>
  b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
const compare = (a: Fraction, b: Fraction): number => Number(a.n * b.d - b.n * a.d);
const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) < 0 ? a : b);
const most = (a: Fraction, b: Fraction): Fraction => (compare(a, b) > 0 ? a : b);
const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, ZERO);
export const negative = (a: Fraction): Fraction => minus(ZERO, a);
export const isBelow = (a: Fraction, b: Fraction): boolean => compare(a, b) < 0;

/** Half away from zero, to so many decimals. */
export function rounded({ n, d }: Fraction, places: number): Fraction {
  const unit = 10n ** BigInt(places);
  const size = (n < 0n ? -n : n) * unit;
  const whole = (2n * size + d) / (2n * d);
  return { n: n < 0n ? -whole : whole, d: unit };
}

/** As the wire has it: a number. Amounts here have at most 8 decimals. */
export function shown(value: Fraction): number {
  const { n } = rounded(value, 8);
  return Number(`${n}e-8`);
}

export const STATUSES = ['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'PENDING', 'REJECTED', 'COMPLETE'] as const;
export type Status = (typeof STATUSES)[number];
/** The ways between statuses (reference: orders.4). */
const WAYS: Readonly<Record<Status, readonly Status[]>> = {
  SUBMITTED: ['ACCEPTED', 'ON_HOLD', 'PENDING', 'REJECTED', 'COMPLETE'],
  ON_HOLD: ['SUBMITTED', 'ACCEPTED', 'PENDING', 'REJECTED', 'COMPLETE'],
  ACCEPTED: ['ON_HOLD', 'PENDING', 'REJECTED', 'COMPLETE'],
  PENDING: ['ACCEPTED', 'ON_HOLD', 'REJECTED', 'COMPLETE'],
  REJECTED: [],
  COMPLETE: [],
};
/** Forward only (reference: orders.35). */
export const COURSES = ['no status', 'uncalled', 'pending', 'called'] as const;
export type Course = (typeof COURSES)[number];
/** The statuses in which the kitchen cooks and products have to be available. */
const WORKED_ON: readonly Status[] = ['ON_HOLD', 'ACCEPTED', 'PENDING', 'COMPLETE'];

/** What can be sold. */
export interface ModelProduct {
  readonly id: string;
  readonly price: Fraction;
  readonly form: 'ex' | 'inc';
  readonly rates: readonly Fraction[];
  readonly available: boolean;
}

export interface ModelLine {
  /** Tells it from the order's other lines. */
  readonly key: number;
  product: ModelProduct;
  quantity: Fraction;
  price: Fraction;
  form: 'ex' | 'inc';
  variation: Fraction | null;
  fixed: Fraction | null;
  course: Course;
  notes: string | null;
  printed: boolean;
}

export interface ModelPayment {
  amount: Fraction;
  tip: Fraction;
  ref: string | null;
  onAccount: boolean;
}

export interface ModelOrder {
  id: string;
  site: string;
  /** Decimals of the currency. */
  places: number;
  group: string | null;
  status: Status;
  deleted: boolean;
  completeWhenPaid: boolean;
  variation: Fraction | null;
  fixed: Fraction | null;
  percent: Fraction | null;
  service: Fraction | null;
  notes: string | null;
  customer: string | null;
  lines: ModelLine[];
  payments: ModelPayment[];
  /** Of a refund: the order it refunds, and the quantities of its lines. */
  refundOf: string | null;
  back: Amount | null;
}

interface Amount {
  readonly ex: Fraction;
  readonly tax: Fraction;
}

/** A call that is refused. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

export const inclusive = ({ ex, tax }: Amount): Fraction => plus(ex, tax);

function split(inc: Fraction, rates: readonly Fraction[], places: number): Amount {
  const rate = sum(rates);
  const tax = rounded(over(times(inc, rate), plus(ONE, rate)), places);
  return { ex: minus(inc, tax), tax };
}

/** The shares of an amount in proportion to weights, by largest remainder. */
function shares(amount: Fraction, weights: readonly Fraction[], places: number): Fraction[] {
  const unit: Fraction = { n: 1n, d: 10n ** BigInt(places) };
  const isNegative = amount.n < 0n;
  const units = over(isNegative ? negative(amount) : amount, unit);
  let used = weights;
  if (sum(used).n === 0n) used = weights.map((weight) => (weight.n < 0n ? negative(weight) : weight));
  if (sum(used).n === 0n) used = weights.map((_, at) => (at === 0 ? ONE : ZERO));
  const total = sum(used);
  const exact = used.map((weight) => over(times(units, weight), total));
  const whole = exact.map(({ n, d }) => (n < 0n ? -((-n + d - 1n) / d) : n / d));
  const left = exact.map((each, at) => minus(each, { n: whole[at] ?? 0n, d: 1n }));
  const order = left.map((_, at) => at).sort((a, b) => compare(left[b] ?? ZERO, left[a] ?? ZERO) || a - b);
  const missing = Number(units.n / units.d - whole.reduce((all, each) => all + each, 0n));
  for (const at of order.slice(0, missing)) whole[at] = (whole[at] ?? 0n) + 1n;
  return whole.map((each) => times({ n: isNegative ? -each : each, d: 1n }, unit));
}

/** What each line comes to (reference: money.3 to money.8). */
export function amountsOf({ lines, variation, fixed, places }: ModelOrder): Amount[] {
  const amounts = lines.map((line): Amount => {
    const own = plus(times(times(line.quantity, line.price), line.variation ?? ONE), line.fixed ?? ZERO);
    const amount = rounded(times(own, variation ?? ONE), places);
    if (line.form === 'inc') return split(amount, line.product.rates, places);
    return { ex: amount, tax: sum(line.product.rates.map((rate) => rounded(times(amount, rate), places))) };
  });
  if (fixed === null || lines.length === 0) return amounts;
  // A sale with returns is changed at what it sells, a return with sales at what comes back.
  const all = sum(amounts.map(inclusive));
  const parts = shares(
    fixed,
    amounts.map(inclusive).map((amount) => (amount.n * all.n < 0n ? ZERO : amount)),
    places,
  );
  return amounts.map((amount, at) =>
    split(plus(inclusive(amount), parts[at] ?? ZERO), lines[at]?.product.rates ?? [], places),
  );
}

/** Where an order's money stands (reference: money.12 to money.15). */
export function moneyOf(order: ModelOrder) {
  const amounts = order.back === null ? amountsOf(order) : [order.back];
  const total = sum(amounts.map(inclusive));
  const tax = sum(amounts.map((amount) => amount.tax));
  const hundred = fraction('100');
  const service =
    order.percent === null
      ? (order.service ?? ZERO)
      : rounded(over(times(total, order.percent), hundred), order.places);
  const paid = sum(order.payments.map(({ amount }) => amount));
  const allTips = sum(order.payments.map(({ tip }) => tip));
  const toService = most(ZERO, least(allTips, service));
  const asked = plus(total, service);
  const share =
    asked.n > 0n ? rounded(over(times(plus(paid, toService), service), asked), order.places) : ZERO;
  const left = minus(minus(asked, paid), toService);
  return {
    total,
    tax,
    service,
    servicePaid: most(ZERO, least(service, most(toService, share))),
    paid,
    tips: minus(allTips, toService),
    due: most(ZERO, left),
    isPaid: order.payments.length > 0 && (asked.n < 0n ? left.n >= 0n : left.n <= 0n),
  };
}

/** Everything there is, and who knows a customer by a reference. */
export interface ModelShop {
  readonly orders: ModelOrder[];
  readonly referenced: ReadonlySet<string>;
}

/** 400 for any update of a COMPLETE order, 409 for a deleted one. */
export function requireOpen(order: ModelOrder): void {
  if (order.deleted) throw new Refused(409, 'conflict');
  if (order.status === 'COMPLETE') throw new Refused(400, 'invalid_request');
}

/** The lines of a REJECTED order are settled. */
export function requireLines(order: ModelOrder): void {
  requireOpen(order);
  if (order.status === 'REJECTED') throw new Refused(409, 'conflict');
}

/** The status by PUT (reference: orders.4). */
export function go(order: ModelOrder, to: Status): void {
  if (order.status !== to && !WAYS[order.status].includes(to)) throw new Refused(409, 'conflict');
  order.status = to;
}

/** A line's course by PUT. */
export function goCourse(line: ModelLine, to: Course): void {
  if (COURSES.indexOf(to) < COURSES.indexOf(line.course)) throw new Refused(409, 'conflict');
  line.course = to;
}

/** A percentage and a fixed amount exclude each other. */
export function requireOneVariation({ variation, fixed }: Pick<ModelOrder, 'variation' | 'fixed'>): void {
  if (variation !== null && fixed !== null) throw new Refused(400, 'invalid_request');
}

/** A refund and those before it give back no more than was paid; each counts with the greater of goods and money. */
export function givenBack({ orders }: ModelShop, original: ModelOrder): Fraction {
  const refunds = orders.filter((order) => order.refundOf === original.id);
  return sum(
    refunds.map((refund) => {
      const { total, paid } = moneyOf(refund);
      return most(ZERO, most(negative(total), negative(paid)));
    }),
  );
}

/** A sale below zero, or a return above it. */
const isTurned = (base: Fraction, end: Fraction): boolean => (base.n < 0n ? end.n > 0n : end.n < 0n);

function amountOfLine({ quantity, price, variation, fixed }: ModelLine, places: number): Fraction {
  return rounded(plus(times(times(quantity, price), variation ?? ONE), fixed ?? ZERO), places);
}

/** A fixed variation turns no order around; no more is given back than came in, or than a return comes to. */
function requireBounds(before: ModelOrder | undefined, order: ModelOrder): void {
  const refused = new Refused(400, 'invalid_request');
  if (order.refundOf !== null) return;
  const total = (of: ModelOrder) => sum(amountsOf(of).map(inclusive));
  if (order.fixed !== null && isTurned(total({ ...order, fixed: null }), total(order))) throw refused;
  const added = order.payments.slice(before?.payments.length ?? 0);
  const { total: own, service, paid } = moneyOf(order);
  const lowest = least(ZERO, least(own, plus(own, service)));
  if (added.some(({ amount }) => amount.n < 0n) && isBelow(paid, lowest)) throw refused;
}

const isClosed = (order: ModelOrder): boolean =>
  order.deleted || order.status === 'REJECTED' || order.status === 'COMPLETE';

/** What the kitchen was told to make of an order (reference: events.43). */
function kitchenOf(order: ModelOrder | undefined): string {
  if (order === undefined || order.deleted || order.status === 'REJECTED') return '';
  const made = order.lines.filter((line) => line.printed && line.quantity.n > 0n);
  return made
    .map(({ key, product, quantity, notes }) => JSON.stringify([key, product.id, shown(quantity), notes]))
    .sort()
    .join();
}

/** What answers show of an order, as far as it can be changed; without its customer where a topic of its own tells. */
function shownParts({ customer, ...order }: ModelOrder, withoutCustomer: boolean): string {
  // What is not set shows as what it comes to.
  const unset = ({ variation, fixed }: Pick<ModelLine, 'variation' | 'fixed'>) => ({
    variation: variation ?? ONE,
    fixed: fixed ?? ZERO,
  });
  const parts = {
    ...order,
    ...unset(order),
    service: moneyOf({ customer, ...order }).service,
    lines: order.lines.map((line) => ({ ...line, ...unset(line) })),
    customer: withoutCustomer ? null : customer,
  };
  return JSON.stringify(parts, (name, value: unknown) => {
    if (name === 'printed' || name === 'key') return undefined;
    const isFraction = typeof value === 'object' && value !== null && 'n' in value && 'd' in value;
    return isFraction ? shown(value as Fraction) : value;
  });
}

/**
 * Settles a change that was made to an order: completion by payment and the kitchen's ticket. Answers the topics of
 * its events, in order; `before` is undefined for a new order.
 */
export function settle(shop: ModelShop, before: ModelOrder | undefined, order: ModelOrder): string[] {
  const topics: string[] = [];
  const printed = kitchenOf(before);
  const had = before?.customer ?? null;
  if (had !== order.customer && [had, order.customer].some((id) => id !== null && shop.referenced.has(id))) {
    topics.push('orders/customer');
  }
  const isLinkTold = topics.length > 0;
  if (!order.deleted) {
    const sold = order.lines.filter((line) => line.quantity.n > 0n);
    if (order.lines.some((line) => isTurned(line.quantity, amountOfLine(line, order.places)))) {
      throw new Refused(400, 'invalid_request');
    }
    if (WORKED_ON.includes(order.status) && sold.some((line) => !line.product.available)) {
      throw new Refused(400, 'out_of_stock');
    }
    requireBounds(before, order);
    if (order.status === 'PENDING' && order.completeWhenPaid && moneyOf(order).isPaid) {
      order.status = 'COMPLETE';
    }
    const isOver = order.status === 'COMPLETE';
    const isDue = ({ printed: was, course }: ModelLine) =>
      !was && (isOver || course === 'no status' || course === 'called');
    const due = sold.filter(isDue);
    if (WORKED_ON.includes(order.status) && due.length > 0) {
      for (const line of due) line.printed = true;
    }
  }
  if (kitchenOf(order) !== printed) topics.push('orders/kitchen_print');
  const isEnded = (order.status === 'COMPLETE' && before?.status !== 'COMPLETE') || order.deleted;
  if (before === undefined) topics.unshift('orders/created');
  else if (!isEnded && shownParts(before, isLinkTold) !== shownParts(order, isLinkTold)) {
    topics.unshift('orders/updated');
  }
  if (order.status === 'COMPLETE' && before?.status !== 'COMPLETE') topics.push('orders/completed');
  if (order.deleted && before?.deleted !== true) topics.push('orders/deleted');
  if (order.group !== null && isClosed(order) && (before === undefined || !isClosed(before))) {
    const others = shop.orders.filter((each) => each.id !== order.id);
    const members = [...others, order].filter((each) => each.group === order.group && !each.deleted);
    if (members.length > 0 && members.every(isClosed)) topics.push('orders/group_finalised');
  }
  return topics;
}

/** True when the order or a line of it was made cheaper. */
export function isDiscounted(order: ModelOrder): boolean {
  return [order, ...order.lines].some(
    ({ variation, fixed }) =>
      (variation !== null && isBelow(variation, ONE)) || (fixed !== null && fixed.n < 0n),
  );
}

/** A copy of an order to try a change on. */
export function copyOf(order: ModelOrder): ModelOrder {
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line })),
    payments: order.payments.map((payment) => ({ ...payment })),
  };
}
