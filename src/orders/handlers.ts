import { getCustomer } from '../customers/store.ts';
import { linkCustomer } from '../customers/save.ts';
import type { Call } from '../edge/call.ts';
import { created, noContent, okText, type ReadHandler, type Reply, type WriteHandler } from '../edge/route.ts';
import { conflict, invalid, notFound } from '../kernel/errors.ts';
import type { Fact } from '../kernel/event.ts';
import { type Id, parseId, saleId } from '../kernel/id.ts';
import { minorUnits } from '../kernel/money.ts';
import { MINUTE } from '../kernel/time.ts';
import { markUsed } from '../company/store.ts';
import type { Reader, Writer } from '../storage/port.ts';
import {
  lineProducts,
  methodsFor,
  moment,
  productsFor,
  requirePlace,
  requireStaff,
  startOfTomorrow,
} from './facts.ts';
import { orderCreate, type OrderChange, type OrderInput, orderUpdate } from './input.ts';
import type { Order } from './order.ts';
import {
  addLines,
  addPayment,
  applyFields,
  changeStatus,
  checkRefund,
  checksAvailability,
  figuresOf,
  type LineProduct,
  refundedBy,
  refuseClosed,
  refuseUnavailable,
} from './rules/decide.ts';
import { HOLDS_STOCK } from './rules/status.ts';
import { customerText, saveOrder, settleOrder, show } from './save.ts';
import {
  groupOrders,
  lockOrder,
  orderBySaleId,
  type Place,
  readOrder,
  refundsOf,
  shownOrder,
} from './store.ts';
import { composeWhole, render } from './view.ts';

/** GET /orders/<id>: one row, as it was rendered when it was saved. */
export const get: ReadHandler = async (tx, call) => {
  const found = await shownOrder(tx, call.company, call.id('order_id'));
  if (found === undefined) throw notFound();
  const { body, etag } = await show(tx, call, found);
  return okText(body, etag);
};

/** GET /orders/saleid/<saleid> */
export const getBySaleId: ReadHandler = async (tx, call) => {
  const found = await orderBySaleId(tx, call.company, call.word('saleid').toUpperCase());
  if (found === undefined) throw notFound();
  const { body, etag } = await show(tx, call, found);
  return okText(body, etag);
};

/** GET /sites/<s>/groups/<group>: the group's orders, ascending by id. */
export const getGroup: ReadHandler = async (tx, call) => {
  const rows = await groupOrders(tx, call.company, call.id('site_id'), call.word('group'), call.now, false);
  if (rows.length === 0) throw notFound();
  const bodies = await Promise.all(rows.map(async (row) => (await show(tx, call, row)).body));
  return okText(`[${bodies.join(',')}]`);
};

/** An order of the path to be changed: 404, 412 and what closes an order are dealt with. */
export async function loadForChange(tx: Writer, call: Call): Promise<Order> {
  const order = await lockOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  await checkTag(tx, call, order.id);
  refuseClosed(order);
  return order;
}

async function checkTag(tx: Reader, call: Call, id: Id): Promise<void> {
  if (!call.hasIfMatch) return;
  const shown = await shownOrder(tx, call.company, id);
  if (shown !== undefined) call.checkMatch((await show(tx, call, shown)).etag);
}

/** 400 when the order is in a status that needs its products and one is not available (spec: Orders/creating 1). */
export async function requireAvailable(
  order: Order,
  now: bigint,
  zone: string,
  products: (wanted: readonly Id[]) => Promise<ReadonlyMap<Id, LineProduct>>,
  from = 0,
): Promise<void> {
  const lines = order.lines.slice(from);
  if (lines.length === 0 || order.original_order_id !== null) return;
  if (!HOLDS_STOCK.has(order.status) || !checksAvailability(order, startOfTomorrow(now, zone))) return;
  const known = await products(lines.map((line) => line.product.id));
  refuseUnavailable(lines, (id) => known.get(id)?.is_available === true);
}

interface Linked {
  readonly customer: Id | null;
  readonly facts: readonly Fact[];
}

/** The customer a body links, unlinks or leaves (spec: Orders/creating 2). */
async function link(tx: Writer, call: Call, input: OrderChange, before: Id | null): Promise<Linked> {
  const { customer_id: id, customer } = input;
  refuseTwoCustomers(input);
  if (customer) {
    const saved = await linkCustomer(tx, call, customer);
    return { customer: saved.customer.id, facts: saved.facts };
  }
  if (id === undefined && customer === undefined) return { customer: before, facts: [] };
  await requireCustomer(tx, call, id ?? null);
  return { customer: id ?? null, facts: [] };
}

