import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { sweepSessions } from '#src/company/sessions.store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { Browser, setCookies } from './browser.ts';
import { change, drop, everythingOf, hasKeys, invalidFields, make, read, refused } from './helpers.ts';
import {
  askDeviceToken,
  type DeviceScreen,
  deviceClient,
  letIn,
  letInScreen,
  type Screen,
  screenOf,
  sendOwn,
} from './screens.ts';

const COOKIE = '__Secure-passbell_register';
const DEVICE_SCOPES = 'company:read orders:read products:read customers:read checkins:read events:read till';

let registers = 0;

function newRegister(service: Service): Promise<Json> {
  const name = `Counter ${++registers}`;
  return make(service.client, 'registers', { name, site_id: service.card.sites[0].id });
}

/** A member of staff who has signed in at a device. */
async function signIn(service: Service, device: Client, register: Json): Promise<Json> {
  const member = await make(service.client, 'staff', { first_name: 'Pat', pin: '4711' });
  const body = { staff_id: member.id, pin: '4711' };
  const session = await make(device, `registers/${register.id_str}/sessions`, body);
  return { ...session, member };
}

onEachEngine('the key of a screen', (service) => {
  let owner: Screen;
  before(async () => {
    owner = await screenOf(service(), service().card);
  });

  it('is in a cookie for these endpoints alone, which no script and no other site has sent', async () => {
    const register = await newRegister(service());
    const body = {
      company_id: owner.token.company_id,
      register_id: register.id,
      name: 'Bar',
      kind: 'register',
    };
    const answer = await sendOwn(owner.browser, service(), '/session/device', body);
    assert.equal(answer.status, 201, answer.text);
    hasKeys(answer.json, ['device']);
    assert.equal(answer.json.device.kind, 'register');
    const [line = ''] = setCookies(answer);
    assert.match(
      line,
      /^__Secure-passbell_register=pb_dk_[\w-]{43}; Path=\/session\/device; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
    );
    const key = owner.browser.cookies.get(COOKIE) ?? '';
    assert.ok(!answer.text.includes(key));
    refused(await service().as(`Bearer ${key}`).get('orders'), 401, 'invalid_token');
    const kept = await everythingOf(service(), service().client.companyId);
    const keys = await service().app.storage.read(async (tx) =>
      tx.all(sql`select key_hash from device_keys`),
    );
    assert.ok(!kept.includes(key.slice(6)) && !JSON.stringify(keys).includes(key.slice(6)), 'a hash is kept');
    owner.browser.cookies.delete(COOKIE);
  });

  it('is changed into tokens of a quarter of an hour, for as long as nobody revokes the device', async () => {
    const register = await newRegister(service());
    const screen = await letInScreen(service(), owner, register.id);
    const answer = await askDeviceToken(service(), screen);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['cache-control'], 'no-store');
    hasKeys(answer.json, [
      ...['access_token', 'token_type', 'expires_in', 'company_id', 'company_id_str', 'last_event'],
      ...['scope', 'device'],
    ]);
    assert.deepEqual([answer.json.expires_in, answer.json.scope], [900, DEVICE_SCOPES]);
    assert.ok(setCookies(answer)[0]?.startsWith(`${COOKIE}=${screen.cookie[1]};`), 'kept on from here');
    const client = service().as(`Bearer ${answer.json.access_token}`);
    assert.equal((await client.get('orders')).status, 200);
    service().clock.advance(15n * MINUTE);
    refused(await client.get('orders'), 401, 'invalid_token');
    service().clock.advance(300n * DAY);
    const later = await deviceClient(service(), screen);
    assert.equal((await later.get('orders')).status, 200);
    owner = await screenOf(service(), service().card);
    await drop(owner.client, `devices/${screen.device.id_str}`);
    refused(await later.get('orders'), 401, 'invalid_token');
    refused(await askDeviceToken(service(), screen), 401, 'invalid_token');
  });

  it('takes whoever signed in by it with it: the register shows nobody (reference: staff.6)', async () => {
    const register = await newRegister(service());
    const screen = await letInScreen(service(), owner, register.id);
    const session = await signIn(service(), await deviceClient(service(), screen), register);
    const shown = () => read(service().client, `registers/${register.id_str}`);
    assert.equal((await shown()).current_staff_member, session.member.id);
    await drop(owner.client, `devices/${screen.device.id_str}`);
    const after = await shown();
    assert.deepEqual([after.current_staff_member, after.assigned_to_device], [null, false]);
    await drop(service().client, `staff/${session.member.id_str}`);
  });

  it('is looked at for our own pages alone', async () => {
    const screen = await letInScreen(service(), owner, (await newRegister(service())).id);
    const send = (headers: Record<string, string>, without: string[] = []) =>
      sendOwn(screen.browser, service(), '/session/device/token', { kind: 'register' }, { headers, without });
    for (const answer of [
      await send({}, ['x-passbell-screen']),
      await send({ origin: 'https://evil.example' }),
      await send({ 'sec-fetch-site': 'cross-site' }),
      await send({ 'sec-fetch-site': 'same-site' }),
    ]) {
      refused(answer, 403, 'access_denied');
      assert.deepEqual(setCookies(answer), []);
    }
    invalidFields(await askDeviceToken(service(), { ...screen, kind: 'agent' as 'register' }), 'kind');
    refused(await askDeviceToken(service(), { ...screen, kind: 'kitchen' }), 401, 'invalid_token');
    const nobody = { ...screen, browser: new Browser(service()) };
    refused(await askDeviceToken(service(), nobody), 401, 'invalid_token');
    nobody.browser.cookies.set(COOKIE, `pb_dk_${'A'.repeat(43)}`);
    refused(await askDeviceToken(service(), nobody), 401, 'invalid_token');
    assert.equal((await send({})).status, 200);
  });

  it('takes the place of a token that scripts could read, which ends when the key is used', async () => {
    const register = await newRegister(service());
    const { client, device } = await letIn(service(), owner, register.id, 'Old till');
    // As an earlier version let devices in.
    await service().app.storage.write(async (tx) =>
      tx.run(sql`update devices set kind = null where id = ${BigInt(device.id_str)}`),
    );
    const access_token = client.token.replace('Bearer ', '');
    const exchange = async (): Promise<DeviceScreen> => {
      const browser = new Browser(service());
      const body = { kind: 'register', access_token };
      const answer = await sendOwn(browser, service(), '/session/device/exchange', body);
      assert.equal(answer.status, 200, answer.text);
      hasKeys(answer.json, ['device']);
      const value = browser.cookies.get(COOKIE) ?? '';
      return { browser, device, kind: 'register', company: client.companyId, cookie: [COOKIE, value] };
    };
    await exchange();
    assert.equal((await client.get('orders')).status, 200, 'the answer may not have arrived');
    const screen = await exchange();
    const first = await deviceClient(service(), screen);
    assert.equal((await first.get('orders')).status, 200);
    refused(await client.get('orders'), 401, 'invalid_token');
    const again = await sendOwn(new Browser(service()), service(), '/session/device/exchange', {
      kind: 'register',
      access_token,
    });
    refused(again, 401, 'invalid_token');
    const shown = (await read(owner.client, 'devices')).find((each: Json) => each.id_str === device.id_str);
    assert.deepEqual([shown.name, shown.kind], ['Old till', 'register'], 'the same device');
    // Neither a print agent's token nor anybody else's becomes a screen's key.
    const agent = await letIn(service(), owner, register.id, 'Printer');
    for (const token of [agent.client.token.replace('Bearer ', ''), owner.token.access_token]) {
      const body = { kind: 'register', access_token: token };
      refused(
        await sendOwn(new Browser(service()), service(), '/session/device/exchange', body),
        401,
        'invalid_token',
      );
    }
  });

  it('goes on under another name, and is not asked for too often', async () => {
    const screen = await letInScreen(service(), owner, (await newRegister(service())).id);
    const renamed = await change(owner.client, `devices/${screen.device.id_str}`, { name: 'Back bar' });
    assert.equal(renamed.name, 'Back bar');
    assert.equal((await askDeviceToken(service(), screen)).json.device.name, 'Back bar');
    invalidFields(await owner.client.put(`devices/${screen.device.id_str}`, { name: '' }), 'name');
    const lines = await read(owner.client, 'audit?limit=1');
    assert.deepEqual([lines[0].action, lines[0].subject], ['device.renamed', 'Till to Back bar']);
    service().clock.advance(MINUTE);
    const statuses = new Set<number>();
    for (let at = 0; at < 121; at++) statuses.add((await askDeviceToken(service(), screen)).status);
    assert.deepEqual([...statuses], [200, 429]);
    service().clock.advance(MINUTE);
  });
});

