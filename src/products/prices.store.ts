import type { Id } from '../kernel/id.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import type { ListPrice } from './rules/prices.ts';
import type { Product } from './types.ts';

// The prices of products on price lists.

/** The prices of the products on all price lists, or on the given ones. */
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

/** The new prices of a product on one list: null takes a price off the list, undefined leaves it. */
export interface PriceChange {
  readonly product: Id;
  readonly price?: EnteredPrice | null | undefined;
  readonly cost?: EnteredPrice | null | undefined;
}

/** A statement takes only so many values. */
const ROWS_PER_INSERT = 100;

/** Sets what one list says of products, each of them once. */
export async function savePrices(
  tx: Writer,
  company: Id,
  list: Id,
  changes: readonly PriceChange[],
): Promise<void> {
  const kinds: [(change: PriceChange) => boolean, Sql[]][] = [
    [({ price, cost }) => price !== undefined && cost !== undefined, [PRICE, COST]],
    [({ price, cost }) => price !== undefined && cost === undefined, [PRICE]],
    [({ price, cost }) => price === undefined && cost !== undefined, [COST]],
  ];
  for (const [isOfKind, updates] of kinds) {
    const rows = changes.filter(isOfKind).map(
      ({ product, price, cost }) =>
        sql`(${company}, ${list}, ${product}, ${price?.amount ?? null}, ${price?.form ?? 'inc'},
            ${cost?.amount ?? null}, ${cost?.form ?? 'inc'})`,
    );
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      await tx.run(
        sql`insert into prices (company_id, price_list_id, product_id, price, price_form, cost, cost_form)
            values ${join(rows.slice(at, at + ROWS_PER_INSERT))}
            on conflict (company_id, price_list_id, product_id) do update set ${join(updates)}`,
      );
    }
  }
}

const PRICE = sql`price = excluded.price, price_form = excluded.price_form`;
const COST = sql`cost = excluded.cost, cost_form = excluded.cost_form`;

/** A product with what one list says of it. */
export interface ListedPrice
  extends Omit<ListPrice, 'price_list_id'>,
    Pick<Product, 'name' | 'sku' | 'taxes' | 'cost_taxes'> {
  readonly product_id: Id;
}

/** The products with a price or cost on a list, ascending by id. */
export async function pricesOnList(
  tx: Reader,
  company: Id,
  list: Id,
  { after, limit }: { after: Id; limit: number },
): Promise<ListedPrice[]> {
  const rows = await tx.all<
    Omit<ListedPrice, 'taxes' | 'cost_taxes'> & { taxes: string; cost_taxes: string }
  >(
    sql`select p.product_id, x.name, x.sku, x.taxes, x.cost_taxes,
          p.price, p.price_form, p.cost, p.cost_form
        from prices p join products x on x.company_id = p.company_id and x.id = p.product_id
        where p.company_id = ${company} and p.price_list_id = ${list} and p.product_id > ${after}
          and (p.price is not null or p.cost is not null) and x.deleted = 0
        order by p.product_id limit ${limit}`,
  );
  return rows.map((row) => ({
    ...row,
    taxes: JSON.parse(row.taxes) as string[],
    cost_taxes: JSON.parse(row.cost_taxes) as string[],
  }));
}
