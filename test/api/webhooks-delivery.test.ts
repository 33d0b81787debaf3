import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, it } from 'node:test';
import { DAY, MINUTE } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { Flood, Receiver } from '#test/harness/receiver.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { make, read, secondAddon } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

const LIMIT_MS = 60_000;

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
      receiver.answer = (_message, response) => response.writeHead(200).end('thanks');
      // What the test before left would arrive as soon as the clock moves.
      for (let left = 1; left > 0; ) {
        left = await service().app.storage.write(async (tx) => {
          await tx.run(sql`delete from deliveries where state <> 'sending'`);
          return (await tx.all(sql`select id from deliveries`)).length;
        });
      }
      receiver.clear();
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
        assert.ok(Date.now() < end, JSON.stringify(log).slice(0, 2_000));
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
      const [delivery] = await logged(webhook, ([first]) => first?.attempts.length >= 4);
      const path = `webhooks/${webhook.id}/deliveries/${delivery.id}/request`;
      const { method, address, headers, body } = await read(shop.client, path);
      const last = messages.at(-1);
      assert.deepEqual([method, address, body], ['POST', webhook.address, last?.body]);
      for (const [name, value] of Object.entries(headers)) {
        assert.equal(last?.headers[name.toLowerCase()], value, name);
      }
      assert.equal(new Set(messages.map((message) => message.headers['webhook-id'])).size, 1);
      assert.equal(new Set(messages.map((message) => message.headers['x-service-created-time'])).size, 1);
      assert.equal(
        new Set(messages.map((message) => message.headers['webhook-timestamp'])).size,
        messages.length,
      );
    });

    it('a test message comes in the webhook’s format, with its headers computed', async () => {
      const headers = { 'X-Sum': '@HMAC?as=hex', 'X-When': '@TimeInMillis' };
      const webhook = await hook({ format: 'xml', headers });
      const { status } = await shop.client.get(`webhooks/${webhook.id}/test`);
      assert.equal(status, 200);
      const [message] = await receiver.until(1);
      assert.equal(message?.headers['content-type'], 'application/xml; charset=utf-8');
      assert.equal(message?.headers['x-service-topic'], 'test');
      assert.equal(message?.headers['x-service-event-number'], undefined);
      assert.ok(message?.body.includes(`<webhook_id>${webhook.id}</webhook_id>`), message?.body);
      assert.equal(message?.headers['x-sum'], hmac(message?.body ?? ''));
      assert.equal(message?.headers['x-when'], String(service().clock.now() / 1000n));
    });

    it('an order goes to its callback_uri, signed for the add-on that made it', async () => {
      const callback_uri = `${receiver.url}/orders?secret=1`;
      const order = await shop.order({ callback_uri, customer_id: shop.customer });
      await shop.client.put(`orders/${order.id}`, { status: 'ACCEPTED' });
      const [message] = await receiver.until(1);
      assert.equal(message?.path, '/orders?secret=1');
      assert.equal(message?.headers['x-service-topic'], 'orders/status');
      assert.equal(message?.headers['x-service-signature'], hmac(message?.body ?? ''));
      assert.deepEqual(message?.json, await shop.read(order));
    });

    it('what went to a callback_uri is in a log of its add-on alone, from where it is sent again', async () => {
      const other = await secondAddon(service());
      receiver.answer = (_message, response) => response.writeHead(500).end('no');
      const order = await shop.order({ callback_uri: `${receiver.url}/orders` });
      await shop.client.put(`orders/${order.id}`, { status: 'ACCEPTED' });
      await receiver.until(1);
      const shown = async (): Promise<Json> =>
        (await read(shop.client, 'callbacks?limit=5000')).find((each: Json) => each.resource_id === order.id);
      await until('it is recorded', async () => (await shown())?.attempts.length === 1);
      const { id, topic, webhook_id, state, address, attempts } = await shown();
      assert.deepEqual(
        { topic, webhook_id, state, address },
        { topic: 'orders/status', webhook_id: null, state: 'queued', address: `${receiver.url}/orders` },
      );
      assert.deepEqual([attempts[0].status, attempts[0].answer], [500, 'no']);
      assert.deepEqual(await read(shop.client, `callbacks/${id}`), await shown());
      await service().app.storage.write(async (tx) =>
        tx.run(sql`update deliveries set state = 'dead', lane = 2, ended_at = 1 where id = ${BigInt(id)}`),
      );
      assert.equal((await read(shop.client, 'callbacks?state=dead')).length, 1);
      for (const client of [other, service().foreign]) {
        assert.deepEqual(await read(client, 'callbacks'), []);
        assert.equal((await client.get(`callbacks/${id}`)).status, 404);
        assert.equal((await client.post(`callbacks/${id}/redeliver`, {})).status, 404);
      }
      receiver.answer = (_message, response) => response.writeHead(200).end();
      assert.equal((await shop.client.post(`callbacks/${id}/redeliver`, {})).status, 202);
      const [first, second] = await receiver.until(2);
      assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
      await until('it is delivered', async () => (await shown()).state === 'delivered');
    });

    it('events about one product start in order, each after the one before it has ended', async () => {
      const webhook = await hook({ topic: 'products/updated' });
      let open = 0;
      let most = 0;
      receiver.answer = (_message, response) => {
        most = Math.max(most, ++open);
        setImmediate(() => {
          open--;
          response.writeHead(200).end();
        });
      };
      const product = await make(shop.client, 'products', { name: 'Bun', unit_price: 1 });
      for (let at = 0; at < 12; at++) await shop.client.put(`products/${product.id}`, { name: `Bun ${at}` });
      const messages = await receiver.until(12);
      assert.deepEqual(
        messages.map((message) => message.json.name),
        Array.from({ length: 12 }, (_, at) => `Bun ${at}`),
      );
      assert.equal(most, 1);
      const times = messages.map((message) => Number(message.headers['x-service-created-time']));
      assert.deepEqual(
        times,
        [...new Set(times)].sort((a, b) => a - b),
      );
      await logged(webhook, (log) => log.length === 12 && log.every((each) => each.state === 'delivered'));
    });

    it('an address that hangs holds up nobody else', async () => {
      const dead = await hook({ address: `${receiver.url}/dead` });
      await hook({ address: `${receiver.url}/alive` });
      receiver.answer = ({ path }, response) => {
        if (path === '/alive') response.writeHead(200).end();
      };
      for (let at = 0; at < 20; at++) await shop.order({ status: 'COMPLETE' });
      const alive = () => receiver.received.filter(({ path }) => path === '/alive').length;
      for (let count = 20; alive() < 20; count++) await receiver.until(count);
      const stuck = receiver.received.filter(({ path }) => path === '/dead');
      assert.ok(stuck.length <= 8, `${stuck.length} were sent to who does not answer`);
      const metrics = await shop.client.get('/metrics');
      assert.match(metrics.text, /^passbell_webhook_in_flight [1-9]\d*$/m);
      receiver.answer = (_message, response) => response.writeHead(200).end();
      receiver.cut();
      assert.equal((await read(shop.client, `webhooks/${dead.id}/deliveries`)).length, 20);
      await logged(dead, (log) => log.every((each) => each.attempts.length > 0));
    });

    it('a receiver that answers 1 GiB is read to the cap, and costs no more than that', async () => {
      const flood = new Flood();
      receiver.answer = (_message, response) => flood.answer(response);
      const webhook = await hook();
      const count = 8;
      await Promise.all(Array.from({ length: count }, () => shop.order({ status: 'COMPLETE' })));
      const log = await logged(
        webhook,
        (all) => all.length === count && all.every((each) => each.state === 'delivered'),
      );
      for (const { attempts } of log) {
        assert.equal(attempts.length, 1);
        assert.deepEqual([attempts[0].status, attempts[0].error], [200, null]);
        assert.equal(attempts[0].answer, 'x'.repeat(4_096));
      }
      await flood.untilClosed(count);
      assert.ok(flood.taken < count * Flood.MAX_TAKEN, `${flood.taken} bytes of 8 GiB were taken`);
    });

    it('both signing secrets sign while a new one takes over', async () => {
      await hook();
      const old = service().card.addon.signing_secret;
      const { json } = await shop.client.post('webhooks/signing_secret', {});
      assert.notEqual(json.signing_secret, old);
      const signed = async (count: number) => {
        await shop.order({ status: 'COMPLETE' });
        const message = (await receiver.until(count)).at(-1);
        assert.ok(message !== undefined);
        const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': all = '' } = message.headers;
        const by = (key: string) =>
          `v1,${createHmac('sha256', key).update(`${id}.${at}.${message.body}`).digest('base64')}`;
        const plain = createHmac('sha256', json.signing_secret).update(message.body).digest('hex');
        assert.equal(message.headers['x-service-signature'], plain);
        return { signatures: all.split(' '), by };
      };
      const during = await signed(1);
      assert.deepEqual(during.signatures, [during.by(json.signing_secret), during.by(old)]);
      service().clock.advance(DAY);
      const later = await signed(2);
      assert.deepEqual(later.signatures, [later.by(json.signing_secret)]);
      assert.equal(
        json.signing_secret_base64,
        `whsec_${Buffer.from(json.signing_secret).toString('base64')}`,
      );
      service().card.addon.signing_secret = json.signing_secret;
    });

    it('each add-on is sent what it calls a customer', async () => {
      const { client } = shop;
      const reference_id = 'mine 1';
      const customer = await make(client, 'customers', { first_name: 'Ida', phone: '1', reference_id });
      const other = await secondAddon(service());
      const topic = 'customers/updated';
      await hook({ topic });
      await make(other, 'webhooks', { topic, address: `${receiver.url}/other` });
      await client.put(`customers/${customer.id}`, { last_name: 'Two' });
      const [message] = await receiver.until(1);
      assert.equal(message?.json.reference_id, reference_id);
      // The second add-on of the tests has no signing secret: nothing can be sent for it.
      assert.equal(message?.path, '/hook');
    });

    it('/readyz and /metrics tell of it', async () => {
      const ready = await shop.client.get('/readyz');
      assert.deepEqual([ready.status, ready.json.delivery], [200, 'running']);
      const ask = { headers: { 'x-forwarded-for': '192.0.2.1' } };
      const metrics = await shop.client.get('/metrics', ask);
      assert.equal(metrics.status, 200);
      assert.match(metrics.text, /^passbell_webhook_attempts_total\{outcome="delivered"\} [1-9]\d*$/m);
      assert.match(metrics.text, /^passbell_webhook_deliveries\{state="dead"\} 0$/m);
      assert.match(metrics.text, /^passbell_webhook_oldest_due_seconds \d/m);
      const without = { ...ask, without: ['authorization'] };
      assert.equal((await shop.client.get('/metrics', without)).status, 401);
      const reader = await secondAddon(service(), ['orders:read']);
      assert.equal((await reader.get('/metrics', ask)).status, 403);
      assert.equal((await shop.client.get('/metrics', { without: ['authorization'] })).status, 200);
    });

    it('/readyz is 503, with the reason, while one stands still that could be sent', async () => {
      const engine = service().app.delivery?.engine;
      assert.ok(engine !== undefined);
      const stall = { since: 0n, cause: 'Nothing claims it.', delivery: undefined };
      Object.defineProperty(engine, 'stalls', { configurable: true, get: () => [stall] });
      try {
        const ready = await shop.client.get('/readyz');
        assert.deepEqual(
          [ready.status, ready.json.status, ready.json.delivery],
          [503, 'not ready', 'stalled'],
        );
        assert.equal(ready.json.checks.deliveries.ok, false);
        assert.match(ready.json.checks.deliveries.reason, /due for over a minute with slots free/);
        assert.match((await shop.client.get('/metrics')).text, /^passbell_webhook_stalled 1$/m);
      } finally {
        Reflect.deleteProperty(engine, 'stalls');
      }
      assert.equal((await shop.client.get('/readyz')).status, 200);
    });
  },
  { ROLE: 'all' },
);

onEachEngine(
  'a process that only delivers',
  (service) => {
    it('has no API, and is ready', async () => {
      const { client } = service();
      assert.equal((await client.get('/v1/companies')).status, 404);
      assert.equal((await client.post('/v1/token', {})).status, 404);
      assert.equal((await client.get('/readyz')).json.delivery, 'running');
    });
  },
  { ROLE: 'delivery' },
);

onEachEngine('a process that only answers', (service) => {
  it('is ready without delivering', async () => {
    assert.equal(service().app.delivery, undefined);
    assert.equal((await service().client.get('/readyz')).json.delivery, 'elsewhere');
  });
});
