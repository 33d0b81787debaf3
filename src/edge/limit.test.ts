import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MINUTE, SECOND } from '../kernel/time.ts';
import { RateLimit } from './limit.ts';

/** 20 s into a minute. */
const START = 1_000_000n * MINUTE + 20n * SECOND;

describe('the rate limit (reference: conventions.30)', () => {
  it('lets a minute have as many requests as it says, and tells what is left', () => {
    const limit = new RateLimit(3);
    const seen = [1, 2, 3, 4, 5].map(() => limit.count(1n, 1n, START));
    assert.deepEqual(
      seen.map((each) => each?.allowed),
      [true, true, true, false, false],
    );
    assert.deepEqual(
      seen.map((each) => each?.remaining),
      [2, 1, 0, 0, 0],
    );
    for (const each of seen) {
      assert.equal(each?.limit, 3);
      assert.equal(each?.reset, 60_000_060);
      assert.equal(each?.retryAfter, 40);
    }
  });

  it('begins anew with each minute of the clock', () => {
    const limit = new RateLimit(1);
    assert.equal(limit.count(1n, 1n, START)?.allowed, true);
    assert.equal(limit.count(1n, 1n, START + 40n * SECOND - 1n)?.allowed, false);
    assert.equal(limit.count(1n, 1n, START + 40n * SECOND)?.allowed, true);
    assert.equal(limit.count(1n, 1n, START + 40n * SECOND)?.allowed, false);
  });

  it('never says 0 seconds, which would be tried again at once', () => {
    const limit = new RateLimit(1);
    assert.equal(limit.count(1n, 1n, START + 40n * SECOND - 1n)?.retryAfter, 1);
    assert.equal(limit.count(1n, 2n, START + 40n * SECOND)?.retryAfter, 60);
  });

  it('is kept per add-on and company', () => {
    const limit = new RateLimit(1);
    for (const [company, addon] of [
      [1n, 1n],
      [1n, 2n],
      [2n, 1n],
      [2n, 2n],
    ] as const) {
      assert.equal(limit.count(company, addon, START)?.allowed, true);
      assert.equal(limit.count(company, addon, START)?.allowed, false);
    }
  });

  it('is off at 0', () => assert.equal(new RateLimit(0).count(1n, 1n, START), undefined));
});
