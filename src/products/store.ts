import type { Id } from '../kernel/id.ts';
import { ONE } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { type GramTable, saveGrams } from '../storage/grams.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { PRODUCT, PRODUCT_ROW } from './shape/product.ts';
import { listedProducts, withText } from './short.store.ts';
import type { ListedProduct, Product } from './types.ts';

const rows = tableOf('products', PRODUCT_ROW);

/** Products; what lists show of one is saved with it. */
export const products: Table<Product> = {
  ...tableOf('products', PRODUCT),
  insert: (tx, product) => rows.insert(tx, withText(product)),
  sendInsert: (tx, product) => rows.sendInsert(tx, withText(product)),
  update: (tx, product) => rows.update(tx, withText(product)),
  sendUpdate: (tx, product) => rows.sendUpdate(tx, withText(product)),
};

/** A product that is not deleted. */
export async function getProduct(tx: Reader, company: Id, id: Id): Promise<Product | undefined> {
  const found = await products.get(tx, company, id);
  return found === undefined || found.deleted ? undefined : found;
}

/**
 * What ties several records of a company's catalogue to each other takes turns, before it locks any: an option set goes on to its
 * products, a product to its option sets or to other products.
 */
export async function tieInTurn(tx: Writer, company: Id): Promise<void> {
  await tx.turn([`catalogue of ${company}`]);
}

/** Products by id that are not deleted, kept from changing until the transaction ends. */
export async function lockProducts(tx: Writer, company: Id, ids: readonly Id[]): Promise<Map<Id, Product>> {
  if (ids.length === 0) return new Map();
  const rows = await products.select(
    tx,
    company,
    sql`${isIn('id', ids)} and deleted = 0`,
    sql`order by id for update`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Remembers that products have changed beside their rows, such as by a price or at which sites they are (reference:
 * products.44): one statement for all of them. The caller has them locked. What lists show of them is made anew when it is
 * asked for, and kept again by the next sweep.
 */
export async function touchProducts(tx: Writer, company: Id, ids: readonly Id[], now: Micros): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    sql`update products set updated_at = ${now}, listed_form = '' where company_id = ${company} and ${isIn('id', ids)}`,
  );
}

// `order by +id` keeps SQLite from walking through all products in the order of their ids instead of using the
// index of the columns in its condition.

/** The children of some templates, ascending by id. */
export function variantsOf(tx: Reader, company: Id, parents: readonly Id[]): Promise<ListedProduct[]> {
  const among = isIn('variant_parent_id', parents);
  return listedProducts.select(tx, company, sql`${among} and deleted = 0`, sql`order by +id limit 100000`);
}

/** The same for one, kept from changing until the transaction ends. */
export function lockVariants(tx: Writer, company: Id, parent: Id): Promise<Product[]> {
  return products.select(
    tx,
    company,
    sql`variant_parent_id = ${parent} and deleted = 0`,
    sql`order by +id limit 100000 for update`,
  );
}

/** The children among some products, with their templates. */
export async function parentsOf(tx: Reader, company: Id, ids: readonly Id[]): Promise<Map<Id, Id>> {
  const rows = await tx.all<{ id: Id; parent: Id }>(
    sql`select id, variant_parent_id as parent from products
        where company_id = ${company} and ${isIn('id', ids)} and variant_parent_id is not null and deleted = 0`,
  );
  return new Map(rows.map((row) => [row.id, row.parent]));
}

/** The role of a product: a variant of another, a modifier. */
interface ProductRole extends Pick<Product, 'id' | 'variant_parent_id' | 'is_modifier'> {}

/** The roles of some products, deleted ones too. */
export async function rolesOf(tx: Reader, company: Id, ids: readonly Id[]): Promise<ProductRole[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<{ id: Id; variant_parent_id: Id | null; is_modifier: bigint }>(
    sql`select id, variant_parent_id, is_modifier from products where company_id = ${company} and ${isIn('id', ids)} order by id`,
  );
  return rows.map((row) => ({ ...row, is_modifier: row.is_modifier !== 0n }));
}

/** Replaces a product's tags in the index that finds products by tag. */
export async function saveTags(tx: Writer, product: Product): Promise<void> {
  const { company_id, id, tags } = product;
  await tx.run(sql`delete from product_tags where company_id = ${company_id} and product_id = ${id}`);
  if (tags.length === 0) return;
  const rows = tags.map((tag) => sql`(${company_id}, ${tag}, ${id})`);
  await tx.run(sql`insert into product_tags (company_id, tag, product_id) values ${join(rows)}`);
}

/** The pieces that products are found by. */
export const GRAMS: GramTable = { name: 'product_grams', id: 'product_id' };

/** Everything a deleted product leaves behind at sites, in lists, categories and tags, and in what names are found by. */
export async function removeTraces(tx: Writer, gone: Product): Promise<void> {
  const { company_id: company, id: product } = gone;
  await saveGrams(tx, GRAMS, gone, gone.found_by, '');
  for (const from of [
    'site_products',
    'prices',
    'product_categories',
    'product_tags',
    'product_option_sets',
    'product_modifiers',
  ]) {
    await tx.run(sql`delete from ${raw(from)} where company_id = ${company} and product_id = ${product}`);
  }
}

/** The products with the given SKUs that are not deleted; of several with one SKU the first. */
export async function productIdsBySku(
  tx: Reader,
  company: Id,
  skus: readonly string[],
): Promise<Map<string, Id>> {
  const rows = await tx.all<{ id: Id; sku: string }>(
    sql`select id, sku from products where company_id = ${company} and ${isIn('sku', skus)} and deleted = 0
        order by +id desc`,
  );
  return new Map(rows.map((row) => [row.sku, row.id]));
}

/** The units that products are sold by, by id: those of which one is one of its unit, not those that hold more of it. */
export async function unitsOf(tx: Reader, company: Id, ids: readonly Id[]): Promise<Map<Id, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ id: Id; unit_of_measure: string }>(
    sql`select id, unit_of_measure from products where company_id = ${company} and ${isIn('id', ids)}
          and unit_of_measure is not null and (measure is null or measure = ${ONE})`,
  );
  return new Map(rows.map((row) => [row.id, row.unit_of_measure]));
}
