import { markUsed } from '../company/store.ts';
import {
  created,
  noContent,
  okText,
  type ReadHandler,
  type Reply,
  type WriteHandler,
} from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import {
  loadForChange,
  loadForLines,
  newPayment,
  orderPath,
  partNumber,
  requireAvailable,
} from './change.ts';
import { lineProducts, methodsFor, placeOf } from './facts.ts';
import { lineCreate, lineList, lineUpdate, paymentCreate, paymentUpdate } from './input.ts';
import { requireNotRefunded } from './refunds.ts';
import {
  addLines,
  addPayment,
  changeLine,
  changePayment,
  moreIsSold,
  refusePayment,
  removeLine,
} from './rules/decide.ts';
import { saveOrder } from './save.ts';
import { shownOrder } from './store.ts';

// The lines and payments of an order. Each call answers the whole order, as its GET shows it.

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

/** POST /orders/<o>/lines: one line or a list; all of them or none (contract 5). */
export const createLines: WriteHandler = async (tx, call): Promise<Reply> => {
  const before = await loadForLines(tx, call);
  const many = Array.isArray(call.body);
  const inputs = many ? call.input(lineList) : [call.input(lineCreate)];
  const place = await placeOf(tx, before);
  const wanted = inputs.map((line) => line.product_id);
  const products = await lineProducts(tx, call.company, place.site_id, place.price_list_id, wanted);
  const field = (at: number) => (many ? `[${at}].` : '');
  const order = addLines(before, inputs, products, await tx.ids('order_part', inputs.length), field);
  const at = { now: call.now, zone: place.timezone };
  await requireAvailable(order, order.lines.slice(before.lines.length), at, () => Promise.resolve(products));
  const { body, etag } = await saveOrder(tx, call, before, order);
  return { ...created(body, orderPath(call, order)), etag };
};

/** PUT /orders/<o>/lines/<n>: changes a line; a new number moves it. What more is sold has to be there. */
export const updateLine: WriteHandler = async (tx, call) => {
  const before = await loadForLines(tx, call);
  const number = partNumber(call, before.lines);
  const input = call.input(lineUpdate);
  const line = before.lines[number - 1];
  if (line === undefined) throw notFound();
  const place = await placeOf(tx, before);
  const read = (wanted: readonly Id[]) =>
    lineProducts(tx, call.company, place.site_id, place.price_list_id, wanted);
  const resets = input.unit_price === null || input.unit_price_inc_tax === null;
  const product = resets ? (await read([line.product.id])).get(line.product.id) : undefined;
  const order = changeLine(before, number, input, product?.price);
  const grown = order.lines.filter((each) => each.line_id === line.line_id && moreIsSold(line, each));
  await requireAvailable(order, grown, { now: call.now, zone: place.timezone }, read);
  const { body, etag } = await saveOrder(tx, call, before, order);
  return okText(body, etag);
};

/** DELETE /orders/<o>/lines/<n>; the lines behind it move up. */
export const deleteLine: WriteHandler = async (tx, call) => {
  const before = await loadForLines(tx, call);
  await saveOrder(tx, call, before, removeLine(before, partNumber(call, before.lines)));
  return noContent();
};

/** POST /orders/<o>/payments */
export const createPayment: WriteHandler = async (tx, call): Promise<Reply> => {
  const before = await loadForChange(tx, call);
  const input = call.input(paymentCreate);
  refusePayment(before, input.amount);
  await requireNotRefunded(tx, before, input.amount);
  const [method] = await methodsFor(tx, call, [input], () => '');
  const [id] = await tx.ids('order_part', 1);
  if (method === undefined || id === undefined) throw new Error('A payment has no method or no id.');
  const order = addPayment(before, newPayment(call, input, method, id), '');
  if (!method.used) await markUsed(tx, method);
  const { body, etag } = await saveOrder(tx, call, before, order);
  return { ...created(body, orderPath(call, order)), etag };
};

/** PUT /orders/<o>/payments/<n>: its ref and tip only. */
export const updatePayment: WriteHandler = async (tx, call) => {
  const before = await loadForChange(tx, call);
  const number = partNumber(call, before.payments);
  const { body, etag } = await saveOrder(
    tx,
    call,
    before,
    changePayment(before, number, call.input(paymentUpdate)),
  );
  return okText(body, etag);
};
