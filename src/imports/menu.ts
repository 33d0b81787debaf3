import { baseListId } from '../company/store.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { parseDecimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { append } from '../outbox/append.ts';
import { availabilityFacts, productFact } from '../products/facts.ts';
import { newSiteProduct } from '../products/rules/product.ts';
import { createProduct, setFirstPrices, updateProduct } from '../products/save.ts';
import {
  categories,
  categoriesOf,
  lockSiteProduct,
  productIdsBySku,
  products,
  saveSiteProduct,
} from '../products/store.ts';
import type { Product } from '../products/types.ts';
import type { Writer } from '../storage/port.ts';
import type { Menu } from './pizza-place.ts';

/** A menu as it is imported: prices are tax-inclusive decimal text. */
export type ImportedMenu = Pick<Menu, 'categories'> & {
  readonly products: readonly MenuItem[];
};

type MenuItem = Pick<Menu['products'][number], 'sku' | 'name' | 'category' | 'description' | 'price'>;

/** Where a menu goes. */
export interface MenuTarget {
  readonly company: Id;
  readonly site: Id;
  /** The taxes of products that are new. */
  readonly taxes: readonly Id[];
}

/** What an import did. */
export interface MenuResult {
  readonly created: number;
  readonly updated: number;
}

/** An import under way. */
interface Import extends MenuTarget {
  readonly now: Micros;
  /** The base price list. */
  readonly base: Id;
  /** The ids of the menu's categories, by name. */
  readonly headings: ReadonlyMap<string, Id>;
}

/**
 * Brings a menu into a company and makes it available at a site, in the caller's transaction. Products are
 * known again by their SKU, categories by their name. The menu decides what it holds: name, description and
 * the price on the base list are set to it, also where they were changed by hand since, because whoever
 * imports a menu again means the menu. All else of a known product stays: its taxes, tags, other categories,
 * the prices of other lists, and its availability and stock. Importing twice changes nothing; what does change
 * is told by the same events as a change through the API (contract 7).
 */
export async function importMenu(
  tx: Writer,
  target: MenuTarget,
  menu: ImportedMenu,
  now: Micros,
): Promise<MenuResult> {
  const { company } = target;
  const base = await baseListId(tx, company);
  const headings = await categoryIds(tx, company, menu.categories, now);
  const known = await productIdsBySku(
    tx,
    company,
    menu.products.map((product) => product.sku),
  );
  const facts: Fact[] = [];
  const result = { created: 0, updated: 0 };
  for (const item of menu.products) {
    const id = known.get(item.sku);
    const before = id === undefined ? undefined : await products.getForUpdate(tx, company, id);
    const told = await importItem(tx, { ...target, now, base, headings }, item, before);
    facts.push(...told.facts);
    if (before === undefined) result.created++;
    else if (told.changed) result.updated++;
  }
  await append(tx, company, now, facts);
  return result;
}

async function importItem(
  tx: Writer,
  into: Import,
  item: MenuItem,
  before: Product | undefined,
): Promise<{ changed: boolean; facts: Fact[] }> {
  const { company, site, now } = into;
  const { product, changed } = await saveItem(tx, into, item, before);
  const at = await lockSiteProduct(tx, company, site, product.id);
  const here = at ?? newSiteProduct(company, site, product.id, now);
  if (at === undefined) await saveSiteProduct(tx, here);
  const availability = availabilityFacts({ ...here, sku: product.sku }, at);
  if (before === undefined) {
    return {
      changed: true,
      facts: [await productFact(tx, company, 'products/created', product, changed), ...availability],
    };
  }
  const all = at === undefined ? [...changed, 'sites'] : changed;
  // What changes on a price list alone is told to nobody (spec: Events, product events).
  const told = all.some((name) => name !== 'unit_price')
    ? [await productFact(tx, company, 'products/updated', product, all)]
    : [];
  return { changed: all.length > 0, facts: [...told, ...availability] };
}

/** Saves what the menu says of a product; answers it with the names of what changed. */
async function saveItem(tx: Writer, into: Import, item: MenuItem, before: Product | undefined) {
  const { company, now, base, headings } = into;
  const { sku, name, description } = item;
  const price = parseDecimal(item.price);
  if (price === undefined) throw new Error(`The price "${item.price}" of ${sku} is not a number.`);
  const heading = headings.get(item.category);
  const own = { name, description, unit_price: price };
  try {
    if (before !== undefined) {
      const current = (await categoriesOf(tx, company, [before.id])).map(({ id }) => id);
      const added =
        heading === undefined || current.includes(heading) ? {} : { categories: [...current, heading] };
      return await updateProduct(tx, { company, now }, before, { ...own, ...added });
    }
    const input = {
      ...own,
      sku,
      show_online: true,
      taxes: [...into.taxes],
      categories: heading === undefined ? [] : [heading],
    };
    const product = await createProduct(tx, { company, now }, input);
    await setFirstPrices(tx, { company, now }, product.id, [base], input);
    return { product, changed: Object.keys(input) };
  } catch (error) {
    if (error instanceof ApiError)
      throw new Error(`${sku} cannot be imported: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The most categories of a company that are looked through for a name. */
const MAX_CATEGORIES = 10_000;

async function categoryIds(
  tx: Writer,
  company: Id,
  names: readonly string[],
  now: Micros,
): Promise<Map<string, Id>> {
  const existing = await categories.page(tx, company, 0n, MAX_CATEGORIES);
  // Of several with one name the first.
  const found = new Map(existing.reverse().map((category) => [category.name, category.id]));
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
