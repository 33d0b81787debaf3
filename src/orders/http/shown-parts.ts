import type { Call } from '../../edge/call.ts';
import { answerPage, each, listingBy } from '../../edge/listing.ts';
import { LIST } from '../../edge/query.ts';
import { asking, ok, type ReadHandler } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
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

/** The handler of a list of parts. */
function listParts(views: PartViews): ReadHandler {
  return asking(LIST, async (tx: Reader, call, asked) => {
    const parts = views(await loadShown(tx, call)).map((view, at) => ({ number: BigInt(at + 1), view }));
    const from = (after = 0n, limit: number) => Promise.resolve(parts.slice(Number(after)).slice(0, limit));
    return answerPage(
      call,
      call.page(asked),
      listingBy(
        from,
        (part) => part.number,
        each((part) => part.view),
      ),
    );
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
export const listLines = listParts(lines);

/** GET /orders/<o>/lines/<n> */
export const getLine = getPart((order) => order.lines, lines);

/** GET /orders/<o>/payments */
export const listPayments = listParts(paymentViews);

/** GET /orders/<o>/payments/<n> */
export const getPayment = getPart((order) => order.payments, paymentViews);

/** GET /orders/<o>/optionsets: those of its lines, as the order shows them. */
export const listSets = listParts((order) => sets(order).slice(0, order.options.length));

/** GET /orders/<o>/optionsets/<n>, also of a nested one (reference: orders.26). */
export const getSet = getPart((order) => numberedSets(order.options), sets);
