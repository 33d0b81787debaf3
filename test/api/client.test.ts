import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Agent, fetch as fetchOver } from 'undici';
import {
  ApiError,
  ConnectionError,
  type Customer,
  clientCredentials,
  ExactNumber,
  isServiceSignature,
  Passbell,
  type PassbellOptions,
  verifyWebhook,
  WebhookError,
} from '#clients/typescript/index.ts';
import type { Clock, Fetch } from '#clients/typescript/transport.ts';
import { MINUTE } from '#src/kernel/time.ts';
import { startProxy, type Wire } from '#test/harness/proxy.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { onEachEngine, type Service } from '#test/harness/service.ts';

// The client that others use, against the service itself.

/** Order ids that a number of JavaScript cannot hold. */
const FIRST_ORDER = 9_007_199_254_740_993n;

/** A client whose waits move the service's clock instead of taking time. */
function connect(service: Service, more: Partial<PassbellOptions> = {}) {
  // One connection, which is kept: tests break it where they like.
  const agent = new Agent({ connect: { ca: service.ca }, connections: 1 });
  const waits: number[] = [];
  const told: string[] = [];
  const sent: string[] = [];
  const clock: Clock = {
    now: () => Number(service.clock.now() / 1000n),
    random: () => 0.5,
    sleep: async (ms) => {
      waits.push(ms);
      service.clock.advance(BigInt(Math.ceil(ms)) * 1000n);
    },
  };
  const send = ((url: string, init: { method?: string }) => {
    sent.push(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
    return fetchOver(url, { ...init, dispatcher: agent });
  }) as unknown as Fetch;
  const passbell = new Passbell({
    baseUrl: service.url,
    token: service.client.token.replace('Bearer ', ''),
    fetch: send,
    clock,
    onRetry: (why) => told.push(why),
    ...more,
  });
  return { passbell, waits, told, sent, send, close: () => agent.close() };
}

type Connected = ReturnType<typeof connect>;

/** A stream that ends behind so many events. */
async function* upTo(count: number, body: unknown): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const blocks = text.split('\n\n');
    const events = blocks.filter((block) => block.includes('data:'));
    if (events.length < count) continue;
    const last = blocks.indexOf(events[count - 1] ?? '');
    yield new TextEncoder().encode(`${blocks.slice(0, last + 1).join('\n\n')}\n\n`);
    return;
  }
}

