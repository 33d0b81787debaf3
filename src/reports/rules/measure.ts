// The amounts that one completed order adds to the reports. Everything comes from the order itself, which never
// changes again; the names of discounts that a refund takes back come from what it refunds.
import { type Decimal, divideRound, SCALE } from '../../kernel/money.ts';
import type { Micros } from '../../kernel/time.ts';
import { paidAt } from '../../orders/rules/dates.ts';
import { figuresOf } from '../../orders/rules/figures.ts';
import type { Entry, Line, Order } from '../types.ts';
import { type LocalHour, localHour } from './days.ts';
import { byDiscount, discountsOf, type Sold } from './discounts.ts';
import { givenBack } from './given-back.ts';
import { type Kind, noSums, type Sums, SumsBy } from './sums.ts';

/** The tax of lines that have none. */
export const UNTAXED = '';
/** Stands for an order's missing staff member, register, customer or order type. */
export const NONE = '';

/** The subject of a tax row: the tax, and its rate and name when it was charged. */
interface ChargedTax {
  readonly id: string;
  readonly rate: Decimal;
  readonly name: string;
}

/** The subject of a tax as it was charged: another rate or name is another subject. */
export function taxSubject({ id, rate, name }: ChargedTax): string {
  return `${id} ${rate} ${name}`;
}

/** The reverse of `taxSubject`. */
export function readTaxSubject(subject: string): ChargedTax {
  const [id = '', rate = '0'] = subject.split(' ', 2);
  return { id, rate: BigInt(rate), name: subject.slice(id.length + rate.length + 2) };
}

/** The cost and the sales price of a line, as far as its cost is known; a return takes both back. */
function costOf({ cost, quantity }: Line, totalEx: Decimal): Pick<Sums, 'cost' | 'costed'> {
  return cost === null
    ? { cost: 0n, costed: 0n }
    : { cost: divideRound(cost * quantity, SCALE), costed: totalEx };
}

/**
 * The amounts that a completed order adds to each kind of report, in the business day when it was placed by the
 * clocks of its site; payments in the day when they were made. Every kind but `tender`, `tax`, `discount` and `given_back` shares the
 * whole order out; `product` shares out its lines. `original` is the order that a refund gives back, `before` that and its
 * earlier refunds where what is given back depends on them.
 */
export function measure(
  order: Order,
  zone: string,
  original?: Order,
  before: readonly Order[] = [],
): Entry[] {
  const { priced, settlement } = figuresOf(order);
  const discounts = discountsOf(order, priced.lines);
  const { day, hour } = bookedHour(order, order.placed_at, zone);
  const refunds = order.original_order_id === null ? 0n : 1n;
  const whole: Sums = {
    ...noSums(),
    orders: 1n,
    refunds,
    lines: BigInt(order.lines.length),
    payments: BigInt(order.payments.length),
    total: priced.total,
    total_tax: priced.totalTax,
    paid: settlement.paid,
    tips: settlement.tips,
    tip_service_amount: settlement.tipServiceAmount,
    tip_service_paid: settlement.tipServicePaid,
    credit_card_surcharge: order.credit_card_surcharge,
    rounding: order.payments.reduce((sum, { rounding }) => sum + rounding, 0n),
  };
  const products = new SumsBy<string>();
  const taxes = new SumsBy<string>();
  for (const [at, line] of order.lines.entries()) {
    const price = priced.lines[at];
    if (price === undefined) continue;
    const { inc: discount = 0n, tax: discount_tax = 0n } = discounts[at]?.all ?? {};
    whole.items += line.quantity;
    whole.discount += discount;
    whole.discount_tax += discount_tax;
    const { cost, costed } = costOf(line, price.totalEx);
    whole.cost += cost;
    whole.costed += costed;
    products.add(String(line.product.id), {
      lines: 1n,
      items: line.quantity,
      total: price.totalInc,
      total_tax: price.totalTax,
      discount,
      discount_tax,
      cost,
      costed,
    });
    for (const { tax, taxable, amount, exact } of price.taxes) {
      const subject = taxSubject({ id: String(tax.id), rate: tax.rate, name: tax.name });
      taxes.add(subject, { lines: 1n, total: taxable + amount, total_tax: amount, exact });
    }
    if (price.taxes.length === 0) taxes.add(UNTAXED, { lines: 1n, total: price.totalInc });
  }
  const alone = givenBack(order, before);
  const entry = (kind: Kind, subject: string, sums: Sums, on = day): Entry => ({
    place: { kind, site: order.site_id, day: on, subject },
    sums,
  });
  const parts = (kind: Kind, by: SumsBy<string>): Entry[] =>
    Array.from(by.entries, ([subject, sums]) => entry(kind, subject, { ...sums, orders: 1n, refunds }));
  return [
    entry('day', NONE, whole),
    entry('hour', String(hour), whole),
    entry('staff', idOrNone(order.staff_member_id), whole),
    entry('register', idOrNone(order.register_id), whole),
    entry('order_type', order.order_type ?? NONE, whole),
    entry('source', String(order.addon_id), whole),
    entry('customer', idOrNone(order.customer_id), whole),
    ...parts('product', products),
    ...parts('tax', taxes),
    ...parts('discount', byDiscount(order, discounts, original && soldAs(original))),
    ...(alone === 0n ? [] : [entry('given_back', NONE, { ...noSums(), orders: 1n, refunds, total: alone })]),
    ...tendersByDay(order, zone).flatMap(({ on, tenders, first }) =>
      Array.from(tenders.entries, ([subject, sums]) =>
        entry('tender', subject, first.has(subject) ? { ...sums, orders: 1n, refunds } : sums, on),
      ),
    ),
  ];
}

/** An order that was sold, as a refund takes its discounts back. */
function soldAs(order: Order): Sold {
  return { order, discounts: discountsOf(order, figuresOf(order).priced.lines) };
}

/** The day and hour in whose books a time of an order counts: those of `booked_at` for one of an earlier day. */
function bookedHour({ booked_at: booked }: Order, at: Micros, zone: string): LocalHour {
  const own = localHour(at, zone);
  if (booked === null) return own;
  const later = localHour(booked, zone);
  return own.day < later.day ? later : own;
}

/** The payments of one day, by method. */
interface DayOfTenders {
  readonly on: bigint;
  readonly tenders: SumsBy<string>;
  /** The methods by which nothing was paid on an earlier day: there the order counts. */
  readonly first: Set<string>;
}

/** The payments of an order by the days on which they were made, rising (reference: reports.2). */
function tendersByDay(order: Order, zone: string): DayOfTenders[] {
  const days = new Map<bigint, DayOfTenders>();
  const known = new Set<string>();
  for (const payment of order.payments.toSorted((a, b) => (paidAt(a) < paidAt(b) ? -1 : 1))) {
    const { day: on } = bookedHour(order, paidAt(payment), zone);
    const { tenders, first } = days.get(on) ?? { tenders: new SumsBy<string>(), first: new Set() };
    days.set(on, { on, tenders, first });
    const { amount, tip, credit_card_surcharge, rounding } = payment;
    const method = String(payment.method.id);
    tenders.add(method, { payments: 1n, paid: amount, tips: tip, credit_card_surcharge, rounding });
    if (!known.has(method)) first.add(method);
    known.add(method);
  }
  return [...days.values()];
}

function idOrNone(id: bigint | null): string {
  return id === null ? NONE : String(id);
}
