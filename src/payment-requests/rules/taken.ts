// What an approved request pays of its order, and what of it is tip (reference: requests.6).
import { smaller } from '../../kernel/bigints.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Settlement } from '../../orders/rules/payments.ts';

/** The fields that a payment records. */
export interface Taken {
  readonly amount: Decimal;
  readonly tip: Decimal;
}

/**
 * What a payment of an amount, with a tip on top, is recorded as. Tips go to service first: where that would pay more
 * than is due, the part of the amount that is service is recorded with the tip, so that what is a tip beyond it stays one.
 */
export function takenFor(
  { due, tipServiceAmount, tipsToService }: Pick<Settlement, 'due' | 'tipServiceAmount' | 'tipsToService'>,
  { amount, tip }: Taken,
): Taken {
  const untipped = tipServiceAmount - tipsToService;
  if (untipped <= 0n || amount + smaller(tip, untipped) <= due) return { amount, tip };
  const service = smaller(amount, amount + untipped - due);
  return { amount: amount - service, tip: tip + service };
}
