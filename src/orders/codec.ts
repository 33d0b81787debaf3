import type { Id } from '../kernel/id.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { CourseStatus, OrderStatus } from './rules/status.ts';
import type {
  Actor,
  ChosenSet,
  Held,
  HistoryEntry,
  Instruction,
  Line,
  LineModifier,
  LineProductRef,
  Lock,
  Order,
  OrderType,
  PassThru,
  Payment,
  RejectReason,
} from './types.ts';

// The state an order is stored as. Whole numbers beyond a double's are text; every field is named here and
// below, so that one that is added does not compile until it is stored.

type Text<T> = T extends bigint ? string : T;
type Stored<T> = { [K in keyof T]: null extends T[K] ? Text<NonNullable<T[K]>> | null : Text<T[K]> };

interface StoredProduct {
  readonly id: string;
  readonly name: string;
  readonly sku: string | null;
}
interface StoredPrice {
  readonly amount: string;
  readonly form: 'ex' | 'inc';
}

interface StoredModifier {
  readonly product: StoredProduct;
  readonly price: StoredPrice;
  readonly without: boolean;
}

interface StoredLine extends Omit<Stored<Line>, 'product' | 'unit' | 'taxes' | 'modifiers' | 'returned'> {
  readonly product: StoredProduct;
  readonly unit: StoredPrice;
  readonly modifiers: readonly StoredModifier[] | null;
  readonly returned: { line_id: string; total_inc: string; taxes: readonly string[] } | null;
  readonly taxes: readonly { id: string; name: string; rate: string }[];
}

interface StoredPayment extends Omit<Stored<Payment>, 'method'> {
  readonly method: { id: string; name: string; kind: string };
}

interface StoredEntry extends Omit<Stored<HistoryEntry>, 'by'> {
  readonly by: Stored<Actor>;
}

interface StoredSet extends Omit<Stored<ChosenSet>, 'options'> {
  readonly options: readonly { line_id: string; option_sets: readonly StoredSet[] }[];
}

interface StoredOrder
  extends Omit<Stored<Order>, 'lines' | 'options' | 'payments' | 'held' | 'history' | 'pass_thru'> {
  readonly pass_thru: Stored<PassThru> | null;
  readonly lines: readonly StoredLine[];
  readonly options: readonly StoredSet[] | null;
  readonly held: readonly Stored<Held>[] | null;
  readonly history: readonly StoredEntry[] | null;
  readonly payments: readonly StoredPayment[];
}

// What most orders have is not written down: it is put back when the state is read.
const USUAL_ORDER: Partial<StoredOrder> = {
  register_id: null,
  staff_member_id: null,
  customer_id: null,
  order_type: null,
  callback_uri: null,
  complete_when_paid: true,
  enable_alert_sound: true,
  prompt_for_reject_reason: false,
  reject_reason: null,
  ignore_availability: false,
  price_limit: null,
  price_variation: null,
  price_fixed_variation: null,
  group_id: null,
  tip_service_percent: null,
  tip_service_amount: null,
  credit_card_surcharge: '0',
  original_order_id: null,
  notes: null,
  sale_number: null,
  guests: null,
  pass_thru: null,
  deleted: false,
  options: null,
  held: null,
  history: null,
};
const USUAL_LINE: Partial<StoredLine> = {
  notes: null,
  price_variation: null,
  price_fixed_variation: null,
  course_ordinal: null,
  course_status: 'no status',
  modifiers: null,
  part_of: null,
  instructions: null,
  returned: null,
};
const USUAL_PAYMENT: Partial<StoredPayment> = { tip: '0', credit_card_surcharge: '0', ref: null };

/** The record with what is usual left out: JSON has no undefined. */
function unusual<T extends object>(record: T, usual: Partial<T>): T {
  const written: Record<keyof T, unknown> = record;
  for (const key in usual) if (written[key] === usual[key]) written[key] = undefined;
  return record;
}

const text = (value: bigint): string => value.toString();
const optionalText = (value: bigint | null): string | null => (value === null ? null : value.toString());
const whole = (value: string): bigint => BigInt(value);
const optionalWhole = (value: string | null): bigint | null => (value === null ? null : BigInt(value));

/** An empty list is written as null, which is usual. */
function listOrNull<T, U>(list: readonly T[], encode: (item: T) => U): readonly U[] | null {
  return list.length === 0 ? null : list.map(encode);
}

function encodeProduct({ id, name, sku }: LineProductRef): StoredProduct {
  return { id: text(id), name, sku };
}

function decodeProduct({ id, name, sku }: StoredProduct): LineProductRef {
  return { id: whole(id), name, sku };
}

const encodePrice = ({ amount, form }: EnteredPrice): StoredPrice => ({ amount: text(amount), form });
const decodePrice = ({ amount, form }: StoredPrice): EnteredPrice => ({ amount: whole(amount), form });

