// The columns of the CSV files: what their cells may hold (docs/import.md).
import { ExactNumber } from '../kernel/json.ts';
import { parseDecimal } from '../kernel/money.ts';
import { ENGLISH, type Sentence, sentence } from '../kernel/words.ts';
import type { Priced } from './rows.ts';
import { readAttributes, readList, readPairs } from './rules/cells.ts';

/** Why a cell cannot be read, and what to do. */
export class CellError extends Error {
  readonly why: Sentence;
  constructor(why: Sentence) {
    super(ENGLISH.tell(why));
    this.why = why;
  }
}

/** A cell with text, or null for one that unsets. */
type Cell = string | null;

function readText(cell: Cell): Cell {
  return cell;
}

function readWord(cell: Cell): Cell {
  return cell?.trim() ?? null;
}

function readFlag(cell: Cell): boolean {
  switch (cell?.trim().toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
      return true;
    case 'false':
    case 'no':
    case '0':
      return false;
    default:
      throw new CellError(sentence('must be true or false.'));
  }
}

/** A number as the API takes it; its bounds are checked with the row. */
function readNumber(cell: Cell): ExactNumber | null {
  return cell === null ? null : new ExactNumber(numberText(cell.trim()));
}

/** A number that has no exponent and few digits, as the API takes it. */
function readWhole(cell: Cell): number | null {
  if (cell === null) return null;
  if (!/^\d{1,9}$/.test(cell.trim())) throw new CellError(sentence('must be a whole number.'));
  return Number(cell.trim());
}

function numberText(text: string): string {
  if (/^-?\d[\d.\s]*,\d+$/.test(text) || /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) {
    throw new CellError(
      sentence('"{text}" has a comma: write decimals with a point and no thousands, such as 1250.50.', {
        text: short(text),
      }),
    );
  }
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text))
    throw new CellError(sentence('"{text}" is not a number such as 12.50.', { text: short(text) }));
  return text;
}

/** The beginning of a text, for a sentence about it. */
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function readNames(cell: Cell): string[] {
  return cell === null ? [] : readList(cell);
}

function readNamesOrNull(cell: Cell): string[] | null {
  return cell === null ? null : readList(cell);
}

/** The names that JSON must not have as keys, here as in a body (reference: imports.3). */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** `Size=S|M|L; Crust=Thin` */
function readVariantAttributes(cell: Cell): Record<string, string[]> | null {
  if (cell === null) return null;
  const found: Record<string, string[]> = {};
  for (const { name, values } of readAttributes(cell)) {
    if (values.length === 0)
      throw new CellError(sentence('"{name}" has no value: write {name}=S|M|L.', { name: short(name) }));
    if (FORBIDDEN.has(name))
      throw new CellError(sentence('an attribute cannot be called "{name}".', { name }));
    if (Object.hasOwn(found, name))
      throw new CellError(sentence('"{name}" is there twice.', { name: short(name) }));
    found[name] = values;
  }
  return found;
}

/** `SKU=1.50; SKU`: what is offered, with prices without tax. */
export function readOptions(cell: Cell): Priced[] {
  return readPriced(cell, (text) => ({ amount: priceOf(text), form: 'ex' }));
}

/** `SKU=1.50; SKU=1.50 ex; SKU`: modifiers, with prices with tax unless `ex` says without. */
export function readModifiers(cell: Cell): Priced[] {
  return readPriced(cell, (text) => {
    const found = /\s(ex|inc)$/.exec(text);
    const amount = found === null ? text : text.slice(0, found.index).trimEnd();
    return { amount: priceOf(amount), form: found?.[1] === 'ex' ? 'ex' : 'inc' };
  });
}

function readPriced(cell: Cell, read: (text: string) => Priced['price']): Priced[] {
  if (cell === null) return [];
  const found = readPairs(cell).map(
    ({ name, value }): Priced => ({ sku: name, price: value === undefined ? null : read(value) }),
  );
  const seen = new Set<string>();
  for (const { sku } of found) {
    if (seen.has(sku)) throw new CellError(sentence('"{name}" is there twice.', { name: short(sku) }));
    seen.add(sku);
  }
  return found;
}

/** The largest price, as in the API. */
const LARGEST = 1_000_000_000n * 100_000_000n;

function priceOf(text: string): bigint {
  const amount = parseDecimal(numberText(text));
  if (amount === undefined || amount < 0n || amount > LARGEST) {
    throw new CellError(
      sentence('"{text}" is not a price from 0 to 1000000000 with at most 8 decimals.', {
        text: short(text),
      }),
    );
  }
  return amount;
}

/** How the cells of a product's columns are read; `sku` and `variant_of` besides. */
export const PRODUCT_COLUMNS = {
  name: readText,
  variant_attributes: readVariantAttributes,
  categories: readNames,
  unit_price: readNumber,
  unit_price_ex_tax: readNumber,
  cost_price: readNumber,
  cost_price_ex_tax: readNumber,
  taxes: readNames,
  cost_taxes: readNames,
  code: readText,
  barcode: readText,
  description: readText,
  online_description: readText,
  docket_name: readText,
  image: readText,
  tags: readNames,
  is_sold: readFlag,
  is_purchased: readFlag,
  is_inventory: readFlag,
  is_modifier: readFlag,
  variable_price: readFlag,
  min_sell_price: readNumber,
  max_sell_price: readNumber,
  show_online: readFlag,
  measure: readNumber,
  unit_of_measure: readWord,
  option_sets: readNamesOrNull,
  modifiers: readModifiers,
} as const;

/** The columns of one site, after `site:<name>:`. */
export const SITE_COLUMNS = {
  available: readFlag,
  amount: readNumber,
  taxes: readNamesOrNull,
  cost_taxes: readNamesOrNull,
  is_inventory: (cell: Cell) => (cell === null ? null : readFlag(cell)),
  show_online: (cell: Cell) => (cell === null ? null : readFlag(cell)),
} as const;

/** The columns of one price list besides the base, after `list:<name>:`. */
export const LIST_COLUMNS = {
  unit_price: readNumber,
  unit_price_ex_tax: readNumber,
  cost_price: readNumber,
  cost_price_ex_tax: readNumber,
} as const;

/** The columns of an option set; `name` besides. */
export const SET_COLUMNS = {
  instructions: readFlag,
  min_selection: readWhole,
  max_selection: readWhole,
  options: readOptions,
} as const;
