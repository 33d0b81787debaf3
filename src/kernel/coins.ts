import { invalid } from './errors.ts';
import { type Decimal, formatDecimal } from './money.ts';
import { sentence } from './words.ts';

/** 400 for an amount that is no multiple of the currency's smallest amount. */
export function refuseFractions(amount: Decimal, step: Decimal, field: string): void {
  if (amount % step !== 0n) {
    throw invalid(
      field,
      sentence("must be a multiple of {step}, the currency''s smallest amount.", {
        step: formatDecimal(step),
      }),
    );
  }
}
