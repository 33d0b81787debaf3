// An imported sale as an order: COMPLETE, at its own times, with the amounts of the file (reference: imports.8, imports.9).
import type { Id } from '../kernel/id.ts';
import { saleId } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { NewRow } from '../orders/row/store.ts';
import { render } from '../orders/row/view.ts';
import { blankOrder } from '../orders/rules/blank.ts';
import { figuresOf } from '../orders/rules/figures.ts';
import { record } from '../orders/rules/history.ts';
import type { Line, Order, Payment } from '../orders/types.ts';
import type { PastLine, PastPayment, PastSale } from './rules/past-facts.ts';

/** The fields of an imported order that its file does not have. */
interface PastIds {
  readonly company: Id;
  readonly addon: Id;
  readonly id: Id;
  readonly nextPart: () => Id;
  readonly original: Id | null;
  /** Now, where a cash-up has closed the day it is of. */
  readonly bookedAt: Micros | null;
  readonly now: Micros;
}

function lineOf(line: PastLine, at: number, nextPart: () => Id): Line {
  const { product, description, quantity, unit, discount, totalInc, taxes } = line;
  return {
    number: at + 1,
    line_id: nextPart(),
    product: { id: product.id, name: product.name, sku: product.sku },
    description,
    quantity,
    notes: null,
    metadata: {},
    price_variation: null,
    price_fixed_variation: discount === null ? null : -discount,
    taxes: taxes.map(({ tax: { id, name, rate } }) => ({ id, name, rate, terms: null })),
    modifiers: [],
    course_ordinal: null,
    course_status: 'no status',
    seat: null,
    ...{ discount_id: null, discount_name: null, discount_reason: null },
    unit,
    cost: null,
    sent_to_kitchen: true,
    part_of: null,
    instructions: null,
    returned: null,
    divided_from: null,
    settled: {
      total_inc: totalInc,
      share: 0n,
      tax_ids: taxes.map(({ tax }) => tax.id),
      taxes: taxes.map(({ amount }) => amount),
      exact: taxes.map(({ amount }) => amount),
    },
  };
}

function paymentOf(payment: PastPayment, at: number, nextPart: () => Id): Payment {
  const { method, amount, tip, rounding, paidAt } = payment;
  return {
    id: nextPart(),
    number: at + 1,
    method: { id: method.id, name: method.name, kind: method.kind },
    amount,
    tip,
    rounding,
    credit_card_surcharge: 0n,
    ref: null,
    card: null,
    paid_at: paidAt,
    created_at: paidAt,
  };
}

/** How many ids the parts of a sale take. */
export function partsOf({ lines, payments }: PastSale): number {
  return lines.length + payments.length;
}

/** The order of a sale, ready to be saved. */
export function pastOrder(sale: PastSale, ids: PastIds): NewRow {
  const { company, addon, id, nextPart, original, bookedAt, now } = ids;
  const { site, placedAt } = sale;
  const blank = blankOrder({
    company_id: company,
    id,
    saleid: saleId(id),
    site_id: site.id,
    register_id: sale.register,
    staff_member_id: sale.staff,
    addon_id: addon,
    minor_units: site.minorUnits,
    counting: null,
    status: 'COMPLETE',
    fulfil_at: placedAt,
    original_order_id: original,
    placed_at: placedAt,
    now: placedAt,
  });
  const order: Order = {
    ...blank,
    sale_number: sale.number,
    order_type: sale.orderType,
    notes: sale.notes,
    customer_id: sale.customer,
    booked_at: bookedAt,
    lines: sale.lines.map((line, at) => lineOf(line, at, nextPart)),
    payments: sale.payments.map((payment, at) => paymentOf(payment, at, nextPart)),
  };
  const figures = figuresOf(order);
  const by = { addon_id: addon, staff_member_id: null, register_id: null };
  const recorded = record(undefined, order, figures, by, now);
  return { order: recorded.order, figures, rendered: render(recorded.order, figures) };
}
