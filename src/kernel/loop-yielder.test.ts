import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LOOP_SLICE_MS } from './budget.ts';
import { LoopYielder } from './loop-yielder.ts';

it('work gives the loop back once its slice is used up, and not before', async () => {
  let now = 0;
  const pace = new LoopYielder(() => now);
  /** Whether a turn of the loop passes while it rests. */
  const passes = async () => {
    let passed = false;
    const timer = setImmediate(() => {
      passed = true;
    });
    await pace.yieldIfDue();
    clearImmediate(timer);
    return passed;
  };
  assert.equal(await passes(), false);
  now += LOOP_SLICE_MS - 1;
  assert.equal(await passes(), false);
  now += 1;
  assert.equal(await passes(), true);
  assert.equal(await passes(), false, 'the next slice has begun');
});
