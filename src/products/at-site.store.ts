import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import { latest, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { SharedStatement, type StatementKind } from '../storage/shared-statement.ts';
import { isIn, join, padded, raw, sql } from '../storage/sql.ts';
import type { SiteProduct } from './types.ts';

// Products at sites: where each was made available, and how much of it is left there.

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

/**
 * Notes that products changed at a site without an event, after the event of a number. Called last, as the counter of
 * events is held (see `noteUntold`).
 */
export async function saveUntold(
  tx: Writer,
  company: Id,
  site: Id,
  ids: readonly Id[],
  after: bigint,
): Promise<void> {
  await tx.run(
    sql`update site_products set changed_after = ${after}
        where company_id = ${company} and site_id = ${site} and ${isIn('product_id', ids)}`,
  );
}

/** The products that changed at a site without an event, after the one of a number; perhaps right before it. */
export async function untoldSince(
  tx: Reader,
  company: Id,
  site: Id,
  after: bigint,
  limit: number,
): Promise<Id[]> {
  const rows = await tx.all<{ id: Id }>(
    sql`select product_id as id from site_products
        where company_id = ${company} and site_id = ${site} and changed_after >= ${after} limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Takes a product from a site; false when it was not there. */
export async function removeSiteProduct(tx: Writer, company: Id, site: Id, product: Id): Promise<boolean> {
  const removed = await tx.run(
    sql`delete from site_products where company_id = ${company} and site_id = ${site} and product_id = ${product}`,
  );
  return removed > 0;
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

/** The counted amount of a product at a site. */
export interface Counted {
  readonly product_id: Id;
  readonly amount: Decimal;
  readonly is_available: boolean;
  readonly sku: string | null;
  /** At how many left the product runs low; null is never. */
  readonly low_stock: Decimal | null;
}

type CountedRow = Omit<Counted, 'is_available'> & { readonly is_available: bigint };

const decodeCounted = (row: CountedRow): Counted => ({ ...row, is_available: row.is_available !== 0n });

/** Reads and locks those of the products that are counted. Sales of others do not wait for each other. */
const countedRows = (company: Id, site: Id, ids: readonly Id[]) =>
  sql`select product_id, amount, is_available, (select sku from products p
            where p.company_id = site_products.company_id and p.id = site_products.product_id) as sku,
          (select low_stock from products p
            where p.company_id = site_products.company_id and p.id = site_products.product_id) as low_stock
        from site_products where company_id = ${company} and site_id = ${site} and ${isIn('product_id', ids)}
          and amount is not null order by product_id for update`;

/** Those of the products that are counted at a site, ascending by id, kept from changing until the transaction ends. */
export async function lockCounted(tx: Writer, company: Id, site: Id, ids: readonly Id[]): Promise<Counted[]> {
  return (await tx.all<CountedRow>(countedRows(company, site, ids))).map(decodeCounted);
}

/** An amount of a product, at a site. */
interface Amount {
  readonly product_id: Id;
  readonly amount: Decimal;
}

/** Products whose counted amounts a change moves. */
interface MovedProducts {
  readonly company: Id;
  readonly site: Id;
  readonly products: readonly Id[];
  readonly now: Micros;
}

/**
 * Sets what `plan` makes of the amounts of those products that are counted, which nobody else moves meanwhile. Answers the plan,
 * and the amounts as they were.
 */
export async function moveAmounts<T extends { readonly amounts: readonly Amount[] }>(
  tx: Writer,
  { company, site, products, now }: MovedProducts,
  plan: (counted: readonly Counted[]) => T,
): Promise<{ readonly plan: T; readonly before: readonly Counted[] }> {
  return tx.decide({
    key: `stock ${company} ${site}`,
    ids: products,
    rows: (ids) => countedRows(company, site, ids),
    idOf: (row: CountedRow) => row.product_id,
    decide: (rows) => {
      const before = rows.map(decodeCounted);
      const planned = plan(before);
      const amounts = new Map(planned.amounts.map(({ product_id: id, amount }) => [id, amount]));
      const changed = rows.flatMap((row) => {
        const amount = amounts.get(row.product_id);
        return amount === undefined ? [] : [{ ...row, amount }];
      });
      const change = changed.length === 0 ? undefined : amountsChange(company, site, changed, now);
      return { value: { plan: planned, before }, change, changed };
    },
  });
}

/** Sets the amounts of counted products at a site. */
export async function saveAmounts(
  tx: Writer,
  company: Id,
  site: Id,
  amounts: readonly Amount[],
  now: Micros,
): Promise<void> {
  await tx.run(amountsChange(company, site, amounts, now));
}

/** Amounts that are set at a site. */
interface SetAmounts {
  readonly company: Id;
  readonly site: Id;
  readonly amounts: readonly Amount[];
  readonly now: Micros;
}

/** Of works that share a commit the last one's amount of a product is set: it has seen what the others left. */
const SET_AMOUNTS: StatementKind<SetAmounts> = {
  keyOf: ({ company, site }) => `${company} ${site}`,
  statement: (parts) => {
    const amounts = new Map(
      parts.flatMap((part) => part.amounts.map(({ product_id: id, amount }) => [id, amount] as const)),
    );
    const { company = 0n, site = 0n } = parts[0] ?? {};
    const now = latest(parts.map((part) => part.now));
    const cases = padded([...amounts].map(([id, amount]) => sql`when ${id} then cast(${amount} as bigint)`));
    return sql`update site_products set updated_at = ${now}, amount = case product_id ${join(cases, ' ')} else amount end
        where company_id = ${company} and site_id = ${site} and ${isIn('product_id', [...amounts.keys()])}`;
  },
};

const amountsChange = (company: Id, site: Id, amounts: readonly Amount[], now: Micros): SharedStatement =>
  SharedStatement.of(SET_AMOUNTS, { company, site, amounts, now });
