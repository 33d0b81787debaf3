import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

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
    assert.deepEqual(await shop.topics(() => refund(original, 10, 10)), ['orders/completed']);
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
    const giveBack = (amount: number) =>
      shop.client.post(`orders/${order.id}/payments`, { method_id: shop.cash, amount: -amount });
    assert.equal((await giveBack(2)).status, 201);
    tooMuch(await refund(order, undefined, 8.01));
    assert.equal((await refund(order, undefined, 5)).status, 201);
    invalidFields(await giveBack(3.01), 'amount');
    assert.equal((await giveBack(3)).json.paid, 5);
    invalidFields(await giveBack(0.01), 'amount');
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
    // What is sold in exchange has to be there.
    const { json: second } = await client.post('orders', { site_id: site, status: 'COMPLETE', payments });
    const exchange = {
      lines: [
        { product_id: shop.gone.id, quantity: 1 },
        { product_id: shop.soup.id, quantity: -1 },
      ],
    };
    refused(await refund(second, undefined, undefined, exchange), 400, 'out_of_stock');
  });
});
