import { besideRegisters, EXPAND_REGISTER } from '../company/expand.ts';
import { zoneOf } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { answerPage, each } from '../edge/listing.ts';
import { type Asked, flag, idOf, LIST, newest, oneOf } from '../edge/query.ts';
import { timeBounds, timesOf } from '../edge/ranges.ts';
import { asking, okText, type Reply } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { readOrder } from '../orders/row/store.ts';
import type { Reader } from '../storage/port.ts';
import { REQUEST_STATUSES } from './rules/answers.ts';
import { requestSlice, requests } from './store.ts';
import { requestView } from './view.ts';

// Lists of payment requests (reference: requests.10).

const BELOW_ORDER = {
  status: oneOf(REQUEST_STATUSES, 'Only requests in this status.'),
  register_id: idOf('Only requests of this register.'),
  unapplied: flag('Only requests whose money the order could not take, or only others.'),
  ...timesOf('created', 'when it was made'),
  newest,
  ...EXPAND_REGISTER,
  ...LIST,
};
const REQUESTS = { order_id: idOf('Only requests of this order.'), ...BELOW_ORDER };

async function list(
  tx: Reader,
  call: Call,
  asked: Asked<typeof BELOW_ORDER>,
  order: Id | undefined,
): Promise<Reply> {
  const { register_id: register, status, unapplied, newest: falling } = asked;
  const created = await timeBounds(asked, 'created', () => zoneOf(tx, call.company));
  const filter = { order, register, status, unapplied, created, newest: falling };
  return answerPage(call, call.page(asked), {
    falling,
    read: (after, limit) => requestSlice(tx, call.company, filter, after?.[0], limit),
    position: (row) => [row.id],
    find: async (id) => {
      const found = await requests.get(tx, call.company, id);
      const isThere = found !== undefined && (order ?? found.order_id) === found.order_id;
      return isThere && (register ?? found.register_id) === found.register_id ? [id] : undefined;
    },
    render: (rows) => besideRegisters(tx, call, rows, each(requestView)(rows), asked.expand),
  });
}

/** GET /payment_requests: ascending by id, or the newest first. */
export const listRequests = asking(REQUESTS, (tx: Reader, call, asked) =>
  list(tx, call, asked, asked.order_id),
);

/** GET /orders/<o>/payment_requests */
export const listOrderRequests = asking(BELOW_ORDER, async (tx: Reader, call, asked) => {
  const order = call.id('order_id');
  if ((await readOrder(tx, call.company, order)) === undefined) throw notFound();
  return list(tx, call, asked, order);
});

/** GET /payment_requests/<p> */
export const getRequest = asking(EXPAND_REGISTER, async (tx: Reader, call, { expand }) => {
  const request = await requests.get(tx, call.company, call.id('payment_request_id'));
  if (request === undefined) throw notFound();
  const [text = ''] = await besideRegisters(tx, call, [request], each(requestView)([request]), expand);
  return okText(text);
});
