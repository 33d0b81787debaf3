import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MINUTE, SECOND } from '../kernel/time.ts';
import { AttemptLimiter } from './attempts.ts';

it('a key has its attempts in a window, and all of them again in the next', () => {
  const attempts = new AttemptLimiter(2, MINUTE);
  assert.deepEqual(
    [0, 1, 2].map(() => attempts.take('a', 5n * MINUTE)),
    [true, true, false],
  );
  assert.equal(attempts.hasLeft('a', 6n * MINUTE - 1n), false);
  assert.equal(attempts.take('b', 6n * MINUTE - 1n), true, 'another key');
  assert.equal(attempts.take('a', 6n * MINUTE), true);
});

it('it says how long the window still is', () => {
  const attempts = new AttemptLimiter(1, MINUTE);
  assert.equal(attempts.retryAfter(0n), 60);
  assert.equal(attempts.retryAfter(MINUTE - SECOND), 1);
  assert.equal(attempts.retryAfter(MINUTE - 1n), 1);
  assert.equal(attempts.retryAfter(30n * SECOND + 1n), 30);
});

it('more keys than there is room for share what is left', () => {
  const attempts = new AttemptLimiter(3, MINUTE);
  for (let key = 0; key < 100_000; key++) attempts.take(`k${key}`, 0n);
  assert.equal(attempts.take('k1', 0n), true);
  assert.deepEqual(
    ['x', 'y', 'z', 'w'].map((key) => attempts.take(key, 0n)),
    [true, true, true, false],
  );
  assert.equal(attempts.take('w', MINUTE), true);
});
