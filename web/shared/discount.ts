// The discount of a line or an order, and what it is called.
import type { Order, OrderLine } from '#clients/typescript/index.ts';
import type { Right } from '#src/company/rules/rights.ts';
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, formatDecimal, ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { decimalOf, formatNumber, inLine } from './format.ts';
import { t } from './words.ts';

/** A discount of the company by its name, as it was when it was given. */
export interface Given {
  readonly id: Id;
  readonly name: string;
  readonly reason: string | null;
  /** The permission that it needs; not known of one that an order has already. */
  readonly right?: Right;
}

/** Cheaper or dearer by a coefficient (0.9 is 10 % off), or by an amount (-5 is 5 off); by a discount of the company or by hand. */
export type Discount = (
  | { readonly kind: 'percent'; readonly coefficient: Decimal }
  | { readonly kind: 'fixed'; readonly amount: Decimal }
) & { readonly given?: Given | undefined };

type Varied = Pick<
  OrderLine,
  'price_variation' | 'price_fixed_variation' | 'discount_id' | 'discount_name' | 'discount_reason'
>;

/** The discount of a line or an order; null for none. */
export function discountOf(one: Varied): Discount | null {
  const { discount_id: id, discount_name: name, discount_reason: reason } = one;
  const coefficient = decimalOf(one.price_variation);
  const amount = decimalOf(one.price_fixed_variation);
  const given = id == null ? {} : { given: { id: BigInt(id), name: name ?? '', reason: reason ?? null } };
  if (coefficient !== ONE) return { kind: 'percent', coefficient, ...given };
  return amount === 0n ? null : { kind: 'fixed', amount, ...given };
}

/** The discounts of a line or an order, in words: each of them where orders with different ones were merged. */
export function discountsOf(
  one: Varied & Pick<Partial<Order>, 'discounts'>,
  money: (amount: Decimal) => string,
): string[] {
  const { discounts, ...whole } = one;
  const all = discounts?.map((each) => ({ ...each, price_variation: 1 })) ?? [whole];
  return all.flatMap((each) => {
    const discount = discountOf(each);
    return discount === null ? [] : [discountText(discount, money)];
  });
}

/** A discount or a surcharge in words: `10% off`, `$5.00 more`. */
export function discountText(discount: Discount, money: (amount: Decimal) => string): string {
  const change = discount.kind === 'percent' ? (discount.coefficient - ONE) * 100n : discount.amount;
  const size = change < 0n ? -change : change;
  const amount = discount.kind === 'percent' ? percentText(size) : money(size);
  const text = change < 0n ? t('{amount} off', { amount }) : t('{amount} more', { amount });
  const { given } = discount;
  if (given === undefined) return text;
  const said = inLine([given.reason === null ? null : `“${isolated(given.reason)}”`, text]);
  return t('{discount}: {amount}', { discount: isolated(given.name), amount: said });
}

/** So many percent, as the reader writes it: `12.5%`. */
export function percentText(percent: Decimal): string {
  return t('{percent}%', { percent: formatNumber(formatDecimal(percent)) });
}
