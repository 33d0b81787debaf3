// Orders of the service as the register reads them.
import { useQuery } from '@tanstack/react-query';
import type { ListedOrder, Order, Passbell, PreparedCall } from '#clients/typescript/index.ts';
import { usePolling } from '../shared/ui/live.tsx';
import { type RegisterContextValue, useRegister } from './context.tsx';

/** An order with all of its parts. */
export type RegisterOrder = Order;

/** Orders that are read at a time. */
const MOST = 200;
const PARTS = ['lines', 'options', 'payments', 'customer'] as const;
/** Without a network it is said at once that nothing can be read, rather than waited for; with one again it is read. */
export const SAID_OFFLINE = { networkMode: 'always', refetchOnReconnect: true, retry: false } as const;
/** How often new orders are read without an event, in ms: they should show within a second. */
const SUBMITTED_MS = 1_000;
/** How often open orders are read without an event, in ms. */
const OPEN_MS = 3_000;

/** A list of orders narrowed by what its path says, such as `on_hold/pending` (docs/api.md, Lists of orders). */
export async function listInStatus(
  passbell: Passbell,
  call: PreparedCall<'listSiteOrders'>,
  statuses: string,
): Promise<readonly ListedOrder[]> {
  const path = call.path.replace(/\/orders(?=\?|$)/, `/orders/${statuses}`);
  return (await passbell.send({ ...call, path })).body;
}

/** Orders of the site in some statuses, with their parts. */
async function readOrders(passbell: Passbell, site: string, statuses: string): Promise<RegisterOrder[]> {
  const call = passbell.prepare('listSiteOrders', { site_id: site, limit: MOST, fields: PARTS });
  const orders = await listInStatus(passbell, call, statuses);
  return orders.map(({ lines = [], options = [], payments = [], customer = null, ...order }) => ({
    ...order,
    ...{ lines, options, payments, customer },
  }));
}

/** Orders of the site that wait to be accepted, oldest first; staff need not be signed in. */
export function useSubmitted({ passbell, place }: Pick<RegisterContextValue, 'passbell' | 'place'>) {
  return useQuery({
    queryKey: ['orders', 'submitted', place.site],
    queryFn: async () => (await readOrders(passbell, place.site, 'submitted')).toReversed(),
    refetchInterval: usePolling(SUBMITTED_MS),
    refetchIntervalInBackground: true,
  });
}

/** Orders that are open: on hold, accepted, waiting for payment; newest first. */
export function useOpen() {
  const { passbell, place } = useRegister();
  return useQuery({
    queryKey: ['orders', 'open', place.site],
    queryFn: () => readOrders(passbell, place.site, 'on_hold/accepted/pending'),
    refetchInterval: usePolling(OPEN_MS),
  });
}

/** One order. */
export function useOrder(id: string | undefined) {
  const { passbell } = useRegister();
  return useQuery({
    queryKey: ['orders', 'one', id],
    queryFn: () => passbell.call('getOrder', { order_id: id ?? '' }),
    enabled: id !== undefined,
    ...SAID_OFFLINE,
    refetchInterval: usePolling(OPEN_MS),
  });
}

/** The refunds of a sale, from all registers. */
export function useRefunds({ id_str: id, is_refund: isRefund }: RegisterOrder) {
  const { passbell } = useRegister();
  return useQuery({
    queryKey: ['orders', 'refunds', id],
    queryFn: () => passbell.call('getOrderRefunds', { order_id: id }),
    enabled: !isRefund,
    refetchInterval: usePolling(OPEN_MS),
  });
}

/** By whom an order was made: an add-on's name. */
export function useMaker(id: string): string | undefined {
  const { passbell } = useRegister();
  const history = useQuery({
    queryKey: ['maker', id],
    queryFn: () => passbell.call('getOrderHistory', { order_id: id, limit: 1 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return history.data?.[0]?.by.addon_name ?? undefined;
}
