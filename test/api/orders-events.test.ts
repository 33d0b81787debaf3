import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, EventLog, make } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

onEachEngine('events of orders', (service) => {
  let shop: Shop;
  let log: EventLog;
  before(async () => {
    shop = await openShop(service());
    log = await EventLog.open(shop.client);
  });
  const told = async (work: () => Promise<unknown>): Promise<Json[]> => {
    await log.take();
    await work();
    return log.take();
  };
  const put = (order: Json, fields: object) => shop.client.put(`orders/${order.id}`, fields);

  it('hold the order as its GET shows it, and say what it is about', async () => {
    const { client, soup, tea, cash, customer } = shop;
    const order = await shop.order({
      customer_id: customer,
      lines: [
        { product_id: soup.id, quantity: 2 },
        { product_id: tea.id, course_status: 'uncalled' },
      ],
    });
    const payment = { method_id: cash, amount: 24, tip: 1.5 };
    const steps: [topics: string[], work: () => Promise<unknown>][] = [
      [['orders/updated', 'orders/kitchen_print'], () => put(order, { status: 'PENDING' })],
      [
        ['orders/updated', 'orders/kitchen_print'],
        () => client.put(`orders/${order.id}/lines/2`, { course_status: 'called' }),
      ],
      [['orders/completed'], () => client.post(`orders/${order.id}/payments`, payment)],
    ];
    for (const [topics, work] of steps) {
      const events = await told(work);
      const now = await shop.read(order);
      assert.deepEqual(
        events.map((event) => event.topic),
        topics,
      );
      for (const event of events) {
        const { kitchen, ...payload } = event.payload;
        assert.equal(kitchen !== undefined, event.topic === 'orders/kitchen_print');
        assert.deepEqual(payload, now);
        assert.deepEqual([event.resource_id, event.resource_id_str], [order.id, order.id_str]);
        assert.deepEqual([event.company_id, event.site_ids], [order.company_id, [order.site_id]]);
      }
    }
    const gone = await shop.order();
    const [deleted] = await told(() => client.delete(`orders/${gone.id}`));
    assert.equal(deleted.topic, 'orders/deleted');
    assert.deepEqual(deleted.payload, await shop.read(gone));
    assert.equal(deleted.payload.deleted, true);
  });

  it('tell of completion however it comes about, once', async () => {
    const { client, soup, cash } = shop;
    const lines = [{ product_id: soup.id, quantity: -1 }];
    const payments = [{ method_id: cash, amount: -10 }];
    const made: Json[] = [];
    const add = async (fields: object) => made.push(await shop.order({ lines, ...fields }));
    const ways: [way: () => Promise<unknown>, changed: string[]][] = [
      [() => add({ status: 'COMPLETE' }), ['status', 'lines']],
      [() => add({ status: 'PENDING', payments }), ['status', 'lines', 'payments']],
      [
        async () => {
          await add({ status: 'PENDING' });
          await client.post(`orders/${made.at(-1).id}/payments`, payments[0]);
        },
        ['status', 'paid', 'payments'],
      ],
      [
        async () => {
          await add({ payments });
          await put(made.at(-1), { status: 'PENDING' });
        },
        ['status'],
      ],
      [
        async () => {
          await add({});
          await put(made.at(-1), { status: 'COMPLETE' });
        },
        ['status'],
      ],
    ];
    for (const [way, changed] of ways) {
      const events = (await told(way)).filter(({ topic }) => topic === 'orders/completed');
      assert.deepEqual(
        events.map((event) => [event.topic, event.resource_id, event.changed]),
        [['orders/completed', made.at(-1).id, changed]],
      );
      assert.equal(events[0].payload.status, 'COMPLETE');
    }
    const linked = (await told(() => shop.order({ status: 'COMPLETE', customer_id: shop.customer }))).slice(
      1,
    );
    assert.deepEqual(
      linked.map((event) => event.changed),
      [['status', 'customer']],
    );
  });

  it('of completion say all that completing it changed, and not the customer it had before', async () => {
    const { client, soup, cash, customer } = shop;
    const order = await shop.order({
      status: 'PENDING',
      customer_id: customer,
      lines: [{ product_id: soup.id }],
    });
    const [paid] = await told(() =>
      client.post(`orders/${order.id}/payments`, { method_id: cash, amount: 10, tip: 1 }),
    );
    assert.deepEqual(paid.changed, ['status', 'paid', 'due', 'tips', 'payments']);
    assert.deepEqual(paid.previous, { status: 'PENDING', paid: 0, due: 10, tips: 0, payments: [] });
    const other = await shop.order({ notes: 'soon' });
    const fields = { status: 'COMPLETE', notes: 'done', customer_id: customer };
    const [completed] = (await told(() => put(other, fields))).filter(
      ({ topic }) => topic === 'orders/completed',
    );
    assert.deepEqual(completed.changed, ['customer_id', 'status', 'notes', 'customer']);
    assert.deepEqual([completed.previous.notes, completed.previous.customer], ['soon', null]);
  });

  it('of an order that was merged into another one say what it gave away', async () => {
    const { client, soup } = shop;
    const lines = [{ product_id: soup.id }];
    const [into, gone] = [await shop.order({ lines }), await shop.order({ lines })];
    const events = await told(() => client.post(`orders/${into.id}/merge`, { order_ids: [gone.id] }));
    const deleted = events.find(({ topic }) => topic === 'orders/deleted');
    assert.equal(deleted?.resource_id, gone.id);
    assert.deepEqual(deleted?.changed, ['deleted', 'merged_into', 'total', 'due', 'lines']);
    assert.equal(deleted?.previous, null);
  });

  it('do not tell of what was refused, nor of what changed nothing', async () => {
    const { client, soup, gone, site } = shop;
    const order = await shop.order({ status: 'ACCEPTED', lines: [{ product_id: soup.id }] });
    const events = await told(async () => {
      await client.post('orders', { site_id: site, status: 'PENDING', lines: [{ product_id: gone.id }] });
      await client.post('orders', {
        site_id: site,
        status: 'COMPLETE',
        customer: { first_name: 'No phone' },
      });
      await put(order, { status: 'SUBMITTED' });
      await put(order, { status: 'COMPLETE', customer: { first_name: 'No phone' } });
      await put(order, { status: 'COMPLETE', customer_id: 1e9 });
      await client.post(`orders/${order.id}/lines`, { product_id: gone.id });
      await client.put(`orders/${order.id}/lines/1`, { quantity: 0 });
      await put(order, { status: 'ACCEPTED', guests: null });
    });
    assert.deepEqual(events, []);
  });

  it('are numbered without gaps, whatever is refused between and however many come at once', async () => {
    const { client, soup, gone, site } = shop;
    const [last] = (await told(() => shop.order({ status: 'COMPLETE' }))).slice(-1);
    const events = await told(() =>
      Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          at % 3 === 0
            ? client.post('orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: gone.id }] })
            : make(client, 'orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: soup.id }] }),
        ),
      ),
    );
    assert.equal(events.length, 60);
    for (const [at, event] of events.entries()) assert.equal(event.number, last.number + 1 + at);
    // An order's events stand together, in the order in which things happened.
    for (let at = 0; at < events.length; at += 3) {
      assert.deepEqual(
        events.slice(at, at + 3).map((event) => event.topic),
        ['orders/created', 'orders/kitchen_print', 'orders/completed'],
      );
      assert.equal(events[at].resource_id, events[at + 2].resource_id);
    }
  });

  it('tell of every other change what it was before (reference: events.42)', async () => {
    const { client, soup, tea, cash, customer } = shop;
    let order: Json = null;
    const [created] = await told(async () => {
      order = await shop.order({ customer_id: customer, lines: [{ product_id: soup.id }] });
    });
    assert.equal(created.topic, 'orders/created');
    assert.deepEqual(created.changed, ['status', 'lines', 'customer']);
    assert.equal(created.previous, null);
    assert.deepEqual(created.payload, order);
    const path = `orders/${order.id}`;
    const steps: [changed: string[], work: () => Promise<unknown>][] = [
      [['notes', 'guests'], () => put(order, { notes: 'by the door', guests: 2 })],
      [['external_id'], () => put(order, { external_id: 'ours' })],
      [['total', 'due', 'lines'], () => client.post(`${path}/lines`, { product_id: tea.id })],
      [['paid', 'due', 'payments'], () => client.post(`${path}/payments`, { method_id: cash, amount: 1 })],
      [['customer_id', 'customer'], () => put(order, { customer_id: null })],
      [['status'], () => put(order, { status: 'REJECTED' })],
    ];
    for (const [changed, work] of steps) {
      const before = await shop.read(order);
      const [event, ...none] = await told(work);
      assert.deepEqual(none, []);
      assert.equal(event.topic, 'orders/updated');
      assert.deepEqual(event.changed.toSorted(), changed.toSorted());
      const { customer_id_str: twin, ...previous } = event.previous;
      assert.equal(twin, changed.includes('customer_id') ? before.customer_id_str : undefined);
      assert.deepEqual(
        previous,
        Object.fromEntries(changed.flatMap((name) => (name === 'external_id' ? [] : [[name, before[name]]]))),
      );
      assert.deepEqual(event.payload, await shop.read(order));
    }
  });

  it('tell the kitchen of more, of less and of what it does not make any more', async () => {
    const { client, soup, tea } = shop;
    const order = await shop.order({
      status: 'ACCEPTED',
      lines: [{ product_id: soup.id, quantity: 2 }, { product_id: tea.id }],
    });
    const kitchen = async (work: () => Promise<unknown>) => {
      const found = (await told(work)).filter(({ topic }) => topic === 'orders/kitchen_print');
      return found.map(({ payload }) =>
        payload.kitchen.map((line: Json) => {
          assert.deepEqual([line.action, line.number], [line.change, line.line_number]);
          return [line.change, line.line_number, line.name, line.quantity];
        }),
      );
    };
    const path = `orders/${order.id}`;
    const line = (fields: object) => () => client.put(`${path}/lines/1`, fields);
    assert.deepEqual(await kitchen(line({ quantity: 5 })), [[['more', 1, 'Soup', 3]]]);
    assert.deepEqual(await kitchen(line({ quantity: 1 })), [[['less', 1, 'Soup', -4]]]);
    const anew = [
      ['void', 1, 'Soup', -1],
      ['new', 1, 'Soup', 1],
    ];
    assert.deepEqual(await kitchen(line({ notes: 'no salt' })), [anew]);
    assert.deepEqual(await kitchen(() => client.delete(`${path}/lines/2`)), [[['void', 2, 'Tea', -1]]]);
    assert.deepEqual(await kitchen(() => put(order, { guests: 2 })), []);
    assert.deepEqual(await kitchen(() => put(order, { status: 'REJECTED' })), [[['void', 1, 'Soup', -1]]]);
    assert.deepEqual(await kitchen(() => client.delete(path)), [], 'it was taken back already');
  });

  it('tell the kitchen that a course is called: of what it has as recall, of the rest as new (reference: events.43)', async () => {
    const { client, soup, tea } = shop;
    await change(client, `sites/${shop.site}`, { kitchen_tickets: true });
    const order = await shop.order({
      status: 'ON_HOLD',
      lines: [
        { product_id: soup.id, quantity: 2, course_ordinal: 1 },
        { product_id: tea.id, course_ordinal: 1, course_status: 'uncalled' },
      ],
    });
    const called = async (number: number, fields: object = {}) => {
      const path = `orders/${order.id}/lines/${number}`;
      const events = await told(() => client.put(path, { course_status: 'called', ...fields }));
      const ticket = (await client.get(`orders/${order.id}/tickets`)).json.at(-1);
      return {
        topics: events.map(({ topic }) => topic),
        kitchen: events
          .flatMap(({ payload }) => payload.kitchen ?? [])
          .map((line: Json) => [line.change, line.line_number, line.quantity]),
        ticket: ticket.document.lines.map((line: Json) => [line.action, line.quantity, line.course]),
      };
    };
    const topics = ['orders/updated', 'orders/kitchen_print', 'tickets/created'];
    assert.deepEqual(await called(1, { quantity: 3 }), {
      topics,
      kitchen: [
        ['more', 1, 1],
        ['recall', 1, 3],
      ],
      ticket: [
        ['more', '1', 1],
        ['recall', '3', 1],
      ],
    });
    assert.deepEqual(await called(2), { topics, kitchen: [['new', 2, 1]], ticket: [['new', '1', 1]] });
    assert.deepEqual((await called(1)).topics, [], 'called again');
    await change(client, `sites/${shop.site}`, { kitchen_tickets: false });
  });

  it('agree with the history of the order', async () => {
    const { client, soup, tea, cash } = shop;
    await log.take();
    const order = await shop.order({ lines: [{ product_id: soup.id }] });
    await put(order, { notes: 'one' });
    await client.post(`orders/${order.id}/lines`, { product_id: tea.id });
    await put(order, { status: 'ACCEPTED', guests: 4 });
    await client.put(`orders/${order.id}/lines/1`, { quantity: 2 });
    await client.post(`orders/${order.id}/payments`, { method_id: cash, amount: 3 });
    await put(order, { status: 'PENDING', complete_when_paid: false });
    const main = new Set(['orders/created', 'orders/updated', 'orders/completed']);
    const events = (await log.take()).filter(({ topic }) => main.has(topic));
    const history = (await client.get(`orders/${order.id}/history`)).json as Json[];
    assert.equal(events.length, history.length);
    for (const [at, entry] of history.entries()) {
      const { payload, changed, created_at: time } = events[at];
      assert.deepEqual(
        [payload.status, payload.total, payload.paid],
        [entry.status, entry.total, entry.paid],
      );
      assert.equal(time, entry.at);
      if (at > 0) for (const name of entry.changed) assert.ok(changed.includes(name), `${at}: ${name}`);
    }
  });
});
