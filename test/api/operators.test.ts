import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sweepSessions } from '#src/company/sessions.store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { type Answer, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
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
import { hire, type Member, operatorOf, sessionsAt, signIn } from './operator-helpers.ts';

// Staff who sign in at a register with a PIN and act with a token of their own (reference: staff.2 to staff.7).

onEachEngine('operators', (service) => {
  let client: Client;
  let site: string;
  let register: string;
  before(() => {
    client = service().client;
    site = String(service().card.sites[0].id);
    register = String(service().card.sites[0].registers[0].id);
  });
  const newRegister = async (): Promise<string> =>
    (await make(client, 'registers', { name: 'Till', site_id: site })).id_str;
  const attempt = (member: Pick<Member, 'id'>, pin: unknown, at = register): Promise<Answer> =>
    client.post(sessionsAt(at), { staff_id: member.id, pin });
  /** Past what a process remembers of a token. */
  const soon = () => service().clock.advance(SECOND);
  const isOut = async (operator: Client) => {
    soon();
    refused(await operator.get('staff/me'), 401, 'invalid_token');
  };
  const seated = async (at: string) => (await read(client, `registers/${at}`)).current_staff_member;

  describe('signing in', () => {
    it('gives a token for four hours, shown this once', async () => {
      const member = await hire(client);
      const at = await newRegister();
      const answer = await attempt(member, member.pin, at);
      assert.equal(answer.status, 201, answer.text);
      const { json } = answer;
      const kept = [
        'id',
        'id_str',
        'register_id',
        'staff_member',
        'rights',
        'scope',
        'expires_at',
        'created_at',
      ];
      hasKeys(json, ['access_token', 'token_type', 'expires_in', ...kept]);
      assert.match(json.access_token, /^pb_os_[A-Za-z0-9_-]{43}$/);
      assert.deepEqual([json.token_type, json.expires_in], ['Bearer', 14_400]);
      const now = Number(service().clock.now() / 1000n);
      assert.equal(json.expires_at, new Date(now + 14_400_000).toISOString());
      assert.equal(String(json.register_id), at);
      hasKeys(json.staff_member, ['id', 'id_str', 'first_name', 'last_name', 'is_admin']);
      const path = `${sessionsAt(at)}/${json.id}`;
      assert.match(answer.headers.location ?? '', new RegExp(`/v1/companies/\\d+/${path}$`));
      const { access_token: _token, token_type: _type, expires_in: _in, ...shown } = json;
      assert.deepEqual(await read(client, path), shown);
      assert.equal(await seated(at), Number(member.id));
    });

    it('works with the PIN of the sandbox, and of a new company', async () => {
      const { card, foreign, foreignCard } = service();
      for (const [app, { sites, staff }] of [
        [client, card],
        [foreign, foreignCard],
      ] as const) {
        const [{ id, pin }] = staff;
        const body = { staff_id: id, pin };
        const answer = await app.post(sessionsAt(String(sites[0].registers[0].id)), body);
        assert.equal(answer.status, 201, answer.text);
      }
    });

    it('is refused with a wrong PIN, without one, and to nobody known', async () => {
      const member = await hire(client);
      const unable = await make(client, 'staff', { first_name: 'Bo' });
      const wrong = await attempt(member, '4712');
      refused(wrong, 403, 'access_denied');
      assert.match(wrong.json.error_description, /PIN is wrong/);
      refused(await attempt({ id: unable.id_str }, '4711'), 403, 'access_denied');
      invalidFields(await attempt({ id: UNKNOWN_ID }, '4711'), 'staff_id');
      invalidFields(await attempt({ id: String(service().foreignCard.staff[0].id) }, '4711'), 'staff_id');
      invalidFields(await client.post(sessionsAt(register), {}), 'staff_id', 'pin');
      for (const pin of ['123', '1234567890123', '12a4', ' 1234', '١٢٣٤', '', 1234, null]) {
        invalidFields(await attempt(member, pin), 'pin');
      }
      assert.equal((await attempt(member, member.pin)).status, 201);
    });

    it('is refused at a register of somebody else', async () => {
      const member = await hire(client);
      const theirs = String(service().foreignCard.sites[0].registers[0].id);
      refused(await attempt(member, member.pin, theirs), 404, 'not_found');
      refused(await attempt(member, member.pin, UNKNOWN_ID), 404, 'not_found');
    });

    it('compares the PIN of this member of this company alone', async () => {
      const one = await hire(client, '1111');
      const two = await hire(client, '2222');
      refused(await attempt(one, '2222'), 403, 'access_denied');
      refused(await attempt(two, '1111'), 403, 'access_denied');
    });
  });

  describe('a PIN', () => {
    it('has 4 to 12 digits, and can be unset', async () => {
      const { id } = await hire(client);
      for (const pin of ['0000', '000000000000']) {
        await change(client, `staff/${id}`, { pin });
        assert.equal((await attempt({ id }, pin)).status, 201);
      }
      for (const pin of ['123', '1234567890123', '12.4', '+1234', '', 1234, true]) {
        invalidFields(await client.put(`staff/${id}`, { pin }), 'pin');
        invalidFields(await client.post('staff', { first_name: 'X', pin }), 'pin');
      }
      await change(client, `staff/${id}`, { pin: null });
      refused(await attempt({ id }, '0000'), 403, 'access_denied');
    });

    it('that was changed or unset ends what was begun with the old one', async () => {
      const member = await hire(client);
      const at = await newRegister();
      const first = await signIn(service(), client, at, member);
      await change(client, `staff/${member.id}`, { last_name: 'Same', pin: member.pin });
      soon();
      assert.equal((await first.client.get('staff/me')).status, 200);
      await change(client, `staff/${member.id}`, { pin: '9999' });
      await isOut(first.client);
      assert.equal(await seated(at), null);
      refused(await attempt(member, member.pin), 403, 'access_denied');
      const second = await signIn(service(), client, at, { ...member, pin: '9999' });
      await change(client, `staff/${member.id}`, { pin: null });
      await isOut(second.client);
      assert.equal(await seated(at), null);
    });

    it('and its hash are in no answer, event or record as it is shown', async () => {
      const log = await EventLog.open(client);
      const made = await client.post('staff', { first_name: 'Pia', pin: '83917265' });
      const path = `staff/${made.json.id}`;
      const changed = await client.put(path, { pin: '71836254', last_name: 'P' });
      const operator = await signIn(service(), client, register, { id: made.json.id_str, pin: '71836254' });
      const wrong = await attempt({ id: made.json.id_str }, '11112222');
      const malformed = await attempt({ id: made.json.id_str }, '83917265x');
      const order = await make(operator.client, 'orders', { site_id: site });
      const answers = [
        made,
        changed,
        wrong,
        malformed,
        await client.get(path),
        await client.get('staff?limit=5000'),
        await client.get(`registers/${register}`),
        await client.get(`orders/${order.id}/history`),
        await operator.client.get('staff/me'),
      ].map(({ text, headers }) => text + JSON.stringify(headers));
      const texts = [...answers, JSON.stringify(await log.take()), JSON.stringify(operator.session)];
      for (const text of texts) {
        assert.equal(
          /83917265|71836254|11112222|pin_hash|pin_fail|"pin"/.test(
            text.replace('"field":"pin"', '').replaceAll(/"changed":\[[^\]]*\]/g, ''),
          ),
          false,
          text,
        );
      }
      // Nor does the database hold the PIN or the token themselves.
      const rows = await everythingOf(service(), client.companyId);
      assert.equal(/83917265|71836254/.test(rows), false);
      assert.equal(rows.includes(operator.session.access_token), false);
    });
  });

  describe('guessing', () => {
    it('is answered five times, then not for a minute, then for twice as long each time', async () => {
      const member = await hire(client);
      const { clock } = service();
      for (let times = 0; times < 5; times++) refused(await attempt(member, '0000'), 403, 'access_denied');
      for (const minutes of [1n, 2n, 4n, 8n, 16n, 32n, 60n, 60n]) {
        const locked = await attempt(member, member.pin);
        refused(locked, 429, 'rate_limit_exceeded');
        assert.equal(locked.headers['retry-after'], String(minutes * 60n));
        clock.advance(minutes * MINUTE - 1n);
        const almost = await attempt(member, '0000');
        refused(almost, 429, 'rate_limit_exceeded');
        assert.equal(almost.headers['retry-after'], '1');
        clock.advance(1n);
        refused(await attempt(member, '0000'), 403, 'access_denied');
      }
      clock.advance(HOUR);
      assert.equal((await attempt(member, member.pin)).status, 201);
      // The right one forgets the wrong ones.
      for (let times = 0; times < 4; times++) refused(await attempt(member, '0000'), 403, 'access_denied');
      assert.equal((await attempt(member, member.pin)).status, 201);
    });

    it('many at a time gains nothing, and bothers nobody else', async () => {
      const member = await hire(client);
      const other = await hire(client);
      const tries = await Promise.all(
        Array.from({ length: 20 }, (_, at) => attempt(member, String(1000 + at))),
      );
      const statuses = tries.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [...Array(5).fill(403), ...Array(15).fill(429)]);
      refused(await attempt(member, member.pin, await newRegister()), 429, 'rate_limit_exceeded');
      assert.equal((await attempt(other, other.pin)).status, 201);
    });

    it('is over when the PIN is set anew', async () => {
      const member = await hire(client);
      for (let times = 0; times < 5; times++) await attempt(member, '0000');
      refused(await attempt(member, member.pin), 429, 'rate_limit_exceeded');
      await change(client, `staff/${member.id}`, { pin: '8642' });
      assert.equal((await attempt(member, '8642')).status, 201);
    });
  });

  describe('a session', () => {
    it('ends after four hours', async () => {
      const member = await hire(client);
      const { client: operator, session } = await signIn(service(), client, register, member);
      service().clock.advance(4n * HOUR - 1n);
      assert.equal((await operator.get('staff/me')).status, 200);
      assert.equal((await client.get(`${sessionsAt(register)}/${session.id}`)).status, 200);
      service().clock.advance(1n);
      refused(await operator.get('staff/me'), 401, 'invalid_token');
      refused(await client.get(`${sessionsAt(register)}/${session.id}`), 404, 'not_found');
      refused(await client.delete(`${sessionsAt(register)}/${session.id}`), 404, 'not_found');
    });

    it('ends by signing out, by the app or by the operator, and only once', async () => {
      const member = await hire(client);
      const at = await newRegister();
      for (const who of ['app', 'operator'] as const) {
        const { client: operator, session } = await signIn(service(), client, at, member);
        assert.equal(await seated(at), Number(member.id));
        const path = `${sessionsAt(at)}/${session.id}`;
        await drop(who === 'app' ? client : operator, path);
        assert.equal(await seated(at), null);
        await isOut(operator);
        refused(await client.get(path), 404, 'not_found');
        refused(await client.delete(path), 404, 'not_found');
      }
    });

    it('is nobody else’s: not another app’s, register’s, operator’s or company’s', async () => {
      const { session } = await operatorOf(service());
      const other = await operatorOf(service());
      const elsewhere = await newRegister();
      const path = `${sessionsAt(register)}/${session.id}`;
      const second = await secondAddon(service());
      for (const [who, where] of [
        [second, path],
        [other.client, path],
        [service().foreign, path],
        [client, `${sessionsAt(elsewhere)}/${session.id}`],
        [client, `${sessionsAt(register)}/${UNKNOWN_ID}`],
      ] as const) {
        refused(await who.get(where), 404, 'not_found');
        refused(await who.delete(where), 404, 'not_found');
      }
      assert.equal((await client.get(path)).status, 200);
    });

    it('sits at its register until the next one does', async () => {
      const [one, two] = [await hire(client), await hire(client)];
      const at = await newRegister();
      const first = await signIn(service(), client, at, one);
      const again = await signIn(service(), client, at, one);
      await drop(client, `${sessionsAt(at)}/${first.session.id}`);
      assert.equal(await seated(at), Number(one.id), 'Their other session goes on.');
      const second = await signIn(service(), client, at, two);
      await drop(client, `${sessionsAt(at)}/${again.session.id}`);
      assert.equal(await seated(at), Number(two.id));
      await drop(client, `${sessionsAt(at)}/${second.session.id}`);
      assert.equal(await seated(at), null);
    });

    it('is told of as a change of its register', async () => {
      const [one, two] = [await hire(client), await hire(client)];
      const at = await newRegister();
      const log = await EventLog.open(client);
      const told = async () =>
        (await log.take()).map(({ topic, resource_id, changed, payload }) => [
          topic,
          String(resource_id),
          changed,
          payload.current_staff_member,
        ]);
      const seat = (id: string | null) => [
        'registers/updated',
        at,
        ['current_staff_member'],
        id === null ? null : Number(id),
      ];
      soon();
      const first = await signIn(service(), client, at, one);
      assert.deepEqual(await told(), [seat(one.id)]);
      await signIn(service(), client, at, one);
      assert.deepEqual(await told(), [], 'They sit there already.');
      await drop(client, `${sessionsAt(at)}/${first.session.id}`);
      assert.deepEqual(await told(), [], 'They still do.');
      await signIn(service(), client, at, two);
      assert.deepEqual(await told(), [seat(two.id)]);
      const newPin = (who: { id: string }) => ['staff/updated', who.id, ['pin'], undefined];
      await change(client, `staff/${one.id}`, { pin: '1357' });
      assert.deepEqual(await told(), [newPin(one)]);
      const { updated_at: before } = await read(client, `registers/${at}`);
      soon();
      await change(client, `staff/${two.id}`, { pin: '1357' });
      assert.deepEqual(await told(), [seat(null), newPin(two)]);
      assert.ok((await read(client, `registers/${at}`)).updated_at > before);
      refused(await attempt(two, '9999', at), 403, 'access_denied');
      assert.deepEqual(await told(), []);
    });

    it('leaves its register when its time is over, which is told within a sweep', async () => {
      const { app, clock } = service();
      const [one, two] = [await hire(client), await hire(client)];
      const [at, other] = [await newRegister(), await newRegister()];
      soon();
      const { client: out } = await signIn(service(), client, at, one);
      await signIn(service(), client, other, one);
      clock.advance(HOUR);
      await signIn(service(), client, other, two);
      clock.advance(3n * HOUR - 1n);
      await app.sweep();
      assert.deepEqual([await seated(at), await seated(other)], [Number(one.id), Number(two.id)]);
      const log = await EventLog.open(client);
      clock.advance(1n);
      await app.sweep();
      const late = await out.get('staff/me');
      refused(late, 401, 'invalid_token');
      assert.match(late.text, /expired/);
      assert.deepEqual([await seated(at), await seated(other)], [null, Number(two.id)]);
      const told = (await log.take()).map(({ topic, resource_id, changed }) => [topic, resource_id, changed]);
      assert.deepEqual(told, [['registers/updated', Number(at), ['current_staff_member']]]);
      // Whom an add-on puts there afterwards stays.
      await change(client, `registers/${at}`, { current_staff_member: Number(one.id) });
      await app.sweep();
      assert.equal(await seated(at), Number(one.id));
      await change(client, `registers/${at}`, { current_staff_member: null });
      await drop(client, `staff/${one.id}`);
    });

    it('is swept away when nothing that was made in it can be sent any more', async () => {
      soon();
      const { session } = await operatorOf(service());
      const sweep = () =>
        service().app.storage.write((tx) => sweepSessions(tx, service().clock.now(), 1_000));
      service().clock.advance(4n * HOUR + 7n * DAY - 1n);
      await sweep();
      const { client: other } = await operatorOf(service());
      service().clock.advance(1n);
      assert.equal(await sweep(), 1, session.id_str);
      assert.equal((await other.get('staff/me')).status, 200);
    });

    it('keeps the staff member and the register from being deleted', async () => {
      const member = await hire(client);
      const at = await newRegister();
      const { session } = await signIn(service(), client, at, member);
      await change(client, `registers/${at}`, { current_staff_member: null });
      inUse(await client.delete(`staff/${member.id}`), /signed in/);
      inUse(await client.delete(`registers/${at}`), /signed in/);
      await drop(client, `${sessionsAt(at)}/${session.id}`);
      await drop(client, `staff/${member.id}`);
      await drop(client, `registers/${at}`);
    });
  });

  describe('an operator', () => {
    it('can do no more than operators can, and than the app can', async () => {
      const member = await hire(client);
      const all = await signIn(service(), client, register, member);
      const most = [
        'company:read',
        'orders:read',
        'orders:write',
        'products:read',
        'customers:read',
        'customers:write',
        'checkins:read',
        'checkins:write',
        'events:read',
      ];
      assert.deepEqual(all.session.scope.split(' '), most);
      for (const [call, scope] of [
        [() => all.client.post('staff', { first_name: 'X' }), 'company:write'],
        [() => all.client.put(`staff/${member.id}`, { pin: '1212' }), 'company:write'],
        [() => all.client.post('products', { name: 'X' }), 'products:write'],
        [() => all.client.get('callbacks'), 'webhooks'],
        [() => all.client.get('webhooks'), 'webhooks'],
      ] as const) {
        const answer = await call();
        refused(answer, 403, 'insufficient_scope');
        assert.ok(answer.json.error_description.includes(scope), answer.text);
      }
      assert.equal((await all.client.get('events')).status, 200);
      const narrow = await secondAddon(service(), ['orders:write', 'webhooks']);
      const few = await signIn(service(), narrow, register, member);
      assert.deepEqual(few.session.scope.split(' '), ['orders:read', 'orders:write']);
      refused(await few.client.get('staff/me'), 403, 'insufficient_scope');
      refused(await few.client.get('products'), 403, 'insufficient_scope');
      refused(await few.client.get('events'), 403, 'insufficient_scope');
      // A colleague who signs in through an operator's token gets no more either.
      const colleague = await signIn(service(), few.client, register, await hire(client));
      assert.equal(colleague.session.scope, few.session.scope);
      const unable = await secondAddon(service(), ['orders:read', 'company:write']);
      const answer = await unable.post(sessionsAt(register), { staff_id: member.id, pin: member.pin });
      refused(answer, 403, 'insufficient_scope');
    });

    it('reaches its own company only', async () => {
      const operator = await operatorOf(service());
      const theirs = service().foreign.companyId;
      refused(await operator.client.get(`/v1/companies/${theirs}/staff/me`), 404, 'not_found');
    });

    it('is told who they are; an app is nobody', async () => {
      const { client: operator, staff } = await operatorOf(service());
      assert.deepEqual(await read(operator, 'staff/me'), await read(client, `staff/${staff}`));
      refused(await client.get('staff/me'), 404, 'not_found');
    });

    it('is noted on the orders they make, with the register', async () => {
      const { client: operator, staff } = await operatorOf(service());
      const order = await make(operator, 'orders', { site_id: site });
      assert.deepEqual([String(order.staff_member_id), String(order.register_id)], [staff, register]);
      // At another site the register is not theirs to sell from.
      const other = await make(client, 'sites', { name: 'Other' });
      const away = await make(operator, 'orders', { site_id: other.id });
      assert.deepEqual([String(away.staff_member_id), away.register_id], [staff, null]);
      const priced = await operator.post('orders/price', { site_id: site });
      assert.equal(String(priced.json.staff_member_id), staff);
      const own: Json = await make(client, 'orders', { site_id: site });
      assert.deepEqual([own.staff_member_id, own.register_id], [null, null]);
    });

    it('is not answered what the app was, by its Idempotency-Key', async () => {
      const { client: operator } = await operatorOf(service());
      const headers = { 'idempotency-key': 'shared-0001' };
      const body = { site_id: site, register_id: register };
      const first = await client.post('orders', body, { headers });
      assert.equal(first.status, 201, first.text);
      refused(await operator.post('orders', body, { headers }), 422, 'idempotency_key_reused');
      assert.equal((await client.post('orders', body, { headers })).text, first.text);
      const own = { headers: { 'idempotency-key': 'shared-0002' } };
      const made = await operator.post('orders', body, own);
      assert.equal((await operator.post('orders', body, own)).text, made.text);
      refused(await client.post('orders', body, own), 422, 'idempotency_key_reused');
    });

    it('has a token that nobody guesses', async () => {
      const operator = await operatorOf(service());
      refused(await service().as('Bearer pb_os_unknown').get('staff/me'), 401, 'invalid_token');
      refused(
        await service().as(`Bearer ${operator.session.access_token}x`).get('staff/me'),
        401,
        'invalid_token',
      );
    });
  });
});
