// The discounts of a basket, for what it comes to and who may give them. How they are given is in discounts.ts, which is loaded
// with the dialogs.

import type { Right } from '#src/company/rules/rights.ts';
import type { Discount } from '../shared/discount.ts';
import type { Basket } from './basket.ts';

/** The permissions that the discounts by name of some lines and their order need. */
export function rightsOfDiscounts(parts: readonly { readonly discount: Discount | null }[]): Right[] {
  return [...new Set(parts.flatMap(({ discount }) => discount?.given?.right ?? []))];
}

/** The basket with its discounts as if they were by hand: what it comes to is the same. */
export function byHand(basket: Basket): Basket {
  const plain = (discount: Discount | null): Discount | null =>
    discount?.given === undefined ? discount : { ...discount, given: undefined };
  return {
    ...basket,
    discount: plain(basket.discount),
    lines: basket.lines.map((line) => ({ ...line, discount: plain(line.discount) })),
  };
}
