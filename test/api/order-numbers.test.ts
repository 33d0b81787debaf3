import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, refused } from './helpers.ts';
import { newSite, openShop } from './order-helpers.ts';

const MANY = 40;

onEachEngine('order numbers (reference: orders.72)', (service) => {
  /** A site of its own, and how to order there. */
  const opened = async (fields: object = {}) => {
    const shop = await openShop(service());
    const site = await newSite(shop.client, { timezone: 'UTC', ...fields });
    const soup = await make(shop.client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    const lines = [{ product_id: soup.id }];
    const order = (more: object = {}) => make(shop.client, 'orders', { site_id: site, lines, ...more });
    return { ...shop, site, soup, lines, order };
  };
  const numbersOf = (orders: readonly Json[]) => orders.map(({ order_number: number }) => number);

  it('count the orders of a site, whatever becomes of them, and stay', async () => {
    const { client, cash, soup, site, order } = await opened();
    const other = await opened();
    const first = await order();
    const sold = await order({ status: 'COMPLETE', payments: [{ method_id: cash, amount: 10 }] });
    const refund = await make(client, 'orders', {
      ...{ site_id: site, original_order_id_str: sold.id_str },
      ...{ lines: [{ product_id: soup.id, quantity: -1 }], payments: [{ method_id: cash, amount: -10 }] },
    });
    // Of today, whenever it was placed.
    const placed = await order({ placed_at: '2026-01-02T10:00:00Z' });
    assert.deepEqual(numbersOf([first, sold, refund, placed]), ['A01', 'A02', 'A03', 'A04']);
    assert.equal((await other.order()).order_number, 'A01');
    await client.delete(`orders/${first.id_str}`);
    const changed = await change(client, `orders/${placed.id_str}`, { status: 'COMPLETE', notes: 'Now' });
    assert.equal(changed.order_number, 'A04');
    assert.equal((await order()).order_number, 'A05');
    const { json: listed } = await client.get(`sites/${site}/orders`);
    assert.deepEqual(numbersOf(listed).sort(), ['A02', 'A03', 'A04', 'A05']);
    assert.equal((await client.get(`orders/saleid/${sold.saleid}`)).json.order_number, 'A02');
  });

  it('are not written by clients', async () => {
    const { client, site, order } = await opened();
    const answer = await client.post('orders', { site_id: site, order_number: 'Z99' });
    assert.equal(answer.headers['x-ignored-fields'], 'order_number');
    assert.equal(answer.json.order_number, 'A01');
    const { id_str: id } = await order();
    assert.equal((await change(client, `orders/${id}`, { order_number: 'Z99' })).order_number, 'A02');
  });

  it('are not used up by what is not kept: dry runs, batches that fail, refusals, prices', async () => {
    const { client, site, lines, order } = await opened();
    const body = { site_id: site, lines };
    assert.equal((await client.post('orders?dry_run=true', body)).json.result.order_number, 'A01');
    assert.equal((await client.post('orders/price', body)).json.order_number, null);
    const path = `/v1/companies/${client.companyId}/orders`;
    const good = { method: 'POST', path, body };
    const bad = { ...good, body: { ...body, lines: [{ product_id: 987654321987 }] } };
    refused(await client.post('orders', { ...body, price_variation: -1 }), 400, 'invalid_request');
    const tried = await client.post('batch?dry_run=true', { requests: [good, good] });
    assert.deepEqual(numbersOf(tried.json.result.responses.map((each: Json) => each.body)), ['A01', 'A02']);
    assert.equal((await order()).order_number, 'A01');
    const failed = await client.post('batch', { atomic: true, requests: [good, good, bad] });
    assert.ok(failed.json.responses.some(({ status }: Json) => status === 400));
    // PostgreSQL gives those of a batch that failed no more: orders do not wait for its end.
    const first = service().engine === 'sqlite' ? 2 : 5;
    const done = await client.post('batch', { atomic: true, requests: [good, good] });
    assert.deepEqual(numbersOf(done.json.responses.map((each: Json) => each.body)), [
      `A0${first}`,
      `A0${first + 1}`,
    ]);
    assert.equal((await order()).order_number, `A0${first + 2}`);
  });

  it('begin anew with the day of the clocks at the site', async () => {
    const { client, order } = await opened({ timezone: 'Pacific/Auckland' });
    const moveTo = async (now: Date) => {
      const moved = await client.post('sandbox/clock', { now: now.toISOString() });
      assert.equal(moved.status, 200, moved.text);
    };
    const { now } = (await client.get('sandbox/clock')).json;
    const day = new Date(now);
    // The hour before noon in UTC, in June, is the last of the day there.
    const june = (hours: number, minutes: number, later = 0) =>
      new Date(Date.UTC(day.getUTCFullYear() + 1, 5, 10 + later, hours, minutes));
    await moveTo(june(11, 59));
    assert.deepEqual(numbersOf([await order(), await order()]), ['A01', 'A02']);
    await moveTo(june(12, 0));
    assert.equal((await order()).order_number, 'A01');
    await moveTo(june(11, 59, 1));
    assert.equal((await order()).order_number, 'A02');
    await moveTo(june(12, 0, 5));
    assert.equal((await order()).order_number, 'A01');
  });

  it('are of one order each when many are made at once', async () => {
    const { order } = await opened();
    const made = await Promise.all(Array.from({ length: MANY }, () => order()));
    const numbers = new Set(numbersOf(made));
    assert.equal(numbers.size, MANY);
    for (const number of numbers) assert.match(number, /^[AB]\d\d$/);
    // One after the other they take what is left.
    const left = Array.from({ length: MANY }, (_, at) => `A${String(at + 1).padStart(2, '0')}`);
    for (const number of left.filter((each) => !numbers.has(each)))
      assert.equal((await order()).order_number, number);
  });

  it('are on the ticket, the receipt and the PDF', async () => {
    const { client, site, order } = await opened({ kitchen_tickets: true });
    const made = await order({ status: 'COMPLETE' });
    const { json: tickets } = await client.get(`sites/${site}/tickets`);
    assert.deepEqual(
      tickets.map((each: Json) => each.document.order_number),
      ['A01'],
    );
    const receipt = await client.get(`orders/${made.id_str}/receipt`);
    assert.equal(receipt.json.order_number, 'A01', receipt.text);
  });
});
