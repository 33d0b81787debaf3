import type { AmountInput, StockMovement } from '#clients/typescript/index.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { exactNumber } from '../../shared/refunds.ts';
import { plainNumber, readNumber } from '../../shared/typed-number.ts';
import { TypedText } from '../catalogue/amounts.ts';

/**
 * The change that what was typed makes: what came in, what went, or for a count the difference to how many there were when
 * counting began. What is no number goes as the text that it is: the API's refusal explains it.
 */
export function stockChange(reason: StockMovement['reason'], typed: string, before: bigint): AmountInput {
  const amount = readNumber(typed);
  if (amount === undefined) return new TypedText(plainNumber(typed) ?? typed.trim());
  const change = reason === 'count' ? amount - before : reason === 'wastage' ? -amount : amount;
  return exactNumber(formatDecimal(change));
}
