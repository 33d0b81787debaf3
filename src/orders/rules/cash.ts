// Cash is rounded to the coins there are (reference: money.27).
import { type Decimal, roundRatio } from '../../kernel/money.ts';
import type { CashRounding, Order, Payment } from '../types.ts';

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

/** A payment, or what gives one back, that may have been rounded. */
export type RoundedPayment = Pick<Payment, 'amount' | 'rounding'> & { readonly kind: string };

/**
 * What rounding adds to what was due, or takes from it, when an amount is paid while `left` is: only the rounded rest of
 * an order settles it. What gives back all that `earlier` payments in coins came to takes back all of their rounding.
 */
export function roundingOf(
  amount: Decimal,
  left: Decimal,
  cash: CashRounding | undefined,
  earlier: readonly RoundedPayment[],
): Decimal {
  if (cash === undefined) return 0n;
  const methods: readonly string[] = cash.methods;
  let paid = 0n;
  let rounded = 0n;
  for (const payment of earlier) {
    if (!methods.includes(payment.kind)) continue;
    paid += payment.amount;
    rounded += payment.rounding;
  }
  if (amount !== 0n && paid + amount === 0n) return -rounded;
  const rest = inCoins(left, cash);
  return amount === rest ? rest - left : 0n;
}
