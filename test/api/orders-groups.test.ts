import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ExactNumber } from '#src/kernel/json.ts';
import { DAY, MINUTE } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  EventLog,
  hasKeys,
  invalidFields,
  make,
  read,
  refused,
  secondAddon,
  withoutTwins,
} from './helpers.ts';
import { idsOf, listed, newSite, openShop, type Shop } from './order-helpers.ts';

const FINALISED = 'orders/group_finalised';

onEachEngine('groups of orders', (service) => {
  let shop: Shop;
  let groups = 0;
  before(async () => {
    shop = await openShop(service());
  });
  const newGroup = () => `Table ${++groups}/ä`;
  const path = (group: string, site = shop.site) => `sites/${site}/groups/${encodeURIComponent(group)}`;
  const put = async (order: Json, fields: object): Promise<Json> => {
    const answer = await shop.client.put(`orders/${order.id}`, fields);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  /** The events of finalised groups that `work` brings about. */
  const finalised = async (work: () => Promise<unknown>): Promise<Json[]> => {
    const log = await EventLog.open(shop.client);
    await work();
    return (await log.take()).filter((event) => event.topic === FINALISED);
  };

  it('are shown whole, newest first, page by page', async () => {
    const group = newGroup();
    const made: Json[] = [];
    for (let at = 0; at < 5; at++) {
      service().clock.advance(MINUTE);
      made.unshift(await shop.order({ group_id: group, customer_id: at % 2 === 0 ? shop.customer : null }));
    }
    await shop.order({ group_id: newGroup() });
    await shop.order();
    assert.deepEqual(await read(shop.client, path(group)), made);
    assert.deepEqual(await listed(shop.client, `${path(group)}?limit=2`), idsOf(made));
    await put(made[1], { group_id: null });
    await put(made[2], { group_id: newGroup() });
    await shop.client.delete(`orders/${made[3].id}`);
    assert.deepEqual(await listed(shop.client, path(group)), idsOf([made[0], made[4]]));
  });

  it('belong to one site', async () => {
    const { client } = shop;
    const group = newGroup();
    const other = await newSite(client);
    const here = await shop.order({ group_id: group });
    const there = await shop.order({ group_id: group, site_id: other });
    assert.deepEqual(await listed(client, path(group)), [here.id_str]);
    assert.deepEqual(await listed(client, path(group, other)), [there.id_str]);
    const done = await finalised(() => put(here, { status: 'REJECTED' }));
    assert.deepEqual(idsOf(done[0].payload.orders), [here.id_str]);
  });

  it('show each receiver what it calls their customers', async () => {
    const { client } = shop;
    const other = await secondAddon({ ...service(), client });
    const group = newGroup();
    const customer = { first_name: 'Ref', phone: '555', reference_id: `${group} guest` };
    const one = await shop.order({ group_id: group, customer });
    await shop.order({ group_id: group, status: 'REJECTED' });
    const logs = [await EventLog.open(client), await EventLog.open(other)];
    await put(one, { status: 'REJECTED' });
    const seen = await Promise.all(
      logs.map(async (log) => {
        const [event] = (await log.take()).filter(({ topic }) => topic === FINALISED);
        return event?.payload.orders.map((order: Json) => order.customer?.reference_id);
      }),
    );
    assert.deepEqual(
      seen.map((names) => names.toSorted()),
      [
        [customer.reference_id, undefined],
        ['', undefined],
      ],
    );
  });

  it('show each receiver its own names for their orders', async () => {
    const { client } = shop;
    const other = await secondAddon({ ...service(), client });
    const group = newGroup();
    const one = await shop.order({ group_id: group, external_id: `${group} one` });
    const two = await shop.order({ group_id: group });
    assert.equal((await other.put(`orders/${two.id_str}`, { external_id: `${group} two` })).status, 200);
    const logs = [await EventLog.open(client), await EventLog.open(other)];
    await put(one, { status: 'REJECTED' });
    await put(two, { status: 'REJECTED' });
    const seen = await Promise.all(
      logs.map(async (log) => {
        const [event] = (await log.take()).filter(({ topic }) => topic === FINALISED);
        return new Map(event?.payload.orders.map((order: Json) => [order.id_str, order.external_id]));
      }),
    );
    assert.deepEqual(seen, [
      new Map([
        [one.id_str, `${group} one`],
        [two.id_str, null],
      ]),
      new Map([
        [one.id_str, null],
        [two.id_str, `${group} two`],
      ]),
    ]);
  });

  it('may be whole numbers of any size, which stand for their digits (reference: orders.15)', async () => {
    const post = (number: string) =>
      shop.client.post('orders', { site_id: shop.site, group_id: new ExactNumber(number) });
    for (const [number, digits] of [
      ['12', '12'],
      ['1e3', '1000'],
      ['9007199254740993', '9007199254740993'],
      ['-12345678901234567890', '-12345678901234567890'],
      ['100000000000000000000000000000001', '100000000000000000000000000000001'],
    ] as const) {
      const answer = await post(number);
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.json.group_id, digits);
    }
    for (const other of ['1.5', '9007199254740993.5', '1e30']) invalidFields(await post(other), 'group_id');
  });

  it('that nobody is in are nowhere', async () => {
    const group = newGroup();
    await shop.order({ group_id: group });
    refused(await shop.client.get(path('nobody')), 404, 'not_found');
    refused(await shop.client.get(path(group, '999999')), 404, 'not_found');
    refused(await service().foreign.get(path(group)), 404, 'not_found');
  });

  it('mean the same for 48 hours', async () => {
    const { clock } = service();
    const group = newGroup();
    const first = await shop.order({ group_id: group });
    clock.advance(2n * DAY - 1n);
    const second = await shop.order({ group_id: group });
    assert.deepEqual(await listed(shop.client, path(group)), idsOf([second, first]));
    clock.advance(1n);
    assert.deepEqual(await listed(shop.client, path(group)), [second.id_str]);
    // The name stands for another group now: the rest of the old one neither holds it up nor finalises it.
    assert.deepEqual(await finalised(() => put(first, { status: 'REJECTED' })), []);
    const another = await shop.order({ group_id: newGroup() });
    assert.equal((await finalised(() => put(second, { status: 'COMPLETE' }))).length, 1);
    clock.advance(2n * DAY);
    assert.deepEqual(await finalised(() => put(another, { status: 'COMPLETE' })), []);
    refused(await shop.client.get(path(group)), 404, 'not_found');
  });

  describe('are finalised (reference: orders.16)', () => {
    it('once, when the last open order is COMPLETE or REJECTED, with every order of the group', async () => {
      const group = newGroup();
      const orders = [
        await shop.order({
          group_id: group,
          customer_id: shop.customer,
          lines: [{ product_id: shop.tea.id }],
        }),
        await shop.order({ group_id: group, status: 'ACCEPTED' }),
        await shop.order({ group_id: group, status: 'PENDING', lines: [{ product_id: shop.soup.id }] }),
      ];
      assert.deepEqual(await finalised(() => put(orders[0], { status: 'COMPLETE' })), []);
      assert.deepEqual(await finalised(() => put(orders[1], { status: 'REJECTED' })), []);
      const payment = { method_id: shop.cash, amount: 10 };
      const events = await finalised(() => make(shop.client, `orders/${orders[2].id}/payments`, payment));
      assert.equal(events.length, 1);
      const [event] = events;
      hasKeys(event.payload, ['group_id', 'company_id', 'site_id', 'orders']);
      assert.deepEqual(withoutTwins(event.payload), {
        group_id: group,
        company_id: service().card.company_id,
        site_id: Number(shop.site),
        orders: await Promise.all(orders.map((order) => shop.read(order))),
      });
      assert.deepEqual([event.resource_id, event.site_ids], [orders[2].id, [Number(shop.site)]]);
    });

    it('by an order that is made complete, and again when another one joined', async () => {
      const group = newGroup();
      const closed = { group_id: group, status: 'COMPLETE' };
      assert.equal((await finalised(() => shop.order(closed))).length, 1);
      const late = await shop.order({ group_id: group });
      assert.deepEqual(await finalised(() => shop.order(closed)), []);
      const [event] = await finalised(() => put(late, { status: 'COMPLETE' }));
      assert.equal(event.payload.orders.length, 3);
    });

    it('also when the last open one is deleted, unless nobody is left', async () => {
      const group = newGroup();
      const done = await shop.order({ group_id: group, status: 'REJECTED' });
      const open = await shop.order({ group_id: group });
      const events = await finalised(() => shop.client.delete(`orders/${open.id}`));
      assert.deepEqual(idsOf(events[0].payload.orders), [done.id_str]);
      const alone = await shop.order({ group_id: newGroup() });
      assert.deepEqual(await finalised(() => shop.client.delete(`orders/${alone.id}`)), []);
      assert.deepEqual(await finalised(() => shop.client.delete(`orders/${done.id}`)), []);
    });

    it('once, however many orders close at the same time', async () => {
      for (let round = 0; round < 3; round++) {
        const group = newGroup();
        const orders = await Promise.all(
          Array.from({ length: 8 }, () =>
            shop.order({ group_id: group, lines: [{ product_id: shop.tea.id }] }),
          ),
        );
        const events = await finalised(() =>
          Promise.all(
            orders.map((order, at) =>
              at % 4 === 3
                ? shop.client.delete(`orders/${order.id}`)
                : put(order, { status: at % 2 === 0 ? 'COMPLETE' : 'REJECTED' }),
            ),
          ),
        );
        assert.equal(events.length, 1);
        assert.equal(events[0].payload.orders.length, 6);
        assert.ok(
          events[0].payload.orders.every((order: Json) => ['COMPLETE', 'REJECTED'].includes(order.status)),
        );
      }
    });
  });
});
