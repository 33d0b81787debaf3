import assert from 'node:assert/strict';
import {
  amountsOf,
  fraction,
  goCourse,
  type ModelLine,
  type ModelOrder,
  moneyOf,
  Refused,
  requireOneVariation,
  type Status,
  shown,
} from './order-model.ts';
import type { ChangeStep, LineStep } from './order-steps.ts';
import type { Json } from './service.ts';

// The steps of an order's life, each as it is sent and as the model makes it, and an order as both show it.

/** A site in a currency of so many decimals. */
export interface Site {
  readonly id: string;
  readonly places: number;
}

/** A new order with nothing in it. */
export function blank({ id: site, places }: Site, status: Status, group: string | null): ModelOrder {
  return {
    id: '',
    site,
    places,
    group,
    status,
    deleted: false,
    completeWhenPaid: true,
    variation: null,
    fixed: null,
    percent: null,
    service: null,
    notes: null,
    customer: null,
    lines: [],
    payments: [],
    refundOf: null,
    back: null,
  };
}

/** What `work` gives, or how it is refused. */
export function attempt<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** A line's own price, as it is sent. */
export function priceBody([name, text]: NonNullable<LineStep['price']>): Record<string, unknown> {
  return { [name]: Number(text) };
}

/** The same in the model. */
export function setPrice(line: ModelLine, [name, text]: NonNullable<LineStep['price']>): void {
  line.price = fraction(text);
  line.form = name === 'unit_price' ? 'ex' : 'inc';
}

type VariationStep = NonNullable<LineStep['variation']>;

/** A discount or surcharge, as it is sent. */
export function variationBody([name, text]: VariationStep): Record<string, unknown> {
  return { [name]: text === null ? null : Number(text) };
}

/** The same in the model: one that changes nothing is none. */
export function setVariation(on: Pick<ModelOrder, 'variation' | 'fixed'>, [name, text]: VariationStep): void {
  if (name === 'price_variation') on.variation = text === null || text === '1' ? null : fraction(text);
  else on.fixed = text === null || text === '0' ? null : fraction(text);
  requireOneVariation(on);
}

/** A change of a line, as it is sent. */
export function changeBody(change: ChangeStep): Record<string, unknown> {
  if ('quantity' in change) return { quantity: Number(change.quantity) };
  if ('price' in change) return change.price === null ? { unit_price: null } : priceBody(change.price);
  if ('variation' in change) return variationBody(change.variation);
  if ('course' in change) return { course_status: change.course };
  if ('to' in change) return { number: change.to };
  return { notes: change.notes };
}

/** The same in the model. */
export function changeLine(order: ModelOrder, number: number, change: ChangeStep): void {
  const line = order.lines[number - 1];
  if (line === undefined) throw new Refused(404, 'not_found');
  if ('quantity' in change) line.quantity = fraction(change.quantity);
  else if ('price' in change) {
    if (change.price === null) Object.assign(line, { price: line.product.price, form: line.product.form });
    else setPrice(line, change.price);
  } else if ('variation' in change) setVariation(line, change.variation);
  else if ('course' in change) goCourse(line, change.course);
  else if ('to' in change) {
    if (change.to > order.lines.length) throw new Refused(400, 'invalid_request');
    order.lines.splice(change.to - 1, 0, ...order.lines.splice(number - 1, 1));
  } else line.notes = change.notes;
}

/** What of an order the model has an opinion on, as it is shown. */
export function seen(json: Json, { back }: ModelOrder): unknown {
  const { status, deleted, notes, customer_id, refunded_order_id, complete_when_paid, group_id } = json;
  const { total, total_tax, paid, due, tips, tip_service_amount, tip_service_paid } = json;
  return {
    ...{ status, deleted, notes, complete_when_paid, group_id },
    ...{ total, total_tax, paid, due, tips, tip_service_amount, tip_service_paid },
    customer_id: customer_id === null ? null : String(customer_id),
    refunded_order_id: refunded_order_id === null ? null : String(refunded_order_id),
    lines: (back === null ? json.lines : []).map((line: Json, at: number) => {
      assert.equal(line.number, at + 1);
      const { quantity, notes: said, course_status, line_total_ex_tax, line_total_tax } = line;
      return [line.product.id_str, quantity, said, course_status, line_total_ex_tax, line_total_tax];
    }),
    payments: json.payments.map((payment: Json, at: number) => {
      assert.equal(payment.number, at + 1);
      return [payment.amount, payment.tip, payment.ref];
    }),
  };
}

/** The same from the model. */
export function expected(order: ModelOrder): unknown {
  const money = moneyOf(order);
  const amounts = amountsOf(order);
  return {
    status: order.status,
    deleted: order.deleted,
    notes: order.notes,
    complete_when_paid: order.completeWhenPaid,
    group_id: order.group,
    total: shown(money.total),
    total_tax: shown(money.tax),
    paid: shown(money.paid),
    due: shown(money.due),
    tips: shown(money.tips),
    tip_service_amount: shown(money.service),
    tip_service_paid: shown(money.servicePaid),
    customer_id: order.customer,
    refunded_order_id: order.refundOf,
    lines: order.lines.map(({ product, quantity, notes, course }, at) => {
      const { ex, tax } = amounts[at] ?? { ex: fraction('0'), tax: fraction('0') };
      return [product.id, shown(quantity), notes, course, shown(ex), shown(tax)];
    }),
    payments: order.payments.map(({ amount, tip, ref }) => [shown(amount), shown(tip), ref]),
  };
}
