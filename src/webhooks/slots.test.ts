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
  assert.deepEqual(share(slots, due('a')), [
    { target: 'a', first: PER_ADDRESS, retry: 0, behind: 0, idle: PER_ADDRESS },
  ]);
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

const answer = (slots: Slots<string>, target: string, delivered: boolean, latency: bigint) => {
  begin(slots, target, 'first');
  slots.free(target, 'first', { delivered, latency });
};
const MS = SECOND / 1_000n;

it('what an address takes while more is claimed is claimed ahead, more of it the longer a claim takes', () => {
  for (const [claiming, latency, first, retry] of [
    // Eight slots for 20 ms at least, and for half a second at most; retries have half of the slots.
    [0n, 10n * MS, 16, 8],
    [20n * MS, 10n * MS, 48, 24],
    [20n * MS, 100n * MS, 0, 0],
    [60_000n * MS, 100n * MS, 40, 20],
    [100n * MS, 1n * MS, 256, 256],
  ] as const) {
    const slots = new Slots<string>();
    slots.tookToClaim(claiming);
    assert.equal(share(slots, due('a'))[0]?.first, PER_ADDRESS, 'nothing is known of it');
    answer(slots, 'a', true, latency);
    assert.equal(share(slots, due('a'))[0]?.first, PER_ADDRESS + first, `${claiming} and ${latency}`);
    const [both] = share(slots, due('a', 0n, 0n));
    assert.deepEqual([both?.first, both?.retry], [4 + first, 4 + retry]);
    answer(slots, 'a', false, latency);
    assert.equal(share(slots, due('a'))[0]?.first, PER_ADDRESS, 'one that fails gets nothing ahead');
  }
});

it('more is claimed ahead once half of it has begun', () => {
  const slots = new Slots<string>();
  answer(slots, 'a', true, 10n * MS);
  for (let at = 0; at < PER_ADDRESS + 16; at++) slots.wait('a', 'first', `${at}`);
  for (let at = 0; at < PER_ADDRESS; at++) assert.equal(slots.begin('a')?.item, `${at}`);
  assert.equal(slots.begin('a'), undefined);
  assert.equal(slots.inFlight, PER_ADDRESS);
  for (let at = 0; at < 7; at++) {
    assert.deepEqual(share(slots, due('a')), []);
    slots.free('a', 'first', { delivered: true, latency: 10n * MS });
    assert.equal(slots.begin('a')?.item, `${PER_ADDRESS + at}`);
  }
  slots.free('a', 'first', { delivered: true, latency: 10n * MS });
  slots.begin('a');
  assert.deepEqual(share(slots, due('a')), [{ target: 'a', first: 8, retry: 0, behind: 1, idle: 0 }]);
  assert.deepEqual(
    slots.drain(),
    Array.from({ length: 8 }, (_, at) => `${16 + at}`),
  );
  assert.equal(slots.inFlight, PER_ADDRESS);
});

it('both lanes of an address take turns for its slots', () => {
  const slots = new Slots<string>();
  for (let at = 0; at < 8; at++) {
    slots.wait('a', 'first', `first ${at}`);
    slots.wait('a', 'retry', `retry ${at}`);
  }
  const begun: string[] = [];
  for (let next = slots.begin('a'); next !== undefined; next = slots.begin('a')) begun.push(next.lane);
  assert.deepEqual(begun, ['first', 'retry', 'first', 'retry', 'first', 'retry', 'first', 'retry']);
  slots.free('a', 'first', undefined);
  assert.equal(slots.begin('a')?.lane, 'first', 'retries have no more than half');
});

it('what waits in no more slots than there are takes none from other addresses', () => {
  const slots = new Slots<string>();
  const addresses = LANE_SLOTS.first / PER_ADDRESS;
  for (let at = 0; at < addresses; at++) {
    for (let count = 0; count < 100; count++) slots.wait(`address ${at}`, 'first', 'message');
  }
  assert.deepEqual(share(slots, due('more')), []);
  assert.equal(slots.drain().length, addresses * 100);
  assert.equal(share(slots, due('more'))[0]?.first, PER_ADDRESS);
});
