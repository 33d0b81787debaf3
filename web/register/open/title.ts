import type { ListedOrder } from '#clients/typescript/index.ts';
import { inLine } from '../../shared/format.ts';

/** The number that an order is called out by; one from before there were any has its sale ID. */
export function numberOf(order: Pick<ListedOrder, 'order_number' | 'saleid'>): string {
  return order.order_number ?? order.saleid;
}

/** The name of an order here. */
export function titleOf(order: Pick<ListedOrder, 'customer' | 'order_number' | 'saleid'>): string {
  const who = [order.customer?.first_name, order.customer?.last_name].filter(Boolean).join(' ');
  return inLine([who, numberOf(order)]);
}
