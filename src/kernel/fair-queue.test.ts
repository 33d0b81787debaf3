import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from './errors.ts';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';
import { sentence } from './words.ts';

const WORDS = { ofKey: sentence('You have enough waiting.'), ofAll: sentence('Too much is waiting.') };
const WIDE: FairQueueLimits = { running: 1, waitingOfKey: 100, waiting: 1000, retryAfter: 2 };

/** A queue whose work ends when the test says so, and the order in which it began. */
function table(limits: FairQueueLimits) {
  const turns = new FairQueue(limits, WORDS);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: [string, number][] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    turns,
    began,
    refused,
    /** Asks for a turn. */
    ask(name: string): void {
      const [key = ''] = name;
      turns
        .run(key, () => {
          began.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        })
        .catch((error: unknown) => {
          assert.ok(error instanceof ApiError);
          refused.push([name, error.status]);
        });
    },
    /** Ends the oldest work that runs; false when nothing runs. */
    async end(): Promise<boolean> {
      await settle();
      const first = ends.shift();
      first?.();
      await settle();
      return first !== undefined;
    },
    get running(): number {
      return ends.length;
    },
  };
}

/** The keys in the order of their requests, and in the order of their turns. */
const ORDERS: readonly [what: string, asked: string, began: string][] = [
  ['one key in the order it came', 'a1 a2 a3', 'a1 a2 a3'],
  ['keys by turns', 'a1 a2 a3 b1 b2', 'a1 a2 b1 a3 b2'],
  ['whoever comes last before the rest of the others', 'a1 a2 a3 a4 b1 c1', 'a1 a2 b1 c1 a3 a4'],
  ['three keys that all have much', 'a1 a2 a3 b1 b2 b3 c1 c2 c3', 'a1 a2 b1 c1 a3 b2 c2 b3 c3'],
];

describe('turns', () => {
  for (const [what, asked, began] of ORDERS) {
    it(`go to ${what}`, async () => {
      const queue = table(WIDE);
      for (const name of asked.split(' ')) queue.ask(name);
      while (await queue.end());
      assert.equal(queue.began.join(' '), began);
    });
  }

  it('are refused to a key that has too many waiting, and to all when too many wait', async () => {
    const queue = table({ running: 1, waitingOfKey: 2, waiting: 3, retryAfter: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) queue.ask(name);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(queue.refused, [
      ['a4', 429],
      ['c1', 503],
    ]);
    while (await queue.end());
    assert.equal(queue.began.join(' '), 'a1 a2 b1 a3');
  });

  it('say when to come again', async () => {
    const turns = new FairQueue({ running: 0, waitingOfKey: 0, waiting: 0, retryAfter: 7 }, WORDS);
    await assert.rejects(
      turns.run('a', () => Promise.resolve()),
      (error) =>
        error instanceof ApiError &&
        error.message === 'You have enough waiting. Try again in 7 s.' &&
        error.headers['retry-after'] === '7',
    );
  });

  it('pass a place on when the work fails, and give its answer', async () => {
    const turns = new FairQueue(WIDE, WORDS);
    const failed = turns.run('a', () => Promise.reject(new Error('no')));
    const good = turns.run('a', () => Promise.resolve(5));
    await assert.rejects(failed, /^Error: no$/);
    assert.equal(await good, 5);
  });

  it('are refused once it is closed; what runs ends', async () => {
    const queue = table(WIDE);
    for (const name of ['a1', 'a2', 'b1']) queue.ask(name);
    queue.turns.close(new ApiError('temporarily_unavailable', 'The service is stopping.'));
    queue.ask('c1');
    while (await queue.end());
    assert.deepEqual(queue.began, ['a1']);
    assert.deepEqual(queue.refused.map(([name]) => name).sort(), ['a2', 'b1', 'c1']);
  });

  it('never run more than allowed, lose nothing, and let nobody be overtaken twice by one key', async () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant('end'));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 60 }),
        async (running, steps) => {
          const queue = table({ ...WIDE, running });
          const asked: string[] = [];
          for (const [at, each] of steps.entries()) {
            if (each === 'end') await queue.end();
            else {
              asked.push(`${each}${at}`);
              queue.ask(`${each}${at}`);
            }
            assert.ok(queue.running <= running);
          }
          while (await queue.end());
          assert.deepEqual([...queue.began].sort(), [...asked].sort());
          // Between asking and its turn, the first of a key that waits sees each other key at most once.
          for (const [key] of new Set(asked.map(([first]) => [first]))) {
            const own = queue.began.filter((name) => name.startsWith(key ?? ''));
            assert.deepEqual(
              own,
              asked.filter((name) => name.startsWith(key ?? '')),
            );
          }
        },
      ),
      { numRuns: 100, seed: 42 },
    );
  });

  it('come after at most one piece of work of every other key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), async (others) => {
        const queue = table(WIDE);
        for (const [at, each] of others.entries()) queue.ask(`${each}${at}`);
        queue.ask('z');
        while (await queue.end());
        const before = queue.began.slice(0, queue.began.indexOf('z'));
        // The first of all had its turn at once, and does not count.
        for (const key of ['a', 'b', 'c']) {
          assert.ok(before.slice(1).filter((name) => name.startsWith(key)).length <= 1, before.join(' '));
        }
      }),
      { numRuns: 100, seed: 42 },
    );
  });
});
