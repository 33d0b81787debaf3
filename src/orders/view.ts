import { hash } from 'node:crypto';
import type { Id } from '../kernel/id.ts';
import { jsonDecimal, jsonInteger } from '../kernel/json.ts';
import { ONE } from '../kernel/money.ts';
import { formatTime } from '../kernel/time.ts';
import { ids, optionalId } from '../kernel/view.ts';
import { numberedSets } from './rules/choices.ts';
import type { Figures } from './rules/figures.ts';
import type { PricedLine } from './rules/pricing.ts';
import type { Choice, ChosenSet, Line, Order, PassThru, Payment } from './types.ts';

/** An order as JSON, in the parts it is stored in: lists show `head` alone or with what they are asked for. */
export interface Rendered {
  readonly head: string;
  readonly lines: string;
  readonly options: string;
  readonly payments: string;
}

/** The parts a list can add to its orders (reference: orders.41). */
export const ORDER_PARTS = ['lines', 'options', 'payments', 'customer'] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

/** Stands, as every number below it, for the id of what is priced but not saved (reference: orders.13). */
export const NO_ID: Id = 0n;

const known = (id: Id): Id | null => (id <= NO_ID ? null : id);
const newIds = (id: Id) => (id <= NO_ID ? { id: null, id_str: null } : ids(id));

function lineView(line: Line, priced: PricedLine) {
  const { product } = line;
  return {
    number: line.number,
    line_id: optionalId(known(line.line_id)),
    product_id: jsonInteger(product.id),
    product: {
      ...ids(product.id),
      name: product.name,
      ...(product.sku === null ? {} : { sku: product.sku }),
    },
    quantity: jsonDecimal(line.quantity),
    notes: line.notes,
    unit_price: jsonDecimal(priced.unitEx),
    unit_price_inc_tax: jsonDecimal(priced.unitInc),
    unit_tax: jsonDecimal(priced.unitTax),
    price_variation: jsonDecimal(line.price_variation ?? ONE),
    price_fixed_variation: jsonDecimal(line.price_fixed_variation ?? 0n),
    line_total_ex_tax: jsonDecimal(priced.totalEx),
    line_total_tax: jsonDecimal(priced.totalTax),
    taxes: taxList(line),
    modifiers: line.modifiers.map(({ product: { id }, without }) => jsonInteger(without ? -id : id)),
    part_of_option_set: line.part_of !== null,
    course_ordinal: line.course_ordinal,
    course_status: line.course_status,
  };
}

function taxList(line: Line) {
  return line.taxes.map((tax) => ({ ...ids(tax.id), name: tax.name, rate: jsonDecimal(tax.rate) }));
}

/** A line with its price, by its line_id. */
type PricedLines = ReadonlyMap<Id, { readonly line: Line; readonly priced: PricedLine }>;

function lineOf(lines: PricedLines, id: Id) {
  const found = lines.get(id);
  if (found === undefined) throw new Error('An option set names a line that is not there.');
  return found;
}

function choiceView(choice: Choice, lines: PricedLines, numbers: SetNumbers) {
  const { line, priced } = lineOf(lines, choice.line_id);
  return {
    product_id: jsonInteger(line.product.id),
    product_id_str: line.product.id.toString(),
    name: line.product.name,
    line_number: line.number,
    instructions: line.instructions,
    unit_price: jsonDecimal(priced.unitEx),
    unit_price_inc_tax: jsonDecimal(priced.unitInc),
    unit_tax: jsonDecimal(priced.unitTax),
    taxes: taxList(line),
    option_sets: choice.option_sets.map((set): unknown => setView(set, lines, numbers)),
  };
}

type SetNumbers = ReadonlyMap<ChosenSet, number>;

/** An option set in its original form (reference: orders.22). */
function setView(set: ChosenSet, lines: PricedLines, numbers: SetNumbers) {
  return {
    number: numbers.get(set) ?? 0,
    option_set_id: jsonInteger(set.option_set_id),
    option_set_id_str: set.option_set_id.toString(),
    name: set.name,
    line_number: lineOf(lines, set.line_id).line.number,
    options: set.options.map((choice) => choiceView(choice, lines, numbers)),
  };
}

/** Every option set of an order by its number, nested ones too; those of the order's lines come first. */
export function setViews(order: Order, { priced }: Figures) {
  if (order.options.length === 0) return [];
  const lines: PricedLines = new Map(
    order.lines.map((line, at) => [line.line_id, { line, priced: priced.lines[at] ?? NO_PRICE }]),
  );
  const numbered = numberedSets(order.options);
  const numbers = new Map(numbered.map(({ set, number }) => [set, number]));
  return numbered.map(({ set }) => setView(set, lines, numbers));
}

function paymentView(payment: Payment) {
  return {
    ...newIds(payment.id),
    number: payment.number,
    method: { ...ids(payment.method.id), name: payment.method.name },
    amount: jsonDecimal(payment.amount),
    tip: jsonDecimal(payment.tip),
    ref: payment.ref,
    created_at: formatTime(payment.created_at),
  };
}

function passThruView({ register_id: id, due_at: due, printed_at: printed }: PassThru) {
  return {
    ...ids(id),
    due_at: formatTime(due),
    printed_at: printed === null ? null : formatTime(printed),
  };
}

