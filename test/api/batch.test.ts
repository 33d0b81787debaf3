import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { wholeDatabase } from '#test/harness/database.ts';
import { until } from '#test/harness/process.ts';
import { type Answer, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { invalidFields, make, read, refused, secondAddon } from './helpers.ts';
import { screenOf } from './screens.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A customer that can be made. */
const guest = (name: string) => ({ first_name: name, email: 'guest@example.com' });

const COMPANY = '/v1/companies/me';
const get = (path: string, headers?: Sent['headers']): Sent => ({
  method: 'GET',
  path: `${COMPANY}/${path}`,
  ...(headers && { headers }),
});
const post = (path: string, body: unknown, headers?: Sent['headers']): Sent => ({
  ...{ method: 'POST', path: `${COMPANY}/${path}`, body },
  ...(headers && { headers }),
});
const put = (path: string, body: unknown, headers?: Sent['headers']): Sent => ({
  ...post(path, body, headers),
  method: 'PUT',
});
const drop = (path: string): Sent => ({ method: 'DELETE', path: `${COMPANY}/${path}` });

const statuses = (answer: Answer): number[] => answer.json.responses.map(({ status }: Json) => status);
const errors = (answer: Answer): unknown[] => answer.json.responses.map(({ body }: Json) => body?.error);

async function notesOf({ client }: Service): Promise<string[]> {
  return (await client.get('orders?limit=5000')).json.map(({ notes }: Json) => notes);
}

onEachEngine('a batch (reference: conventions.52)', (service) => {
  const site = () => service().card.sites[0].id;
  const order = (notes: string, headers?: Sent['headers']) =>
    post('orders', { site_id: site(), notes }, headers);
  const send = (
    requests: readonly unknown[],
    more: Readonly<Record<string, unknown>> = {},
    headers: Sent['headers'] = {},
  ) => service().client.post('batch', { requests, ...more }, { headers });
  const asked = (requests: readonly unknown[]) => service().client.post('batch?dry_run=true', { requests });

  it('answers each request as if it had come alone, in order', async () => {
    const { client } = service();
    const made = await make(client, 'customers', guest('Ada'));
    const alone = await client.get(`customers/${made.id}`);
    const answer = await send([
      get(`customers/${made.id}.json`),
      { method: 'GET', path: `/companies/${client.companyId}/customers/${made.id}` },
      put(`customers/${made.id}`, { first_name: 'Bea', wish: 1 }),
      get(`customers/${made.id}`, { 'If-None-Match': alone.headers.etag ?? '' }),
      put(`customers/${made.id}`, { first_name: 'Cleo' }, { 'if-match': alone.headers.etag ?? '' }),
      { ...put(`customers/${made.id}`, { last_name: 'X' }), method: 'PATCH' },
      drop(`customers/${made.id}`),
      get(`customers/${made.id}`),
      post('customers', { first_name: 7 }),
    ]);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(statuses(answer), [200, 200, 200, 200, 412, 200, 204, 404, 400]);
    const [first, second, changed] = answer.json.responses;
    assert.deepEqual([first.body, second.body], [alone.json, alone.json]);
    assert.equal(first.headers.etag, alone.headers.etag);
    assert.equal(changed.headers['x-ignored-fields'], 'wish');
    assert.equal(answer.json.responses[6].body, null);
    assert.equal(answer.json.responses[8].body.errors[0].field, 'first_name');
    const ids = answer.json.responses.map(({ headers }: Json) => headers['x-request-id']);
    assert.deepEqual(
      ids,
      ids.map((_: unknown, at: number) => `${answer.headers['x-request-id']}.${at}`),
    );
  });

  it('gives an unchanged record once, a location and ids of any size', async () => {
    const { client } = service();
    const tag = (await client.get('sites')).headers.etag ?? '';
    const answer = await send([get('sites', { 'if-none-match': tag }), order('located')]);
    assert.deepEqual(statuses(answer), [304, 201]);
    const [unchanged, made] = answer.json.responses;
    assert.equal(unchanged.body, null);
    assert.match(
      made.headers.location,
      new RegExp(`^https://localhost:\\d+/v1/companies/\\d+/orders/${made.body.id_str}$`),
    );
  });

  it('refuses what cannot be inside one, naming it, before anything is done', async () => {
    const before = await wholeDatabase(service());
    const wrongs: [unknown, string][] = [
      [post('batch', { requests: [] }), 'requests[1].path'],
      [get('orders/1/pdf'), 'requests[1].path'],
      [get('orders/1.pdf'), 'requests[1].path'],
      [get('export/products.csv'), 'requests[1].path'],
      [get('events/stream'), 'requests[1].path'],
      [{ method: 'GET', path: 'orders' }, 'requests[1].path'],
      [{ method: 'GET', path: 'https://elsewhere/v1/companies/me/orders' }, 'requests[1].path'],
      [{ method: 'GET', path: `${COMPANY}/orders/%zz` }, 'requests[1].path'],
      [{ method: 'GET', path: `${COMPANY}/käse` }, 'requests[1].path'],
      [{ method: 'HEAD', path: `${COMPANY}/orders` }, 'requests[1].method'],
      [{ path: `${COMPANY}/orders` }, 'requests[1].method'],
      [{ method: 'GET' }, 'requests[1].path'],
      [get('sites', { Authorization: 'Bearer x' }), 'requests[1].headers.authorization'],
      [{ ...get('sites'), headers: { prefer: 1 } }, 'requests[1].headers.prefer'],
      [post('orders', 1.5), 'requests[1].body'],
      [{ ...get('sites'), body: 'x' }, 'requests[1].body'],
      ['GET', 'requests[1]'],
    ];
    for (const [wrong, field] of wrongs) invalidFields(await send([order('never'), wrong]), field);
    invalidFields(await send([]), 'requests');
    invalidFields(await send(Array.from({ length: 101 }, () => get('sites'))), 'requests');
    invalidFields(await service().client.post('batch', {}), 'requests');
    invalidFields(await send([get('sites')], { atomic: 'yes' }), 'atomic');
    assert.deepEqual(await wholeDatabase(service()), before);
    assert.deepEqual(
      statuses(await send(Array.from({ length: 100 }, () => get('sites?limit=1')))),
      Array(100).fill(200),
    );
  });

  it('admits each request by itself: paths, scopes, companies, formats', async () => {
    const { foreign } = service();
    const reader = await secondAddon(service(), ['orders:read']);
    const requests = [
      get('orders?limit=1'),
      order('beyond'),
      { method: 'GET', path: `/v1/companies/${foreign.companyId}/orders` },
      get('nowhere'),
      { method: 'DELETE', path: `${COMPANY}/orders` },
      get('orders', { accept: 'text/html' }),
      post('orders/price', { site_id: site() }, { 'content-type': 'text/plain' }),
      get('sites/x/orders'),
      get('members'),
      { method: 'DELETE', path: `${COMPANY}/orders/complete` },
    ];
    const answer = await reader.post('batch', { requests });
    assert.deepEqual(statuses(answer), [200, 403, 404, 404, 405, 406, 400, 404, 403, 405], answer.text);
    for (const [at, { method, path, body, headers = {} }] of requests.entries()) {
      const alone = await reader.ask(method, path, { ...(body === undefined ? {} : { body }), headers });
      const { status, body: told, headers: own } = answer.json.responses[at];
      if (alone.status < 400) continue;
      assert.deepEqual([status, told], [alone.status, alone.json], path);
      for (const name of ['allow', 'www-authenticate']) assert.equal(own[name], alone.headers[name], path);
    }
  });

  it('hands the preferences and the language of the batch to its requests, unless they have their own', async () => {
    const answer = await send(
      [
        order('strict'),
        post('customers', { ...guest('Ada'), wish: 1 }),
        post('customers', { ...guest('Ada'), wish: 1 }, { prefer: 'handling=lenient' }),
      ],
      {},
      { prefer: 'handling=strict', 'accept-language': 'de' },
    );
    assert.deepEqual(statuses(answer), [201, 400, 201], answer.text);
    const [first, second] = answer.json.responses;
    assert.equal(first.headers['preference-applied'], 'handling=strict');
    assert.equal(second.headers['content-language'], 'de');
    const strict = await send([{ ...get('sites'), wish: 1 }], {}, { prefer: 'handling=strict' });
    invalidFields(strict, 'requests[0].wish');
    const ignored = await send([{ ...get('sites'), wish: 1 }]);
    assert.equal(ignored.headers['x-ignored-fields'], 'requests[0].wish');
  });

  it('carries out all or none when it is atomic', async () => {
    const before = await wholeDatabase(service());
    const answer = await send([order('first'), post('orders', { site_id: 'wrong' }), order('third')], {
      atomic: true,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(statuses(answer), [424, 400, 424]);
    assert.deepEqual(errors(answer), ['not_carried_out', 'invalid_request', 'not_carried_out']);
    assert.match(answer.json.responses[0].body.error_description, /request 1 was refused/);
    // Refused before anything is carried out.
    const closed = await send([order('first'), get('nowhere')], { atomic: true });
    assert.deepEqual(statuses(closed), [424, 404]);
    // What PostgreSQL gives no more is left out: ids and numbers of a day.
    const rows = (all: readonly string[]) => all.filter((row) => !/^(id_counters|order_numbers)/.test(row));
    assert.deepEqual(rows(await wholeDatabase(service())), rows(before));

    const name = randomUUID();
    const made = await send([order(name), post('customers', guest(name)), order(`${name} 2`)], {
      atomic: true,
    });
    assert.deepEqual(statuses(made), [201, 201, 201], made.text);
    const [one, , three] = made.json.responses;
    for (const { body } of [one, three])
      assert.deepEqual(await read(service().client, `orders/${body.id_str}`), body);
  });

  it('shows later requests what earlier ones did, in one transaction or in several', async () => {
    const { client } = service();
    for (const atomic of [true, false]) {
      const customer = await make(client, 'customers', guest('Before'));
      const answer = await send(
        [put(`customers/${customer.id}`, { first_name: 'After' }), get(`customers/${customer.id}`)],
        { atomic },
      );
      assert.equal(answer.json.responses[1].body.first_name, 'After');
    }
  });

  it('tells nobody of what it undid, and numbers events without gaps', async () => {
    const { client } = service();
    const numbers = async () =>
      (await client.get('events?limit=5000')).json.map(({ number }: Json) => number);
    const before = await numbers();
    await send([post('customers', guest('Undone')), get('nowhere/at/all'), drop('sites/1')], {
      atomic: true,
    });
    await send([post('customers', guest('Undone')), post('customers', { first_name: 1 })], {
      atomic: true,
    });
    assert.deepEqual(await numbers(), before);
    await send([post('customers', guest('A')), post('customers', guest('B'))], {
      atomic: true,
    });
    const after = await numbers();
    assert.deepEqual(after.slice(before.length), [before.length + 1, before.length + 2]);
  });

  it('gives each request its own key', async () => {
    const { client } = service();
    const [one, two] = [randomUUID(), randomUUID()];
    for (const atomic of [false, true]) {
      const requests = [order(`key ${atomic}`, { 'Idempotency-Key': atomic ? one : two })];
      const first = await send(requests, { atomic });
      const again = await send(requests, { atomic });
      assert.deepEqual(statuses(again), [201]);
      assert.equal(again.json.responses[0].headers['idempotent-replayed'], 'true');
      assert.deepEqual(again.json.responses[0].body, first.json.responses[0].body);
      const alone = await client.post(
        'orders',
        { site_id: site(), notes: `key ${atomic}` },
        { headers: { 'idempotency-key': atomic ? one : two } },
      );
      assert.deepEqual(alone.json, first.json.responses[0].body);
    }
    const reused = await send([order('other', { 'idempotency-key': one })]);
    assert.deepEqual(errors(reused), ['idempotency_key_reused']);
    // What an atomic batch has undone is no answer of the key.
    const free = randomUUID();
    await send([order('free', { 'idempotency-key': free }), post('orders', {})], { atomic: true });
    const made = await send([order('other body', { 'idempotency-key': free })]);
    assert.deepEqual(statuses(made), [201]);
  });

  it('is done once under its own key', async () => {
    for (const atomic of [false, true]) {
      const headers = { 'idempotency-key': randomUUID() };
      const name = randomUUID();
      const requests = [order(name), post('customers', guest(name)), post('customers', { first_name: 1 })];
      const sent = atomic ? requests.slice(0, 2) : requests;
      const first = await send(sent, { atomic }, headers);
      assert.deepEqual(statuses(first), atomic ? [201, 201] : [201, 201, 400], first.text);
      const again = await send(sent, { atomic }, headers);
      assert.equal(again.text, first.text);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.equal((await notesOf(service())).filter((notes) => notes === name).length, 1);
      refused(await send([order('another')], { atomic }, headers), 422, 'idempotency_key_reused');
    }
    refused(await send([get('sites')], {}, { 'idempotency-key': 'a b' }), 400, 'invalid_idempotency_key');
    const headers = { 'idempotency-key': randomUUID() };
    const none = await send([order('none'), post('orders', {})], { atomic: true }, headers);
    assert.equal(
      (await send([order('none'), post('orders', {})], { atomic: true }, headers)).text,
      none.text,
    );
  });

  it('goes on under its key where it broke off', async () => {
    const { client, clock, app } = service();
    const headers = { 'idempotency-key': randomUUID() };
    const name = randomUUID();
    const requests = [order(`${name} 1`), put('sites/987654321987', {}), order(`${name} 2`)];
    // Broken off after its first request: the answer of the batch was never stored.
    const first = await send(requests, {}, headers);
    const key = headers['idempotency-key'];
    await app.storage.write(async (tx) =>
      tx.run(
        sql`delete from idempotency_keys where company_id = ${BigInt(client.companyId)} and key in (${key}, ${`${key}/2`})`,
      ),
    );
    clock.advance(SECOND);
    const again = await send(requests, {}, headers);
    assert.deepEqual(statuses(again), [201, 404, 201]);
    const [one, refusal, three] = again.json.responses;
    assert.deepEqual(one.body, first.json.responses[0].body);
    assert.equal(one.headers['idempotent-replayed'], 'true');
    assert.equal(refusal.headers['idempotent-replayed'], 'true');
    assert.notEqual(three.body.id_str, first.json.responses[2].body.id_str);
    assert.equal((await notesOf(service())).filter((notes) => notes === `${name} 1`).length, 1);
  });

  it('keeps no secret and no PIN where the database alone would show them', async () => {
    const { client, card, app } = service();
    const [register] = card.sites[0].registers;
    const staff = await make(client, 'staff', { first_name: 'Kept', pin: '4821' });
    for (const atomic of [false, true]) {
      const headers = { 'idempotency-key': randomUUID() };
      const requests = [post(`registers/${register.id}/sessions`, { staff_id: staff.id, pin: '4821' })];
      const first = await send(requests, { atomic }, headers);
      assert.deepEqual(statuses(first), [201], first.text);
      const { access_token: token } = first.json.responses[0].body;
      assert.equal((await send(requests, { atomic }, headers)).json.responses[0].body.access_token, token);
      const rows = await app.storage.read(async (tx) =>
        tx.all<{ body: string }>(
          sql`select body from idempotency_keys where key like ${`${headers['idempotency-key']}%`}`,
        ),
      );
      assert.equal(rows.length, atomic ? 1 : 2);
      for (const { body } of rows) assert.match(body, /^v2\.[0-9a-f]{8}\./);
      assert.ok((await wholeDatabase(service())).every((row) => !row.includes(token)));
    }
  });

  it('sent twice at a time under one key makes everything once', async () => {
    for (const atomic of [false, true]) {
      const headers = { 'idempotency-key': randomUUID() };
      const name = randomUUID();
      const requests = Array.from({ length: 10 }, (_, at) => order(`${name} ${at}`));
      const answers = await Promise.all(Array.from({ length: 4 }, () => send(requests, { atomic }, headers)));
      for (const answer of answers) {
        if (answer.status === 409) refused(answer, 409, 'idempotency_key_in_use');
        else assert.deepEqual(statuses(answer), Array(10).fill(201), answer.text);
      }
      const last = await send(requests, { atomic }, headers);
      assert.deepEqual(statuses(last), Array(10).fill(201), last.text);
      assert.equal((await notesOf(service())).filter((notes) => notes?.startsWith(name)).length, 10);
    }
  });

  it('is a dry run as a whole, in which later requests see earlier ones', async () => {
    const { client } = service();
    const customer = await make(client, 'customers', guest('Kept'));
    const requests = [
      put(`customers/${customer.id}`, { first_name: 'Tried' }, { 'idempotency-key': randomUUID() }),
      post('customers', { first_name: 1 }),
      get(`customers/${customer.id}`),
      drop(`customers/${customer.id}`),
      get(`customers/${customer.id}`),
    ];
    const before = await wholeDatabase(service());
    const tried = await asked(requests);
    assert.equal(tried.status, 200, tried.text);
    assert.equal(tried.headers['x-dry-run'], 'true');
    const { result, events } = tried.json;
    assert.deepEqual(
      result.responses.map(({ status }: Json) => status),
      [200, 400, 200, 204, 404],
    );
    assert.equal(result.responses[2].body.first_name, 'Tried');
    assert.deepEqual(
      events.map(({ topic }: Json) => topic),
      ['customers/updated', 'customers/deleted'],
    );
    const none = await client.post('batch?dry_run=1', { atomic: true, requests });
    assert.deepEqual(
      none.json.result.responses.map(({ status }: Json) => status),
      [424, 400, 424, 424, 424],
    );
    assert.deepEqual(none.json.events, []);
    assert.deepEqual(await wholeDatabase(service()), before);
  });

  it('tries one request among others', async () => {
    const { client } = service();
    const customer = await make(client, 'customers', guest('Kept'));
    for (const atomic of [false, true]) {
      const answer = await send(
        [
          put(`customers/${customer.id}?dry_run=true`, { first_name: 'Tried' }),
          get(`customers/${customer.id}`),
        ],
        { atomic },
      );
      const [tried, kept] = answer.json.responses;
      assert.equal(tried.headers['x-dry-run'], 'true');
      assert.equal(tried.body.result.first_name, 'Tried');
      assert.deepEqual(tried.body.events.length, 1);
      assert.equal(kept.body.first_name, 'Kept');
    }
  });

  it('is no way to guess a PIN', async () => {
    const { client, card } = service();
    const [register] = card.sites[0].registers;
    const path = `registers/${register.id}/sessions`;
    for (const more of [{ atomic: true }, {}]) {
      for (const query of ['', '?dry_run=true']) {
        const staff = await make(client, 'staff', { first_name: 'Guessed', pin: '4821' });
        const guess = post(path, { staff_id: staff.id, pin: '1111' });
        for (let time = 0; time < 6; time++)
          await client.post(`batch${query}`, { requests: [get('sites'), guess], ...more });
        refused(await client.post(path, { staff_id: staff.id, pin: '4821' }), 429, 'rate_limit_exceeded');
      }
    }
  });

  it('imports a file among other requests', async () => {
    const csv = `sku,name,unit_price\n${randomUUID()},Imported,5\n`;
    for (const atomic of [true, false]) {
      const answer = await send([order('beside'), post('imports', { csv }), post('imports', { csv: '' })], {
        atomic,
      });
      assert.deepEqual(statuses(answer), atomic ? [424, 424, 400] : [201, 200, 400], answer.text);
    }
    const both = await send([post('imports', { csv }), order('beside'), post('imports', { csv })], {
      atomic: true,
    });
    assert.deepEqual(statuses(both), [200, 201, 200], both.text);
  });

  it('is in the log of requests with each of its requests, a dry run by itself', async () => {
    const owner = (await screenOf(service(), service().card)).client;
    const made = await send([order('logged'), post('customers', { first_name: 1 })], { atomic: true });
    const tried = await asked([get('sites')]);
    const logged = async (id: string | undefined): Promise<Json[]> => {
      await service().app.requests.flush();
      const all: Json[] = (await owner.get('requests?limit=500')).json;
      return all
        .filter(({ request_id: each }) => each.startsWith(id ?? '-'))
        .toSorted((a, b) => (a.request_id < b.request_id ? -1 : 1));
    };
    await until('the log has it', async () => (await logged(tried.headers['x-request-id'])).length > 0);
    assert.deepEqual(
      (await logged(made.headers['x-request-id'])).map(({ method, path, status, error }) => [
        method,
        path.split('/').at(-1),
        status,
        error,
      ]),
      [
        ['POST', 'batch', 200, null],
        ['POST', 'orders', 424, 'not_carried_out'],
        ['POST', 'customers', 400, 'invalid_request'],
      ],
    );
    assert.equal((await logged(tried.headers['x-request-id'])).length, 1);
  });

  it('forgets a token that it has revoked', async () => {
    const { owner } = { owner: (await screenOf(service(), service().card)).client };
    const addon = await owner.post('addons', { name: 'Short-lived', scopes: ['orders:read'] });
    assert.equal(addon.status, 201, addon.text);
    const { access_token: token } = (await owner.post(`addons/${addon.json.id}/access_token`, {})).json;
    const short = service().as(`Bearer ${token}`);
    assert.equal((await short.get('orders')).status, 200);
    const answer = await owner.post('batch', {
      requests: [drop(`addons/${addon.json.id}/access_tokens`)],
      atomic: true,
    });
    assert.deepEqual(statuses(answer), [204], answer.text);
    refused(await short.get('orders'), 401, 'invalid_token');
  });

  it('beside single calls of the same records loses nothing', async () => {
    const { client } = service();
    const [one, two] = [
      await make(client, 'orders', { site_id: site() }),
      await make(client, 'orders', { site_id: site() }),
    ];
    const change = (id: string, notes: string) => put(`orders/${id}`, { notes });
    const batches = [
      [change(one.id, 'a'), change(two.id, 'a'), order('new')],
      [change(two.id, 'b'), order('new'), change(one.id, 'b')],
    ];
    const calls = Array.from({ length: 12 }, (_, at) => [
      // In both orders, and each beside a single call.
      send(batches[at % 2] ?? [], { atomic: true }),
      client.put(`orders/${one.id}`, { notes: 'c' }),
    ]);
    for (const [at, [batch, single]] of (
      await Promise.all(calls.map((pair) => Promise.all(pair)))
    ).entries()) {
      assert.equal(single?.status, 200, single?.text ?? '');
      // PostgreSQL may give up one that met others too often: then it can be sent again.
      const done = batch?.status === 503 ? await send(batches[at % 2] ?? [], { atomic: true }) : batch;
      assert.deepEqual(done && statuses(done).toSorted(), [200, 200, 201], done?.text ?? '');
    }
  });
});

onEachEngine(
  'a batch and the rate limit',
  (service) => {
    it('counts by each of its requests, and by itself', async () => {
      const { client } = service();
      const requests = Array.from({ length: 6 }, () => get('sites?limit=1'));
      const first = await client.post('batch', { requests });
      assert.deepEqual(statuses(first), Array(6).fill(200));
      assert.equal(first.headers['x-ratelimit-remaining'], '9');
      assert.equal(first.json.responses[5].headers['x-ratelimit-remaining'], '3');
      const second = await client.post('batch', { requests });
      assert.deepEqual(statuses(second), [200, 200, 429, 429, 429, 429]);
      assert.match(second.json.responses[2].headers['retry-after'], /^\d+$/);
      refused(await client.post('batch', { requests }), 429, 'rate_limit_exceeded');
    });
  },
  { RATE_LIMIT: '10' },
);
