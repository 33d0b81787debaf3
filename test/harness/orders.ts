import assert from 'node:assert/strict';
import { ApiError } from '#src/kernel/errors.ts';
import { type Decimal, ONE, parseDecimal } from '#src/kernel/money.ts';
import type { PriceForm } from '#src/kernel/price.ts';
import { blankOrder as newOrder } from '#src/orders/rules/blank.ts';
import type { Offer } from '#src/orders/rules/offer.ts';
import type { Line, Order, Payment } from '#src/orders/types.ts';

// Orders for tests of rules: what a test is not about.

/** The Decimal that is written as text. */
export function d(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is not a decimal.`);
  return value;
}

/** A SUBMITTED order with nothing in it. */
export const blankOrder: Order = newOrder({
  company_id: 1n,
  id: 10n,
  saleid: 'ABCDEFGH',
  site_id: 2n,
  register_id: null,
  staff_member_id: null,
  addon_id: 3n,
  minor_units: 2,
  counting: null,
  status: 'SUBMITTED',
  fulfil_at: 0n,
  original_order_id: null,
  placed_at: 0n,
  now: 0n,
});

/** The first line of an order: one of a product without taxes. */
export function lineOf(price: string, form: PriceForm = 'inc'): Line {
  return {
    number: 1,
    line_id: 100n,
    product: { id: 50n, name: 'Tea', sku: null },
    description: null,
    quantity: ONE,
    notes: null,
    unit: { amount: d(price), form },
    cost: null,
    price_variation: null,
    price_fixed_variation: null,
    discount_id: null,
    discount_name: null,
    discount_reason: null,
    taxes: [],
    course_ordinal: null,
    course_status: 'no status',
    sent_to_kitchen: false,
    modifiers: [],
    part_of: null,
    instructions: null,
    returned: null,
    seat: null,
    settled: null,
    divided_from: null,
    metadata: {},
  };
}

/** Nothing that could be sold. */
export const NO_OFFER: Offer = {
  products: new Map(),
  sets: new Map(),
  popUps: new Map(),
  taxes: new Map(),
  negativePrices: false,
};

/** Hands out ids from `first` on. */
export function counting(first: bigint): () => bigint {
  let next = first;
  return () => next++;
}

/** Throws unless it was refused with this code, naming this field when there is one. */
export const refusal = (code: string, field?: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, code);
  if (field !== undefined) {
    assert.deepEqual(
      error.fields.map((each) => each.field),
      [field],
    );
  }
  return true;
};
/** The same for a 400 that names this field. */
export const wrong = (field: string) => refusal('invalid_request', field);

/** An order with lines 1, 2, 3… that are told apart by their notes. */
export function orderOf(notes: string, more: Partial<Order> = {}): Order {
  const lines = [...notes].map((note, at) => ({ ...lineOf('4'), number: at + 1, notes: note }));
  return { ...blankOrder, lines, ...more };
}

/** An order with one line at 10. */
export const withLine = (line: Partial<Line>): Order => ({
  ...blankOrder,
  lines: [{ ...lineOf('10'), ...line }],
});

/** The first payment of an order, in cash. */
export function paymentOf(amount: string): Payment {
  return {
    id: 200n,
    number: 1,
    method: { id: 5n, name: 'Cash', kind: 'cash' },
    amount: d(amount),
    tip: 0n,
    credit_card_surcharge: 0n,
    rounding: 0n,
    ref: null,
    card: null,
    paid_at: null,
    created_at: 0n,
  };
}
