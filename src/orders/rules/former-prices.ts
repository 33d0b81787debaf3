// What a product cost before its price was changed (reference: prices.6).
import type { EnteredPrice } from '../../kernel/price.ts';
import type { Line, Order } from '../types.ts';
import { isUsual } from './rights.ts';

/** A change of a price as the audit log has it. */
export interface PriceChange {
  readonly before: EnteredPrice;
  readonly after: EnteredPrice;
}

/**
 * The prices that led to those that a product has now, by changes from the newest to the oldest: one that led elsewhere, as on
 * a list by which is not sold, is none of them.
 */
export function formerPrices(
  line: Line,
  order: Order,
  now: readonly EnteredPrice[],
  changes: readonly PriceChange[],
): EnteredPrice[] {
  const led = [...now];
  const former: EnteredPrice[] = [];
  for (const { before, after } of changes) {
    if (!led.some((price) => isUsual({ ...line, unit: after }, price, order))) continue;
    led.push(before);
    former.push(before);
  }
  return former;
}
