import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CLOCK_AHEAD } from '#src/orders/rules/dates.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make } from './helpers.ts';
import { listed, newSite, openShop, type Shop } from './order-helpers.ts';

const MINUTE_MS = 60_000;
const CLOCK_AHEAD_MS = Number(CLOCK_AHEAD / 1000n);
const SOLD = '2024-03-07T21:00:00.000Z';
const LATER = '2024-03-09T08:30:00.000Z';

onEachEngine('dates of orders as they were', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const nowMs = () => Number(service().clock.now() / 1000n);
  const iso = (ms: number) => new Date(ms).toISOString();
  const body = (more: object = {}) => ({ site_id: shop.site, lines: [{ product_id: shop.tea.id }], ...more });
  const cash = (more: object = {}) => ({ method_id: shop.cash, amount: 1, ...more });
  const timesOf = ({ placed_at, payments }: Json) => [placed_at, payments.map((each: Json) => each.paid_at)];

  describe('are kept (reference: orders.9, orders.65)', () => {
    const dated = () =>
      body({ placed_at: SOLD, payments: [cash({ paid_at: SOLD }), cash({ paid_at: LATER })] });

    it('by a creation, as the order is read and listed', async () => {
      const order = await make(shop.client, 'orders', dated());
      assert.deepEqual(timesOf(order), [SOLD, [SOLD, LATER]]);
      assert.deepEqual(timesOf(await shop.read(order)), [SOLD, [SOLD, LATER]]);
      assert.notEqual(order.payments[0].created_at, SOLD);
      const { json } = await shop.client.get(`orders?ids=${order.id}&fields=payments`);
      assert.deepEqual(timesOf(json[0]), [SOLD, [SOLD, LATER]]);
    });

    it('by what is only asked: a price, a dry run', async () => {
      const priced = await shop.client.post('orders/price', dated());
      assert.deepEqual(timesOf(priced.json), [SOLD, [SOLD, LATER]]);
      const tried = await shop.client.post('orders?dry_run=true', dated());
      assert.deepEqual(timesOf(tried.json.result), [SOLD, [SOLD, LATER]]);
    });

    it('by a batch', async () => {
      const answer = await shop.client.post('batch', {
        atomic: true,
        requests: [{ method: 'POST', path: '/v1/companies/me/orders', body: dated() }],
      });
      assert.equal(answer.status, 200, answer.text);
      const [response] = answer.json.responses;
      assert.deepEqual(timesOf(response.body), [SOLD, [SOLD, LATER]]);
    });

    it('by changes', async () => {
      const order = await shop.order(body({ payments: [cash()] }));
      const moved = await change(shop.client, `orders/${order.id}`, { placed_at: SOLD });
      assert.equal(moved.placed_at, SOLD);
      const path = `orders/${order.id}/payments/1`;
      assert.deepEqual(timesOf(await change(shop.client, path, { paid_at: LATER })), [SOLD, [LATER]]);
      const reset = await change(shop.client, path, { paid_at: null });
      assert.deepEqual(timesOf(reset), [SOLD, [order.payments[0].created_at]]);
    });

    it('by a payment that is added', async () => {
      const order = await shop.order(body());
      const answer = await shop.client.post(`orders/${order.id}/payments`, cash({ paid_at: SOLD }));
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.json.payments[0].paid_at, SOLD);
      const { json } = await shop.client.get(`orders/${order.id}/payments/1`);
      assert.equal(json.paid_at, SOLD);
    });
  });

  it('a payment without a time was made when it was recorded; null says the same', async () => {
    const order = await shop.order(body({ payments: [cash(), cash({ paid_at: null })] }));
    for (const payment of order.payments) assert.equal(payment.paid_at, payment.created_at);
  });

  it('a payment sent back as it was read changes nothing', async () => {
    const order = await shop.order(body({ payments: [cash(), cash({ paid_at: SOLD })] }));
    for (const { number, paid_at } of order.payments) {
      service().clock.advance(1_000_000n);
      const same = await change(shop.client, `orders/${order.id}/payments/${number}`, { paid_at });
      assert.equal(same.updated_at, order.updated_at);
    }
  });

  it('local times are read by the clocks of the site', async () => {
    const site = await newSite(shop.client, { timezone: 'Asia/Tokyo' });
    const order = await shop.order({
      site_id: site,
      placed_at: '2024-03-07T21:00',
      payments: [cash({ paid_at: '2024-03-07T22:00' }), cash({ paid_at: '2024-03-07' })],
    });
    const [tokyo, dayBefore] = ['2024-03-07T12:00:00.000Z', '2024-03-06T15:00:00.000Z'];
    assert.deepEqual(timesOf(order), [tokyo, ['2024-03-07T13:00:00.000Z', dayBefore]]);
    const path = `orders/${order.id}/payments/1`;
    const moved = await change(shop.client, path, { paid_at: '2024-03-07T21:00' });
    assert.equal(moved.payments[0].paid_at, tokyo);
  });

  it('a payment of the future is refused; a clock may be a little ahead (reference: orders.66)', async () => {
    const order = await shop.order(body({ payments: [cash()] }));
    const near = iso(nowMs() + CLOCK_AHEAD_MS - MINUTE_MS);
    const far = iso(nowMs() + CLOCK_AHEAD_MS + MINUTE_MS);
    const { client } = shop;
    const made = await shop.order(body({ payments: [cash({ paid_at: near })] }));
    assert.equal(made.payments[0].paid_at, near);
    const wrong = body({ payments: [cash(), cash({ paid_at: far })] });
    invalidFields(await client.post('orders', wrong), 'payments[1].paid_at');
    invalidFields(await client.post('orders/price', wrong), 'payments[1].paid_at');
    invalidFields(await client.post(`orders/${order.id}/payments`, cash({ paid_at: far })), 'paid_at');
    invalidFields(await client.put(`orders/${order.id}/payments/1`, { paid_at: far }), 'paid_at');
    invalidFields(await client.put(`orders/${order.id}/payments/1`, { paid_at: 'soon' }), 'paid_at');
    // An order may be placed ahead: for a party of next week that was typed in today.
    assert.equal((await shop.order(body({ placed_at: far }))).placed_at, far);
  });

  it('a refund has the times at which it was made', async () => {
    const sale = await shop.order(
      body({ status: 'COMPLETE', placed_at: SOLD, payments: [cash({ amount: 4, paid_at: SOLD })] }),
    );
    const back = await shop.order({
      ...body({ original_order_id_str: sale.id_str, placed_at: LATER }),
      lines: [{ product_id: shop.tea.id, quantity: -1 }],
      payments: [cash({ amount: -4, paid_at: LATER })],
    });
    assert.deepEqual(timesOf(back), [LATER, [LATER]]);
  });

  describe('are what lists are narrowed by (reference: orders.53, orders.67)', () => {
    const days = ['2024-01-10', '2024-01-11', '2024-01-12'];
    let orders: string[];
    before(async () => {
      orders = [];
      for (const day of days) {
        const at = `${day}T12:00:00Z`;
        const order = await shop.order(body({ placed_at: at, payments: [cash({ paid_at: at })] }));
        orders.push(order.id_str);
      }
      // Paid in two parts: the last one counts.
      const parts = days.slice(0, 2).map((day) => cash({ paid_at: `${day}T18:00:00Z` }));
      orders.push((await shop.order(body({ placed_at: '2024-01-09T12:00:00Z', payments: parts }))).id_str);
      await shop.order(body({ placed_at: '2024-01-11T12:00:00Z' }));
    });
    const list = (query: string) => listed(shop.client, `orders?${query}`);

    it('orders by when they were paid, last paid first', async () => {
      const [first, second, third, parts] = orders;
      const from = 'paid_gte=2024-01-10';
      assert.deepEqual(await list(`${from}&paid_lte=2024-01-12`), [third, parts, second, first]);
      assert.deepEqual(await list(`${from}&paid_lte=2024-01-12&limit=1`), [third, parts, second, first]);
      assert.deepEqual(await list(`${from}&paid_lt=2024-01-11T18:00:00Z`), [second, first]);
      assert.deepEqual(await list('paid_gt=2024-01-11T12:00:00Z&paid_lt=2024-01-12'), [parts]);
      assert.deepEqual(await list('paid_gt=2024-01-12&paid_lt=2024-01-13'), []);
      const oldest = `${from}&paid_lte=2024-01-12&sort=placed`;
      assert.deepEqual(await list(oldest), [parts, first, second, third]);
      const counted = await shop.client.get(`orders?${from}&paid_lte=2024-01-12&count=true`);
      assert.equal(counted.headers['x-total-count'], '4');
    });

    it('an order that is paid moves in that list', async () => {
      const order = await shop.order(body({ payments: [cash({ paid_at: '2024-02-01T10:00:00Z' })] }));
      assert.deepEqual(await list('paid_gte=2024-02-01&paid_lte=2024-02-01'), [order.id_str]);
      await shop.client.post(`orders/${order.id}/payments`, cash({ paid_at: '2024-02-03T10:00:00Z' }));
      assert.deepEqual(await list('paid_gte=2024-02-01&paid_lte=2024-02-01'), []);
      assert.deepEqual(await list('paid_gte=2024-02-03&paid_lte=2024-02-03'), [order.id_str]);
    });

    it('the payments of an order', async () => {
      const payments = days.map((day) => cash({ paid_at: `${day}T12:00:00Z` }));
      const order = await shop.order(body({ payments }));
      const numbers = async (query: string) => {
        const found = await shop.client.get(`orders/${order.id}/payments?${query}`);
        assert.equal(found.status, 200, found.text);
        return found.json.map((each: Json) => each.number);
      };
      assert.deepEqual(await numbers('paid_gte=2024-01-11'), [2, 3]);
      assert.deepEqual(await numbers('paid_lt=2024-01-11T12:00:00Z'), [1]);
      assert.deepEqual(await numbers('paid_gt=2024-01-11T12:00:00Z&paid_lte=2024-01-12'), [3]);
      assert.deepEqual(await numbers(`paid_gte=2024-01-11&start=${order.payments[0].id_str}&limit=1`), [2]);
      assert.deepEqual(await numbers(`paid_gte=2024-01-12&start=${order.payments[0].id_str}`), [3]);
      invalidFields(await shop.client.get(`orders/${order.id}/payments?paid_gte=soon`), 'paid_gte');
    });
  });
});
