import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { EventLog, make } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

onEachEngine('events of orders', (service) => {
  let shop: Shop;
  let log: EventLog;
  before(async () => {
    shop = await openShop(service());
    log = await EventLog.open(shop.client);
  });
  const told = async (work: () => Promise<unknown>): Promise<Json[]> => {
    await log.take();
    await work();
    return log.take();
  };
  const put = (order: Json, fields: object) => shop.client.put(`orders/${order.id}`, fields);

  it('hold the order as its GET shows it, and say what it is about', async () => {
    const { client, soup, tea, cash, customer } = shop;
    const order = await shop.order({
      customer_id: customer,
      lines: [
        { product_id: soup.id, quantity: 2 },
        { product_id: tea.id, course_status: 'uncalled' },
      ],
    });
    const payment = { method_id: cash, amount: 24, tip: 1.5 };
    const steps: [topics: string[], work: () => Promise<unknown>][] = [
      [['orders/kitchen_print'], () => put(order, { status: 'PENDING' })],
      [['orders/kitchen_print'], () => client.put(`orders/${order.id}/lines/2`, { course_status: 'called' })],
      [['orders/completed'], () => client.post(`orders/${order.id}/payments`, payment)],
    ];
    for (const [topics, work] of steps) {
      const events = await told(work);
      const now = await shop.read(order);
      assert.deepEqual(
        events.map((event) => event.topic),
        topics,
      );
      for (const event of events) {
        assert.deepEqual(event.payload, now);
        assert.deepEqual([event.resource_id, event.resource_id_str], [order.id, order.id_str]);
        assert.deepEqual([event.company_id, event.site_ids], [order.company_id, [order.site_id]]);
      }
    }
    const gone = await shop.order();
    const [deleted] = await told(() => client.delete(`orders/${gone.id}`));
    assert.equal(deleted.topic, 'orders/deleted');
    assert.deepEqual(deleted.payload, await shop.read(gone));
    assert.equal(deleted.payload.deleted, true);
  });

  it('tell of completion however it comes about, once', async () => {
    const { client, soup, cash } = shop;
    const lines = [{ product_id: soup.id, quantity: -1 }];
    const payments = [{ method_id: cash, amount: -10 }];
    const made: Json[] = [];
    const add = async (fields: object) => made.push(await shop.order({ lines, ...fields }));
    const ways: (() => Promise<unknown>)[] = [
      () => add({ status: 'COMPLETE' }),
      () => add({ status: 'PENDING', payments }),
      async () => {
        await add({ status: 'PENDING' });
        await client.post(`orders/${made.at(-1).id}/payments`, payments[0]);
      },
      async () => {
        await add({ payments });
        await put(made.at(-1), { status: 'PENDING' });
      },
      async () => {
        await add({});
        await put(made.at(-1), { status: 'COMPLETE' });
      },
    ];
    for (const way of ways) {
      const events = await told(way);
      assert.deepEqual(
        events.map((event) => [event.topic, event.resource_id, event.changed]),
        [['orders/completed', made.at(-1).id, ['status']]],
      );
      assert.equal(events[0].payload.status, 'COMPLETE');
    }
    const linked = await told(() => shop.order({ status: 'COMPLETE', customer_id: shop.customer }));
    assert.deepEqual(
      linked.map((event) => event.changed),
      [['status', 'customer']],
    );
  });

  it('do not tell of what was refused, nor of what concerns nobody', async () => {
    const { client, soup, gone, site } = shop;
    const order = await shop.order({ status: 'ACCEPTED', lines: [{ product_id: soup.id }] });
    const events = await told(async () => {
      await client.post('orders', { site_id: site, status: 'PENDING', lines: [{ product_id: gone.id }] });
      await client.post('orders', {
        site_id: site,
        status: 'COMPLETE',
        customer: { first_name: 'No phone' },
      });
      await put(order, { status: 'SUBMITTED' });
      await put(order, { status: 'COMPLETE', customer: { first_name: 'No phone' } });
      await put(order, { status: 'COMPLETE', customer_id: 1e9 });
      await client.post(`orders/${order.id}/lines`, { product_id: gone.id });
      await client.put(`orders/${order.id}/lines/1`, { quantity: 0 });
      await put(order, { notes: 'x', guests: 3 });
      await put(order, { status: 'REJECTED' });
      await shop.order();
    });
    assert.deepEqual(events, []);
  });

  it('are numbered without gaps, whatever is refused between and however many come at once', async () => {
    const { client, soup, gone, site } = shop;
    const [last] = (await told(() => shop.order({ status: 'COMPLETE' }))).slice(-1);
    const events = await told(() =>
      Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          at % 3 === 0
            ? client.post('orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: gone.id }] })
            : make(client, 'orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: soup.id }] }),
        ),
      ),
    );
    assert.equal(events.length, 40);
    for (const [at, event] of events.entries()) assert.equal(event.number, last.number + 1 + at);
    // An order's events stand together, in the order in which things happened.
    for (let at = 0; at < events.length; at += 2) {
      assert.deepEqual(
        events.slice(at, at + 2).map((event) => event.topic),
        ['orders/kitchen_print', 'orders/completed'],
      );
      assert.equal(events[at].resource_id, events[at + 1].resource_id);
    }
  });
});
