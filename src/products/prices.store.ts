import type { Id } from '../kernel/id.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import type { ListPrice } from './rules/prices.ts';

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
