import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { COMMAND_LINE, makeInvitation, makeResetLink } from '#src/people/links.ts';
import { removeMembership, setMembership } from '#src/people/store.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { Browser, makeAddon, pkce } from './browser.ts';
import {
  change,
  everythingOf,
  hasKeys,
  inUse,
  invalidFields,
  make,
  read,
  refused,
  secondAddon,
  UNKNOWN_ID,
} from './helpers.ts';
import {
  anotherToken,
  hirePerson,
  letIn,
  OWN,
  openScreen,
  type Screen,
  screenAs,
  screenOf,
  sendOwn,
} from './screens.ts';

const random = { bytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)) };

const STAFF_SCOPES =
  'company:read orders:read orders:write products:read customers:read customers:write checkins:read checkins:write events:read';

async function works({ client }: Screen): Promise<boolean> {
  const { status } = await client.get('/v1/companies');
  assert.ok(status === 200 || status === 401);
  return status === 200;
}

async function signOut(browser: Browser): Promise<void> {
  const answer = await browser.submit(await browser.get('/signout'), {});
  assert.equal(answer.status, 303);
}

/** Passbell's own add-ons of a company. */
function builtins(service: Service, company: string): Promise<Json[]> {
  return service.app.storage.read(async (tx) =>
    tx.all(sql`select id, client_id, name from addons where company_id = ${BigInt(company)} and builtin = 1`),
  );
}

