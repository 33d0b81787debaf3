import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

const CLOSED = 'A COMPLETE order cannot be updated.';

onEachEngine('payments of orders', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const pay = (order: Json, amount: number, more: object = {}) =>
    shop.client.post(`orders/${order.id}/payments`, { method_id: shop.cash, amount, ...more });
  const put = async (order: Json, fields: object) =>
    (await shop.client.put(`orders/${order.id}`, fields)).json;
  const soup = (more: object = {}) => shop.order({ lines: [{ product_id: shop.soup.id }], ...more });
  const cash = (amount: number) => [{ method_id: shop.cash, amount }];

  it('a payment is added to the order, which is answered whole', async () => {
    const order = await soup();
    const answer = await pay(order, 4, { tip: 1, ref: 'A7' });
    assert.equal(answer.status, 201, answer.text);
    assert.match(answer.headers.location ?? '', new RegExp(`/orders/${order.id}/payments/1$`));
    const [payment] = answer.json.payments;
    const path = `orders/${order.id}/payments`;
    assert.deepEqual((await shop.client.get(`${path}/1`)).json, payment);
    refused(await shop.client.get(`${path}/2`), 404, 'not_found');
    const { number, amount, tip, ref } = payment;
    assert.deepEqual({ number, amount, tip, ref }, { number: 1, amount: 4, tip: 1, ref: 'A7' });
    assert.deepEqual([answer.json.paid, answer.json.due, answer.json.tips], [4, 6, 1]);
    const read = await shop.client.get(`orders/${order.id}`);
    assert.equal(read.text, answer.text);
    assert.equal(read.headers.etag, answer.headers.etag);
    const second = await pay(order, -1);
    assert.deepEqual([second.json.paid, second.json.due], [3, 7]);
    const list = await shop.client.get(`orders/${order.id}/payments`);
    assert.deepEqual(list.json, second.json.payments);
    assert.deepEqual(
      list.json.map((each: Json) => each.number),
      [1, 2],
    );
  });

  describe('complete a PENDING order (reference: orders.6)', () => {
    it('when they come with it', async () => {
      const paid = await soup({ status: 'PENDING', payments: cash(10) });
      assert.deepEqual([paid.status, paid.due], ['COMPLETE', 0]);
      const over = await soup({ status: 'PENDING', payments: cash(20) });
      assert.deepEqual([over.status, over.due, over.paid], ['COMPLETE', 0, 20]);
      assert.equal((await soup({ status: 'PENDING', payments: cash(9.99) })).status, 'PENDING');
      assert.equal((await soup({ status: 'PENDING' })).status, 'PENDING');
    });

    it('when the last of them comes, tips of the service included', async () => {
      const order = await soup({ status: 'PENDING', tip_service_percent: 10 });
      assert.equal((await pay(order, 5)).json.status, 'PENDING');
      assert.equal((await pay(order, 5)).json.status, 'PENDING');
      const last = await pay(order, 0, { tip: 1 });
      assert.deepEqual([last.json.status, last.json.due, last.json.tip_service_paid], ['COMPLETE', 0, 1]);
    });

    it('when it becomes PENDING after it was paid', async () => {
      for (const status of ['SUBMITTED', 'ON_HOLD', 'ACCEPTED']) {
        const order = await soup({ status });
        assert.equal((await pay(order, 10)).json.status, status);
        assert.equal((await put(order, { status: 'PENDING' })).status, 'COMPLETE');
      }
    });

    it('when what is due shrinks to what was paid', async () => {
      const { client } = shop;
      const two = () =>
        shop.order({ status: 'PENDING', lines: [1, 2].map(() => ({ product_id: shop.soup.id })) });
      const removed = await two();
      await pay(removed, 10);
      assert.equal((await client.delete(`orders/${removed.id}/lines/2`)).status, 204);
      assert.equal((await shop.read(removed)).status, 'COMPLETE');
      const discounted = await two();
      await pay(discounted, 10);
      assert.equal((await put(discounted, { price_variation: 0.5 })).status, 'COMPLETE');
    });

    it('unless the add-on completes it itself', async () => {
      const order = await soup({ status: 'PENDING', complete_when_paid: false, payments: cash(10) });
      assert.equal(order.status, 'PENDING');
      assert.equal((await pay(order, 0)).json.status, 'PENDING');
      assert.equal((await put(order, { notes: 'still cooking' })).status, 'PENDING');
      const delivered = await soup({ status: 'PENDING', complete_when_paid: false, payments: cash(10) });
      assert.equal((await put(delivered, { status: 'COMPLETE' })).status, 'COMPLETE');
      assert.equal((await put(order, { complete_when_paid: true })).status, 'COMPLETE');
    });

    it('of nothing, with a payment of 0', async () => {
      const blank = await shop.order({ status: 'PENDING' });
      assert.equal(blank.status, 'PENDING');
      assert.equal((await put(blank, { notes: 'for free' })).status, 'PENDING');
      assert.equal((await pay(blank, 0)).json.status, 'COMPLETE');
      assert.equal((await shop.order({ status: 'PENDING', payments: cash(0) })).status, 'COMPLETE');
    });

    it('of returned goods, once all of the money was given back', async () => {
      const lines = [{ product_id: shop.soup.id, quantity: -1 }];
      const order = await shop.order({ status: 'PENDING', lines });
      assert.equal((await pay(order, 0)).json.status, 'PENDING');
      assert.equal((await pay(order, -9.99)).json.status, 'PENDING');
      assert.equal((await pay(order, -0.01)).json.status, 'COMPLETE');
    });

    it('and no other', async () => {
      for (const status of ['SUBMITTED', 'ON_HOLD', 'ACCEPTED']) {
        assert.equal((await soup({ status, payments: cash(10) })).status, status);
      }
      // A delivery notification needs no payment.
      const told = await soup({ status: 'COMPLETE' });
      assert.deepEqual([told.status, told.due], ['COMPLETE', 10]);
    });
  });

  it('no more is given back than came in, or than a return comes to', async () => {
    const { client, soup, cash, site } = shop;
    const sale = { site_id: site, lines: [{ product_id: soup.id }] };
    const back = { site_id: site, lines: [{ product_id: soup.id, quantity: -1 }] };
    const pays = (...amounts: number[]) => ({
      payments: amounts.map((amount) => ({ method_id: cash, amount })),
    });
    for (const path of ['orders', 'orders/price']) {
      invalidFields(await client.post(path, { ...sale, ...pays(-500) }), 'payments[0].amount');
      invalidFields(await client.post(path, { ...sale, ...pays(10, -10.01) }), 'payments[1].amount');
      invalidFields(await client.post(path, { ...back, ...pays(-10.01) }), 'payments[0].amount');
      invalidFields(await client.post(path, { site_id: site, ...pays(-0.01) }), 'payments[0].amount');
    }
    const order = await make(client, 'orders', sale);
    invalidFields(await pay(order, -500), 'amount');
    invalidFields(await pay(order, -0.01), 'amount');
    assert.equal((await pay(order, 4)).status, 201);
    invalidFields(await pay(order, -4.01), 'amount');
    assert.equal((await pay(order, -4)).json.paid, 0);
    const returned = await make(client, 'orders', back);
    invalidFields(await pay(returned, -10.01), 'amount');
    assert.equal((await pay(returned, -10)).json.paid, -10);
    invalidFields(await pay(returned, -0.01), 'amount');
  });

  it('a COMPLETE order takes no payment and keeps those it has', async () => {
    const order = await soup({ status: 'PENDING', payments: cash(10) });
    for (const answer of [
      await pay(order, 1),
      await pay(order, -1),
      await shop.client.put(`orders/${order.id}/payments/1`, { ref: 'late' }),
      await shop.client.put(`orders/${order.id}/payments/9`, { ref: 'late' }),
    ]) {
      refused(answer, 400, 'invalid_request');
      assert.equal(answer.json.error_description, CLOSED);
    }
    assert.deepEqual(await shop.read(order), order);
  });

  it('a REJECTED order takes no money, but gives it back', async () => {
    const order = await soup({ payments: cash(10) });
    await put(order, { status: 'REJECTED' });
    refused(await pay(order, 0.01), 409, 'conflict');
    assert.equal((await pay(order, -10)).json.paid, 0);
    // An order rejected long ago can be completed with its payments.
    assert.equal((await soup({ status: 'REJECTED', payments: cash(10) })).paid, 10);
  });

  it('ref and tip of a payment can be changed, and nothing else', async () => {
    const order = await soup({ payments: cash(4), tip_service_amount: 1 });
    const path = `orders/${order.id}/payments/1`;
    const { client } = shop;
    const changed = await client.put(path, { ref: 'R-2', tip: 0.75 });
    assert.equal(changed.status, 200, changed.text);
    const [payment] = changed.json.payments;
    assert.deepEqual([payment.ref, payment.tip, payment.amount], ['R-2', 0.75, 4]);
    assert.deepEqual([changed.json.tip_service_paid, changed.json.due], [0.75, 6.25]);
    const unset = await client.put(path, { ref: null });
    assert.deepEqual([unset.json.payments[0].ref, unset.json.payments[0].tip], [null, 0.75]);
    for (const [field, value] of [
      ['amount', 5],
      ['amount', 4],
      ['method_id', shop.card],
      ['credit_card_surcharge', 1],
      ['tip', 0.005],
      ['tip', 'much'],
      ['ref', 'x'.repeat(256)],
    ] as const) {
      invalidFields(await client.put(path, { [field]: value }), field);
    }
    for (const number of ['0', '2', '01', 'x', '99999999999999999999']) {
      refused(await client.put(`orders/${order.id}/payments/${number}`, { ref: 'x' }), 404, 'not_found');
    }
    assert.deepEqual(await shop.read(order), unset.json);
  });

  it('a negative tip gives back what was tipped, and no more', async () => {
    const { client, site, cash: method_id } = shop;
    const payment = (tip: number) => ({ method_id, amount: 1, tip });
    const made = (...tips: number[]) =>
      client.post('orders', {
        site_id: site,
        lines: [{ product_id: shop.soup.id }],
        payments: tips.map(payment),
      });
    invalidFields(await made(-0.01), 'payments[0].tip');
    invalidFields(await made(-1, 2, -1.01), 'payments[2].tip');
    const order = (await made(-1, 2)).json;
    const path = `orders/${order.id}/payments`;
    invalidFields(await client.post(path, payment(-1.01)), 'tip');
    invalidFields(await client.put(`${path}/2`, { tip: 0.99 }), 'tip');
    assert.equal((await client.post(path, payment(-0.4))).status, 201);
    // What a refund gave back is not there any more.
    const refund = { site_id: site, original_order_id_str: order.id_str };
    const back = await client.post('orders', { ...refund, payments: [{ method_id, amount: 0, tip: -0.5 }] });
    assert.equal(back.status, 201, back.text);
    invalidFields(await client.post(path, payment(-0.11)), 'tip');
    invalidFields(await client.put(`${path}/2`, { tip: 1.89 }), 'tip');
    assert.equal((await client.put(`${path}/2`, { tip: 1.9 })).status, 200);
    assert.equal((await client.put(`${path}/1`, { tip: 5 })).status, 200);
  });

  it('a negative surcharge gives back what was paid in surcharges, and no more', async () => {
    const { client, site, cash: method_id } = shop;
    const payment = (amount: number, credit_card_surcharge: number) => ({
      method_id,
      amount,
      credit_card_surcharge,
    });
    const made = (...payments: object[]) =>
      client.post('orders', { site_id: site, lines: [{ product_id: shop.soup.id }], payments });
    invalidFields(await made(payment(0, -80)), 'payments[0].credit_card_surcharge');
    invalidFields(await made(payment(1, 1), payment(1, -1.01)), 'payments[1].credit_card_surcharge');
    const order = (await made(payment(5, 2))).json;
    const path = `orders/${order.id}/payments`;
    invalidFields(await client.post(path, payment(0, -2.01)), 'credit_card_surcharge');
    assert.equal((await client.post(path, payment(0, -0.5))).status, 201);
    const refund = (payments: object[]) =>
      client.post('orders', { site_id: site, original_order_id_str: order.id_str, payments });
    invalidFields(await refund([payment(-1, -1.51)]), 'payments[0].credit_card_surcharge');
    assert.equal((await refund([payment(-1, -1)])).status, 201);
    invalidFields(await client.post(path, payment(0, -0.51)), 'credit_card_surcharge');
    assert.equal((await client.post(path, payment(0, -0.5))).status, 201);
  });

  it('the surcharge of an order is never less than that of its payments (reference: money.16)', async () => {
    const { client, cash: method_id } = shop;
    const order = await soup({
      credit_card_surcharge: 0.3,
      payments: [{ method_id, amount: 1, credit_card_surcharge: 0.5 }],
    });
    assert.equal(order.credit_card_surcharge, 0.8);
    const put = (credit_card_surcharge: number | null) =>
      client.put(`orders/${order.id}`, { credit_card_surcharge });
    for (const less of [0.49, 0, null]) invalidFields(await put(less), 'credit_card_surcharge');
    for (const fits of [0.8, 0.5, 1.25]) {
      const answer = await put(fits);
      assert.deepEqual([answer.status, answer.json.credit_card_surcharge], [200, fits]);
    }
  });

  it('a changed tip can complete the order', async () => {
    const order = await soup({ status: 'PENDING', tip_service_amount: 1, payments: cash(10) });
    assert.equal(order.status, 'PENDING');
    const answer = await shop.client.put(`orders/${order.id}/payments/1`, { tip: 1 });
    assert.deepEqual([answer.json.status, answer.json.due], ['COMPLETE', 0]);
  });

  it('what a payment needs is asked for by name', async () => {
    const order = await soup();
    const { client, cash: method } = shop;
    const path = `orders/${order.id}/payments`;
    invalidFields(await client.post(path, {}), 'amount');
    for (const field of ['amount', 'tip', 'credit_card_surcharge']) {
      for (const value of [0.001, 100_000_001, '1', ...(field === 'amount' ? [null] : [])]) {
        invalidFields(await client.post(path, { method_id: method, amount: 1, [field]: value }), field);
      }
      const body = { site_id: shop.site, payments: [{ method_id: method, amount: 1, [field]: 0.001 }] };
      invalidFields(await client.post('orders', body), `payments[0].${field}`);
    }
    invalidFields(await client.post(path, { method_id: 1e9, amount: 1 }), 'method_id');
    assert.deepEqual(await shop.read(order), order);
  });

  it('the method may be left out by an add-on that has its own', async () => {
    const { client, card } = await service().newCompany('Add-on pays');
    const [site] = card.sites;
    const order = await make(client, 'orders', { site_id: site.id });
    invalidFields(await client.post(`orders/${order.id}/payments`, { amount: 1 }), 'method_id');
    const body = { site_id: site.id, payments: [{ amount: 1 }] };
    invalidFields(await client.post('orders', body), 'payments[0].method_id');
    const own = await make(client, 'payment_methods', { name: 'Our wallet', kind: 'addon' });
    const paid = await client.post(`orders/${order.id}/payments`, { amount: 1 });
    assert.equal(paid.json.payments[0].method.name, 'Our wallet');
    const mixed = [{ amount: 1 }, { amount: 2, method_id: card.payment_methods[0].id }, { amount: 3 }];
    const together = await make(client, 'orders', { site_id: site.id, payments: mixed });
    assert.deepEqual(
      together.payments.map((payment: Json) => payment.method.name),
      ['Our wallet', 'Cash', 'Our wallet'],
    );
    refused(await client.delete(`payment_methods/${own.id}`), 409, 'conflict');
  });

  it('a method that was used is not deleted, one that was only priced is', async () => {
    const { client, site } = shop;
    const used = await make(client, 'payment_methods', { name: 'Voucher', kind: 'card' });
    const priced = await make(client, 'payment_methods', { name: 'Token', kind: 'card' });
    await client.post('orders/price', { site_id: site, payments: [{ method_id: priced.id, amount: 1 }] });
    await soup({ payments: [1, 2].map((amount) => ({ method_id: used.id, amount })) });
    refused(await client.delete(`payment_methods/${used.id}`), 409, 'conflict');
    assert.equal((await client.delete(`payment_methods/${priced.id}`)).status, 204);
  });

  it('an order has at most 200 payments', async () => {
    const many = Array.from({ length: 200 }, () => cash(0.01)).flat();
    const order = await shop.order({ payments: many });
    assert.deepEqual([order.paid, order.payments.at(-1).number], [2, 200]);
    invalidFields(await pay(order, 0.01), 'payments');
    const body = { site_id: shop.site, payments: [...many, ...cash(1)] };
    invalidFields(await shop.client.post('orders', body), 'payments');
  });
});
