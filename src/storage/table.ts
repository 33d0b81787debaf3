import type { ColumnKind, Kind, Owned, Shape, Stored } from '../shape/shape.ts';
import { columns, storedFields } from '../shape/state.ts';
import type { Reader, Row, Writer } from './port.ts';
import { insertRows } from './rows.ts';
import { completeSlice, type Slice, shortColumns, sliceOf, type WeighedRow } from './slices.ts';
import { isIn, join, raw, type Sql, sql } from './sql.ts';

/** A boolean that may be null has no kind: the meaning of null needs a column of its own. */
type KindOf<V> = [V] extends [boolean]
  ? 'bool'
  : [V] extends [bigint | string | null]
    ? 'plain'
    : true extends V
      ? never
      : 'int' | 'json';

/** Every field of a record with how it is stored; leaving one out does not compile. */
type Columns<T> = { readonly [K in keyof T]-?: KindOf<T[K]> };

/** Rows of one table as typed objects. Every statement names the company. */
export interface Table<T> {
  readonly name: string;
  /** The column list for `select`. */
  readonly columns: Sql;
  decode(row: Row): T;
  get(tx: Reader, company: bigint, id: bigint): Promise<T | undefined>;
  /** The same, and keeps the row from changing until the transaction ends. */
  getForUpdate(tx: Writer, company: bigint, id: bigint): Promise<T | undefined>;
  /** The same, and does not wait for others that keep it so. */
  getForShare(tx: Writer, company: bigint, id: bigint): Promise<T | undefined>;
  /** Rows of the company that meet `where`, in the order of `tail` (`order by … limit …`). */
  select(tx: Reader, company: bigint, where: Sql, tail: Sql): Promise<T[]>;
  /** Up to `limit` rows after an id, ascending by id; `where` narrows them. */
  page(tx: Reader, company: bigint, after: bigint, limit: number, where?: Sql): Promise<T[]>;
  /**
   * Up to `limit` rows of the company that meet `where`, in an order, but no more than fit into a slice: rows with long
   * JSON are read apart. Columns of `omit` are not read; they are null.
   */
  slice(
    tx: Reader,
    company: bigint,
    where: Sql,
    order: Sql,
    limit: number,
    omit?: readonly (keyof T & string)[],
  ): Promise<Slice<T>>;
  /** The same of the rows after an id, ascending by id. */
  sliceAfter(tx: Reader, company: bigint, after: bigint, limit: number, where?: Sql): Promise<Slice<T>>;
  insert(tx: Writer, record: T): Promise<void>;
  /** The same by `Writer.send`, for a record that meets no other. */
  sendInsert(tx: Writer, record: T): Promise<void>;
  /** The same of many records that meet no other, many in one statement. */
  sendInserts(tx: Writer, records: readonly T[]): Promise<void>;
  /** Saves every column of the row with the record's company and id. */
  update(tx: Writer, record: T): Promise<void>;
  /** The same by `Writer.send`, for a row that is locked, but for columns that are known to be as they were. */
  sendUpdate(tx: Writer, record: T, unchanged?: ReadonlySet<keyof T & string>): Promise<void>;
  remove(tx: Writer, company: bigint, id: bigint): Promise<boolean>;
}

/** How the values of JSON columns are written and read, by column, where they are more than JSON has: decimals, ids. */
type Codecs = ReadonlyMap<string, NonNullable<Kind['state']>>;

function encode(kind: ColumnKind, value: unknown, codec: NonNullable<Kind['state']> | undefined): unknown {
  if (kind === 'bool') return value === true ? 1n : 0n;
  if (kind === 'json') return value === null ? null : (codec?.write(value) ?? JSON.stringify(value));
  if (kind === 'int') return value === null ? null : BigInt(value as number);
  return value;
}

function decodeValue(
  kind: ColumnKind,
  value: Row[string],
  codec: NonNullable<Kind['state']> | undefined,
): unknown {
  if (value === null || value === undefined) return kind === 'bool' ? false : null;
  if (kind === 'bool') return value !== 0n;
  if (kind === 'json') {
    const json: unknown = JSON.parse(String(value));
    return codec === undefined ? json : codec.read(json);
  }
  if (kind === 'int') return Number(value);
  return value;
}

/** The columns that name a row, and never change. */
const IDENTITY: ReadonlySet<string> = new Set(['company_id', 'id']);

const assign = (column: string, value: unknown): Sql => sql`${raw(column)} = ${value}`;

