import type { Id } from '../../kernel/id.ts';
import { type Bound, unindexed, within } from '../../storage/finding.ts';
import { every, isIn, raw, type Sql, sql } from '../../storage/sql.ts';
import { ORDER_STATUSES, type OrderStatus } from '../rules/status.ts';
import { hasTerm, type Term } from './terms.store.ts';

// What order lists are narrowed by, as conditions and as queries that an index of their own answers.

/** The columns that a list of orders can be ordered by. */
export const SORTS = ['created', 'placed', 'updated', 'value'] as const;
export type Sort = (typeof SORTS)[number];

/** The filters of order lists (reference: orders.40, orders.41, orders.53). */
export interface OrderFilter {
  readonly site?: Id;
  readonly register?: Id;
  readonly staff?: Id;
  readonly customer?: Id;
  /** Any of them; with `onAccount` the PENDING ones on account as well. */
  readonly statuses: readonly OrderStatus[];
  /** Any of these, besides. */
  readonly among: readonly OrderStatus[] | undefined;
  readonly onAccount: boolean;
  readonly discounted: boolean;
  readonly deleted: boolean;
  readonly linkedCustomer: boolean;
  readonly ids: readonly Id[] | undefined;
  readonly created: readonly Bound[];
  readonly updated: readonly Bound[];
  readonly placed: readonly Bound[];
  readonly fulfil: readonly Bound[];
  /** When it was paid last. */
  readonly paid: readonly Bound[];
  readonly value: readonly Bound[];
  readonly terms: readonly Term[];
  /** Undefined: by the time that it is narrowed by, else by when they were made; from new to old. */
  readonly sort: { readonly by: Sort; readonly descending: boolean } | undefined;
}

const SORT_COLUMNS = {
  created: 'created_at',
  placed: 'placed_at',
  updated: 'updated_at',
  value: 'total',
} as const;

/** The column that a list goes by. */
export type OrderColumn = (typeof SORT_COLUMNS)[Sort] | 'fulfil_at' | 'paid_at';

/** The order of a list: when it is narrowed by a time and nothing else is asked for, it goes by that time. */
export function orderOf(filter: Pick<OrderFilter, 'sort' | 'updated' | 'placed' | 'fulfil' | 'paid'>): {
  readonly column: OrderColumn;
  readonly descending: boolean;
} {
  const { sort, updated, placed, fulfil, paid } = filter;
  if (sort !== undefined) return { column: SORT_COLUMNS[sort.by], descending: sort.descending };
  if (updated.length > 0) return { column: 'updated_at', descending: true };
  if (placed.length > 0) return { column: 'placed_at', descending: true };
  if (fulfil.length > 0) return { column: 'fulfil_at', descending: true };
  return { column: paid.length > 0 ? 'paid_at' : 'created_at', descending: true };
}

/** The bounds of a list by their columns. */
export const boundsByColumn = (
  filter: OrderFilter,
): readonly (readonly [OrderColumn, readonly Bound[]])[] => [
  ['total', filter.value],
  ['fulfil_at', filter.fulfil],
  ['paid_at', filter.paid],
  ['placed_at', filter.placed],
  ['updated_at', filter.updated],
  ['created_at', filter.created],
];

// Written out rather than bound, so that the planners see that the partial indexes fit.
function base(company: Id, { deleted }: Pick<OrderFilter, 'deleted'>): [ofCompany: Sql, ...Sql[]] {
  return [sql`company_id = ${company}`, raw(deleted ? 'deleted = 1' : 'deleted = 0')];
}

/**
 * The conditions over the owners and flags of an order's row, but for its terms and ranges. `walked`: the orders are
 * walked through in the list's order, and an index of another order must not be taken instead.
 */
export function conditions(company: Id, filter: OrderFilter, walked = false): Sql[] {
  const where: Sql[] = base(company, filter);
  const byTime = orderOf(filter).column === 'created_at';
  const owners = ownersOf(filter);
  const statuses = inStatus(filter);
  const isByStatus = filter.deleted || (byTime && isOneStatus(filter));
  where.push(...(walked && !byTime ? owners.map(unindexed) : owners));
  where.push(...(walked && !isByStatus ? statuses.map(unindexed) : statuses));
  where.push(...flagsOf(filter));
  return where;
}

/** The same over orders that are looked up by their ids: no other index is taken. */
export function conditionsOfPicked(company: Id, filter: OrderFilter): Sql[] {
  const [ofCompany, ...deleted] = base(company, filter);
  const others = [...deleted, ...ownersOf(filter), ...inStatus(filter), ...flagsOf(filter)];
  return [ofCompany, ...others.map(unindexed)];
}

