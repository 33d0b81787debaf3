import { before, it } from 'node:test';
import fc from 'fast-check';
import { lives } from '#test/harness/order-steps.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { Life, openShop, type Shop } from './order-life.ts';

// Whole lives of orders, at random, against a model that was written from docs/reference alone: after every call the
// answer, the order and its events are the model's.

/** The same lives every time; fast-check prints it with the life that fails. */
const SEED = 20_261_121;
const LIVES = 90;
const STEPS = 28;

onEachEngine('whole lives of orders', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  it('go as the reference says, step by step', async () => {
    let life = 0;
    await fc.assert(
      fc.asyncProperty(lives(STEPS), async ([first, steps]) => {
        // A life that failed before has left its events.
        await shop.log.take();
        const played = new Life(shop, `life ${++life}`);
        for (const step of [first, ...steps]) await played.play(step);
        await played.end();
      }),
      { seed: SEED, numRuns: LIVES },
    );
  });

  it('leave every event as it was told', () => shop.log.checkTaken());
});
