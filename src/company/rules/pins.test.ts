import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MINUTE } from '../../kernel/time.ts';
import { FREE_FAILURES, lockedUntil, stillCounted } from './pins.ts';

describe('lockedUntil', () => {
  const AT = 1_000_000n;
  for (const [failures, minutes] of [
    [0n, undefined],
    [1n, undefined],
    [4n, undefined],
    [5n, 1n],
    [6n, 2n],
    [7n, 4n],
    [8n, 8n],
    [9n, 16n],
    [10n, 32n],
    [11n, 60n],
    [12n, 60n],
    [100n, 60n],
    [10n ** 18n, 60n],
  ] as const) {
    it(`after ${failures} wrong PINs is ${minutes === undefined ? 'never' : `${minutes} minutes later`}`, () => {
      assert.equal(lockedUntil(failures, AT), minutes === undefined ? 0n : AT + minutes * MINUTE);
    });
  }

  it('begins with the last of those that cost nothing', () => {
    assert.equal(lockedUntil(FREE_FAILURES - 1n, AT), 0n);
    assert.ok(lockedUntil(FREE_FAILURES, AT) > AT);
  });
});

it('wrong PINs at a register are forgotten one by one, by time', () => {
  const at = 100n * MINUTE;
  const after = (minutes: bigint) => stillCounted(5n, at, at + minutes * MINUTE);
  assert.deepEqual([-20n, 0n, 14n, 15n, 44n, 75n, 10_000n].map(after), [5n, 5n, 5n, 4n, 3n, 0n, 0n]);
});
