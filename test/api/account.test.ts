// A person's own account: password, sessions, authenticator app, recovery codes, and being asked again before secrets.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PROOF_LIFETIME } from '#src/kernel/proof.ts';
import { MINUTE, SECOND } from '#src/kernel/time.ts';
import { COMMAND_LINE, makeInvitation } from '#src/people/links.ts';
import { signInLines } from '#src/people/store.ts';
import { SIGN_IN_WINDOW } from '#src/people/types.ts';
import { sql } from '#src/storage/sql.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { accountOf, codeOf, done, firstStep, hireWithApp, type WithApp } from './account-helpers.ts';
import { Browser } from './browser.ts';
import { hasKeys, invalidFields, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';
import { anotherToken, hirePerson, letIn, openScreen, type Screen, screenAs, sendOwn } from './screens.ts';

const STEP = 30n * SECOND;
const random = { bytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)) };

/** The last lines of the log of sign-ins about somebody, the newest first. */
async function linesOf(service: Service, email: string, count: number): Promise<string[]> {
  const lines = await service.app.storage.read((tx) => signInLines(tx, 1n << 62n, 50));
  return lines
    .filter(({ actor }) => actor === email)
    .slice(0, count)
    .map(({ action }) => action);
}

/** True while a browser is signed in. */
async function isIn(browser: Browser): Promise<boolean> {
  const ask = { headers: { accept: 'application/json' }, without: ['authorization'] };
  return (await browser.ask('GET', '/session', ask)).status === 200;
}

onEachEngine('the own account (reference: authentication.25)', (service) => {
  it('shows where one is signed in, this browser among them', async () => {
    const who = await hirePerson(service(), 'staff');
    const first = new Browser(service());
    first.headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'x-forwarded-for': '192.0.2.1',
    };
    await first.signIn(who.email, who.password);
    service().clock.advance(MINUTE);
    const second = (await openScreen(service(), who, service().client.companyId)).browser;
    const { sessions, ...account } = await accountOf(second);
    hasKeys(account, [
      'has_totp',
      'totp_since',
      'recovery_codes_left',
      'has_passkeys',
      'passkeys',
      'proved_at',
    ]);
    assert.deepEqual([account.has_totp, account.recovery_codes_left, account.passkeys], [false, 0, []]);
    const shown = sessions.map((each: Json) => [each.is_current, each.browser, each.system]);
    assert.deepEqual(shown, [
      [true, null, null],
      [false, 'Firefox', 'Linux'],
    ]);
    hasKeys(sessions[0], ['key', 'is_current', 'browser', 'system', 'address', 'created_at', 'seen_at']);
  });

  it('ends one session or all others, with their tokens', async () => {
    const who = await hirePerson(service(), 'manager');
    const screens: Screen[] = [];
    for (let count = 0; count < 4; count++)
      screens.push(await openScreen(service(), who, service().client.companyId));
    const [own, second, third, fourth] = screens as [Screen, Screen, Screen, Screen];
    const { sessions } = await accountOf(second.browser);
    const key = sessions.find((each: Json) => each.is_current).key;
    await done(own.browser, service(), '/session/end', { key });
    assert.deepEqual([await isIn(second.browser), await isIn(third.browser)], [false, true]);
    assert.equal((await second.client.get('devices')).status, 401);
    refused(await sendOwn(own.browser, service(), '/session/end', { key }), 404, 'not_found');
    await done(own.browser, service(), '/session/end_others');
    assert.deepEqual(
      [await isIn(own.browser), await isIn(third.browser), await isIn(fourth.browser)],
      [true, false, false],
    );
    assert.equal((await third.client.get('devices')).status, 401);
    assert.equal((await own.client.get('devices')).status, 200);
    assert.deepEqual(await linesOf(service(), who.email, 2), ['sessions.ended', 'session.ended']);
  });

  it('ends no session of somebody else, and is for our own pages alone', async () => {
    const one = await screenAs(service(), 'staff');
    const other = await screenAs(service(), 'staff');
    const { sessions } = await accountOf(other.browser);
    refused(
      await sendOwn(one.browser, service(), '/session/end', { key: sessions[0].key }),
      404,
      'not_found',
    );
    assert.equal(await isIn(other.browser), true);
    for (const path of [
      '/session/end_others',
      '/session/password',
      '/session/totp',
      '/session/proof',
      '/session/passkeys',
    ]) {
      const foreign = { headers: { origin: 'https://evil.example' } };
      const body = { password: 'a', new_password: 'b', name: 'x', credential: {} };
      refused(await sendOwn(one.browser, service(), path, body, foreign), 403, 'access_denied');
      refused(await sendOwn(new Browser(service()), service(), path, body), 401, 'invalid_token');
      assert.equal((await one.client.post(path, body)).status, 401);
    }
  });

  it('changes the password by the present one, which ends the other sessions', async () => {
    const who = await hirePerson(service(), 'staff');
    const other = new Browser(service());
    await other.signIn(who.email, who.password);
    const { browser, client } = await openScreen(service(), who, service().client.companyId);
    const change = (password: string, new_password: string) =>
      sendOwn(browser, service(), '/session/password', { password, new_password });
    const next = 'a better password';
    invalidFields(await change('wrong', next), 'password');
    invalidFields(await change(who.password, 'short'), 'new_password');
    invalidFields(await change(who.password, who.email), 'new_password');
    assert.equal((await change(who.password, next)).status, 204);
    assert.deepEqual([await isIn(browser), await isIn(other)], [true, false]);
    assert.equal((await client.get('sites')).status, 200);
    assert.equal((await new Browser(service()).signIn(who.email, who.password)).status, 401);
    assert.equal((await new Browser(service()).signIn(who.email, next)).status, 303);
    assert.ok((await linesOf(service(), who.email, 5)).includes('password.changed'));
  });

  it('counts wrong passwords by the session: signing in elsewhere goes on', async () => {
    service().clock.advance(SIGN_IN_WINDOW);
    const who = await hirePerson(service(), 'staff');
    const { browser } = await openScreen(service(), who, service().client.companyId);
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => sendOwn(browser, service(), '/session/proof', { password: 'wrong' })),
    );
    const count = (status: number) => tries.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(400), count(429)], [10, 4]);
    const late = await sendOwn(browser, service(), '/session/proof', { password: who.password });
    refused(late, 429, 'rate_limit_exceeded');
    assert.ok(Number(late.headers['retry-after']) > 0);
    assert.equal((await new Browser(service()).signIn(who.email, who.password)).status, 303);
    service().clock.advance(SIGN_IN_WINDOW);
    await done(browser, service(), '/session/proof', { password: who.password });
  });
});

