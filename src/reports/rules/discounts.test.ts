import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDecimal } from '#src/kernel/money.ts';
import type { Line, Order } from '#src/orders/types.ts';
import { blankOrder, d, lineOf } from '#test/harness/orders.ts';
import { discountSubject, readDiscountSubject } from './discounts.ts';
import { measure } from './measure.ts';

const line = (fields: Partial<Line> = {}): Line => ({ ...lineOf('10'), ...fields });
const staff = { discount_id: 1n, discount_name: 'Staff', discount_reason: null };
const voucher = { discount_id: 2n, discount_name: 'Voucher', discount_reason: null };
const noName = { discount_id: null, discount_name: null, discount_reason: null };

/** The discounts of an order: how often each was given, on how many lines, and what it took off. */
function discountsIn(order: Partial<Order>, original?: Order): string[] {
  return measure({ ...blankOrder, ...order }, 'UTC', original)
    .filter(({ place }) => place.kind === 'discount')
    .map(({ place, sums: { given, lines, discount, orders } }) => {
      assert.equal(orders, 1n);
      return `${readDiscountSubject(place.subject).discount || 'none'}: ${given} ${lines} ${formatDecimal(discount)}`;
    });
}

const sale = (fields: Partial<Order>): Order => ({ ...blankOrder, id: 5n, ...fields });
const back = (of: bigint, total: string, fields: Partial<Line> = {}): Line =>
  line({
    quantity: d('-1'),
    returned: { line_id: of, total_inc: d(total), taxes: [], exact: [] },
    ...fields,
  });

describe('the discounts of an order (reference: reports.14)', () => {
  for (const [what, order, expected] of [
    ['none', { lines: [line()] }, []],
    ['one of a line', { lines: [line(), line({ price_variation: d('0.9'), ...staff })] }, ['1: 1 1 1']],
    [
      'one of two lines',
      { lines: [1, 2].map(() => line({ price_variation: d('0.9'), ...staff })) },
      ['1: 2 2 2'],
    ],
    ['one of the order', { lines: [line(), line()], price_variation: d('0.9'), ...staff }, ['1: 1 2 2']],
    [
      'one of a line and one of the order',
      { lines: [line({ price_variation: d('0.5'), ...staff })], price_fixed_variation: d('-2'), ...voucher },
      ['1: 1 1 5', '2: 1 1 2'],
    ],
    [
      'the same of a line and of the order',
      { lines: [line({ price_variation: d('0.5'), ...staff })], price_variation: d('0.9'), ...staff },
      ['1: 2 1 5.5'],
    ],
    ['one without a name', { lines: [line({ price_variation: d('0.9') })] }, ['none: 1 1 1']],
    [
      'one that takes nothing off',
      { lines: [line({ ...lineOf('0'), price_variation: d('0.9'), ...staff })] },
      ['1: 1 1 0'],
    ],
    ['a surcharge', { lines: [line({ price_variation: d('1.2') })] }, []],
    [
      'one that is dearer than it is cheaper',
      { lines: [line({ price_variation: d('1.2') })], price_variation: d('0.9'), ...staff },
      ['1: 1 0 0'],
    ],
    [
      'one against a surcharge',
      { lines: [line({ price_variation: d('1.1') })], price_fixed_variation: d('-3'), ...staff },
      ['1: 1 1 2'],
    ],
    [
      'several after a merge',
      {
        lines: [line(), line()],
        price_fixed_variation: d('-7'),
        discounts: [
          { ...staff, price_fixed_variation: d('-5') },
          { ...voucher, price_fixed_variation: d('-1.5') },
          { ...noName, price_fixed_variation: d('-0.5') },
        ],
      },
      ['1: 1 2 5', '2: 1 2 1.5', 'none: 1 2 0.5'],
    ],
  ] as const satisfies readonly (readonly [string, Partial<Order>, readonly string[]])[]) {
    it(`are ${what}`, () => assert.deepEqual(discountsIn(order), expected));
  }

  it('are taken back by a refund, those of the whole order too, and are not given by it', () => {
    const original = sale({
      lines: [line({ line_id: 71n, price_variation: d('0.5'), ...staff }), line({ line_id: 72n })],
      price_variation: d('0.8'),
      ...voucher,
    });
    const refund = (...lines: Line[]) => ({ original_order_id: 5n, lines });
    assert.deepEqual(discountsIn(original), ['1: 1 1 5', '2: 1 2 3']);
    const first = back(71n, '-4', { price_variation: d('0.5'), ...staff });
    assert.deepEqual(discountsIn(refund(first, back(72n, '-8')), original), ['1: 0 1 -5', '2: 0 2 -3']);
    assert.deepEqual(discountsIn(refund(back(72n, '-8'))), ['none: 0 1 -2'], 'what it gives back is gone');
  });

  it('are named by discount and staff member', () => {
    for (const [discount, by] of [
      [1n, 2n],
      [null, 2n],
      [1n, null],
      [null, null],
    ] as const) {
      const expected = { discount: String(discount ?? ''), staff: String(by ?? '') };
      assert.deepEqual(readDiscountSubject(discountSubject(discount, by)), expected);
    }
  });
});
