import type { Stored } from '../edge/records.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { PriceForm } from '../kernel/price.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { contains, every, fold, isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { table } from '../storage/table.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { ListPrice } from './rules/prices.ts';

/** Something the company sells or buys. */
export interface Product extends Stored {
  readonly name: string;
  readonly name_folded: string;
  readonly code: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly description: string | null;
  readonly online_description: string | null;
  readonly docket_name: string | null;
  readonly image: string | null;
  readonly tags: readonly string[];
  readonly is_sold: boolean;
  readonly is_purchased: boolean;
  readonly is_inventory: boolean;
  readonly is_modifier: boolean;
  readonly variable_price: boolean;
  readonly min_sell_price: Decimal | null;
  readonly max_sell_price: Decimal | null;
  readonly show_online: boolean;
  readonly measure: Decimal | null;
  readonly unit_of_measure: string | null;
  /** Ids as text, so that those of any size stay exact in JSON. */
  readonly taxes: readonly string[];
  readonly cost_taxes: readonly string[];
  readonly deleted: boolean;
}

/** A product at a site where it was made available. Null: as the company has it. */
export interface SiteProduct {
  readonly company_id: Id;
  readonly site_id: Id;
  readonly product_id: Id;
  readonly taxes: readonly string[] | null;
  readonly cost_taxes: readonly string[] | null;
  readonly is_inventory: boolean | null;
  readonly show_online: boolean | null;
  readonly is_available: boolean;
  /** How many are left; null = not counted. */
  readonly amount: Decimal | null;
  readonly updated_at: Micros;
}

/** A heading of the menu. */
export interface Category extends Stored {
  readonly name: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly show_online: boolean;
}

const stored = { company_id: 'plain', id: 'plain', created_at: 'plain', updated_at: 'plain' } as const;

export const products = table<Product>('products', {
  ...stored,
  name: 'plain',
  name_folded: 'plain',
  code: 'plain',
  sku: 'plain',
  barcode: 'plain',
  description: 'plain',
  online_description: 'plain',
  docket_name: 'plain',
  image: 'plain',
  tags: 'json',
  is_sold: 'bool',
  is_purchased: 'bool',
  is_inventory: 'bool',
  is_modifier: 'bool',
  variable_price: 'bool',
  min_sell_price: 'plain',
  max_sell_price: 'plain',
  show_online: 'bool',
  measure: 'plain',
  unit_of_measure: 'plain',
  taxes: 'json',
  cost_taxes: 'json',
  deleted: 'bool',
});

export const categories = table<Category>('categories', {
  ...stored,
  name: 'plain',
  description: 'plain',
  image: 'plain',
  show_online: 'bool',
});

/** A product that is not deleted. */
export async function getProduct(tx: Reader, company: Id, id: Id): Promise<Product | undefined> {
  const found = await products.get(tx, company, id);
  return found === undefined || found.deleted ? undefined : found;
}

/** What product lists can be narrowed by (spec: Products). */
export interface ProductFilter {
  readonly site?: Id | undefined;
  readonly category?: Id | undefined;
  readonly ids?: readonly Id[] | undefined;
  readonly tag?: string | undefined;
  readonly name?: string | undefined;
  readonly exactName?: string | undefined;
  readonly sku?: string | undefined;
  readonly sold?: boolean | undefined;
  readonly purchased?: boolean | undefined;
  readonly available?: boolean | undefined;
  readonly inventoried?: boolean | undefined;
}

function conditions(company: Id, filter: ProductFilter): Sql[] {
  const where: Sql[] = [sql`deleted = 0`];
  const { site, category } = filter;
  if (filter.ids !== undefined) where.push(isIn('id', filter.ids));
  if (filter.tag !== undefined) {
    where.push(sql`id in (select product_id from product_tags where company_id = ${company} and tag = ${filter.tag})`);
  }
  if (filter.name !== undefined) where.push(sql`name_folded like ${contains(fold(filter.name))} escape '!'`);
  if (filter.exactName !== undefined) {
    where.push(sql`name_folded = ${fold(filter.exactName)} and name = ${filter.exactName}`);
  }
  if (filter.sku !== undefined) where.push(sql`sku = ${filter.sku}`);
  if (filter.sold !== undefined) where.push(sql`is_sold = ${filter.sold}`);
  if (filter.purchased !== undefined) where.push(sql`is_purchased = ${filter.purchased}`);
  if (category !== undefined) {
    where.push(sql`exists (select 1 from product_categories c where c.company_id = ${company}
      and c.category_id = ${category} and c.product_id = products.id)`);
  }
  if (site !== undefined) {
    const here: Sql[] = [sql`s.company_id = ${company}`, sql`s.site_id = ${site}`, sql`s.product_id = products.id`];
    if (filter.available !== undefined) here.push(sql`s.is_available = ${filter.available}`);
    if (filter.inventoried !== undefined) {
      here.push(sql`coalesce(s.is_inventory, products.is_inventory) = ${filter.inventoried}`);
    }
    where.push(sql`exists (select 1 from site_products s where ${every(here)})`);
  } else if (filter.inventoried !== undefined) where.push(sql`is_inventory = ${filter.inventoried}`);
  return where;
}

/** Up to `limit` products after an id that meet every filter, ascending by id. */
export function listProducts(
  tx: Reader,
  company: Id,
  filter: ProductFilter,
  after: Id,
  limit: number,
): Promise<Product[]> {
  return products.page(tx, company, after, limit, every(conditions(company, filter)));
}

type SiteProductRow = Omit<SiteProduct, 'taxes' | 'cost_taxes' | 'is_inventory' | 'show_online' | 'is_available'> & {
  taxes: string | null;
  cost_taxes: string | null;
  is_inventory: bigint | null;
  show_online: bigint | null;
  is_available: bigint;
};

const SITE_COLUMNS = raw(
  'company_id, site_id, product_id, taxes, cost_taxes, is_inventory, show_online, is_available, amount, updated_at',
);

function decodeSiteProduct(row: SiteProductRow): SiteProduct {
  return {
    ...row,
    taxes: row.taxes === null ? null : (JSON.parse(row.taxes) as string[]),
    cost_taxes: row.cost_taxes === null ? null : (JSON.parse(row.cost_taxes) as string[]),
    is_inventory: row.is_inventory === null ? null : row.is_inventory !== 0n,
    show_online: row.show_online === null ? null : row.show_online !== 0n,
    is_available: row.is_available !== 0n,
  };
}

/** Where the products were made available; at one site when it is given. */
export async function siteProductsOf(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
  site?: Id,
): Promise<SiteProduct[]> {
  const at = site === undefined ? raw('1 = 1') : sql`site_id = ${site}`;
  const rows = await tx.all<SiteProductRow>(
    sql`select ${SITE_COLUMNS} from site_products
        where company_id = ${company} and ${isIn('product_id', ids)} and ${at} order by product_id, site_id`,
  );
  return rows.map(decodeSiteProduct);
}

/** The same for one, kept from changing until the transaction ends. */
export async function lockSiteProduct(
  tx: Writer,
  company: Id,
  site: Id,
  product: Id,
): Promise<SiteProduct | undefined> {
  const row = await tx.get<SiteProductRow>(
    sql`select ${SITE_COLUMNS} from site_products
        where company_id = ${company} and site_id = ${site} and product_id = ${product} for update`,
  );
  return row === undefined ? undefined : decodeSiteProduct(row);
}

const asText = (value: readonly string[] | null) => (value === null ? null : JSON.stringify(value));

/** Saves a product at a site, new or known. */
export async function saveSiteProduct(tx: Writer, at: SiteProduct): Promise<void> {
  await tx.run(
    sql`insert into site_products (${SITE_COLUMNS})
        values (${at.company_id}, ${at.site_id}, ${at.product_id}, ${asText(at.taxes)}, ${asText(at.cost_taxes)},
          ${at.is_inventory}, ${at.show_online}, ${at.is_available}, ${at.amount}, ${at.updated_at})
        on conflict (company_id, site_id, product_id) do update set taxes = excluded.taxes,
          cost_taxes = excluded.cost_taxes, is_inventory = excluded.is_inventory, show_online = excluded.show_online,
          is_available = excluded.is_available, amount = excluded.amount, updated_at = excluded.updated_at`,
  );
}

/** Takes a product from a site; false when it was not there. */
export async function removeSiteProduct(tx: Writer, company: Id, site: Id, product: Id): Promise<boolean> {
  const removed = await tx.run(
    sql`delete from site_products where company_id = ${company} and site_id = ${site} and product_id = ${product}`,
  );
  return removed > 0;
}

/** What price lists say of the products; of some lists only when they are given. */
export async function pricesOf(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
  lists?: readonly Id[],
): Promise<(ListPrice & { product_id: Id })[]> {
  const among = lists === undefined ? raw('1 = 1') : isIn('price_list_id', lists);
  return tx.all(
    sql`select product_id, price_list_id, price, price_form, cost, cost_form from prices
        where company_id = ${company} and ${isIn('product_id', ids)} and ${among}`,
  );
}

/** Sets what one list says of a product; what is not given stays as it is. */
export async function savePrices(
  tx: Writer,
  company: Id,
  list: Id,
  product: Id,
  set: { price?: EnteredPrice | undefined; cost?: EnteredPrice | undefined },
): Promise<void> {
  const { price, cost } = set;
  if (price === undefined && cost === undefined) return;
  const updates: Sql[] = [];
  if (price !== undefined) updates.push(sql`price = excluded.price, price_form = excluded.price_form`);
  if (cost !== undefined) updates.push(sql`cost = excluded.cost, cost_form = excluded.cost_form`);
  await tx.run(
    sql`insert into prices (company_id, price_list_id, product_id, price, price_form, cost, cost_form)
        values (${company}, ${list}, ${product}, ${price?.amount ?? null}, ${price?.form ?? 'inc'},
          ${cost?.amount ?? null}, ${cost?.form ?? 'inc'})
        on conflict (company_id, price_list_id, product_id) do update set ${join(updates)}`,
  );
}

/** The parents of all of the company's price lists. */
export async function listParents(tx: Reader, company: Id): Promise<Map<Id, Id | null>> {
  const rows = await tx.all<{ id: Id; parent_id: Id | null }>(
    sql`select id, parent_id from price_lists where company_id = ${company} order by id limit 10000`,
  );
  return new Map(rows.map((row) => [row.id, row.parent_id]));
}

/** Replaces a product's tags in the index that finds products by tag. */
export async function saveTags(tx: Writer, product: Product): Promise<void> {
  const { company_id, id, tags } = product;
  await tx.run(sql`delete from product_tags where company_id = ${company_id} and product_id = ${id}`);
  if (tags.length === 0) return;
  const rows = tags.map((tag) => sql`(${company_id}, ${tag}, ${id})`);
  await tx.run(sql`insert into product_tags (company_id, tag, product_id) values ${join(rows)}`);
}

/** The categories of the products, by name. */
export async function categoriesOf(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<{ product_id: Id; id: Id; name: string }[]> {
  return tx.all(
    sql`select p.product_id, c.id, c.name from product_categories p
        join categories c on c.company_id = p.company_id and c.id = p.category_id
        where p.company_id = ${company} and ${isIn('p.product_id', ids)} order by p.product_id, c.id`,
  );
}

/** Puts a product into categories it is not in yet. */
export async function addToCategories(
  tx: Writer,
  company: Id,
  product: Id,
  wanted: readonly Id[],
  now: Micros,
): Promise<void> {
  if (wanted.length === 0) return;
  const rows = wanted.map((category) => sql`(${company}, ${category}, ${product}, ${now})`);
  await tx.run(
    sql`insert into product_categories (company_id, category_id, product_id, created_at) values ${join(rows)}
        on conflict (company_id, category_id, product_id) do nothing`,
  );
}

/** Puts products into a category; those already in it stay. */
export async function addProducts(
  tx: Writer,
  company: Id,
  category: Id,
  wanted: readonly Id[],
  now: Micros,
): Promise<void> {
  const rows = wanted.map((product) => sql`(${company}, ${category}, ${product}, ${now})`);
  await tx.run(
    sql`insert into product_categories (company_id, category_id, product_id, created_at) values ${join(rows)}
        on conflict (company_id, category_id, product_id) do nothing`,
  );
}

/** Takes a product from one category, or from all; answers from how many. */
export async function removeFromCategories(tx: Writer, company: Id, product: Id, category?: Id): Promise<number> {
  const which = category === undefined ? raw('1 = 1') : sql`category_id = ${category}`;
  return tx.run(
    sql`delete from product_categories where company_id = ${company} and product_id = ${product} and ${which}`,
  );
}

/** Takes everything from a category that is being deleted. */
export async function emptyCategory(tx: Writer, category: Category): Promise<void> {
  await tx.run(
    sql`delete from product_categories where company_id = ${category.company_id} and category_id = ${category.id}`,
  );
}

/** How many products each category has and when one was last put in. */
export async function categoryCounts(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<Map<Id, { count: bigint; updated_at: Micros }>> {
  const rows = await tx.all<{ category_id: Id; count: bigint; updated_at: Micros }>(
    sql`select category_id, count(*) as count, max(created_at) as updated_at from product_categories
        where company_id = ${company} and ${isIn('category_id', ids)} group by category_id`,
  );
  return new Map(rows.map((row) => [row.category_id, row]));
}

/** The condition that a category has a product that was made available at a site. */
export function hasProductAt(company: Id, site: Id): Sql {
  return sql`exists (select 1 from product_categories p
    join site_products s on s.company_id = p.company_id and s.product_id = p.product_id
    where p.company_id = ${company} and p.category_id = categories.id and s.site_id = ${site})`;
}

/** The condition that a category has a product. */
export function holdsProduct(company: Id, product: Id): Sql {
  return sql`exists (select 1 from product_categories p where p.company_id = ${company}
    and p.category_id = categories.id and p.product_id = ${product})`;
}

/** Everything a deleted product leaves behind at sites, in lists, categories and tags. */
export async function removeTraces(tx: Writer, company: Id, product: Id): Promise<void> {
  for (const from of ['site_products', 'prices', 'product_categories', 'product_tags']) {
    await tx.run(sql`delete from ${raw(from)} where company_id = ${company} and product_id = ${product}`);
  }
}

/** The products counted at a site, ascending by id. */
export async function countedAt(
  tx: Reader,
  company: Id,
  site: Id,
  after: Id,
  limit: number,
): Promise<{ product_id: Id; amount: Decimal }[]> {
  return tx.all(
    sql`select product_id, amount from site_products where company_id = ${company} and site_id = ${site}
          and amount is not null and product_id > ${after} order by product_id limit ${limit}`,
  );
}

/** A product as an order line needs it: its price at the site, its taxes, whether it may be sold there. */
export interface Sellable {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly taxes: readonly string[];
  readonly price: EnteredPrice | undefined;
  readonly is_available: boolean;
}

interface SellableRow {
  id: Id;
  name: string;
  sku: string | null;
  taxes: string;
  site_taxes: string | null;
  is_available: bigint | null;
  list: Id | null;
  price: Decimal | null;
  price_form: PriceForm | null;
}

/** The products of an order at a site, by id, in one query; deleted and unknown ones are missing. */
export async function sellables(
  tx: Reader,
  company: Id,
  site: Id,
  chain: readonly Id[],
  ids: readonly Id[],
): Promise<Map<Id, Sellable>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<SellableRow>(
    sql`select p.id, p.name, p.sku, p.taxes, s.taxes as site_taxes, s.is_available,
          l.price_list_id as list, l.price, l.price_form
        from products p
        left join site_products s on s.company_id = p.company_id and s.site_id = ${site} and s.product_id = p.id
        left join prices l on l.company_id = p.company_id and l.product_id = p.id and ${isIn('l.price_list_id', chain)}
          and l.price is not null
        where p.company_id = ${company} and ${isIn('p.id', ids)} and p.deleted = 0`,
  );
  const found = new Map<Id, Sellable & { rank: number }>();
  for (const row of rows) {
    const rank = row.list === null ? Number.MAX_SAFE_INTEGER : chain.indexOf(row.list);
    const known = found.get(row.id);
    if (known !== undefined && known.rank <= rank) continue;
    found.set(row.id, {
      id: row.id,
      name: row.name,
      sku: row.sku,
      taxes: JSON.parse(row.site_taxes ?? row.taxes) as string[],
      price: row.price === null ? undefined : { amount: row.price, form: row.price_form ?? 'inc' },
      is_available: row.is_available === 1n,
      rank,
    });
  }
  return found;
}

/** The products with the given SKUs that are not deleted; of several with one SKU the first. */
export async function productIdsBySku(tx: Reader, company: Id, skus: readonly string[]): Promise<Map<string, Id>> {
  const rows = await tx.all<{ id: Id; sku: string }>(
    sql`select id, sku from products where company_id = ${company} and ${isIn('sku', skus)} and deleted = 0
        order by id desc`,
  );
  return new Map(rows.map((row) => [row.sku, row.id]));
}
