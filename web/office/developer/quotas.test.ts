import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatBytes, quotasOf } from './quotas.ts';

it('bytes are shown in the largest unit of which there is one', () => {
  for (const [bytes, shown] of [
    [0, '0 byte'],
    [1, '1 byte'],
    [999, '999 byte'],
    [1_000, '1 kB'],
    [1_500_000, '1.5 MB'],
    [999_960, '1 MB'],
    [2_000_000_000, '2 GB'],
    [9_007_199_254_740_991, '9,007.2 TB'],
  ] as const)
    assert.equal(formatBytes(bytes), shown);
});

it('a quota needs attention from four fifths on', () => {
  const day = { day: '2026-03-07', days: [] };
  const free = { used: 5, limit: null, remaining: null };
  const counted_at = null;
  for (const [used, limit, share, state] of [
    [5, null, undefined, 'free'],
    [0, 10, 0, 'free'],
    [7, 10, 0.7, 'free'],
    [8, 10, 0.8, 'near'],
    [10, 10, 1, 'over'],
    [12, 10, 1, 'over'],
    [0, 0, 1, 'over'],
    [null, 10, undefined, 'free'],
    [null, null, undefined, 'free'],
  ] as const) {
    const rows = { used, limit, remaining: null, counted_at };
    const [requests, bytes, stored] = quotasOf({ ...day, requests: free, bytes: free, rows });
    assert.deepEqual([stored?.share, stored?.state], [share, state], `${used} of ${limit}`);
    assert.deepEqual([requests?.used, requests?.limit, bytes?.used], ['5', undefined, '5 byte']);
  }
});
