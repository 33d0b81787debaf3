import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { empty, isIn, join, type Sql, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { CATEGORY } from './shape/menu.ts';
import type { Category } from './types.ts';

// Categories, and which products are in them.

export const categories: Table<Category> = tableOf('categories', CATEGORY);

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

/** A category with a product that was made available at a site. */
export async function categoryAtSite(
  tx: Reader,
  company: Id,
  site: Id,
  id: Id,
): Promise<Category | undefined> {
  const where = sql`id = ${id} and ${hasProductAt(company, site)}`;
  const [found] = await categories.select(tx, company, where, sql`order by id`);
  return found;
}

/** The condition that a category has a product. */
export function holdsProduct(company: Id, product: Id): Sql {
  return sql`exists (select 1 from product_categories p where p.company_id = ${company}
    and p.category_id = categories.id and p.product_id = ${product})`;
}

/** The products of a site in each category, ascending; `limit` of the memberships at most. */
export async function productsByCategory(
  tx: Reader,
  company: Id,
  site: Id,
  limit: number,
): Promise<Map<Id, Id[]>> {
  const rows = await tx.all<{ category_id: Id; product_id: Id }>(
    sql`select c.category_id, c.product_id from site_products s
        join product_categories c on c.company_id = s.company_id and c.product_id = s.product_id
        where s.company_id = ${company} and s.site_id = ${site}
        order by c.category_id, c.product_id limit ${limit}`,
  );
  const found = new Map<Id, Id[]>();
  for (const { category_id: category, product_id: product } of rows) {
    const known = found.get(category);
    if (known === undefined) found.set(category, [product]);
    else known.push(product);
  }
  return found;
}

/** The most categories of a company that are looked at. */
const MAX_CATEGORIES = 10_000;

/** All of a company's categories, ascending by id. */
export function allCategories(tx: Reader, company: Id): Promise<Category[]> {
  return categories.select(tx, company, sql`1 = 1`, sql`order by id limit ${MAX_CATEGORIES}`);
}
