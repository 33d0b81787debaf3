import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Fetch, Passbell } from '#clients/typescript/index.ts';
import { make, read } from '#test/api/helpers.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { KEY_LIFE_MS } from '../../web/register/deliver.ts';
import { Queue } from '../../web/register/queue.ts';
import { EMPTY_QUEUE, MAX_WRITES, type NewWrite } from '../../web/register/writes.ts';
import { memoryStore } from '../../web/shared/outbox/memory.ts';
import type { Drained } from '../../web/shared/outbox/outbox.ts';
import { CUTS, type Cut, Line, newName, RegisterQueue, sharedLock } from './register-queue.ts';

// The write queue when the network is not there: every order exists once, no line is lost, conflicts are shown.

interface Shop {
  readonly service: Service;
  readonly registers: readonly [string, string];
  readonly soup: Json;
  readonly tea: Json;
  readonly cash: string;
}

const create = (shop: Shop, at: 0 | 1, order: string, group: string, fields: object = {}): NewWrite => ({
  subject: order,
  kind: 'create',
  label: 'New order',
  body: JSON.stringify({
    register_id: shop.registers[at],
    sale_number: order,
    group_id: group,
    status: 'ON_HOLD',
    lines: [{ product_id: shop.soup.id }],
    ...fields,
  }),
});
const lines = (shop: Shop, order: string, ...quantities: number[]): NewWrite => ({
  subject: order,
  kind: 'lines',
  label: 'Lines',
  body: JSON.stringify(quantities.map((quantity) => ({ product_id: shop.tea.id, quantity }))),
});
const pay = (shop: Shop, order: string, amount: number): NewWrite => ({
  subject: order,
  kind: 'payment',
  label: 'Payment',
  body: JSON.stringify({ method_id: shop.cash, amount }),
});
const status = (order: string, to: string): NewWrite => ({
  subject: order,
  kind: 'fields',
  label: to,
  body: JSON.stringify({ status: to }),
});

/** The orders of a table, each with its lines, payments and status. */
async function atTable({ service: { client, card } }: Shop, group: string): Promise<string[]> {
  const orders: Json[] = await read(client, `sites/${card.sites[0].id}/groups/${group}`);
  return orders
    .map((order) => {
      const sold = order.lines.map((line: Json) => `${line.quantity} ${line.product.name}`).join(' + ');
      return `${sold}: ${order.status}, ${order.payments.map((each: Json) => each.amount).join(' + ')} paid`;
    })
    .sort();
}

