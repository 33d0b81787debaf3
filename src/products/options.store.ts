import { byIds } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { PriceForm } from '../kernel/price.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import type { Nested } from './rules/options.ts';
import { OPTION_SET } from './shape/menu.ts';
import type { AttachedModifier, OptionSet, Product } from './types.ts';

// Option sets with what they link, and the modifiers that pop up for a product.

export const optionSets: Table<OptionSet> = tableOf('option_sets', OPTION_SET);

/** Option sets by id. */
export async function optionSetsById(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<Map<Id, OptionSet>> {
  return byIds(optionSets, tx, company, ids);
}

/** Keeps option sets from changing and from being deleted until the transaction ends; answers those there are. */
export async function lockOptionSets(tx: Writer, company: Id, ids: readonly Id[]): Promise<Set<Id>> {
  const rows = await tx.all<{ id: Id }>(
    sql`select id from option_sets where company_id = ${company} and ${isIn('id', ids)} order by id for update`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Replaces one side of a link between option sets and products. */
async function replaceLinks(tx: Writer, into: string, gone: Sql, rows: readonly Sql[]): Promise<void> {
  await tx.run(sql`delete from ${raw(into)} where ${gone}`);
  if (rows.length === 0) return;
  await tx.run(sql`insert into ${raw(into)} (company_id, option_set_id, product_id) values ${join(rows)}`);
}

/** Remembers which products are options of a set; none once it is deleted. */
export function saveSetOptions(tx: Writer, set: OptionSet, options: OptionSet['options']): Promise<void> {
  const { company_id: company, id } = set;
  return replaceLinks(
    tx,
    'option_set_options',
    sql`company_id = ${company} and option_set_id = ${id}`,
    options.map((option) => sql`(${company}, ${id}, ${BigInt(option.product_id)})`),
  );
}

/** Remembers to which sets a product is assigned. */
export function saveProductSets(tx: Writer, product: Product): Promise<void> {
  const { company_id: company, id } = product;
  return replaceLinks(
    tx,
    'product_option_sets',
    sql`company_id = ${company} and product_id = ${id}`,
    product.option_sets.map((set) => sql`(${company}, ${BigInt(set)}, ${id})`),
  );
}

/** The first option set by which a product is an option. */
export async function setWithOption(
  tx: Reader,
  company: Id,
  product: Id,
): Promise<{ id: Id; name: string } | undefined> {
  return tx.get(
    sql`select s.id, s.name from option_set_options l
        join option_sets s on s.company_id = l.company_id and s.id = l.option_set_id
        where l.company_id = ${company} and l.product_id = ${product} order by s.id limit 1`,
  );
}

/** A product to which a set is assigned. */
export async function productWithSet(
  tx: Reader,
  company: Id,
  set: Id,
): Promise<{ id: Id; name: string } | undefined> {
  return tx.get(
    sql`select p.id, p.name from product_option_sets l
        join products p on p.company_id = l.company_id and p.id = l.product_id
        where l.company_id = ${company} and l.option_set_id = ${set} order by l.product_id limit 1`,
  );
}

/** One change at a time of how a company's option sets nest: two halves of a cycle must see each other. */
export async function lockNesting(tx: Writer, company: Id): Promise<void> {
  await tx.get(sql`select id from companies where company_id = ${company} and id = ${company} for update`);
}

/** Where the product x has its option sets from: a variant without any has its template's. */
const SETS_FROM = sql`case when x.option_sets = '[]' and x.variant_parent_id is not null
  then x.variant_parent_id else x.id end`;

/** Most ways from set to set of a company that are looked at. */
const MAX_NESTED = 100_000;

/** How all of a company's option sets follow from each other. */
export async function nestedSets(tx: Reader, company: Id): Promise<Nested[]> {
  return tx.all<Nested>(
    sql`select o.option_set_id as "from", o.product_id as via, p.option_set_id as "to"
        from option_set_options o
        join products x on x.company_id = o.company_id and x.id = o.product_id
        join product_option_sets p on p.company_id = x.company_id and p.product_id = ${SETS_FROM}
        where o.company_id = ${company} order by 1, 2, 3 limit ${MAX_NESTED}`,
  );
}

/** The sets that some products have, which may be their template's. */
export async function setsOfProducts(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<{ product_id: Id; option_set_id: Id }[]> {
  return tx.all(
    sql`select x.id as product_id, p.option_set_id from products x
        join product_option_sets p on p.company_id = x.company_id and p.product_id = ${SETS_FROM}
        where x.company_id = ${company} and ${isIn('x.id', ids)} order by 1, 2`,
  );
}

/** The sets by which some products are options. */
export async function setsWithOptions(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<{ product_id: Id; option_set_id: Id }[]> {
  return tx.all(
    sql`select product_id, option_set_id from option_set_options
        where company_id = ${company} and ${isIn('product_id', ids)} order by 1, 2 limit ${MAX_NESTED}`,
  );
}

/** The sets that a site's products have, ascending. */
export async function setsAtSite(tx: Reader, company: Id, site: Id): Promise<Id[]> {
  const rows = await tx.all<{ id: Id }>(
    sql`select distinct p.option_set_id as id from site_products s
        join products x on x.company_id = s.company_id and x.id = s.product_id
        join product_option_sets p on p.company_id = x.company_id and p.product_id = ${SETS_FROM}
        where s.company_id = ${company} and s.site_id = ${site} order by 1 limit ${MAX_NESTED}`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of a company's sets, ascending. */
export async function setIds(tx: Reader, company: Id): Promise<Id[]> {
  const rows = await tx.all<{ id: Id }>(
    sql`select id from option_sets where company_id = ${company} order by id limit ${MAX_NESTED}`,
  );
  return rows.map(({ id }) => id);
}

/** The products at a site that are options of some sets. */
export async function optionsAtSite(
  tx: Reader,
  company: Id,
  site: Id,
  sets: readonly Id[],
): Promise<Set<Id>> {
  const rows = await tx.all<{ id: Id }>(
    sql`select distinct o.product_id as id from option_set_options o
        join site_products s on s.company_id = o.company_id and s.site_id = ${site} and s.product_id = o.product_id
        where o.company_id = ${company} and ${isIn('o.option_set_id', sets)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The products that have some sets, of their own or their template's. */
export async function productsWithSets(tx: Reader, company: Id, sets: readonly Id[]): Promise<Id[]> {
  if (sets.length === 0) return [];
  const among = isIn('l.option_set_id', sets);
  const rows = await tx.all<{ id: Id }>(
    sql`select l.product_id as id from product_option_sets l where l.company_id = ${company} and ${among}
        union select x.id from product_option_sets l
          join products x on x.company_id = l.company_id and x.variant_parent_id = l.product_id
          where l.company_id = ${company} and ${among} and x.deleted = 0`,
  );
  return rows.map(({ id }) => id);
}

/** The products for which some modifiers pop up. */
export async function productsWithModifiers(
  tx: Reader,
  company: Id,
  modifiers: readonly Id[],
): Promise<Id[]> {
  if (modifiers.length === 0) return [];
  const rows = await tx.all<{ id: Id }>(
    sql`select distinct product_id as id from product_modifiers
        where company_id = ${company} and ${isIn('modifier_id', modifiers)}`,
  );
  return rows.map(({ id }) => id);
}

interface ModifierRow {
  product_id: Id;
  modifier_id: Id;
  price: Decimal | null;
  price_form: PriceForm;
}

/** The modifiers that pop up for some products, in their order. */
export async function modifiersOf(tx: Reader, company: Id, ids: readonly Id[]): Promise<AttachedModifier[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<ModifierRow>(
    sql`select product_id, modifier_id, price, price_form from product_modifiers
        where company_id = ${company} and ${isIn('product_id', ids)} order by product_id, position`,
  );
  return rows.map(({ product_id, modifier_id, price, price_form }) => ({
    product_id,
    modifier_id,
    price: price === null ? null : { amount: price, form: price_form },
  }));
}

/** Replaces the modifiers that pop up for a product. */
export async function saveModifiers(
  tx: Writer,
  company: Id,
  product: Id,
  list: readonly AttachedModifier[],
): Promise<void> {
  await tx.run(sql`delete from product_modifiers where company_id = ${company} and product_id = ${product}`);
  if (list.length === 0) return;
  const rows = list.map(
    ({ modifier_id, price }, at) =>
      sql`(${company}, ${product}, ${modifier_id}, ${BigInt(at)}, ${price?.amount ?? null}, ${price?.form ?? 'inc'})`,
  );
  await tx.run(
    sql`insert into product_modifiers (company_id, product_id, modifier_id, position, price, price_form)
        values ${join(rows)}`,
  );
}

/** A product for which a modifier pops up. */
export async function productWithModifier(
  tx: Reader,
  company: Id,
  modifier: Id,
): Promise<{ id: Id; name: string } | undefined> {
  return tx.get(
    sql`select p.id, p.name from product_modifiers l
        join products p on p.company_id = l.company_id and p.id = l.product_id
        where l.company_id = ${company} and l.modifier_id = ${modifier} order by l.product_id limit 1`,
  );
}
