// The lists that the screens of the catalogue choose from.

import { useCompany } from '../company.tsx';
import { useAll } from '../read.ts';

const PAGE = { limit: 1000 };
export const useTaxList = () => useAll('taxes', 'listTaxes', PAGE);
export const useTaxes = () => useTaxList().data ?? [];
export const useCategories = () => useAll('categories', 'listCategories', PAGE).data ?? [];
export const useOptionSets = () => useAll('option_sets', 'listOptionSets', PAGE).data ?? [];

/** Whether the signed-in user may change the catalogue. */
export function useCanEdit(): boolean {
  return useCompany().role !== 'staff';
}