/** What every list shows of an order, and what the whole order begins with (reference: orders.1). */
function headView(order: Order, { priced, settlement }: Figures) {
  return {
    ...newIds(order.id),
    company_id: jsonInteger(order.company_id),
    site_id: jsonInteger(order.site_id),
    register_id: optionalId(order.register_id),
    staff_member_id: optionalId(order.staff_member_id),
    customer_id: optionalId(order.customer_id),
    saleid: order.id === NO_ID ? null : order.saleid,
    sale_number: order.sale_number,
    status: order.status,
    ...(order.order_type === null ? {} : { order_type: order.order_type }),
    deleted: order.deleted,
    is_refund: order.original_order_id !== null,
    refunded_order_id: optionalId(order.original_order_id),
    original_order_id_str: order.original_order_id === null ? null : order.original_order_id.toString(),
    notes: order.notes,
    guests: order.guests,
    group_id: order.group_id,
    total: jsonDecimal(priced.total),
    total_tax: jsonDecimal(priced.totalTax),
    paid: jsonDecimal(settlement.paid),
    due: jsonDecimal(settlement.due),
    tips: jsonDecimal(settlement.tips),
    tip_service_percent: order.tip_service_percent === null ? null : jsonDecimal(order.tip_service_percent),
    tip_service_amount: jsonDecimal(settlement.tipServiceAmount),
    tip_service_paid: jsonDecimal(settlement.tipServicePaid),
    credit_card_surcharge: jsonDecimal(order.credit_card_surcharge),
    price_variation: jsonDecimal(order.price_variation ?? ONE),
    price_fixed_variation: jsonDecimal(order.price_fixed_variation ?? 0n),
    price_limit: order.price_limit === null ? null : jsonDecimal(order.price_limit),
    complete_when_paid: order.complete_when_paid,
    enable_alert_sound: order.enable_alert_sound,
    ignore_availability: order.ignore_availability,
    prompt_for_reject_reason: order.prompt_for_reject_reason,
    reject_reason: order.reject_reason,
    lock: order.lock,
    pass_thru_printing: order.pass_thru !== null,
    pass_thru_printing_register: order.pass_thru === null ? null : passThruView(order.pass_thru),
    callback_uri: order.callback_uri,
    fulfil_at: formatTime(order.fulfil_at),
    placed_at: formatTime(order.placed_at),
    created_at: formatTime(order.created_at),
    updated_at: formatTime(order.updated_at),
  };
}

const NO_PRICE: PricedLine = {
  unitEx: 0n,
  unitInc: 0n,
  unitTax: 0n,
  totalEx: 0n,
  totalTax: 0n,
  totalInc: 0n,
  taxAmounts: [],
};

/** The order's line views; also what the line endpoints answer. */
export function lineViews(order: Order, { priced }: Figures) {
  return order.lines.map((line, at) => lineView(line, priced.lines[at] ?? NO_PRICE));
}

/** The order's history, numbered from its beginning. `addons` has the names of those that acted. */
export function historyViews(order: Order, addons: ReadonlyMap<Id, string>) {
  return order.history.map(({ at, by, changed, status, total, paid }, place) => ({
    number: place + 1,
    at: formatTime(at),
    by: {
      addon_id: jsonInteger(by.addon_id),
      addon_name: addons.get(by.addon_id) ?? null,
      staff_member_id: optionalId(by.staff_member_id),
      register_id: optionalId(by.register_id),
    },
    changed,
    status,
    total: jsonDecimal(total),
    paid: jsonDecimal(paid),
  }));
}

/** The order's payment views. */
export function paymentViews(order: Order) {
  return order.payments.map(paymentView);
}

/** Renders an order once, when it is saved: GET then answers stored bytes. */
export function render(order: Order, figures: Figures): Rendered {
  return {
    head: JSON.stringify(headView(order, figures)),
    lines: JSON.stringify(lineViews(order, figures)),
    options: JSON.stringify(setViews(order, figures).slice(0, order.options.length)),
    payments: JSON.stringify(paymentViews(order)),
  };
}

/** The order with the given parts; `customer` is the linked customer as the reader may see it. */
export function compose(parts: Rendered, wanted: ReadonlySet<OrderPart>, customer: string): string {
  let body = parts.head.slice(0, -1);
  if (wanted.has('lines')) body += `,"lines":${parts.lines}`;
  if (wanted.has('options')) body += `,"options":${parts.options}`;
  if (wanted.has('payments')) body += `,"payments":${parts.payments}`;
  if (wanted.has('customer')) body += `,"customer":${customer}`;
  return `${body}}`;
}

const ALL_PARTS: ReadonlySet<OrderPart> = new Set(ORDER_PARTS);

/** The whole order as GET shows it. */
export function composeWhole(parts: Rendered, customer: string): string {
  return compose(parts, ALL_PARTS, customer);
}

/** The tag stored with the order. */
export function contentTag(parts: Rendered): string {
  return hash('sha1', composeWhole(parts, 'null'), 'base64url');
}

/** The entity tag of a whole order: its own content and the customer shown in it. */
export function orderEtag(tag: string, customer: string): string {
  return customer === 'null' ? `"${tag}"` : `"${tag}.${hash('sha1', customer, 'base64url').slice(0, 12)}"`;
}