onEachEngine(
  'an authenticator app (reference: authentication.27)',
  (service) => {
    let ann: WithApp;
    before(async () => {
      ann = await hireWithApp(service());
    });
    const goOn = (form: Awaited<ReturnType<typeof firstStep>>, code: string) =>
      form.browser.submit(form.page, { code });

    it('is set up by a code, and is asked for after the password from then on', async () => {
      const { browser } = ann.screen;
      const account = await accountOf(browser);
      assert.deepEqual([account.has_totp, account.recovery_codes_left], [true, 10]);
      assert.equal(new Set(ann.codes).size, 10);
      for (const code of ann.codes) assert.match(code, /^[a-z2-7]{5}-[a-z2-7]{5}$/);
      refused(await sendOwn(browser, service(), '/session/totp', {}), 409, 'conflict');
      refused(
        await sendOwn(browser, service(), '/session/totp/confirm', { code: '000000' }),
        409,
        'conflict',
      );
      service().clock.advance(STEP);
      const form = await firstStep(service(), ann);
      assert.equal(await isIn(form.browser), false, 'the password alone lets nobody in');
      const passed = await goOn(form, codeOf(service(), ann.secret));
      assert.equal(passed.status, 303, passed.text);
      assert.equal(await isIn(form.browser), true);
    });

    it('is not asked for while it is not confirmed, and a wrong code confirms nothing', async () => {
      const who = await hirePerson(service(), 'staff');
      const { browser } = await openScreen(service(), who, service().client.companyId);
      const { secret, uri } = await done(browser, service(), '/session/totp');
      assert.ok(
        uri.startsWith('otpauth://totp/Passbell%20localhost:') && uri.includes(`secret=${secret}`),
        uri,
      );
      invalidFields(await sendOwn(browser, service(), '/session/totp/confirm', { code: '000' }), 'code');
      assert.equal((await accountOf(browser)).has_totp, false);
      assert.equal((await new Browser(service()).signIn(who.email, who.password)).status, 303);
      const { secret: second } = await done(browser, service(), '/session/totp');
      const old = await sendOwn(browser, service(), '/session/totp/confirm', {
        code: codeOf(service(), secret),
      });
      invalidFields(old, 'code');
      await done(browser, service(), '/session/totp/confirm', { code: codeOf(service(), second) });
    });

    it('lets in once by a code, however many have it at the same time', async () => {
      service().clock.advance(3n * STEP);
      const code = codeOf(service(), ann.secret);
      const forms = [];
      for (let count = 0; count < 5; count++) forms.push(await firstStep(service(), ann));
      const answers = await Promise.all(forms.map((form) => goOn(form, code)));
      const passed = answers.filter(({ status }) => status === 303).length;
      assert.deepEqual([passed, answers.filter(({ status }) => status === 401).length], [1, 4]);
      const [form] = forms;
      assert.ok(form !== undefined);
      assert.equal((await goOn(await firstStep(service(), ann), code)).status, 401, 'nor later');
      const earlier = codeOf(service(), ann.secret, -1n);
      assert.equal((await goOn(await firstStep(service(), ann), earlier)).status, 401, 'nor an earlier one');
      const next = codeOf(service(), ann.secret, 1n);
      assert.equal(
        (await goOn(await firstStep(service(), ann), next)).status,
        303,
        'a clock may be a step early',
      );
    });

    it('is replaced by a recovery code, each once, also at the same time', async () => {
      service().clock.advance(SIGN_IN_WINDOW);
      const [code = ''] = ann.codes;
      const forms = [];
      for (let count = 0; count < 5; count++) forms.push(await firstStep(service(), ann));
      const answers = await Promise.all(
        forms.map((form, at) => goOn(form, at % 2 === 0 ? code : ` ${code.replace('-', '').toUpperCase()} `)),
      );
      assert.equal(answers.filter(({ status }) => status === 303).length, 1);
      const [{ browser }] = [ann.screen];
      assert.equal((await accountOf(browser)).recovery_codes_left, 9);
      const password = await sendOwn(browser, service(), '/session/proof', { password: ann.who.password });
      invalidFields(password, 'password');
      await done(browser, service(), '/session/proof', { code: ann.codes[2] });
      const { codes } = await done(browser, service(), '/session/recovery_codes');
      assert.equal(codes.length, 10);
      const [, second = ''] = ann.codes;
      assert.equal(
        (await goOn(await firstStep(service(), ann), second)).status,
        401,
        'the ones before are void',
      );
      assert.equal((await goOn(await firstStep(service(), ann), codes[1])).status, 303);
    });

    it('is kept sealed, and recovery codes as hashes', async () => {
      const rows = await service().app.storage.read(async (tx) => [
        ...(await tx.all(sql`select secret from second_factors`)),
        ...(await tx.all(sql`select code_hash from recovery_codes`)),
      ]);
      const text = JSON.stringify(rows).toUpperCase();
      assert.ok(rows.length > 10);
      for (const each of [ann.secret, ...ann.codes]) {
        assert.ok(!text.includes(each.toUpperCase()));
        assert.ok(!text.includes(each.replace('-', '').toUpperCase()));
      }
    });

    it('has wrong codes counted as wrong passwords are, and by the account besides', async () => {
      service().clock.advance(SIGN_IN_WINDOW);
      const ben = await hireWithApp(service());
      service().clock.advance(SIGN_IN_WINDOW);
      const from = (address: string) => {
        const browser = new Browser(service());
        browser.headers = { 'x-forwarded-for': address };
        return browser;
      };
      const guess = async (address: string, count: number) => {
        const found: number[] = [];
        for (let at = 0; at < count; at++) {
          // The password is right each time, which gives no more tries at the code.
          const form = await firstStep(service(), ben, from(address));
          found.push((await goOn(form, '0000000')).status);
        }
        return found;
      };
      assert.deepEqual(await guess('192.0.2.9', 12), [...Array(10).fill(401), 429, 429]);
      const good = await firstStep(service(), ben, from('192.0.2.9'));
      assert.equal(
        (await goOn(good, codeOf(service(), ben.secret))).status,
        429,
        'nor is the right one looked at',
      );
      for (const address of ['192.0.2.10', '192.0.2.11', '192.0.2.12', '192.0.2.13'])
        assert.deepEqual(new Set(await guess(address, 10)), new Set([401]));
      assert.deepEqual(await guess('192.0.2.14', 1), [429], 'fifty in all');
      // The browser that is known has a count of its own: nobody is kept out.
      const known = ben.screen.browser;
      await known.submit(await known.get('/signout'), {});
      const own = await firstStep(service(), ben, known);
      assert.equal((await goOn(own, codeOf(service(), ben.secret))).status, 303);
    });

    it('ends the step after five minutes, with a new password, and for other forms', async () => {
      service().clock.advance(SIGN_IN_WINDOW);
      const late = await firstStep(service(), ann);
      service().clock.advance(5n * MINUTE);
      assert.equal((await goOn(late, codeOf(service(), ann.secret))).status, 404);
      const foreign = await firstStep(service(), ann);
      const other = new Browser(service());
      await other.get('/signin');
      assert.equal((await other.submit(foreign.page, { code: codeOf(service(), ann.secret) })).status, 403);
      const stolen = await firstStep(service(), ann);
      const { browser } = ann.screen;
      const to = { password: ann.who.password, new_password: 'a new one for Ann' };
      await done(browser, service(), '/session/password', to);
      assert.equal((await goOn(stolen, codeOf(service(), ann.secret))).status, 404);
      ann = { ...ann, who: { ...ann.who, password: to.new_password } };
    });

    it('is removed by a code of it, after which the password is enough', async () => {
      service().clock.advance(STEP);
      const { browser } = ann.screen;
      const remove = (code: string) => sendOwn(browser, service(), '/session/totp/remove', { code });
      // A new password is no proof of somebody who has an app.
      refused(await remove('1234567'), 403, 'reauthentication_required');
      await done(browser, service(), '/session/proof', { code: codeOf(service(), ann.secret) });
      service().clock.advance(STEP);
      invalidFields(await remove('1234567'), 'code');
      assert.equal((await remove(codeOf(service(), ann.secret))).status, 204);
      refused(await remove(codeOf(service(), ann.secret)), 409, 'conflict');
      assert.equal((await new Browser(service()).signIn(ann.who.email, ann.who.password)).status, 303);
      assert.ok((await linesOf(service(), ann.who.email, 3)).includes('totp.removed'));
    });

    it('is seen of each person by who runs the company', async () => {
      const { client } = await screenAs(service(), 'owner');
      const eve = await hireWithApp(service(), 'staff');
      const members: Json[] = (await client.get('members?limit=500')).json;
      const of = (id: bigint) => members.find((each) => each.id_str === String(id))?.has_second_factor;
      assert.deepEqual([of(eve.who.id), of(ann.who.id)], [true, false]);
    });
  },
  { TRUST_PROXY: '127.0.0.0/8, ::1/128' },
);

