import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  inUse,
  invalidFields,
  make,
  read,
  refused,
  survivesSendingBack,
} from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

onEachEngine('tables', (service) => {
  let shop: Shop;
  let client: Client;
  let tables: string;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
    tables = `sites/${shop.site}/tables`;
  });

  const newFloor = () => make(client, `sites/${shop.site}/floors`, { name: 'Hall' });
  let names = 0;
  const newTable = async (fields: object = {}) => {
    const floor_id = (await newFloor()).id;
    return make(client, tables, { floor_id, name: `T${++names}`, ...fields });
  };
  const sell = (fields: object = {}) =>
    make(client, 'orders', {
      site_id: shop.site,
      status: 'PENDING',
      lines: [1, 2, 2, null].map((seat) => ({ product_id: shop.soup.id, seat })),
      ...fields,
    });
  const post = (order: Json, what: 'split' | 'merge', body: object) =>
    client.post(`orders/${order.id}/${what}`, body);
  const cents = (amount: number) => Math.round(amount * 100);
  const total = (orders: readonly Json[]) => orders.reduce((sum, { total: each }) => sum + cents(each), 0);

  it('have names of their own at a site, and stand on their floor', async () => {
    const table = await newTable({ name: 'Window' });
    const floor_id = table.floor_id;
    await survivesSendingBack(client, `sites/${shop.site}/floors/${floor_id}`);
    invalidFields(await client.post(tables, { floor_id, name: 'Window' }), 'name');
    invalidFields(await client.post(tables, { floor_id, name: 'Far', x: 19 }), 'x');
    const other = await newSite(client);
    const elsewhere = await make(client, `sites/${other}/floors`, { name: 'Yard' });
    invalidFields(await client.post(tables, { floor_id: elsewhere.id, name: 'Lost' }), 'floor_id');
    refused(await client.get(`sites/${other}/tables/${table.id}`), 404, 'not_found');
    inUse(await client.delete(`sites/${shop.site}/floors/${floor_id}`), /Window/);
    const both = await Promise.all([1, 2].map(() => client.post(tables, { floor_id, name: 'Race' })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400]);
  });

  it('and their floor are changed at once without waiting for each other (reference: tables.2)', async () => {
    const floor_id = (await newFloor()).id;
    const made: Json[] = [];
    for (let at = 0; at < 8; at++)
      made.push(await make(client, tables, { floor_id, name: `Plan ${at}`, x: at }));
    const { storage } = service().app;
    const before = storage.figures().repeated;
    const answers = await Promise.all(
      made.flatMap(({ id }, at) => [
        client.put(`${tables}/${id}`, { y: 1 }),
        client.put(`sites/${shop.site}/floors/${floor_id}`, { name: `Hall ${at}` }),
      ]),
    );
    for (const { status, text } of answers) assert.equal(status, 200, text);
    // Of two that wait for each other PostgreSQL ends one, which is run again.
    assert.equal(storage.figures().repeated, before);
  });

  it('show their open orders, and are not deleted with one', async () => {
    const [from, to] = [await newTable(), await newTable()];
    const order = await sell({ table_id: from.id, guests: 3 });
    assert.equal(order.table_name, from.name);
    const at = async (table: Json) => {
      const listed = await read(client, `${tables}?limit=500`);
      const found = listed.find((each: Json) => each.id_str === table.id_str);
      assert.deepEqual(found, await read(client, `${tables}/${table.id}`));
      return found;
    };
    const occupied = await at(from);
    const { id, id_str, order_number, status, guests, total: sum, due, placed_at } = order;
    assert.deepEqual(
      [occupied.state, occupied.since, occupied.orders],
      ['occupied', placed_at, [{ id, id_str, order_number, status, guests, total: sum, due, placed_at }]],
    );
    inUse(await client.delete(`${tables}/${from.id}`), /open orders/);
    const moved = await change(client, `orders/${order.id}`, { table_id: to.id });
    assert.equal(moved.table_name, to.name);
    assert.equal((await at(from)).state, 'free');
    assert.equal((await at(to)).state, 'occupied');
    await change(client, `orders/${order.id}`, { status: 'COMPLETE' });
    assert.deepEqual([(await at(to)).state, (await at(to)).since], ['free', null]);
    await drop(client, `${tables}/${from.id}`);
    invalidFields(await client.post('orders', { site_id: shop.site, table_id: from.id }), 'table_id');
    const other = await newSite(client);
    invalidFields(await client.post('orders', { site_id: other, table_id: to.id }), 'table_id');
  });

  it('are split by seats and merged again: what it comes to stays, and the others are told', async () => {
    const table = await newTable();
    const order = await sell({ table_id: table.id, price_fixed_variation: -1.01 });
    const log = await EventLog.open(client);
    const split = await post(order, 'split', { by: 'seats' });
    assert.equal(split.status, 200, split.text);
    const { order: rest, orders: parts } = split.json;
    assert.deepEqual(
      [rest, ...parts].map(({ lines }: Json) => lines.map(({ seat }: Json) => seat)),
      [[null], [1], [2, 2]],
    );
    assert.equal(total([rest, ...parts]), cents(order.total));
    for (const part of parts) {
      assert.deepEqual(
        [part.table_id, part.status, part.split_from, part.order_number === order.order_number],
        [table.id, 'PENDING', order.id, false],
      );
    }
    const topics = await log.topics();
    assert.deepEqual(topics, ['orders/updated', 'orders/created', 'orders/created']);
    const history = await read(client, `orders/${order.id}/history`);
    assert.deepEqual(
      history.at(-1).order_ids,
      parts.map(({ id }: Json) => id),
    );
    const ids = parts.map(({ id }: Json) => id);
    const merged = await post(rest, 'merge', { order_ids: ids });
    assert.equal(merged.status, 200, merged.text);
    assert.deepEqual([cents(merged.json.total), merged.json.lines.length], [cents(order.total), 4]);
    assert.deepEqual(
      merged.json.lines.map(({ number }: Json) => number),
      [1, 2, 3, 4],
    );
    const gone = await read(client, `orders/${ids[0]}`);
    assert.deepEqual([gone.deleted, gone.merged_into, gone.total, gone.lines], [true, order.id, 0, []]);
    assert.deepEqual((await log.topics()).sort(), ['orders/deleted', 'orders/deleted', 'orders/updated']);
    refused(await post(gone, 'merge', { order_ids: [order.id] }), 409, 'conflict');
  });

  it('leave stock and money where they are', async () => {
    const body = { name: 'Pie', unit_price: 9.99, availability: { amount: 10 } };
    const pie = await make(client, `sites/${shop.site}/products`, body);
    const left = async () =>
      (await read(client, `sites/${shop.site}/products/${pie.id}`)).availability.amount;
    const lines = [{ product_id: pie.id, quantity: 3 }, { product_id: shop.soup.id }];
    const [one, two] = [await sell({ lines }), await sell({ lines })];
    assert.equal(await left(), 4);
    const parts = [{ lines: [{ number: 1, quantity: 1.3333 }] }];
    const { order, orders } = (await post(one, 'split', { by: 'lines', parts })).json;
    assert.equal(total([order, ...orders]), cents(one.total));
    await make(client, `orders/${two.id}/payments`, { method_id: shop.cash, amount: 5 });
    refused(await post(two, 'split', { by: 'lines', parts }), 409, 'conflict');
    const merged = await post(order, 'merge', { order_ids: [orders[0].id, two.id] });
    assert.equal(merged.status, 200, merged.text);
    assert.deepEqual([cents(merged.json.total), merged.json.paid], [total([one, two]), 5]);
    assert.equal(await left(), 4);
    await drop(client, `orders/${order.id}`);
    assert.equal(await left(), 10);
  });

  it('refuses what cannot be one order, naming it', async () => {
    const order = await sell();
    const ids = (...orders: Json[]) => ({ order_ids: orders.map(({ id }) => id) });
    const cheap = await sell({ price_variation: 0.9 });
    const sent = await sell({ status: 'SUBMITTED' });
    for (const other of [cheap, sent]) {
      const answer = await post(order, 'merge', ids(other));
      refused(answer, 409, 'conflict');
      assert.match(answer.text, new RegExp(other.id_str));
    }
    invalidFields(await post(order, 'merge', ids(order)), 'order_ids[0]');
    invalidFields(await post(order, 'merge', { order_ids: ['987654321987'] }), 'order_ids[0]');
    invalidFields(await post(order, 'split', { by: 'seats', seats: [7] }), 'seats[0]');
    invalidFields(
      await post(order, 'split', { by: 'lines', parts: [{ lines: [{ number: 9 }] }] }),
      'parts[0].lines[0].number',
    );
  });

  it('loses nothing where two merge and split, and pay, at once', async () => {
    const [a, b] = [await sell(), await sell()];
    const sum = total([a, b]);
    const answers = await Promise.all([
      post(a, 'merge', { order_ids: [b.id] }),
      post(b, 'merge', { order_ids: [a.id] }),
      post(a, 'split', { by: 'seats', seats: [1] }),
      client.post(`orders/${b.id}/payments`, { method_id: shop.cash, amount: 1 }),
    ]);
    assert.ok(
      answers.every(({ status }) => [200, 201, 409].includes(status)),
      answers.map(({ text }) => text).join('\n'),
    );
    const made = answers.flatMap(({ json }) => (json.orders ?? []).map(({ id }: Json) => id));
    const now = await Promise.all([a.id, b.id, ...made].map((id) => read(client, `orders/${id}`)));
    assert.equal(total(now), sum);
    assert.equal(now.filter(({ merged_into }) => merged_into !== null).length, 1);
    const paid = answers[3]?.status === 201 ? 1 : 0;
    assert.equal(
      now.reduce((all, { paid: each }) => all + each, 0),
      paid,
    );
  });

  it('split once for one Idempotency-Key', async () => {
    const order = await sell();
    const once = () =>
      client.post(
        `orders/${order.id}/split`,
        { by: 'seats', seats: [1] },
        { headers: { 'Idempotency-Key': 'split-1' } },
      );
    const [first, second] = [await once(), await once()];
    assert.equal(first.text, second.text);
  });
});
