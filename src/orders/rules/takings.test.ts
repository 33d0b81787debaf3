import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../types.ts';
import { takingsOf } from './takings.ts';

const METHOD = { id: 5n, id_str: '5', name: 'Cash', kind: 'cash' };
type Paid = Readonly<Record<'id' | 'amount' | 'tip' | 'credit_card_surcharge' | 'rounding', bigint>>;
const payment = (id: bigint, amounts: Partial<Paid>): Paid & { readonly method: typeof METHOD } => ({
  ...{ id, amount: 0n, tip: 0n, credit_card_surcharge: 0n, rounding: 0n, method: METHOD },
  ...amounts,
});
const order = (status: string, payments: readonly Paid[], deleted = false) =>
  ({ status, payments, deleted }) as unknown as Order;
const taking = (id: bigint, amounts: object) => ({
  ...{ payment: id, method: 5n, amount: 0n, tip: 0n, surcharge: 0n, rounding: 0n },
  ...amounts,
});
const DONE = { payment: 0n, method: 0n, amount: 0n, tip: 0n, surcharge: 0n, rounding: 0n };

const one = payment(1n, { amount: 10n, tip: 2n });
const two = payment(2n, { amount: -3n, rounding: 1n });

const CASES: readonly [what: string, before: Order | undefined, after: Order, takings: object[]][] = [
  ['nothing paid', undefined, order('SUBMITTED', []), []],
  ['a new order', undefined, order('PENDING', [one]), [taking(1n, { amount: 10n, tip: 2n })]],
  ['paid in full', undefined, order('COMPLETE', [one]), [taking(1n, { amount: 10n, tip: 2n }), DONE]],
  ['another change', order('PENDING', [one]), order('PENDING', [one]), []],
  [
    'one more payment',
    order('PENDING', [one]),
    order('COMPLETE', [one, two]),
    [taking(2n, { amount: -3n, rounding: 1n }), DONE],
  ],
  [
    'another tip',
    order('PENDING', [one]),
    order('PENDING', [{ ...one, tip: 1n }]),
    [taking(1n, { tip: -1n })],
  ],
  [
    'a surcharge',
    order('PENDING', [one]),
    order('PENDING', [{ ...one, credit_card_surcharge: 4n }]),
    [taking(1n, { surcharge: 4n })],
  ],
  [
    'a deletion',
    order('PENDING', [one]),
    order('PENDING', [one], true),
    [taking(1n, { amount: -10n, tip: -2n })],
  ],
  ['a deletion of what was not paid', order('PENDING', []), order('PENDING', [], true), []],
  ['a change of what is COMPLETE', order('COMPLETE', [one]), order('COMPLETE', [one]), []],
];

for (const [what, before, after, takings] of CASES) {
  test(`what is taken by ${what} (reference: shifts.3)`, () => {
    assert.deepEqual(takingsOf(before, after), takings);
  });
}
