import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { MAX_BODY } from '#src/edge/errors.ts';
import { DAY, HOUR } from '#src/kernel/time.ts';
import { ROUTES } from '#src/routes.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { countOrders, isError, makeOrder } from './edge-helpers.ts';
import { secondAddon } from './helpers.ts';

function keyed(client: Client, key: string, body: unknown, path = 'orders'): Promise<Answer> {
  return client.post(path, body, { headers: { 'idempotency-key': key } });
}

/** The same answer again: status, bytes, and every header but those of the moment. */
function isReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, first.status, answer.text);
  assert.equal(answer.text, first.text);
  const lasting = ({ headers }: Answer) => {
    const { date, 'x-request-id': id, 'idempotent-replayed': replayed, connection, ...rest } = headers;
    return rest;
  };
  assert.deepEqual(lasting(answer), lasting(first));
  assert.equal(answer.headers['idempotent-replayed'], 'true');
}

async function storedKeys(service: Service): Promise<number> {
  const row = await service.app.storage.read(async (tx) =>
    tx.get<{ count: bigint }>(sql`select count(*) as count from idempotency_keys`),
  );
  return Number(row?.count);
}

async function lastEvent(client: Client): Promise<number> {
  const events = await client.get('events?limit=5000');
  return events.json.at(-1)?.number ?? 0;
}

