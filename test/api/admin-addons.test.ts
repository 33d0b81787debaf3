import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DAY, formatTime, HOUR, MINUTE } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { whsecOf } from '#src/webhooks/sign.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { auditLines } from '../harness/audit.ts';
import { askToken, consent, redeem, type TestAddon } from './browser.ts';
import { change, drop, everythingOf, hasKeys, inUse, invalidFields, make, read, refused } from './helpers.ts';
import { type Screen, screenAs, screenOf } from './screens.ts';

const KEYS = [
  ...['id', 'id_str', 'name', 'client_id', 'is_public', 'scopes', 'redirect_uris', 'old_secret_valid_until'],
  ...['last_used_at', 'created_at'],
];
const REDIRECT = 'https://addon.example/callback';

/** The newest lines of the audit log of a company, oldest first. */
async function lastLines(service: Service, company: string, count: number): Promise<unknown[]> {
  const rows = await service.app.storage.read((tx) => auditLines(tx, BigInt(company), count));
  return rows.reverse().map(({ actor, action, subject, address }) => [actor, action, subject, address]);
}

const basicOf = ({ client_id, client_secret }: Json) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;

/** An add-on as the helpers of OAuth know it. */
function asTest(addon: Json): TestAddon {
  const { client_id, client_secret } = addon;
  return { client_id, client_secret, redirect_uri: REDIRECT, id: BigInt(addon.id_str) };
}

