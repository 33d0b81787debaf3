import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import { clientOf, fetchFrom } from '#test/harness/client-api.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { type EarlierQueue, fromEarlier } from '../../web/register/database.ts';
import { Queue } from '../../web/register/queue.ts';
import { EMPTY_QUEUE, paidItems, type QueueState, serverIdOf } from '../../web/register/writes.ts';
import { memoryStore } from '../../web/shared/outbox/memory.ts';

// A register whose offline queue was stored by version 1 of its database goes on where that left off.

/** As version 1 stored a write. */
const write = (seq: number, key: string, fields: object): EarlierQueue['writes'][number] => ({
  ...{ order: 'local-A1', kind: 'create', label: 'Sale', body: null },
  ...{ seq, key, made_at: 1_000, tried_at: null, trouble: null },
  ...fields,
});

/** A queue over what version 1 kept. */
async function opened(kept: EarlierQueue, parts: Pick<ConstructorParameters<typeof Queue>[0], 'passbellOf'>) {
  const store = memoryStore<QueueState>(EMPTY_QUEUE);
  await store.change(() => fromEarlier(kept));
  const fixed = { store, lock: <T>(work: () => Promise<T>) => work(), now: () => 2_000 };
  const queue = new Queue({ ...fixed, ...parts, newKey: () => crypto.randomUUID() });
  await queue.read();
  return queue;
}

describe('an offline queue that version 1 has kept', () => {
  const refusal = { code: 'conflict', sentence: 'No.', fields: ['status'] };
  const by = { session: '1', token: 'pb_os_1' };
  const first = write(4, 'k4', { tried_at: 1_500, body: '{"sale_number":"A1"}', by, items: ['#0'] });
  const second = write(6, 'k6', { order: '7', kind: 'line', line: '31', trouble: refusal });

  it('is kept with everything it knows', () => {
    const kept = { next: 9, writes: [first, second], known: [['local-A0', '6']], paid: [['6', ['30']]] };
    const state = fromEarlier(kept as unknown as EarlierQueue);
    const { order, trouble, ...same } = first;
    const { order: _order, trouble: _trouble, ...others } = second;
    assert.deepEqual(state, {
      next: 9,
      entries: [
        { ...same, subject: order, refusal: trouble },
        { ...others, subject: '7', refusal },
      ],
      known: [['local-A0', '6']],
      paid: [['6', ['30']]],
    });
    assert.equal(serverIdOf(state, 'local-A0'), '6');
    assert.deepEqual([...paidItems(state, 'local-A0')], ['30']);
    assert.deepEqual([...paidItems(state, 'local-A1')], ['#0']);
  });

  it('may be one of the first, which did not remember items', () => {
    assert.deepEqual(fromEarlier({ next: 1, writes: [], known: [] }), EMPTY_QUEUE);
    const payment = write(1, 'k1', { order: '7', kind: 'payment', items: ['31'] });
    const state = fromEarlier({ next: 2, writes: [payment], known: [] });
    assert.deepEqual([...paidItems(state, '7')], ['31']);
  });
});

onEachEngine('an offline queue that version 1 has kept', (service) => {
  it('is sent, in order, and each write once, whether its answer was lost or it was never sent', async () => {
    const { client, card } = service();
    const site = card.sites[0].id;
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    const method = String(card.payment_methods[0].id);
    const body = JSON.stringify({
      register_id: String(card.sites[0].registers[0].id),
      ...{ sale_number: 'A1', group_id: 'earlier', status: 'ON_HOLD', lines: [{ product_id: soup.id }] },
    });
    const keys: string[] = [];
    const through = fetchFrom(service());
    const passbell = clientOf(service(), {
      fetch: (url, init) => {
        keys.push(init.headers['idempotency-key'] ?? 'none');
        return through(url, init);
      },
    });
    // The earlier version sent the first one, and the page was left before the answer came.
    const lost = passbell.prepare('createOrder', { body: {} }, { idempotencyKey: 'earlier-1' });
    await passbell.send({ ...lost, body });
    const more = JSON.stringify([{ product_id: soup.id, quantity: 2 }]);
    const tea = write(4, 'earlier-4', { order: 'local-A2', body: body.replace('"A1"', '"A2"') });
    const queue = await opened(
      {
        next: 5,
        writes: [
          write(1, 'earlier-1', { body, tried_at: 1_500 }),
          write(2, 'earlier-2', { kind: 'lines', body: more }),
          write(3, 'earlier-3', { kind: 'payment', body: JSON.stringify({ method_id: method, amount: 30 }) }),
          tea,
        ],
        known: [],
      },
      { passbellOf: () => passbell },
    );
    assert.deepEqual(await queue.drain(), { end: 'idle' });
    assert.equal(queue.entries.length, 0);
    assert.deepEqual(keys, ['earlier-1', 'earlier-1', 'earlier-2', 'earlier-3', 'earlier-4']);
    const orders: Json[] = await read(client, `sites/${site}/groups/earlier`);
    assert.deepEqual(orders.map(({ sale_number: number, total, paid }) => [number, total, paid]).sort(), [
      ['A1', 30, 30],
      ['A2', 10, 0],
    ]);
    // What comes now is behind it.
    await queue.add([{ subject: 'local-A2', kind: 'lines', label: 'More', body: more }]);
    assert.equal(queue.entries[0]?.seq, 5);
    assert.deepEqual(await queue.drain(), { end: 'idle' });
    assert.deepEqual((await read(client, `orders/${serverIdOf(queue.state, 'local-A2')}`)).total, 30);
  });
});
