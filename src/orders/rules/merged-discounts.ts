// Discounts of orders that became one: each keeps the amount that it took off (reference: discounts.6).
import { allocate, type Decimal } from '../../kernel/money.ts';
import type { MergedDiscount, Order } from '../types.ts';
import { UNDISCOUNTED } from './discounts.ts';

/** The discount of an order of which a part, or a sum, is `price_fixed_variation`: one by its name, or several. */
type OrderDiscount = Pick<
  Order,
  'price_fixed_variation' | 'discount_id' | 'discount_name' | 'discount_reason' | 'discounts'
>;

/** An order with the amount that its variation comes to. */
interface Share {
  readonly order: OrderDiscount;
  readonly amount: Decimal;
}

/** The amount of an order by the discounts that it is of. */
function partsOf({ order, amount }: Share, unit: bigint): MergedDiscount[] {
  const { discounts, discount_id, discount_name, discount_reason } = order;
  if (discounts === null)
    return [{ discount_id, discount_name, discount_reason, price_fixed_variation: amount }];
  const weights = discounts.map((each) => each.price_fixed_variation);
  const amounts = allocate(amount, weights, unit);
  return discounts.map((each, at) => ({ ...each, price_fixed_variation: amounts[at] ?? 0n }));
}

/** Some discounts as those of an order: what one name has alone is its own. */
function joined(parts: readonly MergedDiscount[]): OrderDiscount {
  const sums = new Map<string, MergedDiscount>();
  for (const each of parts) {
    const key = JSON.stringify([String(each.discount_id), each.discount_name, each.discount_reason]);
    const known = sums.get(key)?.price_fixed_variation ?? 0n;
    sums.set(key, { ...each, price_fixed_variation: known + each.price_fixed_variation });
  }
  const left = [...sums.values()].filter((each) => each.price_fixed_variation !== 0n);
  const all = left.reduce((sum, each) => sum + each.price_fixed_variation, 0n);
  const [one, ...others] = left;
  const { discount_id, discount_name, discount_reason } = UNDISCOUNTED;
  const none = { price_fixed_variation: null, discount_id, discount_name, discount_reason, discounts: null };
  if (one === undefined || all === 0n) return none;
  if (others.length === 0) return { ...one, discounts: null };
  return { ...none, price_fixed_variation: all, discounts: left };
}

/** The discount of an order that others become part of; `unit` is the currency's smallest amount. */
export function mergedDiscount(shares: readonly Share[], unit: bigint): OrderDiscount {
  return joined(shares.flatMap((share) => partsOf(share, unit)));
}

/**
 * The discounts of the parts of an order, by the amounts that are in them: of each part, and of each discount, the amounts
 * add up.
 */
export function dividedDiscounts(
  order: OrderDiscount,
  amounts: readonly Decimal[],
  unit: bigint,
): OrderDiscount[] {
  let left = order.discounts ?? [];
  return amounts.map((amount) => {
    if (order.discounts === null) return joined(partsOf({ order, amount }, unit));
    const parts = partsOf({ order: { ...order, discounts: left }, amount }, unit);
    left = left.map((each, at) => ({
      ...each,
      price_fixed_variation: each.price_fixed_variation - (parts[at]?.price_fixed_variation ?? 0n),
    }));
    return joined(parts);
  });
}

/** The discounts of an order after a change: they are those of its amount, and go with it. */
export function discountsKept(before: Order, after: OrderDiscount): Order['discounts'] {
  const isSame = after.price_fixed_variation === before.price_fixed_variation && after.discount_id === null;
  return isSame ? before.discounts : null;
}
