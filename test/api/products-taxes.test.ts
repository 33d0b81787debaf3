import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, read, refused, survivesSendingBack } from './helpers.ts';
import { newSite } from './order-helpers.ts';

onEachEngine('a product', (service) => {
  let gst: Json;
  let levy: Json;
  let site: string;
  let product: Json;
  before(async () => {
    const { client } = service();
    gst = await make(client, 'taxes', { code: 'G', name: 'Goods', rate: 0.1 });
    levy = await make(client, 'taxes', { code: 'L', name: 'Levy', rate: 0.025 });
    site = await newSite(client);
    const fields = { name: 'Whole', unit_price: 11, taxes: [levy.id, gst.id], cost_taxes: [gst.id] };
    product = await make(client, 'products', fields);
    await change(client, `sites/${site}/products/${product.id}`, {
      taxes: [gst.id],
      availability: { amount: 2.0001 },
    });
  });
  /** A tax as its list has it, without what is left out. */
  const whole = async (tax: Json) => {
    const listed = await read(service().client, 'taxes?limit=5000');
    const { id, id_str, name, rate } = listed.find((each: Json) => each.id === tax.id);
    return { id, id_str, name, rate };
  };

  it('shows its taxes whole on asking, alone, at a site and in lists (reference: products.33)', async () => {
    const { client } = service();
    const [goods, other] = [await whole(gst), await whole(levy)];
    assert.deepEqual(goods, { id: gst.id, id_str: gst.id_str, name: 'Goods', rate: 0.1 });
    const path = `products/${product.id}`;
    const plain = await read(client, path);
    assert.deepEqual(plain.taxes, [levy.id, gst.id]);
    assert.deepEqual(plain.sites[0].taxes, [gst.id]);
    const taxed = await read(client, `${path}?fields=taxes`);
    assert.deepEqual(taxed.taxes, [other, goods]);
    assert.deepEqual(taxed.sites[0].taxes, [goods]);
    // Nothing else is another.
    const { taxes: _a, taxes_str: _b, sites: before, ...rest } = plain;
    const { taxes: _c, sites: after, ...same } = taxed;
    assert.deepEqual(same, rest);
    assert.deepEqual({ ...after[0], taxes: 0 }, { ...withoutTaxTwin(before[0]), taxes: 0 });

    const here = `sites/${site}/products/${product.id}`;
    assert.deepEqual((await read(client, here)).taxes, [gst.id]);
    assert.deepEqual((await read(client, `${here}?fields=image,taxes`)).taxes, [goods]);
    const lists: readonly (readonly [path: string, taxes: readonly Json[]])[] = [
      ['products', [other, goods]],
      [`sites/${site}/products`, [goods]],
    ];
    for (const [list, taxes] of lists) {
      const [found] = await read(client, `${list}?ids=${product.id}&fields=taxes`);
      assert.deepEqual(found.taxes, taxes);
      const [unasked] = await read(client, `${list}?ids=${product.id}`);
      assert.equal(unasked.taxes, undefined);
    }
  });

  it('takes its taxes back whole, and ignores no field it knows', async () => {
    const { client } = service();
    const path = `products/${product.id}`;
    await survivesSendingBack(client, path);
    const { taxes } = await read(client, `${path}?fields=taxes`);
    await change(client, path, { taxes: [] });
    assert.deepEqual((await read(client, `${path}?fields=taxes`)).taxes, []);
    assert.deepEqual((await change(client, path, { taxes })).taxes, [levy.id, gst.id]);
    const strict = { headers: { prefer: 'handling=strict' } };
    assert.equal((await client.get(`${path}?fields=taxes,image`, strict)).status, 200);
    refused(await client.get(`${path}?fields=prices`, strict), 400, 'invalid_request', 'fields');
    const loose = await client.get(`${path}?fields=prices`);
    assert.equal(loose.headers['x-ignored-parameters'], 'fields=prices');
    assert.notEqual(loose.headers.etag, (await client.get(`${path}?fields=taxes`)).headers.etag);
  });

  it('shows the stock of each site, exact, null where it is not counted (reference: products.34)', async () => {
    const { client } = service();
    const stockOf = async () => {
      const [there] = (await read(client, `products/${product.id}`)).sites;
      const here = await read(client, `sites/${site}/products/${product.id}`);
      assert.equal(here.stock, there.stock);
      assert.equal(there.stock, there.availability.amount);
      return there.stock;
    };
    assert.equal(await stockOf(), 2.0001);
    const path = `sites/${site}/products/${product.id}`;
    assert.equal((await change(client, path, { availability: { amount: 0.1 } })).stock, 0.1);
    await change(client, path, { stock: 7 });
    assert.equal(await stockOf(), 0.1);
    const { headers } = await client.put(path, { stock: 7 });
    assert.equal(headers['x-ignored-fields'], 'stock');
    await change(client, path, { availability: { amount: null } });
    assert.equal(await stockOf(), null);
    assert.equal((await change(client, path, { availability: { amount: 0 } })).stock, 0);
    const events = await read(client, 'events?topic=products/updated&limit=5000');
    assert.ok(events.at(-1).payload.sites.every((each: Json) => Object.hasOwn(each, 'stock')));
  });

  const withoutTaxTwin = ({ taxes_str: _twin, ...rest }: Json): Json => rest;
});
