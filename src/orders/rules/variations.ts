// Discounts and surcharges of lines and orders (reference: money.10).
import { invalid } from '../../kernel/errors.ts';
import type { Decimal } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';

/** A variation that changes nothing is no variation. */
export function variationOf(
  value: Decimal | null | undefined,
  before: Decimal | null,
  neutral: Decimal,
): Decimal | null {
  if (value === undefined) return before;
  return value === neutral ? null : value;
}

/** Why there is one variation at most. */
export const ONE_OF_BOTH = sentence(
  'price_variation and price_fixed_variation may not both be set; reset one of them in ' +
    'the same call (1 or 0).',
);

/** 400 when a percentage and a fixed amount are both set; `field` is where in the body they are. */
export function refuseBoth(percent: Decimal | null, fixed: Decimal | null, field: string): void {
  if (percent === null || fixed === null) return;
  throw invalid(field === '' ? 'price_variation' : `${field}.price_variation`, ONE_OF_BOTH);
}
