import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, refused } from './helpers.ts';
import { idsOf, newSite, openShop } from './order-helpers.ts';

const MANY = 40;

onEachEngine('invoice numbers (reference: orders.54)', (service) => {
  /** A site with numbers of its own, and how to sell there. */
  const opened = async (fields: object = {}) => {
    const shop = await openShop(service());
    const site = await newSite(shop.client, { invoice_numbers: true, ...fields });
    const soup = await make(shop.client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    const lines = [{ product_id: soup.id }];
    const order = (more: object = {}) => make(shop.client, 'orders', { site_id: site, lines, ...more });
    const sell = (more: object = {}) => order({ status: 'COMPLETE', ...more });
    const year = new Date(Number(service().clock.now() / 1000n)).getUTCFullYear();
    return { ...shop, site, soup, lines, order, sell, year };
  };
  const numbersOf = (orders: readonly Json[]) => orders.map(({ invoice_number: number }) => number);

  it('are given to sales that complete, in their order, and stay', async () => {
    const { client, cash, site, order, sell, year } = await opened({ code: 'HARBOUR', timezone: 'UTC' });
    assert.equal((await order()).invoice_number, null);
    const first = await sell();
    assert.equal(first.invoice_number, `HARBOUR-${year}-000001`);
    const set = await change(client, `orders/${(await order()).id_str}`, { status: 'COMPLETE' });
    assert.equal(set.invoice_number, `HARBOUR-${year}-000002`);
    const pending = await order({ status: 'PENDING' });
    assert.equal(pending.invoice_number, null);
    await make(client, `orders/${pending.id_str}/payments`, { method_id: cash, amount: 10 });
    const paid = (await client.get(`orders/${pending.id_str}`)).json;
    assert.deepEqual([paid.status, paid.invoice_number], ['COMPLETE', `HARBOUR-${year}-000003`]);
    // What its numbers begin with stays for the year.
    await change(client, `sites/${site}`, { code: 'QUAY' });
    assert.equal((await sell()).invoice_number, `HARBOUR-${year}-000004`);
    assert.equal((await client.get(`orders/${first.id_str}`)).json.invoice_number, first.invoice_number);
    const { json: found } = await client.get(`orders?invoice_number=${set.invoice_number}`);
    assert.deepEqual(idsOf(found), [set.id_str]);
    assert.deepEqual((await client.get('orders?invoice_number=HARBOUR')).json, []);
  });

  it('of credit notes are a series of their own', async () => {
    const { client, cash, soup, site, sell, year } = await opened({ timezone: 'UTC' });
    const sold = await sell({ payments: [{ method_id: cash, amount: 10 }] });
    const refund = await make(client, 'orders', {
      site_id: site,
      original_order_id_str: sold.id_str,
      lines: [{ product_id: soup.id, quantity: -1 }],
      payments: [{ method_id: cash, amount: -10 }],
    });
    assert.deepEqual(numbersOf([sold, refund, await sell()]), [
      `${site}-${year}-000001`,
      `${site}-CN-${year}-000001`,
      `${site}-${year}-000002`,
    ]);
  });

  it('are of one site each, also when two have the same code', async () => {
    const first = await opened({ code: 'TWIN', timezone: 'UTC' });
    const second = await opened({ code: 'TWIN', timezone: 'UTC' });
    const sold = await Promise.all([first.sell(), second.sell(), first.sell(), second.sell()]);
    const numbers = numbersOf(sold);
    assert.equal(new Set(numbers).size, 4, numbers.join(' '));
    const own = [first.site, second.site].map(
      (site) => numbersOf(sold.filter((each) => each.site_id_str === site)).length,
    );
    assert.deepEqual(own, [2, 2]);
  });

  it('are wanted by the company, and a site may do otherwise', async () => {
    const inherits = await opened({ invoice_numbers: null });
    const without = await opened({ invoice_numbers: false });
    assert.equal((await inherits.sell()).invoice_number, null);
    await change(inherits.client, '/v1/companies/me', { invoice_numbers: true });
    assert.match((await inherits.sell()).invoice_number, /-000001$/);
    assert.equal((await without.sell()).invoice_number, null);
    await change(inherits.client, '/v1/companies/me', { invoice_numbers: false });
  });

  it('are not used up by what is not kept: dry runs, batches that fail, refusals', async () => {
    const { client, site, lines, sell, year } = await opened({ timezone: 'UTC' });
    const body = { site_id: site, status: 'COMPLETE', lines };
    const tried = await client.post('orders?dry_run=true', body);
    assert.equal(tried.json.result.invoice_number, `${site}-${year}-000001`);
    assert.equal((await client.post('orders/price', body)).json.invoice_number, null);
    const path = `/v1/companies/${client.companyId}/orders`;
    const batch = await client.post('batch', {
      atomic: true,
      requests: [
        { method: 'POST', path, body },
        { method: 'POST', path, body: { ...body, lines: [{ product_id: 987654321987 }] } },
      ],
    });
    assert.ok(
      batch.json.responses.some(({ status }: Json) => status === 400),
      batch.text,
    );
    refused(await client.post('orders', { ...body, price_variation: -1 }), 400, 'invalid_request');
    assert.equal((await sell()).invoice_number, `${site}-${year}-000001`);
  });

  it('begin anew with the year of the clocks at the site', async () => {
    const { client, site, sell, year } = await opened({ timezone: 'Pacific/Auckland' });
    await sell();
    const { now } = (await client.get('sandbox/clock')).json;
    const later = new Date(Date.UTC(new Date(now).getUTCFullYear(), 11, 31, 12, 0, 0));
    const moved = await client.post('sandbox/clock', { now: later.toISOString() });
    assert.equal(moved.status, 200, moved.text);
    // Noon of the last day in UTC is the first hour of the next year there.
    assert.equal((await sell()).invoice_number, `${site}-${year + 1}-000001`);
  });

  it('have no gap and no double when orders complete at once', async () => {
    const { client, order, sell, site } = await opened({ timezone: 'UTC' });
    const half = await Promise.all(Array.from({ length: MANY / 2 }, () => order()));
    const done = await Promise.all([
      ...half.map(({ id_str: id }) => change(client, `orders/${id}`, { status: 'COMPLETE' })),
      ...half.map(() => sell()),
    ]);
    const counts = numbersOf(done).map((number) => Number(number.split('-').at(-1)));
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: MANY }, (_, at) => at + 1),
      site,
    );
  });
});
