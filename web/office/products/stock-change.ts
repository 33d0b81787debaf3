import type { AmountInput, StockMovement } from '#clients/typescript/index.ts';
import { formatDecimal, parseDecimal } from '#src/kernel/money.ts';
import { exactNumber } from '../../shared/refunds.ts';
import { TypedText } from '../catalogue/amounts.ts';

/**
 * The change that what was typed makes: what came in, what went, or for a count the difference to how many there were when
 * counting began. What is no number goes as the text that it is: the API's refusal explains it.
 */
export function stockChange(reason: StockMovement['reason'], typed: string, before: bigint): AmountInput {
  const text = typed.trim().replace(',', '.');
  const amount = parseDecimal(text);
  if (amount === undefined) return new TypedText(text);
  const change = reason === 'count' ? amount - before : reason === 'wastage' ? -amount : amount;
  return exactNumber(formatDecimal(change));
}