function refuseTwoCustomers({ customer_id: id, customer }: OrderChange): void {
  if (id !== undefined && id !== null && customer) {
    throw invalid('customer', 'send customer_id or customer, not both.');
  }
}

async function requireCustomer(tx: Reader, call: Call, id: Id | null): Promise<void> {
  if (id !== null && (await getCustomer(tx, call.company, id)) === undefined) {
    throw invalid('customer_id', `${id} does not exist.`);
  }
}

/** The original of a refund; 400 when it is not there or is a refund itself (contract 6, Refund). */
function requireOriginal(call: Call, id: Id, original: Order | undefined): Order {
  if (original === undefined || original.deleted) throw invalid('original_order_id_str', `${id} does not exist.`);
  if (original.original_order_id !== null) throw invalid('original_order_id_str', `order ${id} is itself a refund.`);
  if (original.company_id !== call.company) throw notFound();
  return original;
}

async function alreadyRefunded(tx: Reader, call: Call, original: Order): Promise<bigint> {
  const refunds = await refundsOf(tx, call.company, original.id);
  return refunds.reduce((sum, refund) => {
    const { priced, settlement } = figuresOf(refund);
    return sum + refundedBy({ total: priced.total, paid: settlement.paid });
  }, 0n);
}

const lineField = (at: number) => `lines[${at}].`;
const paymentField = (at: number) => `payments[${at}].`;

/** A new order of a body: everything but its customer and its stock. Also what /orders/price answers. */
async function draft(
  tx: Reader,
  call: Call,
  input: OrderInput,
  place: Place,
  ids: { order: Id; parts: readonly Id[] },
): Promise<{ order: Order; products: ReadonlyMap<Id, LineProduct>; methods: Awaited<ReturnType<typeof methodsFor>> }> {
  const lines = input.lines ?? [];
  const payments = input.payments ?? [];
  const products = await lineProducts(
    tx,
    call.company,
    place.site_id,
    place.price_list_id,
    lines.map((line) => line.product_id),
  );
  const methods = await methodsFor(tx, call, payments, paymentField);
  await requireStaff(tx, call.company, input.staff_member_id);
  const blank: Order = {
    company_id: call.company,
    id: ids.order,
    saleid: saleId(ids.order),
    site_id: place.site_id,
    register_id: place.register_id,
    staff_member_id: null,
    customer_id: null,
    addon_id: call.addon,
    minor_units: minorUnits(place.currency) ?? 2,
    status: input.original_order_id_str ? 'COMPLETE' : (input.status ?? 'SUBMITTED'),
    order_type: null,
    callback_uri: null,
    lock: [],
    complete_when_paid: true,
    enable_alert_sound: true,
    fulfil_at: moment(input.fulfil_at, place.timezone, call.now + place.prep_time_minutes * MINUTE),
    prompt_for_reject_reason: false,
    reject_reason: null,
    ignore_availability: false,
    price_limit: null,
    price_variation: null,
    price_fixed_variation: null,
    group_id: null,
    tip_service_percent: null,
    tip_service_amount: null,
    credit_card_surcharge: 0n,
    original_order_id: input.original_order_id_str ?? null,
    notes: null,
    sale_number: null,
    guests: null,
    deleted: false,
    placed_at: moment(input.placed_at, place.timezone, call.now),
    created_at: call.now,
    updated_at: call.now,
    lines: [],
    payments: [],
  };
  let order = addLines(applyFields(blank, input), lines, products, ids.parts, lineField);
  for (const [at, payment] of payments.entries()) {
    const method = methods[at];
    if (method === undefined) throw new Error('A payment has no method.');
    order = addPayment(order, newPayment(call, payment, method, ids.parts[lines.length + at] ?? 0n), paymentField(at));
  }
  return { order, products, methods };
}

/** A payment as it is kept. */
export function newPayment(
  call: Call,
  input: NonNullable<OrderInput['payments']>[number],
  method: { id: Id; name: string; kind: string },
  id: Id,
) {
  return {
    id,
    method: { id: method.id, name: method.name, kind: method.kind },
    amount: input.amount,
    tip: input.tip ?? 0n,
    credit_card_surcharge: input.credit_card_surcharge ?? 0n,
    ref: input.ref ?? null,
    created_at: call.now,
  };
}