onEachEngine('being asked again (reference: authentication.29)', (service) => {
  let owner: Screen;
  let who: Awaited<ReturnType<typeof hirePerson>>;
  let addon: string;
  before(async () => {
    who = await hirePerson(service(), 'owner');
    owner = await openScreen(service(), who, service().client.companyId);
    addon = (await owner.client.post('addons', { name: 'Own', scopes: ['orders:read'] })).json.id_str;
  });
  const prove = () => done(owner.browser, service(), '/session/proof', { password: who.password });
  /** A new token, as the old one has ended by time. */
  const later = async () => {
    service().clock.advance(PROOF_LIFETIME);
    owner = await anotherToken(service(), owner.browser, service().client.companyId);
  };

  it('is needed for secrets and for who runs the company, after ten minutes', async () => {
    await later();
    const calls = () => [
      owner.client.post('addons', { name: 'Second', scopes: ['orders:read'] }),
      owner.client.put(`addons/${addon}`, { redirect_uris: ['https://elsewhere.example/'] }),
      owner.client.get(`addons/${addon}/signing_secret`),
      owner.client.post(`addons/${addon}/signing_secret`, {}),
      owner.client.post(`addons/${addon}/secret`, {}),
      owner.client.post(`addons/${addon}/access_token`, {}),
      owner.client.post('invitations', { email: 'new@example.com', role: 'staff' }),
      owner.client.put(`members/${who.id}`, { role: 'owner' }),
      sendOwn(owner.browser, service(), '/session/totp', {}),
      sendOwn(owner.browser, service(), '/session/passkeys/options', {}),
      sendOwn(owner.browser, service(), '/session/device', {
        company_id: service().card.company_id,
        register_id: service().card.sites[0].registers[0].id,
        name: 'Agent',
      }),
    ];
    for (const answer of await Promise.all(calls())) refused(answer, 403, 'reauthentication_required');
    refused(await owner.client.delete(`members/${who.id}`), 403, 'reauthentication_required');
    assert.equal((await owner.client.get('addons')).status, 200);
    assert.equal((await owner.client.get(`members/${who.id}/keys`)).status, 200);
    await prove();
    for (const answer of await Promise.all(calls())) assert.ok(answer.status < 300, answer.text);
  });

  it('is the same within a batch', async () => {
    await later();
    const requests = [{ method: 'POST', path: `/companies/me/addons/${addon}/secret`, body: {} }];
    const { json } = await owner.client.post('batch', { requests });
    assert.equal(json.responses[0].status, 403);
    assert.equal(json.responses[0].body.error, 'reauthentication_required');
  });

  it('is proved by one of password, code and passkey, and by the session alone that did', async () => {
    await later();
    const other = await openScreen(service(), who, service().client.companyId);
    const send = (body: object) => sendOwn(owner.browser, service(), '/session/proof', body);
    invalidFields(await send({}), 'password');
    invalidFields(await send({ password: 'wrong' }), 'password');
    invalidFields(await send({ code: '123456' }), 'code');
    invalidFields(await send({ credential: { id: 'x' } }), 'credential');
    assert.equal((await send({ password: who.password, code: '123456' })).status, 400);
    const secret = () => owner.client.get(`addons/${addon}/signing_secret`);
    refused(await secret(), 403, 'reauthentication_required');
    assert.equal((await other.client.get(`addons/${addon}/signing_secret`)).status, 200);
    await prove();
    assert.equal((await secret()).status, 200);
  });

  it('is not answered by following an invitation', async () => {
    await later();
    const path = await service().app.storage.write((tx) =>
      makeInvitation(
        tx,
        { company: BigInt(service().foreignCard.company_id), email: who.email, role: 'staff' },
        COMMAND_LINE,
        { now: service().clock.now(), random },
      ),
    );
    const { browser } = owner;
    assert.equal((await browser.submit(await browser.get(path), {})).status, 303);
    owner = await anotherToken(service(), browser, service().client.companyId);
    refused(await owner.client.get(`addons/${addon}/signing_secret`), 403, 'reauthentication_required');
  });

  it('takes a code once', async () => {
    const ann = await hireWithApp(service());
    service().clock.advance(PROOF_LIFETIME);
    const code = codeOf(service(), ann.secret);
    const send = () => sendOwn(ann.screen.browser, service(), '/session/proof', { code });
    const answers = await Promise.all([send(), send(), send()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400, 400]);
  });
});

