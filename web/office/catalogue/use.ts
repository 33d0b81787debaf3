// The lists that the screens of the catalogue choose from.

import { useQuery } from '@tanstack/react-query';
import { useCompany } from '../company.tsx';
import type { Category, OptionSet, PriceList, Tax } from './records.ts';

/** Most records that are offered to choose from. */
const MAX_CHOICES = 5_000;

function useAll<T>(kind: string) {
  const { api } = useCompany();
  return useQuery({
    queryKey: [kind, api.company, 'all'],
    queryFn: ({ signal }) => api.all<T>(`${kind}?limit=1000`, MAX_CHOICES, { signal }),
  });
}

export const useTaxList = () => useAll<Tax>('taxes');
export const useTaxes = () => useTaxList().data ?? [];
export const useCategories = () => useAll<Category>('categories').data ?? [];
export const useOptionSets = () => useAll<OptionSet>('optionsets').data ?? [];
export const usePriceLists = () => useAll<PriceList>('price_lists');

/** Whether who is signed in may change the catalogue. */
export function useCanEdit(): boolean {
  return useCompany().role !== 'staff';
}

/** What a select offers for records. */
export function choices(records: readonly { readonly id_str: string; readonly name: string }[]) {
  return records.map(({ id_str, name }) => ({ value: id_str, label: name }));
}
