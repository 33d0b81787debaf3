// The lists that the screens of the catalogue choose from.

import { useQuery } from '@tanstack/react-query';
import type { Passbell } from '#clients/typescript/index.ts';
import { useCompany } from '../company.tsx';

/** Most records of a kind that are read whole, to choose from. */
const MAX_CHOICES = 5_000;

/** Every record of a kind: `key` is the first word of its topic. */
function useWhole<T>(key: string, read: (passbell: Passbell, signal: AbortSignal) => Promise<T[]>) {
  const { passbell } = useCompany();
  return useQuery({ queryKey: [key, 'whole'], queryFn: ({ signal }) => read(passbell, signal) });
}

const PAGE = { limit: 1000 };
export const useTaxList = () =>
  useWhole('taxes', (passbell, signal) => passbell.all('listTaxes', MAX_CHOICES, PAGE, { signal }));
export const useTaxes = () => useTaxList().data ?? [];
export const useCategories = () =>
  useWhole('categories', (passbell, signal) => passbell.all('listCategories', MAX_CHOICES, PAGE, { signal }))
    .data ?? [];
export const useOptionSets = () =>
  useWhole('option_sets', (passbell, signal) => passbell.all('listOptionSets', MAX_CHOICES, PAGE, { signal }))
    .data ?? [];
export const usePriceLists = () =>
  useWhole('price_lists', (passbell, signal) =>
    passbell.all('listPriceLists', MAX_CHOICES, PAGE, { signal }),
  );

/** Whether the signed-in user may change the catalogue. */
export function useCanEdit(): boolean {
  return useCompany().role !== 'staff';
}