/** The error a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('It was not refused.'),
    (error: unknown) => error,
  );
}

onEachEngine(
  'the TypeScript client',
  (service) => {
    let connected: Connected;
    let wire: Wire;
    let site: string;
    before(async () => {
      connected = connect(service());
      wire = await startProxy(service().url);
      site = String(service().card.sites[0].id);
    });
    after(async () => {
      await connected.close();
      await wire.close();
    });

    it('tries a call without making it', async () => {
      const { passbell } = connected;
      const order = await passbell.call('createOrder', { body: { site_id: site } });
      const { result, events } = await passbell.dryRun('updateOrder', {
        order_id: order.id,
        body: { status: 'COMPLETE' },
      });
      assert.equal(result?.status, 'COMPLETE');
      assert.deepEqual(
        events.map(({ topic, resource_id: id }) => [topic, id]),
        [['orders/completed', order.id]],
      );
      assert.deepEqual(await passbell.call('getOrder', { order_id: order.id }), order);
      const gone = await passbell.dryRun('deleteOrder', { order_id: order.id });
      assert.equal(gone.result, null);
      const refusal = await errorOf(passbell.dryRun('updateOrder', { order_id: '1', body: {} }));
      assert.ok(refusal instanceof ApiError && refusal.status === 404);
      assert.match(String(await errorOf(passbell.dryRun('listOrders'))), /changes nothing/);
    });

    it('reads and changes, with ids of any size', async () => {
      const { passbell } = connected;
      const order = await passbell.call('createOrder', { body: { site_id: site } });
      assert.ok(BigInt(order.id) >= FIRST_ORDER);
      assert.equal(order.id_str, order.id);
      assert.equal((await passbell.call('getOrder', { order_id: order.id })).saleid, order.saleid);
      const original = await passbell.call('createOrder', { body: { site_id: site } });
      const body = { original_order_id_str: original.id, site_id: BigInt(site) };
      assert.equal((await passbell.call('createOrder', { body })).original_order_id_str, original.id_str);

      const changed = await passbell.request('updateOrder', {
        order_id: order.id_str,
        body: { notes: 'Window' },
      });
      assert.deepEqual([changed.status, changed.body.notes, changed.ignored], [200, 'Window', []]);
      const { etag = '' } = changed;
      await passbell.call('updateOrder', { order_id: order.id, body: { notes: 'Door' } }, { ifMatch: etag });
      const late = await errorOf(passbell.call('deleteOrder', { order_id: order.id }, { ifMatch: etag }));
      assert.ok(late instanceof ApiError);
      assert.deepEqual([late.status, late.code], [412, 'precondition_failed']);
      assert.equal(await passbell.call('deleteOrder', { order_id: order.id }), undefined);
    });

    it('reads a PDF', async () => {
      const { passbell } = connected;
      const { id } = await passbell.call('createOrder', { body: { site_id: site, status: 'COMPLETE' } });
      const pdf = await passbell.call('getOrderPdf', { order_id: id });
      assert.equal(new TextDecoder('latin1').decode(pdf.subarray(0, 5)), '%PDF-');
    });

    it('names the fields that are wrong', async () => {
      const body = { site_id: site, lines: [{ product_id: '987654321', quantity: 1 }] };
      const error = await errorOf(connected.passbell.call('createOrder', { body }));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code], [400, 'invalid_request']);
      assert.deepEqual(
        error.fields.map(({ field }) => field),
        ['lines[0].product_id'],
      );
      assert.match(error.message, /^createOrder was answered 400 invalid_request\. lines\[0\]\.product_id: /);
      assert.ok((error.requestId ?? '').length > 0);
    });

    it('names the fields that were not taken', async () => {
      const body = { first_name: 'Ada', phone: '1', colour: 'red' };
      const { ignored } = await connected.passbell.request('createCustomer', { body });
      assert.deepEqual(ignored, ['colour']);
    });

    it('goes through a list to its end', async () => {
      const { passbell, sent } = connected;
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        await passbell.call('createCustomer', {
          body: { first_name: name, phone: '2', reference_id: 'paged' },
        });
      }
      sent.length = 0;
      const found: Customer[] = [];
      for await (const customer of passbell.each('listCustomers', { reference_id: 'paged', limit: 2 })) {
        found.push(customer);
      }
      assert.deepEqual(
        found.map((customer) => customer.first_name),
        ['a', 'b', 'c', 'd', 'e'],
      );
      assert.equal(sent.length, 3);
      const whole = await Array.fromAsync(
        passbell.pages('listCustomers', { reference_id: 'paged', limit: 5 }),
      );
      assert.deepEqual(whole, [found]);
    });

    it('reads the one that is looked up', async () => {
      const { passbell } = connected;
      const email = 'grace@example.com';
      const { id } = await passbell.call('createCustomer', { body: { first_name: 'Grace', email } });
      assert.equal((await passbell.call('findCustomer', { email })).id, id);
      const error = await errorOf(passbell.call('findCustomer', { email: 'nobody@example.com' }));
      assert.ok(error instanceof ApiError && error.code === 'not_found');
    });

    for (const side of ['fromClient', 'fromServer'] as const) {
      const lost = side === 'fromClient' ? 'the request' : 'the answer';
      it(`makes one order when ${lost} is lost`, async () => {
        const { passbell, told, waits, sent, close } = connect(service(), { baseUrl: wire.url });
        // The connection is open and kept: the next answer is the one to be lost.
        await passbell.call('listSites');
        sent.length = 0;
        wire[side] = (_bytes, link) => {
          wire[side] = () => true;
          link.cut();
          return false;
        };
        const order = await passbell.call('createOrder', { body: { site_id: site, sale_number: lost } });
        assert.equal(order.sale_number, lost);
        assert.equal(sent.length, 2);
        assert.equal(waits.length, 1);
        assert.match(told.join(), /^No answer from https:\/\/localhost:\d+ \(\w+\)\.$/);
        const all = await Array.fromAsync(passbell.each('listOrders', { limit: 100 }));
        assert.equal(all.filter((each) => each.sale_number === lost).length, 1);
        await close();
      });
    }

    it('does not repeat a change that has no key', async () => {
      const { passbell, sent, told, close } = connect(service(), { baseUrl: wire.url });
      await passbell.call('listSites');
      sent.length = 0;
      wire.fromServer = (_bytes, link) => {
        wire.fromServer = () => true;
        link.cut();
        return false;
      };
      const body = { first_name: 'Once', phone: '3', reference_id: 'once' };
      const error = await errorOf(passbell.call('createCustomer', { body }));
      assert.ok(error instanceof ConnectionError);
      assert.deepEqual([sent.length, told.length], [1, 0]);
      const made = await Array.fromAsync(passbell.each('listCustomers', { reference_id: 'once' }));
      assert.equal(made.length, 1);
      await close();
    });

    it('gives the stored answer of a key that is given again', async () => {
      const { passbell } = connected;
      const idempotencyKey = `kept-${service().engine}`;
      const input = { body: { site_id: site } };
      const first = await passbell.request('createOrder', input, { idempotencyKey });
      const second = await passbell.request('createOrder', input, { idempotencyKey });
      assert.deepEqual([first.replayed, second.replayed], [false, true]);
      assert.equal(second.body.id, first.body.id);
    });

    it('gets another token when one is refused, once for all calls', async () => {
      const { client_id: clientId, client_secret: clientSecret } = service().card.addon;
      const baseUrl = service().url;
      const { send } = connected;
      const token = clientCredentials({
        baseUrl,
        clientId,
        clientSecret,
        scope: 'company:read',
        fetch: send,
      });
      let asked = 0;
      const refresh = (refused: string) => {
        asked++;
        assert.equal(refused, 'pb_at_spent');
        return token.fresh();
      };
      const { passbell, sent, close } = connect(service(), { token: 'pb_at_spent', refresh });
      await Promise.all([1, 2, 3].map(() => passbell.call('getCompany')));
      assert.equal(asked, 1);
      sent.length = 0;
      await passbell.call('getCompany');
      assert.equal(sent.length, 1);
      // A scope that it has not got is not a matter of refreshing.
      const error = await errorOf(passbell.call('listOrders'));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.code, asked], ['insufficient_scope', 1]);
      await close();
    });

    it('keeps an add-on’s own token until it ends', async () => {
      const { client_id: clientId, client_secret: clientSecret } = service().card.addon;
      let now = 0;
      const asked: string[] = [];
      const send: Fetch = (url, init) => {
        asked.push(url);
        return connected.send(url, init);
      };
      const given = { baseUrl: service().url, clientId, clientSecret, fetch: send, now: () => now };
      const token = clientCredentials(given);
      const [one, two] = await Promise.all([token(), token()]);
      assert.equal(one, two);
      assert.equal(await token(), one);
      now = 3_541_000;
      assert.notEqual(await token(), one);
      assert.equal(asked.length, 2);
      const error = await errorOf(clientCredentials({ ...given, clientSecret: 'wrong' })());
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code], [401, 'invalid_client']);
    });

    it('ends a call when it is told to', async () => {
      const stop = new AbortController();
      stop.abort();
      const error = await errorOf(connected.passbell.call('listOrders', {}, { signal: stop.signal }));
      assert.equal((error as Error).name, 'AbortError');
    });

    it('keeps answers and asks for them by their tag', async () => {
      const { passbell, sent, close } = connect(service(), { keep: 2 });
      const one = await passbell.call('getSite', { site_id: site });
      assert.equal(await passbell.call('getSite', { site_id: site }), one);
      assert.equal(sent.length, 2);
      await passbell.call('updateSite', { site_id: site, body: { code: 'KEPT' } });
      const two = await passbell.call('getSite', { site_id: site });
      assert.deepEqual([one.code, two.code], [null, 'KEPT']);
      await close();
    });

    it('sends a prepared call later, and again, as one change', async () => {
      const { passbell } = connected;
      const prepared = passbell.prepare('createOrder', { body: { site_id: site, notes: 'Kept' } });
      const kept = JSON.parse(JSON.stringify(prepared)) as typeof prepared;
      const first = await passbell.send(kept);
      const second = await passbell.send(kept);
      assert.deepEqual([first.replayed, second.replayed], [false, true]);
      assert.deepEqual([second.status, second.body], [201, first.body]);
    });

    it('reads and writes amounts exactly', async () => {
      const { passbell } = connected;
      const amount = new ExactNumber('1234567.12345678');
      const body = { name: 'Exact', unit_price: amount };
      const made = await passbell.call('createProduct', { body });
      assert.equal(String(made.unit_price), '1234567.12345678');
    });

    it('follows the events, and goes on where it was after a break', async () => {
      const { waits, send, close } = connect(service());
      const streams: (string | null)[] = [];
      // Each stream ends behind its second event.
      const cut: Fetch = async (url, init) => {
        const answer = await send(url, init);
        streams.push(init.headers['last-event-id'] ?? null);
        return { ...answer, status: answer.status, headers: answer.headers, body: upTo(2, answer.body) };
      };
      const follower = connect(service(), { fetch: cut });
      const states: string[] = [];
      const stop = new AbortController();
      const numbers: number[] = [];
      const error = await errorOf(
        (async () => {
          const options = { after: '0', signal: stop.signal, onState: (state: string) => states.push(state) };
          for await (const event of follower.passbell.events({}, options)) {
            numbers.push(Number(event.number));
            if (numbers.length === 4) stop.abort();
          }
        })(),
      );
      assert.equal((error as Error).name, 'AbortError');
      assert.deepEqual(numbers, [1, 2, 3, 4]);
      assert.deepEqual(streams, ['0', '2']);
      assert.deepEqual(states.slice(0, 5), ['connecting', 'live', 'offline', 'connecting', 'live']);
      assert.deepEqual([waits, follower.waits], [[], [187.5]]);
      await close();
      await follower.close();
    });

    it('does not follow what is refused', async () => {
      const error = await errorOf(connected.passbell.events({}, { after: 'x' }).next());
      assert.ok(error instanceof ApiError && error.code === 'invalid_request');
    });
  },
  { FIRST_ORDER_ID: String(FIRST_ORDER) },
);

onEachEngine(
  'the TypeScript client, limited',
  (service) => {
    it('waits as long as it is told, and gives up when that is too long', async () => {
      const { passbell, waits, told, close } = connect(service());
      for (let count = 1; count <= 7; count++) await passbell.call('getCompany');
      assert.equal(waits.length, 2);
      assert.ok(
        waits.every((ms) => ms > 0 && ms <= 60_000),
        waits.join(),
      );
      assert.match(told.join(), /limits the rate of requests \(429/);
      await close();

      // A whole minute away: the clock stands at its beginning.
      const rest = 60_000_000n - (service().clock.now() % MINUTE);
      service().clock.advance(rest);
      const hasty = connect(service(), { patience: { giveUpAfterMs: 10_000 } });
      for (let count = 1; count <= 3; count++) await hasty.passbell.call('getCompany');
      const error = await errorOf(hasty.passbell.call('getCompany'));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code, error.retryAfter], [429, 'rate_limit_exceeded', 60]);
      assert.deepEqual(hasty.waits, []);
      await hasty.close();
    });
  },
  { RATE_LIMIT: '3' },
);

onEachEngine(
  'webhooks for the TypeScript client',
  (service) => {
    let receiver: Receiver;
    before(async () => {
      receiver = await Receiver.open();
    });
    after(() => receiver.close());

    it('are verified, and nothing else is', async () => {
      const { passbell, close } = connect(service());
      const site = service().card.sites[0].id;
      const secret: string = service().card.addon.signing_secret;
      receiver.answer = (_message, response) => response.writeHead(200).end();
      await passbell.call('createWebhook', {
        body: { topic: 'orders/completed', address: `${receiver.url}/hook` },
      });
      const order = await passbell.call('createOrder', { body: { site_id: site, status: 'COMPLETE' } });
      const [request] = await receiver.until(1);
      assert.ok(request !== undefined);
      const now = Number(service().clock.now() / 1000n);

      const message = await verifyWebhook(request, { secret, now });
      assert.equal(message.topic, 'orders/completed');
      assert.ok(message.topic === 'orders/completed' && message.payload.saleid === order.saleid);
      const [event] = await passbell.call('listEvents', { topic: ['orders/completed'] });
      assert.deepEqual(
        [message.createdTime, message.number],
        [BigInt(event?.created_time ?? 0), BigInt(event?.number ?? 0)],
      );
      assert.match(message.id, /^msg_/);
      const base64 = `whsec_${Buffer.from(secret).toString('base64')}`;
      const headers = new Headers(request.headers);
      const bytes = new TextEncoder().encode(request.body);
      assert.equal((await verifyWebhook({ headers, body: bytes }, { secret: base64, now })).id, message.id);

      const signature = headers.get('x-service-signature') ?? '';
      assert.equal(await isServiceSignature(request.body, signature, secret), true);
      assert.equal(await isServiceSignature(`${request.body} `, signature, secret), false);
      assert.equal(await isServiceSignature(request.body, signature.slice(1), secret), false);

      const changed = (name: string, value: string | undefined) => {
        const others = Object.entries(request.headers).filter(([each]) => each !== name);
        return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
      };
      for (const [what, forged, options, words] of [
        ['another body', { ...request, body: `${request.body} ` }, {}, /does not fit/],
        ['another secret', request, { secret: `${secret}x` }, /does not fit/],
        ['another id', { ...request, headers: changed('webhook-id', 'msg_1') }, {}, /does not fit/],
        ['no base64', { ...request, headers: changed('webhook-signature', 'v1,***') }, {}, /does not fit/],
        [
          'another version',
          { ...request, headers: changed('webhook-signature', 'v2,abcd') },
          {},
          /does not fit/,
        ],
        ['no signature', { ...request, headers: changed('webhook-signature', undefined) }, {}, /not signed/],
        ['no time', { ...request, headers: changed('webhook-timestamp', 'now') }, {}, /not sent just now/],
        ['too late', request, { now: now + 301_000 }, /not sent just now/],
        ['too early', request, { now: now - 301_000 }, /not sent just now/],
      ] as const) {
        const error = await errorOf(verifyWebhook(forged, { secret, now, ...options }));
        assert.ok(error instanceof WebhookError, what);
        assert.match(error.message, words, what);
      }
      await close();
    });
  },
  { ROLE: 'all' },
);

it('refuses what is no address, and a path without its parts', async () => {
  for (const baseUrl of ['', 'localhost:8443', 'ftp://localhost']) {
    assert.throws(() => new Passbell({ baseUrl, token: 't' }), /is not an address of a service/);
  }
  const passbell = new Passbell({ baseUrl: 'https://localhost', token: 't' });
  const error = await errorOf(passbell.call('getOrder', { order_id: '' }));
  assert.match(String(error), /order_id is needed/);
});
