import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leave } from './actions.ts';
import { add, type Basket, EMPTY_BASKET, isEmpty } from './basket.ts';

/** A register with a basket, as far as that is looked at. */
function registerWith(basket: Basket) {
  const core = {
    state: { basket } as never as Parameters<typeof leave>[0]['state'],
    setBasket(next: Basket) {
      core.state = { ...core.state, basket: next };
    },
  };
  return core;
}

const soup = add(EMPTY_BASKET, { id: 1n });

describe('a basket', () => {
  it('becomes something once, however often it is tapped', async () => {
    const core = registerWith(soup);
    const stored = Promise.withResolvers<void>();
    let made = 0;
    const tap = () =>
      leave(core, async () => {
        made++;
        await stored.promise;
      });
    const first = tap();
    assert.equal(await tap(), false);
    // Also where something was rung up meanwhile.
    core.setBasket(add(soup, { id: 2n }));
    assert.equal(await tap(), false);
    stored.resolve();
    assert.equal(await first, true);
    assert.ok(isEmpty(core.state.basket));
    assert.equal(await tap(), false, 'nothing is left in it');
    assert.equal(made, 1);
  });

  it('stays when that fails, and can be sent then', async () => {
    const core = registerWith(soup);
    await assert.rejects(leave(core, () => Promise.reject(new Error('not approved'))));
    assert.equal(core.state.basket, soup);
    assert.equal(await leave(core, async () => undefined), true);
  });
});