onEachEngine('GET /session', (service) => {
  const ask = (browser: Browser): Promise<Answer> =>
    browser.ask('GET', '/session', { headers: { accept: 'application/json' }, without: ['authorization'] });

  it('says who is signed in and for which companies, and is kept by nobody', async () => {
    const { browser } = await screenOf(service(), service().card);
    const answer = await ask(browser);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    hasKeys(answer.json, ['user', 'companies']);
    hasKeys(answer.json.user, ['id', 'id_str', 'email', 'name', 'language']);
    assert.equal(answer.json.user.email, service().card.admin.email);
    assert.deepEqual(answer.json.companies, [
      {
        id: service().card.company_id,
        id_str: service().client.companyId,
        name: 'Passbell Sandbox',
        needs_second_factor: false,
        role: 'owner',
      },
    ]);
  });

  it('keeps the language of the user, which null leaves to the browser', async () => {
    const { browser } = await screenOf(service(), service().card);
    const choose = (language: unknown, more: Parameters<typeof sendOwn>[4] = {}) =>
      sendOwn(browser, service(), '/session/language', { language }, more);
    for (const language of ['de', null]) {
      const chosen = await choose(language);
      assert.equal(chosen.status, 204, chosen.text);
      assert.equal((await ask(browser)).json.user.language, language);
    }
    invalidFields(await choose('tlh'), 'language');
    assert.equal((await choose('de', { headers: { origin: 'https://evil.example' } })).status, 403);
  });

  it('is 401 in JSON without a session, with one that ended, and by a token', async () => {
    const { browser, client } = await screenOf(service(), service().card);
    await signOut(browser);
    const answers = [await ask(new Browser(service())), await ask(browser), await client.get('/session')];
    for (const answer of answers) {
      refused(answer, 401, 'invalid_token');
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });
});

onEachEngine('POST /session/token', (service) => {
  let owner: Screen;
  before(async () => {
    owner = await screenOf(service(), service().card);
  });

  it('gives a token of a quarter of an hour for one company, with the scopes of the role', async () => {
    const { token } = owner;
    hasKeys(token, [
      'access_token',
      'token_type',
      'expires_in',
      'company_id',
      'company_id_str',
      'last_event',
      'role',
      'scope',
    ]);
    assert.match(token.access_token, /^pb_at_[\w-]{43}$/);
    assert.equal(token.token_type, 'Bearer');
    assert.equal(token.expires_in, 900);
    assert.equal(token.role, 'owner');
    assert.equal(token.company_id_str, service().client.companyId);
    assert.ok(token.scope.split(' ').includes('admin') && token.scope.split(' ').includes('company:write'));
    assert.equal((await owner.client.get('devices')).status, 200);
    const manager = await screenAs(service(), 'manager');
    assert.equal(manager.token.scope, token.scope);
    const staff = await screenAs(service(), 'staff');
    assert.deepEqual([staff.token.role, staff.token.scope], ['staff', STAFF_SCOPES]);
    refused(await staff.client.get('devices'), 403, 'insufficient_scope');
    refused(await staff.client.post('sites', { name: 'X' }), 403, 'insufficient_scope');
    refused(await staff.client.get('webhooks'), 403, 'insufficient_scope');
    assert.equal((await staff.client.get('events')).status, 200);
  });

  it('lets a user who does not run the company do what a new staff member may (reference: staff.15)', async () => {
    const { client, card } = service();
    const register = String(card.sites[0].registers[0].id);
    const held = () =>
      make(client, 'orders', { register_id: register, site_id: card.sites[0].id, status: 'ON_HOLD' });
    const { client: staff } = await screenAs(service(), 'staff');
    const change = { price_variation: 0.9 };
    const order = await held();
    const answer = await staff.put(`orders/${order.id}`, change);
    refused(answer, 403, 'access_denied');
    assert.equal(answer.json.right, 'MakeDiscount');
    for (const path of [`orders/${order.id}`, `orders/${order.id}/lines/1`])
      assert.ok([403, 404].includes((await staff.delete(path)).status));
    const manager = await make(client, 'staff', { first_name: 'Mia', pin: '9371', is_admin: true });
    const ask = { pin: '9371', right: 'MakeDiscount', staff_id: manager.id };
    const { staff_id: _whose, ...unnamed } = ask;
    invalidFields(await staff.post(`registers/${register}/approvals`, unnamed), 'staff_id');
    const approval = await make(staff, `registers/${register}/approvals`, ask);
    const headers = { 'x-approval': approval.id_str };
    assert.equal((await staff.put(`orders/${order.id}`, change, { headers })).status, 200);
    const { client: runs } = await screenAs(service(), 'manager');
    assert.equal((await runs.put(`orders/${(await held()).id}`, change)).status, 200);
  });

  it('keeps the token as a hash only', async () => {
    const text = await everythingOf(service(), service().client.companyId, [
      'access_tokens',
      'audit_log',
      'orders',
      'products',
    ]);
    assert.ok(!text.includes(owner.token.access_token.slice(6)));
  });

  it('says the last event, up to which everything is read with the token', async () => {
    const told = async () => (await owner.client.get('events?limit=1000')).json.at(-1)?.number ?? 0;
    const { company_id } = owner.token;
    const before = (await anotherToken(service(), owner.browser, company_id)).token.last_event;
    assert.equal(before, await told());
    await make(owner.client, 'taxes', { name: 'Of the last event', code: 'LAST', rate: 5 });
    const { token } = await anotherToken(service(), owner.browser, company_id);
    assert.deepEqual([token.last_event, await told()], [before + 1, before + 1]);
  });

  it('takes only what our own pages send', async () => {
    const body = { company_id: owner.token.company_id };
    const send = (more: Record<string, string>, without: string[] = []) =>
      sendOwn(owner.browser, service(), '/session/token', body, { headers: more, without });
    for (const path of ['/session/token', '/session/device']) {
      for (const [more, without] of [
        [{}, ['x-passbell-screen']],
        [{ 'x-passbell-screen': 'true' }, []],
        [{ origin: 'https://evil.example' }, []],
        [{ origin: 'null' }, []],
        [{ origin: service().url.replace('https', 'http') }, []],
        [{ 'sec-fetch-site': 'cross-site' }, []],
        [{ 'sec-fetch-site': 'same-site' }, []],
        [{ 'sec-fetch-site': 'none' }, []],
      ] as const) {
        const answer = await sendOwn(owner.browser, service(), path, body, {
          headers: more,
          without: [...without],
        });
        refused(answer, 403, 'access_denied');
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
    }
    // What a foreign page can send without being asked first is no JSON.
    const form = await owner.browser.ask('POST', '/session/token', {
      raw: `company_id=${owner.token.company_id_str}`,
      headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded' },
      without: ['authorization'],
    });
    refused(form, 400, 'invalid_request');
    const plain = await send({ 'content-type': 'text/plain' });
    refused(plain, 400, 'invalid_request');
    // Browsers that do not say where a request comes from still cannot send the header for another site.
    assert.equal((await send({}, ['origin', 'sec-fetch-site'])).status, 200);
    refused(await sendOwn(new Browser(service()), service(), '/session/token', body), 401, 'invalid_token');
  });

  it('is no way in for the cookie alone: the API knows tokens only', async () => {
    const answer = await owner.browser.ask('GET', '/v1/companies', {
      headers: { accept: 'application/json' },
      without: ['authorization'],
    });
    refused(answer, 401, 'invalid_token');
  });

  it('refuses companies that one is not in as those that are not there', async () => {
    const ask = (company_id: unknown) => sendOwn(owner.browser, service(), '/session/token', { company_id });
    const foreign = await ask(service().foreign.companyId);
    const nowhere = await ask(UNKNOWN_ID);
    refused(foreign, 404, 'not_found');
    assert.equal(foreign.text, nowhere.text);
    assert.deepEqual(await builtins(service(), service().foreign.companyId), []);
    for (const wrong of [undefined, null, 'x', -1, 1.5, {}]) invalidFields(await ask(wrong), 'company_id');
    refused(await owner.client.get(`/v1/companies/${service().foreign.companyId}/sites`), 404, 'not_found');
  });

  it('ends after a quarter of an hour', async () => {
    const screen = await anotherToken(service(), owner.browser, owner.token.company_id);
    service().clock.advance(15n * MINUTE - SECOND);
    assert.ok(await works(screen));
    service().clock.advance(SECOND);
    refused(await screen.client.get('/v1/companies'), 401, 'invalid_token');
    assert.ok(await works(await anotherToken(service(), owner.browser, owner.token.company_id)));
  });

  it('ends with the sign-out of its session, and not with that of another', async () => {
    const who = await hirePerson(service(), 'manager');
    const first = await openScreen(service(), who, owner.token.company_id);
    const second = await openScreen(service(), who, owner.token.company_id);
    await signOut(first.browser);
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    // A sign-in over an existing session ends that session, with its tokens.
    await second.browser.get('/signin');
    const again = await new Browser(service()).get('/signin');
    assert.equal(again.status, 200);
  });

  it('ends when a session is taken over by another sign-in', async () => {
    const who = await hirePerson(service(), 'manager');
    const screen = await openScreen(service(), who, owner.token.company_id);
    const stranger = new Browser(service());
    const page = await stranger.get('/signin');
    for (const [name, value] of screen.browser.cookies) stranger.cookies.set(name, value);
    const answer = await stranger.submit(page, { email: who.email, password: who.password });
    assert.equal(answer.status, 303, answer.text);
    assert.equal(await works(screen), false);
  });

  it('ends with a reset of the password', async () => {
    const who = await hirePerson(service(), 'manager');
    const screens = [
      await openScreen(service(), who, owner.token.company_id),
      await openScreen(service(), who, owner.token.company_id),
    ];
    const makers = { now: service().clock.now(), random };
    const path = await service().app.storage.write((tx) =>
      makeResetLink(tx, who.email, COMMAND_LINE, makers),
    );
    const browser = new Browser(service());
    const password = 'another password altogether';
    const set = await browser.submit(await browser.get(path ?? ''), { password, again: password });
    assert.equal(set.status, 303, set.text);
    for (const screen of screens) assert.equal(await works(screen), false);
  });

  it('ends with the membership, and with another role', async () => {
    const who = await hirePerson(service(), 'manager');
    const company = BigInt(service().client.companyId);
    const screen = await openScreen(service(), who, owner.token.company_id);
    const makers = { now: service().clock.now(), random };
    const invitation = { company, email: who.email, role: 'staff' } as const;
    const path = await service().app.storage.write((tx) =>
      makeInvitation(tx, invitation, COMMAND_LINE, makers),
    );
    const joined = await screen.browser.submit(await screen.browser.get(path), {});
    assert.equal(joined.status, 303, joined.text);
    assert.equal(await works(screen), false);
    const staff = await anotherToken(service(), screen.browser, owner.token.company_id);
    assert.equal(staff.token.role, 'staff');
    await service().app.storage.write((tx) => removeMembership(tx, company, who.id, service().clock.now()));
    service().clock.advance(SECOND);
    assert.equal(await works(staff), false);
    const ask = await sendOwn(screen.browser, service(), '/session/token', {
      company_id: owner.token.company_id,
    });
    refused(ask, 404, 'not_found');
  });

  it('keeps tokens for other companies when somebody leaves one', async () => {
    const who = await hirePerson(service(), 'manager');
    const { client, card } = await service().newCompany('Second of theirs');
    const now = service().clock.now();
    await service().app.storage.write((tx) =>
      setMembership(tx, BigInt(client.companyId), who.id, 'staff', now),
    );
    const here = await openScreen(service(), who, owner.token.company_id);
    const there = await anotherToken(service(), here.browser, card.company_id);
    assert.equal(there.token.role, 'staff');
    refused(await there.client.get('devices'), 403, 'insufficient_scope');
    await service().app.storage.write((tx) =>
      removeMembership(tx, BigInt(service().client.companyId), who.id, now),
    );
    service().clock.advance(SECOND);
    assert.deepEqual([await works(here), await works(there)], [false, true]);
  });

  it('may be asked for so often by a person in a minute', async () => {
    service().clock.advance(MINUTE);
    const screen = await screenAs(service(), 'staff');
    const ask = () =>
      sendOwn(screen.browser, service(), '/session/token', { company_id: owner.token.company_id });
    const answers: Answer[] = [];
    for (let at = 0; at < 6; at++) answers.push(...(await Promise.all(Array.from({ length: 20 }, ask))));
    const refusals = answers.filter(({ status }) => status === 429);
    assert.equal(refusals.length, 1);
    assert.match(refusals[0]?.headers['retry-after'] ?? '', /^\d+$/);
    service().clock.advance(MINUTE);
    assert.equal((await ask()).status, 200);
  });

  describe('Passbell’s own add-on', () => {
    it('is made once, also by many first tokens at the same moment', async () => {
      const { card, client } = await service().newCompany('Raced');
      const browser = new Browser(service());
      await browser.signIn(card.admin.email, card.admin.password);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          sendOwn(browser, service(), '/session/token', { company_id: card.company_id }),
        ),
      );
      for (const answer of answers) assert.equal(answer.status, 200, answer.text);
      assert.equal((await builtins(service(), client.companyId)).length, 1);
      const sites = await Promise.all(
        answers.map(({ json }) => service().as(`Bearer ${json.access_token}`).get('sites')),
      );
      assert.ok(sites.every(({ status }) => status === 200));
    });

    it('cannot be used by anybody who finds its client id', async () => {
      const [own] = await builtins(service(), service().client.companyId);
      const clientId = String(own?.client_id);
      const { challenge } = pkce();
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: 'https://evil.example/',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      const page = await owner.browser.get(`/oauth/authorize?${query}`);
      assert.equal(page.status, 400);
      assert.match(page.text, /not known here/);
      for (const secret of ['', 'x']) {
        const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
        refused(await service().as(basic).get('sites'), 401, 'invalid_token');
        for (const grant_type of ['client_credentials', 'refresh_token', 'authorization_code']) {
          const body = {
            grant_type,
            client_id: clientId,
            client_secret: secret,
            code: 'x',
            refresh_token: 'x',
          };
          const answer = await service().client.post('/v1/token', body, { without: ['authorization'] });
          refused(answer, 401, 'invalid_client');
        }
      }
    });
  });
});