onEachEngine('add-ons of one’s own', (service) => {
  let owner: Screen;
  let admin: Client;
  let email: string;
  before(async () => {
    owner = await screenOf(service(), service().card);
    admin = owner.client;
    email = service().card.admin.email;
  });
  const renew = async () => {
    owner = await screenOf(service(), service().card);
    admin = owner.client;
  };
  const create = (fields: object = {}) =>
    make(admin, 'addons', {
      name: 'Loyalty',
      scopes: ['orders:write', 'webhooks'],
      redirect_uris: [REDIRECT],
      ...fields,
    });

  it('are made with secrets that are shown once and are good at once', async () => {
    const addon = await create({ name: '<b>"Ünï\u202e</b> \'; drop table--' });
    hasKeys(addon, [...KEYS, 'client_secret', 'signing_secret', 'signing_secret_base64']);
    assert.equal(addon.name, '<b>"Ünï\u202e</b> \'; drop table--');
    assert.match(addon.client_id, /^pb_ci_[\w-]{22}$/);
    assert.match(addon.client_secret, /^pb_cs_[\w-]{43}$/);
    assert.match(addon.signing_secret, /^pb_ss_[\w-]{43}$/);
    assert.equal(addon.signing_secret_base64, whsecOf(addon.signing_secret));
    assert.deepEqual(
      [addon.is_public, addon.last_used_at, addon.old_secret_valid_until],
      [false, null, null],
    );
    const { client_secret, signing_secret, signing_secret_base64, ...view } = addon;
    assert.deepEqual(await read(admin, `addons/${addon.id_str}`), view);
    assert.deepEqual((await read(admin, 'addons?limit=5000')).at(-1), view);
    assert.equal((await service().as(basicOf(addon)).get('orders')).status, 200);
    refused(await service().as(basicOf(addon)).get('sites'), 403, 'insufficient_scope');
    const text = await everythingOf(service(), admin.companyId);
    for (const secret of [client_secret, signing_secret, signing_secret_base64]) {
      assert.ok(!text.includes(secret.slice(6)), 'A secret is kept in the clear.');
    }
    assert.deepEqual(await lastLines(service(), admin.companyId, 1), [
      [email, 'addon.created', `${addon.name} (add-on ${addon.id_str})`, '127.0.0.1'],
    ]);
  });

  it('are refused with what they cannot be', async () => {
    const good = { name: 'Good', scopes: ['webhooks'] };
    const before = await everythingOf(service(), admin.companyId);
    for (const [part, ...fields] of [
      [{ name: '' }, 'name'],
      [{ name: undefined }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: undefined }, 'scopes'],
      [{ scopes: 'webhooks' }, 'scopes'],
      [{ scopes: ['admin'] }, 'scopes[0]'],
      [{ scopes: ['webhooks', 'events:read'] }, 'scopes[1]'],
      [{ scopes: ['orders'] }, 'scopes[0]'],
      [{ redirect_uris: ['http://addon.example/'] }, 'redirect_uris[0]'],
      [{ redirect_uris: ['https://ok.example/', 'javascript:alert(1)'] }, 'redirect_uris[1]'],
      [{ redirect_uris: ['https://a.example/#x'] }, 'redirect_uris[0]'],
      [{ is_public: 'yes' }, 'is_public'],
    ] as const) {
      invalidFields(await admin.post('addons', { ...good, ...part }), ...fields);
    }
    assert.equal(await everythingOf(service(), admin.companyId), before);
  });

  it('can be public, without a secret', async () => {
    const addon = await create({ is_public: true });
    assert.deepEqual([addon.is_public, addon.client_secret], [true, null]);
    refused(await admin.post(`addons/${addon.id_str}/secret`, {}), 409, 'conflict');
    refused(
      await service()
        .as(basicOf({ ...addon, client_secret: '' }))
        .get('orders'),
      401,
      'invalid_token',
    );
  });

  it('change by PUT, and tokens do no more than the add-on is registered for', async () => {
    const addon = await create();
    const path = `addons/${addon.id_str}`;
    const token = await make(admin, `${path}/access_token`, {});
    const client = service().as(`Bearer ${token.access_token}`);
    assert.equal((await client.get('webhooks')).status, 200);
    const changed = await change(admin, path, { scopes: ['orders:read'], name: 'Less' });
    assert.deepEqual(
      [changed.name, changed.scopes, changed.redirect_uris],
      ['Less', ['orders:read'], [REDIRECT]],
    );
    refused(await client.get('webhooks'), 403, 'insufficient_scope');
    refused(await client.post('orders', {}), 403, 'insufficient_scope');
    assert.equal((await client.get('orders')).status, 200);
    await change(admin, path, { scopes: ['orders:write', 'webhooks', 'webhooks'] });
    assert.equal((await client.get('webhooks')).status, 200);
    assert.deepEqual((await lastLines(service(), admin.companyId, 1))[0], [
      email,
      'addon.changed',
      `Less (add-on ${addon.id_str}): scopes (orders:write webhooks)`,
      '127.0.0.1',
    ]);
    const lines = await everythingOf(service(), admin.companyId);
    await change(admin, path, { name: 'Less' });
    assert.equal(await everythingOf(service(), admin.companyId), lines, 'what changes nothing is not noted');
    const { etag = '' } = (await admin.get(path)).headers;
    await change(admin, path, { name: 'Other' });
    refused(
      await admin.put(path, { name: 'Late' }, { headers: { 'if-match': etag } }),
      412,
      'precondition_failed',
    );
    for (const wrong of [{ scopes: ['admin'] }, { scopes: [] }, { name: ' ' }, { redirect_uris: ['x'] }]) {
      assert.equal((await admin.put(path, wrong)).status, 400);
    }
  });

  it('have secrets that rotate with an overlap of a day', async () => {
    const addon = await create();
    const path = `addons/${addon.id_str}`;
    const answer = await admin.post(`${path}/secret`, {});
    assert.equal(answer.status, 200, answer.text);
    hasKeys(answer.json, ['client_secret', 'old_secret_valid_until']);
    const old = service().as(basicOf(addon));
    const fresh = service().as(basicOf({ ...addon, client_secret: answer.json.client_secret }));
    assert.deepEqual([(await old.get('orders')).status, (await fresh.get('orders')).status], [200, 200]);
    assert.equal((await read(admin, path)).old_secret_valid_until, answer.json.old_secret_valid_until);
    service().clock.advance(DAY);
    assert.deepEqual([(await old.get('orders')).status, (await fresh.get('orders')).status], [401, 200]);
    await renew();
    assert.equal((await read(admin, path)).old_secret_valid_until, null);
  });

  it('have a signing secret that can be read again, which is written down', async () => {
    const addon = await create();
    const path = `addons/${addon.id_str}/signing_secret`;
    const secrets = {
      signing_secret: addon.signing_secret,
      signing_secret_base64: addon.signing_secret_base64,
    };
    assert.deepEqual(await read(admin, path), secrets);
    const rotated = await admin.post(path, {});
    assert.equal(rotated.status, 200, rotated.text);
    assert.notEqual(rotated.json.signing_secret, addon.signing_secret);
    assert.equal((await read(admin, path)).signing_secret, rotated.json.signing_secret);
    const name = `Loyalty (add-on ${addon.id_str})`;
    assert.deepEqual(await lastLines(service(), admin.companyId, 3), [
      [email, 'addon.signing_secret_read', name, '127.0.0.1'],
      [email, 'addon.signing_secret_rotated', `signing secret of ${name}`, '127.0.0.1'],
      [email, 'addon.signing_secret_read', name, '127.0.0.1'],
    ]);
  });

  it('are given tokens of their own, for as long as is wanted', async () => {
    const addon = await create();
    const path = `addons/${addon.id_str}/access_token`;
    const endless = await make(admin, path, { expires_at: null });
    hasKeys(endless, ['access_token', 'token_type', 'expires_at', 'scope']);
    assert.deepEqual([endless.expires_at, endless.scope], [null, 'orders:write webhooks']);
    const at = new Date(Number((service().clock.now() + HOUR) / 1000n)).toISOString();
    const short = await make(admin, path, { expires_at: at, scopes: ['orders:read'] });
    assert.deepEqual([short.expires_at, short.scope], [at, 'orders:read']);
    const clients = [endless, short].map(({ access_token }) => service().as(`Bearer ${access_token}`));
    const statuses = () => Promise.all(clients.map(async (each) => (await each.get('orders')).status));
    assert.deepEqual(await statuses(), [200, 200]);
    refused((await clients[1]?.get('webhooks')) ?? assert.fail(), 403, 'insufficient_scope');
    service().clock.advance(HOUR);
    assert.deepEqual(await statuses(), [200, 401]);
    await renew();
    for (const [body, field] of [
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: 'soon' }, 'expires_at'],
      [{ scopes: ['company:read'] }, 'scopes[0]'],
      [{ scopes: ['orders:read', 'admin'] }, 'scopes[1]'],
    ] as const) {
      invalidFields(await admin.post(path, body), field);
    }
    await drop(admin, `addons/${addon.id_str}/access_tokens`);
    assert.deepEqual(await statuses(), [401, 401]);
    assert.equal((await service().as(basicOf(addon)).get('orders')).status, 200, 'the secret is still good');
  });

  it('are gone with everything anybody gave them, when they are deleted', async () => {
    const addon = await create();
    const other = await create({ name: 'Bystander' });
    const path = `addons/${addon.id_str}`;
    const own = await make(admin, `${path}/access_token`, {});
    const { id: hook } = await make(admin, `${path}/webhooks`, {
      topic: 'customers/created',
      address: 'https://hooks.example.com/gone',
    });
    const spared = await make(admin, `addons/${other.id_str}/webhooks`, {
      topic: 'customers/created',
      address: 'https://hooks.example.com/stays',
    });
    await make(admin, `${path}/webhooks/${hook}/test`, {});
    // A foreign company connects it.
    const stranger = await screenOf(service(), service().foreignCard);
    const code = await consent(
      stranger.browser,
      asTest(addon),
      {},
      { company_id: service().foreign.companyId },
    );
    const given = await redeem(service(), asTest(addon), code);
    const there = service().as(`Bearer ${given.access_token}`);
    await make(there, 'webhooks', { topic: 'customers/created', address: 'https://hooks.example.com/there' });
    const waiting = await consent(
      stranger.browser,
      asTest(addon),
      {},
      { company_id: service().foreign.companyId },
    );

    await drop(admin, path);
    refused(await admin.get(path), 404, 'not_found');
    refused(await admin.delete(path), 404, 'not_found');
    for (const part of ['secret', 'access_token', 'signing_secret']) {
      refused(await admin.post(`${path}/${part}`, {}), 404, 'not_found');
    }
    refused(await admin.get(`${path}/webhooks`), 404, 'not_found');
    assert.ok(!(await read(admin, 'addons?limit=5000')).some((each: Json) => each.id_str === addon.id_str));
    for (const client of [service().as(`Bearer ${own.access_token}`), there, service().as(basicOf(addon))]) {
      refused(await client.get('orders'), 401, 'invalid_token');
    }
    for (const fields of [
      { grant_type: 'refresh_token', refresh_token: given.refresh_token },
      { grant_type: 'authorization_code', code: waiting, redirect_uri: REDIRECT },
      { grant_type: 'client_credentials' },
    ]) {
      const { client_id, client_secret } = addon;
      refused(await askToken(service(), { ...fields, client_id, client_secret }), 401, 'invalid_client');
    }
    assert.deepEqual(await read(stranger.client, 'grants'), []);
    const page = await stranger.browser.get(`/oauth/authorize?client_id=${addon.client_id}`);
    assert.equal(page.status, 400);
    // No delivery is queued for it any more, in either company, and the counters agree with the deliveries.
    const states = await service().app.storage.read(async (tx) =>
      tx.all(sql`select distinct state from deliveries where addon_id = ${BigInt(addon.id_str)}`),
    );
    assert.deepEqual(
      states.map((row) => ({ ...row })),
      [{ state: 'dead' }],
    );
    await make(service().client, 'customers', { first_name: 'Told', phone: '1' });
    await make(service().foreign, 'customers', { first_name: 'Untold', phone: '1' });
    const rows = await service().app.storage.read(async (tx) =>
      tx.all(
        sql`select c.company_id, c.webhooks, (select count(*) from webhooks w where w.company_id = c.company_id) as real
            from event_counters c order by c.company_id`,
      ),
    );
    for (const { webhooks, real } of rows) assert.equal(webhooks, real);
    const told = await read(admin, `addons/${other.id_str}/webhooks/${spared.id_str}/deliveries`);
    assert.equal(told.length, 1);
    const queued = await service().app.storage.read(async (tx) =>
      tx.all(sql`select id from deliveries where addon_id = ${BigInt(addon.id_str)} and state <> 'dead'`),
    );
    assert.deepEqual(queued, []);
  });

  it('do not show Passbell’s own, which cannot be changed', async () => {
    const [row] = await service().app.storage.read(async (tx) =>
      tx.all(sql`select id from addons where company_id = ${BigInt(admin.companyId)} and builtin = 1`),
    );
    const path = `addons/${row?.id}`;
    assert.ok(!(await read(admin, 'addons?limit=5000')).some(({ name }: Json) => name === 'Passbell'));
    for (const answer of [
      await admin.get(path),
      await admin.put(path, { scopes: ['webhooks'] }),
      await admin.delete(path),
      await admin.post(`${path}/secret`, {}),
      await admin.post(`${path}/access_token`, {}),
      await admin.get(`${path}/signing_secret`),
      await admin.delete(`${path}/access_tokens`),
      await admin.get(`${path}/webhooks`),
    ]) {
      refused(answer, 404, 'not_found');
    }
  });

  it('are 200 at most', async () => {
    const { client, card } = await service().newCompany('Many');
    const { client: many } = await screenOf(service(), card);
    await service().app.storage.write(async (tx) => {
      const ids = await tx.ids('addon', 199);
      for (const id of ids) {
        await tx.run(
          sql`insert into addons (company_id, id, name, client_id, secret_hash, scopes, redirect_uris, signing_secret, created_at)
              values (${BigInt(client.companyId)}, ${id}, 'One of many', ${`pb_ci_${id}`}, '', '[]', '[]', '', 0)`,
        );
      }
    });
    inUse(await many.post('addons', { name: 'X', scopes: ['webhooks'] }), /at most 200/);
  });

  describe('their webhooks', () => {
    it('are those of the add-on itself, seen and changed by a person', async () => {
      const addon = await create();
      const path = `addons/${addon.id_str}/webhooks`;
      const client = service().as(basicOf(addon));
      const theirs = await make(client, 'webhooks', {
        topic: 'orders/completed',
        address: 'https://h.example/1',
      });
      assert.deepEqual(await read(admin, path), [{ ...theirs, dead_deliveries: 0, stalled_since: null }]);
      assert.deepEqual(await read(admin, `${path}/${theirs.id}`), theirs);
      const answer = await admin.post(path, {
        topic: 'orders/deleted',
        address: 'https://h.example/2',
        colour: 1,
      });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers['x-ignored-fields'], 'colour');
      assert.equal(
        (await admin.get(answer.headers.location?.replace(/^https:\/\/[^/]+/, '') ?? '')).status,
        200,
      );
      assert.deepEqual(await read(client, `webhooks/${answer.json.id}`), answer.json);
      await change(admin, `${path}/${theirs.id}`, { address: 'https://h.example/3' });
      assert.equal((await read(client, `webhooks/${theirs.id}`)).address, 'https://h.example/3');
      const name = `Loyalty (add-on ${addon.id_str})`;
      assert.deepEqual(await lastLines(service(), admin.companyId, 2), [
        [email, 'webhook.created', `webhook ${answer.json.id} of ${name}`, '127.0.0.1'],
        [email, 'webhook.changed', `webhook ${theirs.id} of ${name}`, '127.0.0.1'],
      ]);
      await drop(admin, `${path}/${theirs.id}`);
      refused(await client.get(`webhooks/${theirs.id}`), 404, 'not_found');
      invalidFields(
        await admin.post(path, { topic: 'orders/deleted', address: 'ftp://h.example/' }),
        'address',
      );
      assert.equal((await read(admin, `${path}?limit=1`)).length, 1);
    });

    it('are made and changed at an add-on alone, where others see them and the audit log has them', async () => {
      const body = { topic: 'orders/created', address: 'https://h.example/unseen' };
      const { company_id } = service().card;
      const { id } = await service().app.storage.write(async (tx) => {
        const [made = 0n] = await tx.ids('webhook', 1);
        await tx.run(
          sql`insert into webhooks (company_id, id, addon_id, topic, address, target, format, filter, created_at, updated_at)
              select ${BigInt(company_id)}, ${made}, id, 'orders/created', ${body.address}, 'https://h.example', 'json', '{}', 0, 0
              from addons where company_id = ${BigInt(company_id)} and builtin = 1`,
        );
        await tx.run(
          sql`update event_counters set webhooks = webhooks + 1 where company_id = ${BigInt(company_id)}`,
        );
        return { id: made };
      });
      for (const answer of [
        await admin.post('webhooks', body),
        await admin.put(`webhooks/${id}`, { address: 'https://h.example/other' }),
        await admin.post(`webhooks/${id}/replay`, {}),
        await admin.post('webhooks/signing_secret', {}),
      ])
        refused(answer, 403, 'access_denied');
      // One of before is seen, and goes.
      assert.equal((await read(admin, 'webhooks'))[0].address, body.address);
      await drop(admin, `webhooks/${id}`);
      const [line] = await lastLines(service(), admin.companyId, 1);
      assert.deepEqual(line, [email, 'webhook.deleted', `webhook ${id} of Passbell`, '127.0.0.1']);
    });

    it('show what was given up, and send it again', async () => {
      const addon = await create();
      const path = `addons/${addon.id_str}/webhooks`;
      const hook = await make(admin, path, { topic: 'customers/created', address: 'https://h.example/dead' });
      const quiet = await make(admin, path, { topic: 'orders/deleted', address: 'https://h.example/quiet' });
      for (const first_name of ['A', 'B'])
        await make(service().client, 'customers', { first_name, phone: '1' });
      await service().app.storage.write(async (tx) =>
        tx.run(
          sql`update deliveries set state = 'dead', ended_at = 1 where webhook_id = ${BigInt(hook.id_str)}`,
        ),
      );
      const dead = async () =>
        (await read(admin, path)).map((each: Json) => [each.id_str, each.dead_deliveries]);
      assert.deepEqual(await dead(), [
        [hook.id_str, 2],
        [quiet.id_str, 0],
      ]);
      // As the delivering process recorded it: stalled, and last seen two minutes ago.
      const [stood, before] = [service().clock.now(), service().clock.now() - 2n * MINUTE];
      await service().app.storage.write(async (tx) => {
        const company = BigInt(service().client.companyId);
        for (const [id, webhook, seen] of [
          [1n, hook.id_str, stood],
          [2n, quiet.id_str, before],
        ] as const) {
          await tx.run(
            sql`insert into delivery_stalls (company_id, delivery_id, webhook_id, since, seen_at)
                values (${company}, ${id}, ${BigInt(webhook)}, ${before}, ${seen})`,
          );
        }
      });
      const stalled = (await read(admin, path)).map((each: Json) => each.stalled_since);
      assert.deepEqual(stalled, [formatTime(before), null]);
      const deliveries = await read(admin, `${path}/${hook.id}/deliveries?state=dead`);
      assert.equal(deliveries.length, 2);
      const one = `${path}/${hook.id}/deliveries/${deliveries[0].id}`;
      assert.deepEqual(await read(admin, one), deliveries[0]);
      const again = await admin.post(`${one}/redeliver`, {});
      assert.deepEqual([again.status, again.json.state], [202, 'queued']);
      const all = await admin.post(`${path}/${hook.id}/redeliver`, {});
      assert.deepEqual([all.status, all.json], [202, { queued: 1, more: false }]);
      assert.deepEqual(await dead(), [
        [hook.id_str, 0],
        [quiet.id_str, 0],
      ]);
      const replayed = await admin.post(`${path}/${hook.id}/replay`, {});
      assert.equal(replayed.status, 202, replayed.text);
      assert.ok(replayed.json.queued >= 2);
      const tested = await make(admin, `${path}/${hook.id}/test`, {});
      assert.equal(tested.topic, 'test');
      const lines = await lastLines(service(), admin.companyId, 4);
      const [name, subject] = [`Loyalty (add-on ${addon.id_str})`, `webhook ${hook.id}`];
      assert.deepEqual(
        lines.map((line) => (line as string[]).slice(1, 3)),
        [
          ['webhook.redelivered', `delivery ${deliveries[0].id} of ${subject} of ${name}`],
          ['webhook.redelivered', `${subject} of ${name}`],
          ['webhook.replayed', `${subject} of ${name}`],
          ['webhook.tested', `delivery ${tested.id} of ${subject} of ${name}`],
        ],
      );
    });

    it('are found below their own add-on alone', async () => {
      const [mine, yours] = [await create(), await create()];
      const body = { topic: 'orders/completed', address: 'https://h.example/' };
      const hook = await make(admin, `addons/${mine.id_str}/webhooks`, body);
      const wrong = `addons/${yours.id_str}/webhooks/${hook.id}`;
      for (const answer of [
        await admin.get(wrong),
        await admin.put(wrong, { address: 'https://evil.example/' }),
        await admin.delete(wrong),
        await admin.post(`${wrong}/test`, {}),
        await admin.post(`${wrong}/replay`, {}),
        await admin.get(`${wrong}/deliveries`),
      ]) {
        refused(answer, 404, 'not_found');
      }
      assert.deepEqual(await read(admin, `addons/${mine.id_str}/webhooks/${hook.id}`), hook);
    });
  });

  it('are nobody’s business in another company, and none of staff', async () => {
    const addon = await create();
    const stranger = await screenOf(service(), service().foreignCard);
    const staff = await screenAs(service(), 'staff');
    const manager = await screenAs(service(), 'manager');
    assert.equal((await manager.client.get(`addons/${addon.id_str}`)).status, 200);
    refused(await stranger.client.get(`addons/${addon.id_str}`), 404, 'not_found');
    refused(await stranger.client.get(`/v1/companies/${admin.companyId}/addons`), 404, 'not_found');
    assert.ok(!(await stranger.client.get('addons?limit=5000')).text.includes(addon.client_id));
    refused(await staff.client.get('addons'), 403, 'insufficient_scope');
    refused(await service().client.get('addons'), 403, 'insufficient_scope');
  });
});
