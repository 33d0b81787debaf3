import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sweepRequests } from '#src/access/requests.store.ts';
import { DAY, SECOND } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { retold } from '#test/harness/reasons.ts';
import { type Ask, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { everythingOf, hasKeys, invalidFields, read } from './helpers.ts';
import { letIn, lineOf, type Screen, screenOf } from './screens.ts';

onEachEngine('the log of requests', (service) => {
  let owner: Screen;
  before(async () => {
    owner = await screenOf(service(), service().card);
  });
  const logged = async (query = ''): Promise<Json[]> => {
    await service().app.requests.flush();
    return read(owner.client, `requests${query}`);
  };

  let asked = 0;
  /** Makes a request and gives its line. */
  const line = async (client: Client, method: string, path: string, ask: Ask = {}): Promise<Json> => {
    const id = `asked-${++asked}-of-${service().engine}`;
    await client.ask(method, path, { ...ask, headers: { 'x-request-id': id } });
    return lineOf(service(), owner.client, id);
  };

  it('says who asked what, what became of it and how long it took, newest first', async () => {
    const first = await line(service().client, 'GET', 'sites?name=secret');
    const second = await line(owner.client, 'GET', 'sites/987654321987');
    assert.deepEqual(await logged('?limit=2'), [second, first]);
    hasKeys(second, [
      ...['id', 'id_str', 'at', 'request_id', 'method', 'path', 'status', 'error', 'error_description'],
      ...['reason', 'params', 'duration_ms', 'addon', 'user', 'device_id', 'staff_id', 'body'],
    ]);
    assert.deepEqual(
      [second.method, second.path, second.status, second.error, second.user.email, second.addon.name],
      [
        'GET',
        '/v1/companies/me/sites/987654321987',
        404,
        'not_found',
        service().card.admin.email,
        'Passbell',
      ],
    );
    assert.match(second.error_description, /no such resource/);
    assert.deepEqual(
      [first.path, first.status, first.error, first.error_description, first.body, first.user],
      ['/v1/companies/me/sites', 200, null, null, null, null],
    );
    assert.equal(first.addon.name, 'Sandbox add-on');
    assert.ok(first.duration_ms >= 0 && first.duration_ms < 600_000);
  });

  it('tells refusals in the language of who reads it, whatever they were told in', async () => {
    const { client } = service();
    const ask = (id: string) => ({ headers: { 'accept-language': 'ja', 'x-request-id': id } });
    const body = { email: 7, ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`f${at}`, at])) };
    const { json: one } = await client.get('sites/987654321987', ask('one-in-japanese'));
    const { json: many } = await client.post('staff', body, ask('many-in-japanese'));
    await lineOf(service(), owner.client, 'one-in-japanese');
    await lineOf(service(), owner.client, 'many-in-japanese');
    for (const language of ['en', 'de', 'ja'] as const) {
      const headers = { 'accept-language': language };
      const { json: log } = await owner.client.get('requests?limit=50', { headers });
      const found = (id: string) => log.find(({ request_id }: Json) => request_id === id);
      const first = found('one-in-japanese');
      assert.deepEqual([first.reason, first.error_description], [one.reason, retold(one, language)]);
      const second = found('many-in-japanese');
      assert.deepEqual([second.reason, second.params], [null, {}]);
      const { json: told } = await client.post('staff', body, { headers });
      assert.equal(second.error_description, told.error_description);
      if (language === 'ja') assert.equal(second.error_description, many.error_description);
    }
    await service().app.requests.flush();
    const company = BigInt(client.companyId);
    const { storage } = service().app;
    const kept = await storage.read(async (tx) =>
      tx.all<{ error_description: string | null; said: string }>(
        sql`select error_description, said from request_log where company_id = ${company} and status >= 400`,
      ),
    );
    assert.ok(
      kept.every(({ error_description: sentence, said }) => sentence === null && said.length < 2_000),
    );
    // What was kept as a sentence by earlier versions stays one.
    await storage.write(async (tx) =>
      tx.run(
        sql`update request_log set said = null, error_description = 'Damals.'
            where company_id = ${company} and request_id = 'one-in-japanese'`,
      ),
    );
    const old = await lineOf(service(), owner.client, 'one-in-japanese');
    assert.deepEqual([old.error_description, old.reason, old.params], ['Damals.', null, {}]);
  });

  it('keeps what was sent with a refusal, without its secrets', async () => {
    const { client } = service();
    const pin = '83427591';
    const card = '4111 1111 1111 1111';
    const token = `pb_at_${'S'.repeat(43)}`;
    const post = (body: unknown) => line(client, 'POST', 'staff', { body });
    const body = { first_name: 7, pin, notes: `${card} ${token}`, nested: { password: 'hunter2' }, n: '<x>' };
    const refusal = await post(body);
    assert.deepEqual([refusal.status, refusal.error], [400, 'invalid_request']);
    assert.equal(
      refusal.body,
      '{"first_name":7,"pin":"***","notes":"*** pb_at_***","nested":{"password":"***"},"n":"<x>"}',
    );
    const text = await everythingOf(service(), client.companyId, [
      'request_log',
      'orders',
      'products',
      'events',
    ]);
    for (const secret of [
      pin,
      card,
      token,
      'hunter2',
      client.token.slice(-30),
      owner.client.token.slice(-30),
    ]) {
      assert.ok(!text.includes(secret), `${secret} is in the log.`);
    }
    const taken = await post({ first_name: 'Kept', pin: '4711' });
    assert.deepEqual([taken.status, taken.body], [201, null], 'what was taken is not kept');
    assert.equal((await post({ first_name: 'x'.repeat(100_000) })).body.length, 2_048);
    const broken = await line(client, 'POST', 'staff', { raw: '{"pin": "1234", oops' });
    assert.deepEqual([broken.status, broken.body], [400, null]);
    assert.equal((await post({ first_name: 'a\u0000b', x: '\ud800' })).status, 400);
    const wrongPath = await line(client, 'GET', `orders/saleid/${token}`);
    assert.match(wrongPath.path, /saleid\/pb_at_\*\*\*$/);
  });

  it('is narrowed by add-on, method and status', async () => {
    const { addon } = await line(service().client, 'GET', 'sites');
    await line(service().client, 'GET', 'sites/987654321987');
    await line(owner.client, 'POST', 'sites', { body: {} });
    const all = await logged('?limit=5000');
    for (const [query, keeps] of [
      [`addon_id=${addon.id_str}`, (each: Json) => each.addon.id === addon.id],
      ['method=POST', (each: Json) => each.method === 'POST'],
      ['status_gte=400', (each: Json) => each.status >= 400],
      ['status_gte=400&method=GET', (each: Json) => each.status >= 400 && each.method === 'GET'],
    ] as const) {
      const found = await logged(`?limit=5000&${query}`);
      assert.deepEqual(found, all.filter(keeps), query);
      assert.ok(found.length > 0 && found.length < all.length, query);
    }
    for (const [query, field] of [
      ['addon_id=x', 'addon_id'],
      ['method=get', 'method'],
      ['status_gte=40', 'status_gte'],
      ['status_gte=4xx', 'status_gte'],
    ]) {
      invalidFields(await owner.client.get(`requests?${query}`), field ?? '');
    }
  });

  it('is written by an interval, holds no more than it may, and counts what it drops', async () => {
    const { app, ticker, client } = service();
    await client.get('sites', { headers: { 'x-request-id': 'ticked' } });
    await until('an interval has written it', async () => {
      ticker.tick();
      return (await read(owner.client, 'requests')).some((each: Json) => each.request_id === 'ticked');
    });
    const principal = { company: 1n, addon: 1n, scopes: new Set<never>(), via: 'bearer' as const };
    const dropped = app.requests.dropped;
    for (let at = 0; at < 1_300; at++) {
      const path = `/v1/companies/1/flood/${at}`;
      // Over the limit successes are dropped, and a refusal takes the place of the oldest.
      const status = at < 1_100 ? 200 : 400;
      const rest = { method: 'GET', path, status, duration: 1n, at: service().clock.now() };
      app.requests.add({ principal, id: `flood-${at}`, ...rest, refusal: undefined });
    }
    assert.equal(app.requests.dropped - dropped, 300);
    const [newest, ...others] = await logged('?limit=1000');
    assert.equal(newest?.request_id, 'flood-1299');
    assert.equal(others.length, 999);
    assert.equal(others.at(-1)?.request_id, 'flood-200');
    const metrics = await service().client.get('/metrics');
    assert.match(
      metrics.text,
      new RegExp(`^passbell_request_log_dropped_total ${app.requests.dropped}$`, 'm'),
    );
  });

  it('keeps the newest 2,000 of a company, and a week', async () => {
    const { app, clock } = service();
    const principal = {
      company: BigInt(owner.client.companyId),
      addon: 1n,
      scopes: new Set<never>(),
      via: 'bearer' as const,
    };
    for (let at = 0; at < 2_600; at++) {
      const rest = { method: 'GET', path: '/v1/x', status: 200, duration: 1n, at: clock.now() };
      app.requests.add({ principal, id: `many-${at}`, ...rest, refusal: undefined });
      if (at % 900 === 899) await app.requests.flush();
    }
    await app.requests.flush();
    await app.sweep();
    const rows = await logged('?limit=5000');
    assert.equal(rows.length, 2_000);
    assert.deepEqual([rows[0]?.request_id, rows.at(-1)?.request_id], ['many-2599', 'many-600']);
    const week = clock.now() + 7n * DAY;
    assert.equal(await app.storage.write((tx) => sweepRequests(tx, week - SECOND, 5_000)), 0);
    await app.storage.write((tx) => sweepRequests(tx, week, 5_000));
    assert.equal((await logged('?limit=5000')).length, 0);
  });

  it('shows nothing of another company', async () => {
    await service().foreign.get('sites/1', { headers: { 'x-request-id': 'theirs' } });
    const stranger = await screenOf(service(), service().foreignCard);
    await lineOf(service(), stranger.client, 'theirs');
    assert.ok(!(await logged('?limit=5000')).some(({ request_id }) => request_id === 'theirs'));
  });

  it('tells when add-ons and devices last called, to the minute', async () => {
    const { json: addon } = await owner.client.post('addons', { name: 'Used', scopes: ['orders:read'] });
    const credentials = Buffer.from(`${addon.client_id}:${addon.client_secret}`).toString('base64');
    const client = service().as(`Basic ${credentials}`);
    const at = service().clock.now();
    const text = (when: bigint) => new Date(Number(when / 1000n)).toISOString();
    const seen = async () => {
      await line(client, 'GET', 'orders');
      return (await read(owner.client, `addons/${addon.id_str}`)).last_used_at;
    };
    assert.equal(await seen(), text(at));
    service().clock.advance(59n * SECOND);
    assert.equal(await seen(), text(at));
    service().clock.advance(SECOND);
    assert.equal(await seen(), text(at + 60n * SECOND));
    const [at_register] = service().card.sites[0].registers;
    const { client: screen, device } = await letIn(service(), owner, at_register.id);
    await line(screen, 'GET', 'orders');
    const shown = (await read(owner.client, 'devices')).find((each: Json) => each.id_str === device.id_str);
    assert.equal(shown.last_used_at, text(at + 60n * SECOND));
  });
});
