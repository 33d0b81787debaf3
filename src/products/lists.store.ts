import type { Id } from '../kernel/id.ts';
import {
  type Bound,
  countRecords,
  type FoundRecord,
  findRecords,
  type Listing,
  type Narrowed,
  type Total,
  within,
} from '../storage/finding.ts';
import { matchText, type TextMatches, wordsOf } from '../storage/grams.ts';
import type { Reader } from '../storage/port.ts';
import { contains, every, fold, isIn, type Sql, sql } from '../storage/sql.ts';
import type { ProductRows } from './short.store.ts';
import { GRAMS } from './store.ts';

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
  /** Words in the name, the stock keeping unit or the barcode. */
  readonly q?: string | undefined;
  /** Bounds of the last change; the list then goes by it. */
  readonly updated?: readonly Bound[] | undefined;
  readonly sold?: boolean | undefined;
  readonly purchased?: boolean | undefined;
  readonly available?: boolean | undefined;
  readonly inventoried?: boolean | undefined;
}

const searched = ({ q = '' }: ProductFilter): string[] => wordsOf(fold(q));

/** The filters over a product's own row. */
function ownConditions(filter: ProductFilter): Sql[] {
  const where: Sql[] = [sql`deleted = 0`];
  if (filter.ids !== undefined) where.push(isIn('id', filter.ids));
  if (filter.name !== undefined) where.push(sql`name_folded like ${contains(fold(filter.name))} escape '!'`);
  if (filter.exactName !== undefined) {
    where.push(sql`name_folded = ${fold(filter.exactName)} and name = ${filter.exactName}`);
  }
  for (const word of searched(filter)) where.push(sql`found_by like ${contains(word)} escape '!'`);
  if (filter.sku !== undefined) where.push(sql`sku = ${filter.sku}`);
  if (filter.barcode !== undefined) where.push(sql`barcode = ${filter.barcode}`);
  if (filter.sold !== undefined) where.push(sql`is_sold = ${filter.sold}`);
  if (filter.purchased !== undefined) where.push(sql`is_purchased = ${filter.purchased}`);
  return where;
}

/** The listings a product has to be in, the one that is likely to be the shortest first. */
function listings({ category, tag, site, available }: ProductFilter, { gram, few }: TextMatches): Listing[] {
  const id = 'product_id';
  const found: Listing[] = [];
  const named: Listing[] = gram === undefined ? [] : [{ from: GRAMS.name, id, where: gram }];
  if (few === true) found.push(...named);
  if (category !== undefined)
    found.push({ from: 'product_categories', id, where: sql`l.category_id = ${category}` });
  if (tag !== undefined) found.push({ from: 'product_tags', id, where: sql`l.tag = ${tag}` });
  if (few !== true) found.push(...named);
  if (site !== undefined) {
    const where: Sql[] = [sql`l.site_id = ${site}`];
    if (available !== undefined) where.push(sql`l.is_available = ${available}`);
    found.push({ from: 'site_products', id, where: every(where) });
  }
  return found;
}

/** The filters of the list, as conditions after an id. */
async function narrowed(tx: Reader, company: Id, filter: ProductFilter, after: Id): Promise<Narrowed> {
  const text = filter.name === undefined ? (searched(filter)[0] ?? '') : fold(filter.name);
  const matches = await matchText(tx, GRAMS, company, text, after);
  const own = ownConditions(filter);
  if (matches.ids !== undefined) own.push(isIn('id', matches.ids));
  if (filter.site !== undefined && filter.inventoried !== undefined) {
    own.push(sql`coalesce((select i.is_inventory from site_products i where i.company_id = ${company}
      and i.site_id = ${filter.site} and i.product_id = products.id), is_inventory) = ${filter.inventoried}`);
  }
  const ids = sql`select id from products where company_id = ${company}`;
  const indexed: Sql[] = [];
  if (filter.ids !== undefined) indexed.push(sql`${ids} and ${isIn('id', filter.ids)}`);
  if (matches.ids !== undefined) indexed.push(sql`${ids} and ${isIn('id', matches.ids)}`);
  if (filter.sku !== undefined) indexed.push(sql`${ids} and sku = ${filter.sku}`);
  if (filter.barcode !== undefined) indexed.push(sql`${ids} and barcode = ${filter.barcode}`);
  if (filter.exactName !== undefined) indexed.push(sql`${ids} and name_folded = ${fold(filter.exactName)}`);
  return {
    table: 'products',
    own,
    indexed,
    listings: listings(filter, matches),
    updated: within('updated_at', filter.updated ?? []),
  };
}

/** Up to `limit` products behind a position that meet every filter, in the list's order, as `from` reads them. */
export async function listProducts<T extends FoundRecord>(
  tx: Reader,
  from: ProductRows<T>,
  company: Id,
  filter: ProductFilter,
  after: readonly bigint[] | undefined,
  limit: number,
): Promise<T[]> {
  const byId = (filter.updated ?? []).length === 0;
  const wanted = await narrowed(tx, company, filter, byId ? (after?.[0] ?? 0n) : 0n);
  if (byId && wanted.listings.length === 0) {
    return from.page(tx, company, after?.[0] ?? 0n, limit, every(wanted.own));
  }
  const found: readonly FoundRecord[] = await findRecords(tx, company, wanted, after, limit);
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  const rows = await from.select(tx, company, isIn('id', ids), sql`order by id`);
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** How many products meet every filter. */
export async function countProducts(tx: Reader, company: Id, filter: ProductFilter): Promise<Total> {
  return countRecords(tx, company, await narrowed(tx, company, filter, 0n));
}
