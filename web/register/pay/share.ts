// Which share of a bill a payment is for: all of it, one of equal parts, or some of its items.

import type { Decimal } from '#src/kernel/money.ts';
import { equalPart, type Item, type Payable } from './payable.ts';

export type SplitKind = 'all' | 'equal' | 'items';

/** Which share of the bill is paid. */
export interface Share {
  readonly split: SplitKind;
  /** Equal parts of the amount left. */
  readonly parts: number;
  /** The keys of the items that were chosen. */
  readonly chosen: ReadonlySet<string>;
}

/** A share as it was chosen, and how many payments had been taken by then. */
export interface ChosenShare extends Share {
  readonly at: number;
}

export const WHOLE_BILL: ChosenShare = { split: 'all', parts: 2, chosen: new Set(), at: 0 };

/**
 * The share of the next payment once `taken` payments have been: a bill that is split goes on being split. Each payment is
 * one of the equal parts, whatever was handed over; the last part, like the last item, is all that is left.
 */
export function nextShare(share: ChosenShare, taken: number, { items }: Payable): Share {
  if (share.split === 'items') return taken > share.at && items.length < 2 ? WHOLE_BILL : share;
  if (share.split === 'all' || taken === share.at) return share;
  const parts = share.parts - (taken - share.at);
  return parts > 1 ? { ...share, parts } : WHOLE_BILL;
}

export const least = (a: Decimal, b: Decimal) => (a < b ? a : b);

/** The items of a bill that a share is for. */
export function chosenItems({ items }: Payable, { chosen }: Share): Item[] {
  return items.filter((item) => chosen.has(item.key));
}

/** The amount of a share. `minorUnits`: of the site's currency. */
export function shareAmount(payable: Payable, share: Share, minorUnits: number): Decimal {
  if (share.split === 'all') return payable.left;
  if (share.split === 'equal') return equalPart(payable.left, share.parts, minorUnits);
  return least(
    chosenItems(payable, share).reduce((sum, item) => sum + item.total, 0n),
    payable.left,
  );
}
