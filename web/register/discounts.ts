// Discounts by name as the register gives them (reference: discounts.1 to discounts.4).

import { type Decimal, ONE } from '#src/kernel/money.ts';
import type { Discount } from '../shared/discount.ts';
import { fieldNumber } from '../shared/typed-number.ts';
import { t } from '../shared/words.ts';
import type { Menu, MenuDiscount } from './menu.ts';
import { moneyText, typed, typedMoney } from './money.ts';

/** The discounts that are offered for a line, or for an order. */
export function offeredOn(menu: Menu, on: 'line' | 'order'): readonly MenuDiscount[] {
  return (menu.discounts ?? [])
    .filter(({ applies_to: target, archived }) => !archived && (target === 'both' || target === on))
    .sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1));
}

/** The record of a discount by name; undefined where it is by hand, or not known any more. */
export function recordOf(menu: Menu, discount: Discount | null): MenuDiscount | undefined {
  const given = discount?.given;
  return given && menu.discounts?.find(({ id }) => id === given.id);
}

/** A discount as it is given; one without a value of its own takes nothing off yet. */
export function giving({ id, name, kind, value, right }: MenuDiscount): Discount {
  const given = { id, name, reason: null, right };
  return kind === 'share'
    ? { kind: 'percent', coefficient: ONE - (value ?? 0n), given }
    : { kind: 'fixed', amount: -(value ?? 0n), given };
}

/** True for a discount that takes nothing off. */
const isNothing = (discount: Discount) =>
  discount.kind === 'percent' ? discount.coefficient === ONE : discount.amount === 0n;

/** True for one that makes dearer: a surcharge, as add-ons and the back office give them. */
export const isDearer = (discount: Discount) =>
  discount.kind === 'percent' ? discount.coefficient > ONE : discount.amount > 0n;

/** The value of a discount or surcharge as the text of a field, in percent or money; empty for nothing. */
export function discountText(discount: Discount, minorUnits: number): string {
  if (isNothing(discount)) return '';
  const size = (change: Decimal) => (change < 0n ? -change : change);
  return discount.kind === 'percent'
    ? fieldNumber(size(ONE - discount.coefficient) * 100n)
    : moneyText(size(discount.amount), minorUnits);
}

/** A discount by hand, or a surcharge, of which a part was typed. */
export interface Typed {
  readonly kind: 'none' | Discount['kind'];
  readonly text: string;
  readonly dearer: boolean;
}

/** The discount that was typed: null for none, undefined while it is no amount, or takes off more than everything. */
export function readDiscount({ kind, text, dearer }: Typed, minorUnits: number): Discount | null | undefined {
  if (kind === 'none' || text.trim() === '') return null;
  if (kind === 'percent') {
    const percent = typed(text);
    if (percent === undefined || percent < 0n || (!dearer && percent > 100n * ONE)) return undefined;
    return { kind, coefficient: dearer ? ONE + percent / 100n : ONE - percent / 100n };
  }
  const amount = typedMoney(text, minorUnits);
  if (amount === undefined || amount < 0n) return undefined;
  return { kind, amount: dearer ? amount : -amount };
}

/** The part that a discount by name lacks before it can be given; undefined when it can. */
export function lacking(menu: Menu, discount: Discount | null): string | undefined {
  if (discount?.given === undefined) return undefined;
  if (isNothing(discount)) return t('Enter an amount.');
  const needsReason = recordOf(menu, discount)?.reason_required === true;
  return needsReason && (discount.given.reason ?? '').trim() === '' ? t('Give a reason.') : undefined;
}

/** The permission of a discount by name; everything off needs that for comps. */
export function rightOf({ right, value, kind }: MenuDiscount): MenuDiscount['right'] {
  return kind === 'share' && value === ONE ? 'ApplyComp' : right;
}
