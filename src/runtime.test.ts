import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onceQuiet } from './runtime.ts';

describe('work for when the process is quiet', () => {
  const cases: readonly [of: string, shares: readonly number[], doneAt: number | undefined][] = [
    ['a process that nobody asks', [0.01], 1],
    ['one that is asked a little', [0.1], 1],
    ['one that becomes quiet', [0.9, 0.11, 0.02, 0.02], 3],
    ['one that is busy', [0.5, 0.5, 0.5], undefined],
  ];
  for (const [of, shares, doneAt] of cases) {
    it(`is done ${doneAt === undefined ? 'never' : 'once'} in ${of}`, () => {
      let isTicking = true;
      let look = () => {};
      const asked = [...shares];
      const done: number[] = [];
      let looks = 0;
      onceQuiet(
        {
          every: (_ms, work) => {
            look = work;
            return () => {
              isTicking = false;
            };
          },
        },
        () => asked.shift() ?? 0,
        () => done.push(looks),
      );
      while (isTicking && looks < shares.length) {
        looks += 1;
        look();
      }
      assert.deepEqual(done, doneAt === undefined ? [] : [doneAt]);
      assert.equal(isTicking, doneAt === undefined);
    });
  }
});
