// Orders whose events are kept no more: what was rendered of them goes, and nobody sees the difference (decision 072).

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '#src/kernel/time.ts';
import { Projector } from '#src/reports/projector.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { lockWaits } from '#test/harness/storage.ts';
import { change, make, read } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';
import { screenOf } from './screens.ts';

onEachEngine('orders whose events are kept no more', (service) => {
  const keep = async (days: number | null) => {
    const { client } = await screenOf(service(), service().card);
    await change(client, '', { keep_events_days: days });
  };
  /** Lets events of before go. */
  const sweep = async () => {
    const { app, clock } = service();
    const warn = (error: unknown) => assert.fail(String(error));
    await new Projector({ storage: app.storage, stopwatch: clock, warn }).catchUp();
    await app.sweep();
  };
  /** What the rows of orders have of their texts. */
  const textsOf = (orders: readonly Json[]) =>
    service().app.storage.read(async (tx) => {
      const found: string[] = [];
      for (const { id_str: id } of orders) {
        const row = await tx.get<{ etag: string; text: string }>(
          sql`select etag, head || lines || options || payments as text from orders where id = ${BigInt(id)}`,
        );
        found.push(row === undefined ? 'none' : row.text === '' && row.etag === '' ? 'gone' : 'kept');
      }
      return found;
    });
  /** Everything that callers are shown of orders, with tags. */
  const shownOf = async (orders: readonly Json[]) => {
    const { client } = service();
    const lists = [
      'orders?limit=5000',
      'orders?limit=5000&fields=lines,options,payments,customer',
      'orders/deleted',
    ];
    const ones = ['', '?expand=customer', '/lines', '/payments', '/optionsets', '/history', '/explain'];
    const paths = [
      ...lists,
      ...orders.flatMap(({ id_str: id }) => ones.map((part) => `orders/${id}${part}`)),
    ];
    const answers: Record<string, readonly unknown[]> = {};
    for (const path of paths) {
      const { status, text, headers } = await client.get(path);
      answers[path] = [status, text, headers.etag];
    }
    return answers;
  };
  const sold = (shop: Shop) =>
    shop.order({
      ...{
        status: 'PENDING',
        customer_id: shop.customer,
        lines: [{ product_id: shop.soup.id, quantity: 2 }],
      },
      ...{ payments: [{ method_id: shop.cash, amount: 20 }] },
    });

  it('are shown to the byte as before, from their state alone', async () => {
    const { client, clock } = service();
    const shop = await openShop(service());
    const complete = await sold(shop);
    const rejected = await shop.order({ lines: [{ product_id: shop.tea.id }] });
    await change(client, `orders/${rejected.id}`, { status: 'REJECTED' });
    const deleted = await shop.order({ lines: [{ product_id: shop.tea.id }] });
    assert.equal((await client.delete(`orders/${deleted.id}`)).status, 204);
    const open = await shop.order({ status: 'ON_HOLD', lines: [{ product_id: shop.soup.id }] });
    const long = await shop.order({
      lines: Array.from({ length: 250 }, () => ({ product_id: shop.tea.id })),
    });
    await change(client, `orders/${long.id}`, { status: 'REJECTED' });
    const orders = [complete, rejected, deleted, open, long];
    await keep(31);
    clock.advance(20n * DAY);
    // One that changed since, and one that an answer of its key shows.
    const changed = await sold(shop);
    const keyed = await client.post(
      'orders',
      { site_id: shop.site, status: 'PENDING', lines: [] },
      { headers: { 'idempotency-key': 'kept' } },
    );
    clock.advance(12n * DAY);
    await shop.order({ lines: [] });
    const all = [...orders, changed, keyed.json];
    const before = await shownOf(all);
    await sweep();
    assert.deepEqual(await textsOf(all), ['gone', 'gone', 'gone', 'kept', 'gone', 'kept', 'kept']);
    assert.deepEqual(await shownOf(all), before);
    const etag = String(before[`orders/${complete.id_str}`]?.[2]);
    const again = await client.get(`orders/${complete.id_str}`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    await keep(null);
  });

  it('are changed as others are, and their events show them whole from then on', async () => {
    const { client, clock } = service();
    const shop = await openShop(service());
    const order = await sold(shop);
    const made = await shop.order({ lines: [{ product_id: shop.tea.id }] });
    const other = await change(client, `orders/${made.id}`, { status: 'REJECTED' });
    await keep(31);
    clock.advance(32n * DAY);
    await shop.order({ lines: [] });
    await sweep();
    assert.deepEqual(await textsOf([order, other]), ['gone', 'gone']);
    const { etag } = (await client.get(`orders/${order.id}`)).headers;
    const refund = await make(client, 'orders', {
      ...{ site_id: shop.site, status: 'PENDING', original_order_id_str: order.id_str },
      ...{
        lines: [{ product_id: shop.soup.id, quantity: -1 }],
        payments: [{ method_id: shop.cash, amount: -10 }],
      },
    });
    assert.equal(refund.is_refund, true);
    assert.equal((await read(client, `orders/${order.id}/refunds`)).orders.length, 1);
    assert.equal((await client.get(`orders/${order.id}`)).headers.etag, etag);
    assert.deepEqual(await textsOf([order]), ['gone']);
    assert.equal((await client.delete(`orders/${other.id}`)).status, 204);
    assert.deepEqual(await textsOf([other]), ['kept']);
    const last = (await read(client, 'events?limit=5000')).at(-1);
    assert.deepEqual([last.topic, last.payload], ['orders/deleted', await shop.read(other)]);
    assert.deepEqual(last.payload, { ...other, ...last.payload, deleted: true });
    await keep(null);
  });

  it('keep their text where a change comes first, for which the sweep waits', async () => {
    const { clock, app } = service();
    const { storage } = app;
    const shop = await openShop(service());
    const [order, other] = [await sold(shop), await sold(shop)];
    await keep(31);
    clock.advance(32n * DAY);
    await shop.order({ lines: [] });
    let swept: Promise<void> | undefined;
    await storage.write(async (tx) => {
      await tx.run(sql`update orders set updated_at = ${clock.now()} where id = ${BigInt(order.id_str)}`);
      swept = sweep();
      if (storage.engine === 'postgres')
        await until('the sweep waits for the order', async () => (await lockWaits(storage)) > 0n);
    });
    await swept;
    assert.deepEqual(await textsOf([order, other]), ['kept', 'gone']);
    await keep(null);
  });

  it('keep their text while an event that stays needs it', async () => {
    const { client, clock } = service();
    const shop = await openShop(service());
    const order = await shop.order({ status: 'ON_HOLD', lines: [{ product_id: shop.soup.id }] });
    await keep(31);
    clock.advance(20n * DAY);
    await change(client, `orders/${order.id}`, { status: 'PENDING' });
    await make(client, `orders/${order.id}/payments`, { method_id: shop.cash, amount: 10 });
    assert.equal((await shop.read(order)).status, 'COMPLETE');
    clock.advance(12n * DAY);
    await sweep();
    assert.deepEqual(await textsOf([order]), ['kept']);
    const events = (await read(client, 'events?limit=5000')).filter(
      ({ resource_id: id }: Json) => String(id) === order.id_str,
    );
    assert.ok(events.length > 0);
    assert.deepEqual(events.at(-1).payload, await shop.read(order));
    clock.advance(20n * DAY);
    await shop.order({ lines: [] });
    await sweep();
    assert.deepEqual(await textsOf([order]), ['gone']);
    await keep(null);
  });
});
