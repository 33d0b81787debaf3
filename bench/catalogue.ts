// Catalogues of any size. Records that products refer to (a second price list, categories, option sets) are made
// through the API; products are made by the catalogue's own functions. Only the transport differs, as with orders.
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Id } from '#src/kernel/id.ts';
import { ONE } from '#src/kernel/money.ts';
import type { Micros } from '#src/kernel/time.ts';
import { saveSiteProduct } from '#src/products/at-site.store.ts';
import { savePrices } from '#src/products/prices.store.ts';
import { newSiteProduct } from '#src/products/rules/product.ts';
import { createProduct } from '#src/products/save.ts';
import { setFirstPrices } from '#src/products/set-prices.ts';
import type { ProductInput } from '#src/products/types.ts';
import { openStorage } from '#src/storage/open.ts';
import type { Writer } from '#src/storage/port.ts';
import { chanceOf } from '#test/harness/chance.ts';
import { BATCH, BulkWriter, settle } from './bulk.ts';
import type { Filled } from './filled.ts';
import { clientOf, serve } from './servers.ts';

/** The parameters of a catalogue's requests. */
export interface Shelf {
  readonly categories: readonly number[];
  readonly optionSets: readonly number[];
  readonly taxes: readonly number[];
  readonly baseList: number;
  readonly otherList: number;
  /** Products that were made, without those of the sandbox. */
  readonly products: number;
}

const CATEGORIES = 20;
const OPTION_SETS = 10;
const TAGS = ['vegan', 'halal', 'hot', 'new', 'gluten free', 'nuts', 'kids', 'classic', 'season', 'low fat'];
/** Products with the rare word in their name and the rare tag: as many in every catalogue, all over it. */
export const RARE_PRODUCTS = 40;
export const RARE_WORD = 'Quetzal';
export const RARE_TAG = 'limited';

const FIRST = [
  'Crispy',
  'Smoked',
  'Grilled',
  'Roasted',
  'Fresh',
  'Spicy',
  'Golden',
  'Hearty',
  'Classic',
  'House',
];
const SECOND = [
  ...['lemon', 'chicken', 'tomato', 'mushroom', 'basil', 'garlic', 'pepper', 'onion', 'cheddar', 'walnut'],
  ...['avocado', 'salmon', 'spinach', 'potato', 'honey', 'mustard', 'ginger', 'coconut', 'pumpkin', 'almond'],
];
const THIRD = [
  ...['burger', 'salad', 'pizza', 'soup', 'wrap', 'bowl', 'sandwich', 'pasta', 'curry', 'tart'],
  ...['pie', 'roll', 'platter', 'risotto', 'noodles', 'toast', 'stew', 'omelette', 'skewer', 'bagel'],
];
const SIZES = ['Large', 'Medium', 'Small'];

/** When every product was made. */
const MADE_AT: Micros = BigInt(Date.parse('2026-01-05T09:00:00Z')) * 1000n;
/** Products, each with its variants, that are made at the same time on PostgreSQL. */
const AT_ONCE = 50;

/** The parameters of a filled catalogue's requests. */
export function shelfOf(filled: Filled): Shelf {
  return JSON.parse(fs.readFileSync(join(filled.dataDir, 'shelf.json'), 'utf8')) as Shelf;
}

/** The SKU of the n-th product. */
export const skuOf = (at: number) => `SKU-${String(at).padStart(7, '0')}`;
/** The name of the n-th product: its number makes it the only one of that name. */
export function nameOf(at: number, of: number): string {
  const roll = chanceOf(at);
  const pick = (list: readonly string[]) => list[Math.floor(roll() * list.length)] ?? '';
  const isRare = at % Math.floor(of / RARE_PRODUCTS) === 7;
  return `${pick(FIRST)} ${isRare ? `${RARE_WORD} ` : ''}${pick(SECOND)} ${pick(THIRD)} ${at}`;
}

/** Makes the records that products refer to, through the API. */
async function makeShelf(to: Filled, products: number): Promise<Shelf> {
  const service = await serve(to);
  const client = clientOf(service, to.world.token);
  const me = '/v1/companies/me';
  const make = async (path: string, body: unknown) =>
    (await client.json<{ id: number }>('POST', `${me}/${path}`, body)).id;
  const taxes = (await client.json<{ id: number }[]>('GET', `${me}/taxes`)).map(({ id }) => id);
  const { id: baseList } = await client.json<{ id: number }>('GET', `${me}/price_lists/base`);
  const otherList = await make('price_lists', { name: 'Harbour', parent_id: baseList });
  await client.json('PUT', `${me}/sites/${to.world.sites[1]}`, { price_list_id: otherList });
  const categories: number[] = [];
  while (categories.length < CATEGORIES)
    categories.push(await make('categories', { name: `Page ${categories.length}` }));
  const optionSets: number[] = [];
  while (optionSets.length < OPTION_SETS) {
    const options = to.world.products.slice(0, 4).map(({ id }) => ({ product_id: id, price_ex_tax: 0.5 }));
    optionSets.push(
      await make('optionsets', { name: `Choice ${optionSets.length}`, max_selection: 3, options }),
    );
  }
  client.close();
  await service.stop();
  return { categories, optionSets, taxes: taxes.slice(0, 1), baseList, otherList, products };
}