/** Describes a table whose primary key is (company_id, id). */
export function table<T extends { company_id: bigint; id: bigint }>(
  name: string,
  columns: Columns<T>,
  codecs: Codecs = new Map(),
): Table<T> {
  const entries = Object.entries(columns) as [keyof T & string, ColumnKind][];
  const names = entries.map(([column]) => column);
  const converted = entries.filter(([, kind]) => kind !== 'plain');
  const jsonColumns = new Set(entries.filter(([, kind]) => kind === 'json').map(([column]) => column));
  const list = raw(names.join(', '));
  const from = raw(name);

  // The row is the object: only the columns that need it are converted in place.
  const decode = (row: Row): T => {
    const record: Record<string, unknown> = row;
    for (const [column, kind] of converted)
      record[column] = decodeValue(kind, row[column] ?? null, codecs.get(column));
    return record as T;
  };
  const find = async (tx: Reader, company: bigint, id: bigint, lock: Sql) => {
    const row = await tx.get(
      sql`select ${list} from ${from} where company_id = ${company} and id = ${id}${lock}`,
    );
    return row === undefined ? undefined : decode(row);
  };
  const select: Table<T>['select'] = async (tx, company, where, tail) => {
    const found = sql`select ${list} from ${from} where company_id = ${company} and ${where} ${tail}`;
    return (await tx.all(found)).map(decode);
  };
  const slice: Table<T>['slice'] = async (tx, company, where, order, limit, omit = []) => {
    const shown = names.filter((column) => !omit.includes(column));
    const long = shown.filter((column) => jsonColumns.has(column));
    const tail = sql`${order} limit ${limit + 1}`;
    if (long.length === 0 && omit.length === 0) return sliceOf(await select(tx, company, where, tail), limit);
    const plain = shown.filter((column) => !jsonColumns.has(column));
    const shownColumns = [...plain, ...omit.map((column) => `null as ${column}`)];
    const weighed = shortColumns(long.map((column) => [column, column]));
    const rows = await tx.all<Row & WeighedRow>(
      sql`select ${raw(shownColumns.join(', '))}, ${weighed} from ${from}
          where company_id = ${company} and ${where} ${tail}`,
    );
    return completeSlice<T, T & WeighedRow>(
      rows.map((row) => decode(row) as T & WeighedRow),
      limit,
      {
        key: (row) => row.id,
        read: (ids) => select(tx, company, isIn('id', ids), raw('')),
      },
    );
  };
  const valuesOf = (record: T): unknown[] =>
    entries.map(([column, kind]) => encode(kind, record[column], codecs.get(column)));
  const into = sql`insert into ${from} (${list}) values`;
  const insertion = (record: T): Sql => sql`${into} (${join(valuesOf(record))})`;
  const replacement = (record: T, unchanged?: ReadonlySet<string>): Sql => {
    const changed = entries.filter(([column]) => !IDENTITY.has(column) && unchanged?.has(column) !== true);
    const sets = changed.map(([column, kind]) =>
      assign(column, encode(kind, record[column], codecs.get(column))),
    );
    return sql`update ${from} set ${join(sets)} where company_id = ${record.company_id} and id = ${record.id}`;
  };
  return {
    name,
    columns: list,
    decode,
    get: (tx, company, id) => find(tx, company, id, raw('')),
    getForUpdate: (tx, company, id) => find(tx, company, id, raw(' for update')),
    getForShare: (tx, company, id) => find(tx, company, id, raw(' for share')),
    select,
    page: (tx, company, after, limit, where = raw('1 = 1')) =>
      select(tx, company, sql`id > ${after} and ${where}`, sql`order by id limit ${limit}`),
    slice,
    sliceAfter: (tx, company, after, limit, where = raw('1 = 1')) =>
      slice(tx, company, sql`id > ${after} and ${where}`, raw('order by id'), limit),
    async insert(tx, record) {
      await tx.run(insertion(record));
    },
    sendInsert: async (tx, record) => tx.send(insertion(record)),
    sendInserts: (tx, records) => insertRows(tx, into, records.map(valuesOf)),
    async update(tx, record) {
      await tx.run(replacement(record));
    },
    sendUpdate: async (tx, record, unchanged) => tx.send(replacement(record, unchanged)),
    async remove(tx, company, id) {
      return (await tx.run(sql`delete from ${from} where company_id = ${company} and id = ${id}`)) > 0;
    },
  };
}

/** A table whose rows are the records of a shape. */
export interface ShapeTable<T = unknown> extends Table<T> {
  readonly shape: Shape;
}

/** The table of a shape's records: every stored field is a column of its name. */
export function tableOf<S extends Shape>(
  name: string,
  shape: Stored<S> extends Owned ? S : never,
): ShapeTable<Stored<S>> {
  const codecs = storedFields(shape).flatMap(([column, { kind }]) =>
    kind.column === 'json' && kind.state !== undefined ? [[column, kind.state] as const] : [],
  );
  const made: Table<Owned> = table(name, columns(shape) as unknown as Columns<Owned>, new Map(codecs));
  return { ...made, shape } as unknown as ShapeTable<Stored<S>>;
}
