import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, EventLog, invalidFields, make, read, refused } from './helpers.ts';
import { idsOf, newSite, openShop, type Shop } from './order-helpers.ts';

const MANY = 30;

onEachEngine('movements of stock (reference: products.42)', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  /** A site with a counted product, and what is done to it. */
  const shelf = async (amount: number | null = 10, fields: object = {}) => {
    const { client } = shop;
    const site = await newSite(client);
    const availability = { is_available: true, amount };
    const product = await make(client, `sites/${site}/products`, {
      ...{ name: 'Bun', unit_price: 2, sku: 'BUN', availability },
      ...fields,
    });
    const path = `sites/${site}/stock_movements`;
    const move = (by: number, reason = 'delivery', more: object = {}) =>
      client.post(path, { product_id: product.id, change: by, reason, ...more });
    const left = async () => (await read(client, `sites/${site}/products/${product.id}`)).stock;
    const sell = (quantity: number) =>
      client.post('orders', {
        ...{ site_id: site, status: 'ACCEPTED', lines: [{ product_id: product.id, quantity }] },
      });
    return { client, site, product, path, move, left, sell };
  };

  it('put into stock and take out, with a reason, and are listed as they were', async () => {
    const { client, path, product, site, move, left } = await shelf();
    const first = await move(12.5, 'delivery', { note: 'Slip 7 ✓' });
    assert.equal(first.status, 201, first.text);
    const own = `${path}/${first.json.id}`;
    assert.equal(first.headers.location, `${service().url}/v1/companies/${client.companyId}/${own}`);
    assert.deepEqual(await read(client, own), first.json);
    const { id, id_str, created_at, updated_at, ...rest } = first.json;
    assert.equal(String(id), id_str);
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      ...{ site_id: Number(site), site_id_str: site },
      ...{ product_id: product.id, product_id_str: product.id_str },
      ...{ change: 12.5, reason: 'delivery', note: 'Slip 7 ✓', amount: 22.5 },
    });
    const all = [first.json];
    for (const [by, reason] of [
      [-0.0001, 'wastage'],
      [-2, 'count'],
      [3, 'transfer'],
      [-23.4999, 'correction'],
    ] as const)
      all.push((await move(by, reason)).json);
    assert.equal(all.at(-1)?.amount, 0);
    assert.equal(await left(), 0);
    const other = await make(client, `sites/${site}/products`, {
      name: 'Jam',
      unit_price: 1,
      availability: { amount: 0 },
    });
    const jam = await make(client, path, { product_id: other.id, change: 1, reason: 'delivery' });
    assert.deepEqual(await read(client, path), [...all, jam]);
    assert.deepEqual(idsOf(await read(client, `${path}?newest=true&limit=2`)), [
      jam.id_str,
      all.at(-1)?.id_str,
    ]);
    assert.deepEqual(await read(client, `${path}?product_id=${other.id}`), [jam]);
    assert.deepEqual(
      await read(client, `${path}?product_id=${product.id}&start=${all[3]?.id}`),
      all.slice(4),
    );
    assert.deepEqual(
      idsOf(await read(client, `${path}?product_id=${product.id}&newest=true&start=${all[1]?.id}`)),
      [all[0]?.id_str],
    );
    refused(await client.get(`${path}?product_id=${other.id}&start=${all[0]?.id}`), 400, 'invalid_request');
    const elsewhere = await newSite(client);
    assert.deepEqual(await read(client, `sites/${elsewhere}/stock_movements`), []);
    refused(await client.get(`sites/${elsewhere}/stock_movements/${first.json.id}`), 404, 'not_found');
    refused(await service().foreign.get(own), 404, 'not_found');
  });

  it('tell the availability of the product, once', async () => {
    const { client, move, product } = await shelf();
    const log = await EventLog.open(client);
    await move(-4, 'wastage');
    const [event, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.deepEqual([event?.topic, event?.resource_id], ['products/availability', product.id]);
    assert.deepEqual(event?.payload.availability, { is_available: true, amount: 6 });
    assert.deepEqual(event?.payload.previous, { is_available: true, amount: 10 });
  });

  it('are refused by the field that is wrong, and leave everything as it was', async () => {
    const { client, path, product, move, left } = await shelf(3);
    const log = await EventLog.open(client);
    for (const [field, body] of [
      ['product_id', { change: 1, reason: 'delivery' }],
      ['product_id', { product_id: 987654321987, change: 1, reason: 'delivery' }],
      ['product_id', { product_id: shop.soup.id, change: 1, reason: 'delivery' }],
      ['change', { product_id: product.id, reason: 'delivery' }],
      ['change', { product_id: product.id, change: 0, reason: 'delivery' }],
      ['change', { product_id: product.id, change: 0.00001, reason: 'delivery' }],
      ['change', { product_id: product.id, change: -3.0001, reason: 'wastage' }],
      ['change', { product_id: product.id, change: 1e12, reason: 'delivery' }],
      ['change', { product_id: product.id, change: 'many', reason: 'delivery' }],
      ['reason', { product_id: product.id, change: 1 }],
      ['reason', { product_id: product.id, change: 1, reason: 'theft' }],
      ['note', { product_id: product.id, change: 1, reason: 'count', note: 'x'.repeat(501) }],
    ] as const)
      invalidFields(await client.post(path, body), field);
    const { client: other } = await service().newCompany('Elsewhere');
    refused(await other.post(path, { product_id: product.id, change: 1, reason: 'count' }), 404, 'not_found');
    refused(await other.get(path), 404, 'not_found');
    assert.equal((await move(2, 'count', { note: null })).json.note, null);
    assert.equal(
      (await client.post(`${path}?dry_run=true`, { product_id: product.id, change: 5, reason: 'count' })).json
        .result.amount,
      10,
    );
    assert.equal(await left(), 5);
    assert.deepEqual((await log.take()).length, 1);
    assert.equal((await read(client, path)).length, 1);
  });

  it('need the product to be counted at the site', async () => {
    const { client, product, site, move } = await shelf(null);
    const answer = await move(1);
    invalidFields(answer, 'product_id');
    assert.match(answer.json.error_description, /not counted at this site/);
    await change(client, `sites/${site}/products/${product.id}`, { availability: { amount: 0 } });
    assert.equal((await move(1)).json.amount, 1);
    await drop(client, `sites/${site}/products/${product.id}`);
    assert.match((await move(1)).json.error_description, /not available at this site/);
  });

  it('race with sales and with each other, and every piece is counted', async () => {
    const { client, path, move, left, sell } = await shelf(MANY);
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, at) => [
        sell(1),
        move(2),
        move(-1, at % 2 === 0 ? 'wastage' : 'count'),
      ]).flat(),
    );
    for (const { status, text } of answers) assert.equal(status, 201, text);
    assert.equal(await left(), MANY);
    const moved: Json[] = await read(client, `${path}?limit=200`);
    assert.equal(
      moved.reduce((sum, each) => sum + each.change, 0),
      MANY,
    );
    // The last ones: as many as there are are taken out, and no more.
    const last = await Promise.all(Array.from({ length: MANY + 5 }, () => move(-1, 'wastage')));
    assert.equal(last.filter(({ status }) => status === 201).length, MANY);
    assert.equal(await left(), 0);
  });

  it('of a key are made once', async () => {
    const { client, path, product, left } = await shelf();
    const options = { headers: { 'idempotency-key': 'slip-7' } };
    const body = { product_id: product.id, change: 5, reason: 'delivery' };
    const [one, two] = [await client.post(path, body, options), await client.post(path, body, options)];
    assert.deepEqual(one.json, two.json);
    assert.equal(await left(), 15);
  });

  describe('running low (reference: events.44)', () => {
    const lowsIn = async (log: EventLog): Promise<Json[]> =>
      (await log.take())
        .filter(({ topic }: Json) => topic === 'products/stock_low')
        .map(({ payload }: Json) => payload);

    it('is told once when the amount comes down to low_stock, whatever took it', async () => {
      const { client, site, product, move, sell } = await shelf(10, { low_stock: 5 });
      assert.equal(product.low_stock, 5);
      const log = await EventLog.open(client);
      assert.equal((await sell(4)).status, 201);
      assert.deepEqual(await lowsIn(log), []);
      assert.equal((await sell(1)).status, 201);
      const [low, ...none] = await lowsIn(log);
      assert.deepEqual(none, []);
      const { updated_at, ...payload } = low ?? {};
      assert.equal(typeof updated_at, 'string');
      assert.deepEqual(payload, {
        ...{ company_id: Number(client.companyId), company_id_str: client.companyId },
        ...{ site_id: Number(site), site_id_str: site },
        ...{ product_id: product.id, product_id_str: product.id_str },
        ...{ sku: 'BUN', amount: 5, low_stock: 5 },
      });
      await sell(1);
      await move(-1, 'wastage');
      await change(client, `products/${product.id}`, { low_stock: 6 });
      assert.deepEqual(await lowsIn(log), [], 'it was low already');
      await move(10);
      await move(-9, 'transfer');
      assert.deepEqual(
        (await lowsIn(log)).map(({ amount }) => amount),
        [4],
      );
      await change(client, `sites/${site}/products/${product.id}`, { availability: { amount: 20 } });
      await change(client, `sites/${site}/products/${product.id}`, { availability: { amount: 6 } });
      assert.deepEqual(
        (await lowsIn(log)).map(({ amount }) => amount),
        [6],
      );
    });

    it('is not told without low_stock, nor of what is not counted', async () => {
      const { client, site, product, move, sell } = await shelf(2);
      assert.equal(product.low_stock, null);
      const log = await EventLog.open(client);
      await sell(1);
      await move(-1, 'wastage');
      await change(client, `products/${product.id}`, { low_stock: 3 });
      await change(client, `sites/${site}/products/${product.id}`, { availability: { amount: null } });
      assert.deepEqual(await lowsIn(log), []);
      // Counted from now on, and low at once.
      await change(client, `sites/${site}/products/${product.id}`, { availability: { amount: 1 } });
      assert.equal((await lowsIn(log)).length, 1);
      invalidFields(await client.put(`products/${product.id}`, { low_stock: -1 }), 'low_stock');
    });
  });
});