/** The body of the n-th product. */
function inputOf(shelf: Shelf, at: number, roll: () => number): ProductInput {
  const pick = (list: readonly number[], n: number) => BigInt(list[n % list.length] ?? 0);
  const sets = roll() < 0.1 ? [pick(shelf.optionSets, at), pick(shelf.optionSets, at + 3)] : undefined;
  const tags = TAGS.filter(() => roll() < 0.08);
  return {
    name: nameOf(at, shelf.products),
    sku: skuOf(at),
    code: String(at),
    description: 'Made to order, with what the market has today.',
    docket_name: `P${at}`,
    image: roll() < 0.5 ? `https://pictures.example/${at}.jpg` : null,
    tags: at % Math.floor(shelf.products / RARE_PRODUCTS) === 11 ? [...tags, RARE_TAG] : tags,
    is_sold: true,
    taxes: shelf.taxes.map(BigInt),
    categories: [pick(shelf.categories, Math.floor(roll() * CATEGORIES))],
    unit_price: (BigInt(2 + Math.floor(roll() * 30)) * ONE) / 2n,
    ...(sets === undefined ? {} : { option_sets: sets }),
  };
}

/** One product with everything around it; a twentieth of them are templates, followed by three variants. */
async function makeFamily(tx: Writer, to: Filled, shelf: Shelf, at: number): Promise<void> {
  const roll = chanceOf(at + 1);
  const company = BigInt(to.world.company);
  const author = { company, now: MADE_AT };
  const save = async (input: ProductInput): Promise<Id> => {
    const product = await createProduct(tx, author, input);
    await setFirstPrices(tx, author, product, [BigInt(shelf.baseList)], input);
    if (roll() < 0.3) {
      const price = { amount: (BigInt(3 + Math.floor(roll() * 30)) * ONE) / 2n, form: 'inc' } as const;
      await savePrices(tx, company, BigInt(shelf.otherList), [{ product: product.id, price }]);
    }
    for (const [number, site] of to.world.sites.entries()) {
      if (roll() > (number === 0 ? 0.9 : 0.5)) continue;
      const amount = roll() < 0.5 ? BigInt(Math.floor(roll() * 100)) * ONE : null;
      const here = newSiteProduct(company, BigInt(site), product.id, MADE_AT);
      await saveSiteProduct(tx, { ...here, is_available: roll() < 0.9, amount });
    }
    return product.id;
  };
  const input = inputOf(shelf, at, roll);
  if (at % FAMILY !== 0) {
    await save(input);
    return;
  }
  const parent = await save({ ...input, variant_attributes: { Size: SIZES } });
  for (const [number, size] of SIZES.entries()) {
    const { name: _, categories: __, option_sets: ___, ...rest } = input;
    const variant = { variant_parent_id: parent, variant_attributes: { Size: size } };
    await save({ ...rest, ...variant, sku: skuOf(at + number + 1) });
  }
}

/** Products of which the first is a template and the next three are its variants. */
const FAMILY = 20;

/** Fills a database with products. */
export async function fillCatalogue(to: Filled, products: number): Promise<void> {
  const shelf = await makeShelf(to, products);
  fs.writeFileSync(join(to.dataDir, 'shelf.json'), JSON.stringify(shelf));
  const starts = Array.from({ length: products }, (_, at) => at).filter(
    (at) => at % FAMILY === 0 || at % FAMILY > SIZES.length,
  );
  if (to.databaseUrl === undefined) {
    const bulk = new BulkWriter(join(to.dataDir, 'passbell.sqlite'));
    for (let from = 0; from < starts.length; from += BATCH) {
      bulk.exec('begin');
      for (const at of starts.slice(from, from + BATCH)) await makeFamily(bulk, to, shelf, at);
      bulk.exec('commit');
    }
    bulk.close();
    return;
  }
  const storage = await openStorage(to);
  for (let from = 0; from < starts.length; from += AT_ONCE) {
    await storage.write(async (tx) => {
      await Promise.all(starts.slice(from, from + AT_ONCE).map((at) => makeFamily(tx, to, shelf, at)));
    });
  }
  await storage.close();
  await settle(to.databaseUrl);
}
