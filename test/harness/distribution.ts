import type { Reader } from '#src/storage/port.ts';
import { raw, sql } from '#src/storage/sql.ts';

// The rules for tables whose rows lie on several PostgreSQL servers by company, as Citus and others have them.

/** What rows are spread by. */
export const SPREAD_BY = 'company_id';

/** Most parts of each kind that are read. */
const MAX_PARTS = 10_000;

/** A key, unique index or index of a table. */
export interface KeyPart {
  readonly name: string;
  readonly kind: 'primary key' | 'unique index' | 'exclusion';
  readonly columns: readonly string[];
}

/** A reference from one table to another one that the database holds. */
export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

/** What a database says of a table. */
export interface TableRules {
  readonly table: string;
  /** Columns with their defaults. */
  readonly columns: ReadonlyMap<string, string | undefined>;
  readonly keys: readonly KeyPart[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly triggers: readonly string[];
}

const OURS = raw(`(select relnamespace from pg_class where oid = to_regclass('migrations'))`);
const LIMIT = raw(`limit ${MAX_PARTS}`);

/** The names of columns by their numbers, in that order, as text that is JSON. */
const names = (table: string, numbers: string) =>
  raw(
    `(select coalesce(json_agg(a.attname order by u.place), '[]')::text from unnest(${numbers}) with ordinality as u (attnum, place)
      join pg_attribute a on a.attrelid = ${table} and a.attnum = u.attnum)`,
  );

const COLUMNS = sql`select c.relname::text as table_name, a.attname::text as name, pg_get_expr(d.adbin, d.adrelid) as otherwise
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and c.relnamespace = ${OURS} order by c.relname, a.attnum ${LIMIT}`;

const KEYS = sql`select c.relname::text as table_name, i.relname::text as name,
    case when k.indisprimary then 'primary key' when k.indisexclusion then 'exclusion' else 'unique index' end as kind,
    ${names('c.oid', 'k.indkey::int2[]')} as columns
  from pg_index k join pg_class i on i.oid = k.indexrelid join pg_class c on c.oid = k.indrelid
  where (k.indisunique or k.indisexclusion) and c.relnamespace = ${OURS} order by c.relname, i.relname ${LIMIT}`;

const FOREIGN_KEYS = sql`select c.relname::text as table_name, f.conname::text as name, t.relname::text as target,
    ${names('c.oid', 'f.conkey')} as columns, ${names('t.oid', 'f.confkey')} as target_columns
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
  where f.contype = 'f' and c.relnamespace = ${OURS} order by c.relname, f.conname ${LIMIT}`;

const TRIGGERS = sql`select c.relname::text as table_name, t.tgname::text as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = ${OURS} order by c.relname, t.tgname ${LIMIT}`;

interface Named {
  readonly table_name: string;
  readonly name: string;
}

const list = (text: string) => JSON.parse(text) as string[];

/** Every table of a PostgreSQL, with what its rules are about. */
export async function readTableRules(tx: Reader): Promise<TableRules[]> {
  const columns = await tx.all<Named & { otherwise: string | null }>(COLUMNS);
  const keys = await tx.all<Named & { kind: KeyPart['kind']; columns: string }>(KEYS);
  const foreignKeys = await tx.all<Named & { columns: string; target: string; target_columns: string }>(
    FOREIGN_KEYS,
  );
  const triggers = await tx.all<Named>(TRIGGERS);
  const of = <T extends Named>(rows: readonly T[], table: string) =>
    rows.filter(({ table_name }) => table_name === table);
  return [...new Set(columns.map(({ table_name }) => table_name))].map((table) => ({
    table,
    columns: new Map(of(columns, table).map(({ name, otherwise }) => [name, otherwise ?? undefined])),
    keys: of(keys, table).map((key) => ({ name: key.name, kind: key.kind, columns: list(key.columns) })),
    foreignKeys: of(foreignKeys, table).map((key) => ({
      name: key.name,
      columns: list(key.columns),
      target: key.target,
      targetColumns: list(key.target_columns),
    })),
    triggers: of(triggers, table).map(({ name }) => name),
  }));
}

/** The faults of a foreign key. `common` are the tables that every server has whole. */
function foreignKeyFaults(key: ForeignKey, isSpread: boolean, common: ReadonlySet<string>): string[] {
  const { name, columns, target, targetColumns } = key;
  if (common.has(target)) return [];
  if (!isSpread) return [`${name} refers to ${target}, of which no server has all rows`];
  const place = columns.indexOf(SPREAD_BY);
  return place >= 0 && targetColumns[place] === SPREAD_BY
    ? []
    : [`${name} refers to ${target} without ${SPREAD_BY} on both sides`];
}

/**
 * What keeps tables from being spread over servers: every one that is not in `common` has rows of companies, each of
 * which lies on one server with everything of its company.
 */
export function distributionFaults(tables: readonly TableRules[], common: ReadonlySet<string>): string[] {
  return tables.flatMap(({ table, columns, keys, foreignKeys, triggers }) => {
    const isSpread = !common.has(table);
    const faults = foreignKeys.flatMap((key) => foreignKeyFaults(key, isSpread, common));
    if (isSpread) {
      const primary = keys.find(({ kind }) => kind === 'primary key');
      if (!columns.has(SPREAD_BY)) faults.push(`has no ${SPREAD_BY}`);
      else if (primary === undefined) faults.push('has no primary key');
      else if (primary.columns[0] !== SPREAD_BY) faults.push(`its key does not begin with ${SPREAD_BY}`);
      for (const { name, kind, columns: own } of keys) {
        if (kind !== 'primary key' && !own.includes(SPREAD_BY))
          faults.push(`the ${kind} ${name} is without ${SPREAD_BY}`);
      }
      for (const [name, otherwise] of columns) {
        if (otherwise !== undefined && /nextval|\(/.test(otherwise))
          faults.push(`${name} has a default that is worked out: ${otherwise}`);
      }
      for (const name of triggers) faults.push(`has the trigger ${name}`);
    }
    return faults.map((fault) => `${table}: ${fault}`);
  });
}

/** The texts between the backticks of sql`…` in a source, with what stands in `${…}`. */
export function sqlTexts(source: string): string[] {
  const texts: string[] = [];
  for (let from = source.indexOf('sql`'); from >= 0; from = source.indexOf('sql`', from)) {
    let at = from + 4;
    for (let depth = 0; at < source.length; at++) {
      const char = source[at];
      if (char === '`' && depth === 0) break;
      if (source.startsWith('${', at)) {
        depth++;
        at++;
      } else if (depth > 0 && char === '{') depth++;
      else if (depth > 0 && char === '}') depth--;
    }
    texts.push(source.slice(from + 4, at));
    from = at + 1;
  }
  return texts;
}

/** The tables of a statement that is not seen to name one company, among those that are spread. */
export function tablesOfSeveral(text: string, isSpread: (table: string) => boolean): string[] {
  if (/company_id\s*=\s*\$\{|^\s*insert into/.test(text)) return [];
  const named = text.matchAll(/\b(?:from|into|update|join)\s+([a-z_]+)\b/g);
  return [...new Set([...named].map(([, table = '']) => table))].filter(isSpread);
}
