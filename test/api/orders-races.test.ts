import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { EventLog, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

const MANY = 20;

onEachEngine('orders under many hands at once', (service) => {
  let shop: Shop;
  let log: EventLog;
  before(async () => {
    shop = await openShop(service());
    log = await EventLog.open(shop.client);
  });
  const times = (count: number, work: (at: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));
  const withStatus = (answers: readonly Answer[], status: number) =>
    answers.filter((answer) => answer.status === status);
  /** How often a topic was told since the log was last looked at. */
  const told = async (topic: string) => (await log.topics()).filter((each) => each === topic).length;

  it('lines that are added together are all there', async () => {
    const order = await shop.order({ status: 'ACCEPTED' });
    await log.take();
    const answers = await times(MANY, (at) =>
      shop.client.post(`orders/${order.id}/lines`, { product_id: shop.tea.id, notes: String(at) }),
    );
    assert.equal(withStatus(answers, 201).length, MANY);
    const { lines, total } = await shop.read(order);
    assert.deepEqual(
      lines.map((line: Json) => line.number),
      Array.from({ length: MANY }, (_, at) => at + 1),
    );
    assert.equal(new Set(lines.map((line: Json) => line.notes)).size, MANY);
    assert.equal(new Set(lines.map((line: Json) => line.line_id)).size, MANY);
    assert.equal(total, 4 * MANY);
    assert.equal(await told('orders/kitchen_print'), MANY);
  });

  it('lines are added, moved, changed and removed together, and the numbers stay 1 to n', async () => {
    const lines = Array.from({ length: MANY }, () => ({ product_id: shop.tea.id }));
    const order = await shop.order({ lines });
    const path = `orders/${order.id}/lines`;
    const answers = await times(MANY, (at) => {
      if (at % 4 === 0) return shop.client.post(path, { product_id: shop.tea.id });
      if (at % 4 === 1) return shop.client.delete(`${path}/1`);
      if (at % 4 === 2) return shop.client.put(`${path}/2`, { number: 9 });
      return shop.client.put(`${path}/3`, { quantity: 1, notes: 'x' });
    });
    assert.ok(answers.every(({ status }) => status < 300));
    const after = await shop.read(order);
    assert.deepEqual(
      after.lines.map((line: Json) => line.number),
      lines.map((_, at) => at + 1),
    );
    assert.equal(new Set(after.lines.map((line: Json) => line.line_id)).size, MANY);
    assert.equal(after.total, 4 * MANY);
  });

  it('payments that pay it together complete it once; those after them are refused', async () => {
    const order = await shop.order({ status: 'PENDING', lines: [{ product_id: shop.soup.id }] });
    await log.take();
    const answers = await times(15, () =>
      shop.client.post(`orders/${order.id}/payments`, { method_id: shop.cash, amount: 1 }),
    );
    assert.equal(withStatus(answers, 201).length, 10);
    for (const answer of withStatus(answers, 400)) {
      assert.equal(answer.json.error_description, 'A COMPLETE order cannot be updated.');
    }
    const { status, paid, due, payments } = await shop.read(order);
    assert.deepEqual([status, paid, due, payments.length], ['COMPLETE', 10, 0, 10]);
    assert.equal(await told('orders/completed'), 1);
  });

  it('of changes made to the same state one is made (If-Match)', async () => {
    const order = await shop.order();
    const { etag = '' } = (await shop.client.get(`orders/${order.id}`)).headers;
    const answers = await times(10, (at) =>
      shop.client.put(`orders/${order.id}`, { notes: String(at) }, { headers: { 'if-match': etag } }),
    );
    const [winner, ...others] = withStatus(answers, 200);
    assert.deepEqual(others, []);
    assert.equal(withStatus(answers, 412).length, 9);
    assert.deepEqual(await shop.read(order), winner?.json);
  });

  it('of an acceptance, a rejection and a deletion, what comes later sees what came before', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await shop.order();
      await log.take();
      const [complete, reject, removal] = await Promise.all([
        shop.client.put(`orders/${order.id}`, { status: 'COMPLETE' }),
        shop.client.put(`orders/${order.id}`, { status: 'REJECTED' }),
        shop.client.delete(`orders/${order.id}`),
      ]);
      const after = await shop.read(order);
      if (after.deleted) assert.equal(removal.status, 204);
      else refused(removal, 409, 'conflict');
      if (complete.status === 200) {
        assert.deepEqual([after.status, after.deleted, reject.status], ['COMPLETE', false, 400]);
      } else refused(complete, 409, 'conflict');
      if (after.status === 'REJECTED') assert.equal(reject.status, 200);
      assert.equal(await told('orders/completed'), complete.status === 200 ? 1 : 0);
    }
  });

  it('an order is deleted once', async () => {
    const order = await shop.order();
    await log.take();
    const answers = await times(8, () => shop.client.delete(`orders/${order.id}`));
    assert.equal(withStatus(answers, 204).length, 1);
    assert.equal(withStatus(answers, 409).length, 7);
    assert.equal(await told('orders/deleted'), 1);
  });

  it('a course that many call goes to the kitchen once', async () => {
    const lines = [{ product_id: shop.tea.id, course_status: 'uncalled' }];
    const order = await shop.order({ status: 'ON_HOLD', lines });
    await log.take();
    const answers = await times(8, () =>
      shop.client.put(`orders/${order.id}/lines/1`, { course_status: 'called' }),
    );
    assert.equal(withStatus(answers, 200).length, 8);
    assert.equal(await told('orders/kitchen_print'), 1);
  });

  it('refunds that come together never give back more than was paid', async () => {
    const payments = [{ method_id: shop.cash, amount: 10 }];
    const original = await shop.order({ status: 'COMPLETE', payments });
    const refund = {
      site_id: shop.site,
      original_order_id_str: original.id_str,
      payments: [{ method_id: shop.cash, amount: -3 }],
    };
    const answers = await times(8, () => shop.client.post('orders', refund));
    assert.equal(withStatus(answers, 201).length, 3);
    for (const answer of withStatus(answers, 400))
      refused(answer, 400, 'invalid_request', 'original_order_id_str');
    assert.equal(withStatus(answers, 400).length, 5);
  });

  it('of registers that give back the same line at the same time, one does', async () => {
    for (const price of [undefined, 0.1]) {
      const original = await shop.order({
        status: 'COMPLETE',
        lines: [{ product_id: shop.tea.id, quantity: 2 }],
        payments: [{ method_id: shop.cash, amount: 8 }],
      });
      const line = { product_id: shop.tea.id, quantity: -2 };
      const refund = {
        site_id: shop.site,
        original_order_id_str: original.id_str,
        lines: [price === undefined ? line : { ...line, unit_price_inc_tax: price }],
      };
      const answers = await times(8, () => shop.client.post('orders', refund));
      assert.equal(withStatus(answers, 201).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        refused(answer, 400, 'invalid_request', 'lines[0].quantity');
      }
      const { json } = await shop.client.get(`orders/${original.id}/refunds`);
      assert.equal(json.lines[0].quantity_left, 0);
      assert.equal(json.orders.length, 1);
    }
  });

  it('money that is given back at the same time is given back once', async () => {
    const lines = [{ product_id: shop.soup.id }];
    const payments = [{ method_id: shop.cash, amount: 10 }];
    const order = await shop.order({ status: 'ACCEPTED', lines, payments });
    const back = { method_id: shop.cash, amount: -3 };
    const refund = { site_id: shop.site, original_order_id_str: order.id_str, payments: [back] };
    const answers = await times(8, (at) =>
      at % 2 === 0
        ? shop.client.post(`orders/${order.id}/payments`, back)
        : shop.client.post('orders', refund),
    );
    assert.equal(withStatus(answers, 201).length, 3);
    assert.equal(withStatus(answers, 400).length, 5);
  });

  it('orders that are made together all have ids and receipts of their own', async () => {
    const lines = [{ product_id: shop.tea.id }];
    const answers = await times(60, () => shop.client.post('orders', { site_id: shop.site, lines }));
    assert.equal(withStatus(answers, 201).length, 60);
    for (const field of ['id', 'saleid'])
      assert.equal(new Set(answers.map(({ json }) => json[field])).size, 60);
  });

  /** Work whose transactions do not wait for each other's locks: PostgreSQL would end one of two, and run it again. */
  const withoutConflicts = async (work: () => Promise<readonly Answer[]>) => {
    const { storage } = service().app;
    const before = storage.figures().repeated;
    for (const { status, text } of await work()) assert.equal(status, 200, text);
    assert.equal(storage.figures().repeated, before);
  };
  /** An hour ago: the books of the day may have been closed since. */
  const placed_at = '2026-03-07T17:30:00Z';

  it('orders of an hour ago that close their groups together do not meet (reference: orders.16)', async () => {
    const orders: Json[] = [];
    for (let at = 0; at < 8; at++)
      orders.push(
        await shop.order({ placed_at, group_id: `T${at >> 1}`, lines: [{ product_id: shop.tea.id }] }),
      );
    await log.take();
    await withoutConflicts(() =>
      times(8, (at) => shop.client.put(`orders/${orders[at].id}`, { status: 'COMPLETE' })),
    );
    assert.equal(await told('orders/group_finalised'), 4);
  });

  it('orders of an hour ago and changes of what they sell at the site do not meet', async () => {
    const path = `sites/${shop.site}/products/${shop.soup.id}`;
    const available = { availability: { is_available: true, amount: 100 } };
    assert.equal((await shop.client.put(path, available)).status, 200);
    const lines = [{ product_id: shop.soup.id }];
    const orders: Json[] = [];
    for (let at = 0; at < 8; at++)
      orders.push(await shop.order({ placed_at, status: 'SUBMITTED', group_id: `S${at >> 1}`, lines }));
    await withoutConflicts(() =>
      times(16, (at) =>
        at % 2 === 0
          ? shop.client.put(`orders/${orders[at >> 1].id}`, { status: 'COMPLETE' })
          : shop.client.put(path, available),
      ),
    );
    assert.equal((await shop.client.put(path, { availability: { amount: null } })).status, 200);
  });
});
