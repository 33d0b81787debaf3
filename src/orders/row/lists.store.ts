import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import { countFound, fewOf, type Total, within } from '../../storage/finding.ts';
import type { Reader } from '../../storage/port.ts';
import { completeSlice, type Slice, shortColumns, type WeighedRow } from '../../storage/slices.ts';
import { every, isIn, raw, type Sql, sql } from '../../storage/sql.ts';
import {
  boundsByColumn,
  conditions,
  conditionsOfPicked,
  indexedConditions,
  inTerm,
  isUnmeetable,
  type OrderColumn,
  type OrderFilter,
  orderOf,
  ownersOf,
} from './filter.store.ts';
import { inGroup } from './groups.store.ts';
import { inCurrentForm, type ShownOrder } from './store.ts';
import { hasTerm, type Term } from './terms.store.ts';
import { ALL_PARTS, type OrderPart } from './view.ts';

/** The order of a list in SQL. */
interface Order {
  readonly at: Sql;
  readonly id: Sql;
  readonly descending: boolean;
}

/** Newest first, of orders that are few: they are looked up and sorted. */
const OF_FEW: Order = { at: raw('+created_at'), id: raw('+id'), descending: true };

const directionOf = ({ descending }: Order): Sql => raw(descending ? 'desc' : 'asc');

function inOrder(order: Order): Sql {
  const direction = directionOf(order);
  return sql`order by ${order.at} ${direction}, ${order.id} ${direction}`;
}

/** The conditions for the rows after a position. */
function afterPosition({ at, id, descending }: Order, position: readonly bigint[] | undefined): Sql[] {
  const [lastAt, lastId] = position ?? [];
  if (lastAt === undefined || lastId === undefined) return [];
  return [sql`(${at}, ${id}) ${raw(descending ? '<' : '>')} (${lastAt}, ${lastId})`];
}

/** One order of a list; `at` is what the list goes by. */
export type ListedOrder = ShownOrder & { readonly at: bigint };

/** The parts of an order that lie in columns of their own. */
const STORED_PARTS = ['lines', 'options', 'payments'] as const;
/** Orders that are read in one go, without their parts and with them. */
const HEADS_AT_ONCE = 250;
const ORDERS_AT_ONCE = 100;

/** A listed order whose parts are left out when they are long. */
type LightOrder = ListedOrder & WeighedRow;

const ALWAYS_READ = 'id, customer_id, etag, head';
const shownOf = (parts: ReadonlySet<OrderPart>) => STORED_PARTS.filter((part) => parts.has(part));

/** How long a part is; of an order that is rendered when it is read its lines are about three times its state. */
const LENGTHS: Readonly<Record<(typeof STORED_PARTS)[number], string>> = {
  options: 'octet_length(options)',
  payments: 'octet_length(payments)',
  lines: `case when head = '' then 3 * octet_length(state) else octet_length(lines) end`,
};

/** The columns of a list: a part that is not shown is not read, long ones are left out. */
function lightColumns(parts: ReadonlySet<OrderPart>, column: OrderColumn): Sql {
  const shown = shownOf(parts);
  const absent = STORED_PARTS.filter((part) => !shown.includes(part)).map((part) => `'[]' as ${part}`);
  const light = shortColumns(shown.map((part) => [part, part, LENGTHS[part]]));
  return raw([ALWAYS_READ, `${column} as at`, ...absent, light.sql].join(', '));
}

/** A slice of what a query for light orders found, one more than `limit`, with the long parts. */
async function withParts(
  tx: Reader,
  company: Id,
  rows: readonly LightOrder[],
  limit: number,
  parts: ReadonlySet<OrderPart>,
  column: OrderColumn,
): Promise<Slice<ListedOrder>> {
  const columns = STORED_PARTS.map((part) => (parts.has(part) ? part : `'[]' as ${part}`));
  const slice = await completeSlice<ListedOrder, LightOrder>(rows, limit, {
    key: (row) => row.id,
    read: async (ids) =>
      tx.all(
        sql`select ${raw([ALWAYS_READ, `${column} as at`, ...columns].join(', '))} from orders
            where company_id = ${company} and ${isIn('id', ids)}`,
      ),
  });
  return { ...slice, rows: await inCurrentForm(tx, company, slice.rows) };
}

