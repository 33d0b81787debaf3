// The text of an order is stored with its row alone: its event and the answer of its key have the rest of theirs, until
// the row changes (decision 064). Nobody sees that from outside.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Sql, sql } from '#src/storage/sql.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, EventLog, make, read, secondAddon } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

/** What is stored of an order beside its row, in characters. */
interface Stored {
  readonly events: readonly {
    readonly payload: bigint;
    readonly tail: string | null;
    readonly same_as: bigint | null;
  }[];
  readonly answers: readonly { readonly body: bigint; readonly tail: string | null }[];
}

onEachEngine('an order that is written once', (service) => {
  let shop: Shop;
  let log: EventLog;
  before(async () => {
    shop = await openShop(service());
    log = await EventLog.open(shop.client);
  });

  const rows = <T>(query: Sql): Promise<T[]> => service().app.storage.read(async (tx) => tx.all<T>(query));

  async function stored(id: string): Promise<Stored> {
    const company = BigInt(shop.client.companyId);
    return {
      events: await rows(
        sql`select length(payload) as payload, tail, same_as from events
            where company_id = ${company} and resource_id = ${BigInt(id)} and topic like 'orders/%' order by number`,
      ),
      answers: await rows(
        sql`select length(body) as body, tail from idempotency_keys
            where company_id = ${company} and (order_id = ${BigInt(id)} or body like ${`{"id":${id},%`}) order by key`,
      ),
    };
  }

  /** POST under a key: the answer, and how to ask for it again. */
  async function keyed(
    path: string,
    body: Json,
    key: string,
  ): Promise<{ first: Answer; again(): Promise<Answer> }> {
    const ask = () => shop.client.post(path, body, { headers: { 'idempotency-key': key } });
    const first = await ask();
    assert.equal(first.status, 201, first.text);
    return { first, again: ask };
  }

  async function isGivenAgain({ first, again }: Awaited<ReturnType<typeof keyed>>): Promise<void> {
    const answer = await again();
    assert.equal(answer.headers['idempotent-replayed'], 'true');
    assert.equal(answer.text, first.text);
    for (const name of ['etag', 'location']) assert.equal(answer.headers[name], first.headers[name]);
  }

  const paid = () => ({
    site_id: shop.site,
    lines: [
      { product_id: shop.soup.id, quantity: 2, notes: 'Ohne Zwiebeln – \u{1f9c5} "heiß" \\ {}' },
      { product_id: shop.tea.id },
    ],
    payments: [{ method_id: shop.cash, amount: 24 }],
    status: 'COMPLETE',
  });

  it('leaves the end of its text with its event and with the answer of its key', async () => {
    const made = await keyed('orders', paid(), 'once-1');
    const id = String(made.first.json.id_str);
    const { events, answers } = await stored(id);
    assert.deepEqual(answers, [{ body: 0n, tail: ',"customer":null}' }]);
    assert.deepEqual(
      events.map(({ payload, tail, same_as }) => [payload, tail, same_as === null]),
      [
        [0n, ',"customer":null}', true],
        [0n, null, false],
        [0n, null, false],
      ],
    );
    const told = await log.take();
    const ofOrder = told.filter((event) => event.resource_id_str === id);
    assert.deepEqual(
      ofOrder.map(({ topic }) => topic),
      ['orders/created', 'orders/kitchen_print', 'orders/completed'],
    );
    for (const { payload } of ofOrder)
      assert.deepEqual({ ...payload, kitchen: undefined }, { ...made.first.json, kitchen: undefined });
    await isGivenAgain(made);
  });

  it('has event and answer as they were once it is changed', async () => {
    const made = await keyed('orders', { ...paid(), status: 'SUBMITTED', payments: [] }, 'once-2');
    const id = String(made.first.json.id_str);
    const [created] = (await log.take()).filter((event) => event.resource_id_str === id);
    for (const notes of ['First', 'Second', 'Third']) {
      const after = await change(shop.client, `orders/${id}`, { notes });
      assert.equal(after.notes, notes);
      await isGivenAgain(made);
      const [updated, ...more] = (await log.take()).filter((event) => event.resource_id_str === id);
      assert.deepEqual(more, []);
      assert.equal(updated.topic, 'orders/updated');
      assert.deepEqual(updated.payload, after);
      await log.checkTaken();
    }
    const { events, answers } = await stored(id);
    // The newest alone is still told by the row.
    assert.deepEqual(
      events.map(({ tail }) => tail !== null),
      [false, false, false, true],
    );
    assert.deepEqual(
      answers.map(({ body, tail }) => [body, tail]),
      [[BigInt([...made.first.text].length), null]],
    );
    const { payload } = (await read(shop.client, `events?after=${created.number - 1}&limit=1`))[0];
    assert.deepEqual(payload, made.first.json);
  });

  it('keeps the answer of each of several keys, of parts too', async () => {
    const order = await keyed('orders', { ...paid(), status: 'SUBMITTED', payments: [] }, 'once-3');
    const path = `orders/${order.first.json.id}`;
    const line = await keyed(`${path}/lines`, { product_id: shop.tea.id }, 'once-4');
    const payment = await keyed(`${path}/payments`, { method_id: shop.cash, amount: 5 }, 'once-5');
    assert.equal(line.first.json.lines.length, 3);
    assert.equal(payment.first.json.payments.length, 1);
    for (const each of [order, line, payment]) await isGivenAgain(each);
    await drop(shop.client, path);
    for (const each of [order, line, payment]) await isGivenAgain(each);
    await log.take();
    await log.checkTaken();
  });

  it('shows each add-on its own names, and the customer as they were', async () => {
    const { client, customer } = shop;
    const second = await secondAddon(service());
    const named = await keyed(
      'orders',
      { ...paid(), customer_id: customer, external_id: 'ours-1', status: 'SUBMITTED', payments: [] },
      'once-6',
    );
    const id = String(named.first.json.id_str);
    const before = named.first.json.customer.first_name;
    const seen = async (as: typeof client) =>
      (await read(as, 'events?topic=orders/created&limit=5000')).findLast(
        (event: Json) => event.resource_id_str === id,
      ).payload;
    assert.equal((await seen(client)).external_id, 'ours-1');
    assert.equal((await seen(second)).external_id, null);
    await change(client, `customers/${customer}`, { first_name: 'Renamed' });
    await change(client, `orders/${id}`, { notes: 'Changed', external_id: 'ours-2' });
    assert.equal((await seen(client)).external_id, 'ours-1');
    assert.equal((await seen(second)).customer.first_name, before);
    await isGivenAgain(named);
    await change(client, `customers/${customer}`, { first_name: before });
  });

  it('gives an answer again with its customer as they were', async () => {
    const { client, customer } = shop;
    await change(client, `customers/${customer}`, { reference_id: 'ours' });
    const linked = { ...paid(), customer_id: customer, status: 'SUBMITTED', payments: [] };
    const made = await keyed('orders', linked, 'once-8');
    const id = String(made.first.json.id_str);
    const { first_name: before, reference_id } = made.first.json.customer;
    assert.equal(reference_id, 'ours');
    const { answers } = await stored(id);
    assert.deepEqual(
      answers.map(({ body, tail }) => [body, tail?.startsWith(',"customer":{"id":')]),
      [[0n, true]],
    );
    await change(client, `customers/${customer}`, { first_name: 'Renamed', reference_id: 'others' });
    await isGivenAgain(made);
    await change(client, `orders/${id}`, { customer_id: null });
    await isGivenAgain(made);
    await change(client, `customers/${customer}`, { first_name: before });
    await log.take();
    await log.checkTaken();
  });

  it('is told as it was by each of a batch that changes it twice', async () => {
    const { client } = shop;
    for (const atomic of [false, true]) {
      await log.take();
      const order = await make(client, 'orders', { ...paid(), status: 'SUBMITTED', payments: [] });
      const path = `/v1/companies/me/orders/${order.id}`;
      const requests = ['First', 'Second'].map((notes) => ({ method: 'PUT', path, body: { notes } }));
      const send = () =>
        client.post('batch', { requests, atomic }, { headers: { 'idempotency-key': `once-7-${atomic}` } });
      const first = await send();
      assert.equal(first.status, 200, first.text);
      const bodies = (answer: Answer) => answer.json.responses.map(({ body }: Json) => body);
      assert.deepEqual(
        bodies(first).map(({ notes }: Json) => notes),
        ['First', 'Second'],
      );
      const told = (await log.take()).filter((event) => event.topic === 'orders/updated');
      assert.deepEqual(
        told.map(({ payload }) => payload),
        bodies(first),
      );
      await change(client, `orders/${order.id}`, { notes: 'Since' });
      assert.deepEqual(bodies(await send()), bodies(first));
      await log.take();
      await log.checkTaken();
    }
  });
});
