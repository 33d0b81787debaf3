import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Reader } from '../../storage/port.ts';
import { completeSlice, type Slice, shortColumns, type WeighedRow } from '../../storage/slices.ts';
import { every, isIn, raw, type Sql, sql } from '../../storage/sql.ts';
import type { OrderStatus } from '../rules/status.ts';
import { inGroup, type ShownOrder } from './store.ts';
import { ORDER_PARTS, type OrderPart } from './view.ts';

/** A bound of a range: a comparison and what to compare with. */
export interface Bound {
  readonly than: 'lt' | 'lte' | 'gt' | 'gte';
  readonly value: bigint;
}

/** The filters of order lists (reference: orders.40, orders.41). */
export interface OrderFilter {
  readonly site?: Id;
  readonly register?: Id;
  readonly staff?: Id;
  readonly customer?: Id;
  /** Any of them; with `onAccount` the PENDING ones on account as well. */
  readonly statuses: readonly OrderStatus[];
  readonly onAccount: boolean;
  readonly discounted: boolean;
  readonly deleted: boolean;
  readonly linkedCustomer: boolean;
  readonly ids: readonly Id[] | undefined;
  readonly created: readonly Bound[];
  readonly updated: readonly Bound[];
  readonly value: readonly Bound[];
}

const COMPARE = { lt: raw('<'), lte: raw('<='), gt: raw('>'), gte: raw('>=') } as const;

function range(column: string, bounds: readonly Bound[]): Sql[] {
  return bounds.map(({ than, value }) => sql`${raw(column)} ${COMPARE[than]} ${value}`);
}

// Written out rather than bound, so that the planners see that the partial indexes fit.
function conditions(company: Id, filter: OrderFilter): Sql[] {
  const where: Sql[] = [sql`company_id = ${company}`, raw(filter.deleted ? 'deleted = 1' : 'deleted = 0')];
  if (filter.site !== undefined) where.push(sql`site_id = ${filter.site}`);
  if (filter.register !== undefined) where.push(sql`register_id = ${filter.register}`);
  if (filter.staff !== undefined) where.push(sql`staff_id = ${filter.staff}`);
  if (filter.customer !== undefined) where.push(sql`customer_id = ${filter.customer}`);
  where.push(...inStatus(filter));
  if (filter.discounted) where.push(raw('discounted = 1'));
  if (filter.linkedCustomer) where.push(raw('customer_id is not null'));
  return where;
}

function inStatus({ statuses, onAccount }: OrderFilter): Sql[] {
  if (onAccount) {
    const accounts = raw(`on_account = 1 and status = 'PENDING'`);
    return [statuses.length === 0 ? accounts : sql`(${isIn('status', statuses)} or (${accounts}))`];
  }
  const [only, ...others] = statuses;
  if (only === undefined) return [];
  return [others.length === 0 ? sql`status = ${only}` : isIn('status', statuses)];
}

/** The conditions for the rows after a position, in a list from new to old. */
function afterPosition(at: Sql, position: readonly bigint[] | undefined, id = raw('id')): Sql[] {
  const [lastAt, lastId] = position ?? [];
  return lastAt === undefined || lastId === undefined ? [] : [sql`(${at}, ${id}) < (${lastAt}, ${lastId})`];
}

/** Matches of a value range up to which they are looked up by value; beyond, newest first finds them soon. */
export const FEW = 2000;

/** One order of a list. */
export type ListedOrder = ShownOrder & { readonly created_at: Micros; readonly updated_at: Micros };

/** The time by which a list is ordered: when it is narrowed by updated_ times, the last change counts. */
export function timeOf(filter: Pick<OrderFilter, 'updated'>): 'created_at' | 'updated_at' {
  return filter.updated.length > 0 ? 'updated_at' : 'created_at';
}

/** The parts of an order that lie in columns of their own. */
const STORED_PARTS = ['lines', 'options', 'payments'] as const;
/** Orders that are read in one go, without their parts and with them. */
const HEADS_AT_ONCE = 250;
const ORDERS_AT_ONCE = 100;

/** A listed order whose parts are left out when they are long. */
type LightOrder = ListedOrder & WeighedRow;

const ALWAYS_READ = 'id, customer_id, etag, created_at, updated_at, head';
const shownOf = (parts: ReadonlySet<OrderPart>) => STORED_PARTS.filter((part) => parts.has(part));

/** The columns of a list: a part that is not shown is not read, long ones are left out. */
function lightColumns(parts: ReadonlySet<OrderPart>): Sql {
  const shown = shownOf(parts);
  const absent = STORED_PARTS.filter((part) => !shown.includes(part)).map((part) => `'[]' as ${part}`);
  const light = shortColumns(shown.map((part) => [part, part]));
  return raw([ALWAYS_READ, ...absent, light.sql].join(', '));
}

/** A slice of what a query for light orders found, one more than `limit`, with the long parts. */
function withParts(
  tx: Reader,
  company: Id,
  rows: readonly LightOrder[],
  limit: number,
  parts: ReadonlySet<OrderPart>,
): Promise<Slice<ListedOrder>> {
  const columns = STORED_PARTS.map((part) => (parts.has(part) ? part : `'[]' as ${part}`));
  return completeSlice<ListedOrder, LightOrder>(rows, limit, {
    key: (row) => row.id,
    read: async (ids) =>
      tx.all(
        sql`select ${raw([ALWAYS_READ, ...columns].join(', '))} from orders
            where company_id = ${company} and ${isIn('id', ids)}`,
      ),
  });
}

