import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import type { Lane } from './queue.store.ts';
import { LANE_SLOTS, PER_ADDRESS, Slots } from './slots.ts';

const NOW = 100n;
const due = (target: string, first: bigint | null = 0n, retry: bigint | null = null) => ({
  target,
  first,
  retry,
});
const share = (slots: Slots<string>, ...targets: ReturnType<typeof due>[]) => slots.share(targets, NOW);
const begin = (slots: Slots<string>, target: string, lane: Lane) => {
  slots.wait(target, lane, 'message');
  assert.equal(slots.begin(target)?.lane, lane);
};

it('an address gets eight slots, of which retries take half', () => {
  const slots = new Slots<string>();
  assert.deepEqual(share(slots, due('a')), [{ target: 'a', first: PER_ADDRESS, retry: 0, behind: 0 }]);
  const [both] = share(slots, due('a', 0n, 0n));
  assert.deepEqual([both?.first, both?.retry], [4, 4]);
  const [retries] = share(slots, due('a', null, 0n));
  assert.deepEqual([retries?.first, retries?.retry], [0, 4]);
  assert.deepEqual(share(slots, due('a', null, NOW + 1n)), []);
  // A first attempt waits for no clock: the process that queued it may have one that is ahead.
  assert.equal(share(slots, due('a', NOW + 1n))[0]?.first, PER_ADDRESS);
});

it('one that fails five times in a row gets one, until it succeeds', () => {
  const slots = new Slots<string>();
  const fail = (delivered: boolean | undefined) => {
    begin(slots, 'a', 'first');
    slots.free('a', 'first', delivered === undefined ? undefined : { delivered, latency: SECOND });
  };
  for (let count = 0; count < 4; count++) fail(false);
  // An attempt that was cut says nothing about the address.
  fail(undefined);
  assert.equal(share(slots, due('a'))[0]?.first, PER_ADDRESS);
  fail(false);
  assert.equal(share(slots, due('a'))[0]?.first, 1);
  // The lane that is due longest has it.
  assert.deepEqual(
    [share(slots, due('a', 5n, 4n))[0]?.retry, share(slots, due('a', 4n, 5n))[0]?.first],
    [1, 1],
  );
  begin(slots, 'a', 'retry');
  assert.deepEqual(share(slots, due('a')), []);
  slots.free('a', 'retry', { delivered: true, latency: SECOND });
  assert.equal(share(slots, due('a'))[0]?.first, PER_ADDRESS);
});

it('addresses take turns when there is not enough for all', () => {
  const slots = new Slots<string>();
  const many = Array.from({ length: 300 }, (_, at) => due(`address ${at}`, 0n, 0n));
  const shares = share(slots, ...many);
  const sum = (lane: 'first' | 'retry') => shares.reduce((total, each) => total + each[lane], 0);
  assert.equal(sum('first'), LANE_SLOTS.first);
  assert.equal(sum('retry'), LANE_SLOTS.retry);
  assert.equal(shares.length, 300);
  assert.ok(shares.every((each) => each.first >= 1 && each.first <= 3));
});

it('retries cannot fill the lane of first attempts', () => {
  const slots = new Slots<string>();
  for (let at = 0; at < LANE_SLOTS.retry; at++) begin(slots, `slow ${at}`, 'retry');
  assert.deepEqual(share(slots, due('more', null, 0n)), []);
  assert.equal(share(slots, due('new'))[0]?.first, PER_ADDRESS);
  assert.equal(slots.isFull, false);
  assert.equal(slots.inFlight, LANE_SLOTS.retry);
});
