// The examples while a sandbox plays faults: answers that are lost, calls that are made twice, messages that come twice
// and late. No order is lost, and none is there twice.

import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { engineEnv, freePort, makeFolder, Process, serve, until } from './harness/process.ts';
import { ENGINES, type Json } from './harness/service.ts';

const root = dirname(import.meta.dirname);

for (const engine of ENGINES) {
  it(`the examples survive the faults of a sandbox (${engine})`, async () => {
    const server = await serve({ env: await engineEnv(engine) });
    const CARD = join(server.dir, 'sandbox.json');
    const folder = makeFolder();
    const fault = async (match: object, effect: string, more: object = {}) => {
      const made = await server.post('sandbox/faults', { match, effect, ...more });
      assert.equal(made.status, 201, made.text);
      return made.json.id as number;
    };
    const orders = { method: 'POST', path: '/orders' };
    await fault(orders, 'cut_after_commit', { count: 1 });
    await fault(orders, 'error', { status: 503, count: 1 });
    await fault(orders, 'duplicate', { count: 1 });
    const bridge = new Process('examples/bridge.ts', [], {
      env: {
        CARD,
        FEED: join(root, 'examples/feed.jsonl'),
        JOURNAL: join(folder, 'bridge.sqlite'),
        PORT: String(await freePort()),
        POLL_SECONDS: '0.1',
      },
    });
    await until(
      'both orders are placed',
      () => /^D-1001 is accepted/m.test(bridge.stdout) && /^D-1002 is accepted/m.test(bridge.stdout),
    );
    const placed = async () =>
      (await server.list('orders')).map(({ sale_number }) => sale_number as string).sort();
    assert.deepEqual(await placed(), ['D-1001', 'D-1002']);
    const faults = await server.list('sandbox/faults');
    assert.deepEqual(
      faults.map(({ hits }) => hits),
      [1, 1, 1],
      'each fault has hit',
    );

    const port = await freePort();
    const receiver = new Process('examples/receiver.ts', ['take'], {
      env: { CARD, PORT: String(port), QUEUE: join(folder, 'receiver.sqlite') },
    });
    await until('the receiver listens', () => receiver.stdout.includes('Listening'));
    const topic = 'orders/completed';
    const hook = await server.post('webhooks', { topic, address: `http://localhost:${port}/hook` });
    assert.equal(hook.status, 201, hook.text);
    await fault({ topic }, 'duplicate');
    for (const order of await server.list('orders')) {
      await payRest(order);
      const done = await server.put(`orders/${order.id}`, { status: 'COMPLETE' });
      assert.equal(done.status, 200, done.text);
    }
    const said = (word: string) =>
      [...receiver.stdout.matchAll(new RegExp(`^${word}: event (\\d+)`, 'gm'))].map(([, event]) => event);
    await until('all came twice', () => said('Known').length >= 2);
    assert.equal(said('Taken').length, 2);
    assert.deepEqual(said('Known').sort(), said('Taken').sort());
    for (const example of [bridge, receiver]) {
      example.kill('SIGTERM');
      const { stderr } = await example.ended;
      assert.equal(stderr, '');
    }
    assert.deepEqual(await placed(), ['D-1001', 'D-1002']);

    /** Pays what is missing of an order that is paid at the door. */
    async function payRest({ id, due }: Json): Promise<void> {
      if (due === 0) return;
      const [method] = server.card.payment_methods;
      const paid = await server.post(`orders/${id}/payments`, { method_id: method.id, amount: due });
      assert.equal(paid.status, 201, paid.text);
    }
  });
}
