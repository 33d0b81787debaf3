// Products by their ids, asked for in portions.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListedProduct } from '../catalogue/records.ts';
import { useCompany } from '../company.tsx';

/** Ids that are asked for at a time. */
const IDS_AT_ONCE = 100;

/** What lists say of some products, with their prices and their own option sets. */
export function useProducts(ids: readonly string[]): ReadonlyMap<string, ListedProduct> {
  const { api } = useCompany();
  const sorted = [...ids].sort();
  const found = useQuery({
    queryKey: ['products', api.company, 'some', ...sorted],
    queryFn: async ({ signal }) => {
      const all: ListedProduct[] = [];
      for (let at = 0; at < sorted.length; at += IDS_AT_ONCE) {
        const some = sorted.slice(at, at + IDS_AT_ONCE).join(',');
        const path = `products?ids=${some}&limit=${IDS_AT_ONCE}&fields=unit_price,unit_price_ex_tax,option_sets`;
        all.push(...(await api.get<ListedProduct[]>(path, { signal })));
      }
      return all;
    },
    enabled: sorted.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((found.data ?? []).map((product) => [product.id_str, product]));
}
