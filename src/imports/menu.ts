import { baseListId } from '../company/store.ts';
import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { parseDecimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { append } from '../outbox/append.ts';
import { newProduct, newSiteProduct } from '../products/rules/product.ts';
import { availabilityFacts, productFact } from '../products/facts.ts';
import {
  addToCategories,
  categories,
  lockSiteProduct,
  productIdsBySku,
  products,
  savePrices,
  saveSiteProduct,
} from '../products/store.ts';
import type { Writer } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import type { Menu } from './pizza-place.ts';

/** A menu as it is imported: prices are tax-inclusive decimal text. */
export type ImportedMenu = Pick<Menu, 'categories'> & {
  readonly products: readonly Pick<Menu['products'][number], 'sku' | 'name' | 'category' | 'description' | 'price'>[];
};

/** Where a menu goes. */
export interface MenuTarget {
  readonly company: Id;
  readonly site: Id;
  readonly taxes: readonly Id[];
}

/** What an import did. */
export interface MenuResult {
  readonly created: number;
  readonly updated: number;
}

/**
 * Brings a menu into a company and makes it available at a site, in the caller's transaction. A product with
 * a SKU that is there already gets the name, the description and the price of the menu: importing twice
 * changes nothing.
 */
export async function importMenu(tx: Writer, target: MenuTarget, menu: ImportedMenu, now: Micros): Promise<MenuResult> {
  const { company, site } = target;
  const base = await baseListId(tx, company);
  const headings = await categoryIds(tx, company, menu.categories, now);
  const known = await productIdsBySku(tx, company, menu.products.map((product) => product.sku));
  const fresh = menu.products.filter((product) => !known.has(product.sku));
  const ids = await tx.ids('product', fresh.length);
  const newIds = new Map(fresh.map((product, at) => [product.sku, ids[at] ?? 0n]));
  const facts: Fact[] = [];
  let updated = 0;
  for (const item of menu.products) {
    const price = parseDecimal(item.price);
    if (price === undefined) throw new Error(`The price "${item.price}" of ${item.sku} is not a number.`);
    const id = newIds.get(item.sku) ?? known.get(item.sku) ?? 0n;
    const input = { name: item.name, sku: item.sku, description: item.description, show_online: true };
    const product = { ...newProduct(company, id, { ...input, taxes: [...target.taxes] }, now), name_folded: fold(item.name) };
    const isNew = newIds.has(item.sku);
    if (isNew) await products.insert(tx, product);
    else {
      const before = await products.getForUpdate(tx, company, id);
      if (before !== undefined && (before.name !== item.name || before.description !== item.description)) {
        await products.update(tx, {
          ...before,
          name: item.name,
          name_folded: product.name_folded,
          description: item.description,
          updated_at: now,
        });
        updated++;
      }
    }
    await savePrices(tx, company, base, id, { price: { amount: price, form: 'inc' } });
    const heading = headings.get(item.category);
    if (heading !== undefined) await addToCategories(tx, company, id, [heading], now);
    const at = await lockSiteProduct(tx, company, site, id);
    const here = at ?? newSiteProduct(company, site, id, now);
    if (at === undefined) await saveSiteProduct(tx, here);
    if (isNew) {
      facts.push(await productFact(tx, company, 'products/created', product, Object.keys(input)));
      facts.push(...availabilityFacts(product, here, at));
    }
  }
  await append(tx, company, now, facts);
  return { created: fresh.length, updated };
}

async function categoryIds(tx: Writer, company: Id, names: readonly string[], now: Micros): Promise<Map<string, Id>> {
  const existing = await categories.page(tx, company, 0n, 10_000);
  const found = new Map(existing.map((category) => [category.name, category.id]));
  for (const name of names) {
    if (found.has(name)) continue;
    const [id] = await tx.ids('category', 1);
    if (id === undefined) throw new Error('No id for a category.');
    await categories.insert(tx, {
      company_id: company,
      id,
      name,
      description: null,
      image: null,
      show_online: true,
      created_at: now,
      updated_at: now,
    });
    found.set(name, id);
  }
  return found;
}
