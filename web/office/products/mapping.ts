// What the columns of a CSV file are: guessed by their names, chosen by people, and written as the API takes them
// (docs/import.md).

import type { PRODUCT_COLUMNS } from '#src/imports/columns.ts';
import { writeCell } from '#src/kernel/csv.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';

/** A column of a product that has a name of its own; those of sites and price lists are known by their beginning. */
type ProductColumn = 'sku' | 'variant_of' | keyof typeof PRODUCT_COLUMNS;

/** The columns by what they are called, and by which other names they are known. */
export const COLUMNS: Readonly<Record<ProductColumn, readonly [Message, ...names: string[]]>> = {
  sku: [message('SKU'), 'item number', 'item no', 'article number', 'product code', 'plu', 'id', 'handle'],
  name: [message('Name'), 'product', 'product name', 'item', 'item name', 'title'],
  categories: [message('Categories'), 'category', 'category name', 'group', 'department', 'menu'],
  unit_price: [message('Price with tax'), 'price', 'retail price', 'sale price', 'selling price', 'amount'],
  unit_price_ex_tax: [message('Price without tax'), 'net price', 'price net', 'price ex tax'],
  taxes: [message('Taxes'), 'tax', 'tax code', 'vat', 'gst'],
  barcode: [message('Barcode'), 'ean', 'gtin', 'upc', 'bar code'],
  description: [message('Description'), 'details', 'notes'],
  online_description: [message('Online description')],
  docket_name: [message('Kitchen name'), 'kitchen print name', 'short name'],
  image: [message('Picture'), 'photo', 'image url', 'picture url'],
  tags: [message('Tags'), 'tag', 'labels'],
  code: [message('Code'), 'short code'],
  cost_price: [message('Cost with tax'), 'cost', 'purchase price'],
  cost_price_ex_tax: [message('Cost without tax'), 'net cost'],
  cost_taxes: [message('Taxes on the cost')],
  is_sold: [message('Sellable'), 'active', 'sold'],
  is_purchased: [message('Purchased')],
  is_inventory: [message('Track inventory'), 'inventory', 'track stock'],
  is_modifier: [message('Modifier')],
  variable_price: [message('Variable price'), 'open price'],
  min_sell_price: [message('Minimum price')],
  max_sell_price: [message('Maximum price')],
  show_online: [message('Show online'), 'online'],
  measure: [message('Measure'), 'size'],
  unit_of_measure: [message('Unit'), 'uom'],
  option_sets: [message('Option sets'), 'option set', 'modifier sets'],
  modifiers: [message('Modifiers')],
  variant_of: [message('Variant of'), 'parent', 'parent sku'],
  variant_attributes: [message('Attributes'), 'variant', 'options'],
};

/** Columns with a number. */
const NUMBERS = /price|^measure$|:amount$/;
/** The columns of one site and of one price list. */
const OF_PLACE = /^(?:site|list):.+:\w+$/;

/** A file with its head. */
export interface Sheet {
  readonly head: readonly string[];
  readonly records: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** The field of each column of a sheet; null is left out. */
export type Mapping = readonly (string | null)[];

/** A cell, and where it ends; undefined for a quote that is never closed. */
function cellAt(text: string, start: number, delimiter: string) {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && !`${delimiter}\r\n`.includes(text.charAt(end))) end++;
    return { cell: text.slice(start, end), end };
  }
  let cell = '';
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return undefined;
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}

/** Cuts a text into cells as they stand there, or throws what is wrong; the head line has most of the delimiter. */
export function readSheet(text: string): Sheet {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a));
  const records: { line: number; cells: string[] }[] = [];
  let line = 1;
  let cells: string[] = [];
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at <= text.length; ) {
    const found = cellAt(text, at, delimiter);
    const stop = found === undefined ? undefined : stopAt(text, found.end);
    if (found === undefined || ![delimiter, '\r\n', '\n', '\r', ''].includes(stop ?? '"')) {
      throw new Error(
        t(
          'Line {line}: a quote is not closed, or stands inside of a cell. Put the whole cell in quotes and double those in it.',
          { line },
        ),
      );
    }
    cells.push(found.cell);
    at = found.end + Math.max(stop?.length ?? 0, 1);
    if (stop === delimiter) continue;
    if (cells.some((each) => each !== '')) records.push({ line, cells });
    line += linesIn(cells.join(' ')) + 1;
    cells = [];
  }
  const [head, ...rest] = records;
  return { head: (head?.cells ?? []).map((each) => each.trim()), records: rest };
}

