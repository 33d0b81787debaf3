import { MIGRATIONS } from '../storage/migrate.ts';
import type { Reader, Row, Storage, Writer } from '../storage/port.ts';
import { ID_KINDS, type IdKind } from '../storage/port.ts';
import { ownColumns, readColumns } from '../storage/schema.ts';
import { join, raw, sql } from '../storage/sql.ts';

// The whole database, table by table and row by row, as both engines have it.

/** A table as it lies in the database. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

/** Rows that are read, and written, together. */
export const ROWS_AT_ONCE = 500;
/** Most values that one statement takes. */
const VALUES_AT_ONCE = 10_000;

/** Tables that every database has of its own: the applied migrations, SQLite's counters of ids, who serves it and what they count, and files of screens. */
const OWN = new Set(['migrations', 'id_counters', 'processes', 'process_counts', 'screen_files']);

/** Every table whose rows belong into a backup, by name: Passbell's own, with its own columns. */
export async function tableShapes(tx: Reader, engine: Storage['engine']): Promise<TableShape[]> {
  const ours = ownColumns(engine);
  const shapes: TableShape[] = [];
  for (const [name, all] of Map.groupBy(await readColumns(tx, engine), ({ table }) => table)) {
    const own = ours.get(name);
    if (own === undefined || OWN.has(name)) continue;
    const columns = all.filter(({ column }) => own.has(column));
    const key = columns.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
    if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
    shapes.push({
      name,
      columns: columns.map(({ column }) => column),
      key: key.map(({ column }) => column),
    });
  }
  return shapes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The tables and columns that were added to a database by hand, in words: they are in no backup. */
export async function addedParts(tx: Reader, engine: Storage['engine']): Promise<string[]> {
  const ours = ownColumns(engine);
  const added = new Set<string>();
  for (const { table, column } of await readColumns(tx, engine)) {
    const own = ours.get(table);
    if (own === undefined) added.add(tablePart(table));
    else if (!own.has(column)) added.add(columnPart(table, column));
  }
  return [...added].sort();
}

/** The name of a table that is left out. */
export const tablePart = (table: string): string => `the table ${table}`;
/** The name of a column that is left out. */
export const columnPart = (table: string, column: string): string => `the column ${table}.${column}`;

/** The newest step that the database went through. */
export async function migrationOf(tx: Reader): Promise<number> {
  const row = await tx.get<{ v: bigint | null }>(sql`select max(number) as v from migrations`);
  return Number(row?.v ?? 0n);
}

/** The newest step that this Passbell knows. */
export function newestMigration(): number {
  return MIGRATIONS.at(-1)?.number ?? 0;
}

/** Up to `ROWS_AT_ONCE` rows of a table behind a position of its key, as values in the order of its columns. */
export async function rowsAfter(
  tx: Reader,
  { name, columns, key }: TableShape,
  after: readonly unknown[] | undefined,
): Promise<Row[string][][]> {
  const list = raw(columns.join(', '));
  const place = raw(key.join(', '));
  const behind = after === undefined ? sql`` : sql`where (${place}) > (${join([...after])})`;
  const rows = await tx.all(
    sql`select ${list} from ${raw(name)} ${behind} order by ${place} limit ${ROWS_AT_ONCE}`,
  );
  return rows.map((row) => columns.map((column) => row[column] ?? null));
}

/** The last id of each kind that was handed out: none of them may ever be used again. */
export async function lastIds(tx: Reader, engine: Storage['engine']): Promise<[IdKind, bigint][]> {
  const found: [IdKind, bigint][] = [];
  for (const kind of ID_KINDS) {
    const row =
      engine === 'sqlite'
        ? await tx.get<{ last: bigint | null }>(sql`select last from id_counters where kind = ${kind}`)
        : await tx.get<{ last: bigint | null }>(
            sql`select pg_sequence_last_value(${`id_${kind}`}::text::regclass) as last`,
          );
    if (row?.last !== null && row?.last !== undefined) found.push([kind, row.last]);
  }
  return found;
}

/** The first table that has rows: a backup is restored into an empty database only. */
export async function firstFilled(
  tx: Reader,
  shapes: readonly TableShape[],
  isAllowed: (name: string) => boolean,
): Promise<string | undefined> {
  for (const { name } of shapes) {
    if (isAllowed(name)) continue;
    if ((await tx.get(sql`select 1 as one from ${raw(name)} limit 1`)) !== undefined) return name;
  }
  return undefined;
}

/** Removes all rows of a table. */
export async function emptyTable(tx: Writer, name: string): Promise<void> {
  await tx.run(sql`delete from ${raw(name)}`);
}

/** Writes rows as they were. */
export async function insertRows(
  tx: Writer,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const together = Math.max(1, Math.floor(VALUES_AT_ONCE / columns.length));
  for (let at = 0; at < rows.length; at += together) {
    const some = rows.slice(at, at + together).map((row) => sql`(${join([...row])})`);
    await tx.run(sql`insert into ${raw(name)} (${raw(columns.join(', '))}) values ${join(some)}`);
  }
}
