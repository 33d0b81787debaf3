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

  it('are taken by the first of those that find none, for all of them', () => {
    const ahead = new IdsAhead();
    assert.equal(ahead.toTake('order'), 200);
    for (let others = 0; others < 20; others++) assert.equal(ahead.toTake('order'), 0);
    assert.equal(ahead.toTake('order_part'), 2_000);
    ahead.keep('order', block(10, 200));
    assert.equal(ahead.toTake('order'), 200);
    assert.equal(ahead.toTake('webhook'), 0);
  });

  it('are taken by another one when the first was undone', () => {
    const ahead = new IdsAhead();
    const taken = Array.from({ length: 200 }, () => ahead.toTake('order')).filter((count) => count > 0);
    assert.deepEqual(taken, [200, 200, 200, 200]);
    ahead.forget();
    assert.equal(ahead.toTake('order'), 200);
  });

  it('are not those that are lower than what somebody has', () => {
    const ahead = new IdsAhead();
    ahead.keep('order', block(50, 2));
    ahead.keep('order', block(10, 2));
    assert.deepEqual(ahead.take('order', 2), [50n, 51n]);
  });
});
