import type { Call } from '../../edge/call.ts';
import { answerPage, listingOf } from '../../edge/listing.ts';
import { LIST } from '../../edge/query.ts';
import { asking, ok, type ReadHandler } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import type { Reader } from '../../storage/port.ts';
import { readOrder } from '../row/store.ts';
import { lineViews, paymentViews, setViews } from '../row/view.ts';
import { numberedSets } from '../rules/choices.ts';
import { figuresOf } from '../rules/figures.ts';
import type { Order } from '../types.ts';
import { partNumber } from './change.ts';

// The lines, option sets and payments of an order, in pages and by their numbers.

/** The views of one kind of part, in the order of their numbers, which go from 1 without gaps. */
type PartViews = (order: Order) => readonly unknown[];

async function loadShown(tx: Reader, call: Call): Promise<Order> {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return order;
}

/** The handler of a list of parts, whose ids `idsOf` gives in the same order. */
function listParts(views: PartViews, idsOf: (order: Order) => readonly Id[]): ReadHandler {
  return asking(LIST, async (tx: Reader, call, asked) => {
    const order = await loadShown(tx, call);
    const shown = views(order);
    const parts = idsOf(order).map((id, at) => ({ id, view: shown[at] }));
    return answerPage(call, call.page(asked), listingOf(parts));
  });
}

/** The handler of one part; 404 when the order has none of that number. */
function getPart(
  parts: (order: Order) => readonly { readonly number: number }[],
  views: PartViews,
): ReadHandler {
  return async (tx, call) => {
    const order = await loadShown(tx, call);
    const number = partNumber(call, parts(order));
    return ok(views(order)[number - 1]);
  };
}

const lines: PartViews = (order) => lineViews(order, figuresOf(order));
const sets: PartViews = (order) => setViews(order, figuresOf(order));

/** GET /orders/<o>/lines */
export const listLines = listParts(lines, (order) => order.lines.map((line) => line.line_id));

/** GET /orders/<o>/lines/<n> */
export const getLine = getPart((order) => order.lines, lines);

/** GET /orders/<o>/payments */
export const listPayments = listParts(paymentViews, (order) => order.payments.map(({ id }) => id));

/** GET /orders/<o>/payments/<n> */
export const getPayment = getPart((order) => order.payments, paymentViews);

/** GET /orders/<o>/optionsets: those of its lines, as the order shows them. They have no ids but their numbers. */
export const listSets = listParts(sets, (order) => order.options.map((_set, at) => BigInt(at + 1)));

/** GET /orders/<o>/optionsets/<n>, also of a nested one (reference: orders.26). */
export const getSet = getPart((order) => numberedSets(order.options), sets);