onEachEngine('money that a person gives back (reference: authentication.29)', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  it('is given back after a proof, by the same call under the same key', async () => {
    const who = await hirePerson(service(), 'manager', shop.client.companyId);
    const screen = await openScreen(service(), who, shop.client.companyId);
    const order = await shop.order({
      status: 'COMPLETE',
      lines: [{ product_id: shop.soup.id }],
      payments: [{ method_id: shop.cash, amount: 10 }],
    });
    service().clock.advance(PROOF_LIFETIME);
    const { client } = await anotherToken(service(), screen.browser, shop.client.companyId);
    const body = {
      site_id: order.site_id,
      register_id: order.register_id,
      status: 'COMPLETE',
      lines: [{ refund_line_id: order.lines[0].id, product_id: shop.soup.id, quantity: -1 }],
      payments: [{ method_id: shop.cash, amount: -10 }],
    };
    const give = () =>
      client.ask('POST', `/v1/companies/me/orders`, { body, headers: { 'idempotency-key': 'give-back-1' } });
    refused(await give(), 403, 'reauthentication_required');
    await done(screen.browser, service(), '/session/proof', { password: who.password });
    const given = await give();
    assert.equal(given.status, 201, given.text);
    // An add-on is not asked.
    const asAddon = await shop.client.post('orders', {
      ...body,
      lines: [{ product_id: shop.soup.id, quantity: -1 }],
    });
    assert.equal(asAddon.status, 201, asAddon.text);
  });
});

describe('devices and staff members', () => {
  onEachEngine('are never asked again', (service) => {
    it('at a register', async () => {
      const owner = await screenAs(service(), 'owner');
      const register = service().card.sites[0].registers[0].id;
      const { client } = await letIn(service(), owner, register);
      service().clock.advance(PROOF_LIFETIME);
      assert.equal((await client.get('sites')).status, 200);
    });
  });
});
