// Products, option sets and orders of the replayed data that the service has already.

import type { Dataset, PlannedOrder, Selection } from '../../src/demo/dataset.ts';
import { parseDecimal } from '../../src/kernel/money.ts';
import type { Item, Passbell } from '../typescript/index.ts';

/** Records to a page: of products, option sets and short orders. */
const PAGE = 5000;

/** The client, and the place in the company that it plays at. */
export interface Place {
  readonly passbell: Passbell;
  readonly company_id: string;
  readonly site_id: string;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** Ids that the service gave to the products and option sets of the data. */
export interface CatalogueIds {
  /** Ids of products by SKU, and of option sets by name. */
  readonly products: ReadonlyMap<string, string>;
  readonly sets: ReadonlyMap<string, string>;
}

/** The ids of the products at the site, by sku. Throws when one is missing or has another price. */
export async function findProducts(
  { passbell, company_id, site_id, signal }: Place,
  wanted: Dataset['products'],
): Promise<Map<string, string>> {
  const found = new Map<string, Item<'listSiteProducts'>>();
  const input = { company_id, site_id, limit: PAGE, fields: ['unit_price'] as const };
  const skus = new Set(wanted.map((product) => product.sku));
  for await (const product of passbell.each('listSiteProducts', input, { signal })) {
    const { sku } = product;
    if (sku !== null && skus.has(sku) && !found.has(sku)) found.set(sku, product);
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
    return price !== null && charged != null && parseDecimal(String(charged)) !== parseDecimal(price);
  });
  if (changed.length > 0) {
    const shown = changed.map(({ sku, price }) => `${sku} ${found.get(sku)?.unit_price} instead of ${price}`);
    throw new Error(
      `The site charges other prices than the data: ${someOf(shown)}. Set them back before a replay.`,
    );
  }
  return new Map(Array.from(found, ([sku, product]) => [sku, product.id]));
}

/** The ids of the option sets that the data chooses from, by name. Throws when one is missing. */
export async function findSets(
  { passbell, company_id, signal }: Place,
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
  const sets = passbell.each('listOptionSets', { company_id, limit: PAGE }, { signal });
  for await (const { id, name } of sets) {
    if (wanted.has(name) && !found.has(name)) found.set(name, id);
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
  { passbell, company_id, site_id, signal }: Place,
  orders: readonly PlannedOrder[],
): Promise<Set<string>> {
  const planned = new Set(orders.map((order) => order.saleNumber));
  const present = new Set<string>();
  const listed = passbell.each('listSiteOrders', { company_id, site_id, limit: PAGE }, { signal });
  for await (const { sale_number: number } of listed) {
    if (number !== null && planned.has(number)) present.add(number);
  }
  return present;
}

function someOf(items: readonly string[]): string {
  return items.length <= 5
    ? items.join(', ')
    : `${items.slice(0, 5).join(', ')} and ${items.length - 5} more`;
}
