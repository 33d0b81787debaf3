import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import type { Product } from './types.ts';

// Names and prices that an export checks before it reads the products themselves.

/** The most sites, and price lists, of a company that are looked at. */
const MAX_PLACES = 20_000;

/** How products are named, page by page; ascending by id. */
export async function productKeys(
  tx: Reader,
  company: Id,
  after: Id,
  limit: number,
): Promise<Pick<Product, 'id' | 'sku' | 'name' | 'variant_parent_id'>[]> {
  return tx.all(
    sql`select id, sku, name, variant_parent_id from products
        where company_id = ${company} and deleted = 0 and id > ${after} order by id limit ${limit}`,
  );
}

/** The sites that have products. */
export async function sitesWithProducts(tx: Reader, company: Id): Promise<Id[]> {
  const rows = await tx.all<{ id: Id }>(
    sql`select id from sites where company_id = ${company} and exists (select 1 from site_products s
          where s.company_id = sites.company_id and s.site_id = sites.id) order by id limit ${MAX_PLACES}`,
  );
  return rows.map((row) => row.id);
}

/** The price lists that say what something costs. */
export async function listsWithPrices(tx: Reader, company: Id): Promise<Id[]> {
  const rows = await tx.all<{ id: Id }>(
    sql`select id from price_lists where company_id = ${company} and exists (select 1 from prices p
          where p.company_id = price_lists.company_id and p.price_list_id = price_lists.id
            and (p.price is not null or p.cost is not null)) order by id limit ${MAX_PLACES}`,
  );
  return rows.map((row) => row.id);
}