onEachEngine('the queue of a register', (service) => {
  let shop: Shop;
  before(async () => {
    const { client, card } = service();
    const site = card.sites[0].id;
    const product = (name: string, unit_price: number, fields: object = {}) =>
      make(client, `sites/${site}/products`, { name, unit_price, ...fields });
    const other = await make(client, 'registers', { name: 'Second', site_id: site });
    shop = {
      service: service(),
      registers: [String(card.sites[0].registers[0].id), other.id_str],
      soup: await product('Soup', 10),
      tea: await product('Tea', 4),
      cash: String(card.payment_methods[0].id),
    };
  });

  /**
   * Two registers at one table. The first makes an order, adds to it, voids a line, takes money in two parts and
   * closes; the second makes another one and closes it by its payment. One request of one of them is cut.
   */
  async function evening(cut: { register: 0 | 1; at: number; how: Cut; reopen: boolean } | undefined) {
    const group = `T${newName()}`;
    const registers = [
      new RegisterQueue(new Line(service())),
      new RegisterQueue(new Line(service())),
    ] as const;
    if (cut !== undefined) registers[cut.register].line.cut = cut;
    const reopen = cut?.reopen ?? false;
    const [first, second] = [newName(), newName()];
    await registers[0].queue.add([create(shop, 0, first, group), lines(shop, first, 1, 2)]);
    await registers[1].queue.add([create(shop, 1, second, group), lines(shop, second, 3)]);
    await Promise.all(registers.map((register) => register.drain(reopen)));
    const known = (await registers[0].state()).known.find(([local]) => local === first)?.[1];
    assert.ok(known !== undefined);
    const made = await read(service().client, `orders/${known}`);
    const line = String(made.lines[1].line_id);
    await registers[0].queue.add([
      { subject: first, kind: 'void', line, label: 'Void', body: null },
      {
        subject: first,
        kind: 'line',
        line: String(made.lines[2].line_id),
        label: 'More',
        body: '{"quantity":4}',
      },
      pay(shop, first, 20),
      status(first, 'PENDING'),
      pay(shop, first, 6),
    ]);
    // The first register's order gets one more line from the second, which knows it by its id.
    await registers[1].queue.add([status(second, 'PENDING'), pay(shop, second, 22)]);
    await Promise.all(registers.map((register) => register.drain(reopen)));
    const left = await Promise.all(registers.map((register) => register.state()));
    assert.deepEqual(
      left.flatMap((state) => state.entries),
      [],
    );
    const expected = ['1 Soup + 3 Tea: COMPLETE, 22 paid', '1 Soup + 4 Tea: COMPLETE, 20 + 6 paid'];
    assert.deepEqual(await atTable(shop, group), expected, JSON.stringify(cut));
    return registers.map((register) => register.line.sent);
  }

  for (const how of CUTS) {
    it(`does everything once when the line breaks at any step: ${how}`, async () => {
      const steps = await evening(undefined);
      assert.deepEqual(
        steps.map((count) => count > 3),
        [true, true],
      );
      for (const [register, count] of steps.entries()) {
        for (let at = 1; at <= count; at++) {
          for (const reopen of [false, true]) {
            const sent = await evening({ register: register === 0 ? 0 : 1, at, how, reopen });
            // The cut happened: something was sent again.
            assert.ok((sent[register] ?? 0) > count, `request ${at} was not cut`);
          }
        }
      }
    });
  }

  it('keeps everything while there is no network, in order, and then sends it', async () => {
    const register = new RegisterQueue(new Line(service()));
    const group = `T${newName()}`;
    const order = newName();
    register.line.down = true;
    const writes = [create(shop, 0, order, group), lines(shop, order, 1), status(order, 'PENDING')];
    await register.queue.add(writes);
    assert.equal((await register.queue.drain()).end, 'later');
    register.queue = register.open();
    await register.queue.add([pay(shop, order, 14)]);
    assert.equal((await register.queue.drain()).end, 'later');
    assert.deepEqual(
      (await register.state()).entries.map((write) => write.kind),
      ['create', 'lines', 'fields', 'payment'],
    );
    register.line.down = false;
    await register.drain(false);
    assert.deepEqual(await atTable(shop, group), ['1 Soup + 1 Tea: COMPLETE, 14 paid']);
  });

  it('does not send twice from two tabs', async () => {
    const register = new RegisterQueue(new Line(service()));
    const group = `T${newName()}`;
    const orders = [newName(), newName(), newName()];
    await register.queue.add(orders.map((order) => create(shop, 0, order, group)));
    const tabs = [register.queue, register.open(), register.open()];
    await Promise.all(tabs.map((tab) => tab.drain()));
    assert.equal(register.line.sent, orders.length);
    assert.equal((await atTable(shop, group)).length, orders.length);
  });

  it('shows what another register made impossible, and loses no line of it', async () => {
    const group = `T${newName()}`;
    const [one, two] = [new RegisterQueue(new Line(service())), new RegisterQueue(new Line(service()))];
    const order = newName();
    await one.queue.add([create(shop, 0, order, group)]);
    await one.drain(false);
    const id = (await one.state()).known[0]?.[1] ?? '';
    // The second register adds a line without a network; meanwhile the first closes the order.
    two.line.down = true;
    await two.queue.add([lines(shop, id, 2), pay(shop, id, 8)]);
    await two.queue.drain();
    await one.queue.add([status(order, 'PENDING'), pay(shop, order, 10)]);
    await one.drain(false);
    two.line.down = false;
    assert.deepEqual(await two.queue.drain(), { end: 'idle' });
    // Its payment waits behind it.
    const [refused, behind] = (await two.state()).entries;
    assert.deepEqual(refused?.refusal, {
      code: 'invalid_request',
      sentence: 'A COMPLETE order cannot be updated.',
      told: { reason: { reason: 'a_complete_order_cannot_be_updated' } },
    });
    assert.equal(behind?.tried_at, null);
    // Other orders go on.
    const other = newName();
    await two.queue.add([create(shop, 1, other, group)]);
    await two.drain(false);
    assert.deepEqual(await two.troubles(), ['invalid_request']);
    // Its lines become an order of their own at the same table.
    const moved = newName();
    const { body } = create(shop, 1, moved, group, { lines: JSON.parse(refused.body ?? '') });
    await two.queue.moveToNewOrder(refused.seq, moved, body ?? '');
    await two.drain(false);
    assert.deepEqual(await two.troubles(), ['invalid_request']);
    await two.queue.discard(behind?.seq ?? 0);
    assert.deepEqual((await two.state()).entries, []);
    assert.deepEqual(await atTable(shop, group), [
      '1 Soup: COMPLETE, 10 paid',
      '1 Soup: ON_HOLD,  paid',
      '2 Tea: ON_HOLD,  paid',
    ]);
  });

  it('sends a refused write again as something new, with another body', async () => {
    const group = `T${newName()}`;
    const register = new RegisterQueue(new Line(service()));
    const order = newName();
    const { client, card } = service();
    const last = await make(client, `sites/${card.sites[0].id}/products`, {
      name: 'Last',
      unit_price: 1,
      availability: { is_available: true, amount: 1 },
    });
    const two = create(shop, 0, order, group, { lines: [{ product_id: last.id, quantity: 2 }] });
    await register.queue.add([two, pay(shop, order, 1)]);
    await register.drain(false);
    const [refused] = (await register.state()).entries;
    assert.equal(refused?.refusal?.code, 'out_of_stock');
    const one = create(shop, 0, order, group, { lines: [{ product_id: last.id }] });
    await register.queue.retry(refused.seq, { body: one.body ?? '' });
    await register.drain(false);
    assert.deepEqual(await atTable(shop, group), ['1 Last: ON_HOLD, 1 paid']);
    assert.deepEqual((await register.state()).entries, []);
  });

  it('gives up an order that was never made, with everything for it', async () => {
    const register = new RegisterQueue(new Line(service()));
    const order = newName();
    const wrong = create(shop, 0, order, 'T0', { lines: [{ product_id: '987654321987' }] });
    await register.queue.add([wrong, lines(shop, order, 1), pay(shop, order, 4)]);
    await register.drain(false);
    assert.deepEqual(await register.troubles(), ['invalid_request']);
    await register.queue.discard((await register.state()).entries[0]?.seq ?? 0);
    assert.deepEqual((await register.state()).entries, []);
  });

  it('finds an order again whose key the service has forgotten', async () => {
    const group = `T${newName()}`;
    const register = new RegisterQueue(new Line(service()));
    const order = newName();
    register.now = Number(service().clock.now() / 1000n);
    register.line.cut = { at: 1, how: 'after' };
    await register.queue.add([create(shop, 0, order, group), lines(shop, order, 1)]);
    await register.queue.drain();
    register.now += KEY_LIFE_MS + 1;
    await register.drain(false);
    assert.deepEqual(await atTable(shop, group), ['1 Soup + 1 Tea: ON_HOLD,  paid']);
    // The outcome of added lines cannot be found out: they wait for a decision.
    register.line.cut = { at: register.line.sent + 1, how: 'after' };
    await register.queue.add([lines(shop, order, 1)]);
    await register.queue.drain();
    register.now += KEY_LIFE_MS + 1;
    await register.drain(false);
    assert.deepEqual(await register.troubles(), ['unsure']);
  });

  it('waits for somebody to sign in', async () => {
    const register = new RegisterQueue(new Line(service(), 'pb_os_nobody'));
    await register.queue.add([create(shop, 0, newName(), 'T0')]);
    assert.deepEqual(await register.queue.drain(), { end: 'signin' });
    assert.deepEqual(await register.troubles(), []);
  });

  it('does not take it for a line when a line is gone', async () => {
    const group = `T${newName()}`;
    const register = new RegisterQueue(new Line(service()));
    const order = newName();
    await register.queue.add([create(shop, 0, order, group), lines(shop, order, 1)]);
    await register.drain(false);
    const id = (await register.state()).known[0]?.[1] ?? '';
    const made = await read(service().client, `orders/${id}`);
    const line = String(made.lines[0].line_id);
    await register.queue.add([
      { subject: order, kind: 'void', line, label: 'Void', body: null },
      { subject: order, kind: 'void', line, label: 'Void again', body: null },
      { subject: order, kind: 'line', line, label: 'Too late', body: '{"quantity":9}' },
    ]);
    await register.drain(false);
    // The other line has moved up to its number, and is left alone.
    assert.deepEqual(await atTable(shop, group), ['1 Tea: ON_HOLD,  paid']);
    assert.deepEqual(await register.troubles(), ['not_found']);
  });
});

