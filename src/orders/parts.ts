import { markUsed } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { created, noContent, okText, type ReadHandler, type Reply, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Writer } from '../storage/port.ts';
import { methodsFor, productsFor, requirePlace } from './facts.ts';
import { loadForChange, newPayment, partNumber, requireAvailable } from './handlers.ts';
import { lineCreate, lineList, lineUpdate, paymentCreate, paymentUpdate } from './input.ts';
import type { Order } from './order.ts';
import { addLines, addPayment, changeLine, refuseFinalLines, removeLine } from './rules/decide.ts';
import { saveOrder } from './save.ts';
import { shownOrder } from './store.ts';

// The lines and payments of an order. Each call answers the whole order, as its GET shows it.

const pathOf = (call: Call, order: Order) => `/companies/${call.company}/orders/${order.id}`;

/** GET /orders/<o>/lines */
export const listLines: ReadHandler = async (tx, call) => {
  const found = await shownOrder(tx, call.company, call.id('order_id'));
  if (found === undefined) throw notFound();
  return okText(found.lines);
};

/** GET /orders/<o>/payments */
export const listPayments: ReadHandler = async (tx, call) => {
  const found = await shownOrder(tx, call.company, call.id('order_id'));
  if (found === undefined) throw notFound();
  return okText(found.payments);
};

async function zoneOf(tx: Writer, order: Order): Promise<string> {
  return (await requirePlace(tx, order.company_id, order.site_id, undefined)).timezone;
}

/** POST /orders/<o>/lines: one line or a list; all of them or none (contract 5). */
export const createLines: WriteHandler = async (tx, call): Promise<Reply> => {
  const before = await loadForChange(tx, call);
  refuseFinalLines(before);
  const many = Array.isArray(call.body);
  const inputs = many ? call.input(lineList) : [call.input(lineCreate)];
  const products = await productsFor(tx, before, inputs.map((line) => line.product_id));
  const ids = await tx.ids('order_part', inputs.length);
  const field = (at: number) => (many ? `[${at}].` : '');
  const order = { ...addLines(before, inputs, products, ids, field), updated_at: call.now };
  const known = () => Promise.resolve(products);
  await requireAvailable(order, call.now, await zoneOf(tx, order), known, before.lines.length);
  const saved = await saveOrder(tx, call, before, order);
  return { ...created(saved.body, pathOf(call, order)), etag: saved.etag };
};

/** PUT /orders/<o>/lines/<n>: changes a line; a new number moves it. */
export const updateLine: WriteHandler = async (tx, call) => {
  const before = await loadForChange(tx, call);
  refuseFinalLines(before);
  const number = partNumber(call, before.lines);
  const input = call.input(lineUpdate);
  const product = before.lines[number - 1]?.product.id;
  const resets = input.unit_price === null || input.unit_price_inc_tax === null;
  const current = product !== undefined && resets ? (await productsFor(tx, before, [product])).get(product) : undefined;
  const order = { ...changeLine(before, number, input, current?.price), updated_at: call.now };
  const { body, etag } = await saveOrder(tx, call, before, order);
  return okText(body, etag);
};

/** DELETE /orders/<o>/lines/<n>; the lines behind it move up. */
export const deleteLine: WriteHandler = async (tx, call) => {
  const before = await loadForChange(tx, call);
  refuseFinalLines(before);
  const order = { ...removeLine(before, partNumber(call, before.lines)), updated_at: call.now };
  await saveOrder(tx, call, before, order);
  return noContent();
};

/** POST /orders/<o>/payments */
export const createPayment: WriteHandler = async (tx, call): Promise<Reply> => {
  const before = await loadForChange(tx, call);
  const input = call.input(paymentCreate);
  const [method] = await methodsFor(tx, call, [input], () => '');
  const [id] = await tx.ids('order_part', 1);
  if (method === undefined || id === undefined) throw new Error('A payment has no method or no id.');
  if (!method.used) await markUsed(tx, method);
  const order = { ...addPayment(before, newPayment(call, input, method, id), ''), updated_at: call.now };
  const saved = await saveOrder(tx, call, before, order);
  return { ...created(saved.body, pathOf(call, order)), etag: saved.etag };
};

/** PUT /orders/<o>/payments/<n>: its ref and tip only. */
export const updatePayment: WriteHandler = async (tx, call) => {
  const before = await loadForChange(tx, call);
  const number = partNumber(call, before.payments);
  const input = call.input(paymentUpdate);
  for (const field of ['amount', 'method_id'] as const) {
    if (input[field] !== undefined) throw invalid(field, 'of a payment cannot be changed; add another payment.');
  }
  const payments = before.payments.map((payment) =>
    payment.number === number
      ? { ...payment, ref: input.ref === undefined ? payment.ref : input.ref, tip: input.tip ?? payment.tip }
      : payment,
  );
  const { body, etag } = await saveOrder(tx, call, before, { ...before, payments, updated_at: call.now });
  return okText(body, etag);
};

