// Products by their ids, asked for in portions.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListedProduct, Passbell } from '#clients/typescript/index.ts';
import { useCompany } from '../company.tsx';

/** Ids that are asked for at a time. */
const IDS_AT_ONCE = 100;

const FIELDS = ['unit_price', 'unit_price_ex_tax', 'taxes', 'price_form', 'option_sets'] as const;

/** Reads the fields of some products in lists. */
export async function listedByIds(
  passbell: Passbell,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ListedProduct[]> {
  const found: ListedProduct[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    const input = { ids: some, limit: IDS_AT_ONCE, fields: FIELDS };
    found.push(...(await passbell.call('listProducts', input, signal === undefined ? {} : { signal })));
  }
  return found;
}

/** Reads some products of lists, with their prices and their own option sets, by their ids. */
export function useProducts(ids: readonly string[]): ReadonlyMap<string, ListedProduct> {
  const { passbell } = useCompany();
  const sorted = [...ids].sort();
  const found = useQuery({
    queryKey: ['products', 'some', ...sorted],
    queryFn: ({ signal }) => listedByIds(passbell, sorted, signal),
    enabled: sorted.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((found.data ?? []).map((product) => [product.id_str, product]));
}
