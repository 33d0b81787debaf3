import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { explainFaults, forEngine, MIGRATIONS } from './migrate.ts';
import type { Reader, Storage } from './port.ts';
import { raw, sql } from './sql.ts';

// The tables of a database against those that the migrations make. Both engines run the same statements except for
// those of one engine only, so the expected tables are made in an empty database in memory.

type Engine = Storage['engine'];

/** Most columns, and most indexes, that are read of a database. */
const MAX_PARTS = 10_000;
/** Tables that only SQLite has: PostgreSQL counts ids by sequences. */
const SQLITE_ONLY = new Set(['id_counters']);

/**
 * What all parts come to that the migrations make: a database with just these needs no closer look, which would take a tenth
 * of a start. The test says what belongs here after a migration.
 */
const FINGERPRINTS: Readonly<Record<Engine, string>> = {
  sqlite: '7RXj6JFaWZ3xftNrAAqDuLad4bTOXlbZpB8q_0V18gY',
  postgres: 'v1tyvLTeIaWWYkyUYinnpoSOAt8ZF1BFE5fVwvkUBEY',
};

/** A column as it lies in the database, alike on both engines. */
interface ColumnPart {
  readonly table: string;
  readonly column: string;
  /** Its type, whether it may be null, and its default. */
  readonly shape: string;
  /** Where it stands in the primary key, from 1; 0 when it does not. */
  readonly place: number;
}

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  readonly not_null: bigint;
  readonly otherwise: string | null;
  readonly place: bigint | null;
}

interface IndexRow {
  readonly name: string;
  readonly table_name: string;
  readonly definition: string;
}

const COLUMNS = {
  sqlite: sql`select m.name as table_name, c.name as column_name, lower(c.type) as type, c."notnull" as not_null,
      c.dflt_value as otherwise, c.pk as place
    from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite!_%' escape '!' order by m.name, c.cid
    limit ${raw(String(MAX_PARTS))}`,
  postgres: sql`select c.relname::text as table_name, a.attname::text as column_name,
      format_type(a.atttypid, a.atttypmod) || case when l.collname is null or l.collname = 'C' or c.relname = 'migrations' then ''
        else ' collation "' || l.collname || '"' end as type,
      a.attnotnull as not_null, pg_get_expr(d.adbin, d.adrelid) as otherwise,
      (array_position(k.indkey::int2[], a.attnum) + 1)::bigint as place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_index k on k.indrelid = c.oid and k.indisprimary
    where c.relkind in ('r', 'p')
      and c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
    order by c.relname collate "C", a.attnum limit ${raw(String(MAX_PARTS))}`,
};

const INDEXES = {
  sqlite: sql`select name, tbl_name as table_name, sql as definition from sqlite_schema
    where type = 'index' and sql is not null order by name limit ${raw(String(MAX_PARTS))}`,
  postgres: sql`select i.relname::text as name, c.relname::text as table_name,
      pg_get_indexdef(i.oid) || case when k.indisvalid then '' else ' which is not valid' end as definition
    from pg_index k join pg_class i on i.oid = k.indexrelid join pg_class c on c.oid = k.indrelid
    where not k.indisprimary and c.relkind in ('r', 'p')
      and c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
    order by i.relname collate "C" limit ${raw(String(MAX_PARTS))}`,
};

function columnPart(row: ColumnRow): ColumnPart {
  const place = Number(row.place ?? 0n);
  const mayBeNull = row.not_null === 0n && place === 0;
  // PostgreSQL writes a default with its type.
  const otherwise = row.otherwise?.replaceAll(/::\w+|'/g, '');
  const rest = `${mayBeNull ? '' : ' not null'}${otherwise === undefined ? '' : ` default ${otherwise}`}`;
  return { table: row.table_name, column: row.column_name, shape: row.type + rest, place };
}

/** Every column of every table, by table, in the order the tables have them. */
export async function readColumns(tx: Reader, engine: Engine): Promise<ColumnPart[]> {
  return (await tx.all<ColumnRow>(COLUMNS[engine])).map(columnPart);
}

/** The definition of an index as both engines would write it: without the additions of one of them. */
function plainDefinition(text: string): string {
  const bare = text
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/ on \w+\./, ' on ')
    .replace(' using btree', '')
    .replaceAll(/::\w+/g, '')
    // PostgreSQL puts a number below zero between quotes, and a list into an array.
    .replaceAll(/'(-\d+)'/g, '$1')
    .replaceAll(/[\s()]+/g, ' ');
  return bare.replaceAll('= any array[', 'in ').replaceAll(']', '').replaceAll(/ ?, ?/g, ', ').trim();
}

/** The first words of a column's name. */
const COLUMN = 'the column ';

/** All parts of a database, by their names in a sentence (`the column orders.total`), with their definitions. */
type Parts = ReadonlyMap<string, string>;

