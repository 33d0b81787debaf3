// Reads the Chipotle orders: 1,834 real orders whose lines carry the chosen options, as a nested list.
//
// A folder of it holds orders.tsv and, where everything is to be checked, expected.json. The data has no menu:
// it follows from the orders. What a choice of the data becomes:
//
//   [Fresh Tomato Salsa, [Rice, Cheese]]     the item's own set: the option Fresh Tomato Salsa, then the option
//                                            Fillings, whose own set Fillings has Rice and Cheese
//   [[Salsa A, Salsa B], [Rice, Cheese]]     the item's own set: the option Several, whose own set has the two
//                                            salsas, then the option Fillings as above
//
// A list inside a list has no name and an option set nests through an option, so two options stand for lists:
// Fillings for one at the end of its item's list, Several for one before that. Nothing else has option sets, so
// an order reads back as exactly the tree it was.

import { join } from 'node:path';
import { z } from 'zod';
import { FileError } from '../imports/csv.ts';
import { divideRound, formatDecimal, parseDecimal } from '../kernel/money.ts';
import type { PlannedOrder, Selection } from './dataset.ts';
import { isFile, type KnownData, readExpected, readWhole } from './known.ts';
import type { ImportedMenu, MenuItem, MenuSet } from './menu.ts';

/** How deep choices may nest. */
const MAX_DEPTH = 2;

const FILE = 'orders.tsv';
const HEAD = ['order_id', 'quantity', 'item_name', 'choice_description', 'item_price'];
const PRICE = /^\$((?:0|[1-9]\d{0,6})\.\d\d) ?$/;

/** A choice by its name, or several of them. */
export type Choice = string | readonly Choice[];

/** One line of an order. */
interface ChipotleLine {
  readonly item: string;
  readonly quantity: number;
  /** The price of the whole line, its quantity in it, as decimal text: `16.98`. */
  readonly price: string;
  /** The chosen options, in order; empty when there was nothing to choose. */
  readonly choices: readonly Choice[];
}

/** One order. */
interface ChipotleOrder {
  readonly number: string;
  readonly lines: readonly ChipotleLine[];
}

/** Reads the orders, in the order of the file. */
export async function readOrders(dir: string): Promise<ChipotleOrder[]> {
  const file = join(dir, FILE);
  const [head = '', ...rows] = (await readWhole(file)).toString('utf8').split(/\r?\n/);
  if (head !== HEAD.join('\t')) throw new FileError(file, `its columns have to be ${HEAD.join(', ')}.`, 1);
  const orders = new Map<string, ChipotleLine[]>();
  for (const [at, row] of rows.entries()) {
    if (row === '') continue;
    const { number, ...line } = readRow(row, (sentence) => new FileError(file, sentence, at + 2));
    const known = orders.get(number);
    if (known === undefined) orders.set(number, [line]);
    else known.push(line);
  }
  return Array.from(orders, ([number, lines]) => ({ number, lines }));
}

function readRow(row: string, refuse: (sentence: string) => FileError): ChipotleLine & { number: string } {
  const [number = '', quantity = '', item = '', chosen = '', priced = '', ...more] = row.split('\t');
  if (more.length > 0) throw refuse('there are more than five cells.');
  const price = PRICE.exec(priced)?.[1];
  if (!/^[1-9]\d{0,14}$/.test(number)) throw refuse(`"${number}" is not an order number.`);
  if (!/^[1-9]\d{0,3}$/.test(quantity)) throw refuse(`"${quantity}" is not a quantity from 1 to 9999.`);
  if (item.trim() === '' || item.length > 60) throw refuse('an item has a name of up to 60 characters.');
  if (price === undefined) throw refuse(`"${priced}" is not a price such as $8.75.`);
  const choices = parseChoices(chosen);
  if (choices === undefined) throw refuse(`"${chosen}" is not a list of choices.`);
  return { number, quantity: Number(quantity), item, price, choices };
}

/** The choices of a description: `[Salsa, [Rice, Cheese]]`; none for NULL, undefined for a text that is no such list. */
export function parseChoices(text: string): Choice[] | undefined {
  if (text === 'NULL') return [];
  let at = 0;
  const list = (depth: number): Choice[] | undefined => {
    if (text[at] !== '[' || depth > MAX_DEPTH) return undefined;
    at++;
    const found: Choice[] = [];
    for (;;) {
      while (text[at] === ' ') at++;
      if (text[at] === '[') {
        const inner = list(depth + 1);
        if (inner === undefined) return undefined;
        found.push(inner);
      } else {
        const end = /[,[\]]/.exec(text.slice(at))?.index ?? 0;
        const name = text.slice(at, at + end).trim();
        if (name === '' || name.length > 60) return undefined;
        found.push(name);
        at += end;
      }
      if (text[at] === ']') {
        at++;
        return found;
      }
      if (text[at] !== ',') return undefined;
      at++;
    }
  };
  const found = list(1);
  return at === text.length ? found : undefined;
}

/** The names of the two options that stand for lists, and the sets they have. */
const FILLINGS = 'Fillings';
const SEVERAL = 'Several';

