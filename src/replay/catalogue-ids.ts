// Products, option sets and orders of the replayed data that the service has already.

import { z } from 'zod';
import { parseDecimal } from '../kernel/money.ts';
import type { ApiClient } from './client.ts';
import type { Dataset, PlannedOrder, Selection } from './dataset.ts';
import { readRecord, shortOrderSchema } from './records.ts';

/** Records to a page: of products, option sets and short orders. */
const PAGE = 5000;

const productSchema = z.object({
  id_str: z.string(),
  sku: z.string().nullish(),
  unit_price: z.string().nullish(),
});
const namedSchema = z.object({ id_str: z.string(), name: z.string() });

/** Ids that the service gave to the products and option sets of the data. */
export interface CatalogueIds {
  /** Ids of products by SKU, and of option sets by name. */
  readonly products: ReadonlyMap<string, string>;
  readonly sets: ReadonlyMap<string, string>;
}

/** The ids of the products at the site, by sku. Throws when one is missing or has another price. */
export async function findProducts(
  client: ApiClient,
  site: string,
  wanted: Dataset['products'],
): Promise<Map<string, string>> {
  const found = new Map<string, z.output<typeof productSchema>>();
  const path = `${site}/products?limit=${PAGE}&fields=unit_price`;
  const skus = new Set(wanted.map((product) => product.sku));
  for await (const page of client.pages(path, ['unit_price'])) {
    for (const item of page) {
      const product = readRecord(productSchema, item, 'product');
      if (product.sku != null && skus.has(product.sku) && !found.has(product.sku)) {
        found.set(product.sku, product);
      }
    }
  }
  const missing = wanted.filter((product) => !found.has(product.sku)).map((product) => product.sku);
  if (missing.length > 0) {
    throw new Error(
      `The site lacks ${missing.length} of ${wanted.length} products (${someOf(missing)}). ` +
        'Import them first: passbell import <folder>.',
    );
  }
  const changed = wanted.filter(({ sku, price }) => {
    const charged = found.get(sku)?.unit_price;
    return price !== null && charged != null && parseDecimal(charged) !== parseDecimal(price);
  });
  if (changed.length > 0) {
    const shown = changed.map(({ sku, price }) => `${sku} ${found.get(sku)?.unit_price} instead of ${price}`);
    throw new Error(
      `The site charges other prices than the data: ${someOf(shown)}. Set them back before a replay.`,
    );
  }
  return new Map(Array.from(found, ([sku, product]) => [sku, product.id_str]));
}

/** The ids of the option sets that the data chooses from, by name. Throws when one is missing. */
export async function findSets(
  client: ApiClient,
  company: string,
  { orders }: Dataset,
): Promise<Map<string, string>> {
  const wanted = new Set<string>();
  const collect = (options: readonly Selection[]): void => {
    for (const option of options) {
      if (option.set !== null) wanted.add(option.set);
      collect(option.options);
    }
  };
  for (const line of orders.flatMap((order) => order.lines)) {
    if (line.set !== null) wanted.add(line.set);
    collect(line.options);
  }
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  for await (const page of client.pages(`/v1/companies/${company}/optionsets?limit=${PAGE}`)) {
    for (const item of page) {
      const { id_str: id, name } = readRecord(namedSchema, item, 'option set');
      if (wanted.has(name) && !found.has(name)) found.set(name, id);
    }
  }
  const missing = [...wanted].filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new Error(
      `The company lacks ${missing.length} of ${wanted.size} option sets (${someOf(missing)}). ` +
        'Import them first: passbell import <folder>.',
    );
  }
  return found;
}

/** The sale numbers of the planned orders that the site has already. */
export async function findPresent(
  client: ApiClient,
  site: string,
  orders: readonly PlannedOrder[],
): Promise<Set<string>> {
  const planned = new Set(orders.map((order) => order.saleNumber));
  const present = new Set<string>();
  for await (const page of client.pages(`${site}/orders?limit=${PAGE}`)) {
    for (const item of page) {
      const { sale_number: saleNumber } = readRecord(shortOrderSchema, item, 'order');
      if (saleNumber != null && planned.has(saleNumber)) present.add(saleNumber);
    }
  }
  return present;
}

function someOf(items: readonly string[]): string {
  return items.length <= 5
    ? items.join(', ')
    : `${items.slice(0, 5).join(', ')} and ${items.length - 5} more`;
}