function encodeModifier({ product, price, without }: LineModifier): StoredModifier {
  return { product: encodeProduct(product), price: encodePrice(price), without };
}

function decodeModifier({ product, price, without }: StoredModifier): LineModifier {
  return { product: decodeProduct(product), price: decodePrice(price), without };
}

function encodeSet(set: ChosenSet): StoredSet {
  return {
    option_set_id: text(set.option_set_id),
    name: set.name,
    line_id: text(set.line_id),
    options: set.options.map((choice) => ({
      line_id: text(choice.line_id),
      option_sets: choice.option_sets.map(encodeSet),
    })),
  };
}

function decodeSet(set: StoredSet): ChosenSet {
  return {
    option_set_id: whole(set.option_set_id),
    name: set.name,
    line_id: whole(set.line_id),
    options: set.options.map((choice) => ({
      line_id: whole(choice.line_id),
      option_sets: choice.option_sets.map(decodeSet),
    })),
  };
}

function encodeEntry({ at, by, changed, status, total, paid }: HistoryEntry): StoredEntry {
  return {
    at: text(at),
    by: {
      addon_id: text(by.addon_id),
      staff_member_id: optionalText(by.staff_member_id),
      register_id: optionalText(by.register_id),
    },
    changed,
    status,
    total: text(total),
    paid: text(paid),
  };
}

function decodeEntry({ at, by, changed, status, total, paid }: StoredEntry): HistoryEntry {
  return {
    at: whole(at),
    by: {
      addon_id: whole(by.addon_id),
      staff_member_id: optionalWhole(by.staff_member_id),
      register_id: optionalWhole(by.register_id),
    },
    changed,
    status,
    total: whole(total),
    paid: whole(paid),
  };
}

function encodeLine(line: Line): StoredLine {
  const stored: StoredLine = {
    number: line.number,
    line_id: text(line.line_id),
    product: encodeProduct(line.product),
    quantity: text(line.quantity),
    notes: line.notes,
    unit: encodePrice(line.unit),
    price_variation: optionalText(line.price_variation),
    price_fixed_variation: optionalText(line.price_fixed_variation),
    taxes: line.taxes.map((tax) => ({ id: text(tax.id), name: tax.name, rate: text(tax.rate) })),
    course_ordinal: line.course_ordinal,
    course_status: line.course_status,
    sent_to_kitchen: line.sent_to_kitchen,
    modifiers: listOrNull(line.modifiers, encodeModifier),
    part_of: optionalText(line.part_of),
    instructions: line.instructions,
    returned: line.returned && {
      line_id: text(line.returned.line_id),
      total_inc: text(line.returned.total_inc),
      taxes: line.returned.taxes.map(text),
    },
  };
  return unusual(stored, USUAL_LINE);
}

function decodeLine(written: StoredLine): Line {
  const line = { ...USUAL_LINE, ...written };
  return {
    number: line.number,
    line_id: whole(line.line_id),
    product: decodeProduct(line.product),
    quantity: whole(line.quantity),
    notes: line.notes,
    unit: decodePrice(line.unit),
    price_variation: optionalWhole(line.price_variation),
    price_fixed_variation: optionalWhole(line.price_fixed_variation),
    taxes: line.taxes.map((tax) => ({ id: whole(tax.id), name: tax.name, rate: whole(tax.rate) })),
    course_ordinal: line.course_ordinal,
    course_status: line.course_status as CourseStatus,
    sent_to_kitchen: line.sent_to_kitchen,
    modifiers: (line.modifiers ?? []).map(decodeModifier),
    part_of: optionalWhole(line.part_of),
    instructions: line.instructions as Instruction | null,
    returned: line.returned && {
      line_id: whole(line.returned.line_id),
      total_inc: whole(line.returned.total_inc),
      taxes: line.returned.taxes.map(whole),
    },
  };
}

function encodePayment(payment: Payment): StoredPayment {
  const stored: StoredPayment = {
    id: text(payment.id),
    number: payment.number,
    method: { id: text(payment.method.id), name: payment.method.name, kind: payment.method.kind },
    amount: text(payment.amount),
    tip: text(payment.tip),
    credit_card_surcharge: text(payment.credit_card_surcharge),
    ref: payment.ref,
    created_at: text(payment.created_at),
  };
  return unusual(stored, USUAL_PAYMENT);
}

function decodePayment(written: StoredPayment): Payment {
  const payment = { ...USUAL_PAYMENT, ...written };
  return {
    id: whole(payment.id),
    number: payment.number,
    method: { id: whole(payment.method.id), name: payment.method.name, kind: payment.method.kind },
    amount: whole(payment.amount),
    tip: whole(payment.tip),
    credit_card_surcharge: whole(payment.credit_card_surcharge),
    ref: payment.ref,
    created_at: whole(payment.created_at),
  };
}

