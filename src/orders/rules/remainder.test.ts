import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, d, lineOf } from '#test/harness/orders.ts';
import type { Line, LineModifier, Order } from '../types.ts';
import { Remainder } from './remainder.ts';

const CHEESE = 7n;
const BACON = 8n;

const extra = (id: bigint, without = false): LineModifier => ({
  product: { id, name: '', sku: null },
  price: { amount: 0n, form: 'ex' },
  without,
});

/** A line of a product; `id` is its line_id. */
function line(product: bigint, quantity: string, modifiers: readonly bigint[] = [], id = 0n): Line {
  return {
    ...lineOf('10'),
    line_id: id,
    product: { id: product, name: '', sku: null },
    quantity: d(quantity),
    modifiers: modifiers.map((each) => extra(each)),
  };
}

/** A line of a refund that names the line it gives back from. */
const from = (sold: Line, quantity: string): Line => ({
  ...sold,
  quantity: d(quantity),
  returned: { line_id: sold.line_id, total_inc: 0n, taxes: [], exact: [] },
});

const of = (...lines: readonly Line[]): Order => ({ ...blankOrder, lines });

const tea = line(1n, '2', [], 101n);
const second = line(1n, '1', [], 102n);
const cheese = line(2n, '1', [CHEESE], 103n);
const bacon = line(2n, '1', [BACON], 104n);
const plain = line(2n, '1', [], 105n);
const none: Line = { ...line(1n, '1', [], 106n), instructions: 'No' };

describe('the refunded quantities of a sale', () => {
  const cases: [name: string, sale: Order, refunds: readonly Order[], given: readonly string[]][] = [
    ['nothing', of(tea), [], ['0']],
    ['a line by its name', of(tea, second), [of(from(second, '-1'))], ['0', '1']],
    ['a line in parts', of(tea), [of(from(tea, '-0.5')), of(from(tea, '-1'))], ['1.5']],
    ['a product, first sold first', of(tea, second), [of(line(1n, '-2.5'))], ['2', '0.5']],
    [
      'a product beside a line by its name',
      of(tea, second),
      [of(line(1n, '-1'), from(tea, '-2'))],
      ['2', '1'],
    ],
    ['a product with modifiers', of(plain, cheese, bacon), [of(line(2n, '-1', [BACON]))], ['0', '0', '1']],
    ['a product without a word of modifiers', of(cheese, plain), [of(line(2n, '-1'))], ['0', '1']],
    ['such a one, when the plain one is gone', of(cheese, plain), [of(line(2n, '-2'))], ['1', '1']],
    [
      'such a one, before another takes its line',
      of(cheese, bacon),
      [of(line(2n, '-1')), of(line(2n, '-1', [CHEESE]))],
      ['1', '1'],
    ],
    ['a line sold in exchange', of(tea), [of(line(1n, '1'), line(1n, '-1'))], ['1']],
    ['a return in the sale itself', of(tea, line(1n, '-1')), [], ['1']],
    ['more than was sold, in old refunds', of(tea), [of(line(1n, '-200'))], ['2']],
    ['a product never sold, in old refunds', of(tea), [of(line(9n, '-1'))], ['0']],
    ['a line that is gone', of(second), [of(from(tea, '-1'))], ['1']],
    ['a product left out', of(none, second), [of(from(none, '-1'))], ['1', '0']],
    ['not a product left out', of(none, second), [of(line(1n, '-1'))], ['0', '1']],
  ];
  for (const [name, sale, refunds, given] of cases) {
    it(name, () => {
      const remainder = new Remainder(sale, refunds);
      assert.deepEqual(
        remainder.lines().map(({ quantity }) => quantity),
        given.map(d),
      );
    });
  }
});

describe('the rest of a sale', () => {
  it('is the quantities sold less those refunded, for every line that may be meant', () => {
    const cases: [sale: Order, refunds: readonly Order[], asked: Line, left: string][] = [
      [of(tea, second), [], line(1n, '-1'), '3'],
      [of(tea, second), [of(from(tea, '-2'))], line(1n, '-1'), '1'],
      [of(tea), [of(line(1n, '-200'))], line(1n, '-1'), '0'],
      [of(tea), [], line(9n, '-1'), '0'],
      [of(cheese, bacon), [], line(2n, '-1', [CHEESE]), '1'],
      [of(cheese, bacon), [], line(2n, '-1'), '2'],
      // One came back that may be either: each may still be asked for, but not both.
      [of(cheese, bacon), [of(line(2n, '-1'))], line(2n, '-1', [CHEESE]), '1'],
      [of(cheese, bacon), [of(line(2n, '-1'), line(2n, '-1', [CHEESE]))], line(2n, '-1', [BACON]), '0'],
      [of(cheese, bacon), [of(line(2n, '-1', [CHEESE]))], line(2n, '-1'), '1'],
      [of(none), [], line(1n, '-1'), '0'],
    ];
    for (const [sale, refunds, asked, left] of cases) {
      assert.equal(new Remainder(sale, refunds).leftLike(asked), d(left));
    }
  });

  it('bounds each line by what its modifiers and its product have left', () => {
    const left = (refunds: readonly Order[]) => {
      const remainder = new Remainder(of(cheese, bacon), refunds);
      return [cheese, bacon].map((each) => remainder.leftOfLine(each));
    };
    assert.deepEqual(left([]), [d('1'), d('1')]);
    assert.deepEqual(left([of(line(2n, '-1'))]), [d('1'), d('1')]);
    assert.deepEqual(left([of(line(2n, '-2'))]), [0n, 0n]);
    assert.deepEqual(left([of(line(2n, '-1', [CHEESE]))]), [0n, d('1')]);
    assert.deepEqual(left([of(from(cheese, '-1'))]), [0n, d('1')]);
  });

  it('knows the products sold, and their modifiers', () => {
    const remainder = new Remainder(of(tea, cheese, line(5n, '-1')), []);
    assert.deepEqual(
      [1n, 2n, 5n, CHEESE].map((id) => remainder.sells(id)),
      [true, true, false, false],
    );
    assert.deepEqual(
      [line(2n, '-1', [CHEESE]), line(2n, '-1', [BACON]), line(1n, '-1', [CHEESE])].map((each) =>
        remainder.sellsWith(each),
      ),
      [true, false, false],
    );
  });
});
