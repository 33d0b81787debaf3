// The figures of reports and their addition: exact whole numbers, nothing is ever rounded.
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';

/**
 * Dimensions by which completed orders are added up as they come; every other report follows from one of these. `given_back`
 * has what refunds gave back by money alone as its `total`.
 */
export const KINDS = [
  'day',
  'hour',
  'product',
  'staff',
  'register',
  'tender',
  'tax',
  'order_type',
  'source',
  'customer',
  'discount',
  'given_back',
] as const;
export type Kind = (typeof KINDS)[number];

/** Figures that are counts; `given` is of discounts. */
export const COUNTS = ['orders', 'refunds', 'lines', 'payments', 'given'] as const;
/**
 * Figures that are decimals: quantities and money, named as orders name them. `rounding` is that of payments, `exact`
 * taxes before rounding; `costed` is what lines were sold for, without tax, whose `cost` is known; `discount_tax` is the tax
 * in `discount`.
 */
export const AMOUNTS = [
  'items',
  'total',
  'total_tax',
  'discount',
  'paid',
  'tips',
  'tip_service_amount',
  'tip_service_paid',
  'credit_card_surcharge',
  'rounding',
  'exact',
  'cost',
  'costed',
  'discount_tax',
] as const;
type Figure = (typeof COUNTS)[number] | (typeof AMOUNTS)[number];

/** Every figure of a report; those that make no sense for a kind stay 0 and are not shown. */
export type Sums = Record<Figure, Decimal>;

/** The key of one row of the sums. */
export interface SumsKey {
  readonly kind: Kind;
  readonly site: Id;
  /** Days since 1970-01-01, by the clocks of the site. */
  readonly day: bigint;
  /** The subject within the kind: an id, an hour, a word; empty for none. */
  readonly subject: string;
}

/** The figures that one or more orders add to a key. */
export interface Entry {
  readonly place: SumsKey;
  readonly sums: Sums;
}

const FIGURES: readonly Figure[] = [...COUNTS, ...AMOUNTS];

/** Sums of nothing. */
export function noSums(): Sums {
  return {
    orders: 0n,
    refunds: 0n,
    lines: 0n,
    payments: 0n,
    given: 0n,
    items: 0n,
    total: 0n,
    total_tax: 0n,
    discount: 0n,
    paid: 0n,
    tips: 0n,
    tip_service_amount: 0n,
    tip_service_paid: 0n,
    credit_card_surcharge: 0n,
    rounding: 0n,
    exact: 0n,
    cost: 0n,
    costed: 0n,
    discount_tax: 0n,
  };
}

/** Adds figures to sums. */
export function addTo(sums: Sums, more: Readonly<Partial<Sums>>): void {
  for (const figure of FIGURES) {
    const added = more[figure];
    // Most figures of a row are 0, and adding to a whole number makes another one.
    if (added !== undefined && added !== 0n) sums[figure] += added;
  }
}

/** Sums by key; a key that was never added has none. */
export class SumsBy<K> {
  readonly #sums = new Map<K, Sums>();

  add(key: K, more: Readonly<Partial<Sums>>): void {
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      sums = noSums();
      this.#sums.set(key, sums);
    }
    addTo(sums, more);
  }

  get entries(): IterableIterator<[K, Sums]> {
    return this.#sums.entries();
  }

  get size(): number {
    return this.#sums.size;
  }
}

/** Adds up entries of the same place. */
export function mergeEntries(entries: Iterable<Entry>): Entry[] {
  const merged = new Map<string, Entry>();
  for (const { place, sums } of entries) {
    const key = keyOf(place);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { place, sums: { ...sums } });
    else addTo(known.sums, sums);
  }
  return [...merged.values()];
}

function keyOf({ kind, site, day, subject }: SumsKey): string {
  return `${kind} ${site} ${day} ${subject}`;
}
