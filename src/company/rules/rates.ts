// Which taxes are charged, and what each is of a price without tax (reference: money.24, money.25).

import type { Id } from '../../kernel/id.ts';
import { type Decimal, divideRound, SCALE } from '../../kernel/money.ts';
import type { Tax, TaxTerms } from '../types.ts';

/** A tax with its rate, and when and on what it is charged; null: always, on the price alone. */
export interface RatedTax {
  readonly id: Id;
  readonly name: string;
  /** A factor, not negative: 0.1 is 10 %. */
  readonly rate: Decimal;
  readonly terms: TaxTerms | null;
}

/** The fields of a tax that decide when and on what it is charged. */
export type TaxRules = Pick<
  Tax,
  | 'id'
  | 'name'
  | 'rate'
  | 'sort'
  | 'compound'
  | 'on_top'
  | 'order_types'
  | 'effective_from'
  | 'effective_until'
  | 'threshold'
>;

type Dated = Pick<Tax, 'effective_from' | 'effective_until'>;

/** True when the day decides whether a tax is charged. */
export function isDated({ effective_from: from, effective_until: until }: Dated): boolean {
  return from !== null || until !== null;
}

/** True when a tax came or went after one day and until another. */
export function movedBetween(
  { effective_from: from, effective_until: until }: Dated,
  day: string,
  last: string,
): boolean {
  const came = from !== null && day < from && from <= last;
  return came || (until !== null && day <= until && until < last);
}

/** True when a tax is charged on a day of the calendar. */
export function isInForce({ effective_from: from, effective_until: until }: Dated, day: string): boolean {
  return (from === null || from <= day) && (until === null || day <= until);
}

/** A tax as lines keep it. */
export function ratedTax(tax: Pick<TaxRules, 'id' | 'name' | 'rate' | keyof TaxTerms>): RatedTax {
  const { id, name, rate, compound, on_top, order_types, threshold } = tax;
  const isPlain = !compound && !on_top && order_types === null && threshold === null;
  return { id, name, rate, terms: isPlain ? null : { compound, on_top, order_types, threshold } };
}

/** Taxes in the order in which they are charged (reference: money.24). */
export function inOrder<T extends Pick<Tax, 'sort'>>(taxes: readonly T[]): readonly T[] {
  return taxes.some(({ sort }) => sort !== 0) ? taxes.toSorted((a, b) => a.sort - b.sort) : taxes;
}

/** A tax that is charged already, whatever the type of its order and the price of one. */
export function charged(tax: RatedTax): RatedTax {
  const { id, name, rate, terms } = tax;
  const isPlain = terms === null || !(terms.compound || terms.on_top);
  return { id, name, rate, terms: isPlain ? null : { ...terms, order_types: null, threshold: null } };
}

/** The taxes that are charged on a day, in the order in which they are; the day is asked for when it matters. */
export function taxesOn<T extends Dated & Pick<Tax, 'sort'>>(
  taxes: readonly T[],
  day: () => string,
): readonly T[] {
  if (!taxes.some(isDated)) return inOrder(taxes);
  const today = day();
  return inOrder(taxes.filter((tax) => isInForce(tax, today)));
}

/** The type that an order without one counts as. */
const USUAL_TYPE = 'Dine in';

/** The taxes of a line that are charged on orders of a type; one without a type counts as eaten in. */
export function taxesForType(taxes: readonly RatedTax[], type: string | null): readonly RatedTax[] {
  if (!taxes.some(({ terms }) => terms !== null && terms.order_types !== null)) return taxes;
  const named = type ?? USUAL_TYPE;
  return taxes.filter(({ terms }) => {
    const types: readonly string[] | null = terms?.order_types ?? null;
    return types === null || types.includes(named);
  });
}

/**
 * The taxes that are charged at a price of one, which is num / den: a threshold counts its size, as it was entered,
 * after the variations of its line and order.
 */
export function taxesAtPrice(taxes: readonly RatedTax[], num: bigint, den: bigint): readonly RatedTax[] {
  if (!hasThreshold(taxes)) return taxes;
  const size = num < 0n ? -num : num;
  return taxes.filter(({ terms }) => {
    const threshold = terms?.threshold ?? null;
    if (threshold === null) return true;
    const isBelow = size < threshold.amount * den;
    return threshold.applies === 'below' ? isBelow : !isBelow;
  });
}

/** True when the price of one decides about a tax. */
export function hasThreshold(taxes: readonly RatedTax[]): boolean {
  return taxes.some(({ terms }) => terms !== null && terms.threshold !== null);
}

/** The shares of a price without tax that taxes are: each `shares[i] / den` of it. */
export interface Rates {
  readonly taxes: readonly RatedTax[];
  readonly shares: readonly bigint[];
  /** Positive. */
  readonly den: bigint;
  /** The sum of the shares of taxes that lie in a price with tax. */
  readonly within: bigint;
  /** The sum of all shares. */
  readonly all: bigint;
}

export const NO_RATES: Rates = { taxes: [], shares: [], den: SCALE, within: 0n, all: 0n };

/** The shares of some taxes, which are in the order in which they are charged. */
export function ratesOf(taxes: readonly RatedTax[]): Rates {
  if (taxes.length === 0) return NO_RATES;
  let shares: bigint[] = [];
  let den = SCALE;
  let all = 0n;
  for (const { rate, terms } of taxes) {
    if (terms?.compound === true && all > 0n) {
      // On the price and the taxes before it: (den + all) / den x rate / SCALE.
      const share = rate * (den + all);
      shares = shares.map((each) => each * SCALE);
      all = all * SCALE + share;
      den *= SCALE;
      shares.push(share);
    } else {
      const share = rate * (den / SCALE);
      shares.push(share);
      all += share;
    }
  }
  let onTop = 0n;
  for (const [at, { terms }] of taxes.entries()) if (terms?.on_top === true) onTop += shares[at] ?? 0n;
  return { taxes, shares, den, within: all - onTop, all };
}

/** The sum of a product's taxes in the prices it shows, to 8 decimals: on a day, of an order without a type. */
export function shownRate(taxes: readonly TaxRules[], day: () => string, price?: Decimal): Decimal {
  const charged = taxesForType(taxesOn(taxes, day).map(ratedTax), null);
  return rateWithin(ratesOf(price === undefined ? charged : taxesAtPrice(charged, price, 1n)));
}

/** The taxes in a price with tax, as a factor of the price without, to 8 decimals. */
export function rateWithin({ within, den }: Rates): Decimal {
  return divideRound(within * SCALE, den);
}
