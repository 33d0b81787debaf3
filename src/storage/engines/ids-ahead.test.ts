import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IdsAhead } from './ids-ahead.ts';

const block = (from: number, count: number) => Array.from({ length: count }, (_, at) => BigInt(from + at));

describe('ids that are taken ahead', () => {
  it('are given rising, and no more than there are', () => {
    const ahead = new IdsAhead();
    assert.equal(ahead.take('order', 1), undefined);
    ahead.keep('order', block(10, 3));
    assert.deepEqual(ahead.take('order', 2), [10n, 11n]);
    assert.equal(ahead.take('order', 2), undefined);
    assert.deepEqual(ahead.take('order', 1), [12n]);
    assert.equal(ahead.take('order_part', 1), undefined);
  });

  it('are not those that are lower than what somebody has', () => {
    const ahead = new IdsAhead();
    ahead.keep('order', block(50, 2));
    ahead.keep('order', block(10, 2));
    assert.deepEqual(ahead.take('order', 2), [50n, 51n]);
  });
});
