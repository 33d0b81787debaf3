import { useQuery } from '@tanstack/react-query';
import type { Id } from '../../shared/json.ts';
import { useCompany } from '../company.tsx';
import { ORDERS_EVERY_MS } from './words.ts';

/** One of the order's own lists, read again whenever the order may be another one. */
export function useOrderPart<T>(id: Id, part: string) {
  const { api } = useCompany();
  return useQuery({
    queryKey: ['orders', api.company, id, part],
    queryFn: ({ signal }) => api.get<T>(`orders/${id}/${part}`, { signal }),
    refetchInterval: ORDERS_EVERY_MS,
  });
}
