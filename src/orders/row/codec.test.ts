import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { TAX_ROUNDINGS } from '../../company/money-shape.ts';
import { RIGHTS } from '../../company/rules/rights.ts';
import { MAX_ID } from '../../kernel/id.ts';
import { ROUNDING_MODES } from '../../kernel/money.ts';
import { ORDER_TYPES } from '../../kernel/order-type.ts';
import { COURSE_STATUSES, ORDER_STATUSES } from '../rules/status.ts';
import { INSTRUCTIONS, LOCKS } from '../rules/words.ts';
import type { ChosenSet, Line, Order, Payment } from '../types.ts';
import { decodeState, encodeState } from './codec.ts';

const id = fc.bigInt({ min: 1n, max: MAX_ID });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const decimal = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const time = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 17n });
const text = fc.string({ unit: 'binary', maxLength: 20 });

const product = fc.record({ id, name: text, sku: maybe(text) });
const price = fc.record({ amount: decimal, form: fc.constantFrom('ex' as const, 'inc' as const) });

const metadata = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), text, {
  maxKeys: 3,
  noNullPrototype: true,
});

const terms = fc.record({
  compound: fc.boolean(),
  on_top: fc.boolean(),
  order_types: maybe(fc.subarray([...ORDER_TYPES])),
  threshold: maybe(
    fc.record({ amount: decimal, applies: fc.constantFrom('above' as const, 'below' as const) }),
  ),
});

const cash = fc.record({ increment: decimal, methods: fc.subarray(['cash' as const, 'account' as const]) });

const line: fc.Arbitrary<Line> = fc.record({
  number: fc.integer({ min: 1, max: 2500 }),
  line_id: id,
  product,
  description: maybe(text),
  quantity: decimal,
  notes: maybe(text),
  metadata,
  unit: price,
  price_variation: maybe(decimal),
  price_fixed_variation: maybe(decimal),
  discount_id: maybe(id),
  discount_name: maybe(fc.string()),
  discount_reason: maybe(fc.string()),
  taxes: fc.array(fc.record({ id, name: text, rate: decimal, terms: maybe(terms) }), { maxLength: 3 }),
  course_ordinal: maybe(fc.nat(100)),
  course_status: fc.constantFrom(...COURSE_STATUSES),
  cost: maybe(decimal),
  sent_to_kitchen: fc.boolean(),
  modifiers: fc.array(fc.record({ product, price, without: fc.boolean() }), { maxLength: 2 }),
  part_of: maybe(id),
  instructions: maybe(fc.constantFrom(...INSTRUCTIONS)),
  returned: maybe(
    fc.record({
      line_id: id,
      total_inc: decimal,
      taxes: fc.array(decimal, { maxLength: 2 }),
      exact: fc.array(decimal, { maxLength: 2 }),
    }),
  ),
  seat: maybe(fc.integer({ min: 1, max: 100 })),
  divided_from: maybe(id),
  settled: maybe(
    fc.record({
      total_inc: decimal,
      share: decimal,
      tax_ids: fc.array(id, { maxLength: 2 }),
      taxes: fc.array(decimal, { maxLength: 2 }),
      exact: fc.array(decimal, { maxLength: 2 }),
    }),
  ),
});

/** An option set with others nested in it, so many levels deep. */
function setOf(levels: number): fc.Arbitrary<ChosenSet> {
  const nested = levels === 0 ? fc.constant([]) : fc.array(setOf(levels - 1), { maxLength: 2 });
  const options = fc.array(fc.record({ line_id: id, option_sets: nested }), { maxLength: 2 });
  return fc.record({ option_set_id: id, name: text, line_id: id, options });
}

const payment: fc.Arbitrary<Payment> = fc.record({
  id,
  number: fc.integer({ min: 1, max: 200 }),
  method: fc.record({ id, name: text, kind: fc.constantFrom('cash', 'account') }),
  amount: decimal,
  tip: decimal,
  credit_card_surcharge: decimal,
  rounding: decimal,
  ref: maybe(text),
  card: maybe(fc.record({ brand: maybe(text), last4: maybe(text) })),
  paid_at: maybe(time),
  created_at: time,
});

