import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { EnteredPrice, PriceForm } from '../kernel/price.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { empty, isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { table } from '../storage/table.ts';
import type { ListPrice } from './rules/prices.ts';
import { gramsOf } from './rules/search.ts';
import type { Category, ListedProduct, Product, SiteProduct } from './types.ts';

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
  option_sets: 'json',
  variant_parent_id: 'plain',
  variant_attributes: 'json',
  variant_key: 'plain',
  deleted: 'bool',
});

/** The same rows, with no more than lists show. */
export const listedProducts = table<ListedProduct>('products', {
  ...stored,
  name: 'plain',
  code: 'plain',
  sku: 'plain',
  barcode: 'plain',
  description: 'plain',
  docket_name: 'plain',
  image: 'plain',
  tags: 'json',
  is_sold: 'bool',
  is_purchased: 'bool',
  is_inventory: 'bool',
  is_modifier: 'bool',
  show_online: 'bool',
  variable_price: 'bool',
  min_sell_price: 'plain',
  max_sell_price: 'plain',
  taxes: 'json',
  option_sets: 'json',
  variant_parent_id: 'plain',
  variant_attributes: 'json',
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

// `order by +id` keeps SQLite from walking through all products in the order of their ids instead of using the
// index of what is asked for.

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

type SiteProductRow = Omit<
  SiteProduct,
  'taxes' | 'cost_taxes' | 'is_inventory' | 'show_online' | 'is_available'
> & {
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
    company_id: row.company_id,
    site_id: row.site_id,
    product_id: row.product_id,
    taxes: row.taxes === null ? null : (JSON.parse(row.taxes) as string[]),
    cost_taxes: row.cost_taxes === null ? null : (JSON.parse(row.cost_taxes) as string[]),
    is_inventory: row.is_inventory === null ? null : row.is_inventory !== 0n,
    show_online: row.show_online === null ? null : row.show_online !== 0n,
    is_available: row.is_available !== 0n,
    amount: row.amount,
    updated_at: row.updated_at,
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

/** What one list is to say of a product: null takes a price off the list, undefined leaves it. */
export interface PriceChange {
  readonly price?: EnteredPrice | null | undefined;
  readonly cost?: EnteredPrice | null | undefined;
}

/** Sets what one list says of a product. */
export async function savePrices(
  tx: Writer,
  company: Id,
  list: Id,
  product: Id,
  { price, cost }: PriceChange,
): Promise<void> {
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

/** Replaces a product's tags in the index that finds products by tag. */
export async function saveTags(tx: Writer, product: Product): Promise<void> {
  const { company_id, id, tags } = product;
  await tx.run(sql`delete from product_tags where company_id = ${company_id} and product_id = ${id}`);
  if (tags.length === 0) return;
  const rows = tags.map((tag) => sql`(${company_id}, ${tag}, ${id})`);
  await tx.run(sql`insert into product_tags (company_id, tag, product_id) values ${join(rows)}`);
}

/** Keeps what a product is found by when a part of its name is asked for; `before`: the folded name it had. */
export async function saveGrams(tx: Writer, product: Product, before: string): Promise<void> {
  const { company_id: company, id, name_folded: after } = product;
  if (before === after) return;
  const had = new Set(gramsOf(before));
  const has = new Set(gramsOf(after));
  const gone = [...had].filter((gram) => !has.has(gram));
  const added = [...has].filter((gram) => !had.has(gram));
  if (gone.length > 0) {
    await tx.run(
      sql`delete from product_grams where company_id = ${company} and ${isIn('gram', gone)} and product_id = ${id}`,
    );
  }
  if (added.length === 0) return;
  // The database cuts the name up itself, in the migration's way: one short statement whatever the name.
  await tx.run(
    sql`with recursive positions (n) as
          (select 1 union all select n + 1 from positions where n < ${[...after].length})
        insert into product_grams (company_id, gram, product_id)
        select distinct cast(${company} as bigint), substr(cast(${after} as text), n, 3), cast(${id} as bigint)
          from positions where 1 = 1
        on conflict (company_id, gram, product_id) do nothing`,
  );
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

/** A statement takes only so many values. */
const ROWS_PER_INSERT = 1000;

/** Puts products into categories; those in them already stay. Answers how many memberships are new. */
export async function addToCategories(
  tx: Writer,
  company: Id,
  members: readonly Id[],
  wanted: readonly Id[],
  now: Micros,
): Promise<number> {
  const rows = members.flatMap((product) =>
    wanted.map((category) => sql`(${company}, ${category}, ${product}, ${now})`),
  );
  let added = 0;
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    added += await tx.run(
      sql`insert into product_categories (company_id, category_id, product_id, created_at)
          values ${join(rows.slice(at, at + ROWS_PER_INSERT))}
          on conflict (company_id, category_id, product_id) do nothing`,
    );
  }
  return added;
}

/** Takes products from some categories; answers how many memberships ended. */
export async function removeFromCategories(
  tx: Writer,
  company: Id,
  members: readonly Id[],
  from: readonly Id[],
): Promise<number> {
  return tx.run(
    sql`delete from product_categories
        where company_id = ${company} and ${isIn('product_id', members)} and ${isIn('category_id', from)}`,
  );
}

/** Remembers that products came into some categories or left them. */
export async function touchCategories(
  tx: Writer,
  company: Id,
  changed: readonly Id[],
  now: Micros,
): Promise<void> {
  if (changed.length === 0) return;
  await tx.run(
    sql`update categories set updated_at = ${now} where company_id = ${company} and ${isIn('id', changed)}`,
  );
}

/** Takes everything from a category that is being deleted. */
export async function emptyCategory(tx: Writer, category: Category): Promise<void> {
  await tx.run(
    sql`delete from product_categories where company_id = ${category.company_id} and category_id = ${category.id}`,
  );
}

/** How many products each category has, at one site when it is given, and when one of them last changed. */
export async function categoryCounts(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
  site?: Id,
): Promise<Map<Id, { count: bigint; updated_at: Micros }>> {
  const here =
    site === undefined
      ? empty
      : sql` and exists (select 1 from site_products s where s.company_id = c.company_id
          and s.site_id = ${site} and s.product_id = c.product_id)`;
  const rows = await tx.all<{ category_id: Id; count: bigint; updated_at: Micros }>(
    sql`select c.category_id, count(*) as count, max(p.updated_at) as updated_at from product_categories c
        join products p on p.company_id = c.company_id and p.id = c.product_id
        where c.company_id = ${company} and ${isIn('c.category_id', ids)}${here} group by c.category_id`,
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

/** Everything a deleted product leaves behind at sites, in lists, categories and tags, and in what names are found by. */
export async function removeTraces(tx: Writer, gone: Product): Promise<void> {
  const { company_id: company, id: product } = gone;
  await saveGrams(tx, { ...gone, name_folded: '' }, gone.name_folded);
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
  /** How many are left at the site; null = not counted. */
  readonly amount: Decimal | null;
  readonly is_modifier: boolean;
  /** Others are variants of it: it is not sold itself. */
  readonly is_template: boolean;
  /** The option sets a buyer chooses from. */
  readonly option_sets: readonly Id[];
}

interface SellableRow {
  id: Id;
  name: string;
  sku: string | null;
  taxes: string;
  is_modifier: bigint;
  variant_parent_id: Id | null;
  variant_attributes: string;
  option_sets: string;
  site_taxes: string | null;
  is_available: bigint | null;
  amount: Decimal | null;
  list: Id | null;
  price: Decimal | null;
  price_form: PriceForm | null;
}

const idsOf = (json: string): Id[] => (json === '[]' ? [] : (JSON.parse(json) as string[]).map(BigInt));

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
    sql`select p.id, p.name, p.sku, p.taxes, p.is_modifier, p.variant_parent_id, p.variant_attributes,
          case when p.option_sets = '[]' then coalesce(t.option_sets, '[]') else p.option_sets end as option_sets,
          s.taxes as site_taxes, s.is_available, s.amount, l.price_list_id as list, l.price, l.price_form
        from products p
        left join products t on t.company_id = p.company_id and t.id = p.variant_parent_id
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
      amount: row.amount,
      is_modifier: row.is_modifier !== 0n,
      is_template: row.variant_parent_id === null && row.variant_attributes !== '[]',
      option_sets: idsOf(row.option_sets),
      rank,
    });
  }
  return found;
}

/** What is counted of a product at a site. */
export interface Counted {
  readonly product_id: Id;
  readonly amount: Decimal;
  readonly is_available: boolean;
  readonly sku: string | null;
}

/**
 * Those of the products that are counted at a site, ascending by id, kept from changing until the transaction
 * ends. Products that are not counted are not touched: who sells them waits for nobody.
 */
export async function lockCounted(tx: Writer, company: Id, site: Id, ids: readonly Id[]): Promise<Counted[]> {
  const rows = await tx.all<Omit<Counted, 'is_available'> & { is_available: bigint }>(
    sql`select product_id, amount, is_available, (select sku from products p
            where p.company_id = site_products.company_id and p.id = site_products.product_id) as sku
        from site_products where company_id = ${company} and site_id = ${site} and ${isIn('product_id', ids)}
          and amount is not null order by product_id for update`,
  );
  return rows.map((row) => ({ ...row, is_available: row.is_available !== 0n }));
}

/** Sets what is left of counted products at a site. */
export async function saveAmounts(
  tx: Writer,
  company: Id,
  site: Id,
  amounts: readonly { readonly product_id: Id; readonly amount: Decimal }[],
  now: Micros,
): Promise<void> {
  const cases = amounts.map(({ product_id: id, amount }) => sql`when ${id} then cast(${amount} as bigint)`);
  await tx.run(
    sql`update site_products set updated_at = ${now}, amount = case product_id ${join(cases, ' ')} else amount end
        where company_id = ${company} and site_id = ${site} and ${isIn(
          'product_id',
          amounts.map((each) => each.product_id),
        )}`,
  );
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
