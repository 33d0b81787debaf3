import { type Amount, type AmountInput, ExactNumber } from '#clients/typescript/index.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { decimalOf } from '../../shared/format.ts';
import { fieldNumber, plainNumber, readNumber } from '../../shared/typed-number.ts';
import { TypedText } from '../catalogue/amounts.ts';

const HUNDRED = 100n;

/** A rate as a percentage in a field: 0.075 is `7.5`. */
export function percentOf(rate: Amount): string {
  return fieldNumber(decimalOf(rate) * HUNDRED);
}

/**
 * The rate of a percentage as the API takes it, exact. What has more decimals than a rate can have, and what is no
 * number, is for the API to refuse.
 */
export function rateOf(percent: string): AmountInput {
  const parsed = readNumber(percent);
  if (parsed === undefined) return new TypedText(plainNumber(percent) ?? percent.trim());
  return new ExactNumber(
    parsed % HUNDRED === 0n ? formatDecimal(parsed / HUNDRED) : `${formatDecimal(parsed)}e-2`,
  );
}
