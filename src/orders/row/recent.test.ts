import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentTexts } from './recent.ts';

describe('texts of orders that were read of late', () => {
  it('are of one company, one order and one tag', () => {
    const texts = new RecentTexts();
    texts.keep(1n, 2n, 'a', 'one');
    assert.equal(texts.get(1n, 2n, 'a'), 'one');
    for (const [company, order, tag] of [
      [2n, 2n, 'a'],
      [1n, 3n, 'a'],
      [1n, 2n, 'b'],
      [12n, 2n, 'a'],
      [1n, 22n, 'a'],
    ] as const)
      assert.equal(texts.get(company, order, tag), undefined);
  });

  it('make room for others, the first that were kept first', () => {
    const texts = new RecentTexts(10);
    for (const order of [1n, 2n, 3n]) texts.keep(1n, order, 'a', 'four');
    assert.deepEqual(
      [1n, 2n, 3n].map((order) => texts.get(1n, order, 'a')),
      [undefined, 'four', 'four'],
    );
    texts.keep(1n, 4n, 'a', 'x'.repeat(7));
    assert.deepEqual(
      [2n, 3n, 4n].map((order) => texts.get(1n, order, 'a')?.length),
      [undefined, undefined, 7],
    );
    // Counted once, however often it is read.
    for (let count = 0; count < 5; count++) texts.keep(1n, 4n, 'a', 'x'.repeat(7));
    assert.equal(texts.get(1n, 4n, 'a')?.length, 7);
  });

  it('are not kept when they are long', () => {
    const texts = new RecentTexts();
    texts.keep(1n, 1n, 'a', 'x'.repeat(16_385));
    assert.equal(texts.get(1n, 1n, 'a'), undefined);
  });
});
