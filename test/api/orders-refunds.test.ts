import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, refused } from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

onEachEngine('refunds', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  /** A paid order of soups at 10. */
  const paid = (quantity = 1, amount = 10 * quantity) =>
    shop.order({
      status: 'COMPLETE',
      lines: [{ product_id: shop.soup.id, quantity }],
      payments: [{ method_id: shop.cash, amount }],
    });
  /** Gives back goods and money; undefined leaves them out. */
  const refund = (original: Json, goods?: number, money?: number, more: object = {}) =>
    shop.client.post('orders', {
      site_id: shop.site,
      original_order_id_str: original.id_str,
      ...(goods === undefined ? {} : { lines: [{ product_id: shop.soup.id, quantity: -goods / 10 }] }),
      ...(money === undefined ? {} : { payments: [{ method_id: shop.cash, amount: -money }] }),
      ...more,
    });
  const tooMuch = (answer: Awaited<ReturnType<typeof refund>>) =>
    invalidFields(answer, 'original_order_id_str');
  const moreThanSold = (answer: Awaited<ReturnType<typeof refund>>) =>
    invalidFields(answer, 'lines[0].quantity');

  it('is an order of its own that names the original and is COMPLETE', async () => {
    const original = await paid(2);
    for (const status of [undefined, 'SUBMITTED', 'PENDING']) {
      const answer = await refund(original, 5, 5, { status });
      assert.equal(answer.status, 201, answer.text);
      const { json } = answer;
      assert.deepEqual(
        [
          json.status,
          json.is_refund,
          json.original_order_id_str,
          json.refunded_order_id,
          json.total,
          json.paid,
        ],
        ['COMPLETE', true, original.id_str, original.id, -5, -5],
      );
      assert.deepEqual(await shop.read(json), json);
    }
    assert.deepEqual(await shop.read(original), original);
  });

  it('is told as completed, and nothing of it is cooked', async () => {
    const original = await paid();
    assert.deepEqual(await shop.topics(() => refund(original, 10, 10)), [
      'orders/created',
      'orders/completed',
    ]);
  });

  it('gives back all that was paid, at once or in parts, and not a cent more', async () => {
    const whole = await paid();
    assert.equal((await refund(whole, 10, 10)).status, 201);
    tooMuch(await refund(whole, undefined, 0.01));
    assert.equal((await refund(whole, undefined, 0)).status, 201);

    const parts = await paid(3);
    assert.equal((await refund(parts, 10, 10)).status, 201);
    assert.equal((await refund(parts, 5, 5)).status, 201);
    moreThanSold(await refund(parts, 15.01, 15));
    tooMuch(await refund(parts, 15, 15.01));
    tooMuch(await refund(parts, undefined, 16));
    moreThanSold(await refund(parts, 16));
    assert.equal((await refund(parts, 15, 15)).status, 201);
    moreThanSold(await refund(parts, 0.01));
    tooMuch(await refund(parts, undefined, 0.01));
  });

  it('is bounded by what was paid, not by what it cost; tips do not count', async () => {
    tooMuch(await refund(await shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] }), 1));
    const half = await shop.order({
      lines: [{ product_id: shop.soup.id }],
      payments: [{ method_id: shop.cash, amount: 4, tip: 6 }],
    });
    tooMuch(await refund(half, undefined, 4.01));
    assert.equal((await refund(half, undefined, 4)).status, 201);
  });

  it('shares what was paid with negative payments on the original', async () => {
    const order = await shop.order({
      status: 'ACCEPTED',
      lines: [{ product_id: shop.soup.id }],
      payments: [{ method_id: shop.cash, amount: 10 }],
    });
    const sendRefund = (amount: number) =>
      shop.client.post(`orders/${order.id}/payments`, { method_id: shop.cash, amount: -amount });
    assert.equal((await sendRefund(2)).status, 201);
    tooMuch(await refund(order, undefined, 8.01));
    assert.equal((await refund(order, undefined, 5)).status, 201);
    invalidFields(await sendRefund(3.01), 'amount');
    assert.equal((await sendRefund(3)).json.paid, 5);
    invalidFields(await sendRefund(0.01), 'amount');
    tooMuch(await refund(order, undefined, 0.01));
  });

  it('gives back, and does not take', async () => {
    const original = await paid(5);
    invalidFields(await refund(original, -10), 'lines');
    invalidFields(await refund(original, 10, -10), 'payments');
    const { soup, tea } = shop;
    const exchange = [
      { product_id: soup.id, quantity: -1 },
      { product_id: tea.id, quantity: 1 },
    ];
    assert.equal((await refund(original, undefined, 6, { lines: exchange })).json.total, -6);
  });

  it('needs an order of this company that is no refund itself and not deleted', async () => {
    const { client, site } = shop;
    const original = await paid();
    const { json: first } = await refund(original, 5, 5);
    tooMuch(await refund(first, 1));
    const { foreign, foreignCard } = service();
    const theirs = await make(foreign, 'orders', {
      site_id: foreignCard.sites[0].id,
      payments: [{ method_id: foreignCard.payment_methods[0].id, amount: 10 }],
    });
    tooMuch(await refund(theirs, 1));
    const deleted = await shop.order({ payments: [{ method_id: shop.cash, amount: 10 }] });
    await client.delete(`orders/${deleted.id}`);
    tooMuch(await refund(deleted, 1));
    for (const id of ['0', 'x', '', 1.5]) {
      invalidFields(
        await client.post('orders', { site_id: site, original_order_id_str: id }),
        'original_order_id_str',
      );
    }
    const none = await make(client, 'orders', { site_id: site, original_order_id_str: null });
    assert.deepEqual([none.is_refund, none.status], [false, 'SUBMITTED']);
  });

  it('takes back what is not sold any more', async () => {
    const { client, site } = shop;
    const product = await make(client, `sites/${site}/products`, {
      name: 'Last one',
      sku: 'L1',
      unit_price: 7,
    });
    const lines = [{ product_id: product.id }];
    const payments = [{ method_id: shop.cash, amount: 7 }];
    const original = await shop.order({ status: 'COMPLETE', lines, payments });
    await client.delete(`products/${product.id}`);
    const back = { lines: [{ product_id: product.id, quantity: -1 }] };
    const answer = await refund(original, undefined, 7, back);
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.json.total, -7);
    assert.deepEqual(answer.json.lines[0].product, original.lines[0].product);
    invalidFields(await client.post('orders', { site_id: site, ...back }), 'lines[0].product_id');
    // Products sold in exchange have to be in stock.
    const second = await paid();
    const exchange = {
      lines: [
        { product_id: shop.gone.id, quantity: 1 },
        { product_id: shop.soup.id, quantity: -1 },
      ],
    };
    refused(await refund(second, undefined, undefined, exchange), 400, 'out_of_stock');
  });

  it('gives back the tips that were paid, in parts or at once, and no more', async () => {
    const tipped = (tip: number, amount = 10) => ({ method_id: shop.cash, amount, tip });
    const tip = (answer: Awaited<ReturnType<typeof refund>>, at = 0) =>
      invalidFields(answer, `payments[${at}].tip`);
    const original = await shop.order({
      status: 'COMPLETE',
      lines: [{ product_id: shop.soup.id, quantity: 2 }],
      payments: [tipped(3), tipped(2)],
    });
    const back = (...tips: number[]) =>
      refund(original, undefined, undefined, { payments: tips.map((each) => tipped(each, -1)) });
    tip(await back(-5.01));
    tip(await back(-3, -2.01), 1);
    tip(await back(-6));
    const priced = await shop.client.post('orders/price', {
      ...{ site_id: shop.site, original_order_id_str: original.id_str },
      payments: [tipped(-5.01, -1)],
    });
    invalidFields(priced, 'payments[0].tip');
    assert.equal((await back(-3)).status, 201);
    tip(await back(-2.01));
    // A tip on a refund is none that another refund may give back.
    assert.equal((await back(4)).status, 201);
    tip(await back(-2.01));
    assert.equal((await back(-4, 2)).status, 201);
    tip(await back(-0.01));
    assert.equal((await back(0)).status, 201);
  });

  it('gives back no more than was sold, whatever the price, and only that', async () => {
    const { soup, tea } = shop;
    const original = await paid(2);
    const lines = (...all: object[]) => refund(original, undefined, undefined, { lines: all });
    const priced = (quantity: number, price = 0.1, product = soup) => ({
      product_id: product.id,
      quantity,
      unit_price_inc_tax: price,
    });
    const hostile: [field: string, lines: object[]][] = [
      ['lines[0].quantity', [priced(-200)]],
      ['lines[0].quantity', [priced(-2.0001, 0)]],
      ['lines[1].quantity', [priced(-1), priced(-2)]],
      ['lines[1].quantity', [{ product_id: soup.id, quantity: -2 }, priced(-0.5)]],
      ['lines[0].quantity', [{ ...priced(-3), price_variation: 0.01 }]],
      ['lines[0].product_id', [priced(-1, 0.1, tea)]],
      ['lines[0].product_id', [priced(-1, 0, tea)]],
      ['lines[1].product_id', [priced(-1), { product_id: tea.id, quantity: -1 }]],
    ];
    for (const [field, sent] of hostile) {
      const fields = { site_id: shop.site, original_order_id_str: original.id_str, lines: sent };
      invalidFields(await lines(...sent), field);
      invalidFields(await shop.client.post('orders/price', fields), field);
    }
    for (const variation of [{ price_variation: 0.5 }, { price_fixed_variation: 1 }]) {
      const sent = { lines: [{ product_id: soup.id, quantity: -3 }], ...variation };
      invalidFields(await refund(original, undefined, undefined, sent), 'lines[0].quantity');
    }
    // A refusal left no trace; parts at any price are counted together.
    assert.equal((await lines(priced(-1, 3))).status, 201);
    invalidFields(await lines({ product_id: soup.id, quantity: -1.5 }), 'lines[0].quantity');
    assert.equal((await lines({ product_id: soup.id, quantity: -1 })).json.total, -10);
    invalidFields(await lines(priced(-0.0001, 0)), 'lines[0].quantity');
  });

  it('counts the amounts in stock that were sold, and no more', async () => {
    const product = await make(shop.client, `sites/${shop.site}/products`, {
      name: 'Counted',
      unit_price: 10,
      availability: { amount: 5 },
    });
    const left = async () => {
      const { json } = await shop.client.get(`sites/${shop.site}/products/${product.id}`);
      return json.availability.amount;
    };
    const original = await shop.order({
      status: 'COMPLETE',
      lines: [{ product_id: product.id, quantity: 2 }],
      payments: [{ method_id: shop.cash, amount: 20 }],
    });
    const line = { product_id: product.id, unit_price_inc_tax: 0.1 };
    moreThanSold(await refund(original, undefined, undefined, { lines: [{ ...line, quantity: -200 }] }));
    assert.equal(await left(), 3);
    const both = await refund(original, undefined, undefined, { lines: [{ ...line, quantity: -2 }] });
    assert.equal(both.json.total, -0.2);
    assert.equal(await left(), 5);
  });

  it('is told with what is left', async () => {
    const { client, soup, tea, cash } = shop;
    const original = await shop.order({
      status: 'COMPLETE',
      lines: [
        { product_id: soup.id, quantity: 2 },
        { product_id: tea.id, quantity: 3 },
      ],
      payments: [{ method_id: cash, amount: 32 }],
    });
    const told = async (order: Json) => {
      const { status, json } = await client.get(`orders/${order.id}/refunds`);
      assert.equal(status, 200);
      return {
        money: [json.refunded, json.left],
        lines: json.lines.map((each: Json) => [
          each.number,
          each.product_id_str,
          each.quantity_sold,
          each.quantity_refunded,
          each.quantity_left,
        ]),
        orders: json.orders.map((each: Json) => [each.id_str, each.saleid, each.total, each.paid]),
      };
    };
    const line = (at: number, quantity: number, back: number) => [
      at,
      (at === 1 ? soup : tea).id_str,
      quantity,
      back,
      quantity - back,
    ];
    assert.deepEqual(await told(original), {
      money: [0, 32],
      lines: [line(1, 2, 0), line(2, 3, 0)],
      orders: [],
    });
    const { json: first } = await refund(original, 10, 10);
    const cheap = [{ product_id: tea.id, quantity: -2, unit_price_inc_tax: 0.5 }];
    const { json: other } = await refund(original, undefined, 2, { lines: cheap });
    assert.deepEqual(await told(original), {
      money: [12, 20],
      lines: [line(1, 2, 1), line(2, 3, 2)],
      orders: [
        [first.id_str, first.saleid, -10, -10],
        [other.id_str, other.saleid, -1, -2],
      ],
    });
    // A refund cannot be refunded, so nothing of it is left.
    assert.deepEqual(await told(first), { money: [0, 0], lines: [], orders: [] });
  });

  it('is in the currency of the original', async () => {
    const { client } = shop;
    const original = await paid();
    const yen = await newSite(client, { currency: 'JPY' });
    const register = await make(client, 'registers', { name: 'Yen', site_id: yen });
    const body = {
      original_order_id_str: original.id_str,
      lines: [{ product_id: shop.soup.id, quantity: -1 }],
    };
    for (const path of ['orders', 'orders/price']) {
      invalidFields(await client.post(path, { ...body, site_id: yen }), 'site_id');
      invalidFields(await client.post(path, { ...body, register_id: register.id }), 'register_id');
    }
    const same = await newSite(client);
    assert.equal((await client.post('orders', { ...body, site_id: same })).status, 201);
  });

  it('stays as it was made', async () => {
    const { client } = shop;
    const original = await paid(2);
    const { json: back } = await refund(original, 10, 10);
    const line = { product_id: shop.soup.id, quantity: -5 };
    refused(await client.post(`orders/${back.id}/lines`, line), 400, 'invalid_request');
    refused(await client.put(`orders/${back.id}/lines/1`, { quantity: -5 }), 400, 'invalid_request');
    refused(await client.put(`orders/${back.id}`, { status: 'REJECTED' }), 400, 'invalid_request');
    refused(await client.delete(`orders/${back.id}`), 409, 'conflict');
  });
});
