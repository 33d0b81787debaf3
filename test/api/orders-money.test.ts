import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { EventLog, invalidFields, make, read, refused } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

onEachEngine('the money of orders', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const product = (fields: object, site = shop.site): Promise<Json> =>
    make(shop.client, `sites/${site}/products`, { name: 'Thing', ...fields });
  const amounts = (line: Json) => [line.line_total_ex_tax, line.line_total_tax];

  describe('prices (reference: money.3 to money.7)', () => {
    it('a price entered with tax: 52.50 at 12 % is 46.87 and 5.63', async () => {
      const thing = await product({ unit_price: 52.5, taxes: [await newTax(shop.client, 0.12)] });
      const order = await shop.order({ lines: [{ product_id: thing.id }] });
      assert.deepEqual(amounts(order.lines[0]), [46.87, 5.63]);
      assert.deepEqual([order.total, order.total_tax], [52.5, 5.63]);
      const [line] = order.lines;
      assert.deepEqual([line.unit_price_inc_tax, line.unit_price, line.unit_tax], [52.5, 46.875, 5.625]);
    });

    it('a price entered without tax: 100 at 5 % and 9.975 % is 114.98', async () => {
      const taxes = [await newTax(shop.client, 0.05), await newTax(shop.client, 0.09975)];
      const thing = await product({ unit_price_ex_tax: 100, taxes });
      const order = await shop.order({ lines: [{ product_id: thing.id }] });
      assert.deepEqual(amounts(order.lines[0]), [100, 14.98]);
      assert.deepEqual([order.total, order.total_tax], [114.98, 14.98]);
      const gst = { id: taxes[0], id_str: String(taxes[0]), name: 'Tax 0.05', rate: 0.05 };
      const qst = { id: taxes[1], id_str: String(taxes[1]), name: 'Tax 0.09975', rate: 0.09975 };
      const one = [
        { ...gst, taxable: 100, amount: 5, exact: 5 },
        { ...qst, taxable: 100, amount: 9.98, exact: 9.975 },
      ];
      assert.deepEqual(order.lines[0].taxes, one);
      assert.deepEqual(order.taxes, one);
      await make(shop.client, `orders/${order.id}/lines`, { product_id: thing.id, quantity: 2 });
      const more = await read(shop.client, `orders/${order.id}`);
      assert.deepEqual(more.taxes, [
        { ...gst, taxable: 300, amount: 15, exact: 15 },
        { ...qst, taxable: 300, amount: 29.93, exact: 29.925 },
      ]);
      assert.equal(more.total_tax, 44.93);
      const [listed] = await read(shop.client, `orders?ids=${order.id}`);
      assert.deepEqual(listed.taxes, more.taxes);
    });

    it('unit_price is without tax and goes before unit_price_inc_tax', async () => {
      const thing = await product({ unit_price: 11, taxes: [await newTax(shop.client, 0.1)] });
      const line = async (fields: object) =>
        (await shop.order({ lines: [{ product_id: thing.id, ...fields }] })).lines[0];
      assert.deepEqual(amounts(await line({})), [10, 1]);
      assert.deepEqual(amounts(await line({ unit_price: 20 })), [20, 2]);
      assert.deepEqual(amounts(await line({ unit_price_inc_tax: 20 })), [18.18, 1.82]);
      assert.deepEqual(amounts(await line({ unit_price: 20, unit_price_inc_tax: 30 })), [20, 2]);
      assert.deepEqual(amounts(await line({ unit_price: 0, unit_price_inc_tax: 30 })), [0, 0]);
      assert.deepEqual(amounts(await line({ unit_price: null, unit_price_inc_tax: null })), [10, 1]);
    });

    it('the site’s list goes before the lists below it, and the site’s taxes before the product’s', async () => {
      const { client } = shop;
      const list = await make(client, 'price_lists', { name: 'Airport' });
      const site = await newSite(client, { price_list_id: list.id });
      const thing = await product({ unit_price: 10 });
      await client.put(`sites/${site}/products/${thing.id}`, { taxes: [await newTax(client, 0.25)] });
      const lines = [{ product_id: thing.id }];
      assert.deepEqual(amounts((await shop.order({ site_id: site, lines })).lines[0]), [8, 2]);
      await client.put(`sites/${site}/products/${thing.id}`, { unit_price: 15 });
      assert.deepEqual(amounts((await shop.order({ site_id: site, lines })).lines[0]), [12, 3]);
      assert.deepEqual(amounts((await shop.order({ lines })).lines[0]), [10, 0]);
    });

    it('an order keeps the prices and taxes it was made with', async () => {
      const thing = await product({ unit_price: 11, taxes: [await newTax(shop.client, 0.1)] });
      const order = await shop.order({ lines: [{ product_id: thing.id }] });
      await shop.client.put(`products/${thing.id}`, { unit_price: 99, name: 'Dear thing', taxes: [] });
      const changed = await shop.client.put(`orders/${order.id}`, { notes: 'again' });
      assert.deepEqual(changed.json.lines, order.lines);
    });

    it('amounts are exact: three times 0.1 is 0.3', async () => {
      const lines = [0.1, 0.2].map((unit_price) => ({ product_id: shop.tea.id, unit_price }));
      const order = await shop.client.post('orders', { site_id: shop.site, lines });
      assert.match(order.text, /"total":0\.3,/);
      const many = Array.from({ length: 10 }, () => ({ product_id: shop.tea.id, unit_price: 0.1 }));
      const posted = await shop.client.post('orders', { site_id: shop.site, lines: many });
      assert.match(posted.text, /"total":1,/);
      const tiny = await shop.client.post('orders', {
        site_id: shop.site,
        lines: [{ product_id: shop.tea.id, unit_price: 0.00000001, quantity: 0.5 }],
      });
      assert.match(tiny.text, /"unit_price":0\.00000001,/);
    });

    it('a yen has no decimals and a Kuwaiti dinar three', async () => {
      const { client } = shop;
      for (const [currency, unit_price, total, tax] of [
        ['JPY', 1250.5, 1251, 93],
        ['KWD', 1.2345, 1.235, 0.091],
      ] as const) {
        const site = await newSite(client, { currency });
        const thing = await product({ unit_price, taxes: [await newTax(client, 0.08)] }, site);
        const order = await shop.order({ site_id: site, lines: [{ product_id: thing.id }] });
        assert.deepEqual([order.total, order.total_tax], [total, tax], currency);
        const bad = { method_id: shop.cash, amount: currency === 'JPY' ? 0.5 : 0.0005 };
        invalidFields(await client.post(`orders/${order.id}/payments`, bad), 'amount');
        const good = { method_id: shop.cash, amount: currency === 'JPY' ? 500 : 0.005 };
        assert.equal((await client.post(`orders/${order.id}/payments`, good)).json.paid, good.amount);
      }
    });
  });

  describe('variations (reference: money.4, money.8, money.10)', () => {
    it('apply to the line, then to the order', async () => {
      const { soup, tea } = shop;
      const order = await shop.order({
        price_variation: 0.9,
        lines: [
          { product_id: soup.id, quantity: 2, price_variation: 0.5 },
          { product_id: tea.id, price_fixed_variation: -1 },
        ],
      });
      assert.deepEqual(order.lines.map(amounts), [
        [9, 0],
        [2.7, 0],
      ]);
      assert.equal(order.total, 11.7);
    });

    it('an order’s fixed variation is shared by what is sold where something comes back as well', async () => {
      const tax = await newTax(shop.client, 0.1);
      const taxed = await product({ unit_price: 100, taxes: [tax] });
      const back = await product({ unit_price: 99.99 });
      const lines = [{ product_id: taxed.id }, { product_id: back.id, quantity: -1 }];
      const order = await shop.order({ price_fixed_variation: 5, lines });
      assert.deepEqual(order.lines.map(amounts), [
        [95.45, 9.55],
        [-99.99, 0],
      ]);
      assert.deepEqual([order.total, order.total_tax], [5.01, 9.55]);
    });

    it('an order’s fixed variation is what the customer pays less or more; its shares add up', async () => {
      const taxed = await product({ unit_price: 3.33, taxes: [await newTax(shop.client, 0.2)] });
      const lines = [taxed, taxed, shop.tea].map(({ id }) => ({ product_id: id }));
      for (const fixed of [-1, 1, -0.01, 2.37]) {
        const order = await shop.order({ price_fixed_variation: fixed, lines });
        const cents = Math.round((10.66 + fixed) * 100);
        assert.equal(Math.round(order.total * 100), cents);
        const sum = order.lines.flatMap(amounts).reduce((total: number, each: number) => total + each, 0);
        assert.equal(Math.round(sum * 100), cents);
      }
      const discounted = await shop.order({ price_fixed_variation: -1, lines });
      assert.deepEqual(discounted.lines.map(amounts), [
        [2.52, 0.5],
        [2.52, 0.5],
        [3.62, 0],
      ]);
    });

    it('both kinds on one order or line are refused; one can be reset in the same call', async () => {
      const { client, site, tea } = shop;
      const both = { price_variation: 0.9, price_fixed_variation: -1 };
      invalidFields(await client.post('orders', { site_id: site, ...both }), 'price_variation');
      const lines = [{ product_id: tea.id }, { product_id: tea.id, ...both }];
      invalidFields(await client.post('orders', { site_id: site, lines }), 'lines[1].price_variation');
      const neutral = { ...both, price_variation: 1 };
      assert.equal((await shop.order({ ...neutral, lines: [{ product_id: tea.id, ...neutral }] })).total, 2);

      const order = await shop.order({
        price_variation: 0.5,
        lines: [{ product_id: tea.id, price_variation: 0.5 }],
      });
      for (const path of [`orders/${order.id}`, `orders/${order.id}/lines/1`]) {
        invalidFields(await client.put(path, { price_fixed_variation: -1 }), 'price_variation');
      }
      for (const reset of [1, null]) {
        const made = await shop.order({
          price_variation: 0.5,
          lines: [{ product_id: tea.id, price_variation: 0.5 }],
        });
        const swap = { price_variation: reset, price_fixed_variation: -1 };
        assert.equal((await client.put(`orders/${made.id}`, swap)).json.total, 1);
        assert.equal((await client.put(`orders/${made.id}/lines/1`, swap)).json.total, 2);
        const back = { price_variation: 0.5, price_fixed_variation: reset === 1 ? 0 : null };
        assert.equal((await client.put(`orders/${made.id}`, back)).json.total, 1.5);
        assert.equal((await client.put(`orders/${made.id}/lines/1`, back)).json.total, 1);
      }
      // A variation that changes nothing is none: the other kind may be set.
      const plain = await shop.order({ price_variation: 1, price_fixed_variation: 0 });
      assert.equal((await client.put(`orders/${plain.id}`, { price_fixed_variation: 5 })).status, 200);
    });

    it('a fixed variation takes neither a line nor an order below zero', async () => {
      const { client, soup } = shop;
      const line = { product_id: soup.id };
      const cases: [field: string, body: object][] = [
        ['price_fixed_variation', { lines: [line], price_fixed_variation: -20 }],
        ['price_fixed_variation', { lines: [{ ...line, quantity: -1 }], price_fixed_variation: 10.01 }],
        ['lines[1].price_fixed_variation', { lines: [line, { ...line, price_fixed_variation: -10.01 }] }],
        ['lines[0].price_fixed_variation', { lines: [{ ...line, quantity: -1, price_fixed_variation: 11 }] }],
      ];
      for (const [field, body] of cases) {
        for (const path of ['orders', 'orders/price']) {
          invalidFields(await client.post(path, { site_id: shop.site, ...body }), field);
        }
      }
      const free = await shop.order({ lines: [line], price_fixed_variation: -10 });
      assert.equal(free.total, 0);
      const back = [{ ...line, quantity: -1, price_fixed_variation: 4 }];
      assert.equal((await shop.order({ lines: back })).total, -6);

      const path = `orders/${free.id}`;
      invalidFields(await client.put(path, { price_fixed_variation: -10.01 }), 'price_fixed_variation');
      invalidFields(await client.put(`${path}/lines/1`, { quantity: 0.5 }), 'price_fixed_variation');
      invalidFields(
        await client.post(`${path}/lines`, { ...line, price_fixed_variation: -11 }),
        'price_fixed_variation',
      );
      const list = [line, { ...line, price_fixed_variation: -11 }];
      invalidFields(await client.post(`${path}/lines`, list), '[1].price_fixed_variation');
      assert.deepEqual(await shop.read(free), free);
      const two = await make(client, `${path}/lines`, line);
      assert.equal(two.total, 10);
      const fixed = await client.put(`${path}/lines/2`, { price_fixed_variation: -10.01 });
      invalidFields(fixed, 'price_fixed_variation');
      invalidFields(await client.put(path, { price_fixed_variation: -20.01 }), 'price_fixed_variation');
      assert.equal((await client.put(path, { price_fixed_variation: -20 })).json.total, 0);
      invalidFields(await client.delete(`${path}/lines/1`), 'price_fixed_variation');
    });

    it('a line with a negative quantity is a return', async () => {
      const { soup, tea } = shop;
      const order = await shop.order({
        lines: [{ product_id: soup.id, quantity: -1.5 }, { product_id: tea.id }],
      });
      assert.deepEqual(order.lines.map(amounts), [
        [-15, 0],
        [4, 0],
      ]);
      assert.deepEqual([order.total, order.due], [-11, 0]);
    });
  });

  describe('tip and service (reference: money.13, money.14)', () => {
    for (const [name, payment, paid, tips, due] of [
      ['5 paid', { amount: 5 }, 0.45, 0, 6],
      ['4 paid with a tip of 0.10', { amount: 4, tip: 0.1 }, 0.37, 0, 6.9],
      ['4 paid with a tip of 2', { amount: 4, tip: 2 }, 1, 1, 6],
    ] as const) {
      it(`10.00 with 10 %, ${name}`, async () => {
        const { client, soup, cash } = shop;
        const order = await shop.order({ tip_service_percent: 10, lines: [{ product_id: soup.id }] });
        assert.deepEqual([order.total, order.tip_service_amount, order.due], [10, 1, 11]);
        const after = await client.post(`orders/${order.id}/payments`, { method_id: cash, ...payment });
        assert.equal(after.status, 201, after.text);
        const { total, tip_service_paid, tips: ordinary, due: left } = after.json;
        assert.deepEqual([total, tip_service_paid, ordinary, left], [10, paid, tips, due]);
      });
    }

    it('an amount takes the percent’s place, and a percent the amount’s', async () => {
      const { client, soup } = shop;
      const order = await shop.order({ tip_service_amount: 2.5, lines: [{ product_id: soup.id }] });
      const figures = async (body: object) => {
        const { json } = await client.put(`orders/${order.id}`, body);
        return [json.tip_service_percent, json.tip_service_amount, json.due];
      };
      assert.deepEqual([order.tip_service_percent, order.tip_service_amount, order.due], [null, 2.5, 12.5]);
      assert.deepEqual(await figures({ tip_service_percent: 20 }), [20, 2, 12]);
      assert.deepEqual(await figures({ tip_service_amount: 3 }), [null, 3, 13]);
      assert.deepEqual(await figures({ tip_service_percent: null }), [null, 3, 13]);
      assert.deepEqual(await figures({ tip_service_amount: null }), [null, 0, 10]);
    });

    it('tips, service and surcharges stand outside the total', async () => {
      const { soup, cash } = shop;
      const order = await shop.order({
        credit_card_surcharge: 0.3,
        lines: [{ product_id: soup.id }],
        payments: [{ method_id: cash, amount: 4, tip: 1.5, credit_card_surcharge: 0.2 }],
      });
      assert.deepEqual(
        [order.total, order.paid, order.due, order.tips, order.credit_card_surcharge],
        [10, 4, 6, 1.5, 0.5],
      );
    });
  });

  describe('POST /orders/price', () => {
    it('gives the figures that create gives, without ids, and saves nothing', async () => {
      const { client, site, soup, tea, cash, customer } = shop;
      const taxed = await product({ unit_price: 3.33, taxes: [await newTax(client, 0.2)] });
      const body = {
        site_id: site,
        status: 'PENDING',
        customer_id: customer,
        price_fixed_variation: -1.11,
        tip_service_percent: 7.5,
        group_id: 'priced',
        lines: [
          { product_id: soup.id, quantity: 1.5 },
          { product_id: taxed.id, price_variation: 0.35 },
          { product_id: tea.id, quantity: -1 },
        ],
        payments: [{ method_id: cash, amount: 5, tip: 0.25 }],
      };
      const log = await EventLog.open(client);
      for (let times = 0; times < 3; times++) await client.post('orders/price', body);
      const price = await client.post('orders/price', body);
      assert.equal(price.status, 200, price.text);
      assert.equal(price.headers.location, undefined);
      assert.deepEqual(await log.take(), []);
      const created = await make(client, 'orders', body);

      const { lines, payments, ...head } = price.json;
      assert.deepEqual([head.id, head.id_str, head.saleid], [null, null, null]);
      assert.ok(lines.every((line: Json) => line.line_id === null));
      assert.ok(payments.every((payment: Json) => payment.id === null && payment.id_str === null));
      const none = {
        id: null,
        id_str: null,
        line_id: null,
        line_id_str: null,
        saleid: null,
        order_number: null,
      };
      const without = (part: Json) => ({ ...part, ...none });
      const { lines: createdLines, payments: createdPayments, ...createdHead } = created;
      assert.deepEqual(without(head), without(createdHead));
      assert.deepEqual(lines.map(without), createdLines.map(without));
      assert.deepEqual(payments.map(without), createdPayments.map(without));
      assert.equal((await client.get(`sites/${site}/groups/priced`)).json.length, 1);
    });

    it('refuses what create refuses', async () => {
      const { client, site, gone } = shop;
      const ask = (body: object) => client.post('orders/price', { site_id: site, ...body });
      const before = (await client.get('customers?limit=5000')).json.length;
      refused(await ask({ status: 'PENDING', lines: [{ product_id: gone.id }] }), 400, 'out_of_stock');
      invalidFields(await ask({ lines: [{ product_id: 1e9 }] }), 'lines[0].product_id');
      invalidFields(await ask({ customer_id: 1e9 }), 'customer_id');
      invalidFields(await ask({ customer_id: 1, customer: { first_name: 'A', phone: '1' } }), 'customer');
      invalidFields(await ask({ original_order_id_str: '1000000000' }), 'original_order_id_str');
      const withNew = await ask({ customer: { first_name: 'Nobody', phone: '555' } });
      assert.equal(withNew.status, 200, withNew.text);
      assert.equal((await client.get('customers?limit=5000')).json.length, before);
    });

    it('shows a paid order as it would end', async () => {
      const { client, site, soup, cash } = shop;
      const lines = [{ product_id: soup.id }];
      const body = { site_id: site, status: 'PENDING', lines, payments: [{ method_id: cash, amount: 10 }] };
      const answer = await client.post('orders/price', body);
      assert.deepEqual([answer.json.status, answer.json.due], ['COMPLETE', 0]);
      const [newest] = (await client.get('orders?limit=1')).json;
      const refund = { site_id: site, original_order_id_str: newest.id_str };
      const price = await client.post('orders/price', { ...refund, lines: [{ ...lines[0], quantity: -1 }] });
      invalidFields(price, 'original_order_id_str');
    });
  });
});
