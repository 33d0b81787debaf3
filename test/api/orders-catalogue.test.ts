import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, make, read, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// What an order knows of a product is what the product is by then: on SQLite it is kept between orders (decision 050).

onEachEngine('orders follow the catalogue', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  const sell = (product: Json, quantity = 1): Promise<Answer> =>
    shop.client.post('orders', {
      site_id: shop.site,
      status: 'ACCEPTED',
      lines: [{ product_id: product.id_str, quantity }],
    });
  const line = async (product: Json): Promise<Json> => {
    const answer = await sell(product);
    assert.equal(answer.status, 201, answer.text);
    return answer.json.lines[0];
  };
  const atSite = ({ id_str: id }: Json) => `sites/${shop.site}/products/${id}`;
  const set = (product: Json, fields: object) => change(shop.client, atSite(product), fields);

  /** What is changed of a product that was just sold, and what the next sale of it shows. */
  const CHANGES: [string, (product: Json) => Promise<unknown>, (product: Json) => Promise<unknown>][] = [
    [
      'its price',
      (product) => set(product, { unit_price: 7 }),
      async (product) => assert.equal((await line(product)).unit_price, 7),
    ],
    [
      'its name',
      ({ id_str: id }) => change(shop.client, `products/${id}`, { name: 'Green tea' }),
      async (product) => assert.equal((await line(product)).product.name, 'Green tea'),
    ],
    [
      'its taxes',
      async (product) => {
        const tax = await make(shop.client, 'taxes', { name: 'New', code: 'NEW', rate: 0.25 });
        await set(product, { taxes: [tax.id_str] });
      },
      async (product) => assert.equal((await line(product)).unit_tax, 0.8),
    ],
    [
      'that it is not sold any more',
      (product) => set(product, { availability: { is_available: false } }),
      async (product) => refused(await sell(product), 400, 'out_of_stock'),
    ],
    [
      'that it is counted',
      (product) => set(product, { availability: { is_available: true, amount: 3 } }),
      async (product) => {
        refused(await sell(product, 4), 400, 'out_of_stock');
        await line(product);
        refused(await sell(product, 3), 400, 'out_of_stock');
        assert.equal((await read(shop.client, atSite(product))).availability.amount, 2);
      },
    ],
    [
      'that it is gone',
      ({ id_str: id }) => drop(shop.client, `products/${id}`),
      async (product) => refused(await sell(product), 400, 'invalid_request', 'lines[0].product_id'),
    ],
  ];
  for (const [what, act, check] of CHANGES) {
    it(what, async () => {
      const product = await make(shop.client, `sites/${shop.site}/products`, { name: 'Tea', unit_price: 4 });
      for (let times = 0; times < 2; times++) assert.equal((await line(product)).unit_price, 4);
      await act(product);
      await check(product);
    });
  }

  it('that it is counted no more', async () => {
    const product = await make(shop.client, `sites/${shop.site}/products`, {
      name: 'Tea',
      unit_price: 4,
      availability: { is_available: true, amount: 1 },
    });
    await line(product);
    refused(await sell(product), 400, 'out_of_stock');
    await set(product, { availability: { is_available: true, amount: null } });
    await line(product);
  });
});
