import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { make, read } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

const LIMIT_MS = 20_000;

onEachEngine(
  'delivery of webhooks',
  (service) => {
    let shop: Shop;
    let receiver: Receiver;
    before(async () => {
      shop = await openShop(service());
      receiver = await Receiver.open();
    });
    after(() => receiver.close());
    beforeEach(async () => {
      for (const hook of await read(shop.client, 'webhooks?limit=5000')) {
        await shop.client.delete(`webhooks/${hook.id}`);
      }
      receiver.clear();
      receiver.answer = (_message, response) => response.writeHead(200).end('thanks');
    });
    const hook = (fields: object = {}) =>
      make(shop.client, 'webhooks', {
        topic: 'orders/completed',
        address: `${receiver.url}/hook`,
        ...fields,
      });
    const hmac = (body: string) =>
      createHmac('sha256', service().card.addon.signing_secret).update(body).digest('hex');
    /** Waits until the log says so; deliveries are recorded after they arrived. */
    const logged = async (webhook: Json, holds: (log: Json[]) => boolean): Promise<Json[]> => {
      const end = Date.now() + LIMIT_MS;
      for (;;) {
        const log = await read(shop.client, `webhooks/${webhook.id}/deliveries`);
        if (holds(log)) return log;
        assert.ok(Date.now() < end, JSON.stringify(log));
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    };

    it('a completed order arrives, signed, and is in the log', async () => {
      const webhook = await hook({ headers: { 'X-Shop': 'one', Authorization: 'Bearer own' } });
      const order = await shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] });
      const [message] = await receiver.until(1);
      assert.ok(message !== undefined);
      assert.deepEqual(message.json, await shop.read(order));
      const { headers } = message;
      assert.equal(headers['x-service-topic'], 'orders/completed');
      assert.equal(headers['x-service-signature'], hmac(message.body));
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual([headers['x-shop'], headers.authorization], ['one', 'Bearer own']);
      const [event] = (await read(shop.client, 'events?topic=orders%2Fcompleted&limit=5000')).slice(-1);
      assert.equal(headers['x-service-event-number'], String(event.number));
      const [delivery] = await logged(webhook, ([first]) => first?.state === 'delivered');
      assert.equal(delivery.event_number, event.number);
      assert.equal(delivery.attempts.length, 1);
      assert.equal(delivery.attempts[0].status, 200);
      assert.equal(delivery.attempts[0].answer, 'thanks');
    });

    it('a refused one is tried again a minute later, and so on', async () => {
      const webhook = await hook();
      receiver.answer = (_message, response) => response.writeHead(500).end('no');
      await shop.order({ status: 'COMPLETE' });
      for (const [attempt, minutes] of [1n, 2n, 4n].entries()) {
        const [delivery] = await logged(webhook, ([first]) => first?.attempts.length === attempt + 1);
        const { clock, app } = service();
        assert.equal(Date.parse(delivery.next_attempt_at), Number((clock.now() + minutes * MINUTE) / 1000n));
        clock.advance(minutes * MINUTE);
        app.delivery?.engine.wake();
      }
      receiver.answer = (_message, response) => response.writeHead(200).end();
      const messages = await receiver.until(4);
      await logged(webhook, ([first]) => first?.attempts.length >= 4);
      assert.equal(new Set(messages.map((message) => message.headers['webhook-id'])).size, 1);
      assert.equal(new Set(messages.map((message) => message.headers['x-service-created-time'])).size, 1);
      assert.equal(
        new Set(messages.map((message) => message.headers['webhook-timestamp'])).size,
        messages.length,
      );
    });
  },
  { ROLE: 'all' },
);
