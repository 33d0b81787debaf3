import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keepTexts } from '#src/outbox/order-texts.ts';
import { sql } from '#src/storage/sql.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { make, read } from './helpers.ts';
import { openShop } from './order-helpers.ts';

// Orders are answered as they were rendered when they were saved: what an earlier version rendered has every member of
// today's all the same (reference: orders.1).

/** The order's row as a version left it that knew no twins, no metadata and no option sets of lines. Its event has its text whole. */
async function renderedEarlier({ app, client }: Service, id: string): Promise<void> {
  const lines = `[{"number":1,"id":1,"quantity":1}]`;
  await app.storage.write(async (tx) => {
    await keepTexts(tx, { company: BigInt(client.companyId), order: BigInt(id) });
    await tx.run(
      sql`update orders set etag = 'earlier', head = ${`{"id":${id},"id_str":"${id}"}`}, lines = ${lines}
          where id = ${BigInt(id)}`,
    );
  });
}

onEachEngine('an order that an earlier version rendered', (service) => {
  it('is answered as it would be rendered now, one by one, in lists and in its group', async () => {
    const shop = await openShop(service());
    const group = crypto.randomUUID();
    const order = await shop.order({
      lines: [{ product_id: shop.tea.id, quantity: 2 }],
      payments: [{ method_id: shop.cash, amount: 1 }],
      metadata: { table: '7' },
      group_id: group,
      group_size: 2,
    });
    const other = await shop.order({ lines: [{ product_id: shop.tea.id }] });
    const path = `orders/${order.id}`;
    const tag = (await shop.client.get(path)).headers.etag ?? '';
    await renderedEarlier(service(), order.id_str);
    const answer = await shop.client.get(path);
    assert.deepEqual(answer.json, order);
    assert.equal(answer.headers.etag ?? '', tag);
    const same = async (place: string) => {
      const found: Json[] = await read(shop.client, place);
      assert.deepEqual(
        found.filter((each) => each.id_str === order.id_str),
        [order],
      );
      return found.length;
    };
    assert.deepEqual(await read(shop.client, `orders/saleid/${order.saleid}`), order);
    assert.equal(await same('orders?fields=lines,options,payments,customer'), 2);
    assert.equal(await same(`sites/${shop.site}/groups/${group}`), 1);
    const [, head] = await read(shop.client, 'orders');
    const { lines: _lines, options: _options, payments: _payments, customer: _customer, ...rest } = order;
    assert.deepEqual(head, rest);
    const stale = await shop.client.get(path, { headers: { 'if-none-match': '"earlier"' } });
    assert.equal(stale.status, 200);
    const known = await shop.client.get(path, { headers: { 'if-none-match': tag } });
    assert.equal(known.status, 304);
    assert.deepEqual(await read(shop.client, `orders/${other.id}`), other);
  });

  it('is changed as any other, and tells what changed', async () => {
    const shop = await openShop(service());
    const order = await shop.order({ lines: [{ product_id: shop.tea.id }] });
    await renderedEarlier(service(), order.id_str);
    const tag = (await shop.client.get(`orders/${order.id}`)).headers.etag ?? '';
    const changed = await shop.client.put(
      `orders/${order.id}`,
      { notes: 'now' },
      { headers: { 'if-match': tag } },
    );
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.json, { ...order, notes: 'now', updated_at: changed.json.updated_at });
    await make(shop.client, `orders/${order.id}/payments`, { method_id: shop.cash, amount: 1 });
    assert.equal((await read(shop.client, `orders/${order.id}`)).payments.length, 1);
  });
});
