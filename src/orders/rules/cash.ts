// Cash is rounded to the coins there are (reference: money.27).
import { type Decimal, roundRatio } from '../../kernel/money.ts';
import type { CashRounding, Order } from '../types.ts';

/** How payments of a kind are rounded at an order; undefined: they are not. */
export function roundingFor({ counting }: Pick<Order, 'counting'>, kind: string): CashRounding | undefined {
  const cash = counting?.cash_rounding ?? null;
  if (cash === null || cash.increment === 0n) return undefined;
  const methods: readonly string[] = cash.methods;
  return methods.includes(kind) ? cash : undefined;
}

/** The nearest amount that there are coins for; half a step goes away from zero. */
export function inCoins(amount: Decimal, { increment }: Pick<CashRounding, 'increment'>): Decimal {
  return increment === 0n ? amount : roundRatio(amount, 1n, increment);
}

/**
 * What rounding adds to what was due, or takes from it, when an amount is paid while `left` is: only the rounded rest of
 * an order settles it.
 */
export function roundingOf(amount: Decimal, left: Decimal, cash: CashRounding | undefined): Decimal {
  if (cash === undefined) return 0n;
  const rest = inCoins(left, cash);
  return amount === rest ? rest - left : 0n;
}