const fields: { [K in keyof Order]: fc.Arbitrary<Order[K]> } = {
  company_id: id,
  id,
  saleid: text,
  metadata,
  site_id: id,
  table_id: maybe(id),
  table_name: maybe(text),
  split_from: maybe(id),
  merged_into: maybe(id),
  register_id: maybe(id),
  staff_member_id: maybe(id),
  customer_id: maybe(id),
  addon_id: id,
  minor_units: fc.nat(4),
  counting: maybe(
    fc.record({
      tax_rounding: fc.constantFrom(...TAX_ROUNDINGS),
      rounding_mode: fc.constantFrom(...ROUNDING_MODES),
      discounts_include_tax: maybe(fc.boolean()),
      cash_rounding: maybe(cash),
    }),
  ),
  tax_exempt: maybe(fc.record({ number: maybe(text), reason: maybe(text) })),
  invoice_number: maybe(text),
  status: fc.constantFrom(...ORDER_STATUSES),
  order_type: maybe(fc.constantFrom(...ORDER_TYPES)),
  callback_uri: maybe(text),
  lock: fc.subarray([...LOCKS]),
  complete_when_paid: fc.boolean(),
  enable_alert_sound: fc.boolean(),
  fulfil_at: time,
  prompt_for_reject_reason: fc.boolean(),
  reject_reason: maybe(fc.record({ id: maybe(fc.maxSafeNat()), name: maybe(text), notes: maybe(text) })),
  ignore_availability: fc.boolean(),
  price_limit: maybe(decimal),
  price_variation: maybe(decimal),
  price_fixed_variation: maybe(decimal),
  discount_id: maybe(id),
  discount_name: maybe(fc.string()),
  discount_reason: maybe(fc.string()),
  discounts: maybe(
    fc.array(
      fc.record({
        discount_id: maybe(id),
        discount_name: maybe(fc.string()),
        discount_reason: maybe(fc.string()),
        price_fixed_variation: decimal,
      }),
      { maxLength: 2 },
    ),
  ),
  group_id: maybe(text),
  tip_service_percent: maybe(decimal),
  tip_service_amount: maybe(decimal),
  credit_card_surcharge: decimal,
  original_order_id: maybe(id),
  notes: maybe(text),
  sale_number: maybe(text),
  order_number: maybe(text),
  guests: maybe(fc.nat()),
  pass_thru: maybe(fc.record({ register_id: id, due_at: time, printed_at: maybe(time) })),
  deleted: fc.boolean(),
  placed_at: time,
  booked_at: maybe(id),
  created_at: time,
  updated_at: time,
  lines: fc.array(line, { maxLength: 4 }),
  options: fc.array(setOf(2), { maxLength: 2 }),
  requests: fc.array(fc.record({ id, amount: decimal }), { maxLength: 2 }),
  history: fc.array(
    fc.record({
      at: time,
      by: fc.record({ addon_id: id, staff_member_id: maybe(id), register_id: maybe(id) }),
      approvals: fc.array(
        fc.record({ right: fc.constantFrom(...RIGHTS), staff_member_id: id, reason: maybe(text) }),
        { maxLength: 2 },
      ),
      changed: fc.array(text, { maxLength: 2 }),
      order_ids: fc.array(id, { maxLength: 2 }),
      status: fc.constantFrom(...ORDER_STATUSES),
      total: decimal,
      paid: decimal,
    }),
    { maxLength: 2 },
  ),
  held: fc.array(fc.record({ product_id: id, quantity: decimal }), { maxLength: 2 }),
  payments: fc.array(payment, { maxLength: 3 }),
};
const order: fc.Arbitrary<Order> = fc.record(fields).map((each) => structuredClone(each));

it('an order comes back from its row as it was, with any values of its fields', () => {
  fc.assert(
    fc.property(order, (each) => {
      // Through JSON text twice: the order read equals the one written, and is written the same again.
      const state = encodeState(each);
      const back = decodeState(state);
      assert.deepEqual(back, each);
      assert.equal(encodeState(back), state);
    }),
    { numRuns: 300 },
  );
});

const names = Object.keys(fields) as (keyof Order)[];

it('two orders that differ anywhere are written differently', () => {
  fc.assert(
    fc.property(order, order, fc.constantFrom(...names), (one, other, field) => {
      const mixed = { ...one, [field]: other[field] };
      const same = encodeState(one) === encodeState(mixed);
      let equal = true;
      try {
        assert.deepEqual(mixed, one);
      } catch {
        equal = false;
      }
      assert.equal(same, equal);
    }),
    { numRuns: 300 },
  );
});