onEachEngine('the scope admin', (service) => {
  it('is refused by name wherever an add-on could ask for it', async () => {
    const addon = await makeAddon(service());
    const { browser } = await screenOf(service(), service().card);
    for (const scope of ['admin', 'orders:read admin', 'events:read']) {
      const body = {
        grant_type: 'client_credentials',
        client_id: addon.client_id,
        client_secret: addon.client_secret,
        scope,
      };
      const answer = await service().client.post('/v1/token', body, { without: ['authorization'] });
      refused(answer, 400, 'invalid_scope');
      assert.match(answer.json.error_description, new RegExp(scope.replace('orders:read ', '')));
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: addon.client_id,
        redirect_uri: addon.redirect_uri,
        scope,
      });
      const page = await browser.get(`/oauth/authorize?${query}`);
      assert.equal(page.status, 303);
      const told = new URL(page.headers.location ?? '').searchParams;
      assert.equal(told.get('error'), 'invalid_scope');
      assert.match(told.get('error_description') ?? '', new RegExp(scope.replace('orders:read ', '')));
    }
    const metadata = await service().client.get('/.well-known/oauth-authorization-server');
    assert.doesNotMatch(metadata.json.scopes_supported.join(' '), /admin|events:read/);
  });

  it('is not had by a token that only says so', async () => {
    const client = await secondAddon(service(), ['admin' as 'webhooks', 'orders:read']);
    refused(await client.get('devices'), 403, 'insufficient_scope');
    assert.equal((await client.get('orders')).status, 200);
    const addon = await makeAddon(service(), { scopes: ['admin' as 'webhooks', 'orders:read'] });
    const basic = `Basic ${Buffer.from(`${addon.client_id}:${addon.client_secret}`).toString('base64')}`;
    refused(await service().as(basic).get('devices'), 403, 'insufficient_scope');
  });
});