describe('what an answer means for a write', () => {
  const write: NewWrite = { subject: 'local', kind: 'create', label: '', body: '{"sale_number":"1"}' };

  type Asked = Parameters<Fetch>[1] & { readonly url: string };

  /** A queue whose requests are answered by a function. */
  function answeredBy(fetch: Fetch): Queue {
    const passbell = new Passbell({ baseUrl: 'https://pos', token: 't', fetch, patience: { tries: 1 } });
    const parts = { store: memoryStore(EMPTY_QUEUE), lock: sharedLock(), passbellOf: () => passbell };
    return new Queue({ ...parts, now: () => 0, newKey: () => 'key' });
  }

  /** What becomes of a write that is answered so. */
  async function answered(
    reply: number,
    body: object = {},
    headers: Record<string, string> = {},
    sent: NewWrite = write,
  ): Promise<{ end: Drained; trouble: string | undefined; asked: Asked[] }> {
    const asked: Asked[] = [];
    const queue = answeredBy(async (url, init) => {
      asked.push({ ...init, url });
      return Response.json(body, { status: reply, headers });
    });
    await queue.add([sent]);
    const end = await queue.drain();
    const [left] = await queue.read();
    return { end, trouble: left?.refusal?.code, asked };
  }

  it('later: what is in passing, with the wait that is asked for', async () => {
    for (const [reply, body, headers, afterMs] of [
      [503, { error: 'temporarily_unavailable' }, { 'retry-after': '2' }, 2000],
      [502, {}, {}, undefined],
      [504, {}, {}, undefined],
      [429, { error: 'rate_limit_exceeded' }, { 'retry-after': '7' }, 7000],
      [408, {}, {}, undefined],
      [409, { error: 'idempotency_key_in_use' }, {}, undefined],
      [409, { error: 'conflict' }, { 'retry-after': '1' }, 1000],
    ] as const) {
      const found = await answered(reply, body, headers);
      assert.deepEqual(
        found.end,
        { end: 'later', ...(afterMs === undefined ? {} : { afterMs }) },
        `${reply}`,
      );
      assert.equal(found.trouble, undefined);
    }
  });

  it('trouble: every refusal, also one that is told again', async () => {
    for (const [reply, code, headers] of [
      [400, 'out_of_stock', {}],
      [403, 'access_denied', {}],
      [404, 'not_found', {}],
      [409, 'conflict', {}],
      [409, 'conflict', { 'retry-after': '1', 'idempotent-replayed': 'true' }],
      [413, 'payload_too_large', {}],
      [500, 'server_error', {}],
    ] as const) {
      const found = await answered(reply, { error: code }, headers);
      assert.equal(found.trouble, code);
      assert.deepEqual(found.end, { end: 'idle' });
    }
  });

  it('later: a success that the service did not say, such as the page of a hotel network', async () => {
    assert.deepEqual((await answered(200, { welcome: true })).end, { end: 'later' });
    assert.deepEqual((await answered(201, { id_str: '7' })).end, { end: 'idle' });
  });

  it('sends the key with what is made, and none with what is set', async () => {
    const [made] = (await answered(201, { id_str: '7' })).asked;
    assert.equal(made?.url, 'https://pos/v1/companies/me/orders');
    assert.equal(made.body, write.body);
    assert.equal(made.headers['idempotency-key'], 'key');
    const fields: NewWrite = { subject: '7', kind: 'fields', label: '', body: '{"status":"PENDING"}' };
    const [put] = (await answered(200, { id_str: '7' }, {}, fields)).asked;
    assert.equal(`${put?.method} ${put?.url}`, 'PUT https://pos/v1/companies/me/orders/7');
    assert.equal(put?.body, '{"status":"PENDING"}');
    assert.equal(put?.headers['idempotency-key'], undefined);
  });

  it('takes a change that is refused because it is so already for done', async () => {
    const outcome = async (order: object, wanted: string) => {
      const queue = answeredBy(async (_url, { method }) =>
        method === 'PUT'
          ? Response.json({ error: 'invalid_request' }, { status: 400 })
          : Response.json({ id_str: '7', ...order }),
      );
      await queue.add([
        { subject: '7', kind: 'fields', label: '', body: JSON.stringify({ status: wanted }) },
      ]);
      await queue.drain();
      return (await queue.read()).length === 0;
    };
    assert.equal(await outcome({ status: 'COMPLETE' }, 'COMPLETE'), true);
    assert.equal(await outcome({ status: 'COMPLETE' }, 'PENDING'), true);
    assert.equal(await outcome({ status: 'COMPLETE' }, 'REJECTED'), false);
  });

  it('keeps no more than can be sent', async () => {
    const queue = answeredBy(() => Promise.reject(new Error('offline')));
    await queue.add(Array.from({ length: MAX_WRITES }, () => write));
    await assert.rejects(queue.add([write]), /offline queue is full/);
    assert.equal((await queue.read()).length, MAX_WRITES);
  });
});
