// Sends a file of another system in parts, one after the other: each is saved by itself (docs/moving-in.md).

import type { Import, Passbell } from '#clients/typescript/index.ts';
import type { MovedKind } from '#src/imports/rules/fields.ts';
import { type FileRecord, partsOf } from '#src/imports/rules/parts.ts';
import { type Mapping, quoted, type Sheet } from '../products/mapping.ts';

/** The column that names the records of a kind. */
export const KEYS = { customers: 'customer', staff: 'staff', sales: 'sale' } as const;

/** A file that was chosen, and what its columns are. */
export interface MovingFile {
  readonly kind: MovedKind;
  readonly name: string;
  readonly sha256: string;
  readonly sheet: Sheet;
  readonly mapping: Mapping;
  readonly source: string;
}

/** The digest of a file, by which the log knows it. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Brings a file in, or tries to; `onPart` is told how far it is. Answers the import, closed. */
export async function bringIn(
  passbell: Passbell,
  { kind, name, sha256, sheet, mapping, source }: MovingFile,
  isTry: boolean,
  onPart: (so: Import) => void,
): Promise<Import> {
  const kept = mapping.flatMap((field, at) => (field === null ? [] : { field, at }));
  const columnOf = (field: string) => kept.find((column) => column.field === field)?.at ?? -1;
  const keyAt = columnOf(KEYS[kind]);
  const refundAt = columnOf('refund_of');
  const keyOf = ({ cells }: FileRecord) => (cells[keyAt] ?? '').trim();
  const head = ['line', ...kept.map(({ field }) => field)].join(',');
  const csvOf = (records: readonly FileRecord[]) =>
    [
      head,
      ...records.map(({ line, cells }) => [line, ...kept.map(({ at }) => quoted(cells[at] ?? ''))].join(',')),
    ].join('\n');
  const body = { kind, file_name: name, sha256, source, dry_run: isTry };
  const opened = await passbell.call('openImport', { body });
  const waited: FileRecord[] = [];
  let part = 0;
  const send = async (
    records: readonly FileRecord[],
    more: { again?: boolean; last?: boolean; elsewhere?: string[] } = {},
  ) => {
    part += 1;
    const sent = { part, csv: csvOf(records), ...more };
    const done = await passbell.call('sendImportRows', { import_id: opened.id_str, body: sent });
    onPart(done.import);
    return new Set(done.waiting_sales);
  };
  const first = async (records: readonly FileRecord[]) => {
    const late = await send(records);
    if (late.size > 0) waited.push(...records.filter((record) => late.has(keyOf(record))));
  };
  for (const records of partsOf(sheet.records, keyAt)) await first(records);
  const keys = isTry && waited.length > 0 ? new Set(sheet.records.map(keyOf)) : new Set<string>();
  for (const some of partsOf(waited, keyAt)) {
    const elsewhere = some.map(({ cells }) => (cells[refundAt] ?? '').trim()).filter((key) => keys.has(key));
    await send(some, { again: true, last: true, elsewhere });
  }
  return passbell.call('closeImport', { import_id: opened.id_str });
}
