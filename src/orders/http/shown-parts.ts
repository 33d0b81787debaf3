import { sites, zoneOf } from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import { answerPage, listingOf } from '../../edge/listing.ts';
import { type Asked, LIST } from '../../edge/query.ts';
import { timeBounds, timesOf } from '../../edge/ranges.ts';
import { asking, okText, type ReadHandler, type Reply } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { isWithin } from '../../storage/finding.ts';
import type { Reader } from '../../storage/port.ts';
import { readOrder } from '../row/store.ts';
import { lineViews, paymentViews, setViews } from '../row/view.ts';
import { paidAt } from '../rules/dates.ts';
import { figuresOf } from '../rules/figures.ts';
import type { Order } from '../types.ts';
import { type PartViews, partText } from './change.ts';
import {
  EXPAND_LINES,
  EXPAND_PAYMENTS,
  type Expanded,
  expandParts,
  requireExpandedOrders,
} from './expand.ts';

// The lines, option sets and payments of an order, in pages and by their numbers.

async function loadShown(tx: Reader, call: Call): Promise<Order> {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return order;
}

/** The ids to expand in parts, and which parts are shown; all unless some are named. */
interface Wanted {
  readonly part: 'lines' | 'payments';
  readonly expand: ReadonlySet<Expanded>;
  readonly fits?: (order: Order) => Promise<(part: Id) => boolean>;
}

/** A page of a list of parts, whose ids `idsOf` gives in the same order. */
async function listParts(
  tx: Reader,
  call: Call,
  asked: Asked<typeof LIST>,
  views: PartViews,
  idsOf: (order: Order) => readonly Id[],
  wanted?: Wanted,
): Promise<Reply> {
  if (wanted !== undefined) requireExpandedOrders(call, wanted.expand);
  const order = await loadShown(tx, call);
  const shown = views(order);
  const fits = await wanted?.fits?.(order);
  const records = idsOf(order).map((id, at) => ({ id, view: shown[at] }));
  const listing = listingOf(records, fits && (({ id }) => fits(id)));
  if (wanted === undefined) return answerPage(call, call.page(asked), listing);
  const { part, expand } = wanted;
  return answerPage(call, call.page(asked), {
    ...listing,
    render: async (rows) => expandParts(tx, call, part, await listing.render(rows), expand),
  });
}

/** One part; 404 when the order has none of that number. */
async function getPart(tx: Reader, call: Call, views: PartViews, wanted?: Wanted): Promise<Reply> {
  if (wanted !== undefined) requireExpandedOrders(call, wanted.expand);
  const text = partText(call, views(await loadShown(tx, call)));
  if (text === undefined) throw notFound();
  if (wanted === undefined) return okText(text);
  const [expanded = ''] = await expandParts(tx, call, wanted.part, [text], wanted.expand);
  return okText(expanded);
}

export const lineParts: PartViews = (order) => lineViews(order, figuresOf(order));
const lineIds = (order: Order) => order.lines.map((line) => line.line_id);
const paymentIds = (order: Order) => order.payments.map(({ id }) => id);
export const setParts: PartViews = (order) => setViews(order, figuresOf(order));

/** GET /orders/<o>/lines */
export const listLines = asking({ ...EXPAND_LINES, ...LIST }, (tx: Reader, call, asked) =>
  listParts(tx, call, asked, lineParts, lineIds, { part: 'lines', expand: asked.expand }),
);

/** GET /orders/<o>/lines/<n> */
export const getLine = asking(EXPAND_LINES, (tx: Reader, call, { expand }) =>
  getPart(tx, call, lineParts, { part: 'lines', expand }),
);

const PAID = timesOf('paid', 'when it was paid');

/** GET /orders/<o>/payments */
export const listPayments = asking({ ...PAID, ...EXPAND_PAYMENTS, ...LIST }, (tx: Reader, call, asked) =>
  listParts(tx, call, asked, paymentViews, paymentIds, {
    part: 'payments',
    expand: asked.expand,
    fits: async (order) => {
      const zone = async () => zoneOf(tx, call.company, await sites.get(tx, call.company, order.site_id));
      const bounds = await timeBounds(asked, 'paid', zone);
      const within = new Set(
        order.payments.filter((payment) => isWithin(paidAt(payment), bounds)).map(({ id }) => id),
      );
      return (id) => within.has(id);
    },
  }),
);

/** GET /orders/<o>/payments/<n> */
export const getPayment = asking(EXPAND_PAYMENTS, (tx: Reader, call, { expand }) =>
  getPart(tx, call, paymentViews, { part: 'payments', expand }),
);

/** GET /orders/<o>/optionsets: those of its lines, as the order shows them. They have no ids but their numbers. */
export const listSets = asking(LIST, (tx: Reader, call, asked) =>
  listParts(tx, call, asked, setParts, (order) => order.options.map((_set, at) => BigInt(at + 1))),
);

/** GET /orders/<o>/optionsets/<n>, also of a nested one (reference: orders.26). */
export const getSet: ReadHandler = (tx, call) => getPart(tx, call, setParts);
