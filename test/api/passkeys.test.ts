// Passkeys of people (reference: authentication.30).

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { PROOF_LIFETIME } from '#src/kernel/proof.ts';
import { MINUTE } from '#src/kernel/time.ts';
import { SIGN_IN_WINDOW } from '#src/people/types.ts';
import { sql } from '#src/storage/sql.ts';
import { Authenticator, type Lie } from '#test/harness/authenticator.ts';
import { type Answer, onEachEngine } from '#test/harness/service.ts';
import { accountOf, done, hireWithApp } from './account-helpers.ts';
import { Browser } from './browser.ts';
import { invalidFields, refused } from './helpers.ts';
import { hirePerson, openScreen, type Screen, screenAs, sendOwn } from './screens.ts';

onEachEngine('passkeys', (service) => {
  let screen: Screen;
  let who: Awaited<ReturnType<typeof hirePerson>>;
  let device: Authenticator;
  before(async () => {
    who = await hirePerson(service(), 'manager');
    screen = await openScreen(service(), who, service().client.companyId);
    device = new Authenticator(service().url);
    await add(device, 'My laptop');
  });

  const prove = async () => {
    const credential = device.use(await asked(screen.browser));
    return done(screen.browser, service(), '/session/proof', { credential });
  };
  const creation = async () => (await done(screen.browser, service(), '/session/passkeys/options')).options;
  const add = async (made: Authenticator, name: string) =>
    done(screen.browser, service(), '/session/passkeys', { name, credential: made.make(await creation()) });
  const asked = async (browser: Browser) =>
    (await done(browser, service(), '/session/passkey/options')).options;
  const enter = async (used: Authenticator, lie: Lie = {}): Promise<{ browser: Browser; answer: Answer }> => {
    const browser = new Browser(service());
    const credential = used.use(await asked(browser), lie);
    return { browser, answer: await sendOwn(browser, service(), '/session/passkey', { credential }) };
  };

  it('sign in by themselves, as both factors', async () => {
    const options = await asked(new Browser(service()));
    assert.deepEqual([options.rpId, options.userVerification], ['localhost', 'required']);
    assert.equal(options.allowCredentials?.length ?? 0, 0, 'nobody is told whose passkeys there are');
    const { browser, answer } = await enter(device);
    assert.equal(answer.status, 204, answer.text);
    const { passkeys, has_passkeys } = await accountOf(browser);
    assert.equal(has_passkeys, true);
    assert.deepEqual(
      passkeys.map(({ name, used_at }: { name: string; used_at: unknown }) => [name, used_at !== null]),
      [['My laptop', true]],
    );
    const ann = await hireWithApp(service());
    const own = new Authenticator(service().url);
    const { options: made } = await done(ann.screen.browser, service(), '/session/passkeys/options');
    await done(ann.screen.browser, service(), '/session/passkeys', {
      name: 'Own',
      credential: own.make(made),
    });
    assert.equal((await enter(own)).answer.status, 204, 'no code is asked for');
  });

  it('are refused where anything does not fit', async () => {
    service().clock.advance(SIGN_IN_WINDOW);
    const lies: Record<string, Lie> = {
      'another origin': { origin: 'https://evil.example' },
      'another host': { host: 'evil.example' },
      'nobody verified': { unverified: true },
      'a counter that went back': { counter: 1 },
      'a challenge of nobody': { challenge: Buffer.alloc(32).toString('base64url') },
    };
    for (const [why, lie] of Object.entries(lies)) {
      const { browser, answer } = await enter(device, lie);
      invalidFields(answer, 'credential');
      assert.equal((await browser.get('/session')).status, 401, why);
    }
    invalidFields((await enter(new Authenticator(service().url))).answer, 'credential');
    for (const credential of [null, 'x', {}, [], { id: device.id, type: 'public-key' }]) {
      const browser = new Browser(service());
      assert.equal((await sendOwn(browser, service(), '/session/passkey', { credential })).status, 400);
    }
    assert.equal((await enter(device)).answer.status, 204);
  });

  it('answer a challenge once, within five minutes, and for what it was asked for', async () => {
    const browser = new Browser(service());
    const credential = device.use(await asked(browser));
    const send = () => sendOwn(new Browser(service()), service(), '/session/passkey', { credential });
    const answers = await Promise.all([send(), send(), send(), send()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400, 400, 400]);
    const late = device.use(await asked(browser));
    service().clock.advance(5n * MINUTE);
    invalidFields(await sendOwn(browser, service(), '/session/passkey', { credential: late }), 'credential');
    // The challenge of a signed-in user proves, and begins no session.
    const proof = device.use(await asked(screen.browser));
    invalidFields(await sendOwn(browser, service(), '/session/passkey', { credential: proof }), 'credential');
    await prove();
    const making = await creation();
    const other = await screenAs(service(), 'owner');
    const stolen = { name: 'Stolen', credential: new Authenticator(service().url).make(making) };
    invalidFields(await sendOwn(other.browser, service(), '/session/passkeys', stolen), 'credential');
    invalidFields(await sendOwn(screen.browser, service(), '/session/passkeys', stolen), 'credential');
  });

  it('prove who one is, of that person alone', async () => {
    service().clock.advance(PROOF_LIFETIME);
    const send = (browser: Browser, credential: object) =>
      sendOwn(browser, service(), '/session/proof', { credential });
    refused(
      await sendOwn(screen.browser, service(), '/session/passkeys/options', {}),
      403,
      'reauthentication_required',
    );
    const password = await sendOwn(screen.browser, service(), '/session/proof', { password: who.password });
    invalidFields(password, 'password');
    // The password signs in still, and proves nothing by itself.
    const again = new Browser(service());
    assert.equal((await again.signIn(who.email, who.password)).status, 303);
    refused(await sendOwn(again, service(), '/session/totp', {}), 403, 'reauthentication_required');
    const other = await screenAs(service(), 'owner');
    invalidFields(await send(other.browser, device.use(await asked(other.browser))), 'credential');
    const options = await asked(screen.browser);
    assert.deepEqual(
      options.allowCredentials.map(({ id }: { id: string }) => id),
      [device.id],
    );
    assert.equal((await send(screen.browser, device.use(options))).status, 204);
    await creation();
  });

  it('are kept up to twenty, and none twice', async () => {
    await prove();
    const again = await sendOwn(screen.browser, service(), '/session/passkeys', {
      name: 'Again',
      credential: device.make(await creation()),
    });
    refused(again, 409, 'conflict');
    for (let count = 1; count < 20; count++) await add(new Authenticator(service().url), `No. ${count}`);
    const full = await sendOwn(screen.browser, service(), '/session/passkeys', {
      name: 'One more',
      credential: new Authenticator(service().url).make(await creation()),
    });
    refused(full, 409, 'conflict');
  });

  it('sign nobody in once they were removed, by their owner alone', async () => {
    await prove();
    const other = await screenAs(service(), 'owner');
    const remove = (browser: Browser) =>
      sendOwn(browser, service(), '/session/passkeys/remove', { key: device.id });
    refused(await remove(other.browser), 404, 'not_found');
    assert.equal((await remove(screen.browser)).status, 204);
    invalidFields((await enter(device)).answer, 'credential');
    const steps = await service().app.storage.read(async (tx) => tx.all(sql`select kind from sign_in_steps`));
    service().clock.advance(5n * MINUTE);
    await service().app.sweep();
    const left = await service().app.storage.read(async (tx) => tx.all(sql`select kind from sign_in_steps`));
    assert.ok(steps.length > 0 && left.length === 0, `${steps.length}, then ${left.length}`);
  });

  it('are asked for a hundred times in a quarter of an hour from an address', async () => {
    service().clock.advance(SIGN_IN_WINDOW);
    const ask = () => sendOwn(new Browser(service()), service(), '/session/passkey/options', {});
    const answers = await Promise.all(Array.from({ length: 104 }, ask));
    assert.equal(answers.filter(({ status }) => status === 429).length, 4);
  });
});

onEachEngine(
  'where the address has no name',
  (service) => {
    it('there are no passkeys', async () => {
      const { browser } = await screenAs(service(), 'owner');
      assert.equal((await accountOf(browser)).has_passkeys, false);
      refused(await sendOwn(browser, service(), '/session/passkeys/options', {}), 409, 'conflict');
      const page = await new Browser(service()).get('/signin');
      assert.doesNotMatch(page.text, /passkey/);
    });
  },
  { BASE_URL: 'https://192.0.2.1' },
);
