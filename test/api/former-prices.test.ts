// Sales that were rung before a price was changed, and sent afterwards (reference: prices.6).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY, HOUR, MINUTE } from '#src/kernel/time.ts';
import { type Answer, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, read, refused } from './helpers.ts';
import { hire, type Member, signIn } from './operator-helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';
import { askDeviceToken, letInScreen, screenOf } from './screens.ts';

onEachEngine('a price that was changed while a register was offline', (service) => {
  let shop: Shop;
  let client: Client;
  let pat: Member;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
    // They finish sales, and change no prices.
    pat = await hire(client, '8101');
  });

  const product = (unit_price: number, fields: object = {}): Promise<Json> =>
    make(client, `sites/${shop.site}/products`, { name: 'Cake', unit_price, ...fields });
  const here = async () => (await signIn(service(), client, shop.register, pat)).client;
  const sell = (by: Client, { id }: Json, unit_price_inc_tax: number): Promise<Answer> =>
    by.post('orders', { register_id: shop.register, lines: [{ product_id: id, unit_price_inc_tax }] });
  const denied = (answer: Answer) => {
    refused(answer, 403, 'access_denied');
    assert.equal(answer.json.right, 'ChangePrice');
  };
  const sold = (answer: Answer, total: number) =>
    assert.deepEqual([answer.status, answer.json.total], [201, total], answer.text);

  it('is what the sale is made at, as far back as the sign-in of who sold', async () => {
    const cake = await product(10);
    await change(client, `products/${cake.id}`, { unit_price: 10.5 });
    service().clock.advance(HOUR);
    const by = await here();
    await change(client, `products/${cake.id}`, { unit_price: 11 });
    service().clock.advance(MINUTE);
    await change(client, `products/${cake.id}`, { unit_price: 12 });
    for (const price of [12, 11, 10.5]) sold(await sell(by, cake, price), price);
    // One that held before they came, and one that never did.
    for (const price of [10, 11.5]) denied(await sell(by, cake, price));
    const order = await make(client, 'orders', { site_id: shop.site, status: 'ON_HOLD' });
    const lines = (price: number) =>
      by.post(`orders/${order.id}/lines`, { product_id: cake.id, unit_price_inc_tax: price });
    assert.equal((await lines(11)).status, 201);
    denied(await lines(10));
    // Nothing of it is a price that was changed by hand.
    const acts = await read(client, 'audit?action=order.price_changed&limit=500');
    assert.deepEqual(
      acts.filter((act: Json) => act.staff_id_str === pat.id),
      [],
    );
  });

  it('is proved for each of many that change at once', async () => {
    const cakes: Json[] = [];
    while (cakes.length < 50) cakes.push(await product(10));
    const by = await here();
    const { id: base } = await read(client, 'price_lists/base');
    await change(client, `price_lists/${base}/products`, {
      products: cakes.map(({ id }, at) => ({ id, unit_price: 1_000_000.12345678 + at })),
    });
    for (const cake of [cakes[0], cakes[25], cakes[49]]) {
      assert.ok(cake !== undefined);
      sold(await sell(by, cake, 10), 10);
      denied(await sell(by, cake, 9));
    }
    const acts = await read(client, 'audit?action=price_list.prices_changed&limit=4');
    assert.deepEqual(
      acts.map((act: Json) => [act.after.count, act.after.products.length]),
      [8, 14, 14, 14].map((part) => ['50', part]),
    );
  });

  it('counts where it was the price: on the list by which is sold', async () => {
    const list = await make(client, 'price_lists', { name: 'Away' });
    const away = await newSite(client, { price_list_id: list.id });
    const cake = await product(10);
    await change(client, `sites/${away}/products/${cake.id}`, { unit_price: 20 });
    const register = await make(client, 'registers', { name: 'Away', site_id: away });
    const { client: by } = await signIn(service(), client, register.id_str, pat);
    await change(client, `products/${cake.id}`, { unit_price: 11 });
    await change(client, `sites/${away}/products/${cake.id}`, { unit_price: 21 });
    const at = (price: number) =>
      by.post('orders', {
        register_id: register.id_str,
        lines: [{ product_id: cake.id, unit_price_inc_tax: price }],
      });
    sold(await at(20), 20);
    denied(await at(10));
  });

  it('is known of what a device sends late, from the beginning of the session in which it was made', async () => {
    const cake = await product(10);
    const owner = await screenOf(service(), service().card);
    const at = await letInScreen(service(), owner, shop.register);
    const device = await askDeviceToken(service(), at);
    const till = service().as(`Bearer ${device.json.access_token}`, client.companyId);
    const { session } = await signIn(service(), till, shop.register, pat);
    service().clock.advance(HOUR);
    await change(client, `products/${cake.id}`, { unit_price: 12 });
    service().clock.advance(DAY);
    const late = await askDeviceToken(service(), at, { operator_token: session.access_token });
    const by = service().as(`Bearer ${late.json.access_token}`, client.companyId);
    sold(await sell(by, cake, 10), 10);
    // In a session that began afterwards it is another price.
    service().clock.advance(HOUR);
    denied(await sell(await here(), cake, 10));
  });
});
