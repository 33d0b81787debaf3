import { inLine } from '../../shared/format.ts';
import type { RegisterOrder } from '../orders.ts';

/** What an order is called here. */
export function titleOf(order: RegisterOrder): string {
  const who = [order.customer?.first_name, order.customer?.last_name].filter(Boolean).join(' ');
  return inLine([who, order.saleid]);
}