/** How a page of orders is read. */
export interface OrderSource {
  /** Orders that are read in one go. */
  readonly atOnce: number;
  read(after: readonly bigint[] | undefined, limit: number): Promise<Slice<ListedOrder>>;
}

/**
 * The orders that meet every filter, newest (or last updated) first, of a page with at most `asked` of them. Only the
 * parts that are shown are read.
 */
export function listOrders(
  tx: Reader,
  company: Id,
  filter: OrderFilter,
  asked: number,
  parts: ReadonlySet<OrderPart>,
): OrderSource {
  const atOnce = shownOf(parts).length === 0 ? HEADS_AT_ONCE : ORDERS_AT_ONCE;
  const columns = lightColumns(parts);
  let fewByValue: boolean | undefined;
  let keys: readonly Key[] | undefined;
  return {
    atOnce,
    read: async (after, limit) => {
      const { ids, value } = filter;
      fewByValue ??= value.length > 0 && ids === undefined && (await isFew(tx, company, filter));
      const picked = ids !== undefined || fewByValue;
      if (!picked || asked <= atOnce) {
        const query = orderQuery(company, filter, { columns, after, fewByValue, limit: limit + 1 });
        return withParts(tx, company, await tx.all<LightOrder>(query), limit, parts);
      }
      // Sorted once, not for every slice.
      const from = { columns: raw('id'), after, fewByValue, limit: asked + 1 };
      keys ??= await tx.all<Key>(orderQuery(company, filter, from));
      const [, last] = after ?? [];
      const start = keys.findIndex((key) => key.id === last) + 1;
      const wanted = keys.slice(start, start + limit + 1).map((key) => key.id);
      const found = await tx.all<LightOrder>(
        sql`select ${columns} from orders where company_id = ${company} and ${isIn('id', wanted)}`,
      );
      const byId = new Map(found.map((row) => [row.id, row]));
      const rows = wanted.flatMap((each) => byId.get(each) ?? []);
      return withParts(tx, company, rows, limit, parts);
    },
  };
}

/** An order that was picked. */
type Key = Pick<ListedOrder, 'id'>;

/** The conditions and bounds of a query for orders. */
interface Asked {
  readonly columns: Sql;
  readonly after: readonly bigint[] | undefined;
  /** Only few orders are in the value range. */
  readonly fewByValue: boolean;
  readonly limit: number;
}

function orderQuery(company: Id, filter: OrderFilter, { columns, after, fewByValue, limit }: Asked): Sql {
  const where = conditions(company, filter);
  const time = timeOf(filter);
  const { ids, value } = filter;
  // Few orders are picked and then sorted; many are met soon by walking from the newest. The planners cannot
  // know which it is: a plus sign keeps a column from being looked up by its index.
  const picked = ids !== undefined || fewByValue;
  const at = raw(picked ? `+${time}` : time);
  const id = raw(picked ? '+id' : 'id');
  for (const [column, bounds] of [
    ['created_at', filter.created],
    ['updated_at', filter.updated],
  ] as const) {
    // Behind a position no later bound matters, and beside it a planner might start at the wrong one.
    const walked = column === time && after !== undefined;
    where.push(...range(column, walked ? bounds.filter(({ than }) => than.startsWith('g')) : bounds));
  }
  where.push(...range(fewByValue ? 'total' : '+total', value));
  if (ids !== undefined) where.push(isIn('id', ids));
  where.push(...afterPosition(at, after, id));
  return sql`select ${columns} from orders where ${every(where)}
      order by ${at} desc, ${id} desc limit ${limit}`;
}

const WHOLE: ReadonlySet<OrderPart> = new Set(ORDER_PARTS);

/** The orders of a group, whole, newest first. */
export function listGroup(tx: Reader, company: Id, site: Id, group: string, now: Micros): OrderSource {
  return {
    atOnce: ORDERS_AT_ONCE,
    read: async (after, limit) => {
      const where = [inGroup(company, site, group, now), ...afterPosition(raw('created_at'), after)];
      const rows = await tx.all<LightOrder>(
        sql`select ${lightColumns(WHOLE)} from orders where ${every(where)}
            order by created_at desc, id desc limit ${limit + 1}`,
      );
      return withParts(tx, company, rows, limit, WHOLE);
    },
  };
}

/** Whether only few orders are in a value range: then walking from the newest might not meet them soon. */
async function isFew(tx: Reader, company: Id, filter: OrderFilter): Promise<boolean> {
  if (filter.deleted) return false;
  const where = [sql`company_id = ${company}`, raw('deleted = 0'), ...range('total', filter.value)];
  const row = await tx.get<{ n: bigint }>(
    sql`select count(*) as n from (select 1 as one from orders where ${every(where)} limit ${FEW + 1}) few`,
  );
  return (row?.n ?? 0n) <= BigInt(FEW);
}
