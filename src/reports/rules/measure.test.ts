import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, HOUR } from '#src/kernel/time.ts';
import type { Line, Order } from '#src/orders/types.ts';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
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
      KINDS.length - 3,
      'it was not paid, nothing was taken off, and nothing given back',
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

  it('is in the day of each payment by tender, the order once for each method', () => {
    const [cash, card] = [
      paymentOf('4'),
      { ...paymentOf('3'), method: { id: 6n, name: 'Card', kind: 'card' } },
    ];
    const payments = [
      { ...cash, paid_at: 2n * DAY },
      { ...card, paid_at: DAY },
      { ...cash, paid_at: null, created_at: DAY },
      // Half past eleven in the evening, where the next day has begun.
      { ...cash, paid_at: 3n * DAY - HOUR / 2n },
    ];
    const order = { ...blankOrder, lines: [line()], payments };
    const of = (zone: string) =>
      measure(order, zone).flatMap(({ place: { kind, day, subject }, sums }) =>
        kind === 'tender' ? [[day, subject, sums.orders, sums.payments, sums.paid]] : [],
      );
    assert.deepEqual(of('UTC'), [
      [1n, '6', 1n, 1n, d('3')],
      [1n, '5', 1n, 1n, d('4')],
      [2n, '5', 0n, 2n, d('8')],
    ]);
    assert.deepEqual(of('Asia/Tokyo').at(-1), [3n, '5', 0n, 1n, d('4')]);
  });

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