onEachEngine('Idempotency-Key (reference: conventions.35 to conventions.41)', (service) => {
  const site = () => service().card.sites[0].id;

  it('has 1 to 255 letters, digits and hyphens', async () => {
    const { client } = service();
    const orders = await countOrders(service());
    const wrong = ['', 'a_b', 'a b', 'ä', 'a.b', 'a/b', 'x'.repeat(256), '{uuid}', 'a,b', '\u00e9'];
    for (const key of wrong) {
      const answer = await keyed(client, key, { site_id: site() });
      isError(answer, 400, 'invalid_idempotency_key');
      assert.match(answer.json.error_description, /^Invalid Idempotency-Key Header/);
    }
    assert.equal(await countOrders(service()), orders);
    for (const key of ['x', '0', '-', 'x'.repeat(255), randomUUID(), 'ABC-def-123']) {
      assert.equal((await keyed(client, key, { site_id: site() })).status, 201, key);
    }
  });

  it('gives the first answer again, with everything in it, and makes nothing', async () => {
    const { client, clock } = service();
    const key = randomUUID();
    const body = { site_id: site(), notes: 'once', wish: 1, status: 'PENDING' };
    const first = await keyed(client, key, body);
    assert.equal(first.status, 201, first.text);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(first.headers['x-ignored-fields'], 'wish');
    const [orders, event] = [await countOrders(service()), await lastEvent(client)];
    clock.advance(1_000_000n);
    for (let time = 0; time < 3; time++) isReplay(await keyed(client, key, body), first);
    assert.equal(await countOrders(service()), orders);
    assert.equal(await lastEvent(client), event);

    assert.equal((await client.put(`orders/${first.json.id}`, { notes: 'changed since' })).status, 200);
    isReplay(await keyed(client, key, body), first);
    const pretty = await client.post('orders', body, {
      headers: { 'idempotency-key': key, 'x-pretty-print': '1' },
    });
    assert.equal(pretty.text, `${JSON.stringify(JSON.parse(first.text), null, 2)}\n`);
  });

  it('knows the same payload in any spelling', async () => {
    const { client } = service();
    const key = randomUUID();
    const first = await keyed(client, key, {
      site_id: site(),
      notes: 'é',
      tip_service_amount: 1.5,
      guests: 100,
    });
    assert.equal(first.status, 201, first.text);
    const spellings = [
      `{"guests":100,"tip_service_amount":1.5,"notes":"é","site_id":${site()}}`,
      `{ "site_id" : ${site()},\n "notes":"\\u00e9", "tip_service_amount": 1.50, "guests": 1e2 }`,
    ];
    for (const raw of spellings) {
      for (const path of [
        'orders',
        'orders.json',
        `/v1/companies/${client.companyId}/orders`,
        'orders?x=1',
      ]) {
        const headers = { 'idempotency-key': key, 'content-type': 'application/json; charset=utf-8' };
        isReplay(await client.ask('POST', path, { raw, headers }), first);
      }
    }
  });

  it('422 when it comes with anything else, and the first answer stays', async () => {
    const { client } = service();
    const key = randomUUID();
    const body = { site_id: site(), notes: 'this' };
    const first = await keyed(client, key, body);
    const order = await makeOrder(service());
    const others: [unknown, string?][] = [
      [{ ...body, notes: 'that' }],
      [{ ...body, notes: null }],
      [{ site_id: site() }],
      [{ ...body, site_id: String(site()) }],
      [{ ...body, extra: 1 }],
      [{ site_id: 'wrong' }],
      [undefined],
      [body, `orders/${order.id}/lines`],
      [body, `orders/${order.id}/payments`],
    ];
    for (const [other, path] of others) {
      const answer = await keyed(client, key, other, path);
      isError(answer, 422, 'idempotency_key_reused');
      assert.match(answer.json.error_description, /^Used Idempotency-Key Header/);
    }
    isReplay(await keyed(client, key, body), first);
  });

  it('a refused order is stored, and stays refused when it could be made by now', async () => {
    const { client } = service();
    const key = randomUUID();
    const product = (await client.post('products', { name: 'Late', unit_price: 5 })).json;
    const body = {
      site_id: site(),
      status: 'PENDING',
      notes: 'refused',
      lines: [{ product_id: product.id }],
    };
    const [orders, event] = [await countOrders(service()), await lastEvent(client)];
    const first = await keyed(client, key, body);
    isError(first, 400, 'out_of_stock');
    assert.equal(await countOrders(service()), orders);
    assert.equal(await lastEvent(client), event);
    assert.equal((await client.put(`sites/${site()}/products/${product.id}`, {})).status, 200);
    isReplay(await keyed(client, key, body), first);
    assert.equal((await keyed(client, randomUUID(), body)).status, 201);

    const invalid = await keyed(client, 'invalid-body', { site_id: 'x', lines: 7 });
    assert.equal(invalid.status, 400);
    isReplay(await keyed(client, 'invalid-body', { lines: 7, site_id: 'x' }), invalid);
    const missing = await keyed(client, 'not-there', { product_id: product.id }, 'orders/987654321/lines');
    isError(missing, 404, 'not_found');
    isReplay(await keyed(client, 'not-there', { product_id: product.id }, 'orders/987654321/lines'), missing);
  });

  it('of 30 requests at once exactly one makes the order', async () => {
    const { client } = service();
    const key = randomUUID();
    const body = { site_id: site(), notes: key };
    const before = await countOrders(service());
    const answers = await Promise.all(Array.from({ length: 30 }, () => keyed(client, key, body)));
    const made = answers.filter((answer) => answer.status === 201);
    assert.ok(made.length >= 1);
    assert.equal(new Set(made.map((answer) => answer.text)).size, 1);
    assert.equal(new Set(made.map((answer) => answer.headers.location)).size, 1);
    assert.equal(made.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      isError(answer, 409, 'idempotency_key_in_use');
      assert.match(answer.json.error_description, /^Conflict Idempotency-Key Header/);
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.equal(await countOrders(service()), before + 1);
    const [first] = made;
    assert.ok(first !== undefined);
    isReplay(await keyed(client, key, body), first);
  });

  it('of 30 different payloads at once one is made, and the others are told so', async () => {
    const { client } = service();
    const key = randomUUID();
    const before = await countOrders(service());
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => keyed(client, key, { site_id: site(), notes: `${at}` })),
    );
    const statuses = answers.map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 201).length, 1);
    for (const status of statuses) assert.ok([201, 409, 422].includes(status), `${status}`);
    assert.equal(await countOrders(service()), before + 1);
  });

  it('many keys at once are as many orders', async () => {
    const { client } = service();
    const before = await countOrders(service());
    const body = { site_id: site() };
    const keys = Array.from({ length: 40 }, () => randomUUID());
    const answers = await Promise.all(keys.map((key) => keyed(client, key, body)));
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
    assert.equal(new Set(answers.map((answer) => answer.json.id)).size, 40);
    assert.equal(await countOrders(service()), before + 40);
  });

  it('goes when it is 24 hours old, not before', async () => {
    const { client, clock, app } = service();
    const key = randomUUID();
    const body = { site_id: site(), notes: 'day' };
    const first = await keyed(client, key, body);
    clock.advance(DAY - 1n);
    await app.sweep();
    isReplay(await keyed(client, key, body), first);
    isError(await keyed(client, key, { site_id: site() }), 422, 'idempotency_key_reused');
    clock.advance(1n);
    await app.sweep();
    const second = await keyed(client, key, { site_id: site(), notes: 'another' });
    assert.equal(second.status, 201, second.text);
    assert.notEqual(second.json.id, first.json.id);
    isReplay(await keyed(client, key, { site_id: site(), notes: 'another' }), second);
  });

  it('is not expired by a clock that is set to another day, and counts a day that really passes', async () => {
    const { client, clock, app } = service();
    const key = randomUUID();
    const body = { site_id: site(), notes: 'jump' };
    const first = await keyed(client, key, body);
    for (const jump of [25n, -50n, 25n]) {
      clock.jump(jump * HOUR);
      isReplay(await keyed(client, key, body), first);
      await app.sweep();
      isReplay(await keyed(client, key, body), first);
    }
    clock.advance(DAY);
    await app.sweep();
    const second = await keyed(client, key, body);
    assert.equal(second.status, 201, second.text);
    assert.notEqual(second.json.id, first.json.id);
  });

  it('is swept away when it has expired, however many there are, and not before', async () => {
    const { app, clock } = service();
    const made = 3_500;
    const at = await app.storage.write(async (tx) => {
      const row = await tx.get<{ at: bigint }>(sql`select max(created_at) as at from idempotency_keys`);
      await tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${made})
            insert into idempotency_keys (company_id, addon_id, key, fingerprint, created_at, status, headers, body)
            select 1, 1, ${'swept-'} || i, '', ${row?.at ?? 0n}, 201, '{}', '{}' from n`,
      );
      return row?.at;
    });
    assert.notEqual(at, null);
    clock.advance(DAY - HOUR);
    await app.sweep();
    assert.ok((await storedKeys(service())) >= made);
    clock.advance(HOUR);
    await app.sweep();
    assert.equal(await storedKeys(service()), 0);
  });

  it('belongs to its add-on and company', async () => {
    const { client, foreign, foreignCard } = service();
    const other = await secondAddon(service());
    const key = randomUUID();
    const body = { site_id: site(), notes: 'mine' };
    const mine = await keyed(client, key, body);
    const theirs = await keyed(other, key, body);
    assert.equal(theirs.status, 201, theirs.text);
    assert.notEqual(theirs.json.id, mine.json.id);
    const abroad = await keyed(foreign, key, { site_id: foreignCard.sites[0].id, notes: 'theirs' });
    assert.equal(abroad.status, 201, abroad.text);
    isReplay(await keyed(client, key, body), mine);
    isReplay(await keyed(other, key, body), theirs);
  });

  describe('is not spent by what fails before the order is looked at', () => {
    /** Failures, each with its status. */
    const failures: [number, string, (client: Client, key: string, body: Json) => Promise<Answer>][] = [
      [
        401,
        'no token',
        (client, key, body) =>
          client.post('orders', body, { headers: { 'idempotency-key': key }, without: ['authorization'] }),
      ],
      [
        401,
        'an unknown token',
        (client, key, body) =>
          client.post('orders', body, { headers: { 'idempotency-key': key, authorization: 'Bearer x' } }),
      ],
      [
        406,
        'no Accept',
        (client, key, body) =>
          client.post('orders', body, { headers: { 'idempotency-key': key }, without: ['accept'] }),
      ],
      [
        400,
        'another Content-Type',
        (client, key, body) =>
          client.post('orders', body, { headers: { 'idempotency-key': key, 'content-type': 'text/plain' } }),
      ],
      [
        400,
        'malformed JSON',
        (client, key) =>
          client.ask('POST', 'orders', { raw: '{"site_id":', headers: { 'idempotency-key': key } }),
      ],
      [
        413,
        'too large a body',
        (client, key) =>
          client.ask('POST', 'orders', {
            raw: ' '.repeat(MAX_BODY + 1),
            headers: { 'idempotency-key': key },
          }),
      ],
      [404, 'a path that is no order', (client, key, body) => keyed(client, key, body, 'orders/x1/lines')],
      [
        404,
        'another company',
        (client, key, body) => keyed(client, key, body, '/v1/companies/987654321/orders'),
      ],
    ];
    for (const [status, what, fail] of failures) {
      it(`${status}: ${what}`, async () => {
        const { client } = service();
        const key = randomUUID();
        const body = { site_id: site(), notes: what };
        const stored = await storedKeys(service());
        assert.equal((await fail(client, key, body)).status, status);
        assert.equal(await storedKeys(service()), stored);
        const made = await keyed(client, key, body);
        assert.equal(made.status, 201, made.text);
        assert.equal(made.headers['idempotent-replayed'], undefined);
        assert.equal((await fail(client, key, body)).status, status, 'nor does having been used excuse it');
      });
    }

    it('403: a token without the scope', async () => {
      const reader = await secondAddon(service(), ['orders:read']);
      const stored = await storedKeys(service());
      isError(await keyed(reader, 'no-scope', { site_id: site() }), 403, 'insufficient_scope');
      assert.equal(await storedKeys(service()), stored);
    });
  });

  it('is taken by lines, payments, shifts and movements of stock as well, and by nothing else but repeats', async () => {
    const { client, card } = service();
    const order = await makeOrder(service());
    const product_id = (await client.get('products?sku=hawaiian_s')).json[0].id;
    const bodies: [string, unknown][] = [
      [`orders/${order.id}/lines`, { product_id }],
      [`orders/${order.id}/payments`, { method_id: card.payment_methods[0].id, amount: 0.01 }],
    ];
    for (const [path, body] of bodies) {
      const key = randomUUID();
      const first = await keyed(client, key, body, path);
      assert.equal(first.status, 201, first.text);
      isReplay(await keyed(client, key, body, path), first);
    }
    const { lines, payments } = (await client.get(`orders/${order.id}`)).json;
    assert.deepEqual([lines.length, payments.length], [1, 1]);

    const twice = [1, 2].map(() => keyed(client, 'a-customer', { first_name: 'A', phone: '1' }, 'customers'));
    const [one, other] = await Promise.all(twice);
    assert.notEqual(one?.json.id, other?.json.id);
    assert.equal(
      (await keyed(client, 'not valid!', { first_name: 'A', phone: '1' }, 'customers')).status,
      201,
    );
    const once = ROUTES.filter((route) => 'idempotent' in route && route.idempotent);
    assert.ok(once.some((route) => route.path.endsWith('/orders')) && once.length >= 3);
    for (const route of once)
      assert.match(route.path, /\/orders|\/shifts|\/stock_movements|\/payment_requests|\/(reprint|resend)$/);
  });
});

onEachEngine(
  'Idempotency-Key under a rate limit',
  (service) => {
    it('429 is not stored', async () => {
      const { client, clock, card } = service();
      const body = { site_id: card.sites[0].id };
      assert.equal((await keyed(client, 'first', body)).status, 201);
      isError(await keyed(client, 'second', body), 429, 'rate_limit_exceeded');
      isError(await keyed(client, 'first', body), 429, 'rate_limit_exceeded');
      clock.advance(60_000_000n);
      const made = await keyed(client, 'second', body);
      assert.equal(made.status, 201, made.text);
      assert.equal(made.headers['idempotent-replayed'], undefined);
    });
  },
  { RATE_LIMIT: '1' },
);
