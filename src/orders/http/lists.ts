import { existing, registers, sites, zoneOf } from '../../company/store.ts';
import { customersById } from '../../customers/store.ts';
import { BY_EXTERNAL_ID, idsNamed } from '../../edge/external-id.ts';
import { answerPage } from '../../edge/listing.ts';
import { PAGE } from '../../edge/page.ts';
import { type Asked, idList, idOf, oneOf, paged, parameter, someOf, text } from '../../edge/query.ts';
import { amountBounds, amountsOf, timeBounds, timesOf } from '../../edge/ranges.ts';
import { asking } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Id, parseId } from '../../kernel/id.ts';
import { ORDER_TYPES } from '../../kernel/order-type.ts';
import { sentence } from '../../kernel/words.ts';
import type { Reader } from '../../storage/port.ts';
import { methodTerm, type OrderFilter, SORTS } from '../row/filter.store.ts';
import { countOrders, findOrder, listOrders } from '../row/lists.store.ts';
import { readOrder, shownOrder } from '../row/store.ts';
import type { Term, TermKind } from '../row/terms.store.ts';
import { ORDER_PARTS } from '../row/view.ts';
import { ORDER_STATUSES, type OrderStatus } from '../rules/status.ts';
import { answerOrder, EXPAND_ORDERS, listedOrders, requireExpandedOrders, withExpanded } from './expand.ts';

const OWNERS = { sites: 'site', registers: 'register', staff: 'staff', customers: 'customer' } as const;
type Owner = keyof typeof OWNERS;

function isOwner(word: string): word is Owner {
  return Object.hasOwn(OWNERS, word);
}

const STATUS_WORDS = new Map<string, OrderStatus>(
  ORDER_STATUSES.map((status) => [status.toLowerCase(), status]),
);

/** The filters in the segments of an order list's path (reference: orders.40). */
export interface PathFilter {
  readonly owners: Partial<Record<(typeof OWNERS)[Owner], Id>>;
  readonly statuses: readonly OrderStatus[];
  readonly onAccount: boolean;
  readonly discounted: boolean;
  readonly deleted: boolean;
  readonly linkedCustomer: boolean;
}

/**
 * Reads the path of an order list below the company: owners before or after `orders`, then filters, in any
 * order and combination. Undefined when it is no order list.
 */
export function parsePath(path: string): PathFilter | undefined {
  const segments = path.split('/');
  const owners: PathFilter['owners'] = {};
  const statuses: OrderStatus[] = [];
  const flags = { onAccount: false, discounted: false, deleted: false, linkedCustomer: false };
  let sawOrders = false;
  for (let at = 0; at < segments.length; at++) {
    const word = segments[at] ?? '';
    const status = STATUS_WORDS.get(word);
    if (isOwner(word)) {
      const id = parseId(segments[++at] ?? '');
      const name = OWNERS[word];
      if (id === undefined || (owners[name] !== undefined && owners[name] !== id)) return undefined;
      owners[name] = id;
    } else if (word === 'orders' && !sawOrders) sawOrders = true;
    else if (!sawOrders) return undefined;
    else if (status !== undefined) statuses.push(status);
    else if (word === 'accounts' && segments[at - 1] === 'pending') {
      // It narrows the `pending` before it.
      statuses.pop();
      flags.onAccount = true;
    } else if (word === 'discounted') flags.discounted = true;
    else if (word === 'deleted') flags.deleted = true;
    else if (word === 'linkedcustomer') flags.linkedCustomer = true;
    else return undefined;
  }
  return sawOrders ? { owners, statuses: [...new Set(statuses)], ...flags } : undefined;
}

/** Whether a path below the company is that of an order list. */
export const isOrderList = (path: string): boolean => parsePath(path) !== undefined;

/** Owners that are not there lead nowhere, as everywhere else. */
async function requireOwners(tx: Reader, company: Id, owners: PathFilter['owners']): Promise<void> {
  const { site, register, staff, customer } = owners;
  for (const [from, id] of [
    ['sites', site],
    ['registers', register],
    ['staff', staff],
  ] as const) {
    if (id !== undefined && !(await existing(tx, from, company, [id])).has(id)) throw notFound();
  }
  if (customer !== undefined && !(await customersById(tx, company, [customer])).has(customer))
    throw notFound();
}

const statusList = parameter(
  'Only orders of these statuses.',
  { type: 'array', items: { type: 'string', enum: ORDER_STATUSES } },
  (text) => {
    const words = text.split(',').map((word) => STATUS_WORDS.get(word.trim().toLowerCase()));
    const known = words.filter((word) => word !== undefined);
    return known.length === words.length ? [...new Set(known)] : undefined;
  },
  sentence('must be one of {values}.', { values: ORDER_STATUSES.join(', ') }),
);

