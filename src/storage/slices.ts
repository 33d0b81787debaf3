import { raw, type Sql } from './sql.ts';

// Lists are read in slices, so that neither the event loop nor memory depends on the size of a page's records. The
// length of a text is known without reading it, so a query leaves out the texts of long records; these are then read
// one after the other, as far as a slice goes.

/** The texts of a record that come with its list's own query, together, in bytes; longer ones are read separately. */
const LIGHT_BYTES = 16_384;
/** Long texts that are read at a time, in bytes; a single record may be longer. */
const SLICE_BYTES = 262_144;

/** Some records of a list, in order. */
export interface Slice<T> {
  readonly rows: readonly T[];
  /** There is at least one more behind them. */
  readonly more: boolean;
}

/** A row of a query that leaves long texts out. */
export interface WeighedRow {
  /** How long the texts are together that it leaves out when they are long, in bytes. */
  readonly weight: bigint;
}

/** The first `limit` of rows that were read with one more than that. */
export function sliceOf<T>(rows: readonly T[], limit: number): Slice<T> {
  return rows.length > limit ? { rows: rows.slice(0, limit), more: true } : { rows, more: false };
}

/**
 * Columns for `select`, each with its name: texts that are null when they are long together, and then the weight.
 * None at all weighs nothing. `length` is that of a text in bytes, where putting it together would be needed for it.
 */
export function shortColumns(
  columns: readonly (readonly [name: string, expression: string, length?: string])[],
): Sql {
  const weight = columns
    .map(([, expression, length = `octet_length(${expression})`]) => `coalesce(${length}, 0)`)
    .join(' + ');
  if (weight === '') return raw('0 as weight');
  const light = columns.map(
    ([name, expression]) => `case when ${weight} <= ${LIGHT_BYTES} then ${expression} end as ${name}`,
  );
  return raw(`${light.join(', ')}, ${weight} as weight`);
}

/** How the long records of a slice are read. */
interface LongRecordReader<T> {
  /** The key of a record. */
  key(row: T): bigint;
  /** Reads some records whole, in any order. */
  read(keys: readonly bigint[]): Promise<readonly T[]>;
}

/**
 * A slice of rows that were read without long texts, with one more than `limit`: it ends before the long ones among
 * them come to more than SLICE_BYTES.
 */
export async function completeSlice<T, R extends T & WeighedRow>(
  rows: readonly R[],
  limit: number,
  whole: LongRecordReader<T>,
): Promise<Slice<T>> {
  const heavy: bigint[] = [];
  let bytes = 0;
  let count = 0;
  for (const row of rows.slice(0, limit)) {
    if (row.weight > LIGHT_BYTES) {
      bytes += Number(row.weight);
      if (count > 0 && bytes > SLICE_BYTES) break;
      heavy.push(whole.key(row));
    }
    count++;
  }
  const shown: readonly T[] = rows.length === count ? rows : rows.slice(0, count);
  const more = rows.length > count;
  if (heavy.length === 0) return { rows: shown, more };
  const found = new Map((await whole.read(heavy)).map((row) => [whole.key(row), row]));
  return { rows: shown.map((row) => found.get(whole.key(row)) ?? row), more };
}
