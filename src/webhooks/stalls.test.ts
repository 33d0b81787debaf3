import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '../kernel/time.ts';
import type { OverdueDelivery } from './stalls.store.ts';
import { STALL_AFTER, StallDetector } from './stalls.ts';

const NOW = 1_800_000_000_000_000n;
const LATE = NOW + STALL_AFTER;
const overdue = (id: bigint, more: Partial<OverdueDelivery> = {}): OverdueDelivery => ({
  ...{
    company_id: 1n,
    id,
    webhook_id: 7n,
    resource_id: 42n,
    address: 'https://shop.example/hook?key=secret',
  },
  ...{ state: 'queued', lane: 0n, attempts: 3n, due_at: NOW - SECOND },
  ...more,
});

it('tells of the same delivery left unclaimed for a minute, with its address, record and state', () => {
  const watch = new StallDetector();
  for (let now = NOW; now < LATE; now += SECOND) {
    watch.beginPass(now);
    watch.endPass(now, [overdue(5n)]);
    assert.deepEqual(watch.stalls(now), []);
  }
  const [stall, ...others] = watch.stalls(LATE);
  assert.deepEqual(others, []);
  assert.equal(stall?.since, NOW);
  for (const part of [
    'Delivery 5',
    'webhook 7, record 42',
    'https://shop.example ',
    'queued',
    '3 attempts',
  ]) {
    assert.ok(stall?.cause.includes(part), `${part} is not in: ${stall?.cause}`);
  }
  // Path and query of an address may be secret.
  assert.ok(!stall?.cause.includes('secret'));
  watch.endPass(LATE, []);
  assert.deepEqual(watch.stalls(LATE + STALL_AFTER), []);
});

it('takes a queue that moves for none', () => {
  const watch = new StallDetector();
  for (let id = 1n; id <= 120n; id++) watch.endPass(NOW + id * SECOND, [overdue(id)]);
  assert.deepEqual(watch.stalls(NOW + 121n * SECOND), []);
});

it('tells of looks that fail, or have no end, for a minute', () => {
  for (const fails of [true, false]) {
    const watch = new StallDetector();
    watch.beginPass(NOW);
    if (fails) watch.failPass(new Error('no such column'));
    watch.beginPass(NOW + SECOND);
    assert.deepEqual(watch.stalls(LATE - 1n), []);
    const [stall] = watch.stalls(LATE);
    assert.equal(stall?.delivery, undefined);
    assert.match(stall?.cause ?? '', fails ? /no such column/ : /not come to an end/);
    watch.beginPass(LATE);
    watch.endPass(LATE, []);
    assert.deepEqual(watch.stalls(LATE + STALL_AFTER), []);
  }
});