/** True when no order can meet it: none has the statuses that are asked for, and a deleted one is never COMPLETE. */
export function isUnmeetable(filter: StatusFilter): boolean {
  return statusesOf(filter).length === 0;
}

/** The filters of a list by which settled orders may be left out. */
type StatusFilter = Pick<OrderFilter, 'statuses' | 'onAccount' | 'among' | 'deleted'>;

/** The statuses that orders of a list can have. */
function statusesOf({ statuses, onAccount, among, deleted }: StatusFilter): OrderStatus[] {
  const ofPath = onAccount ? [...statuses, 'PENDING' as const] : statuses;
  const asked = ofPath.length === 0 ? ORDER_STATUSES : ofPath;
  return asked.filter(
    (status) => (among === undefined || among.includes(status)) && !(deleted && status === 'COMPLETE'),
  );
}

/** The term of a payment method in a list: where no order of it is settled, that of the few that are not. */
export function methodTerm(filter: StatusFilter, method: Id): Term {
  const kind = statusesOf(filter).includes('COMPLETE') ? 'method' : 'unsettled';
  return { kind, value: String(method) };
}

function flagsOf({ discounted, linkedCustomer }: OrderFilter): Sql[] {
  return [
    ...(discounted ? [raw('discounted = 1')] : []),
    ...(linkedCustomer ? [raw('customer_id is not null')] : []),
  ];
}

/** The conditions over the owners of an order's row. */
export function ownersOf({ site, register, staff, customer }: OrderFilter): Sql[] {
  const where: Sql[] = [];
  if (site !== undefined) where.push(sql`site_id = ${site}`);
  if (register !== undefined) where.push(sql`register_id = ${register}`);
  if (staff !== undefined) where.push(sql`staff_id = ${staff}`);
  if (customer !== undefined) where.push(sql`customer_id = ${customer}`);
  return where;
}

function inStatus({ statuses, onAccount, among }: OrderFilter): Sql[] {
  const also = among === undefined ? [] : [oneOfStatuses(among)];
  if (onAccount) {
    const accounts = raw(`on_account = 1 and status = 'PENDING'`);
    return [statuses.length === 0 ? accounts : sql`(${isIn('status', statuses)} or (${accounts}))`, ...also];
  }
  return statuses.length === 0 ? also : [oneOfStatuses(statuses), ...also];
}

function oneOfStatuses(statuses: readonly OrderStatus[]): Sql {
  const [only, ...others] = statuses;
  return only !== undefined && others.length === 0 ? sql`status = ${only}` : isIn('status', statuses);
}

/** An order's term, as a condition over its row. (`offset 0` keeps PostgreSQL from joining instead.) */
export function inTerm(company: Id, term: Term): Sql {
  return sql`exists (select 1 from order_terms c where ${hasTerm(company, term)}
    and c.created_at = orders.created_at and c.order_id = orders.id limit 1 offset 0)`;
}

/** True when an index has the orders of one status, or of none in particular, in the order of the list. */
const isOneStatus = ({ statuses, among = [], onAccount }: OrderFilter) =>
  statuses.length + among.length + Number(onAccount) <= 1;

/** A thing that a list is narrowed by: a query for ids that its own index answers. */
interface Condition {
  readonly ids: Sql;
  /** Whether that index has the orders in the order of the list. */
  readonly inOrder: boolean;
}

/** The things that a list is narrowed by, those that are likely to have the fewest orders first. */
export function indexedConditions(company: Id, filter: OrderFilter): Condition[] {
  const { column } = orderOf(filter);
  const found: Condition[] = filter.terms.map((term) => ({
    ids: sql`select c.order_id as id from order_terms c where ${hasTerm(company, term)}`,
    inOrder: false,
  }));
  const byRow = (where: Sql, inOrder: boolean) =>
    found.push({
      ids: sql`select id from orders where ${every([...base(company, filter), where])}`,
      inOrder,
    });
  for (const [name, bounds] of boundsByColumn(filter)) {
    if (bounds.length > 0) byRow(every(within(name, bounds)), name === column);
  }
  if (filter.deleted) {
    found.push({
      ids: sql`select id from orders where ${every(base(company, filter))}`,
      inOrder: column === 'created_at',
    });
    return found;
  }
  const byTime = column === 'created_at';
  const owners = ownersOf(filter);
  for (const owner of owners.reverse()) byRow(owner, byTime);
  for (const status of inStatus(filter)) byRow(status, byTime && isOneStatus(filter));
  if (filter.discounted) byRow(raw('discounted = 1'), byTime);
  if (filter.linkedCustomer) byRow(raw('customer_id is not null'), byTime);
  return found;
}
