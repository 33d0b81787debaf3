// The products, option sets and taxes at a site, as lines need them.
import { ratesOf, rateWithin, taxesAtPrice, taxesForType } from '../../company/rules/rates.ts';
import { invalid, unknownRecord } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../../kernel/price.ts';
import { sentence } from '../../kernel/words.ts';
import type { OrderTax } from '../types.ts';
import type { Discounts } from './discounts.ts';

/** The least and the highest price with tax; null is none. */
interface PriceBounds {
  readonly min: Decimal | null;
  readonly max: Decimal | null;
}

/** A product at the order's site. */
export interface LineProduct {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly price: EnteredPrice | undefined;
  /** Its prices there at other times, and for orders of other types. Absent where it is always the same. */
  readonly other_prices?: readonly EnteredPrice[];
  /** The cost of one to the shop, without tax; null when that is not known. */
  readonly cost: Decimal | null;
  readonly taxes: readonly OrderTax[];
  /** The bounds of its price with tax, where that is asked for at every sale. */
  readonly price_bounds: PriceBounds | null;
  readonly is_available: boolean;
  /** How many are left; null = not counted. */
  readonly amount: Decimal | null;
  readonly is_modifier: boolean;
  /** Others are variants of it: it is not sold itself. */
  readonly is_template: boolean;
  /** The option sets a buyer chooses from. */
  readonly option_sets: readonly Id[];
}

/** An option set as it is offered. */
export interface OfferedSet {
  readonly id: Id;
  readonly name: string;
  readonly instructions: boolean;
  readonly min_selection: number;
  /** Null: as many as wanted. */
  readonly max_selection: number | null;
  /** The options with their price ex tax; null = what the product costs. */
  readonly options: ReadonlyMap<Id, Decimal | null>;
}

/** Everything that new lines are made from. */
export interface Offer {
  readonly products: ReadonlyMap<Id, LineProduct>;
  readonly sets: ReadonlyMap<Id, OfferedSet>;
  /** Prices of the modifiers that pop up for a product, by product and modifier. */
  readonly popUps: ReadonlyMap<Id, ReadonlyMap<Id, EnteredPrice>>;
  /** The taxes that lines name for themselves, by their ids, in the order in which they are charged. */
  readonly taxes: ReadonlyMap<Id, OrderTax>;
  /** Whether a line may have a price below 0. */
  readonly negativePrices: boolean;
  /** The discounts that lines name, by their ids. Absent where none can be. */
  readonly discounts?: Discounts;
}

/** The product that a body names; 400 when it is not there, or is sold only as one of its variants. */
export function productOf({ products }: Offer, id: Id, field: string): LineProduct {
  const product = products.get(id);
  if (product === undefined) throw unknownRecord(field, id);
  if (product.is_template)
    throw invalid(field, sentence('product {id} has variants: order one of them.', { id }));
  return product;
}

/** The price of a product on a line: that of the body, else `price`; 400 when there is neither. */
export function priceOf(
  sent: EnteredPrice | null | undefined,
  price: EnteredPrice | undefined,
  product: LineProduct,
  field: string,
): EnteredPrice {
  const unit = sent ?? price;
  if (unit === undefined) {
    throw invalid(
      `${field}unit_price`,
      sentence('product {id} has no price at this site: send one.', { id: product.id }),
    );
  }
  return unit;
}

/** 400 for a price below 0 where the company allows none (reference: orders.69). */
export function refuseNegative(unit: EnteredPrice | null | undefined, offer: Offer, field: string): void {
  if (offer.negativePrices || unit === null || unit === undefined || unit.amount >= 0n) return;
  throw invalid(
    `${field}${unit.form === 'ex' ? 'unit_price' : 'unit_price_inc_tax'}`,
    sentence('must be at least 0: negative_prices of the company or site allows less.'),
  );
}

/** 400 for a price beyond the bounds of a product whose price is asked for (reference: orders.51). */
export function refuseOutOfBounds(
  unit: EnteredPrice,
  { id, price_bounds: bounds, taxes }: Pick<LineProduct, 'id' | 'price_bounds' | 'taxes'>,
  field: string,
): void {
  if (bounds === null) return;
  const { min, max } = bounds;
  // The bounds are prices as they are shown: of an order without a type.
  const rate = rateWithin(ratesOf(taxesAtPrice(taxesForType(taxes, null), unit.amount, 1n)));
  const { inc } = bothForms(unit, rate);
  const at = `${field}${unit.form === 'ex' ? 'unit_price' : 'unit_price_inc_tax'}`;
  if (min !== null && inc < min)
    throw invalid(
      at,
      sentence('product {id} is not sold below {min} with tax.', { id, min: formatDecimal(min) }),
    );
  if (max !== null && inc > max)
    throw invalid(
      at,
      sentence('product {id} is not sold above {max} with tax.', { id, max: formatDecimal(max) }),
    );
}

/** The price a body overrides with: null gives an override up, undefined says nothing (reference: orders.20). */
export function sentPrice(input: {
  readonly unit_price?: Decimal | null | undefined;
  readonly unit_price_inc_tax?: Decimal | null | undefined;
}): EnteredPrice | null | undefined {
  const { unit_price: ex, unit_price_inc_tax: inc } = input;
  if (ex !== undefined && ex !== null) return { amount: ex, form: 'ex' };
  if (inc !== undefined && inc !== null) return { amount: inc, form: 'inc' };
  return ex === null || inc === null ? null : undefined;
}