/** The character that ends a cell; empty at the end of the text. */
function stopAt(text: string, at: number): string {
  return text.startsWith('\r\n', at) ? '\r\n' : text.charAt(at);
}

function linesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** A name of a column without what makes no difference. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Guesses what columns are by their names; each is guessed once. */
export function guessMapping(head: readonly string[]): Mapping {
  const known = new Map<string, string>();
  const learn = (name: string, column: string) => {
    const plain = plainName(name);
    if (!known.has(plain)) known.set(plain, column);
  };
  for (const column of Object.keys(COLUMNS)) learn(column, column);
  for (const [column, [label, ...names]] of Object.entries(COLUMNS)) {
    for (const name of [translated(label), label, ...names]) learn(name, column);
  }
  const taken = new Set<string>();
  return head.map((name) => {
    const column = OF_PLACE.test(name) ? name : known.get(plainName(name));
    if (column === undefined || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}

/** True for a file of option sets, which goes as it is. */
export function isOptionSets({ head }: Sheet): boolean {
  return head.includes('options') && head.includes('name') && !head.includes('sku');
}

/** A number as the API takes it: `€ 3,50` is 3.50. What is not plain stays as it is, and is refused. */
function plainNumber(cell: string): string {
  const text = cell.replaceAll(/[\p{Sc}\s]/gu, '');
  return /^-?\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text;
}

/** Text as it stood in its file; what the service reads in it stays. */
export function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Stock keeping units made of names: `Café latte` is CAFÉ-LATTE, a second one CAFÉ-LATTE-2. */
function skuMaker(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const sku = plainName(name).toUpperCase().replaceAll(' ', '-').slice(0, 90);
    const count = (counts.get(sku) ?? 0) + 1;
    counts.set(sku, count);
    return count === 1 || sku === '' ? sku : `${sku}-${count}`;
  };
}

/** A file for the API, and the lines that its lines had in the sheet. */
export interface MappedFile {
  readonly csv: string;
  readonly lines: ReadonlyMap<number, number>;
}

/** Writes the chosen columns under the names of the API, with more that are the same in every row. */
export function writeMapped(
  sheet: Sheet,
  mapping: Mapping,
  same: Readonly<Record<string, string>> = {},
): MappedFile {
  const kept = mapping.flatMap((column, at) => (column === null ? [] : { column, at }));
  const nameAt = mapping.indexOf('name');
  const makeSku = mapping.includes('sku') ? undefined : skuMaker();
  const more = Object.values(same).map((text) => writeCell(text));
  const head = [
    ...(makeSku === undefined ? [] : ['sku']),
    ...kept.map(({ column }) => column),
    ...Object.keys(same),
  ];
  let csv = `${head.map(quoted).join(',')}\n`;
  const lines = new Map([[1, 1]]);
  let line = 1 + linesIn(csv);
  for (const { line: before, cells } of sheet.records) {
    const row = [
      ...(makeSku === undefined ? [] : [writeCell(makeSku(cells[nameAt] ?? ''))]),
      ...kept.map(({ column, at }) => {
        const cell = cells[at] ?? '';
        return quoted(NUMBERS.test(column) ? plainNumber(cell) : cell);
      }),
      ...more,
    ];
    const text = `${row.join(',')}\n`;
    lines.set(line, before);
    line += linesIn(text);
    csv += text;
  }
  return { csv, lines };
}

/** A file to begin with, with the columns that most menus have. */
export function templateCsv(): string {
  const columns: readonly ProductColumn[] = [
    'sku',
    'name',
    'categories',
    'unit_price',
    'barcode',
    'description',
  ];
  const head = columns.map((column) => translated(COLUMNS[column][0]));
  const rows = [
    ['TEA', t('Green tea'), t('Drinks'), '3.50', '', ''],
    ['SOUP', t('Tomato soup'), t('Starters'), '6.90', '4006381333931', t('With basil and bread')],
  ];
  return [head, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}
