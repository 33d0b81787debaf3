import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader } from './port.ts';
import { every, isIn, raw, type Sql, sql } from './sql.ts';

// How the records of a list are found when several things narrow it. Each of them has an index of its own, and so has the
// order of the list. The planners cannot know how many records are behind a value: when they are few, they are picked
// and then looked at one by one; when they are many, walking in the list's order meets enough of them soon.

/** Records up to which a condition's records are picked; beyond, a walk in the list's order finds them soon. */
export const FEW = 2000;
/** Up to so many records are counted exactly. */
export const MOST_COUNTED = 10_000;
/** Records that are looked at for a count. */
const LOOKED_AT = 20_000;

/** How many records a list has (reference: conventions.48). */
export interface Total {
  readonly count: number;
  /** Whether there may be more. */
  readonly more: boolean;
}

/** A total as X-Total-Count says it. */
export function formatTotal({ count, more }: Total): string {
  return more || count > MOST_COUNTED ? `${Math.min(count, MOST_COUNTED)}+` : String(count);
}

/**
 * The ids of the first of some conditions that few records meet; undefined when many meet each of them. A condition is a
 * query for ids that is answered by its own index, without a limit.
 */
export async function fewOf(tx: Reader, conditions: readonly Sql[]): Promise<readonly Id[] | undefined> {
  for (const condition of conditions) {
    const beyond = await tx.get(
      sql`select d.id from (${condition} limit ${FEW + 1}) d limit 1 offset ${FEW}`,
    );
    if (beyond !== undefined) continue;
    const rows = await tx.all<{ id: Id }>(sql`${condition} limit ${FEW}`);
    return [...new Set(rows.map((row) => row.id))];
  }
  return undefined;
}

/**
 * Counts the records of a list, with an end to the work: the records of one of the conditions, the one with the fewest,
 * are looked at. `rest` says whether the record of `d.id` meets all of them; undefined when the one condition is all.
 */
export async function countFound(
  tx: Reader,
  conditions: readonly Sql[],
  rest: Sql | undefined,
): Promise<Total> {
  let shortest: { readonly condition: Sql; readonly length: number } | undefined;
  const most = rest === undefined ? MOST_COUNTED + 1 : LOOKED_AT;
  for (const condition of conditions) {
    const row = await tx.get<{ n: bigint }>(sql`select count(*) as n from (${condition} limit ${most}) d`);
    const length = Number(row?.n ?? 0n);
    if (shortest === undefined || length < shortest.length) shortest = { condition, length };
  }
  if (shortest === undefined) throw new Error('There is nothing to count by.');
  const { condition, length } = shortest;
  if (rest === undefined || length === 0) return { count: length, more: length > MOST_COUNTED };
  const row = await tx.get<{ n: bigint }>(
    sql`select count(*) as n from (${condition} limit ${LOOKED_AT}) d where ${rest}`,
  );
  const count = Number(row?.n ?? 0n);
  return { count, more: count > MOST_COUNTED || length >= LOOKED_AT };
}

/** A bound of a range: a comparison and what to compare with. */
export interface Bound {
  readonly than: 'lt' | 'lte' | 'gt' | 'gte';
  readonly value: bigint;
}

const COMPARE = { lt: raw('<'), lte: raw('<='), gt: raw('>'), gte: raw('>=') } as const;

/** Bounds as conditions over a column. */
export function within(column: string, bounds: readonly Bound[]): Sql[] {
  return bounds.map(({ than, value }) => sql`${raw(column)} ${COMPARE[than]} ${value}`);
}

/** True when a value is within all bounds. */
export function isWithin(value: bigint, bounds: readonly Bound[]): boolean {
  return bounds.every(({ than, value: bound }) => {
    if (value === bound) return than === 'lte' || than === 'gte';
    return than.startsWith('l') ? value < bound : value > bound;
  });
}

/** Counts the rows of a company in a table whose conditions are met by few others. */
export function countTable(
  tx: Reader,
  company: Id,
  table: string,
  where: Sql = raw('1 = 1'),
): Promise<Total> {
  return countFound(
    tx,
    [sql`select id from ${raw(table)} where company_id = ${company} and ${where}`],
    undefined,
  );
}

/** A table that lists records, ascending by their ids, and which of its rows `l` are meant. */
export interface Listing {
  readonly from: string;
  /** The column of the record's id. */
  readonly id: string;
  readonly where: Sql;
}

/** The conditions of a list of records that goes by id, or by the last change when it is filtered by that. */
export interface Narrowed {
  readonly table: string;
  /** The conditions over a record's own row. */
  readonly own: readonly Sql[];
  /** Those of them that an index of its own answers: queries for ids. */
  readonly indexed: readonly Sql[];
  /** The listings it has to be in, the one that is likely to be the shortest first. */
  readonly listings: readonly Listing[];
  /** The conditions over updated_at. */
  readonly updated: readonly Sql[];
}

/** A found record and its place in the list. */
export interface FoundRecord {
  readonly id: Id;
  readonly updated_at: Micros;
}

