import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { d, refusal } from '#test/harness/orders.ts';
import type { Discount } from '../types.ts';
import { type Discounted, discounted, discountsNamed, type SentDiscount, UNDISCOUNTED } from './discounts.ts';

const record = (id: bigint, fields: Partial<Discount>): Discount => ({
  ...{ company_id: 1n, id, name: `Discount ${id}`, kind: 'share', value: d('0.1'), applies_to: 'both' },
  ...{ reason_required: false, right_code: 'MakeDiscount', sort: 0, archived: false, used: false },
  ...{ created_at: 0n, updated_at: 0n },
  ...fields,
});
const KNOWN = new Map(
  [
    record(1n, {}),
    record(2n, { kind: 'amount', value: d('5') }),
    record(3n, { value: null }),
    record(4n, { kind: 'amount', value: null, reason_required: true }),
    record(5n, { applies_to: 'line' }),
    record(6n, { archived: true }),
    record(7n, { value: d('1') }),
  ].map((each) => [each.id, each]),
);
const is = (fields: Partial<Discounted>): Discounted => ({ ...UNDISCOUNTED, ...fields });
const STAFF = is({ discount_id: 1n, discount_name: 'As it was', price_variation: d('0.8') });
const OPEN = is({
  discount_id: 3n,
  discount_name: 'Open',
  price_variation: d('0.7'),
  discount_reason: 'Cold',
});

describe('what a body makes of a discount (reference: discounts.2, discounts.3)', () => {
  const CASES: readonly [string, Discounted, SentDiscount, Partial<Discounted>][] = [
    ['nothing is said', STAFF, {}, STAFF],
    [
      'a share by its record',
      is({}),
      { discount_id: 1n },
      { discount_id: 1n, discount_name: 'Discount 1', price_variation: d('0.9') },
    ],
    [
      'an amount by its record',
      is({}),
      { discount_id: 2n },
      { discount_id: 2n, discount_name: 'Discount 2', price_fixed_variation: d('-5') },
    ],
    [
      'everything',
      is({}),
      { discount_id: 7n },
      { discount_id: 7n, discount_name: 'Discount 7', price_variation: 0n },
    ],
    [
      'what is said besides',
      is({}),
      { discount_id: 1n, price_variation: d('0.5') },
      { discount_id: 1n, discount_name: 'Discount 1', price_variation: d('0.5') },
    ],
    [
      'one without a value',
      is({}),
      { discount_id: 3n, price_variation: d('0.5') },
      { discount_id: 3n, discount_name: 'Discount 3', price_variation: d('0.5') },
    ],
    ['another value of it', OPEN, { price_variation: d('0.6') }, { ...OPEN, price_variation: d('0.6') }],
    ['another reason', OPEN, { discount_reason: 'Late' }, { ...OPEN, discount_reason: 'Late' }],
    ['the same again keeps name and value', STAFF, { discount_id: 1n, price_variation: d('0.8') }, STAFF],
    [
      'another discount',
      OPEN,
      { discount_id: 2n },
      { discount_id: 2n, discount_name: 'Discount 2', price_fixed_variation: d('-5') },
    ],
    [
      'another discount, sent back otherwise as it was',
      OPEN,
      { discount_id: 2n, price_variation: d('0.7'), price_fixed_variation: 0n },
      { discount_id: 2n, discount_name: 'Discount 2', price_fixed_variation: d('-5') },
    ],
    [
      'an amount with the factor that is none',
      is({}),
      { discount_id: 2n, price_variation: d('1') },
      { discount_id: 2n, discount_name: 'Discount 2', price_fixed_variation: d('-5') },
    ],
    ['taken off', STAFF, { discount_id: null }, {}],
    [
      'taken off, sent back otherwise as it was',
      OPEN,
      { discount_id: null, price_variation: d('0.7'), discount_reason: 'Cold' },
      {},
    ],
    ['by hand instead', STAFF, { price_variation: d('0.5') }, { price_variation: d('0.5') }],
    [
      'an amount by hand instead',
      STAFF,
      { price_fixed_variation: d('-1') },
      { price_fixed_variation: d('-1') },
    ],
    ['reset', STAFF, { price_variation: d('1') }, {}],
    [
      'by hand, with no discount',
      is({}),
      { discount_id: null, price_variation: d('0.5') },
      { price_variation: d('0.5') },
    ],
  ];
  for (const [name, before, sent, after] of CASES)
    it(name, () => assert.deepEqual(discounted(before, sent, KNOWN, 'order', ''), is(after)));

  const REFUSED: readonly [string, Discounted, SentDiscount, string][] = [
    ['one that is not there', is({}), { discount_id: 99n }, 'discount_id'],
    ['one for lines', is({}), { discount_id: 5n }, 'discount_id'],
    ['one that is archived', is({}), { discount_id: 6n }, 'discount_id'],
    ['without a value', is({}), { discount_id: 3n }, 'price_variation'],
    ['without an amount', is({}), { discount_id: 4n, discount_reason: 'x' }, 'price_fixed_variation'],
    ['without a reason', is({}), { discount_id: 4n, price_fixed_variation: d('-1') }, 'discount_reason'],
    [
      'with a blank one',
      is({}),
      { discount_id: 4n, price_fixed_variation: d('-1'), discount_reason: ' ' },
      'discount_reason',
    ],
    [
      'a share and an amount by hand',
      is({}),
      { discount_id: 1n, price_fixed_variation: d('-1') },
      'price_fixed_variation',
    ],
    [
      'an amount and a factor by hand',
      is({}),
      { discount_id: 2n, price_variation: d('0.5') },
      'price_variation',
    ],
    [
      'another value of it and an amount by hand',
      OPEN,
      { price_variation: d('0.6'), price_fixed_variation: d('-1') },
      'price_fixed_variation',
    ],
    ['a surcharge', is({}), { discount_id: 1n, price_variation: d('1.1') }, 'price_variation'],
    ['a reason for nothing', is({}), { discount_reason: 'x' }, 'discount_reason'],
    [
      'both variations',
      is({}),
      { price_variation: d('0.9'), price_fixed_variation: d('-1') },
      'price_variation',
    ],
  ];
  for (const [name, before, sent, field] of REFUSED)
    it(`refuses ${name}`, () =>
      assert.throws(() => discounted(before, sent, KNOWN, 'order', ''), refusal('invalid_request', field)));

  it('records are read only where a body is about one', () => {
    assert.deepEqual(discountsNamed({}, STAFF), []);
    assert.deepEqual(discountsNamed({ price_variation: d('0.9') }), []);
    assert.deepEqual(discountsNamed({ price_variation: d('0.8') }, STAFF), []);
    assert.deepEqual(discountsNamed({ price_variation: d('0.9') }, STAFF), [1n]);
    assert.deepEqual(discountsNamed({ discount_id: 2n }, STAFF), [2n]);
    assert.deepEqual(discountsNamed({ discount_id: null }, STAFF), []);
  });
});
