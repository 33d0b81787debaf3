import { type Id, MAX_ID } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { unindexed } from '../storage/finding.ts';
import type { Reader } from '../storage/port.ts';
import type { Slice } from '../storage/slices.ts';
import { every, raw, type Sql, sql } from '../storage/sql.ts';
import type { Table } from '../storage/table.ts';

// Lists of shifts and of cash-ups: by their owners, from a time on, ascending by id or from the newest on.

/** The owners that a path can name, one at most. */
export type Owners = Readonly<Partial<Record<'site_id' | 'register_id' | 'staff_id', Id>>>;

/** The filters of a list. */
export interface DrawerFilter {
  readonly owners: Owners;
  /** From this time on. */
  readonly since: Micros | undefined;
  /** Whether they are closed, or processed; both unless given. */
  readonly done: boolean | undefined;
  readonly newest: boolean;
}

/** The rows of a list as they are kept. */
export interface DrawerTable<T> {
  readonly rows: Table<T>;
  /** When it began, or ended: ids rise with it. */
  readonly time: 'created_at' | 'closed_at';
  /** The condition of those that are not done, and of those that are. */
  readonly done: readonly [no: Sql, yes: Sql];
  /** Unprocessed ones are few: an index of their own has them, and they are sorted. */
  readonly fewOpen?: true;
  /** Columns that lists do not show. */
  readonly omit?: readonly (keyof T & string)[];
}

/** How shifts are done: closed. */
export const CLOSED = [raw('closed_at is null'), raw('closed_at is not null')] as const;
/** How cash-ups are done: processed. */
export const PROCESSED = [raw('processed = 0'), raw('processed = 1')] as const;

/** How many rows are looked at for the lowest id of a time: the clocks of processes differ a little. */
const LOOKED_AT = 100;

/** Whether the rows of a list are looked up and sorted. */
const isSorted = <T>({ fewOpen }: DrawerTable<T>, { done }: DrawerFilter): boolean =>
  fewOpen === true && done === false;

/** The owners as conditions. */
const ownedBy = ({ owners }: DrawerFilter): Sql[] =>
  Object.entries(owners).map(([column, id]) => sql`${raw(column)} = ${id}`);

/** The rows of a list in its order, behind an id. */
interface Walk {
  readonly where: readonly Sql[];
  readonly order: Sql;
}

/**
 * How the rows are walked through. Those of an owner go by the owner and the id, so that no planner takes the index of
 * all ids instead and walks past the rows of others.
 */
function walkOf<T>(table: DrawerTable<T>, filter: DrawerFilter, after: Id | undefined): Walk {
  const { newest: falling } = filter;
  const way = raw(falling ? 'desc' : 'asc');
  const behind = raw(falling ? '<' : '>');
  if (isSorted(table, filter)) {
    const where = ownedBy(filter).map(unindexed);
    if (after !== undefined) where.push(sql`+id ${behind} ${after}`);
    return { where, order: sql`order by +id ${way}` };
  }
  const [owner] = Object.entries(filter.owners);
  if (owner === undefined) {
    const where = after === undefined ? [] : [sql`id ${behind} ${after}`];
    return { where, order: sql`order by id ${way}` };
  }
  const [column, id] = [raw(owner[0]), owner[1]];
  const edge = raw(falling ? '>=' : '<=');
  const last = after ?? (falling ? MAX_ID : 0n);
  const where = [sql`(${column}, id) ${behind} (${id}, ${last})`, sql`${column} ${edge} ${id}`];
  return { where, order: sql`order by ${column} ${way}, id ${way}` };
}

/** The conditions of those that are done, or of the others. */
function doneIn<T>({ done: words }: DrawerTable<T>, { done }: DrawerFilter): Sql[] {
  const condition = done === undefined ? undefined : words[Number(done)];
  return condition === undefined ? [] : [condition];
}

/** The first id from a time on; undefined where nothing is as late. */
async function firstSince<T>(
  tx: Reader,
  company: Id,
  { rows, time }: DrawerTable<T>,
  since: Micros,
): Promise<Id | undefined> {
  const row = await tx.get<{ id: Id | null }>(
    sql`select min(id) as id from (select id from ${raw(rows.name)}
          where company_id = ${company} and ${raw(time)} >= ${since}
          order by ${raw(time)}, id limit ${LOOKED_AT}) earliest`,
  );
  return row?.id ?? undefined;
}

/** How the rows of a list are read and found (see `Listing`). */
export function drawerListing<T extends { readonly id: Id }>(
  tx: Reader,
  company: Id,
  table: DrawerTable<T>,
  filter: DrawerFilter,
) {
  const { newest: falling, since } = filter;
  const done = doneIn(table, filter);
  const read = async (after: readonly bigint[] | undefined, limit: number): Promise<Slice<T>> => {
    const { where, order } = walkOf(table, filter, after?.[0]);
    const conditions = [...where, ...done];
    if (since !== undefined) {
      const first = await firstSince(tx, company, table, since);
      if (first === undefined) return { rows: [], more: false };
      const id = raw(isSorted(table, filter) ? '+id' : 'id');
      conditions.push(sql`${id} >= ${first}`, sql`${raw(`+${table.time}`)} >= ${since}`);
    }
    return table.rows.slice(tx, company, every(conditions), order, limit, table.omit);
  };
  const find = async (id: Id) => {
    const where = every([sql`id = ${id}`, ...ownedBy(filter)]);
    const [found] = await table.rows.select(tx, company, where, raw('limit 1'));
    return found && ([id] as const);
  };
  return { falling, read, position: (row: T) => [row.id] as const, find };
}
