import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { saleId } from '#src/kernel/id.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { isError, makeOrder, pathOf } from './edge-helpers.ts';
import { make } from './helpers.ts';

const FIRST = 9_007_199_254_740_993n; // 2^53 + 1: the first whole number that a double cannot hold

onEachEngine(
  'ids above 2^53 (reference: conventions.12)',
  (service) => {
    /** The first order, and the one after it; a double takes each for its neighbour. */
    let one: Json;
    let two: Json;
    before(async () => {
      one = await makeOrder(service(), { notes: 'one', status: 'PENDING' });
      two = await makeOrder(service(), { notes: 'two' });
    });

    it('are exact in the body, as a number with all its digits and as text', async () => {
      const { client } = service();
      const answer = await client.get(`orders/${FIRST}`);
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.text, new RegExp(`^\\{"id":${FIRST},"id_str":"${FIRST}"`));
      assert.equal(one.id_str, String(FIRST));
      assert.equal(two.id_str, String(FIRST + 1n));
      const pretty = await client.get(`orders/${FIRST}`, { headers: { 'x-pretty-print': '1' } });
      assert.match(pretty.text, new RegExp(`^\\{\\n {2}"id": ${FIRST},\\n {2}"id_str": "${FIRST}"`));
    });

    it('are exact in paths and Location: the neighbour is another order', async () => {
      const { client } = service();
      const third = await client.post('orders', { site_id: service().card.sites[0].id, notes: 'three' });
      assert.ok(third.headers.location?.endsWith(`/orders/${FIRST + 2n}`), third.headers.location ?? '');
      assert.equal((await client.get(pathOf(third.headers.location))).json.notes, 'three');
      for (const [id, notes] of [
        [FIRST, 'one'],
        [FIRST + 1n, 'two'],
        [FIRST + 2n, 'three'],
      ] as const) {
        assert.equal((await client.get(`orders/${id}`)).json.notes, notes);
        assert.equal((await client.get(`orders/saleid/${saleId(id)}`)).json.notes, notes);
      }
      isError(await client.get(`orders/${FIRST - 1n}`), 404, 'not_found');
      isError(await client.get(`orders/${FIRST + 3n}`), 404, 'not_found');
      isError(await client.get('orders/9007199254740993.0'), 404, 'not_found');
      isError(await client.get('orders/9.007199254740993e15'), 404, 'not_found');
      await client.delete(`orders/${FIRST + 2n}`);
    });

    it('are exact in lists, filters and cursors', async () => {
      const { client } = service();
      const first = await client.get('orders?limit=1');
      assert.match(first.text, new RegExp(`^\\[\\{"id":${FIRST + 1n},"id_str":"${FIRST + 1n}"`));
      const second = await client.get(pathOf(first.headers['x-next-page']));
      assert.match(second.text, new RegExp(`^\\[\\{"id":${FIRST},"id_str":"${FIRST}"`));
      assert.equal(second.headers['x-next-page'], undefined);
      const picked = await client.get(`orders?ids=${FIRST}`);
      assert.deepEqual(
        picked.json.map((each: Json) => each.id_str),
        [String(FIRST)],
      );
    });

    it('are exact in events', async () => {
      const { client } = service();
      const doomed = await makeOrder(service());
      await client.delete(`orders/${doomed.id_str}`);
      const events = await client.get('events?topic=orders/deleted&limit=5000');
      const last = events.json.at(-1);
      assert.equal(last.resource_id_str, doomed.id_str);
      assert.match(events.text, new RegExp(`"resource_id":${doomed.id_str},`));
      assert.match(events.text, new RegExp(`"payload":\\{"id":${doomed.id_str},"id_str":"${doomed.id_str}"`));
    });

    it('are exact in bodies, as a number and as text: the refunded order is the one that was named', async () => {
      const { client, card } = service();
      const method_id = card.payment_methods[0].id;
      const product = (await client.get('products?sku=hawaiian_s')).json[0];
      const paid = await makeOrder(service(), {
        status: 'PENDING',
        lines: [{ product_id: product.id, quantity: 2 }],
        payments: [{ method_id, amount: 5 }],
      });
      const line = `"lines":[{"product_id":${product.id},"quantity":-1,"unit_price_inc_tax":1}]`;
      const site = `"site_id":${card.sites[0].id}`;
      for (const id of [paid.id_str, `"${paid.id_str}"`]) {
        const raw = `{${site},"original_order_id_str":${id},${line},"payments":[{"method_id":${method_id},"amount":-1}]}`;
        const refund = await client.ask('POST', 'orders', { raw });
        assert.equal(refund.status, 201, refund.text);
        assert.equal(refund.json.original_order_id_str, paid.id_str);
        assert.ok(refund.text.includes(`"refunded_order_id":${paid.id_str}`));
      }
      const neighbour = `{${site},"original_order_id_str":${BigInt(paid.id_str) + 9_999n},${line}}`;
      const missing = await client.ask('POST', 'orders', { raw: neighbour });
      isError(missing, 400, 'invalid_request');
      assert.equal(missing.json.errors[0].field, 'original_order_id_str');
    });

    it('of customers and products are small beside them, and no id is rounded on the way in', async () => {
      const { client, card } = service();
      const customer = await make(client, 'customers', { first_name: 'Small', phone: '1' });
      assert.ok(customer.id < 1_000);
      const raw = `{"site_id":${card.sites[0].id},"customer_id":${FIRST}}`;
      const answer = await client.ask('POST', 'orders', { raw });
      isError(answer, 400, 'invalid_request');
      assert.ok(answer.json.error_description.includes(String(FIRST)), answer.text);
      for (const id of ['9223372036854775808', '1e30', '1.5', '-9007199254740993', '0']) {
        const wrong = await client.ask('POST', 'orders', { raw: `{"site_id":${id}}` });
        isError(wrong, 400, 'invalid_request');
        assert.equal(wrong.json.errors[0].field, 'site_id');
      }
    });
  },
  { FIRST_ORDER_ID: String(FIRST) },
);
