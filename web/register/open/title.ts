import type { ListedOrder } from '#clients/typescript/index.ts';
import { inLine } from '../../shared/format.ts';

/** What an order is called here. */
export function titleOf(order: Pick<ListedOrder, 'customer' | 'saleid'>): string {
  const who = [order.customer?.first_name, order.customer?.last_name].filter(Boolean).join(' ');
  return inLine([who, order.saleid]);
}
