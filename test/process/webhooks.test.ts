// Deliveries of real processes: killed in the middle, and split between those that answer and those that deliver.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { engineEnv, FIRST_PRODUCT, makeFolder, type Server, serve } from '#test/harness/process.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { ENGINES } from '#test/harness/service.ts';

const KILLS = 3;
/** Changes of one record: more than a look at the queue ever went past. */
const CHANGES = 300;
const ORDERS_PER_LIFE = 40;

async function subscribe(server: Server, receiver: Receiver): Promise<void> {
  const answer = await server.post('webhooks', {
    topic: 'orders/completed',
    address: `${receiver.url}/hook`,
  });
  assert.equal(answer.status, 201, answer.text);
}

describe('delivery by processes', () => {
  it('every completed order that was answered arrives, however often the service is killed', async () => {
    const dir = makeFolder();
    const receiver = await Receiver.open();
    const answered = new Set<string>();
    let server = await serve({ dir });
    await subscribe(server, receiver);
    const body = { site_id: server.card.sites[0].id, status: 'COMPLETE', lines: [{ product_id: 1 }] };
    for (let life = 0; life < KILLS; life++) {
      let replies = 0;
      const placed = Array.from({ length: ORDERS_PER_LIFE }, async () => {
        // Those that the kill overtakes may have been saved or not: only an answer is a promise.
        const answer = await server.post('orders', body).catch(() => undefined);
        if (answer?.status === 201) answered.add(answer.json.id_str);
        if (++replies === ORDERS_PER_LIFE / 2) server.process.kill('SIGKILL');
      });
      await Promise.all(placed);
      await server.process.ended;
      server.hangUp();
      server = await serve({ dir });
    }
    const missing = () => {
      const arrived = new Set(receiver.received.map((message) => message.json.id_str));
      return [...answered].filter((id) => !arrived.has(id));
    };
    assert.ok(answered.size >= KILLS * 10, `only ${answered.size} were answered`);
    while (missing().length > 0) await receiver.until(receiver.received.length + 1);
    await server.stop();
    await receiver.close();
  });

  it('what one process commits another one delivers at once, on PostgreSQL', async () => {
    const env = await engineEnv('postgres');
    const dir = makeFolder();
    const receiver = await Receiver.open();
    const api = await serve({ dir, env, args: ['--role', 'api'] });
    const delivery = await serve({ dir, env, args: ['--role', 'delivery'] });
    // Both write their address to sandbox.json; the token in it is good for either.
    await subscribe(api, receiver);
    const body = { site_id: api.card.sites[0].id, status: 'COMPLETE' };
    for (let count = 1; count <= 5; count++) {
      assert.equal((await api.post('orders', body)).status, 201);
      await receiver.until(count);
    }
    assert.equal((await delivery.get('orders')).status, 404);
    for (const server of [api, delivery]) assert.equal((await server.stop()).code, 0);
    await receiver.close();
  });

  for (const engine of ENGINES) {
    it(`a record with ${CHANGES} changes goes on after a kill in the middle of its first, in order (${engine})`, async () => {
      const env = await engineEnv(engine);
      const dir = makeFolder();
      const receiver = await Receiver.open();
      // Takes the first message and says nothing.
      receiver.answer = () => undefined;
      let server = await serve({ dir, env });
      const site = server.card.sites[0].id;
      const change = async (product: number, amount: number) => {
        const answer = await server.put(`sites/${site}/products/${product}`, { availability: { amount } });
        assert.equal(answer.status, 200, answer.text);
      };
      await Promise.all(Array.from({ length: CHANGES }, (_, at) => change(FIRST_PRODUCT, at + 1)));
      const hook = {
        ...{ topic: 'products/availability', address: `${receiver.url}/stock` },
        filter: { site_ids: [site] },
      };
      const made = await server.post('webhooks', hook);
      assert.equal(made.status, 201, made.text);
      const replayed = await server.post(`webhooks/${made.json.id_str}/replay`, {});
      assert.equal(replayed.status, 202, replayed.text);
      const { queued } = replayed.json;
      assert.ok(queued >= CHANGES);
      await receiver.until(1);
      server.process.kill('SIGKILL');
      await server.process.ended;
      server.hangUp();
      receiver.cut();
      receiver.clear();
      receiver.answer = (_message, response) => response.writeHead(200).end();
      if (engine === 'postgres') {
        // Others may be delivering from it: what the process held is theirs when its lease has ended.
        const database = new pg.Client({ connectionString: env.DATABASE_URL });
        await database.connect();
        await database.query(`update deliveries set lease_until = 0 where state = 'sending'`);
        await database.end();
      }
      server = await serve({ dir, env });
      await change(FIRST_PRODUCT + 1, 7);
      await receiver.until(queued + 1);
      const numbers = receiver.received
        .filter((message) => message.json.product_id === FIRST_PRODUCT)
        .map((message) => Number(message.headers['x-service-event-number']));
      assert.ok(numbers.length >= CHANGES);
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      );
      await server.stop();
      await receiver.close();
    });
  }
});
