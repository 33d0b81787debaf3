import { existing, getCompany, sites } from '../../company/store.ts';
import { customersById } from '../../customers/store.ts';
import { answerPage } from '../../edge/listing.ts';
import { PAGE } from '../../edge/page.ts';
import type { Parameter } from '../../edge/query.ts';
import { type Asked, idList, paged, parameter, someOf } from '../../edge/query.ts';
import { asking } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Id, parseId } from '../../kernel/id.ts';
import { parseDecimal } from '../../kernel/money.ts';
import { DAY, parseTime, resolveTime, startOfUtcDay } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import type { Reader } from '../../storage/port.ts';
import { type Bound, listOrders, type OrderFilter, timeOf } from '../row/lists.store.ts';
import { compose, ORDER_PARTS } from '../row/view.ts';
import { ORDER_STATUSES, type OrderStatus } from '../rules/status.ts';
import { shownCustomers } from '../steps/order-customer.ts';

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

const SUFFIXES = ['lt', 'lte', 'gt', 'gte'] as const;

/**
 * Local times are read in the site's zone when the path names one, else in the company's (reference: conventions.15).
 */
async function zoneOf(tx: Reader, company: Id, site: Id | undefined): Promise<string> {
  const own = site === undefined ? undefined : await sites.get(tx, company, site);
  return own?.timezone ?? (await getCompany(tx, company)).timezone;
}

/** A time whose offset from UTC begins with a blank. */
const LOST_PLUS = /^([\d-]{10}[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) (\d\d(?::?\d\d)?)$/;

/** The names of a list's bounds: created_lt, created_lte and so on. */
type BoundName<P extends string> = `${P}_${(typeof SUFFIXES)[number]}`;

const THAN = { lt: 'below', lte: 'up to', gt: 'above', gte: 'from' } as const;

/** Four bounds of one thing. */
function boundsOf<P extends string, T>(prefix: P, of: (words: string) => Parameter<T>, what: string) {
  return Object.fromEntries(
    SUFFIXES.map((than) => [`${prefix}_${than}`, of(`Only ${THAN[than]} this: ${what}.`)]),
  ) as Record<BoundName<P>, Parameter<T>>;
}

const moment = (words: string) =>
  parameter(
    words,
    { type: 'string', examples: ['2026-11-21', '2026-11-21T18:30:00Z'] },
    // A plus sign of an offset that was not encoded arrives as a blank.
    (text) => parseTime(text.replace(LOST_PLUS, '$1+$2')),
    sentence('must be an ISO 8601 date or date-time, such as 2026-11-21T18:30:00Z.'),
  );
const amount = (words: string) =>
  parameter(words, { type: 'number' }, parseDecimal, sentence('must be a number, such as 12.50.'));

const ORDERS = {
  ...boundsOf(
    'created',
    moment,
    'when the order was made; a date alone is read as its end by gt and lte, as its start by lt and gte',
  ),
  ...boundsOf('updated', moment, 'when the order last changed; the list then comes last changed first'),
  ...boundsOf('value', amount, "the order's total"),
  ids: idList('Only these, by their ids.'),
  fields: someOf(ORDER_PARTS, 'Which parts to show of each.'),
  ...paged(PAGE.orders),
};

async function timeBounds(
  asked: Asked<typeof ORDERS>,
  prefix: 'created' | 'updated',
  zone: () => Promise<string>,
): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const than of SUFFIXES) {
    const time = asked[`${prefix}_${than}`];
    if (time === undefined) continue;
    if (time.kind === 'date') {
      const start = startOfUtcDay(time.text);
      const end = start + DAY - 1n;
      bounds.push({ than, value: than === 'lt' || than === 'gte' ? start : end });
    } else bounds.push({ than, value: resolveTime(time, time.kind === 'local' ? await zone() : 'UTC') });
  }
  return bounds;
}

function valueBounds(asked: Asked<typeof ORDERS>): Bound[] {
  return SUFFIXES.flatMap((than): Bound[] => {
    const value = asked[`value_${than}`];
    return value === undefined ? [] : [{ than, value }];
  });
}

/** GET …/orders/…: every list of orders. */
export const listByPath = asking(ORDERS, async (tx: Reader, call, asked) => {
  const path = parsePath(call.belowCompany);
  if (path === undefined) throw notFound();
  const page = call.page(asked);
  const parts = asked.fields;
  const { owners, ...flags } = path;
  const zone = () => zoneOf(tx, call.company, owners.site);
  const filter: OrderFilter = {
    ...owners,
    ...flags,
    ids: asked.ids,
    created: await timeBounds(asked, 'created', zone),
    updated: await timeBounds(asked, 'updated', zone),
    value: valueBounds(asked),
  };
  await requireOwners(tx, call.company, owners);
  const at = timeOf(filter);
  return answerPage(call, page, {
    ...listOrders(tx, call.company, filter, page.limit, parts),
    position: (row) => [row[at], row.id],
    render: async (rows) => {
      const named = parts.has('customer') ? rows.map((row) => row.customer_id) : [];
      const customerOf = await shownCustomers(tx, call, named);
      return rows.map((row) => compose(row, parts, customerOf(row.customer_id).own));
    },
  });
});
