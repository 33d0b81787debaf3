import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { PROOF_LIFETIME } from '#src/kernel/proof.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { codeOf, done, hireWithApp, type WithApp } from './account-helpers.ts';
import { Browser } from './browser.ts';
import { change, make, read, refused } from './helpers.ts';
import { anotherToken, hirePerson, openScreen, type Screen, sendOwn } from './screens.ts';

// A company that asks everybody for a second factor, and consent that takes a proof (reference: authentication.29,
// authentication.32).

onEachEngine('a company that asks for a second factor (reference: authentication.32)', (service) => {
  let owner: WithApp;
  let bare: Screen;
  let who: Awaited<ReturnType<typeof hirePerson>>;
  const company = () => service().client.companyId;
  const put = (on: boolean, { client }: Pick<Screen, 'client'> = owner.screen) =>
    client.put('/v1/companies/me', { require_second_factor: on });
  const token = (browser: Browser) =>
    sendOwn(browser, service(), '/session/token', { company_id: company() });
  const ownCompany = async (browser: Browser): Promise<Json> => {
    const { json } = await browser.ask('GET', '/session', {
      headers: { accept: 'application/json' },
      without: ['authorization'],
    });
    return json.companies.find((each: Json) => each.id_str === company());
  };
  before(async () => {
    owner = await hireWithApp(service(), 'owner');
    who = await hirePerson(service(), 'manager');
    bare = await openScreen(service(), who, company());
  });

  it('is made one by an owner who has one, and by nobody else', async () => {
    const { client } = service();
    refused(await client.put('/v1/companies/me', { require_second_factor: true }), 403, 'access_denied');
    refused(await put(true, bare), 403, 'access_denied');
    const other = await openScreen(service(), await hirePerson(service(), 'owner'), company());
    refused(await put(true, other), 409, 'conflict');
    const batch = await client.post('batch', {
      requests: [{ method: 'PUT', path: '/companies/me', body: { require_second_factor: true } }],
    });
    assert.equal(batch.json.responses[0].status, 403, batch.text);
    assert.equal((await read(client, '/v1/companies/me')).require_second_factor, false);
    // What an add-on reads it may send back.
    await change(client, '/v1/companies/me', { require_second_factor: false, website: null });
  });

  it('lets nobody without one work in it, from now on, and says what to do', async () => {
    assert.equal((await bare.client.get('orders')).status, 200);
    assert.equal((await put(true)).status, 200);
    assert.equal((await bare.client.get('orders')).status, 401);
    const answer = await token(bare.browser);
    refused(answer, 403, 'second_factor_required');
    assert.match(answer.json.error_description, /authenticator app or a passkey/);
    const device = { company_id: company(), name: 'Till', kind: 'register' };
    const register_id = service().card.sites[0].registers[0].id;
    const letIn = await sendOwn(bare.browser, service(), '/session/device', { ...device, register_id });
    refused(letIn, 403, 'second_factor_required');
    assert.equal((await ownCompany(bare.browser)).needs_second_factor, true);
    assert.equal((await ownCompany(owner.screen.browser)).needs_second_factor, false);
    // Who has one, and add-ons, go on.
    assert.equal((await owner.screen.client.get('orders')).status, 200);
    assert.equal((await service().client.get('orders')).status, 200);
    const again = new Browser(service());
    assert.equal((await again.signIn(who.email, who.password)).status, 303);
    refused(await token(again), 403, 'second_factor_required');
  });

  it('lets them in once they have set one up, and not once it is gone', async () => {
    const { browser } = bare;
    const { secret } = await done(browser, service(), '/session/totp');
    await done(browser, service(), '/session/totp/confirm', { code: codeOf(service(), secret) });
    const screen = await anotherToken(service(), browser, company());
    assert.equal((await screen.client.get('orders')).status, 200);
    assert.equal((await ownCompany(browser)).needs_second_factor, false);
    service().clock.advance(30_000_000n);
    await done(browser, service(), '/session/totp/remove', { code: codeOf(service(), secret) });
    assert.equal((await screen.client.get('orders')).status, 401);
    refused(await token(browser), 403, 'second_factor_required');
  });

  it('asks for a proof before that changes, and lets all in once it is off', async () => {
    service().clock.advance(PROOF_LIFETIME);
    const { browser } = owner.screen;
    const later = await anotherToken(service(), browser, company());
    refused(await put(false, later), 403, 'reauthentication_required');
    await done(browser, service(), '/session/proof', { code: codeOf(service(), owner.secret) });
    assert.equal((await put(false, await anotherToken(service(), browser, company()))).status, 200);
    assert.equal((await token(bare.browser)).status, 200);
    const entries: Json[] = await read(service().client, 'audit?action=company.changed');
    const said = entries.map(({ after }) => after.require_second_factor).filter((each) => each !== undefined);
    assert.deepEqual(said, [false, true]);
  });
});

onEachEngine('consent to an add-on (reference: authentication.29)', (service) => {
  it('takes a proof: who signed in long ago signs in again', async () => {
    const who = await hirePerson(service(), 'owner');
    const { browser, client } = await openScreen(service(), who, service().client.companyId);
    const addon = await make(client, 'addons', {
      ...{ name: 'Asks', scopes: ['orders:read'], redirect_uris: ['https://asks.example/back'] },
    });
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: addon.client_id, state: 'xyz' },
      redirect_uri: 'https://asks.example/back',
    });
    const path = `/oauth/authorize?${query}`;
    const page = await browser.get(path);
    assert.equal(page.status, 200, page.text);
    const form = { request: query.toString(), company_id: service().client.companyId };
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    service().clock.advance(PROOF_LIFETIME);
    const isAsked = (location: string | undefined) => assert.match(location ?? '', /\/signin\?again=1&next=/);
    const late = await browser.post('/oauth/consent', { ...form, csrf, decision: 'allow' });
    assert.equal(late.status, 303, late.text);
    isAsked(late.headers.location);
    const again = await browser.get(path);
    isAsked(again.headers.location);
    const signIn = await browser.get('/signin?again=1');
    assert.match(signIn.text, /confirm that it is you/);
    assert.match(signIn.text, new RegExp(who.email));
    const { email, password } = who;
    assert.equal((await browser.submit(signIn, { email, password })).status, 303);
    assert.equal((await browser.get(path)).status, 200);
    assert.equal((await browser.get('/signin?again=1')).status, 303);
  });
});