/** How a page of orders is read. */
export interface OrderSource {
  /** Orders that are read in one go. */
  readonly atOnce: number;
  read(after: readonly bigint[] | undefined, limit: number): Promise<Slice<ListedOrder>>;
}

/**
 * The orders that meet every filter, in the order of `orderOf`, of a page with at most `asked` of them. Only the parts
 * that are shown are read.
 */
export function listOrders(
  tx: Reader,
  company: Id,
  filter: OrderFilter,
  asked: number,
  parts: ReadonlySet<OrderPart>,
): OrderSource {
  const atOnce = shownOf(parts).length === 0 ? HEADS_AT_ONCE : ORDERS_AT_ONCE;
  const { column } = orderOf(filter);
  const columns = lightColumns(parts, column);
  const walkedTerm = column === 'created_at' ? filter.terms[0] : undefined;
  let picked: readonly Id[] | 'many' | undefined = isUnmeetable(filter) ? [] : filter.ids;
  let keys: readonly Key[] | undefined;
  const byKeys = async (found: readonly Key[], limit: number) => {
    const wanted = found.map((key) => key.id);
    if (wanted.length === 0) return { rows: [], more: false };
    const rows = await tx.all<LightOrder>(
      sql`select ${columns} from orders where company_id = ${company} and ${isIn('id', wanted)}`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const sorted = wanted.flatMap((each) => byId.get(each) ?? []);
    return withParts(tx, company, sorted, limit, parts, column);
  };
  return {
    atOnce,
    read: async (after, limit) => {
      picked ??= (await pick(tx, company, filter)) ?? 'many';
      const ids = picked === 'many' ? undefined : picked;
      if (ids?.length === 0) return { rows: [], more: false };
      if (ids === undefined && walkedTerm !== undefined) {
        const query = termQuery(company, filter, walkedTerm, after, limit + 1);
        return byKeys(await tx.all<Key>(query), limit);
      }
      if (ids === undefined || asked <= atOnce) {
        const query = orderQuery(company, filter, { columns, after, ids, limit: limit + 1 });
        return withParts(tx, company, await tx.all<LightOrder>(query), limit, parts, column);
      }
      // Sorted once, not for every slice.
      const from = { columns: raw('id'), after, ids, limit: asked + 1 };
      keys ??= await tx.all<Key>(orderQuery(company, filter, from));
      const [, last] = after ?? [];
      const start = keys.findIndex((key) => key.id === last) + 1;
      return byKeys(keys.slice(start, start + limit + 1), limit);
    },
  };
}

/**
 * The orders that one thing picks that the list is narrowed by, when there are few: walking in the list's order might not
 * meet them soon. Undefined when there are many behind each.
 */
function pick(tx: Reader, company: Id, filter: OrderFilter): Promise<readonly Id[] | undefined> {
  const all = indexedConditions(company, filter);
  const apart = all.filter((condition) => !condition.inOrder);
  // Of several indexes in the list's order only one can be walked along, and none beside the rows of a term.
  const isAlongTerm = filter.terms.length > 0 && orderOf(filter).column === 'created_at';
  if (isAlongTerm || apart.length + 1 < all.length)
    apart.push(...all.filter((condition) => condition.inOrder));
  return fewOf(
    tx,
    apart.map(({ ids }) => ids),
  );
}

/**
 * The position of an order in a list, undefined when it is not below the owners that the list is of; whether it meets
 * the list's other filters does not matter.
 */
export async function findOrder(
  tx: Reader,
  company: Id,
  filter: OrderFilter,
  id: Id,
): Promise<readonly bigint[] | undefined> {
  const where = [sql`company_id = ${company}`, sql`id = ${id}`, ...ownersOf(filter)];
  const found = await tx.get<{ readonly at: bigint | null }>(
    sql`select ${raw(orderOf(filter).column)} as at from orders where ${every(where)}`,
  );
  return found == null || found.at === null ? undefined : [found.at, id];
}

/** How many orders meet every filter. */
export function countOrders(tx: Reader, company: Id, filter: OrderFilter): Promise<Total> {
  if (isUnmeetable(filter)) return Promise.resolve({ count: 0, more: false });
  const queries = indexedConditions(company, filter).map(({ ids }) => ids);
  const { ids } = filter;
  if (ids !== undefined) {
    queries.unshift(sql`select id from orders where company_id = ${company} and ${isIn('id', ids)}`);
  }
  const own = conditions(company, filter);
  if (queries.length === 0) {
    return countFound(tx, [sql`select id from orders where ${every(own)}`], undefined);
  }
  const isOne = queries.length === 1 && filter.terms.length === 0 && ids === undefined;
  if (isOne && !filter.deleted) {
    return countFound(tx, queries, undefined);
  }
  return countFound(
    tx,
    queries,
    sql`exists (select 1 from orders where orders.company_id = ${company} and orders.id = d.id
      and ${every(all(company, filter))} limit 1 offset 0)`,
  );
}

/** Everything that an order of the list meets. */
function all(company: Id, filter: OrderFilter): Sql[] {
  return [
    ...conditions(company, filter),
    ...boundsByColumn(filter).flatMap(([column, bounds]) => within(column, bounds)),
    ...filter.terms.map((term) => inTerm(company, term)),
    ...(filter.ids === undefined ? [] : [isIn('id', filter.ids)]),
  ];
}

/** An order that was picked. */
type Key = Pick<ListedOrder, 'id'>;

/** The orders of a term from new to old, along its own rows. */
function termQuery(
  company: Id,
  filter: OrderFilter,
  term: Term,
  after: readonly bigint[] | undefined,
  limit: number,
): Sql {
  const others = filter.terms.filter((each) => each !== term);
  const rest = all(company, { ...filter, terms: others, created: [] });
  const { descending } = orderOf(filter);
  const order: Order = { at: raw('c.created_at'), id: raw('c.order_id'), descending };
  const where = [
    hasTerm(company, term),
    ...within('c.created_at', filter.created),
    ...afterPosition(order, after),
    sql`exists (select 1 from orders where orders.company_id = ${company} and orders.id = c.order_id
      and ${every(rest)} limit 1 offset 0)`,
  ];
  return sql`select c.order_id as id from order_terms c where ${every(where)} ${inOrder(order)} limit ${limit}`;
}

/** The columns and bounds of a query for orders. */
interface Asked {
  readonly columns: Sql;
  readonly after: readonly bigint[] | undefined;
  /** The orders that were picked; undefined: all are walked through in the order of the list. */
  readonly ids: readonly Id[] | undefined;
  readonly limit: number;
}

function orderQuery(company: Id, filter: OrderFilter, { columns, after, ids, limit }: Asked): Sql {
  const where = ids === undefined ? conditions(company, filter, true) : conditionsOfPicked(company, filter);
  const { column, descending } = orderOf(filter);
  // Few orders are picked and then sorted; many are met soon by walking. The planners cannot know which it is: a plus
  // sign keeps a column from being looked up by its index.
  const sign = ids === undefined ? '' : '+';
  const order: Order = { at: raw(`${sign}${column}`), id: raw(`${sign}id`), descending };
  const behind = descending ? 'g' : 'l';
  for (const [name, bounds] of boundsByColumn(filter)) {
    // Behind a position no bound on that side matters, and beside it a planner might start at the wrong one.
    const walked = name === column && after !== undefined;
    const kept = walked ? bounds.filter(({ than }) => than.startsWith(behind)) : bounds;
    where.push(...within(name === column ? name : `+${name}`, kept));
  }
  for (const term of filter.terms) where.push(inTerm(company, term));
  if (ids !== undefined) where.push(isIn('id', ids));
  where.push(...afterPosition(order, after));
  return sql`select ${columns} from orders where ${every(where)} ${inOrder(order)} limit ${limit}`;
}

/** The orders of a group, whole, newest first. */
export function listGroup(
  tx: Reader,
  company: Id,
  site: Id,
  group: string,
  now: Micros,
): OrderSource & { find(id: Id): Promise<readonly bigint[] | undefined> } {
  return {
    atOnce: ORDERS_AT_ONCE,
    read: async (after, limit) => {
      const where = [inGroup(company, site, group, now), ...afterPosition(OF_FEW, after)];
      const rows = await tx.all<LightOrder>(
        sql`select ${lightColumns(ALL_PARTS, 'created_at')} from orders where ${every(where)}
            ${inOrder(OF_FEW)} limit ${limit + 1}`,
      );
      return withParts(tx, company, rows, limit, ALL_PARTS, 'created_at');
    },
    find: async (id) => {
      const found = await tx.get<{ readonly at: bigint }>(
        sql`select created_at as at from orders where ${inGroup(company, site, group, now)} and id = ${id}`,
      );
      return found && [found.at, id];
    },
  };
}