onEachEngine('devices', (service) => {
  let owner: Screen;
  let site: unknown;
  before(async () => {
    owner = await screenOf(service(), service().card);
    site = service().card.sites[0].id;
  });
  const register = (name: string) => make(service().client, 'registers', { name, site_id: site });

  it('are let in for a register, for as long as nobody revokes them', async () => {
    const { id, id_str } = await register('Counter');
    const log = await read(service().client, 'events?limit=5000');
    const { client, device } = await letIn(service(), owner, id, 'Till <1>');
    hasKeys(device, [
      ...[
        'id',
        'id_str',
        'name',
        'kind',
        'register_id',
        'register_id_str',
        'last_used_at',
        'created_at',
        'updated_at',
      ],
    ]);
    assert.deepEqual([device.name, device.register_id_str, device.last_used_at], ['Till <1>', id_str, null]);
    assert.equal((await read(client, `registers/${id_str}`)).assigned_to_device, true);
    const events = await read(client, `events?after=${log.at(-1).number}`);
    assert.deepEqual(
      events.map((each: Json) => [each.topic, each.resource_id_str, each.changed]),
      [['registers/updated', id_str, ['assigned_to_device']]],
    );
    service().clock.advance(400n * DAY);
    assert.equal((await client.get('sites')).status, 200);
    owner = await screenOf(service(), service().card);
    const shown = (await read(owner.client, 'devices')).find((each: Json) => each.id_str === device.id_str);
    assert.deepEqual(shown, device);
    assert.equal((await owner.client.delete(`devices/${device.id_str}`)).status, 204);
    refused(await client.get('sites'), 401, 'invalid_token');
    refused(await owner.client.delete(`devices/${device.id_str}`), 404, 'not_found');
    assert.ok(!(await read(owner.client, 'devices')).some((each: Json) => each.id_str === device.id_str));
    assert.equal((await read(owner.client, `registers/${id_str}`)).assigned_to_device, false);
  });

  it('do what a register does, and nothing else', async () => {
    const { client } = await letIn(service(), owner, (await register('Do')).id);
    for (const path of ['sites', 'orders', 'products', 'customers', `sites/${site}/checkins`, 'events']) {
      assert.equal((await client.get(path)).status, 200, path);
    }
    const stream = await client.get('events/stream', { headers: { accept: 'text/event-stream' } });
    assert.equal(stream.status, 200, stream.text);
    for (const path of ['orders', 'customers', `sites/${site}/checkins`]) {
      const answer = await client.post(path, {});
      refused(answer, 403, 'insufficient_scope');
      assert.match(answer.json.error_description, /member of staff has to sign in/);
    }
    for (const [path, scope] of [
      ['webhooks', 'webhooks'],
      ['sites', 'company:write'],
      ['products', 'products:write'],
    ] as const) {
      const answer = await client.post(path, {});
      refused(answer, 403, 'insufficient_scope');
      assert.match(answer.json.error_description, new RegExp(scope));
    }
    refused(await client.get('devices'), 403, 'insufficient_scope');
    refused(await client.get('webhooks'), 403, 'insufficient_scope');
  });

  it('let staff sign in with their PIN, who end with the device', async () => {
    const { id, id_str } = await register('Staffed');
    const { client, device } = await letIn(service(), owner, id);
    const member = await make(service().client, 'staff', { first_name: 'Pat', pin: '4711' });
    const session = await make(client, `registers/${id_str}/sessions`, { staff_id: member.id, pin: '4711' });
    assert.match(session.scope, /\bevents:read\b/);
    const operator = service().as(`Bearer ${session.access_token}`);
    const stream = await operator.get('events/stream', { headers: { accept: 'text/event-stream' } });
    assert.equal(stream.status, 200);
    assert.equal((await owner.client.delete(`devices/${device.id_str}`)).status, 204);
    refused(await operator.get('orders'), 401, 'invalid_token');
  });

  it('are let in by owners and managers alone', async () => {
    const { id } = await register('Who');
    const manager = await screenAs(service(), 'manager');
    await letIn(service(), manager, id);
    const staff = await screenAs(service(), 'staff');
    const body = { company_id: owner.token.company_id, register_id: id, name: 'Mine' };
    refused(await sendOwn(staff.browser, service(), '/session/device', body), 403, 'access_denied');
    const stranger = await screenOf(service(), service().foreignCard);
    refused(await sendOwn(stranger.browser, service(), '/session/device', body), 404, 'not_found');
    const foreignRegister = service().foreignCard.sites[0].registers[0].id;
    const wrong = [
      [{ register_id: foreignRegister }, 'register_id'],
      [{ register_id: UNKNOWN_ID }, 'register_id'],
      [{ register_id: undefined, register_id_str: UNKNOWN_ID }, 'register_id_str'],
      [{ register_id: undefined }, 'register_id'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 7 }, 'name'],
    ] as const;
    const before = await everythingOf(service(), service().client.companyId);
    for (const [part, field] of wrong) {
      const answer = await sendOwn(owner.browser, service(), '/session/device', { ...body, ...part });
      invalidFields(answer, field);
    }
    assert.equal(await everythingOf(service(), service().client.companyId), before);
  });

  it('keep their register from being deleted', async () => {
    const { id, id_str } = await register('Kept');
    const { device } = await letIn(service(), owner, id);
    inUse(await service().client.delete(`registers/${id_str}`), /a device/);
    assert.equal((await owner.client.delete(`devices/${device.id_str}`)).status, 204);
    assert.equal((await service().client.delete(`registers/${id_str}`)).status, 204);
  });

  it('let each person have idempotency keys of their own', async () => {
    const { client } = await screenAs(service(), 'staff');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { site_id: site };
    const first = await client.post('orders', body, { headers });
    assert.equal(first.status, 201, first.text);
    assert.equal((await client.post('orders', body, { headers })).text, first.text);
    refused(await owner.client.post('orders', body, { headers }), 422, 'idempotency_key_reused');
    // A new token of the same person is still that person.
    const mine = { 'idempotency-key': crypto.randomUUID() };
    const order = await owner.client.post('orders', body, { headers: mine });
    const again = await anotherToken(service(), owner.browser, owner.token.company_id);
    assert.equal((await again.client.post('orders', body, { headers: mine })).text, order.text);
  });

  it('outlive the session and the person who let them in', async () => {
    const who = await hirePerson(service(), 'manager');
    const screen = await openScreen(service(), who, owner.token.company_id);
    const { client } = await letIn(service(), screen, (await register('Left')).id);
    await signOut(screen.browser);
    const company = BigInt(service().client.companyId);
    await service().app.storage.write((tx) => removeMembership(tx, company, who.id, service().clock.now()));
    service().clock.advance(HOUR);
    assert.equal((await client.get('sites')).status, 200);
    owner = await screenOf(service(), service().card);
  });

  it('share a register, which stays assigned until the last is gone', async () => {
    const { id, id_str } = await register('Shared');
    const first = await letIn(service(), owner, id, 'Kitchen');
    const second = await letIn(service(), owner, id, 'Printer');
    assert.equal((await owner.client.delete(`devices/${first.device.id_str}`)).status, 204);
    assert.equal((await read(second.client, `registers/${id_str}`)).assigned_to_device, true);
    await change(service().client, `registers/${id_str}`, { assigned_to_device: false });
    assert.equal((await owner.client.delete(`devices/${second.device.id_str}`)).status, 204);
  });
});

onEachEngine(
  'the rate limit at Passbell’s own screens',
  (service) => {
    it('counts each person and each device by itself', async () => {
      const screen = await screenOf(service(), service().card);
      const manager = await screenAs(service(), 'manager');
      const [at] = service().card.sites[0].registers;
      const register = await letIn(service(), screen, at.id);
      const kitchen = await letIn(service(), screen, at.id);
      service().clock.advance(MINUTE);
      const left = async (client: { get(path: string): Promise<Answer> }) =>
        (await client.get('/v1/companies')).headers['x-ratelimit-remaining'];
      const again = await anotherToken(service(), screen.browser, screen.token.company_id);
      assert.deepEqual([await left(screen.client), await left(again.client)], ['2', '1']);
      assert.deepEqual([await left(manager.client), await left(register.client)], ['2', '2']);
      assert.deepEqual([await left(kitchen.client), await left(register.client)], ['2', '1']);
      assert.deepEqual([await left(again.client), (await again.client.get('sites')).status], ['0', 429]);
      assert.equal((await register.client.get('sites')).status, 200);
    });
  },
  { RATE_LIMIT: '3' },
);
