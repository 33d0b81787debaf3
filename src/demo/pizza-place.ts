// Reads the "Pizza Place Sales" data: one year of a pizza place, 96 products and 21,350 orders, as published.
//
// A folder of it holds pizza_types.csv, pizzas.csv, orders.csv and order_details.csv, each plain or as
// .csv.gz, and, where the year is to be checked, expected.json with the figures everything must add up to.

import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { FileError } from '../imports/csv.ts';
import { parseDecimal } from '../kernel/money.ts';
import type { PlannedOrder } from './dataset.ts';
import { isFile, type KnownData, readExpected, readWhole } from './known.ts';
import type { ImportedMenu, MenuFamily, MenuItem } from './menu.ts';

const PRICE = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/;
const ORDER_NUMBER = /^[1-9]\d{0,14}$/;
const QUANTITY = /^[1-9]\d{0,3}$/;
const SKU = /^\S{1,100}$/;
const SIZES: Readonly<Record<string, string>> = {
  S: 'Small',
  M: 'Medium',
  L: 'Large',
  XL: 'X Large',
  XXL: 'XX Large',
};

/** One product of an order and how many of it. */
interface PizzaOrderLine {
  readonly sku: string;
  readonly quantity: number;
}

/** One order of the year. */
interface PizzaOrder {
  /** The data's order_id. */
  readonly number: string;
  /** ISO 8601. The data has local times of a place it does not name: they are taken as UTC, as they stand. */
  readonly placedAt: string;
  readonly lines: readonly PizzaOrderLine[];
}

/**
 * Reads what the place sells, in the order of the files: each type of pizza that has a size is a template, whose
 * variants are its sizes.
 */
export async function readMenu(dir: string): Promise<ImportedMenu> {
  const typeTable = await readTable(dir, 'pizza_types', ['pizza_type_id', 'name', 'category', 'ingredients']);
  const types = new Map<string, { name: string; category: string; ingredients: string }>();
  for (const row of typeTable.rows) {
    const [type, name, category, ingredients] = row.values;
    if (type === '' || name === '' || category === '') {
      throw new FileError(typeTable.file, 'a pizza type needs an id, a name and a category.', row.line);
    }
    if (types.has(type)) {
      throw new FileError(typeTable.file, `the pizza type ${type} is there twice.`, row.line);
    }
    types.set(type, { name, category, ingredients });
  }
  const pizzaTable = await readTable(dir, 'pizzas', ['pizza_id', 'pizza_type_id', 'size', 'price']);
  const products = new Map<string, MenuItem>();
  const families = new Map<string, MenuFamily & { values: string[] }>();
  for (const row of pizzaTable.rows) {
    const [sku, typeId, size, price] = row.values;
    const refuse = (sentence: string) => new FileError(pizzaTable.file, sentence, row.line);
    const type = types.get(typeId);
    const spelled = SIZES[size];
    if (!SKU.test(sku)) throw refuse(`"${sku}" is not an id of a pizza.`);
    if (products.has(sku)) throw refuse(`the pizza ${sku} is there twice.`);
    if (type === undefined) throw refuse(`there is no pizza type "${typeId}" in ${typeTable.file}.`);
    if (spelled === undefined) throw refuse(`"${size}" is not a size: S, M, L, XL or XXL.`);
    if (!PRICE.test(price)) throw refuse(`"${price}" is not a price such as 13.25.`);
    const { name, category, ingredients: description } = type;
    const family = families.get(typeId) ?? {
      sku: typeId,
      name,
      category,
      description,
      attribute: 'Size',
      values: [],
    };
    families.set(typeId, family);
    family.values.push(size);
    products.set(sku, {
      sku,
      name: `${name} (${spelled})`,
      category,
      description,
      price,
      family: typeId,
      value: size,
    });
  }
  return { families: [...families.values()], products: [...products.values()] };
}

/** Reads the year's orders, in the order of the file, each with its lines. */
export async function readOrders(dir: string): Promise<PizzaOrder[]> {
  const pizzas = await readTable(dir, 'pizzas', ['pizza_id']);
  const skus = new Set(pizzas.rows.map((row) => row.values[0]));
  const orderTable = await readTable(dir, 'orders', ['order_id', 'date', 'time']);
  const orders = new Map<string, { line: number; placedAt: string; lines: PizzaOrderLine[] }>();
  for (const row of orderTable.rows) {
    const [number, date, time] = row.values;
    const refuse = (sentence: string) => new FileError(orderTable.file, sentence, row.line);
    if (!ORDER_NUMBER.test(number)) throw refuse(`"${number}" is not an order number.`);
    if (orders.has(number)) throw refuse(`the order ${number} is there twice.`);
    const placedAt = readTime(date, time);
    if (placedAt === undefined) throw refuse(`"${date} ${time}" is not a time such as 2015-01-31 18:30:00.`);
    orders.set(number, { line: row.line, placedAt, lines: [] });
  }
  const detailTable = await readTable(dir, 'order_details', ['order_id', 'pizza_id', 'quantity']);
  for (const row of detailTable.rows) {
    const [number, sku, quantity] = row.values;
    const refuse = (sentence: string) => new FileError(detailTable.file, sentence, row.line);
    const order = orders.get(number);
    if (order === undefined) throw refuse(`there is no order "${number}" in ${orderTable.file}.`);
    if (!skus.has(sku)) throw refuse(`there is no pizza "${sku}" in ${pizzas.file}.`);
    if (!QUANTITY.test(quantity)) throw refuse(`"${quantity}" is not a quantity from 1 to 9999.`);
    order.lines.push({ sku, quantity: Number(quantity) });
  }
  return Array.from(orders, ([number, { line, placedAt, lines }]) => {
    if (lines.length > 0) return { number, placedAt, lines };
    throw new FileError(orderTable.file, `the order ${number} has no line in ${detailTable.file}.`, line);
  });
}

