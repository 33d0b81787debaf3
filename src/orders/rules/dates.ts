// When an order was paid (reference: orders.65 to orders.67).
import { invalid } from '../../kernel/errors.ts';
import { MINUTE, type Micros } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import type { Order, Payment } from '../types.ts';

/** How far the clock of who sends a payment may be ahead. */
export const CLOCK_AHEAD: Micros = 10n * MINUTE;

/** When a payment was made: when it was recorded, unless it says otherwise. */
export function paidAt({ paid_at, created_at }: Pick<Payment, 'paid_at' | 'created_at'>): Micros {
  return paid_at ?? created_at;
}

/** When an order was paid last; null when it never was. */
export function lastPaidAt({ payments }: Pick<Order, 'payments'>): Micros | null {
  let last: Micros | null = null;
  for (const payment of payments) {
    const at = paidAt(payment);
    if (last === null || at > last) last = at;
  }
  return last;
}

/** The times of an order that books go by: when it was placed, and when each payment was made. */
export function bookTimes(order: Pick<Order, 'placed_at' | 'payments'>): Micros[] {
  return [...new Set([order.placed_at, ...order.payments.map(paidAt)])];
}

/** 400 for a time of payment that is further ahead than clocks differ. */
export function refuseAhead(at: Micros, now: Micros, field: string): void {
  if (at <= now + CLOCK_AHEAD) return;
  throw invalid(
    `${field}paid_at`,
    sentence('must not be in the future: at most {minutes} minutes ahead.', {
      minutes: Number(CLOCK_AHEAD / MINUTE),
    }),
  );
}
