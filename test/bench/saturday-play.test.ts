import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chanceOf } from '#test/harness/chance.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { EVENING_MINUTES, type Evening } from '../../bench/saturday/evening.ts';
import { actionsToPlay } from '../../bench/saturday/main.ts';
import { auditOf, ordersOf, type Pacing, play } from '../../bench/saturday/play.ts';
import { type Card, makeSites, type Send } from '../../bench/saturday/shops.ts';

/** As many orders as a minute of some sites can have. */
const BUSY: Evening = {
  ...{ date: '2015-07-04', ordersOfDay: 100, ordersOfUsualDay: 60, ordersOfYear: 20_000, lines: [1, 2, 3] },
  perMinute: Array.from({ length: EVENING_MINUTES }, () => 1.5),
};

/** A clock that is always there already. */
const pacing: Pacing = { until: async () => undefined, rest: async () => undefined, now: () => 0 };

onEachEngine('a Saturday evening is played', (service) => {
  it('two sites: nothing is refused, lost or doubled, though answers are', async () => {
    const { card } = await service().newCompany('Saturday');
    const plain: Send = async (token, method, path, body, key) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      };
      const answer = await service().send(method, path, { headers, ...(body === undefined ? {} : { body }) });
      const next = answer.headers['x-next-page'];
      const address = next === undefined ? undefined : new URL(next);
      return {
        ...{ status: answer.status, text: answer.text },
        next: address === undefined ? undefined : address.pathname + address.search,
      };
    };
    const sites = await makeSites(plain, card as Card, 2);
    let count = 0;
    // Every seventh answer to a write never arrives.
    const send: Send = async (token, method, path, body, key) => {
      const reply = await plain(token, method, path, body, key);
      if (key !== undefined && ++count % 7 === 0) throw new Error('The answer is lost.');
      return reply;
    };
    const actions = actionsToPlay(BUSY, { sites: 2, scale: 1, from: 90, minutes: 3 }, chanceOf(5));
    const day = '2026-03-07';
    const outcome = await play({ send, sites, actions, pacing, day, name: 'play' });
    const orders = actions.filter(({ operation }) => operation === 'sale' || operation === 'open').length;
    assert.ok(orders > 3);
    assert.deepEqual([...outcome.refused], []);
    assert.equal(outcome.skipped, 0);
    assert.ok(outcome.again > 0);
    assert.equal(outcome.placed.size, orders);
    assert.equal(
      [...outcome.sent.values()].reduce((sum, sent) => sum + sent, 0),
      actions.length,
    );
    const found = await ordersOf(plain, card.addon.access_token);
    assert.deepEqual(auditOf(outcome, 'play', found), { orders, lost: [], doubled: [], unknown: [] });
    // Paid to the end, each of them.
    const list = await service().as(`Bearer ${card.addon.access_token}`).get('orders/complete?limit=200');
    assert.equal(list.json.length, orders);
  });
});
