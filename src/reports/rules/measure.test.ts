import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Line, Order } from '#src/orders/types.ts';
import { blankOrder, d, lineOf } from '#test/harness/orders.ts';
import { measure, readTaxSubject, taxSubject } from './measure.ts';
import { KINDS, mergeEntries } from './sums.ts';

const line = (fields: Partial<Line> = {}): Line => ({ ...lineOf('10'), ...fields });
const discountOf = (order: Partial<Order>) =>
  measure({ ...blankOrder, ...order }, 'UTC').find(({ place }) => place.kind === 'day')?.sums.discount;

describe('what an order adds', () => {
  it('is the whole order to each kind that shares orders out', () => {
    const order = { ...blankOrder, lines: [line({ quantity: d('2') }), line({ quantity: d('-0.5') })] };
    const entries = measure(order, 'UTC');
    assert.deepEqual(
      new Set(entries.map(({ place }) => place.kind)).size,
      KINDS.length - 1,
      'it was not paid',
    );
    for (const { place, sums } of entries) {
      assert.deepEqual([sums.orders, sums.lines, sums.total], [1n, 2n, d('15')], place.kind);
      if (place.kind !== 'tax') assert.equal(sums.items, d('1.5'), place.kind);
    }
  });

  for (const [what, order, discount] of [
    ['nothing', { lines: [line()] }, '0'],
    ['a coefficient of a line', { lines: [line({ price_variation: d('0.9'), quantity: d('2') })] }, '2'],
    ['an amount of a line', { lines: [line({ price_fixed_variation: d('-1.5') })] }, '1.5'],
    ['a coefficient of the order', { lines: [line(), line()], price_variation: d('0.75') }, '5'],
    ['an amount of the order', { lines: [line(), line()], price_fixed_variation: d('-3') }, '3'],
    ['both', { lines: [line({ price_variation: d('0.5') })], price_variation: d('0.5') }, '7.5'],
    ['what makes it dearer', { lines: [line({ price_variation: d('1.5') })] }, '0'],
    [
      'one cheaper, one dearer',
      { lines: [line({ price_variation: d('1.5') }), line({ price_variation: d('0.8') })] },
      '2',
    ],
    ['a discount on a return', { lines: [line({ quantity: d('-1'), price_variation: d('0.9') })] }, '-1'],
    ['a dearer return', { lines: [line({ quantity: d('-1'), price_variation: d('1.1') })] }, '0'],
    [
      'a discount that is given back',
      {
        original_order_id: 5n,
        lines: [
          line({ quantity: d('-1'), returned: { line_id: 1n, total_inc: d('-8'), taxes: [], exact: [] } }),
        ],
      },
      '-2',
    ],
  ] as const satisfies readonly (readonly [string, Partial<Order>, string])[]) {
    it(`has the discount of ${what}`, () => assert.equal(discountOf(order), d(discount)));
  }

  it('names a tax as it was charged, whatever its name holds', () => {
    for (const name of ['GST', 'State tax 10 %', ' two  blanks ', '']) {
      const tax = { id: '12', rate: d('0.1'), name };
      assert.deepEqual(readTaxSubject(taxSubject(tax)), tax);
    }
  });

  it('is added up by place', () => {
    const entries = measure({ ...blankOrder, lines: [line()] }, 'UTC');
    const twice = mergeEntries([...entries, ...entries]);
    assert.equal(twice.length, entries.length);
    for (const { sums } of twice) assert.deepEqual([sums.orders, sums.total], [2n, d('20')]);
    assert.equal(entries[0]?.sums.orders, 1n, 'what was added stays as it was');
  });
});