/** The order as text for its row. */
export function encodeState(order: Order): string {
  const stored: StoredOrder = {
    company_id: text(order.company_id),
    id: text(order.id),
    saleid: order.saleid,
    site_id: text(order.site_id),
    register_id: optionalText(order.register_id),
    staff_member_id: optionalText(order.staff_member_id),
    customer_id: optionalText(order.customer_id),
    addon_id: text(order.addon_id),
    minor_units: order.minor_units,
    status: order.status,
    order_type: order.order_type,
    callback_uri: order.callback_uri,
    lock: order.lock,
    complete_when_paid: order.complete_when_paid,
    enable_alert_sound: order.enable_alert_sound,
    fulfil_at: text(order.fulfil_at),
    prompt_for_reject_reason: order.prompt_for_reject_reason,
    reject_reason: order.reject_reason,
    ignore_availability: order.ignore_availability,
    price_limit: optionalText(order.price_limit),
    price_variation: optionalText(order.price_variation),
    price_fixed_variation: optionalText(order.price_fixed_variation),
    group_id: order.group_id,
    tip_service_percent: optionalText(order.tip_service_percent),
    tip_service_amount: optionalText(order.tip_service_amount),
    credit_card_surcharge: text(order.credit_card_surcharge),
    original_order_id: optionalText(order.original_order_id),
    notes: order.notes,
    sale_number: order.sale_number,
    guests: order.guests,
    pass_thru: order.pass_thru && {
      register_id: text(order.pass_thru.register_id),
      due_at: text(order.pass_thru.due_at),
      printed_at: optionalText(order.pass_thru.printed_at),
    },
    deleted: order.deleted,
    placed_at: text(order.placed_at),
    created_at: text(order.created_at),
    updated_at: text(order.updated_at),
    lines: order.lines.map(encodeLine),
    options: listOrNull(order.options, encodeSet),
    payments: order.payments.map(encodePayment),
    held: listOrNull(order.held, (each) => ({
      product_id: text(each.product_id),
      quantity: text(each.quantity),
    })),
    history: listOrNull(order.history, encodeEntry),
  };
  return JSON.stringify(unusual(stored, USUAL_ORDER));
}

/** The order back from its row. */
export function decodeState(state: string): Order {
  const stored = { ...USUAL_ORDER, ...(JSON.parse(state) as StoredOrder) };
  const id: Id = whole(stored.id);
  return {
    company_id: whole(stored.company_id),
    id,
    saleid: stored.saleid,
    site_id: whole(stored.site_id),
    register_id: optionalWhole(stored.register_id),
    staff_member_id: optionalWhole(stored.staff_member_id),
    customer_id: optionalWhole(stored.customer_id),
    addon_id: whole(stored.addon_id),
    minor_units: stored.minor_units,
    status: stored.status as OrderStatus,
    order_type: stored.order_type as OrderType | null,
    callback_uri: stored.callback_uri,
    lock: stored.lock as readonly Lock[],
    complete_when_paid: stored.complete_when_paid,
    enable_alert_sound: stored.enable_alert_sound,
    fulfil_at: whole(stored.fulfil_at),
    prompt_for_reject_reason: stored.prompt_for_reject_reason,
    reject_reason: stored.reject_reason as RejectReason | null,
    ignore_availability: stored.ignore_availability,
    price_limit: optionalWhole(stored.price_limit),
    price_variation: optionalWhole(stored.price_variation),
    price_fixed_variation: optionalWhole(stored.price_fixed_variation),
    group_id: stored.group_id,
    tip_service_percent: optionalWhole(stored.tip_service_percent),
    tip_service_amount: optionalWhole(stored.tip_service_amount),
    credit_card_surcharge: whole(stored.credit_card_surcharge),
    original_order_id: optionalWhole(stored.original_order_id),
    notes: stored.notes,
    sale_number: stored.sale_number,
    guests: stored.guests,
    pass_thru: stored.pass_thru && {
      register_id: whole(stored.pass_thru.register_id),
      due_at: whole(stored.pass_thru.due_at),
      printed_at: optionalWhole(stored.pass_thru.printed_at),
    },
    deleted: stored.deleted,
    placed_at: whole(stored.placed_at),
    created_at: whole(stored.created_at),
    updated_at: whole(stored.updated_at),
    lines: stored.lines.map(decodeLine),
    options: (stored.options ?? []).map(decodeSet),
    payments: stored.payments.map(decodePayment),
    held: (stored.held ?? []).map((each) => ({
      product_id: whole(each.product_id),
      quantity: whole(each.quantity),
    })),
    history: (stored.history ?? []).map(decodeEntry),
  };
}
