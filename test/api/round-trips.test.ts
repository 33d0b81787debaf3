import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { onEachEngine } from '#test/harness/service.ts';
import { MAX_RUNS, tripsOf } from '#test/harness/trips.ts';
import { change } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// What requests cost over a network: how often PostgreSQL is waited for. SQLite is never.

/** What a paid order begins with, and what it writes. */
const KEY = / from idempotency_keys /;
const ORDER = /^insert into orders /;
/** What a change of an order begins with. */
const LOCK = /^select id, state from orders .* for update skip locked$/;

onEachEngine('round trips', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const body = () => ({
    site_id: shop.site,
    status: 'COMPLETE',
    lines: Array.from({ length: 4 }, () => ({ product_id: shop.tea.id, quantity: 1 })),
    payments: [{ method_id: shop.cash, amount: 16 }],
  });
  const post = async (more: object = {}) => {
    const answer = await shop.client.post(
      'orders',
      { ...body(), ...more },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };

  /** One as before, and connections enough: what the service does besides may have one of its own just then. */
  const warmUp = async () => {
    await post();
    await Promise.all(Array.from({ length: 6 }, () => shop.client.get('orders?limit=1')));
  };

  it('a paid order takes three, the last of them alone under the counter of events', async () => {
    await warmUp();
    const trips = await tripsOf(ORDER, async () => void (await post()), KEY);
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
    assert.equal(trips.length, 3, JSON.stringify(trips, null, 1));
    const last = trips[2] ?? [];
    const counter = /^with taken as \(insert into event_counters .* insert into events /;
    assert.ok(last.findIndex((text) => counter.test(text)) > 0, JSON.stringify(last));
    assert.equal(last.at(-1), 'commit');
  });

  it('its number of the day is taken beside what the order needs, and held by none', async () => {
    await warmUp();
    const trips = await tripsOf(/^insert into order_numbers/, async () => void (await post()));
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
    assert.deepEqual(
      trips.map((trip) => trip.length),
      [1],
    );
  });

  it('with webhooks and a callback it takes no more', async () => {
    for (const topic of ['orders/created', 'orders/completed'])
      await shop.client.post('webhooks', { topic, address: 'https://hooks.example/' });
    const callback_uri = 'https://hooks.example/status';
    await warmUp();
    const pending = async () => void (await post({ status: 'PENDING', callback_uri }));
    const trips = await tripsOf(ORDER, pending, KEY);
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
    assert.equal(trips.length, 3, JSON.stringify(trips, null, 1));
    assert.equal(trips[2]?.filter((text) => text.startsWith('insert into deliveries')).length, 2);
  });

  it('with counted products it takes one more, which locks them', async () => {
    const { client, site, soup } = shop;
    await change(client, `sites/${site}/products/${soup.id}`, {
      availability: { is_available: true, amount: 1000 },
    });
    const lines = [{ product_id: soup.id }, { product_id: shop.tea.id }];
    await warmUp();
    await post({ lines });
    const trips = await tripsOf(ORDER, async () => void (await post({ lines })), KEY);
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
    const [, , locking = [], last = []] = trips;
    assert.match(locking.at(-1) ?? '', /^select product_id, amount, .* for update$/);
    assert.match(last[0] ?? '', /^update site_products set/);
    assert.equal(last.at(-1), 'commit');
    assert.equal(trips.length, 4, JSON.stringify(trips, null, 1));
  });

  it('with invoice numbers it takes one more for these, and one for counted products before', async () => {
    const { client, site, soup } = shop;
    await change(client, `sites/${site}`, { invoice_numbers: true });
    const lines = [{ product_id: soup.id }, { product_id: shop.tea.id }];
    const trips = async () => {
      const next = async () => Number(/\d+$/.exec((await post({ lines })).invoice_number)?.[0]);
      let last = await next();
      const numbered = async () => {
        const number = await next();
        assert.equal(number, last + 1);
        last = number;
      };
      const seen = await tripsOf(ORDER, numbered, KEY);
      return seen.map((trip) => trip.at(-1) ?? '');
    };
    // The first of a year begins the series.
    await warmUp();
    const ends = await trips();
    await change(client, `sites/${site}`, { invoice_numbers: false });
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(ends, []);
    const [, , stock = '', invoice = '', commit] = ends;
    assert.match(stock, /^select product_id, amount, .* for update$/);
    assert.match(invoice, /^select last, prefix from invoice_counters .* for update$/);
    assert.deepEqual([commit, ends.length], ['commit', 5]);
  });

  it('a change of a line takes three, and a change of an order as well', async () => {
    const order = await shop.order({ lines: [{ product_id: shop.tea.id }] });
    const calls: [string, () => object][] = [
      [`orders/${order.id_str}/lines/1`, () => ({ quantity: 2 })],
      [`orders/${order.id_str}`, () => ({ notes: randomUUID() })],
    ];
    for (const [path, body] of calls) {
      await warmUp();
      await shop.client.put(path, { notes: randomUUID() });
      const trips = await tripsOf(
        /^update orders /,
        async () => void (await change(shop.client, path, { ...body(), notes: randomUUID() })),
        LOCK,
      );
      if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
      assert.equal(trips.length, 3, JSON.stringify(trips, null, 1));
      const [first = [], , last = []] = trips;
      assert.ok(first.some((text) => / from external_ids /.test(text)));
      assert.ok(first.some((text) => / from webhooks /.test(text)));
      assert.equal(last.at(-1), 'commit');
    }
  });

  it('a payment under a key takes no more: its key is asked for beside the order', async () => {
    await warmUp();
    // Made before: their own trips may be on the connection that is looked at. One for each run (see tripsOf), and one more.
    const open = await Promise.all(
      Array.from({ length: MAX_RUNS + 1 }, () => shop.order({ lines: [{ product_id: shop.tea.id }] })),
    );
    const pay = async () => {
      const order = open.pop();
      assert.ok(order !== undefined);
      const key = { headers: { 'idempotency-key': randomUUID() } };
      const path = `orders/${order.id_str}/payments`;
      const paid = await shop.client.post(path, { method_id: shop.cash, amount: 1 }, key);
      assert.equal(paid.status, 201, paid.text);
    };
    await pay();
    const trips = await tripsOf(/^update orders /, pay, LOCK);
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
    const [first = [], , last = []] = trips;
    assert.ok(
      first.some((text) => KEY.test(text)),
      JSON.stringify(first),
    );
    assert.deepEqual([trips.length, last.at(-1)], [3, 'commit'], JSON.stringify(trips, null, 1));
  });

  it('reading an order takes one, without a transaction, with its customer and what the add-on calls it', async () => {
    const order = await shop.order({ external_id: 'mine', customer_id: shop.customer });
    const trips = await tripsOf(/ from orders o /, async () => {
      const { json } = await shop.client.get(`orders/${order.id_str}`);
      assert.deepEqual([json.external_id, json.customer.id_str], ['mine', String(shop.customer)]);
    });
    if (service().app.storage.engine === 'sqlite') return assert.deepEqual(trips, []);
    assert.deepEqual(
      trips.map((trip) => trip.length),
      [1],
    );
  });
});
