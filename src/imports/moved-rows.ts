// Rows of files that another system has written, by the names of their columns (docs/moving-in.md).
import { hash } from 'node:crypto';
import { sentence } from '../kernel/words.ts';
import { type CsvFile, FileError, readCell } from './csv.ts';
import { fieldsOf, type MovedKind } from './rules/fields.ts';
import type { MovedProblem, MovedRow, SaleRows } from './rules/past-facts.ts';

/** The column that says in which line of its file a row was. */
const LINE = 'line';
/** Characters of a name that a file gives a record. */
const MAX_KEY = 100;

/** The column that names the records of a kind. */
export const KEY_OF = { customers: 'customer', staff: 'staff', sales: 'sale' } as const;

/** The rows of a part of a file, without cells that are empty. */
export function movedRows(kind: MovedKind, { file, head, records }: CsvFile): MovedRow[] {
  return rowReader(kind, file, head)(records);
}

/** Reads rows below a head; refuses a head that cannot be used. */
export function rowReader(
  kind: MovedKind,
  file: string,
  head: readonly string[],
): (records: CsvFile['records']) => MovedRow[] {
  const known = new Set(fieldsOf(kind));
  const twice = head.find((name, at) => known.has(name) && head.indexOf(name) !== at);
  if (twice !== undefined)
    throw new FileError(file, sentence('the column "{name}" is there twice.', { name: twice }), 1);
  if (!head.includes(KEY_OF[kind]))
    throw new FileError(file, sentence('there is no column "{name}".', { name: KEY_OF[kind] }), 1);
  const columns = head.flatMap((name, at) => (known.has(name) ? [[name, at] as const] : []));
  const lineAt = head.indexOf(LINE);
  return (records) =>
    records.map(({ line, cells }) => {
      const own = lineAt === -1 ? Number.NaN : Number(cells[lineAt]);
      const filled = new Map<string, string>();
      for (const [name, at] of columns) {
        const text = (readCell(cells[at] ?? '') ?? '').trim();
        if (text !== '' && text !== '-') filled.set(name, text);
      }
      return { line: Number.isSafeInteger(own) && own > 0 ? own : line, cells: filled };
    });
}

/** The rows of each record, in their order; rows of one that are not together, or name none, are mistakes. */
export function groupRows(
  kind: MovedKind,
  rows: readonly MovedRow[],
): { readonly groups: SaleRows[]; readonly problems: MovedProblem[] } {
  const column = KEY_OF[kind];
  const groups = new Map<string, MovedRow[]>();
  const problems: MovedProblem[] = [];
  let last: string | undefined;
  for (const row of rows) {
    const key = row.cells.get(column);
    if (key === undefined || key.length > MAX_KEY) {
      const why =
        key === undefined
          ? sentence('is required.')
          : sentence('must have at most {max} characters.', { max: MAX_KEY });
      problems.push({ line: row.line, column, sentence: why });
      last = undefined;
      continue;
    }
    const known = groups.get(key);
    if (known !== undefined && (key !== last || kind !== 'sales')) {
      const why = sentence('"{name}" is in line {line} already.', { name: key, line: known[0]?.line ?? 0 });
      problems.push({ line: row.line, column, sentence: why });
      continue;
    }
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
    last = key;
  }
  return { groups: Array.from(groups, ([key, some]) => ({ key, rows: some })), problems };
}

/** A digest of a record's rows, so that it is noticed when another file has other ones. */
export function digestOf({ rows }: SaleRows): string {
  const text = rows.map(({ cells }) => [...cells].sort(([a], [b]) => (a < b ? -1 : 1)));
  return hash('sha1', JSON.stringify(text), 'base64url');
}
