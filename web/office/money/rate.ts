import { formatDecimal, parseDecimal } from '#src/kernel/money.ts';
import { decimalOf } from '../../shared/format.ts';
import type { Amount } from '../../shared/json.ts';

const HUNDRED = 100n;

/** A rate as a percentage: 0.075 is `7.5`. */
export function percentOf(rate: Amount): string {
  return formatDecimal(decimalOf(rate) * HUNDRED);
}

/**
 * The rate of a percentage as the API takes it, exact. Text that is no number, or has more decimals than a rate can
 * have, is returned unchanged, for the API to refuse.
 */
export function rateOf(percent: string): number | string {
  const text = percent.trim().replace(',', '.');
  const parsed = parseDecimal(text);
  return parsed === undefined || parsed % HUNDRED !== 0n ? text : Number(formatDecimal(parsed / HUNDRED));
}