function partsOf(columns: readonly ColumnPart[], indexes: readonly IndexRow[]): Parts {
  const parts = new Map<string, string>();
  for (const [table, own] of Map.groupBy(columns, (part) => part.table)) {
    const key = own.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
    parts.set(`the table ${table}`, `with the key ${key.map(({ column }) => column).join(', ')}`);
    for (const { column, shape } of own) parts.set(`${COLUMN}${table}.${column}`, shape);
  }
  for (const { name, definition } of indexes) parts.set(`the index ${name}`, plainDefinition(definition));
  return parts;
}

/** The table that a column belongs to; undefined for other parts. */
function tableOf(part: string): string | undefined {
  if (!part.startsWith(COLUMN)) return undefined;
  return `the table ${part.slice(COLUMN.length, part.lastIndexOf('.'))}`;
}

/** The columns and indexes of a database. */
interface Rows {
  readonly columns: readonly ColumnPart[];
  readonly indexes: readonly IndexRow[];
}

/** The tables that the migrations make in an empty database on SQLite; some 400 statements, so a process makes them once. */
let made: Rows | undefined;

function makeRows(): Rows {
  const db = new DatabaseSync(':memory:', { readBigInts: true });
  try {
    db.exec('create table migrations (number bigint primary key, name text not null)');
    for (const migration of MIGRATIONS) {
      for (const statement of migration.statements('sqlite')) db.exec(forEngine('sqlite', statement));
    }
    const rows = <T>(text: string) => db.prepare(text).all() as T[];
    return {
      columns: rows<ColumnRow>(COLUMNS.sqlite.sql).map(columnPart),
      indexes: rows<IndexRow>(INDEXES.sqlite.sql),
    };
  } finally {
    db.close();
  }
}

/** The columns and indexes that the migrations make of an empty database. */
function expectedRows(engine: Engine): Rows {
  made ??= makeRows();
  if (engine === 'sqlite') return made;
  return {
    columns: made.columns.filter(({ table }) => !SQLITE_ONLY.has(table)),
    indexes: made.indexes.filter(({ table_name: table }) => !SQLITE_ONLY.has(table)),
  };
}

/** One text for the same parts in any order. */
function fingerprintOf(parts: Parts): string {
  return hash('sha256', JSON.stringify([...parts].sort(([a], [b]) => (a < b ? -1 : 1))), 'base64url');
}

/** The parts that the migrations make in an empty database. */
function expectedParts(engine: Engine): Parts {
  const { columns, indexes } = expectedRows(engine);
  return partsOf(columns, indexes);
}

/** The fingerprint of an engine's tables that is kept here, and that of the tables that the migrations make. */
export function knownParts(engine: Engine): { readonly known: string; readonly made: string } {
  return { known: FINGERPRINTS[engine], made: fingerprintOf(expectedParts(engine)) };
}

/** Passbell's own tables, each with its columns: all others in a database were added by hand. */
export function ownColumns(engine: Engine): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = Map.groupBy(expectedRows(engine).columns, ({ table }) => table);
  return new Map([...tables].map(([table, own]) => [table, new Set(own.map(({ column }) => column))]));
}

/** The differences between a database and the tables of this version. */
export interface Comparison {
  /** Missing or different parts, each as part of a sentence: with these Passbell cannot work on it. */
  readonly faults: readonly string[];
  /** Tables, columns and indexes that were added by hand: they are harmless. */
  readonly extras: readonly string[];
}

/** Compares the tables of a database that has gone through all migrations with the expected ones. */
export async function compareSchema(tx: Reader, engine: Engine): Promise<Comparison> {
  const columns = await readColumns(tx, engine);
  const actual = partsOf(columns, await tx.all<IndexRow>(INDEXES[engine]));
  if (fingerprintOf(actual) === FINGERPRINTS[engine]) return { faults: [], extras: [] };
  const expected = expectedParts(engine);
  const faults: string[] = [];
  for (const [part, wanted] of expected) {
    const table = tableOf(part);
    const found = actual.get(part);
    if (table !== undefined && !actual.has(table)) continue;
    if (found === undefined) faults.push(`${part} is missing`);
    else if (found !== wanted) faults.push(`${part} is "${found}" in place of "${wanted}"`);
  }
  const extras: string[] = [];
  for (const [part, shape] of actual) {
    const table = tableOf(part);
    if (expected.has(part) || (table !== undefined && !expected.has(table))) continue;
    // Nothing that Passbell adds to the table would have a value there.
    const wantsValue = table !== undefined && shape.includes(' not null') && !shape.includes(' default ');
    if (wantsValue) faults.push(`${part}, which is not Passbell's, is "${shape}" without a default`);
    else extras.push(part);
  }
  return { faults, extras };
}

/** Refuses a database whose tables differ from those of the migrations. */
export async function checkSchema(storage: Storage): Promise<void> {
  const { faults } = await storage.read((tx) => compareSchema(tx, storage.engine));
  if (faults.length > 0) throw new Error(explainFaults(faults));
}
