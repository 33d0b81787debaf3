import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, EventLog, invalidFields, make, read, refused } from './helpers.ts';
import { operatorOf } from './operator-helpers.ts';
import { idsOf, openShop, type Shop } from './order-helpers.ts';

// Orders at tables: by share, with options, with locks, and what the kitchen sees of it (reference: tables.7 to tables.11).

onEachEngine('orders at tables', (service) => {
  let shop: Shop;
  let client: Client;
  let tables: string;
  let floor: Json;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
    tables = `sites/${shop.site}/tables`;
    floor = await make(client, `sites/${shop.site}/floors`, { name: 'Hall' });
  });

  let names = 0;
  const newTable = () => make(client, tables, { floor_id: floor.id, name: `O${++names}` });
  const sell = (fields: object = {}) =>
    make(client, 'orders', { site_id: shop.site, status: 'PENDING', ...fields });
  const post = (order: Json, what: 'split' | 'merge', body: object, by = client) =>
    by.post(`orders/${order.id}/${what}`, body);
  /** An order in two equal shares, the one that it keeps first. */
  const halves = async (order: Json): Promise<Json[]> => {
    const { status, json, text } = await post(order, 'split', { by: 'share', count: 2 });
    assert.equal(status, 200, text);
    return [json.order, ...json.orders];
  };
  const cents = (amount: number) => Math.round(amount * 100);
  const sum = (orders: readonly Json[], of: (order: Json) => number) =>
    orders.reduce((all, order) => all + cents(of(order)), 0);

  it('are priced as they would be made: with the name of the table, at none of another site (reference: orders.13)', async () => {
    const table = await newTable();
    const body = { site_id: shop.site, table_id: table.id };
    const priced = await client.post('orders/price', body);
    assert.deepEqual([priced.status, priced.json.table_name], [200, table.name], priced.text);
    assert.equal((await client.post('orders', body)).json.table_name, table.name);
    const elsewhere = await make(client, 'sites', { name: 'Elsewhere' });
    for (const path of ['orders/price', 'orders'])
      invalidFields(await client.post(path, { ...body, site_id: elsewhere.id }), 'table_id');
  });

  it('are split by share: every line, to the cent', async () => {
    const order = await sell({
      lines: [{ product_id: shop.soup.id }, { product_id: shop.tea.id, quantity: 2 }],
      price_fixed_variation: -0.01,
    });
    const split = await post(order, 'split', { by: 'share', count: 3 });
    assert.equal(split.status, 200, split.text);
    const all = [split.json.order, ...split.json.orders];
    assert.deepEqual(
      all.map(({ lines }: Json) => lines.map(({ quantity }: Json) => quantity)),
      [
        [0.3334, 0.6667],
        [0.3333, 0.6667],
        [0.3333, 0.6666],
      ],
    );
    assert.equal(
      sum(all, ({ total }) => total),
      cents(order.total),
    );
    assert.ok(
      Math.max(...all.map(({ total }) => cents(total))) - Math.min(...all.map(({ total }) => cents(total))) <=
        1,
    );
    const paid = await client.post(`orders/${all[1].id}/payments`, {
      method_id: shop.cash,
      amount: all[1].total,
    });
    assert.deepEqual([paid.status, paid.json.status], [201, 'COMPLETE'], paid.text);
    const receipt = await read(client, `orders/${all[1].id}/receipt`);
    assert.equal(receipt.lines.length, 2);
    const unlike = await post(all[0], 'split', { by: 'share', shares: [2, 1] });
    assert.equal(
      sum([unlike.json.order, ...unlike.json.orders], ({ total }) => total),
      cents(all[0].total),
    );
    for (const [body, field] of [
      [{ by: 'share' }, 'count'],
      [{ by: 'share', count: 1 }, 'count'],
      [{ by: 'share', count: 2, shares: [1, 1] }, 'shares'],
      [{ by: 'share', count: 2, seats: [1] }, 'seats'],
      [{ by: 'seats', count: 2 }, 'count'],
    ] as const) {
      invalidFields(await post(all[2], 'split', body), field);
    }
  });

  it('take the options of a line along', async () => {
    const site = `sites/${shop.site}`;
    const cheese = await make(client, `${site}/products`, { name: 'Cheese', unit_price: 1.99 });
    const set = await make(client, 'optionsets', {
      ...{ name: 'On it', options: [{ product_id: cheese.id, price_ex_tax: 1.99 }] },
    });
    const pizza = await make(client, `${site}/products`, {
      name: 'Pizza',
      unit_price: 9.99,
      option_sets: [set.id],
    });
    const order = await sell({
      lines: [
        {
          product_id: pizza.id,
          option_sets: [{ option_set_id: set.id, options: [{ product_id: cheese.id }] }],
        },
        { product_id: shop.tea.id, seat: 2 },
      ],
    });
    const halves = await post(order, 'split', {
      by: 'lines',
      parts: [{ lines: [{ number: 1, quantity: 0.5 }] }],
    });
    assert.equal(halves.status, 200, halves.text);
    const [part] = halves.json.orders;
    assert.deepEqual(
      part.lines.map(({ name, product, quantity }: Json) => [name ?? product.name, quantity].at(-1)),
      [0.5, 0.5],
    );
    assert.deepEqual(
      part.options.map(({ line_number, options }: Json) => [line_number, options.length]),
      [[1, 1]],
    );
    const shares = await post(halves.json.order, 'split', { by: 'share', count: 2 });
    assert.deepEqual(
      shares.json.orders[0].lines.map(({ quantity }: Json) => quantity),
      [0.25, 0.25, 0.5],
    );
    assert.equal(
      sum([part, shares.json.order, shares.json.orders[0]], ({ total }) => total),
      cents(order.total),
    );
    const number = order.lines.findIndex((line: Json) => line.part_of_option_set) + 1;
    invalidFields(
      await post(part, 'split', { by: 'lines', parts: [{ lines: [{ number }] }] }),
      'parts[0].lines[0].number',
    );
  });

  it('stay whole for staff members where their lines are locked', async () => {
    const { client: staff } = await operatorOf(service());
    const lines = [
      { product_id: shop.soup.id, seat: 1 },
      { product_id: shop.tea.id, seat: 2 },
    ];
    for (const lock of ['NEW_LINES', 'ALL']) {
      const [locked, free] = [await sell({ lines, lock: [lock] }), await sell({ lines })];
      for (const body of [{ by: 'share', count: 2 }, { by: 'seats' }] as const)
        refused(await post(locked, 'split', body, staff), 403, 'access_denied');
      refused(await post(free, 'merge', { order_ids: [locked.id] }, staff), 403, 'access_denied');
      refused(await post(locked, 'merge', { order_ids: [free.id] }, staff), 403, 'access_denied');
    }
    const [open, other] = [await sell({ lines, lock: ['PAYMENTS'] }), await sell({ lines })];
    const split = await post(open, 'split', { by: 'share', count: 2 }, staff);
    assert.equal(split.status, 200, split.text);
    const merged = await post(other, 'merge', { order_ids: [open.id] }, staff);
    assert.deepEqual([merged.status, merged.json.lock], [200, ['PAYMENTS']], merged.text);
    const paid = await staff.post(`orders/${other.id}/payments`, { method_id: shop.cash, amount: 1 });
    refused(paid, 403, 'access_denied');
    // What keeps its order from being deleted, or cheap, does not go with its lines.
    for (const bound of [{ lock: ['DELETE'] }, { price_limit: 30 }]) {
      const [one, two] = [await sell({ lines, ...bound }), await sell({ lines })];
      refused(await post(two, 'merge', { order_ids: [one.id] }, staff), 403, 'access_denied');
      const byAddon = await post(two, 'merge', { order_ids: [one.id] });
      assert.deepEqual([byAddon.status, byAddon.json.lock], [200, bound.lock ?? []], byAddon.text);
    }
  });

  it('stay whole once something of them was refunded', async () => {
    const soup = (quantity: number) => ({ product_id: shop.soup.id, quantity });
    const payments = [{ method_id: shop.cash, amount: 10 }];
    const refund = async (order: Json, quantity: number, amount: number) =>
      make(client, 'orders', {
        ...{ site_id: shop.site, original_order_id_str: order.id_str, lines: [soup(-quantity)] },
        payments: [{ method_id: shop.cash, amount: -amount }],
      });
    const refunded = await sell({ status: 'ON_HOLD', lines: [soup(1)], payments });
    const other = await sell({ status: 'ON_HOLD', lines: [soup(1)] });
    await refund(refunded, 1, 10);
    refused(await post(other, 'merge', { order_ids: [refunded.id] }), 409, 'conflict');
    refused(await post(refunded, 'merge', { order_ids: [other.id] }), 409, 'conflict');
    const free = await sell({ status: 'ON_HOLD', lines: [{ ...soup(4), unit_price: 0 }] });
    await refund(free, 4, 0);
    refused(await post(free, 'split', { by: 'share', count: 2 }), 409, 'conflict');
    assert.equal((await post(other, 'split', { by: 'share', count: 2 })).status, 200);
  });

  it('are renamed in the kitchen, and it hears nothing anew', async () => {
    const place = await make(client, 'sites', {
      name: 'Bistro',
      prep_time_minutes: 0,
      kitchen_tickets: true,
    });
    const printer = await make(client, 'registers', {
      site_id: place.id,
      name: 'Bar',
      kitchen_printing: true,
    });
    const room = await make(client, `sites/${place.id}/floors`, { name: 'Hall' });
    const at = (name: string) => make(client, `sites/${place.id}/tables`, { floor_id: room.id, name });
    const [window, door] = [await at('Window'), await at('Door')];
    const dish = (name: string) => make(client, `sites/${place.id}/products`, { name, unit_price: 10 });
    const [soup, tea] = [await dish('Soup'), await dish('Tea')];
    const order = (table: Json) =>
      make(client, 'orders', {
        ...{ site_id: place.id, register_id: printer.id, status: 'ON_HOLD', table_id: table.id },
        lines: [
          { product_id: soup.id, quantity: 2, seat: 1 },
          { product_id: tea.id, seat: 2 },
        ],
      });
    const ticketsOf = (made: Json): Promise<Json[]> => read(client, `orders/${made.id}/tickets`);
    const jobs = async (): Promise<Json[]> => read(client, `registers/${printer.id}/print_jobs`);
    const [one, two] = [await order(window), await order(door)];
    assert.deepEqual(
      (await ticketsOf(one)).map(({ document }) => document.table_name),
      ['Window'],
    );
    const count = (await jobs()).length;
    const log = await EventLog.open(client);
    await change(client, `orders/${one.id}`, { table_id: door.id });
    assert.deepEqual(
      (await ticketsOf(one)).map(({ document }) => document.table_name),
      ['Door'],
    );
    assert.deepEqual((await log.topics()).sort(), ['orders/updated', 'tickets/updated']);
    const split = await post(one, 'split', { by: 'share', count: 2 });
    assert.equal(split.status, 200, split.text);
    assert.deepEqual(
      (await log.topics()).filter((topic) => topic.startsWith('tickets/')),
      [],
    );
    const [, part] = [split.json.order, ...split.json.orders];
    const merged = await post(two, 'merge', { order_ids: [one.id, part.id] });
    assert.equal(merged.status, 200, merged.text);
    assert.deepEqual(
      (await log.topics()).filter((topic) => topic.startsWith('tickets/')),
      ['tickets/updated'],
    );
    const joined = await ticketsOf(two);
    assert.deepEqual(
      joined.map(({ document }) => [
        document.number,
        document.order_id,
        document.order_number,
        document.table_name,
      ]),
      [1, 2].map((number) => [number, two.id_str, two.order_number, 'Door']),
    );
    assert.deepEqual(await ticketsOf(one), []);
    const queued = await jobs();
    assert.deepEqual([queued.length, new Set(queued.map(({ order_id }) => order_id)).size], [count, 1]);
    // What is voided afterwards is told once, for what was sent.
    const lines = merged.json.lines.filter((line: Json) => line.product.id === soup.id).length;
    assert.equal(lines, 2, 'the halves of a line are one again');
    await client.delete(`orders/${two.id}/lines/1`);
    const [, , voided] = await ticketsOf(two);
    assert.deepEqual(
      voided.document.lines.map(({ action, quantity }: Json) => [action, quantity]),
      [['void', '-2']],
    );
  });

  it('have a line again that was divided, and nothing else is another: payments, stock, tickets (reference: tables.11)', async () => {
    const place = await make(client, 'sites', { name: 'Joined', kitchen_tickets: true });
    const register = await make(client, 'registers', { site_id: place.id, name: 'Pass' });
    const side = await make(client, `sites/${place.id}/products`, { name: 'Salad', unit_price: 1 });
    const sides = await make(client, 'optionsets', { name: 'Side', options: [{ product_id: side.id }] });
    const steak = await make(client, `sites/${place.id}/products`, {
      ...{ name: 'Steak', unit_price: 9.99, option_sets: [sides.id], availability: { amount: 10 } },
    });
    const tea = await make(client, `sites/${place.id}/products`, { name: 'Tea', unit_price: 3.33 });
    const order = async () =>
      make(client, 'orders', {
        ...{ site_id: place.id, register_id: register.id, status: 'PENDING', price_fixed_variation: -1 },
        lines: [
          {
            product_id: steak.id,
            notes: 'Rare',
            option_sets: [{ option_set_id: sides.id, options: [{ product_id: side.id }] }],
          },
          { product_id: tea.id, quantity: 2, price_fixed_variation: -0.25 },
        ],
      });
    const left = async () => (await read(client, `sites/${place.id}/inventory`))[0].stock;
    const ticketsOf = (of: Json): Promise<Json[]> => read(client, `orders/${of.id}/tickets`);
    const entries = (ticket: Json | undefined) =>
      ticket?.document.lines.map(({ line_id: id, action, quantity }: Json) => [id, action, quantity]);

    const made = await order();
    const before = await left();
    const [, part] = await halves(made);
    await make(client, `orders/${part.id}/payments`, { method_id: shop.cash, amount: 2 });
    const log = await EventLog.open(client);
    const merged = await post(part, 'merge', { order_ids: [made.id] });
    assert.equal(merged.status, 200, merged.text);
    const shown = ({ lines, options, total, total_tax: tax }: Json) => ({ lines, options, total, tax });
    assert.deepEqual(shown(await read(client, `orders/${part.id}`)), shown(made));
    assert.deepEqual([merged.json.paid, await left()], [2, before]);
    assert.ok(!(await log.topics()).includes('tickets/created'));
    const [steaks] = made.lines;
    await client.delete(`orders/${part.id}/lines/1`);
    assert.deepEqual(entries((await ticketsOf(part)).at(-1)), [[steaks.line_id_str, 'void', '-1']]);
    assert.equal(await left(), before + 1);

    // Both are known to the kitchen, by their own names: what is voided later is told of each.
    const other = await order();
    const [, half] = await halves(other);
    const [line] = half.lines;
    await change(client, `orders/${half.id}/lines/1`, { quantity: 1 });
    const both = await post(other, 'merge', { order_ids: [half.id] });
    assert.deepEqual(
      both.json.lines.map(({ quantity, part_of_option_set: isOption }: Json) => [quantity, isOption]),
      [
        [0.5, false],
        [0.5, true],
        [2, false],
        [1, false],
        [1, true],
      ],
    );
    await client.delete(`orders/${other.id}/lines/4`);
    assert.deepEqual(entries((await ticketsOf(other)).at(-1)), [[line.line_id_str, 'void', '-1']]);
  });

  it('are found by their table, open and closed', async () => {
    const table = await newTable();
    const seat = () => sell({ table_id: table.id, lines: [{ product_id: shop.soup.id }] });
    const [a, b, c] = [await seat(), await seat(), await seat()];
    await change(client, `orders/${b.id}`, { status: 'COMPLETE' });
    await change(client, `orders/${c.id}`, { table_id: null });
    const found = async (path: string) => idsOf(await read(client, `${path}table_id=${table.id}`)).sort();
    assert.deepEqual(await found('orders?'), [a.id_str, b.id_str].sort());
    assert.deepEqual(await found('orders/pending?'), [a.id_str]);
    assert.deepEqual(await found('orders?updated_gte=2020-01-01&'), [a.id_str, b.id_str].sort());
    invalidFields(await client.get('orders?table_id=window'), 'table_id');
  });

  it('do not keep their table from being changed by its tag', async () => {
    const table = await newTable();
    const path = `${tables}/${table.id}`;
    const first = await client.get(path);
    const put = (tag: string | undefined, body: object) =>
      client.put(path, body, { headers: { 'If-Match': tag ?? '' } });
    const saved = await put(first.headers.etag, { x: 3 });
    assert.equal(saved.status, 200, saved.text);
    await sell({ table_id: table.id, lines: [{ product_id: shop.soup.id }] });
    refused(await put(first.headers.etag, { x: 4 }), 412, 'precondition_failed');
    const seated = await client.get(path);
    assert.equal((await put(seated.headers.etag, { x: 4 })).status, 200);
    assert.equal((await read(client, path)).x, 4);
  });
});
