import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderNumber } from './order-number.ts';

describe('order numbers (reference: orders.72)', () => {
  for (const [count, written] of [
    [1n, 'A01'],
    [7n, 'A07'],
    [99n, 'A99'],
    [100n, 'B01'],
    [8n * 99n + 1n, 'J01'],
    [2_376n, 'Z99'],
    [2_377n, 'AA01'],
    [2_377n + 99n, 'AB01'],
    [2_376n + 57_024n, 'ZZ99'],
    [2_376n + 57_024n + 1n, 'AAA1'],
    [183_816n, 'ZZZ9'],
    [183_817n, undefined],
    [2n ** 63n - 1n, undefined],
  ] as const) {
    it(`calls the ${count}. of a day ${written}`, () => assert.equal(orderNumber(count), written));
  }

  it('calls no two of a day alike, by at most 4 letters and digits', () => {
    const given = new Set<string>();
    for (let count = 1n; count <= 183_816n; count++) given.add(orderNumber(count) ?? '');
    assert.equal(given.size, 183_816);
    for (const number of given) assert.match(number, /^[A-HJ-NP-Z]{1,3}\d{1,2}$/);
    assert.ok([...given].every(({ length }) => length <= 4));
  });
});
