// The amount left to pay, by the server's own rules, with the payments just taken here.

import { type Amount, type Order, parseJson } from '#clients/typescript/index.ts';
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, minorStep } from '#src/kernel/money.ts';
import { type RoundedPayment, roundingFor, roundingOf } from '#src/orders/rules/cash.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { type PaymentToSettle, settle } from '#src/orders/rules/payments.ts';
import type { Counting } from '#src/orders/types.ts';
import { decimalOf, inLine } from '../../shared/format.ts';
import type { Basket } from '../basket.ts';
import type { Tender } from '../body.ts';
import { lineDetails } from '../line-text.ts';
import type { Menu } from '../menu.ts';
import { quotedLines, quoteOf } from '../quote.ts';
import { localItem, type QueueState, serverIdOf } from '../writes.ts';

/** An item that can be paid for by itself when guests split by item. */
export interface Item {
  /** Its line's `line_id`; of an order that has none yet, its place among the lines (`localItem`). */
  readonly key: string;
  readonly label: string;
  readonly total: Decimal;
}

/** The subject of a payment: a basket or an order. */
export interface Payable {
  readonly total: Decimal;
  readonly service: Decimal;
  /** The part of the service that no tip has gone to: the next one goes there first (reference: money.13). */
  readonly untipped: Decimal;
  /** The amount left to pay; negative when money is to be given back. */
  readonly left: Decimal;
  /** The items not yet paid by item on this device. */
  readonly items: readonly Item[];
  /**
   * Paid amounts that this device cannot assign to items: a payment's record has its amount, not its items. It may
   * have been for some of `items`, at another register.
   */
  readonly unassigned: Decimal;
  /** The amount that rounding to coins added to the amount due. */
  readonly rounding: Decimal;
  /** How amounts in cash are rounded. */
  readonly counting: Counting | null;
  readonly locks: readonly string[];
  /** Nothing is left, and something was paid. */
  readonly paid: boolean;
}

/** Money that pays, with what rounding added. */
export interface Money {
  readonly amount: Decimal;
  readonly tip: Decimal;
  /** The amount that rounding to coins added; it follows from the method where it is not known. */
  readonly rounding?: Decimal;
  readonly method?: Id;
}

/** A sum with the service on it. */
interface Bill {
  readonly total: Decimal;
  readonly percent: Decimal | null;
  readonly service: Decimal | null;
}

function payable(
  bill: Bill,
  { site, methods }: Menu,
  payments: readonly Money[],
): Omit<Payable, 'items' | 'unassigned' | 'locks'> {
  const counting = site.counting ?? null;
  const settled = (all: readonly PaymentToSettle[]) =>
    settle({
      total: bill.total,
      minorUnits: site.minor_units,
      mode: counting?.rounding_mode ?? 'half_up',
      tipServicePercent: bill.percent,
      tipServiceAmount: bill.service,
      payments: all,
    });
  const known: (PaymentToSettle & RoundedPayment)[] = [];
  for (const { amount, tip, rounding, method } of payments) {
    const kind = methods.find((each) => each.id === method)?.kind ?? '';
    const { left } = settled([...known, { amount: 0n, tip, rounding: 0n }]);
    const own = rounding ?? roundingOf(amount, left, roundingFor({ counting }, kind), known);
    known.push({ amount, tip, rounding: own, kind });
  }
  const { tipServiceAmount: service, tipsToService, left, fullyPaid, cashRounding } = settled(known);
  return {
    ...{ total: bill.total, service, untipped: service - tipsToService },
    ...{ left, paid: fullyPaid, rounding: cashRounding, counting },
  };
}

/** The paid amount beyond the payments by item, with the tips that paid service. */
function unassigned(
  { service, untipped }: Pick<Payable, 'service' | 'untipped'>,
  payments: readonly Money[],
  paidFor: readonly Item[],
): Decimal {
  let rest = service - untipped;
  for (const { amount } of payments) rest += amount;
  for (const { total } of paidFor) rest -= total;
  return rest > 0n ? rest : 0n;
}

