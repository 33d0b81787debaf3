import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

onEachEngine('prices below 0 (reference: orders.69, company.23)', (service) => {
  let shop: Shop;
  /** Costs 4 with tax, and is counted. */
  let bottle: Json;
  const allow = (negative_prices: boolean) =>
    change(service().client, '/v1/companies/me', { negative_prices });
  before(async () => {
    shop = await openShop(service());
    const tax = await newTax(shop.client, 0.1);
    bottle = await make(shop.client, `sites/${shop.site}/products`, {
      name: 'Bottle',
      unit_price: 4,
      taxes: [tax],
      availability: { is_available: true, amount: 100 },
    });
  });
  const deposit = (more: object = {}) => ({ product_id: bottle.id, unit_price_inc_tax: -5.5, ...more });
  const soup = () => ({ product_id: shop.soup.id, quantity: 2 });

  it('are refused naming the price, unless the company allows them', async () => {
    assert.equal((await shop.client.get('/v1/companies/me')).json.negative_prices, false);
    const { client, site } = shop;
    const order = await shop.order({ lines: [soup()] });
    for (const field of ['unit_price', 'unit_price_inc_tax']) {
      const body = { site_id: site, lines: [soup(), { product_id: bottle.id, [field]: -5 }] };
      const refusal = await client.post('orders', body);
      invalidFields(refusal, `lines[1].${field}`);
      assert.match(refusal.json.error_description, /negative_prices/);
      invalidFields(await client.post('orders/price', body), `lines[1].${field}`);
      invalidFields(await client.post(`orders/${order.id}/lines`, body.lines[1]), field);
      invalidFields(await client.put(`orders/${order.id}/lines/1`, { [field]: -0.01 }), field);
    }
    // A product itself is never sold below 0.
    invalidFields(await client.put(`products/${bottle.id}`, { unit_price: -1 }), 'unit_price');
  });

  it('a site decides for itself; null leaves it to the company', async () => {
    const { client } = shop;
    const site = await newSite(client);
    const order = { site_id: site, lines: [{ product_id: shop.tea.id, unit_price: -5 }] };
    const isTaken = async () => (await client.post('orders/price', order)).status === 200;
    const taken: boolean[] = [];
    for (const ofCompany of [false, true]) {
      await allow(ofCompany);
      for (const negative_prices of [null, false, true]) {
        const shown = await change(client, `sites/${site}`, { negative_prices });
        assert.equal(shown.negative_prices, negative_prices);
        taken.push(await isTaken());
      }
    }
    assert.deepEqual(taken, [false, false, true, true, false, true]);
  });

  describe('where they are allowed', () => {
    before(() => allow(true));
    after(() => allow(false));
    const figures = ({ total, total_tax, due, paid }: Json) => [total, total_tax, due, paid];
    const left = async () => {
      const { json } = await shop.client.get(`sites/${shop.site}/inventory`);
      return json.find((each: Json) => each.id === bottle.id).stock;
    };

    it('count in the totals, with their tax; the quantity takes from the stock', async () => {
      const before = await left();
      const order = await shop.order({ status: 'PENDING', lines: [soup(), deposit()] });
      assert.deepEqual(figures(order), [14.5, -0.5, 14.5, 0]);
      const [, line] = order.lines;
      assert.deepEqual(
        [line.unit_price, line.unit_price_inc_tax, line.line_total_ex_tax, line.line_total_tax],
        [-5, -5.5, -5, -0.5],
      );
      assert.equal(await left(), before - 1);
      const paid = await shop.client.post(`orders/${order.id}/payments`, {
        method_id: shop.cash,
        amount: 14.5,
      });
      assert.equal(paid.json.status, 'COMPLETE');
    });

    it('stay as they are when they are sent back, also once they are not allowed any more', async () => {
      const order = await shop.order({ lines: [deposit(), soup()] });
      await allow(false);
      const same = await change(shop.client, `orders/${order.id}/lines/1`, order.lines[0]);
      assert.equal(same.updated_at, order.updated_at);
      const more = await change(shop.client, `orders/${order.id}/lines/1`, { quantity: 2 });
      assert.equal(more.total, 9);
      await allow(true);
    });

    it('an amount on the line turns none around (reference: money.11)', async () => {
      const varied = (price_fixed_variation: number, more: object = {}) =>
        shop.client.post('orders/price', {
          site_id: shop.site,
          lines: [soup(), deposit({ price_fixed_variation, ...more })],
        });
      const totals: [fixed: number, quantity: number, total: number | undefined][] = [
        [-1, 1, 13.5],
        [2, 1, 16.5],
        [5.5, 1, 20],
        [5.51, 1, undefined],
        // Taken back again: what was given is paid.
        [-5.5, -1, 20],
        [-5.51, -1, undefined],
      ];
      for (const [fixed, quantity, total] of totals) {
        const answer = await varied(fixed, { quantity });
        if (total === undefined) invalidFields(answer, 'lines[1].price_fixed_variation');
        else assert.equal(answer.json.total, total, answer.text);
      }
    });

    it('an amount on the order is shared over all lines, and turns it around as little', async () => {
      const priced = (price_fixed_variation: number, lines: object[]) =>
        shop.client.post('orders/price', { site_id: shop.site, price_fixed_variation, lines });
      assert.equal((await priced(-4.5, [soup(), deposit()])).json.total, 10);
      invalidFields(await priced(-14.51, [soup(), deposit()]), 'price_fixed_variation');
      assert.equal((await priced(-1, [deposit()])).json.total, -6.5);
      invalidFields(await priced(5.51, [deposit()]), 'price_fixed_variation');
    });

    it('money is given for an order that comes to less than 0', async () => {
      const order = await shop.order({ status: 'PENDING', lines: [deposit()] });
      assert.deepEqual(figures(order), [-5.5, -0.5, 0, 0]);
      const give = (amount: number) =>
        shop.client.post(`orders/${order.id}/payments`, { method_id: shop.cash, amount });
      invalidFields(await give(-5.51), 'amount');
      assert.equal((await give(-5.5)).json.status, 'COMPLETE');
    });

    it('a refund gives back what they came to, the line with its sale', async () => {
      const sale = await shop.order({
        status: 'COMPLETE',
        lines: [soup(), deposit()],
        payments: [{ method_id: shop.cash, amount: 14.5 }],
      });
      const back = (lines: object[], amount: number) =>
        shop.client.post('orders', {
          site_id: shop.site,
          original_order_id_str: sale.id_str,
          lines,
          payments: [{ method_id: shop.cash, amount }],
        });
      const goods = { product_id: shop.soup.id, quantity: -2 };
      // More than was paid, without what was taken off for the deposit.
      invalidFields(await back([goods], -14.5), 'original_order_id_str');
      const whole = await back([goods, { product_id: bottle.id, quantity: -1 }], -14.5);
      assert.equal(whole.status, 201, whole.text);
      assert.deepEqual(figures(whole.json), [-14.5, 0.5, 0, -14.5]);
    });

    it('each figure is explained', async () => {
      const order = await shop.order({ lines: [soup(), deposit()] });
      const { json } = await shop.client.get(`orders/${order.id}/explain`);
      const totals = json.lines.map(({ steps }: Json) => steps.slice(-2).map((step: Json) => step.amount));
      assert.deepEqual(totals, [
        ['20', '0'],
        ['-5', '-0.5'],
      ]);
    });
  });
});