/** POST /orders (spec: Orders/creating). The order, its reply and its events are one commit. */
export const create: WriteHandler = async (tx, call): Promise<Reply> => {
  const input = call.input(orderCreate);
  const place = await requirePlace(tx, call.company, input.site_id, input.register_id);
  const originalId = input.original_order_id_str ?? null;
  const original = originalId === null ? undefined : await lockOrder(tx, call.company, originalId);
  if (originalId !== null) requireOriginal(call, originalId, original);
  const parts = (input.lines?.length ?? 0) + (input.payments?.length ?? 0);
  const [id] = await tx.ids('order', 1);
  if (id === undefined) throw new Error('No id for an order.');
  const drafted = await draft(tx, call, input, place, {
    order: id,
    parts: parts === 0 ? [] : await tx.ids('order_part', parts),
  });
  await requireAvailable(drafted.order, call.now, place.timezone, () => Promise.resolve(drafted.products));
  if (original !== undefined) {
    checkRefund(
      figuresOf(drafted.order),
      { paid: figuresOf(original).settlement.paid },
      await alreadyRefunded(tx, call, original),
    );
  }
  const { customer, facts } = await link(tx, call, input, null);
  for (const method of drafted.methods) if (!method.used) await markUsed(tx, method);
  const { body, etag } = await saveOrder(tx, call, undefined, { ...drafted.order, customer_id: customer }, facts);
  return { ...created(body, `/companies/${call.company}/orders/${id}`), etag };
};

/** POST /orders/price: the order as it would be; nothing is saved (contract 5). */
export const price: ReadHandler = async (tx, call) => {
  const input = call.input(orderCreate);
  refuseTwoCustomers(input);
  const place = await requirePlace(tx, call.company, input.site_id, input.register_id);
  const originalId = input.original_order_id_str ?? null;
  const original =
    originalId === null
      ? undefined
      : requireOriginal(call, originalId, await readOrder(tx, call.company, originalId));
  const { order, products } = await draft(tx, call, input, place, { order: 0n, parts: [] });
  await requireAvailable(order, call.now, place.timezone, () => Promise.resolve(products));
  if (original !== undefined) {
    const paid = figuresOf(original).settlement.paid;
    checkRefund(figuresOf(order), { paid }, await alreadyRefunded(tx, call, original));
  }
  const customerId = input.customer_id ?? null;
  await requireCustomer(tx, call, customerId);
  const settled = settleOrder({ ...order, customer_id: customerId });
  const rendered = render(settled.order, settled.figures);
  return okText(composeWhole(rendered, await customerText(tx, call, customerId)));
};

/** PUT /orders/<id> (spec: Orders/updating). */
export const update: WriteHandler = async (tx, call) => {
  const before = await loadForChange(tx, call);
  const input = call.input(orderUpdate);
  const place = await requirePlace(tx, call.company, before.site_id, undefined);
  await requireStaff(tx, call.company, input.staff_member_id);
  const fields = applyFields(before, input);
  const moved = input.status === undefined ? fields : changeStatus(fields, input.status);
  const { customer, facts } = await link(tx, call, input, before.customer_id);
  const order: Order = {
    ...moved,
    customer_id: customer,
    fulfil_at:
      input.fulfil_at === undefined
        ? before.fulfil_at
        : moment(input.fulfil_at, place.timezone, call.now + place.prep_time_minutes * MINUTE),
    placed_at: moment(input.placed_at, place.timezone, before.placed_at),
    updated_at: call.now,
  };
  if (!HOLDS_STOCK.has(before.status)) {
    await requireAvailable(order, call.now, place.timezone, (wanted) => productsFor(tx, order, wanted));
  }
  const { body, etag } = await saveOrder(tx, call, before, order, facts);
  return okText(body, etag);
};

/** DELETE /orders/<id>: it stays, marked; a COMPLETE order is refunded instead (contract 2). */
export const remove: WriteHandler = async (tx, call) => {
  const order = await lockOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  await checkTag(tx, call, order.id);
  if (order.deleted) throw conflict('The order is deleted already.');
  if (order.status === 'COMPLETE') throw conflict('A COMPLETE order cannot be deleted: refund it instead.');
  await saveOrder(tx, call, order, { ...order, deleted: true, updated_at: call.now });
  return noContent();
};

/** The number in a path of a line or payment; 404 when the order has no such part. */
export function partNumber(call: Call, parts: readonly { number: number }[]): number {
  const number = parseId(call.word('number'));
  const found = number === undefined ? undefined : parts.find((part) => BigInt(part.number) === number);
  if (found === undefined) throw notFound();
  return found.number;
}

