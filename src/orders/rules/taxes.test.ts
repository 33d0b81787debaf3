import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, lineOf } from '#test/harness/orders.ts';
import { parseDecimal } from '../../kernel/money.ts';
import type { OrderTax } from '../types.ts';
import { linesToPrice } from './figures.ts';
import { priceOrder } from './pricing.ts';
import { lineTaxes, orderTaxes } from './taxes.ts';

const d = (text: string) => parseDecimal(text) ?? 0n;
const tax = (id: bigint, rate: string): OrderTax => ({ id, name: `T${id}`, rate: d(rate), terms: null });
const GST = tax(1n, '0.05');
const QST = tax(2n, '0.09975');

function priced(
  lines: readonly (readonly [price: string, form: 'ex' | 'inc', taxes: readonly OrderTax[]])[],
) {
  const all = lines.map(([price, form, taxes]) => ({ ...lineOf(price, form), taxes: [...taxes] }));
  const order = priceOrder(linesToPrice(all, blankOrder));
  return { all, order, sums: orderTaxes(order.lines) };
}

describe('the taxes of lines and orders', () => {
  it('say what each tax comes to, and on what', () => {
    const { sums } = priced([
      ['100', 'ex', [GST, QST]],
      ['11', 'inc', [tax(3n, '0.1')]],
      ['7', 'inc', []],
      ['20', 'ex', [GST]],
      ['1', 'ex', [{ ...GST, rate: d('0.1') }]],
    ]);
    assert.deepEqual(
      sums.map(({ id, rate, taxable, amount }) => [id, rate, taxable, amount]),
      [
        [1n, d('0.05'), d('120'), d('6')],
        [2n, d('0.09975'), d('100'), d('9.98')],
        [3n, d('0.1'), d('10'), d('1')],
        [1n, d('0.1'), d('1'), d('0.1')],
      ],
    );
  });

  it('are none of an order without taxes', () => {
    assert.deepEqual(priced([['7', 'inc', []]]).sums, []);
    assert.deepEqual(priced([]).sums, []);
  });

  it('add up to the tax of the line and of the order', () => {
    const some = fc.subarray([GST, QST, tax(3n, '0.1'), tax(4n, '0.00375')]);
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => (amount / 100).toFixed(2));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cents, fc.constantFrom('ex' as const, 'inc' as const), some)),
        (lines) => {
          const { all, order, sums } = priced(lines);
          for (const at of all.keys()) {
            const figures = order.lines[at];
            assert.ok(figures);
            const own = lineTaxes(figures).reduce((sum, { amount }) => sum + amount, 0n);
            assert.equal(own, figures.totalTax);
          }
          assert.equal(
            sums.reduce((sum, { amount }) => sum + amount, 0n),
            order.totalTax,
          );
        },
      ),
      { seed: 17 },
    );
  });
});
