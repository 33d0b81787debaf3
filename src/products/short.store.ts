import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { fingerprint } from '../shape/fingerprint.ts';
import type { Stored } from '../shape/shape.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, sql } from '../storage/sql.ts';
import { type Table, table, tableOf } from '../storage/table.ts';
import { LISTED_PRODUCT, LISTED_ROW, type PRODUCT_ROW } from './shape/product.ts';
import type { ListedProduct, Product } from './types.ts';
import { shortProduct } from './view.ts';

// What lists show of a product lies beside it as text, made when the product was saved: most lists need nothing else of it.

/** Raised when members of a listed product mean something else than before; that there are others is found by itself. */
const MEANING = 1;
const FORM = `${MEANING}${fingerprint(LISTED_PRODUCT)}`;

/** The text of a product, for an add-on that has no name for it. */
const textOf = (product: ListedProduct): string => JSON.stringify(shortProduct(product));

/** The text with the time of the product that it shows: a version that does not keep it leaves an older one behind. */
const keptText = (product: ListedProduct): string => `${product.updated_at} ${textOf(product)}`;

/** A product's row, with what lists show of it. */
export function withText(product: Product): Stored<typeof PRODUCT_ROW> {
  return { ...product, listed_form: FORM, listed: keptText(product) };
}

/** A product of a list. */
export interface ShortProduct {
  readonly company_id: Id;
  readonly id: Id;
  readonly updated_at: Micros;
  readonly listed_form: string;
  readonly listed: string;
}

/** Products as far as most lists need them. */
export const shortProducts: Table<ShortProduct> = table<ShortProduct>('products', {
  company_id: 'plain',
  id: 'plain',
  updated_at: 'plain',
  listed_form: 'plain',
  listed: 'plain',
});

/** The same rows, with no more than lists show. */
export const listedProducts: Table<ListedProduct> = tableOf('products', LISTED_ROW);

/** The text of a product, undefined where another version of the service rendered it, or changed the product since. */
function storedText({ listed_form: form, listed, updated_at: at }: ShortProduct): string | undefined {
  const before = `${at} `;
  return form === FORM && listed.startsWith(before) ? listed.slice(before.length) : undefined;
}

/** What lists show of some products, by their ids: as it was kept, or made now. */
export async function textsOf(
  tx: Reader,
  company: Id,
  shown: readonly ShortProduct[],
): Promise<Map<Id, string>> {
  const texts = new Map<Id, string>();
  const others: Id[] = [];
  for (const product of shown) {
    const text = storedText(product);
    if (text === undefined) others.push(product.id);
    else texts.set(product.id, text);
  }
  if (others.length === 0) return texts;
  for (const product of await listedProducts.select(tx, company, isIn('id', others), sql``))
    texts.set(product.id, textOf(product));
  return texts;
}

/**
 * Renders up to `limit` products anew that an earlier version rendered, or none, of all companies; answers how many there
 * were. One that changes at the same moment is left to who changes it.
 */
export async function renewTexts(tx: Writer, _now: Micros, limit: number): Promise<number> {
  const stale = await tx.all<{ company_id: Id; id: Id }>(
    sql`select company_id, id from products where listed_form < ${FORM}
        order by listed_form, company_id, id limit ${limit}`,
  );
  for (const [company, some] of Map.groupBy(stale, (row) => row.company_id)) {
    const where = isIn(
      'id',
      some.map(({ id }) => id),
    );
    for (const product of await listedProducts.select(tx, company, where, sql`order by id`)) {
      await tx.send(
        sql`update products set listed_form = ${FORM}, listed = ${keptText(product)}
            where company_id = ${company} and id = ${product.id} and updated_at = ${product.updated_at}`,
      );
    }
  }
  return stale.length;
}
