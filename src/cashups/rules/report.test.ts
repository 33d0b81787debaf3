import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MethodTakings } from '../types.ts';
import { cashOf, type KnownMethod, tendersOf } from './report.ts';

const METHODS = new Map<bigint, KnownMethod>([
  [1n, { name: 'Cash', kind: 'cash' }],
  [2n, { name: 'Card', kind: 'card' }],
  [3n, { name: 'Foreign cash', kind: 'cash' }],
]);
const takings = (method: bigint, amounts: Partial<MethodTakings>): MethodTakings => ({
  ...{ method, payments: 1, amount: 0n, tip: 0n, surcharge: 0n, rounding: 0n },
  ...amounts,
});

const CASES: readonly [
  what: string,
  float: bigint,
  moved: [kind: 'in' | 'out' | 'no_sale', amount: bigint][],
  MethodTakings[],
  expected: bigint,
][] = [
  ['nothing', 0n, [], [], 0n],
  ['a float alone', 100n, [], [], 100n],
  ['cash and cards', 100n, [], [takings(1n, { amount: 20n }), takings(2n, { amount: 50n })], 120n],
  ['tips and surcharges in cash', 0n, [], [takings(1n, { amount: 20n, tip: 3n, surcharge: 1n })], 24n],
  ['what is given back', 100n, [], [takings(1n, { amount: -30n })], 70n],
  ['two methods of cash', 0n, [], [takings(1n, { amount: 5n }), takings(3n, { amount: 7n })], 12n],
  [
    'cash in and out',
    10n,
    [
      ['in', 5n],
      ['out', 8n],
      ['no_sale', 0n],
    ],
    [],
    7n,
  ],
  ['more taken out than there was', 0n, [['out', 8n]], [], -8n],
  ['a method that is gone', 1n, [], [takings(9n, { amount: 5n })], 1n],
];

for (const [what, float, moved, taken, expected] of CASES) {
  test(`what has to be in a drawer with ${what} (reference: shifts.5)`, () => {
    const movements = moved.map(([kind, amount]) => ({ kind, amount }));
    const cash = cashOf(float, movements, tendersOf(taken, METHODS));
    assert.equal(cash.expected, expected);
    assert.equal(cash.expected, cash.float + cash.cash_in - cash.cash_out + cash.cash_taken);
  });
}

test('methods that came to nothing are left out, those that cancelled out are not', () => {
  const none = takings(1n, { payments: 0 });
  const evened = takings(2n, { payments: 2 });
  assert.deepEqual(
    tendersOf([none, evened], METHODS).map(({ name, payments, total }) => [name, payments, total]),
    [['Card', 2, 0n]],
  );
});
