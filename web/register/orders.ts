// Orders of the service as the register reads them.
import { useQuery } from '@tanstack/react-query';
import type { Amount } from '../shared/json.ts';
import type { HistoryEntry, Order } from '../shared/records.ts';
import type { Refunds } from '../shared/refunds.ts';
import { useRegister } from './context.tsx';

/** An order with the optional parts that the register shows. */
export interface RegisterOrder extends Order {
  readonly enable_alert_sound: boolean;
  readonly prompt_for_reject_reason: boolean;
  readonly complete_when_paid: boolean;
  readonly price_limit: Amount | null;
  readonly tip_service_percent: Amount | null;
}

/** Orders that are read at a time. */
const MOST = 200;
const PARTS = 'fields=lines,options,payments,customer';
/** How often new orders are read without an event, in ms: they should show within a second. */
const SUBMITTED_MS = 1_000;
/** How often open orders are read without an event, in ms. */
const OPEN_MS = 3_000;

/** Orders that wait to be accepted, oldest first. */
export function useSubmitted() {
  const { api, place } = useRegister();
  return useQuery({
    queryKey: ['orders', 'submitted', place.site],
    queryFn: async () => {
      const page = await api.get<RegisterOrder[]>(
        `sites/${place.site}/orders/submitted?limit=${MOST}&${PARTS}`,
      );
      return page.toReversed();
    },
    refetchInterval: SUBMITTED_MS,
    refetchIntervalInBackground: true,
  });
}

/** Orders that are open: on hold, accepted, waiting for payment; newest first. */
export function useOpen() {
  const { api, place } = useRegister();
  return useQuery({
    queryKey: ['orders', 'open', place.site],
    queryFn: () =>
      api.get<RegisterOrder[]>(`sites/${place.site}/orders/on_hold/accepted/pending?limit=${MOST}&${PARTS}`),
    refetchInterval: OPEN_MS,
  });
}

/** One order. */
export function useOrder(id: string | undefined) {
  const { api } = useRegister();
  return useQuery({
    queryKey: ['orders', 'one', id],
    queryFn: () => api.get<RegisterOrder>(`orders/${id}`),
    enabled: id !== undefined,
    refetchInterval: OPEN_MS,
  });
}

/** The refunds of a sale, from all registers. */
export function useRefunds({ id_str: id, is_refund: isRefund }: RegisterOrder) {
  const { api } = useRegister();
  return useQuery({
    queryKey: ['orders', 'refunds', id],
    queryFn: () => api.get<Refunds>(`orders/${id}/refunds`),
    enabled: !isRefund,
    refetchInterval: OPEN_MS,
  });
}

/** By whom an order was made: an add-on's name. */
export function useMaker(id: string): string | undefined {
  const { api } = useRegister();
  const history = useQuery({
    queryKey: ['maker', id],
    queryFn: () => api.get<(HistoryEntry & { by: { addon_name?: string | null } })[]>(`orders/${id}/history`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return history.data?.[0]?.by.addon_name ?? undefined;
}
