import { sites, zoneOf } from '../../company/store.ts';
import type { Author } from '../../kernel/author.ts';
import type { Id } from '../../kernel/id.ts';
import { MINUTE, type Micros, startOfDay } from '../../kernel/time.ts';
import { addTakings, holdBooks, isCountedAt } from '../../shifts/store.ts';
import type { Writer } from '../../storage/port.ts';
import { together } from '../../storage/together.ts';
import type { Place } from '../row/store.ts';
import { bookTimes } from '../rules/dates.ts';
import { takingsOf } from '../rules/takings.ts';
import type { Order } from '../types.ts';

// The drawer of a register, and the books that cash-ups close (reference: shifts.3, shifts.9).

/**
 * Adds what a change took to the shift of the register where it was made, else of the order's. `place` is that of a new
 * order: where its register has had no shift there is nothing to add to. `at` is the register
 * where the terminal of a payment request stands.
 */
export async function recordTakings(
  tx: Writer,
  by: Author,
  before: Order | undefined,
  after: Order,
  place: Pick<Place, 'register_id' | 'has_shifts'> | undefined,
  at?: Id | null,
): Promise<void> {
  const register = at ?? by.staffMember?.register ?? after.register_id;
  if (register === null) return;
  if (place?.register_id === register && place.has_shifts === null) return;
  const takings = takingsOf(before, after);
  if (takings.length > 0) await addTakings(tx, { company: by.company, register, order: after.id }, takings);
}

/** Days end at the same minutes everywhere: the clocks of all time zones differ by so much, or by a multiple of it. */
const QUARTER = 15n * MINUTE;

/**
 * The order as the books have it: one that is completed after a cash-up has closed the day of one of its times is booked
 * on the day when it is completed. Asked only of times between which and now a day may have ended.
 */
export async function booked(
  tx: Writer,
  by: Author,
  before: Order | undefined,
  order: Order,
): Promise<Order> {
  if (order.status !== 'COMPLETE' || before?.status === 'COMPLETE') return order;
  const mayBeClosed = (at: Micros) => at < by.now && at / QUARTER !== by.now / QUARTER;
  // Times of one quarter are of one day.
  const times = [
    ...new Map(
      bookTimes(order)
        .filter(mayBeClosed)
        .map((at) => [at / QUARTER, at]),
    ).values(),
  ];
  if (times.length === 0) return order;
  // Locked first, and not waited for: each statement sees what was committed when it begins.
  const [, ...isCounted] = await together([
    holdBooks(tx, by.company, order.site_id),
    ...times.map((at) => isCountedAt(tx, by.company, order.site_id, at)),
  ]);
  const counted = times.filter((_, at) => isCounted[at] === true);
  if (counted.length === 0) return order;
  const zone = await zoneOf(tx, by.company, await sites.get(tx, by.company, order.site_id));
  const today = startOfDay(by.now, zone);
  return counted.some((at) => at < today) ? { ...order, booked_at: by.now } : order;
}
