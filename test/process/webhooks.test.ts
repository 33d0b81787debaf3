// Deliveries of real processes: killed in the middle, and split between those that answer and those that deliver.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engineEnv, makeFolder, type Server, serve } from '#test/harness/process.ts';
import { Receiver } from '#test/harness/receiver.ts';

const KILLS = 3;
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
});