/** True when a list goes by the last change. */
const goesByUpdate = ({ updated }: Pick<Narrowed, 'updated'>): boolean => updated.length > 0;

/** The condition so that no index is looked up by it; PostgreSQL still knows how many records meet it. */
export const unindexed = (condition: Sql): Sql => sql`(${condition}) is true`;

/** Everything that a record of the list meets. (`offset 0` keeps PostgreSQL from joining instead.) */
function conditionsOf(company: Id, { table, own, listings, updated }: Narrowed): Sql[] {
  const inListings = listings.map(
    ({ from, id, where }) => sql`exists (select 1 from ${raw(from)} l
      where l.company_id = ${company} and l.${raw(id)} = ${raw(table)}.id and ${where} limit 1 offset 0)`,
  );
  return [...own, ...updated, ...inListings];
}

const idsOfListing = (company: Id, { from, id, where }: Listing): Sql =>
  sql`select l.${raw(id)} as id from ${raw(from)} l where l.company_id = ${company} and ${where}`;

/** Each thing that narrows the list, as a query for ids. */
function queriesOf(company: Id, { table, indexed, listings, updated }: Narrowed): Sql[] {
  const changed = sql`select id from ${raw(table)}
    where company_id = ${company} and deleted = 0 and ${every(updated)}`;
  return [
    ...indexed,
    ...listings.map((listing) => idsOfListing(company, listing)),
    ...(updated.length > 0 ? [changed] : []),
  ];
}

/**
 * Up to `limit` records behind a position that meet everything, in the list's order. A list of a listing runs along that
 * listing's own key, so that a page costs the same however many other records there are.
 */
export async function findRecords(
  tx: Reader,
  company: Id,
  narrowed: Narrowed,
  after: readonly bigint[] | undefined,
  limit: number,
): Promise<FoundRecord[]> {
  const table = raw(narrowed.table);
  const byUpdate = goesByUpdate(narrowed);
  const apart = queriesOf(company, narrowed);
  // Along the one thing that narrows it a list is walked as it is.
  const few = byUpdate || apart.length > 1 ? await fewOf(tx, apart) : undefined;
  if (few?.length === 0) return [];
  if (byUpdate) return findChanged(tx, company, narrowed, few, after, limit);
  const [lastId = 0n] = after ?? [];
  const [first, ...others] = narrowed.listings;
  if (few !== undefined || first === undefined) {
    const picked = few === undefined ? [] : [isIn('id', few)];
    const own = conditionsOf(company, narrowed);
    const where = every([...picked, sql`id > ${lastId}`, ...(few === undefined ? own : own.map(unindexed))]);
    return tx.all<FoundRecord>(
      sql`select id, updated_at from ${table} where company_id = ${company} and ${where} order by id limit ${limit}`,
    );
  }
  const where = every(conditionsOf(company, { ...narrowed, listings: others }));
  const id = raw(first.id);
  return tx.all<FoundRecord>(
    sql`select l.${id} as id, 0 as updated_at from ${raw(first.from)} l
        where l.company_id = ${company} and ${first.where} and l.${id} > ${lastId}
          and exists (select 1 from ${table} where ${table}.company_id = ${company}
            and ${table}.id = l.${id} and ${where} limit 1 offset 0)
        order by l.${id} limit ${limit}`,
  );
}

/** The same of a list that goes by the last change, the oldest first. */
async function findChanged(
  tx: Reader,
  company: Id,
  narrowed: Narrowed,
  few: readonly Id[] | undefined,
  after: readonly bigint[] | undefined,
  limit: number,
): Promise<FoundRecord[]> {
  const [lastAt, lastId] = after ?? [];
  // A plus sign keeps a column from being looked up by its index.
  const sign = raw(few === undefined ? '' : '+');
  const own = conditionsOf(company, narrowed);
  const where = few === undefined ? own : [...own.map(unindexed), isIn('id', few)];
  if (lastAt !== undefined && lastId !== undefined) {
    where.push(sql`(${sign}updated_at, ${sign}id) > (${lastAt}, ${lastId})`);
  }
  return tx.all<FoundRecord>(
    sql`select id, updated_at from ${raw(narrowed.table)} where company_id = ${company} and ${every(where)}
        order by ${sign}updated_at, ${sign}id limit ${limit}`,
  );
}

/** How many records meet everything. */
export function countRecords(tx: Reader, company: Id, narrowed: Narrowed): Promise<Total> {
  const { table } = narrowed;
  const queries = queriesOf(company, narrowed);
  const all = sql`select id from ${raw(table)} where company_id = ${company} and deleted = 0`;
  const conditions = queries.length === 0 ? [all] : queries;
  const isAll = queries.length === 0 && narrowed.own.length <= 1;
  if (isAll) return countFound(tx, conditions, undefined);
  return countFound(
    tx,
    conditions,
    sql`exists (select 1 from ${raw(table)} where ${raw(table)}.company_id = ${company}
      and ${raw(table)}.id = d.id and ${every(conditionsOf(company, narrowed))} limit 1 offset 0)`,
  );
}
