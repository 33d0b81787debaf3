// What files call a product by: its SKU, or its id when it has none.
import { existing } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { parseId } from '../kernel/id.ts';
import { productIdsBySku } from '../products/store.ts';
import type { Reader } from '../storage/port.ts';

/** A product without a SKU is called `id:129`: in its own company that is the product itself, elsewhere a new one. */
export function keyOf({ id, sku }: { readonly id: Id; readonly sku: string | null }): string {
  return sku === null || sku.trim() === '' ? `id:${id}` : sku;
}

/** The id of a key that names one. */
export function idOfKey(key: string): Id | undefined {
  return key.startsWith('id:') ? parseId(key.slice('id:'.length)) : undefined;
}

/** The products of keys, by key; `made` are those of the import that have no SKU either. */
export async function productIdsByKey(
  tx: Reader,
  company: Id,
  keys: readonly string[],
  made: ReadonlyMap<string, Id>,
): Promise<Map<string, Id>> {
  const found = await productIdsBySku(
    tx,
    company,
    keys.filter((key) => idOfKey(key) === undefined),
  );
  const named = keys.flatMap((key) => idOfKey(key) ?? []);
  const known = named.length === 0 ? new Set<Id>() : await existing(tx, 'products', company, named);
  for (const key of keys) {
    const id = made.get(key) ?? idOfKey(key);
    if (id !== undefined && (made.has(key) || known.has(id))) found.set(key, id);
  }
  return found;
}
