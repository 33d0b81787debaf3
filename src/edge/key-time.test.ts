import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '#test/harness/service.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { HOUR, MINUTE, SECOND } from '../kernel/time.ts';
import { KeyTime } from './key-time.ts';

onEachStorage('the time by which keys age', [], (ground) => {
  test('never runs faster than time, in however many processes, stands still between them, and never goes back', async () => {
    const { storage, other } = ground();
    const clock = new ManualClock();
    const begin = clock.now();
    const keep = (time: KeyTime, at = storage) => at.write((tx) => time.keep(tx));
    const a = await KeyTime.open(storage, clock, clock.now());
    assert.equal(a.now(), begin);
    clock.jump(25n * HOUR);
    assert.equal(a.now(), begin);
    const b = await KeyTime.open(other, clock, clock.now());
    assert.equal(b.now(), begin, 'it goes on where the database stands, whatever the clock shows');
    for (let minute = 1n; minute <= 10n; minute++) {
      clock.advance(MINUTE);
      assert.equal(await keep(a), begin + minute * MINUTE);
      assert.equal(await keep(b, other), begin + minute * MINUTE);
    }
    // A process that began later, from the last stored time, is behind until it stores its own.
    clock.advance(30n * SECOND);
    const c = await KeyTime.open(storage, clock, clock.now());
    assert.equal(c.now(), begin + 10n * MINUTE);
    await keep(a);
    assert.equal(await keep(c), begin + 10n * MINUTE + 30n * SECOND);
    clock.jump(-100n * HOUR);
    clock.advance(SECOND);
    assert.equal(await keep(c), begin + 10n * MINUTE + 31n * SECOND);
    assert.equal(await keep(b, other), begin + 10n * MINUTE + 31n * SECOND);
  });
});
