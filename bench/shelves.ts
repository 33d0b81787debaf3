// The lists of products whose cost must not grow with the catalogue: every filter on its first, middle and last
// page, in catalogues of several sizes; and how the database goes about each of them.
import { list as listProducts } from '#src/products/handlers.ts';
import { EXTRA_FIELDS } from '#src/products/view.ts';
import { openStorage } from '#src/storage/open.ts';
import { Sql } from '#src/storage/sql.ts';
import { nameOf, RARE_TAG, RARE_WORD, shelfOf, skuOf } from './catalogue.ts';
import type { Filled } from './fill.ts';
import type { ListPages } from './lists.ts';
import { openPlanner } from './plans.ts';
import { probeOf } from './probe.ts';

/** One list of products. */
export interface ProductCase {
  readonly name: string;
  /** Below the company, without `limit`. */
  readonly path: string;
}

/** Products on a page; fewer where the smallest catalogue has not twice as many matches. */
const PAGE = 50;

/** Every filter of product lists (reference: products.13, products.14, products.19), with all fields and without. */
export function productCases(filled: Filled): ProductCase[] {
  const { products, categories } = shelfOf(filled);
  const [site = 0, other = 0] = filled.world.sites;
  const [category = 0] = categories;
  const fields = `fields=${EXTRA_FIELDS.join(',')}`;
  const middle = Math.floor(products / 2) + 5;
  const one = (name: string, path: string): ProductCase => ({ name, path });
  const named = (name: string, text: string) =>
    one(`name: ${name}`, `products?name=${encodeURIComponent(text)}`);
  return [
    one('plain', 'products'),
    one('all fields', `products?${fields}`),
    one('site', `sites/${site}/products`),
    one('site, all fields', `sites/${site}/products?${fields}`),
    one('sku', `products?sku=${skuOf(middle)}`),
    one('exactname', `products?exactname=${encodeURIComponent(nameOf(middle, products))}`),
    named('frequent', 'burger'),
    named('a quarter', 'er'),
    named('40 in any catalogue', RARE_WORD.toLowerCase()),
    named('few, of frequent parts', `${nameOf(middle, products).slice(-12)}`),
    named('none', 'xylophone'),
    named('none, of frequent parts', 'burger lemon'),
    named('none, two letters', 'qx'),
    one('name and site: 40', `sites/${site}/products?name=${RARE_WORD}`),
    one('name and category: none', `categories/${category}/products?name=xylophone`),
    one('tag', 'products?tag=vegan'),
    one('tag: 40 in any catalogue', `products?tag=${RARE_TAG}`),
    one('category', `categories/${category}/products`),
    one('category, all fields', `categories/${category}/products?${fields}`),
    one('category at a site', `sites/${other}/categories/${category}/products`),
    one('available at a site', `sites/${site}/products?is_available=true`),
    one('not available at a site', `sites/${site}/products?is_available=false`),
    one('category, tag, site', `sites/${site}/categories/${category}/products?tag=vegan`),
  ];
}

/** A list in one catalogue. */
export interface ProductPages extends ListPages {
  /** How many statements its first page asks. */
  readonly statements: number;
}

/** Runs lists through the service's own handler: its statements are kept and explained. */
export interface ProductExplorer {
  /** `limit` is the page size that the smallest catalogue allowed; absent on the smallest. */
  pages(list: ProductCase, limit: number | undefined): Promise<ProductPages>;
  close(): Promise<void>;
}

/** The path parameters of a list. */
function paramsOf(path: string): Record<string, string> {
  const site = /sites\/(\d+)/.exec(path)?.[1];
  const category = /categories\/(\d+)/.exec(path)?.[1];
  return {
    ...(site === undefined ? {} : { site_id: site }),
    ...(category === undefined ? {} : { category_id: category }),
  };
}

/** A limit that no other statement has. */
const PROBE = 36;
const EVERYTHING = 10_000_000n;
/** The tables that grow with the catalogue. */
const LARGE = /from (products|product_\w+|site_products|prices)\b/;

/** The same statement for all that match. */
function unlimited(query: Sql): Sql {
  return new Sql(query.strings, [...query.values.slice(0, -1), EVERYTHING]);
}

/** Opens a filled catalogue for exploring. */
export async function exploreProducts(filled: Filled): Promise<ProductExplorer> {
  const { dataDir, databaseUrl } = filled;
  const storage = await openStorage({ dataDir, databaseUrl });
  const planner = await openPlanner(databaseUrl);
  const probe = probeOf(filled, listProducts);

  return {
    pages: (list, given) =>
      storage.read(async (tx) => {
        const { place, seen } = await probe.run(
          tx,
          list.path,
          PROBE,
          paramsOf(list.path.split('?')[0] ?? ''),
        );
        const main = seen.find(
          ({ values, sql }) => Number(values.at(-1)) === PROBE + 1 && sql.endsWith('limit ?'),
        );
        // It was found before that there are none.
        const rows = main === undefined ? [] : await tx.all<{ id: bigint }>(unlimited(main));
        const matches = rows.length;
        const limit = given ?? Math.max(1, Math.min(PAGE, Math.floor(matches / 2)));
        const path = `/v1/companies/me/${list.path}${list.path.includes('?') ? '&' : '?'}limit=${limit}`;
        const at = (skipped: number): string | undefined => {
          const last = rows[skipped - 1];
          return last === undefined ? undefined : `${path}&cursor=${probe.cursor(place, [last.id])}`;
        };
        const searching = seen.filter(({ sql }) => LARGE.test(sql));
        return {
          matches,
          limit,
          statements: seen.length,
          plan: (await Promise.all(searching.map((statement) => planner.explain(tx, statement)))).flat(),
          paths: { first: path, middle: at(Math.floor((matches - limit) / 2)), last: at(matches - limit) },
        };
      }),
    close: async () => {
      await planner.close();
      await storage.close();
    },
  };
}