const count = z.number().int().nonnegative();
const amount = z.string().regex(PRICE);
const expectedSchema = z.object({
  orders: count,
  lines: count,
  pizzas_sold: count,
  revenue: amount,
  revenue_by_month: z.record(z.string().regex(/^\d{4}-\d\d$/), amount),
  by_day: z.record(
    z.string().regex(/^\d{4}-\d\d-\d\d$/),
    z.object({ orders: count, lines: count, pizzas: count, revenue: amount }),
  ),
});

function readTime(date: string, time: string): string | undefined {
  const text = `${date}T${time}.000Z`;
  const at = new Date(text);
  // Turned back into text, a day that does not exist (30 February) comes out as another.
  return Number.isNaN(at.getTime()) || at.toISOString() !== text ? undefined : text;
}

/** The values of a row: one text for each column asked for. */
type Values<C extends readonly string[]> = { [K in keyof C]: string };

interface Table<C extends readonly string[]> {
  readonly file: string;
  readonly rows: readonly { readonly line: number; readonly values: Values<C> }[];
}

async function readTable<const C extends readonly string[]>(
  dir: string,
  name: string,
  columns: C,
): Promise<Table<C>> {
  const file = await findTable(dir, name);
  if (file === undefined) {
    throw new FileError(join(dir, `${name}.csv`), 'there is no such file, and no .csv.gz either.');
  }
  const text = decode(await readWhole(file));
  const lines: number[] = [];
  let records: string[][];
  try {
    records = parse(text, {
      bom: true,
      skip_empty_lines: true,
      on_record: (record, context) => {
        lines.push(context.lines);
        return record;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new FileError(file, `${error.message}.`);
    throw error;
  }
  const header = records.shift() ?? [];
  const places = columns.map((column) => {
    const place = header.indexOf(column);
    if (place === -1) throw new FileError(file, `there is no column "${column}".`, 1);
    return place;
  });
  const rows = records.map((record, at) => ({
    line: lines[at + 1] ?? 0,
    values: places.map((place) => record[place] ?? '') as Values<C>,
  }));
  return { file, rows };
}

async function findTable(dir: string, name: string): Promise<string | undefined> {
  for (const file of [join(dir, `${name}.csv`), join(dir, `${name}.csv.gz`)]) {
    if (await isFile(file)) return file;
  }
  return undefined;
}

/**
 * The text of a file. The data was published in two encodings: pizza_types.csv has one byte (0x91, the quote
 * of ‘Nduja) that is cp1252 and no UTF-8. A file that is not valid UTF-8 is therefore read as cp1252.
 */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** An order to replay: at the prices of the menu. */
function planned({ number, placedAt, lines }: PizzaOrder, prices: ReadonlyMap<string, bigint>): PlannedOrder {
  return {
    number,
    placedAt,
    saleNumber: `pizza-${number}`,
    lines: lines.map((line) => ({ ...line, unitPrice: null, set: null, options: [] })),
    amount: lines.reduce((sum, line) => sum + (prices.get(line.sku) ?? 0n) * BigInt(line.quantity), 0n),
  };
}

export const PIZZA_PLACE: KnownData = {
  files: 'pizzas.csv and pizza_types.csv',
  async isIn(dir) {
    const found = await Promise.all([findTable(dir, 'pizza_types'), findTable(dir, 'pizzas')]);
    return found.every((file) => file !== undefined);
  },
  menu: readMenu,
  async orders(dir) {
    const { products } = await readMenu(dir);
    const prices = new Map(products.map(({ sku, price }) => [sku, parseDecimal(price) ?? 0n]));
    const orders = await readOrders(dir);
    return { name: 'pizza-place', products, orders: orders.map((order) => planned(order, prices)) };
  },
  async expected(dir) {
    const {
      pizzas_sold: items,
      revenue_by_month: byMonth,
      by_day,
      ...sums
    } = await readExpected(dir, expectedSchema);
    const byDay = Object.fromEntries(
      Object.entries(by_day).map(([day, { pizzas, ...figures }]) => [day, { ...figures, items: pizzas }]),
    );
    return { ...sums, items, byMonth, byDay };
  },
};