onEachEngine('a device by itself', (service) => {
  let owner: Screen;
  let register: Json;
  let screen: DeviceScreen;
  let device: Client;
  before(async () => {
    owner = await screenOf(service(), service().card);
    register = await newRegister(service());
    screen = await letInScreen(service(), owner, register.id);
    device = await deviceClient(service(), screen);
  });

  it('changes no order, locked or not: a member of staff has to sign in, and is held to the locks', async () => {
    const { card, client } = service();
    const [site] = card.sites;
    const product = await make(client, `sites/${site.id}/products`, { name: 'Soup', unit_price: 8 });
    const order = await make(client, 'orders', {
      site_id: site.id,
      status: 'ON_HOLD',
      lock: ['APP_PAYMENT'],
      lines: [{ product_id: product.id, quantity: 1 }],
    });
    const [method] = await read(client, 'payment_methods');
    const payment = { method_id: method.id, amount: 1 };
    const writes: readonly [string, string, object][] = [
      ['POST', 'orders', { site_id: site.id }],
      ['POST', `orders/${order.id_str}/payments`, payment],
      ['POST', `orders/${order.id_str}/lines`, { lines: [] }],
      ['PUT', `orders/${order.id_str}`, { notes: 'x' }],
      ['DELETE', `orders/${order.id_str}`, {}],
      ['POST', 'customers', { first_name: 'X' }],
      ['POST', `sites/${site.id}/checkins`, {}],
    ];
    const agent = (await letIn(service(), owner, register.id, 'Printer')).client;
    for (const [verb, path, body] of writes) {
      for (const by of [device, agent]) {
        const answer: Answer = await by.ask(verb, path, { body });
        refused(answer, 403, 'insufficient_scope');
        assert.match(answer.json.error_description, /member of staff has to sign in/, path);
      }
    }
    const session = await signIn(service(), device, register);
    const operator = service().as(`Bearer ${session.access_token}`);
    refused(await operator.post(`orders/${order.id_str}/payments`, payment), 403, 'access_denied');
    assert.equal((await operator.post('orders', { site_id: site.id })).status, 201);
  });

  it('is there, prints and bumps: what no member of staff does', async () => {
    const beat = await device.post(`registers/${register.id_str}/heartbeat`, {});
    assert.equal(beat.status, 200, beat.text);
    const stream = await device.get(`registers/${register.id_str}/stream`, {
      headers: { accept: 'text/event-stream' },
    });
    assert.equal(stream.status, 200, stream.text);
    const claim = await device.post(`registers/${register.id_str}/print_jobs/claim`, { agent: 'here' });
    assert.equal(claim.status, 200, claim.text);
    const [site] = service().card.sites;
    for (const path of [
      `registers/${register.id_str}/print_jobs/999/printed`,
      `registers/${register.id_str}/print_jobs/999/failed`,
      `registers/${register.id_str}/print_jobs/999/extend`,
      `sites/${site.id}/tickets/999/bump`,
      `sites/${site.id}/tickets/999/recall`,
    ]) {
      const { status } = await device.post(path, {});
      assert.ok(status === 404 || status === 400, `${path}: ${status}`);
    }
  });

  it('signs staff in at its own register alone', async () => {
    const other = await newRegister(service());
    const member = await make(service().client, 'staff', { first_name: 'Pat', pin: '4711' });
    const body = { staff_id: member.id, pin: '4711' };
    refused(await device.post(`registers/${other.id_str}/sessions`, body), 403, 'access_denied');
    assert.equal((await device.post(`registers/${register.id_str}/sessions`, body)).status, 201);
  });
});

