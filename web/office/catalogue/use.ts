// The lists that the screens of the catalogue choose from.

import { useCompany } from '../company.tsx';
import { useAll } from '../parts.tsx';
import type { Category, OptionSet, PriceList, Tax } from './records.ts';

export const useTaxList = () => useAll<Tax>('taxes?limit=1000');
export const useTaxes = () => useTaxList().data ?? [];
export const useCategories = () => useAll<Category>('categories?limit=1000').data ?? [];
export const useOptionSets = () => useAll<OptionSet>('optionsets?limit=1000').data ?? [];
export const usePriceLists = () => useAll<PriceList>('price_lists?limit=1000');

/** Whether the signed-in user may change the catalogue. */
export function useCanEdit(): boolean {
  return useCompany().role !== 'staff';
}
