import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { pathOf } from './edge-helpers.ts';
import { drop, hasKeys, make, read, refused, secondAddon, withoutTwins } from './helpers.ts';
import { operatorOf, type SignedIn } from './operator-helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// Who did what to an order: GET /orders/<o>/history.

onEachEngine('the history of an order', (service) => {
  let shop: Shop;
  let operator: SignedIn;
  before(async () => {
    shop = await openShop(service());
    operator = await operatorOf(service());
  });
  const historyOf = (order: Json, by: Client = shop.client): Promise<Json[]> =>
    read(by, `orders/${order.id}/history`);
  /** The names of what the last change changed. */
  const lastOf = async (order: Json): Promise<string[]> => (await historyOf(order)).at(-1).changed;

  it('begins with its creation and tells of each change, oldest first', async () => {
    const { client, clock } = service();
    const order = await shop.order({ lines: [{ product_id: shop.soup.id }] });
    const begun = clock.now();
    clock.advance(MINUTE);
    const path = `orders/${order.id}`;
    assert.equal((await operator.client.put(path, { notes: 'x', guests: 2 })).status, 200);
    const other = await secondAddon(service());
    await make(other, `${path}/payments`, { method_id: shop.cash, amount: 4 });
    const history = await historyOf(order);
    for (const entry of history) {
      hasKeys(entry, [
        'number',
        'at',
        'by',
        'approvals',
        'changed',
        'status',
        'total',
        'paid',
        'order_ids',
        'order_ids_str',
      ]);
      hasKeys(entry.by, ['addon_id', 'addon_name', 'staff_member_id', 'register_id']);
    }
    const time = (micros: bigint) => new Date(Number(micros / 1000n)).toISOString();
    const [made, noted, paid] = history;
    assert.deepEqual(
      { ...made, by: withoutTwins(made.by) },
      {
        number: 1,
        at: time(begun),
        by: {
          addon_id: made.by.addon_id,
          addon_name: made.by.addon_name,
          staff_member_id: null,
          register_id: null,
        },
        approvals: [],
        changed: ['created'],
        order_ids: [],
        order_ids_str: [],
        status: 'SUBMITTED',
        total: 10,
        paid: 0,
      },
    );
    assert.deepEqual(
      { ...noted, by: withoutTwins(noted.by) },
      {
        number: 2,
        at: time(begun + MINUTE),
        by: {
          addon_id: made.by.addon_id,
          addon_name: made.by.addon_name,
          staff_member_id: Number(operator.staff),
          register_id: Number(operator.register),
        },
        approvals: [],
        changed: ['notes', 'guests'],
        order_ids: [],
        order_ids_str: [],
        status: 'SUBMITTED',
        total: 10,
        paid: 0,
      },
    );
    assert.deepEqual(paid.by.staff_member_id, null);
    assert.notEqual(paid.by.addon_id, made.by.addon_id);
    assert.equal(paid.by.addon_name, 'Second add-on');
    assert.equal(made.by.addon_name, 'Sandbox add-on');
    assert.deepEqual([paid.changed, paid.total, paid.paid], [['payments'], 10, 4]);
    assert.equal(history.length, 3);
    assert.deepEqual(await historyOf(order, operator.client), history);
    assert.ok((await client.get(`${path}/history`)).headers.etag !== undefined);
  });

  it('names the fields that changed, for every kind of change', async () => {
    const { client } = shop;
    const order = await shop.order({ lines: [{ product_id: shop.soup.id }] });
    const discount = await make(client, 'discounts', { name: 'Staff', kind: 'share', value: 0.1 });
    const path = `orders/${order.id}`;
    const put = (fields: object) => client.put(path, fields);
    for (const [act, ...changed] of [
      [() => put({ order_type: 'Kiosk' }), 'order_type'],
      [() => put({ lock: ['ALL'], price_limit: 500 }), 'lock', 'price_limit'],
      [() => put({ customer_id: shop.customer }), 'customer_id'],
      [() => put({ customer_id: null }), 'customer_id'],
      [() => put({ register_id: shop.register }), 'register_id'],
      [() => put({ staff_member_id: shop.staff }), 'staff_member_id'],
      [() => put({ fulfil_at: '2027-01-01T00:00:00Z' }), 'fulfil_at'],
      [() => put({ tip_service_percent: 10 }), 'tip_service_percent'],
      [() => put({ price_variation: 0.9 }), 'price_variation'],
      [
        () => put({ price_variation: 1, price_fixed_variation: 1 }),
        'price_variation',
        'price_fixed_variation',
      ],
      [
        () => put({ discount_id: discount.id, discount_reason: 'Cold' }),
        ...['price_variation', 'price_fixed_variation', 'discount_id', 'discount_name', 'discount_reason'],
      ],
      [() => put({ status: 'ACCEPTED' }), 'status'],
      [() => put({ status: 'ON_HOLD', notes: 'later' }), 'status', 'notes'],
      [() => client.post(`${path}/lines`, { product_id: shop.tea.id }), 'lines'],
      [() => client.put(`${path}/lines/2`, { quantity: 2 }), 'lines'],
      [() => client.put(`${path}/lines/2`, { number: 1 }), 'lines'],
      [() => client.delete(`${path}/lines/1`), 'lines'],
      [() => client.post(`${path}/payments`, { method_id: shop.cash, amount: 1, tip: 1 }), 'payments'],
      [
        () => client.post(`${path}/payments`, { method_id: shop.card, amount: 1, credit_card_surcharge: 1 }),
        'credit_card_surcharge',
        'payments',
      ],
      [() => client.put(`${path}/payments/1`, { ref: 'R' }), 'payments'],
      [() => client.delete(path), 'deleted'],
    ] as const) {
      const { length } = await historyOf(order);
      const answer = await act();
      assert.ok(answer.status < 300, answer.text);
      assert.deepEqual((await lastOf(order)).sort(), [...changed].sort());
      assert.equal((await historyOf(order)).length, length + 1);
    }
    assert.equal((await historyOf(order)).at(-1).status, 'ON_HOLD');
  });

  it('tells of what followed from a change with it', async () => {
    const order = await shop.order({ status: 'PENDING', lines: [{ product_id: shop.tea.id }] });
    await make(operator.client, `orders/${order.id}/payments`, { method_id: shop.cash, amount: 4 });
    const last = (await historyOf(order)).at(-1);
    assert.deepEqual(last.changed.sort(), ['payments', 'status']);
    assert.deepEqual([last.status, last.paid], ['COMPLETE', 4]);
    assert.equal(last.by.staff_member_id, Number(operator.staff));
    // A refund is an order of its own, with a history of its own.
    const refund = await make(operator.client, 'orders', {
      site_id: shop.site,
      original_order_id_str: order.id_str,
      lines: [{ product_id: shop.tea.id, quantity: -1 }],
    });
    assert.equal((await historyOf(order)).length, 2);
    const [made] = await historyOf(refund);
    assert.deepEqual([made.changed, made.total], [['created'], -4]);
    assert.equal(made.by.staff_member_id, Number(operator.staff));
  });

  it('says nothing of calls that change nothing, or are refused', async () => {
    const order = await shop.order({ notes: 'x', lines: [{ product_id: shop.tea.id }], lock: ['ALL'] });
    const path = `orders/${order.id}`;
    const history = await historyOf(order);
    assert.equal((await shop.client.put(path, order)).status, 200);
    assert.equal((await shop.client.put(path, { notes: 'x' })).status, 200);
    assert.equal((await operator.client.put(`${path}/lines/1`, order.lines[0])).status, 200);
    refused(await operator.client.delete(path), 403, 'access_denied');
    refused(await shop.client.put(path, { status: 'gone' }), 400, 'invalid_request');
    assert.deepEqual(await historyOf(order), history);
  });

  it('is not part of the order itself', async () => {
    const order = await shop.order();
    assert.equal('history' in (await shop.read(order)), false);
    const again = await shop.client.put(`orders/${order.id}`, { history: [] });
    assert.match(again.headers['x-ignored-fields'] ?? '', /history/);
    assert.equal((await historyOf(order)).length, 1);
  });

  it('stays readable when the order is deleted, and is closed to others', async () => {
    const order = await shop.order();
    const path = `orders/${order.id}`;
    refused(await service().foreign.get(`${path}/history`), 404, 'not_found');
    refused(await shop.client.get('orders/987654321/history'), 404, 'not_found');
    await drop(shop.client, path);
    assert.deepEqual(await lastOf(order), ['deleted']);
  });

  it('keeps all of them, in pages, without writing any again', async () => {
    const { storage } = service().app;
    const order = await shop.order();
    const path = `orders/${order.id}`;
    const put = async (guests: number) =>
      assert.equal((await shop.client.put(path, { guests })).status, 200, String(guests));
    const stateOf = async () =>
      storage.read(async (tx) =>
        tx.get<{ state: string }>(sql`select state from orders where id = ${order.id_str}`),
      );
    await put(1);
    const length = (await stateOf())?.state.length ?? 0;
    for (let guests = 2; guests < 520; guests++) await put(guests);
    assert.ok(((await stateOf())?.state.length ?? 0) <= length + 2, 'The order has not grown.');
    const first = await shop.client.get(`${path}/history`);
    assert.equal(first.json.length, 500);
    const next = await shop.client.get(pathOf(first.headers['x-next-page']));
    const all: Json[] = [...first.json, ...next.json];
    assert.equal(next.headers['x-next-page'], undefined);
    assert.deepEqual(
      all.map(({ number }) => number),
      Array.from({ length: 520 }, (_, at) => at + 1),
    );
    assert.deepEqual(all[0].changed, ['created']);
    assert.ok(all.slice(1).every(({ changed }) => changed[0] === 'guests'));
    const page = await read(shop.client, `${path}/history?start=517&limit=2`);
    assert.deepEqual(page, all.slice(517, 519));
    refused(await shop.client.get(`${path}/history?start=521`), 400, 'invalid_request');
    const counted = await shop.client.get(`${path}/history?limit=1&count=true`);
    assert.equal(counted.headers['x-total-count'], '520');
  });

  it('goes on for an order that a version before rows has changed, also between two of this one', async () => {
    const { storage } = service().app;
    const order = await shop.order();
    const path = `orders/${order.id}`;
    const put = (guests: number) => shop.client.put(path, { guests });
    await put(1);
    // As the earlier version writes it: every entry into the order's state.
    const entry = (guests: number) => ({ at: `1${guests}`, changed: ['guests', `old ${guests}`] });
    await storage.write(async (tx) => {
      const row = await tx.get<{ state: string }>(sql`select state from orders where id = ${order.id_str}`);
      const state = JSON.parse(row?.state ?? '{}');
      const [first] = state.history;
      state.history = [first, ...[2, 3].map((guests) => ({ ...first, ...entry(guests) }))];
      await tx.run(sql`update orders set state = ${JSON.stringify(state)} where id = ${order.id_str}`);
    });
    const changes = async (query = '') =>
      (await read(shop.client, `${path}/history${query}`)).map(({ number, changed }: Json) => [
        number,
        changed.at(-1),
      ]);
    const before = [
      [1, 'created'],
      [2, 'guests'],
      [3, 'old 2'],
      [4, 'old 3'],
    ];
    assert.deepEqual(await changes(), before);
    assert.deepEqual(await changes('?start=2&limit=1'), [[3, 'old 2']]);
    await put(4);
    assert.deepEqual(await changes(), [...before, [5, 'guests']]);
  });
});