onEachEngine('what was left unsent', (service) => {
  let owner: Screen;
  let register: Json;
  let screen: DeviceScreen;
  // Days go by here: sessions of users have ended.
  beforeEach(async () => {
    owner = await screenOf(service(), service().card);
  });
  before(async () => {
    owner = await screenOf(service(), service().card);
    register = await newRegister(service());
    screen = await letInScreen(service(), owner, register.id);
  });
  const late = (session: Json, at = screen) =>
    askDeviceToken(service(), at, { operator_token: session.access_token });

  it('is sent as whoever made it, after they signed out, with the same key', async () => {
    const device = await deviceClient(service(), screen);
    const session = await signIn(service(), device, register);
    const body = { site_id: service().card.sites[0].id, register_id: register.id };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const operator = service().as(`Bearer ${session.access_token}`);
    const sent = await operator.post('orders', body, { headers });
    assert.equal(sent.status, 201, sent.text);
    await drop(device, `registers/${register.id_str}/sessions/${session.id_str}`);
    service().clock.advance(SECOND);
    refused(await operator.post('orders', body, { headers }), 401, 'invalid_token');
    service().clock.advance(23n * HOUR);
    const answer = await late(session);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.scope, 'orders:read orders:write');
    const again = service().as(`Bearer ${answer.json.access_token}`);
    assert.equal((await again.post('orders', body, { headers })).text, sent.text, 'one order');
    const order = await make(again, 'orders', body);
    assert.equal(order.staff_member_id, session.member.id);
    const history = await read(again, `orders/${order.id_str}/history`);
    assert.equal(history[0].by.staff_member_id, session.member.id);
    refused(await again.post('customers', { first_name: 'X' }), 403, 'insufficient_scope');
    const shown = await read(again, `orders/${order.id_str}`);
    assert.equal(shown.id_str, order.id_str);
    // It shows no staff member at the register.
    const at = await read(service().client, `registers/${register.id_str}`);
    assert.equal(at.current_staff_member ?? null, null);
    service().clock.advance(15n * MINUTE);
    refused(await again.get('orders'), 401, 'invalid_token');
    refused(await late(answer.json), 403, 'access_denied');
  });

  it('is sent by the device where it was made, within seven days, and by nobody else', async () => {
    const session = await signIn(service(), await deviceClient(service(), screen), register);
    const other = await letInScreen(service(), owner, register.id, 'register', 'Second till');
    refused(await late(session, other), 403, 'access_denied');
    const elsewhere = await letInScreen(service(), owner, (await newRegister(service())).id);
    refused(await late(session, elsewhere), 403, 'access_denied');
    refused(await late({ access_token: `pb_os_${'A'.repeat(43)}` }), 403, 'access_denied');
    refused(await late(session, { ...screen, browser: new Browser(service()) }), 401, 'invalid_token');
    service().clock.advance(7n * DAY - MINUTE);
    await service().app.storage.write((tx) => sweepSessions(tx, service().clock.now(), 1000));
    assert.equal((await late(session)).status, 200);
    service().clock.advance(MINUTE);
    refused(await late(session), 403, 'access_denied');
    service().clock.advance(DAY);
    await service().app.storage.write((tx) => sweepSessions(tx, service().clock.now(), 1000));
  });

  it('is not sent by a device that was revoked, and ends with it', async () => {
    const gone = await letInScreen(service(), owner, register.id, 'register', 'Stolen');
    const session = await signIn(service(), await deviceClient(service(), gone), register);
    const { access_token } = (await late(session, gone)).json;
    await drop(owner.client, `devices/${gone.device.id_str}`);
    refused(await service().as(`Bearer ${access_token}`).get('orders'), 401, 'invalid_token');
    refused(await late(session, gone), 401, 'invalid_token');
  });
});