/** A basket with the money that was taken for it; undefined when it cannot be sold. */
export function payableBasket(basket: Basket, menu: Menu, tenders: readonly Tender[]): Payable | undefined {
  const quoted = quoteOf(basket, menu);
  if (!quoted.ok) return undefined;
  const { total } = quoted.quote.figures.priced;
  const taken = new Set(tenders.flatMap((tender) => tender.items ?? []));
  const all = quotedLines(basket, quoted.quote).map(({ line, total: sum, options }, place) => ({
    key: localItem(place),
    label: inLine([menu.products.get(line.product)?.name ?? '?', ...lineDetails(line, menu, () => '')], ', '),
    total: options.reduce((all, option) => all + option.total, sum),
  }));
  const money = payable({ total, percent: basket.service_percent, service: null }, menu, tenders);
  const items = all.filter(({ key }) => !taken.has(key));
  const paidFor = all.filter(({ key }) => taken.has(key));
  return { ...money, items, unassigned: unassigned(money, tenders, paidFor), locks: [] };
}

/**
 * An order of the service, with the payments for it that it does not know yet, and the items of it that money was
 * taken for.
 */
export function payableOrder(
  order: Order,
  menu: Menu,
  more: readonly Money[],
  taken: ReadonlySet<string>,
): Payable {
  const known = order.payments.map(({ amount, tip, rounding }) => ({
    amount: decimalOf(amount),
    tip: decimalOf(tip),
    rounding: decimalOf(rounding),
  }));
  const service = decimalOf(order.tip_service_amount);
  const money = payable({ total: decimalOf(order.total), percent: null, service }, menu, [...known, ...more]);
  const items: Item[] = [];
  for (const line of order.lines) {
    const total = decimalOf(line.line_total_ex_tax) + decimalOf(line.line_total_tax);
    const last = items.at(-1);
    if (line.part_of_option_set && last !== undefined)
      items[items.length - 1] = { ...last, total: last.total + total };
    else items.push({ key: line.line_id ?? String(line.number), label: lineName(line), total });
  }
  const isTaken = ({ key }: Item, place: number) => taken.has(key) || taken.has(localItem(place));
  const left = items.filter((item, place) => !isTaken(item, place));
  const rest = unassigned(money, [...known, ...more], items.filter(isTaken));
  return { ...money, items: left, unassigned: rest, locks: order.lock };
}

/**
 * The items of an order under the names that this device gave them before the service had it: what is chosen of them stays
 * chosen. `places`: of lines by their ids.
 */
export function underLocalNames(payable: Payable, places: ReadonlyMap<string, number>): Payable {
  const items = payable.items.map((item) => {
    const place = places.get(item.key);
    return place === undefined ? item : { ...item, key: localItem(place) };
  });
  return { ...payable, items };
}

/** The payments for an order of the service that wait to be sent; refused ones do not count until they are retried or discarded. */
export function waitingPayments(queue: QueueState, order: string): Money[] {
  return queue.entries.flatMap((write) => {
    if (serverIdOf(queue, write.subject) !== order || write.kind !== 'payment' || write.refusal !== null)
      return [];
    const {
      amount,
      tip,
      method_id: method,
    } = parseJson(write.body ?? '{}') as {
      amount?: Amount;
      tip?: Amount;
      method_id?: string;
    };
    const named = method === undefined ? {} : { method: BigInt(method) };
    return [{ amount: decimalOf(amount), tip: decimalOf(tip), ...named }];
  });
}

/** One of so many equal parts of the amount left, in whole minor units: the first has the remainder. */
export function equalPart(left: Decimal, parts: number, minorUnits: number): Decimal {
  if (parts <= 1) return left;
  const step = minorStep(minorUnits);
  const units = left / step;
  const count = BigInt(parts);
  const rest = units % count;
  return (units / count + (rest === 0n ? 0n : rest > 0n ? 1n : -1n)) * step;
}
