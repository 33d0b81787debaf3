import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, counting, d, lineOf } from '#test/harness/orders.ts';
import type { Line, LineInput } from '../types.ts';
import { isReturn, returnLines, saleOf } from './returns.ts';

const tea = { id: 50n, name: 'Tea', sku: null };
const milk = {
  product: { id: 60n, name: 'Milk', sku: null },
  price: { amount: 0n, form: 'inc' as const },
  without: false,
};
const sold = (quantities: readonly (readonly [quantity: string, milk?: boolean])[]) => ({
  ...blankOrder,
  lines: quantities.map(
    ([quantity, withMilk = false], at): Line => ({
      ...lineOf('4'),
      product: tea,
      line_id: BigInt(at + 1),
      number: at + 1,
      quantity: d(quantity),
      modifiers: withMilk ? [milk] : [],
    }),
  ),
});
const back = (quantity: string, modifiers?: LineInput['modifiers']): LineInput => ({
  product_id: tea.id,
  quantity: d(quantity),
  ...(modifiers === undefined ? {} : { modifiers }),
});
const WITH_MILK = [{ id: 60n, without: false }];

describe('the lines that a refund means', () => {
  const cases: [what: string, lines: Parameters<typeof sold>[0], inputs: LineInput[], from: bigint[]][] = [
    ['first sold, first given back', [['1'], ['2'], ['1']], [back('-2'), back('-2')], [1n, 2n, 2n, 3n]],
    ['those with its modifiers, past the others', [['1'], ['1', true], ['1']], [back('-1', WITH_MILK)], [2n]],
    ['those without any', [['1', true], ['1']], [back('-1', [])], [2n]],
    [
      'none that was given back by its modifiers already',
      [['1', true], ['1'], ['1', true]],
      [back('-1', WITH_MILK), back('-2')],
      [1n, 2n, 3n],
    ],
    ['none that is a return itself', [['-1'], ['2']], [back('-1')], [2n]],
  ];
  for (const [what, lines, inputs, from] of cases) {
    it(what, () => {
      const sale = saleOf(sold(lines));
      const nextId = counting(1000n);
      const made = inputs.flatMap((input) => returnLines(input, sale, nextId, ''));
      assert.deepEqual(
        made.map((line) => line.returned?.line_id),
        from,
      );
    });
  }

  it('are there for a product with the modifiers it was sold with, also once all came back', () => {
    const sale = saleOf(sold([['1', true]]));
    returnLines(back('-1'), sale, counting(1000n), '');
    assert.equal(isReturn(back('-1'), sale), true);
    assert.equal(isReturn(back('-1', WITH_MILK), sale), true);
    assert.equal(isReturn(back('-1', []), sale), false);
    assert.equal(isReturn({ ...back('-1'), product_id: 51n }, sale), false);
  });
});
