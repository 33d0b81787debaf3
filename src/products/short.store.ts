import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { fingerprint } from '../shape/fingerprint.ts';
import type { Stored } from '../shape/shape.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, raw, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { LISTED_PRODUCT, LISTED_ROW, type PRODUCT_ROW } from './shape/product.ts';
import type { ListedProduct, Product } from './types.ts';
import { shortProduct } from './view.ts';

// What lists show of a product lies beside it as text, made when the product was saved: most lists need nothing else of it.

/** Raised when members of a listed product mean something else than before; that there are others is found by itself. */
const MEANING = 1;
const FORM = `${MEANING}${fingerprint(LISTED_PRODUCT)}`;

/** How the products of a list are read. */
export type ProductRows<T> = Pick<Table<T>, 'select' | 'page'>;

/** The text of a product, for an add-on that has no name for it. */
const textOf = (product: ListedProduct): string => JSON.stringify(shortProduct(product));

/** A product's row, with what lists show of it. */
export function withText(product: Product): Stored<typeof PRODUCT_ROW> {
  return { ...product, listed_form: FORM, listed_at: product.updated_at, listed: textOf(product) };
}

/** A product of a list. */
export interface ShortProduct {
  readonly id: Id;
  readonly updated_at: Micros;
  /** Its text in lists; null where another version of the service rendered it, or has changed it since. */
  readonly text: string | null;
}

const SHORT = sql`id, updated_at, case when listed_form = ${FORM} and listed_at = updated_at then listed end as text`;

/** Products as far as most lists need them. */
export const shortProducts: ProductRows<ShortProduct> = {
  select: async (tx, company, where, tail) =>
    tx.all<ShortProduct>(
      sql`select ${SHORT} from products where company_id = ${company} and ${where} ${tail}`,
    ),
  page: (tx, company, after, limit, where = raw('1 = 1')) =>
    shortProducts.select(tx, company, sql`id > ${after} and ${where}`, sql`order by id limit ${limit}`),
};

/** The same by id, deleted ones too. */
export function shortProductsOf(tx: Reader, company: Id, ids: readonly Id[]): Promise<ShortProduct[]> {
  return shortProducts.select(tx, company, isIn('id', ids), raw(''));
}

/** The same rows, with no more than lists show. */
export const listedProducts: Table<ListedProduct> = tableOf('products', LISTED_ROW);

/** The texts of some products in lists, by their ids: as they were kept, or made now. */
export async function textsOf(
  tx: Reader,
  company: Id,
  shown: readonly ShortProduct[],
): Promise<(product: ShortProduct) => string> {
  const others = shown.filter(({ text }) => text === null).map(({ id }) => id);
  const made = new Map<Id, string>();
  if (others.length > 0) {
    for (const product of await listedProducts.select(tx, company, isIn('id', others), raw('')))
      made.set(product.id, textOf(product));
  }
  return ({ id, text }) => text ?? made.get(id) ?? '';
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
        sql`update products set listed_form = ${FORM}, listed_at = updated_at, listed = ${textOf(product)}
            where company_id = ${company} and id = ${product.id} and updated_at = ${product.updated_at}`,
      );
    }
  }
  return stale.length;
}
