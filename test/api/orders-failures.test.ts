import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { decideIn } from '#src/storage/decide.ts';
import type { Storage, WriteOptions, Writer } from '#src/storage/port.ts';
import type { Sql } from '#src/storage/sql.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { everythingOf, make } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// Every write of orders is made to fail at its first statement, then at its second, and so on to the commit:
// each time everything is as it was before.

class Broken extends Error {}

/** A transaction whose `at`th statement fails; 0 never does. Counts them. */
function failing(tx: Writer, at: number, count: () => number): Writer {
  const step = <T>(work: () => T): T => {
    if (count() === at) throw new Broken('The database failed.');
    return work();
  };
  return {
    engine: tx.engine,
    get: <T>(query: Sql) => step(() => tx.get<T>(query)),
    all: <T>(query: Sql) => step(() => tx.all<T>(query)),
    run: (query) => step(() => tx.run(query)),
    send: (query) => step(() => tx.send(query)),
    sendFor: (query, heard) => step(() => tx.sendFor(query, heard)),
    number: (counter) => step(() => tx.number(counter)),
    decide: (decision) =>
      decideIn(
        { all: (query) => step(() => tx.all(query)), send: (query) => step(() => tx.send(query)) },
        decision,
      ),
    turn: (keys) => tx.turn(keys),
    idsWithin: (kind, many) => tx.idsWithin(kind, many),
    ids: (kind, many) => step(() => tx.ids(kind, many)),
    savepoint: (work) => tx.savepoint(work),
    wake: () => tx.wake(),
    undo: () => tx.undo(),
  };
}

/** Runs `work` while the storage's next write fails at a statement; answers how many statements it came to. */
async function breaking<T>(
  storage: Storage,
  at: number,
  work: () => Promise<T>,
): Promise<{ value: T; count: number }> {
  let count = 0;
  const { write } = storage;
  storage.write = <R>(job: (tx: Writer) => Promise<R>, options?: WriteOptions) =>
    write.call(
      storage,
      async (tx: Writer) => {
        count = 0;
        const result = await job(failing(tx, at, () => ++count));
        // After the last statement comes the commit.
        if (++count === at) throw new Broken('The commit failed.');
        return result;
      },
      options,
    ) as Promise<R>;
  try {
    return { value: await work(), count };
  } finally {
    storage.write = write;
  }
}

onEachEngine('a failure in the middle', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  /** Breaks a call at every statement, until it succeeds. */
  async function sweep(call: () => Promise<Answer>, status: number): Promise<Answer> {
    const { app, client } = service();
    const state = () => everythingOf(service(), client.companyId);
    const before = await state();
    for (let at = 1; ; at++) {
      assert.ok(at < 100, 'The call never comes to its end.');
      const { value: answer, count } = await breaking(app.storage, at, call);
      if (count < at) {
        assert.equal(answer.status, status, answer.text);
        assert.ok(at > 5, `Only ${at - 1} statements: was anything broken?`);
        assert.notEqual(await state(), before);
        return answer;
      }
      assert.equal(answer.status, 500, answer.text);
      assert.equal(answer.json.error, 'server_error');
      assert.doesNotMatch(answer.text, /database|commit/);
      assert.equal(await state(), before, `Statement ${at} failed, and something was left behind.`);
    }
  }

  const paidSoup = () => ({
    status: 'PENDING',
    lines: [{ product_id: shop.soup.id, notes: 'a' }, { product_id: shop.tea.id }],
    payments: [{ method_id: shop.card, amount: 14 }],
  });
  let people = 0;
  const person = () => {
    const number = ++people;
    return { first_name: 'Ann', email: `ann${number}@example.com`, reference_id: `ann ${number}` };
  };

  it('leaves nothing of a new order, its customer, its events and its group', async () => {
    const customer = person();
    const method = await make(shop.client, 'payment_methods', { name: 'Unused', kind: 'card' });
    const body = {
      site_id: shop.site,
      group_id: 'broken',
      customer,
      ...paidSoup(),
      payments: [{ method_id: method.id, amount: 14 }],
    };
    const topics = await shop.topics(async () => {
      const answer = await sweep(() => shop.client.post('orders', body), 201);
      assert.equal(answer.json.status, 'COMPLETE');
      assert.deepEqual(await shop.read(answer.json), answer.json);
    });
    assert.deepEqual(topics, [
      'orders/created',
      'orders/customer',
      'orders/kitchen_print',
      'orders/completed',
      'orders/group_finalised',
    ]);
  });

  it('leaves nothing of a refund', async () => {
    const original = await shop.order(paidSoup());
    const refund = {
      site_id: shop.site,
      original_order_id_str: original.id_str,
      lines: [{ product_id: shop.soup.id, quantity: -1 }],
      payments: [{ method_id: shop.cash, amount: -10 }],
    };
    await sweep(() => shop.client.post('orders', refund), 201);
  });

  it('leaves an order as it was before its change', async () => {
    const { client, soup, cash } = shop;
    const open = async (fields: object = {}): Promise<Json> =>
      shop.order({ ...paidSoup(), status: 'ACCEPTED', customer: person(), group_id: 'open', ...fields });
    const submitted = await open({ status: 'SUBMITTED' });
    const customer = person();
    await sweep(
      () => client.put(`orders/${submitted.id}`, { status: 'COMPLETE', notes: 'x', customer }),
      200,
    );
    const lined = await open();
    const lines = [{ product_id: soup.id }, { product_id: soup.id }];
    await sweep(() => client.post(`orders/${lined.id}/lines`, lines), 201);
    await sweep(
      () => client.put(`orders/${lined.id}/lines/1`, { number: 2, quantity: 3, unit_price: null }),
      200,
    );
    await sweep(() => client.delete(`orders/${lined.id}/lines/2`), 204);
    const owed = await shop.order({ ...paidSoup(), payments: [], customer: person() });
    await sweep(() => client.post(`orders/${owed.id}/payments`, { method_id: cash, amount: 14 }), 201);
    const tipped = await open({ status: 'PENDING', tip_service_amount: 1 });
    await sweep(() => client.put(`orders/${tipped.id}/payments/1`, { tip: 1, ref: 'x' }), 200);
    const deleted = await open();
    await sweep(() => client.delete(`orders/${deleted.id}`), 204);
  });
});
