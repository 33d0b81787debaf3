import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { contains, every, fold, isIn, raw, type Sql, sql } from '../storage/sql.ts';
import { askedOf } from './rules/search.ts';
import { listedProducts } from './store.ts';
import type { ListedProduct } from './types.ts';

/** The filters of product lists (reference: products.13, products.14). */
export interface ProductFilter {
  readonly site?: Id | undefined;
  readonly category?: Id | undefined;
  readonly ids?: readonly Id[] | undefined;
  readonly tag?: string | undefined;
  readonly name?: string | undefined;
  readonly exactName?: string | undefined;
  readonly sku?: string | undefined;
  readonly barcode?: string | undefined;
  readonly sold?: boolean | undefined;
  readonly purchased?: boolean | undefined;
  readonly available?: boolean | undefined;
  readonly inventoried?: boolean | undefined;
}

/** The filters over a product's own row. */
function ownConditions(filter: ProductFilter): Sql[] {
  const where: Sql[] = [sql`deleted = 0`];
  if (filter.ids !== undefined) where.push(isIn('id', filter.ids));
  if (filter.name !== undefined) where.push(sql`name_folded like ${contains(fold(filter.name))} escape '!'`);
  if (filter.exactName !== undefined) {
    where.push(sql`name_folded = ${fold(filter.exactName)} and name = ${filter.exactName}`);
  }
  if (filter.sku !== undefined) where.push(sql`sku = ${filter.sku}`);
  if (filter.barcode !== undefined) where.push(sql`barcode = ${filter.barcode}`);
  if (filter.sold !== undefined) where.push(sql`is_sold = ${filter.sold}`);
  if (filter.purchased !== undefined) where.push(sql`is_purchased = ${filter.purchased}`);
  return where;
}

/** A table that lists products, and which of its rows are meant. */
interface Listing {
  readonly from: 'product_categories' | 'product_tags' | 'site_products' | 'product_grams';
  readonly where: Sql;
}

/** What narrows a search for products by a part of their names. */
interface NameMatches {
  /** All that can have it, when there are few. */
  readonly ids?: readonly Id[];
  /** Where all that can have it are listed. */
  readonly listing?: Listing;
  /** Whether that listing is likely to be shorter than others. */
  readonly few?: boolean;
}

/** So many products with a piece of a name are few. */
const FEW = 64;
/** With as many or fewer entries for a short text they are fetched, else the products are run through. */
const FETCHED_GRAMS = 500;

/** Finds out by which pieces of names the products that have a folded text in theirs are best found. */
async function findByName(tx: Reader, company: Id, text: string, after: Id): Promise<NameMatches> {
  const asked = askedOf(text);
  if (asked === undefined) return {};
  if (asked.kind === 'range') {
    const rows = await tx.all<{ product_id: Id }>(
      sql`select product_id from product_grams where company_id = ${company} and gram >= ${asked.from}
            and gram <= ${asked.to} limit ${FETCHED_GRAMS + 1}`,
    );
    return rows.length > FETCHED_GRAMS ? {} : { ids: [...new Set(rows.map((row) => row.product_id))] };
  }
  // The further the next FEW products with a piece reach, the rarer it is from here on.
  const reaches = await Promise.all(
    asked.grams.map(async (gram) => {
      const row = await tx.get<{ product_id: Id }>(
        sql`select product_id from product_grams where company_id = ${company} and gram = ${gram}
              and product_id > ${after} order by product_id limit 1 offset ${FEW}`,
      );
      return { gram, reach: row?.product_id };
    }),
  );
  const rarest = reaches.reduce((a, b) =>
    a.reach !== undefined && (b.reach === undefined || b.reach > a.reach) ? b : a,
  );
  const listing: Listing = { from: 'product_grams', where: sql`l.gram = ${rarest.gram}` };
  return { listing, few: rarest.reach === undefined };
}

/** The listings a product has to be in, the one that is likely to be the shortest first. */
function listings(
  { category, tag, site, available }: ProductFilter,
  { listing, few }: NameMatches,
): Listing[] {
  const found: Listing[] = [];
  if (listing !== undefined && few === true) found.push(listing);
  if (category !== undefined)
    found.push({ from: 'product_categories', where: sql`l.category_id = ${category}` });
  if (tag !== undefined) found.push({ from: 'product_tags', where: sql`l.tag = ${tag}` });
  if (listing !== undefined && few !== true) found.push(listing);
  if (site !== undefined) {
    const where: Sql[] = [sql`l.site_id = ${site}`];
    if (available !== undefined) where.push(sql`l.is_available = ${available}`);
    found.push({ from: 'site_products', where: every(where) });
  }
  return found;
}

/**
 * Up to `limit` products after an id that meet every filter, ascending by id. A list of a category, a tag, a
 * site or a part of a name runs along that listing's own key, so that a page costs the same however many other
 * products there are. (`offset 0` keeps PostgreSQL from joining instead, along all products from the first on.)
 */
export async function listProducts(
  tx: Reader,
  company: Id,
  filter: ProductFilter,
  after: Id,
  limit: number,
): Promise<ListedProduct[]> {
  const byName = filter.name === undefined ? {} : await findByName(tx, company, fold(filter.name), after);
  if (byName.ids?.length === 0) return [];
  const own = ownConditions(filter);
  if (byName.ids !== undefined) own.push(isIn('id', byName.ids));
  if (filter.site !== undefined && filter.inventoried !== undefined) {
    own.push(sql`coalesce((select i.is_inventory from site_products i where i.company_id = ${company}
      and i.site_id = ${filter.site} and i.product_id = products.id), is_inventory) = ${filter.inventoried}`);
  }
  const [first, ...others] = listings(filter, byName);
  if (first === undefined) return listedProducts.page(tx, company, after, limit, every(own));
  for (const { from, where } of others) {
    own.push(sql`exists (select 1 from ${raw(from)} l
      where l.company_id = ${company} and l.product_id = products.id and ${where})`);
  }
  const rows = await tx.all<{ id: Id }>(
    sql`select l.product_id as id from ${raw(first.from)} l
        where l.company_id = ${company} and ${first.where} and l.product_id > ${after}
          and exists (select 1 from products where products.company_id = ${company}
            and products.id = l.product_id and ${every(own)} limit 1 offset 0)
        order by l.product_id limit ${limit}`,
  );
  if (rows.length === 0) return [];
  return listedProducts.select(
    tx,
    company,
    isIn(
      'id',
      rows.map((row) => row.id),
    ),
    sql`order by id`,
  );
}
