import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Passes } from './passes.ts';

it('no pass begins before what comes first is over, whatever wakes', async () => {
  const seen: string[] = [];
  let wake: () => void = () => undefined;
  const passes = new Passes({
    ...{ clock: { now: () => 0n }, timers: { after: () => () => undefined }, pollMs: 1, leastMs: 1 },
    onWake: (listener) => {
      wake = listener;
      return () => undefined;
    },
    failed: () => undefined,
    serve: () => {
      seen.push('pass');
      return Promise.resolve(undefined);
    },
  });
  await passes.start(async () => {
    wake();
    passes.wake();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    seen.push('first');
  });
  assert.deepEqual(seen, ['first', 'pass']);
  await passes.stop();
});

it('a start waits for the first pass alone, also where there is more to do all the time', async () => {
  let count = 0;
  const passes = new Passes({
    ...{ clock: { now: () => 0n }, timers: { after: () => () => undefined }, pollMs: 1, leastMs: 1 },
    onWake: () => () => undefined,
    failed: () => undefined,
    serve: async () => {
      count++;
      // Work that is over at once, as long as there is any: its end wakes.
      passes.fly(Promise.resolve());
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      return undefined;
    },
  });
  await passes.start(() => Promise.resolve());
  const seen = count;
  await passes.stop();
  // The second has begun by then.
  assert.ok(seen <= 2, `${seen} passes`);
});
