import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, refused } from './helpers.ts';
import { operatorOf } from './operator-helpers.ts';
import { listed, openShop, type Shop } from './order-helpers.ts';

const STATUSES = ['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'PENDING', 'REJECTED', 'COMPLETE'] as const;
type Status = (typeof STATUSES)[number];

/** Where PUT status leads (reference: orders.4). */
const WAYS: Readonly<Record<Status, readonly Status[]>> = {
  SUBMITTED: ['ACCEPTED', 'ON_HOLD', 'PENDING', 'REJECTED', 'COMPLETE'],
  ON_HOLD: ['SUBMITTED', 'ACCEPTED', 'PENDING', 'REJECTED', 'COMPLETE'],
  ACCEPTED: ['ON_HOLD', 'PENDING', 'REJECTED', 'COMPLETE'],
  PENDING: ['ACCEPTED', 'ON_HOLD', 'REJECTED', 'COMPLETE'],
  REJECTED: [],
  COMPLETE: [],
};
/** In the order in which a course goes through them (reference: orders.35). */
const COURSES = ['no status', 'uncalled', 'pending', 'called'];
const CLOSED = 'A COMPLETE order cannot be updated.';

onEachEngine('the status of orders', (service) => {
  let shop: Shop;
  let operator: Client;
  before(async () => {
    shop = await openShop(service());
    operator = (await operatorOf(service())).client;
  });
  const put = (order: Json, fields: object, headers: Record<string, string> = {}) =>
    shop.client.put(`orders/${order.id}`, fields, { headers });

  for (const from of STATUSES) {
    for (const who of ['add-on', 'operator'] as const) {
      it(`goes from ${from} where there is a way, and nowhere else, for an ${who}`, async () => {
        const by = who === 'operator' ? operator : shop.client;
        for (const to of STATUSES) {
          const order = await shop.order({ status: from, lines: [{ product_id: shop.soup.id }] });
          service().clock.advance(MINUTE);
          const answer = await by.put(`orders/${order.id}`, { status: to });
          if (from === 'COMPLETE') {
            refused(answer, 400, 'invalid_request');
            assert.equal(answer.json.error_description, CLOSED);
          } else if (to === from) {
            assert.equal(answer.status, 200, answer.text);
          } else if (!WAYS[from].includes(to)) {
            refused(answer, 409, 'conflict');
          } else {
            assert.equal(answer.status, 200, answer.text);
            assert.equal(answer.json.status, to);
            assert.equal((await shop.read(order)).status, to);
            assert.ok(answer.json.updated_at > order.updated_at);
            continue;
          }
          assert.deepEqual(await shop.read(order), order);
        }
      });
    }
  }

  for (const [at, from] of COURSES.entries()) {
    for (const who of ['add-on', 'operator'] as const) {
      it(`a course goes on from ${from}, and never back, for an ${who}`, async () => {
        const by = who === 'operator' ? operator : shop.client;
        for (const [next, to] of COURSES.entries()) {
          const lines = [{ product_id: shop.soup.id, course_ordinal: 1, course_status: from }];
          const order = await shop.order({ lines });
          const answer = await by.put(`orders/${order.id}/lines/1`, { course_status: to });
          if (next < at) {
            refused(answer, 409, 'conflict');
            assert.deepEqual(await shop.read(order), order);
          } else {
            assert.equal(answer.status, 200, answer.text);
            assert.equal(answer.json.lines[0].course_status, to);
          }
        }
      });
    }
  }

  it('a status in other letters is no status', async () => {
    const order = await shop.order();
    for (const status of ['accepted', 'Accepted', 'COMPLETED', '', null, 2]) {
      invalidFields(await put(order, { status }), 'status');
    }
  });

  it('what changes nothing is accepted, and changes nothing', async () => {
    const { client, soup, cash } = shop;
    // Times are shown in milliseconds and sent back in milliseconds.
    service().clock.advance(567n);
    const order = await shop.order({
      status: 'ON_HOLD',
      order_type: 'Pickup',
      notes: 'no onions',
      lock: ['ALL'],
      customer_id: shop.customer,
      lines: [{ product_id: soup.id, quantity: 2, notes: 'hot' }],
      payments: [{ method_id: cash, amount: 1, ref: 'A' }],
    });
    const { headers } = await client.get(`orders/${order.id}`);
    service().clock.advance(MINUTE);
    const topics = await shop.topics(async () => {
      const { customer: _, ...same } = order;
      for (const [path, fields] of [
        ['', {}],
        ['', { status: 'ON_HOLD' }],
        ['', { notes: 'no onions', customer_id: shop.customer, price_variation: null }],
        ['', same],
        ['/lines/1', { quantity: 2, number: 1, course_status: 'no status' }],
        ['/lines/1', order.lines[0]],
        ['/payments/1', { ref: 'A', tip: 0 }],
      ] as const) {
        const answer = await client.put(`orders/${order.id}${path}`, fields);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.json, order);
        assert.equal(answer.headers.etag, headers.etag);
      }
    });
    assert.deepEqual(topics, []);
    assert.deepEqual(await shop.read(order), order);
  });

  it('a partial update alters the fields that were sent, by PUT and by PATCH', async () => {
    const order = await shop.order({
      notes: 'a',
      guests: 2,
      group_id: 'g',
      lines: [{ product_id: shop.tea.id }],
    });
    service().clock.advance(MINUTE);
    const changed = await put(order, { guests: 3 });
    const updated_at = changed.json.updated_at;
    assert.ok(updated_at > order.updated_at);
    assert.deepEqual(changed.json, { ...order, guests: 3, updated_at });
    const patched = await shop.client.patch(`orders/${order.id}`, { notes: null, group_id: null });
    assert.deepEqual(patched.json, { ...order, guests: 3, updated_at, notes: null, group_id: null });
  });

  it('every field can be changed', async () => {
    const fields = {
      register_id: Number(shop.register),
      staff_member_id: Number(shop.staff),
      customer_id: Number(shop.customer),
      order_type: 'Kiosk',
      callback_uri: 'https://example.com/x',
      lock: ['APP_PAYMENT'],
      complete_when_paid: false,
      enable_alert_sound: false,
      fulfil_at: '2026-04-01T00:00:00.000Z',
      prompt_for_reject_reason: true,
      reject_reason: { id: null, name: 'Closed', notes: null },
      ignore_availability: true,
      price_limit: 5,
      price_variation: 1.15,
      group_id: '7',
      tip_service_percent: 5,
      credit_card_surcharge: 2,
      notes: 'x',
      sale_number: '1',
      guests: 1,
      placed_at: '2026-03-01T00:00:00.000Z',
    };
    const order = await shop.order();
    for (const [field, value] of Object.entries(fields)) {
      assert.notDeepEqual(order[field], value, field);
      const answer = await put(order, { [field]: value });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json[field], value, field);
      assert.deepEqual((await shop.read(order))[field], value, field);
    }
    for (const [field, id] of [
      ['register_id', 1e9],
      ['register_id', service().foreignCard.sites[0].registers[0].id],
      ['staff_member_id', service().foreignCard.staff[0].id],
      ['customer_id', 1e9],
    ] as const) {
      invalidFields(await put(order, { [field]: id }), field);
    }
    const cleared = await put(order, { register_id: null, staff_member_id: null, fulfil_at: null });
    assert.deepEqual([cleared.json.register_id, cleared.json.staff_member_id], [null, null]);
    const prepared = Number(service().clock.now() / 1000n) + 15 * 60_000;
    assert.equal(cleared.json.fulfil_at, new Date(prepared).toISOString());
  });

  describe('a COMPLETE order', () => {
    it('is changed by nothing, whatever is sent', async () => {
      const { client, soup, cash, customer } = shop;
      const order = await shop.order({
        status: 'COMPLETE',
        lines: [{ product_id: soup.id }],
        payments: [{ method_id: cash, amount: 1 }],
      });
      const path = `orders/${order.id}`;
      const topics = await shop.topics(async () => {
        for (const answer of [
          await client.put(path, {}),
          await client.put(path, { status: 'COMPLETE' }),
          await client.put(path, { status: 'nonsense' }),
          await client.put(path, { customer_id: customer }),
          await client.post(`${path}/lines`, { product_id: soup.id }),
          await client.put(`${path}/lines/1`, { notes: 'x' }),
          await client.delete(`${path}/lines/1`),
          await client.post(`${path}/payments`, { method_id: cash, amount: 1 }),
          await client.put(`${path}/payments/1`, { ref: 'x' }),
        ]) {
          refused(answer, 400, 'invalid_request');
          assert.equal(answer.json.error_description, CLOSED);
          assert.equal(answer.json.errors, undefined);
        }
        refused(await client.delete(path), 409, 'conflict');
      });
      assert.deepEqual(topics, []);
      assert.deepEqual(await shop.read(order), order);
    });
  });

  it('the lines of a REJECTED order are settled', async () => {
    const { client, soup } = shop;
    const order = await shop.order({ status: 'REJECTED', lines: [{ product_id: soup.id }] });
    const path = `orders/${order.id}/lines`;
    refused(await client.post(path, { product_id: soup.id }), 409, 'conflict');
    refused(await client.put(`${path}/1`, { quantity: 2 }), 409, 'conflict');
    refused(await client.delete(`${path}/1`), 409, 'conflict');
    assert.deepEqual(await shop.read(order), order);
    const reason = { id: 1, name: 'No show', notes: 'twice' };
    assert.deepEqual((await put(order, { reject_reason: reason })).json.reject_reason, reason);
  });

  it('an update made to another state is refused (If-Match)', async () => {
    const { client, soup, cash } = shop;
    const order = await shop.order({
      customer_id: shop.customer,
      lines: [{ product_id: soup.id }],
      payments: [{ method_id: cash, amount: 1 }],
    });
    const path = `orders/${order.id}`;
    const { etag = '' } = (await client.get(path)).headers;
    const first = await put(order, { notes: 'mine' }, { 'if-match': etag });
    assert.equal(first.status, 200, first.text);
    const stale = { headers: { 'if-match': etag } };
    for (const answer of [
      await client.put(path, { notes: 'late' }, stale),
      await client.post(`${path}/lines`, { product_id: soup.id }, stale),
      await client.put(`${path}/lines/1`, { quantity: 2 }, stale),
      await client.delete(`${path}/lines/1`, stale),
      await client.post(`${path}/payments`, { method_id: cash, amount: 1 }, stale),
      await client.put(`${path}/payments/1`, { ref: 'x' }, stale),
      await client.delete(path, stale),
    ]) {
      refused(answer, 412, 'precondition_failed');
    }
    assert.deepEqual(await shop.read(order), first.json);
    const current = first.headers.etag ?? '';
    assert.equal((await client.get(path)).headers.etag, current);
    // The customer's shown details are part of the version that was read.
    await client.put(`customers/${shop.customer}`, { phone: String(service().clock.now()) });
    refused(await put(order, { notes: 'late' }, { 'if-match': current }), 412, 'precondition_failed');
    const { etag: newest = '' } = (await client.get(path)).headers;
    assert.equal((await put(order, { notes: 'now' }, { 'if-match': newest })).status, 200);
    assert.equal((await client.delete(path, { headers: { 'if-match': '*' } })).status, 204);
  });

  describe('a deleted order', () => {
    it('stays readable by id, and is listed among the deleted alone', async () => {
      const { client, soup } = shop;
      const order = await shop.order({ group_id: 'gone', lines: [{ product_id: soup.id }] });
      const path = `orders/${order.id}`;
      service().clock.advance(MINUTE);
      const topics = await shop.topics(async () => {
        const answer = await client.delete(path);
        assert.equal(answer.status, 204);
        assert.equal(answer.text, '');
        refused(await client.delete(path), 409, 'conflict');
      });
      assert.deepEqual(topics, ['orders/deleted']);
      const deleted = await shop.read(order);
      assert.ok(deleted.updated_at > order.updated_at);
      assert.deepEqual(deleted, { ...order, deleted: true, updated_at: deleted.updated_at });
      for (const list of [
        'orders',
        'orders/submitted',
        `sites/${shop.site}/orders`,
        `orders?ids=${order.id}`,
      ]) {
        assert.ok(!(await listed(client, list)).includes(order.id_str), list);
      }
      const deletedToo = ['orders/deleted', `sites/${shop.site}/orders/deleted`, 'orders/submitted/deleted'];
      for (const list of deletedToo) assert.ok((await listed(client, list)).includes(order.id_str), list);
      refused(await client.get(`orders/saleid/${order.saleid}`), 404, 'not_found');
      refused(await client.get(`sites/${shop.site}/groups/gone`), 404, 'not_found');
    });

    it('is changed by nothing', async () => {
      const { client, soup, cash } = shop;
      for (const status of ['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'PENDING', 'REJECTED']) {
        const order = await shop.order({ status, lines: [{ product_id: soup.id }] });
        const path = `orders/${order.id}`;
        assert.equal((await client.delete(path)).status, 204);
        refused(await client.put(path, { status: 'COMPLETE' }), 409, 'conflict');
        refused(await client.post(`${path}/lines`, { product_id: soup.id }), 409, 'conflict');
        refused(await client.post(`${path}/payments`, { method_id: cash, amount: 10 }), 409, 'conflict');
        assert.equal((await shop.read(order)).status, status);
      }
    });
  });

  it('an order is found by the characters on its receipt', async () => {
    const { client } = shop;
    const order = await shop.order();
    for (const saleid of [order.saleid, order.saleid.toLowerCase()]) {
      const found = await client.get(`orders/saleid/${saleid}`);
      assert.deepEqual(found.json, order);
      assert.equal(found.headers.etag, (await client.get(`orders/${order.id}`)).headers.etag);
    }
    for (const saleid of ['00000000', order.saleid.slice(1), `${order.saleid}0`, '%00', 'ﬀ'.repeat(4)]) {
      refused(await client.get(`orders/saleid/${encodeURI(saleid)}`), 404, 'not_found');
    }
    refused(await service().foreign.get(`orders/saleid/${order.saleid}`), 404, 'not_found');
  });
});