/** GET /sites/<s>/orders/<o>, and below a register, staff member or customer: 404 when it is another's (reference: orders.52). */
export const getBelowOwner = asking(EXPAND_ORDERS, async (tx: Reader, call, { expand }) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  const owners = {
    site_id: order?.site_id,
    register_id: order?.register_id,
    staff_id: order?.staff_member_id,
    customer_id: order?.customer_id,
  };
  for (const [name, id] of Object.entries(owners))
    if (call.word(name) !== '' && call.id(name) !== id) throw notFound();
  const found = order && (await shownOrder(tx, call, order.id));
  if (found === undefined) throw notFound();
  return answerOrder(tx, call, found, expand);
});

const DIRECTED = SORTS.flatMap((by) => [by, `-${by}`] as const);

const ORDERS = {
  status: statusList,
  ...timesOf(
    'created',
    'when the order was made; a date alone is read as its end by gt and lte, as its start by lt and gte',
  ),
  ...timesOf('updated', 'when the order last changed; the list then comes last changed first'),
  ...timesOf('placed', 'when the order was placed; the list then comes last placed first'),
  ...timesOf('fulfil', 'when the order is wanted; the list then comes last wanted first'),
  ...timesOf('paid', 'when the order was paid, the last time; the list then comes last paid first'),
  ...amountsOf('value', "the order's total"),
  order_type: oneOf(ORDER_TYPES, 'Only orders of this type.'),
  sale_number: text('Only orders with this number of your own.'),
  invoice_number: text('Only the order with this invoice number.'),
  group_id: text('Only orders of groups of this identifier, of any time and site.'),
  table_id: idOf('Only orders at this table, open or closed.'),
  product_id: idOf('Only orders with a line of this product.'),
  payment_method_id: idOf('Only orders with a payment by this method.'),
  sort: oneOf(DIRECTED, 'The order of the list, rising; with a hyphen before it falling.'),
  ids: idList('Only these, by their ids.'),
  ...BY_EXTERNAL_ID,
  fields: someOf(ORDER_PARTS, 'Which parts to show of each.'),
  ...EXPAND_ORDERS,
  ...paged(PAGE.orders),
};

/** The things that orders are found by besides their own columns. */
function termsOf(asked: Asked<typeof ORDERS>, path: PathFilter): Term[] {
  const { payment_method_id: method } = asked;
  const wanted: readonly (readonly [TermKind, Id | string | undefined])[] = [
    ['number', asked.sale_number],
    ['invoice', asked.invoice_number],
    ['group', asked.group_id],
    ['at', asked.table_id],
    ['product', asked.product_id],
    ['type', asked.order_type],
  ];
  const terms = wanted.flatMap(([kind, value]): Term[] =>
    value === undefined ? [] : [{ kind, value: String(value) }],
  );
  return method === undefined ? terms : [...terms, methodTerm({ ...path, among: asked.status }, method)];
}

/** The order that was asked for. */
function sortOf(sort: Asked<typeof ORDERS>['sort']): OrderFilter['sort'] {
  const by = SORTS.find((each) => sort === each || sort === `-${each}`);
  return by === undefined ? undefined : { by, descending: sort !== by };
}

/** False when a list is of a register and of another site than the register's: its orders are made at its site alone. */
async function isAt(
  tx: Reader,
  company: Id,
  site: Id | undefined,
  register: Id | undefined,
): Promise<boolean> {
  if (site === undefined || register === undefined) return true;
  return (await registers.get(tx, company, register))?.site_id === site;
}

/** GET …/orders/…: every list of orders. */
export const listByPath = asking(ORDERS, async (tx: Reader, call, asked) => {
  const path = parsePath(call.belowCompany);
  if (path === undefined) throw notFound();
  const page = call.page(asked);
  requireExpandedOrders(call, asked.expand);
  const parts = withExpanded(asked.fields, asked.expand);
  const { owners, ...flags } = path;
  await requireOwners(tx, call.company, owners);
  const { site, register } = owners;
  const zone = async () =>
    zoneOf(tx, call.company, site === undefined ? undefined : await sites.get(tx, call.company, site));
  const filter: OrderFilter = {
    ...owners,
    ...flags,
    among: asked.status,
    ids: (await isAt(tx, call.company, site, register))
      ? await idsNamed(tx, call, 'order', asked, asked.ids)
      : [],
    created: await timeBounds(asked, 'created', zone),
    updated: await timeBounds(asked, 'updated', zone),
    placed: await timeBounds(asked, 'placed', zone),
    fulfil: await timeBounds(asked, 'fulfil', zone),
    paid: await timeBounds(asked, 'paid', zone),
    value: amountBounds(asked, 'value'),
    terms: termsOf(asked, path),
    sort: sortOf(asked.sort),
  };
  return answerPage(call, page, {
    ...listOrders(tx, call.company, filter, page.limit, parts),
    position: (row) => [row.at, row.id],
    find: (id) => findOrder(tx, call.company, filter, id),
    count: () => countOrders(tx, call.company, filter),
    render: (rows) => listedOrders(tx, call, rows, parts, asked.expand),
  });
});
