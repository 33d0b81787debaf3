// Prices of a list as a file that is imported (docs/import.md).

import { joinCells, writeCell } from '#src/kernel/csv.ts';
import type { PriceFields } from '../catalogue/amounts.ts';

/** A price that was typed. */
export interface PriceEdit {
  readonly id: string;
  readonly sku: string | null;
  readonly price: PriceFields;
}

/** The cell that unsets, which is no text. */
const UNSET = '-';

/** The file that sets prices on a list, on the base one where none is named; what was emptied is taken off the list. */
export function pricesCsv(list: string | undefined, edits: readonly PriceEdit[]): string {
  const column = (name: string) => writeCell(list === undefined ? name : `list:${list}:${name}`);
  const cell = (text: string) => (text.trim() === '' ? UNSET : writeCell(text.trim()));
  const lines = edits.map(({ id, sku, price: { inc, ex, typed } }) =>
    joinCells([
      writeCell(sku ?? `id:${id}`),
      typed === 'inc' ? cell(inc) : '',
      typed === 'ex' ? cell(ex) : '',
    ]),
  );
  return [joinCells(['sku', column('unit_price'), column('unit_price_ex_tax')]), ...lines].join('');
}
