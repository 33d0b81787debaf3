import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AHEAD } from './ids-ahead.ts';
import { PostgresIds } from './postgres-ids.ts';

const ORDERS = AHEAD.order ?? 0;

/** A sequence whose statements are answered when the test says so. */
function sequence() {
  const asked: {
    readonly count: number;
    readonly answer: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  let last = 0n;
  const ids = new PostgresIds((_, count) => {
    const { promise, resolve, reject } = Promise.withResolvers<bigint[]>();
    const answer = () => resolve(Array.from({ length: count }, () => ++last));
    asked.push({ count, answer, fail: reject });
    return promise;
  });
  return { ids, asked };
}

/** What promises that are under way have come to by then. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe('ids that PostgreSQL gives ahead', () => {
  it('are taken by one statement for all who wait, and given in turn', async () => {
    const { ids, asked } = sequence();
    const first = [3, 1, 5].map((count) => ids.next('order', count));
    await turn();
    assert.deepEqual(
      asked.map(({ count }) => count),
      [9 + ORDERS],
    );
    const late = ids.next('order', 2);
    asked[0]?.answer();
    assert.deepEqual(await Promise.all(first), [[1n, 2n, 3n], [4n], [5n, 6n, 7n, 8n, 9n]]);
    assert.deepEqual(await late, [10n, 11n]);
    assert.equal(asked.length, 1);
  });

  it('are given to nobody before they are taken, and to those who come later not before', async () => {
    const { ids, asked } = sequence();
    const order: string[] = [];
    const many = ids.next('order', ORDERS).then(() => order.push('many'));
    await turn();
    asked[0]?.answer();
    await many;
    // As many are left, and a few less than this one wants.
    const more = ids.next('order', ORDERS + 1).then(() => order.push('more'));
    const one = ids.next('order', 1).then(() => order.push('one'));
    await turn();
    assert.deepEqual(order, ['many']);
    asked[1]?.answer();
    await Promise.all([more, one]);
    assert.deepEqual(order, ['many', 'more', 'one']);
  });

  it('are taken anew while there are some left, which nobody waits for', async () => {
    const { ids, asked } = sequence();
    const [first] = await Promise.all([ids.next('order', 1), turn().then(() => asked[0]?.answer())]);
    const taken = [...first];
    for (let at = 1; at < ORDERS; at++) taken.push(...(await ids.next('order', 1)));
    await turn();
    assert.equal(asked.length, 2);
    asked[1]?.answer();
    await turn();
    for (let at = 0; at < ORDERS / 2; at++) taken.push(...(await ids.next('order', 1)));
    assert.deepEqual(
      taken,
      taken.map((_, at) => BigInt(at + 1)),
    );
    assert.equal(asked.length, 2);
  });

  it('fail those who wait, and the next one asks again', async () => {
    const { ids, asked } = sequence();
    const waiting = [1, 2].map((count) => ids.next('order', count));
    await turn();
    asked[0]?.fail(new Error('gone'));
    for (const each of waiting) await assert.rejects(each, /gone/);
    const next = ids.next('order', 1);
    await turn();
    asked[1]?.answer();
    assert.deepEqual(await next, [1n]);
  });

  it('that were taken before they were to begin elsewhere are given to nobody', async () => {
    const { ids, asked } = sequence();
    await Promise.all([ids.next('order', 1), turn().then(() => asked[0]?.answer())]);
    ids.forget();
    const next = ids.next('order', 1);
    await turn();
    asked[1]?.answer();
    assert.deepEqual(await next, [BigInt(ORDERS + 2)]);
  });

  it('are those of kinds of which orders need many', () => {
    const { ids } = sequence();
    assert.ok(ids.has('order') && ids.has('order_part') && !ids.has('site'));
  });
});