/** The SKUs of items, of choices, and of the options that stand for a list. */
export const itemSku = (item: string): string => `item: ${item}`;
export const choiceSku = (choice: string): string => `choice: ${choice}`;
export const listSku = (list: string): string => `list: ${list}`;

/** The name of an item's own option set. */
export const setOf = (item: string): string => `${item} *`;

/** Choices as options: of the item's set `setOf(item)`, nested as they are in the data. */
export function selectionsOf(choices: readonly Choice[]): Selection[] {
  return choices.map((choice, at) => {
    if (typeof choice === 'string') return { sku: choiceSku(choice), set: null, options: [] };
    const list = at === choices.length - 1 ? FILLINGS : SEVERAL;
    return { sku: listSku(list), set: list, options: selectionsOf(choice) };
  });
}

/** The price of one, as decimal text with up to 8 decimals: the line's price by its quantity. */
export function unitPriceOf({ price, quantity }: Pick<ChipotleLine, 'price' | 'quantity'>): string {
  return formatDecimal(divideRound(parseDecimal(price) ?? 0n, BigInt(quantity)));
}

/**
 * The menu that the orders are of: items with the price that most of their lines have (of several the lowest;
 * an order sends the price of its own line), choices that cost nothing, and the option sets.
 */
export function menuOf(orders: readonly ChipotleOrder[]): ImportedMenu {
  const lines = orders.flatMap((order) => order.lines);
  const byItem = Map.groupBy(lines, ({ item }) => item);
  const choices = new Set<string>();
  /** By name of the set: the SKUs of its options, and how many were chosen at least and at most. */
  const sets = new Map<string, { options: Set<string>; fewest: number; most: number }>();
  const collect = (set: string, selections: readonly Selection[]) => {
    const known = sets.get(set) ?? { options: new Set<string>(), fewest: selections.length, most: 0 };
    sets.set(set, known);
    known.fewest = Math.min(known.fewest, selections.length);
    known.most = Math.max(known.most, selections.length);
    for (const each of selections) {
      known.options.add(each.sku);
      if (each.set !== null) collect(each.set, each.options);
      else choices.add(each.sku.slice(choiceSku('').length));
    }
  };
  for (const { item, choices: chosen } of lines) {
    if (chosen.length > 0) collect(setOf(item), selectionsOf(chosen));
  }
  const items = Array.from(
    byItem,
    ([item, own]): MenuItem => ({
      sku: itemSku(item),
      name: item,
      category: 'Menu',
      price: usualPrice(own),
      ...(sets.has(setOf(item)) ? { option_sets: [setOf(item)] } : {}),
    }),
  );
  const free = Array.from(choices, (name): MenuItem => ({ sku: choiceSku(name), name, price: '0' }));
  const lists = [SEVERAL, FILLINGS].filter((name) => sets.has(name));
  return {
    families: [],
    products: [
      ...items,
      ...free,
      ...lists.map((name): MenuItem => ({ sku: listSku(name), name, price: '0', option_sets: [name] })),
    ],
    sets: Array.from(
      sets,
      ([name, { options, fewest, most }]): MenuSet => ({
        name,
        min_selection: fewest,
        max_selection: most,
        options: [...options].sort(),
      }),
    ),
  };
}

function usualPrice(lines: readonly ChipotleLine[]): string {
  const counts = new Map<bigint, number>();
  for (const line of lines) {
    const price = parseDecimal(unitPriceOf(line)) ?? 0n;
    counts.set(price, (counts.get(price) ?? 0) + 1);
  }
  const [best = [0n, 0] as const] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return formatDecimal(best[0]);
}

const expectedSchema = z.object({
  orders: z.int(),
  lines: z.int(),
  quantity: z.int(),
  revenue_sum_of_item_price: z.string(),
});

/** An order to replay: it has prices of its own, and no time. */
function planned({ number, lines }: ChipotleOrder): PlannedOrder {
  return {
    number,
    placedAt: null,
    saleNumber: `chipotle-${number}`,
    lines: lines.map((line) => ({
      sku: itemSku(line.item),
      quantity: line.quantity,
      unitPrice: unitPriceOf(line),
      set: line.choices.length === 0 ? null : setOf(line.item),
      options: selectionsOf(line.choices),
    })),
    amount: lines.reduce((sum, { price }) => sum + (parseDecimal(price) ?? 0n), 0n),
  };
}

export const CHIPOTLE: KnownData = {
  files: FILE,
  isIn: (dir) => isFile(join(dir, FILE)),
  menu: async (dir) => menuOf(await readOrders(dir)),
  async orders(dir) {
    const orders = await readOrders(dir);
    const products = menuOf(orders).products.map(({ sku }) => ({ sku, price: null }));
    return { name: 'chipotle', products, orders: orders.map(planned) };
  },
  async expected(dir) {
    const {
      quantity: items,
      revenue_sum_of_item_price: revenue,
      ...counts
    } = await readExpected(dir, expectedSchema);
    return { ...counts, items, revenue, byDay: {}, byMonth: {} };
  },
};
