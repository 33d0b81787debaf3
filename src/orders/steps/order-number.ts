import type { Author } from '../../kernel/author.ts';
import { dayAt, HOUR } from '../../kernel/time.ts';
import type { Writer } from '../../storage/port.ts';
import { nextOfDay } from '../row/order-numbers.store.ts';
import type { Place } from '../row/store.ts';
import { orderNumber } from '../rules/order-number.ts';

/** The number that a new order is called out by, null once those of the day are used up (reference: orders.72). */
export async function nextOrderNumber(
  tx: Writer,
  { company, now }: Pick<Author, 'company' | 'now'>,
  { site_id: site, timezone }: Pick<Place, 'site_id' | 'timezone'>,
): Promise<string | null> {
  const day = dayAt(now, timezone);
  const count = await nextOfDay(tx, { company, site, day }, () => dayAt(now - 48n * HOUR, timezone));
  return orderNumber(count) ?? null;
}
