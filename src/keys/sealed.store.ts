import { beginningOf } from '../company/sessions.store.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { every, join, raw, type Sql, sql } from '../storage/sql.ts';
import type { Cells, HashedPlace, SealedPlace } from './sealed.ts';

// The columns that rest on the installation's key, read and written as they lie there. They are of all companies: each
// statement names the whole key of its rows.

/** Rows that are read together, and written in one transaction. */
export const ROWS_AT_ONCE = 100;

/** A text as it lies in its row. */
export interface StoredText {
  readonly row: Cells;
  readonly text: string;
}

/** Where a place is read on from: the key of the last row. */
export type Position = readonly unknown[] | undefined;

const isSealed = (column: string): Sql => sql`(${raw(column)} like 'v1.%' or ${raw(column)} like 'v2.%')`;

/** The rows of a table behind a position, in the order of its key. */
async function page(
  tx: Reader,
  { table, column, key }: Pick<SealedPlace, 'table' | 'column' | 'key'>,
  { about = [], where, after }: { about?: readonly string[]; where: readonly Sql[]; after: Position },
): Promise<StoredText[]> {
  const place = raw(key.join(', '));
  const behind = after === undefined ? [] : [sql`(${place}) > (${join([...after])})`];
  const rows = await tx.all(
    sql`select ${raw([...key, ...about].join(', '))}, ${raw(column)} as text from ${raw(table)}
        where ${every([...where, ...behind])} order by ${place} limit ${ROWS_AT_ONCE}`,
  );
  return rows.map((row) => ({ row, text: String(row.text) }));
}

/** Up to `ROWS_AT_ONCE` sealed texts of a place behind a position; with `butOf` those alone that name another key, or none. */
export function sealedTexts(
  tx: Reader,
  place: SealedPlace,
  after: Position,
  butOf?: string,
): Promise<StoredText[]> {
  const column = raw(place.column);
  const where = [place.isMixed === true ? isSealed(place.column) : sql`${column} is not null`];
  if (butOf !== undefined) where.push(sql`${column} not like ${`v2.${butOf}.%`}`);
  return page(tx, place, { about: place.about ?? [], where, after });
}

/** Where a row of a place lies, for the next page. */
export function positionOf({ key }: Pick<SealedPlace, 'key'>, { row }: StoredText): Position {
  return key.map((column) => row[column]);
}

/** Writes a text in place of the one that was read; false when that is another one by now. */
export async function replaceText(
  tx: Writer,
  { table, column, key }: Pick<SealedPlace, 'table' | 'column' | 'key'>,
  { row, text }: StoredText,
  next: string,
): Promise<boolean> {
  const own = key.map((name) => sql`${raw(name)} = ${row[name]}`);
  const isSame = sql`${raw(column)} = ${text}`;
  const done = await tx.run(
    sql`update ${raw(table)} set ${raw(column)} = ${next} where ${every([...own, isSame])}`,
  );
  return done > 0;
}

/** Which rows of a place of hashes count. */
function counted({ table, column }: HashedPlace): Sql {
  if (table === 'meta') return sql`key like ${beginningOf('%')}`;
  if (table === 'idempotency_keys') return isSealed('body');
  return table === 'recovery_codes' ? sql`used_at is null` : sql`${raw(column)} is not null`;
}

/** How many hashes of a place rest on each key, by its id; '' for those that name none. */
export async function countHashes(tx: Reader, place: HashedPlace): Promise<Map<string, number>> {
  const column = raw(place.column);
  const rows = await tx.all<{ id: string; hashes: bigint }>(
    sql`select case when ${column} like 'h2.%' then substr(${column}, 4, 8) else '' end as id, count(*) as hashes
        from ${raw(place.table)} where ${counted(place)} group by 1`,
  );
  return new Map(rows.map(({ id, hashes }) => [id, Number(hashes)]));
}

/** Up to `ROWS_AT_ONCE` hashes of a place that name no key, behind a position; of sandboxes all that is kept. */
export function unnamedHashes(tx: Reader, place: HashedPlace, after: Position): Promise<StoredText[]> {
  const unnamed = place.table === 'meta' ? [] : [sql`${raw(place.column)} not like 'h2.%'`];
  return page(tx, place, { where: [counted(place), ...unnamed], after });
}

/** The texts that sandboxes are made again from. */
export async function sandboxBeginnings(tx: Reader, after: string): Promise<readonly StoredText[]> {
  const rows = await tx.all<{ key: string; value: string }>(
    sql`select key, value from meta where key like ${beginningOf('%')} and key > ${after}
        order by key limit ${ROWS_AT_ONCE}`,
  );
  return rows.map(({ key, value }) => ({ row: { key }, text: value }));
}
