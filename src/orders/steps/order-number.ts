import type { Author } from '../../kernel/author.ts';
import { dayAt, HOUR } from '../../kernel/time.ts';
import type { Writer } from '../../storage/port.ts';
import { countOrder } from '../row/order-numbers.store.ts';
import { knownPlace, type Place } from '../row/store.ts';
import { orderNumber } from '../rules/order-number.ts';
import type { Order } from '../types.ts';

/** A new order with the number that it is called out by (reference: orders.72). */
export async function withOrderNumber(
  tx: Writer,
  { company, now }: Author,
  order: Order,
  place: Place | undefined,
): Promise<Order> {
  const site = order.site_id;
  const { timezone } = await knownPlace(tx, company, site, place);
  const day = dayAt(now, timezone);
  const count = await countOrder(tx, { company, site, day }, dayAt(now - 48n * HOUR, timezone));
  return { ...order, order_number: orderNumber(count) ?? null };
}
