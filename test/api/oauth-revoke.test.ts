import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { removeMembership, setMembership } from '#src/people/store.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Card, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  askToken,
  Browser,
  consent,
  makeAddon,
  pkce,
  redeem,
  redemption,
  type TestAddon,
} from './browser.ts';
import { isError } from './edge-helpers.ts';
import { change, drop, EventLog, make, read, refused } from './helpers.ts';
import { hire, signIn } from './operator-helpers.ts';
import { hirePerson, openScreen, type Screen, screenOf } from './screens.ts';

type Fields = Readonly<Record<string, string | undefined>>;

function isTokenError(answer: Answer, error: string, status = error === 'invalid_client' ? 401 : 400): void {
  isError(answer, status, error);
  assert.equal(answer.headers['cache-control'], 'no-store');
}

const { verifier, challenge } = pkce();
const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };

onEachEngine('revocation and introspection (RFC 7009, 7662)', (service) => {
  let addon: TestAddon;
  let other: TestAddon;
  let open: TestAddon;
  let browser: Browser;
  before(async () => {
    addon = await makeAddon(service());
    other = await makeAddon(service());
    open = await makeAddon(service(), { isPublic: true });
    browser = new Browser(service());
    await browser.signIn();
  });
  beforeEach(() => service().clock.advance(MINUTE));

  const ask = (path: string, who: TestAddon, fields: Fields) =>
    askToken(
      service(),
      {
        client_id: who.client_id,
        client_secret: who === open ? undefined : who.client_secret,
        ...fields,
      },
      {},
      path,
    );
  const revoke = (who: TestAddon, token: string | undefined, more: Fields = {}) =>
    ask('/oauth/revoke', who, { token, ...more });
  const introspect = (who: TestAddon, token: string | undefined, more: Fields = {}) =>
    ask('/oauth/introspect', who, { token, ...more });
  const works = async (token: string) =>
    (await service().as(`Bearer ${token}`).get('orders?limit=1')).status === 200;
  const tokens = async () =>
    redeem(service(), addon, await consent(browser, addon, { scope: 'orders:read' }));

  it('an access token is revoked at once, and by itself', async () => {
    const { access_token, refresh_token } = await tokens();
    assert.ok(await works(access_token));
    const answer = await revoke(addon, access_token, { token_type_hint: 'access_token' });
    assert.deepEqual([answer.status, answer.json], [200, {}]);
    assert.equal(await works(access_token), false);
    assert.equal((await introspect(addon, refresh_token)).json.active, true);
    assert.equal((await revoke(addon, access_token)).status, 200, 'again');
  });

  it('a refresh token is revoked with everything made of it', async () => {
    const { access_token, refresh_token } = await tokens();
    // A wrong hint is no hindrance (RFC 7009 2.1).
    assert.equal((await revoke(addon, refresh_token, { token_type_hint: 'access_token' })).status, 200);
    assert.equal(await works(access_token), false);
    const grant = { grant_type: 'refresh_token', refresh_token };
    isTokenError(await ask('/v1/token', addon, grant), 'invalid_grant');
  });

  it('the sandbox’s own token, which does not expire, can be revoked', async () => {
    const { client_id, client_secret, access_token } = service().foreignCard.addon;
    assert.ok(await works(access_token));
    assert.equal(
      (await askToken(service(), { client_id, client_secret, token: access_token }, {}, '/oauth/revoke'))
        .status,
      200,
    );
    assert.equal(await works(access_token), false);
  });

  it('a public client revokes its own by its id alone', async () => {
    const code = await consent(browser, open, S256);
    const fields = { ...redemption(open, code), client_secret: undefined, code_verifier: verifier };
    const { json } = await askToken(service(), fields);
    assert.equal((await revoke(open, json.refresh_token)).status, 200);
    assert.equal(await works(json.access_token), false);
    isTokenError(await introspect(open, json.access_token), 'invalid_client');
  });

  it('what is not one’s own is refused, what is unknown is as good as revoked', async () => {
    const { access_token, refresh_token } = await tokens();
    for (const token of [access_token, refresh_token]) {
      isTokenError(await revoke(other, token), 'invalid_grant');
      isTokenError(await revoke(open, token), 'invalid_grant');
      assert.deepEqual((await introspect(other, token)).json, { active: false });
    }
    assert.ok(await works(access_token));
    for (const token of ['x', 'ä', '\u0000', 'x'.repeat(10_000), `pb_at_${'A'.repeat(43)}`]) {
      assert.equal((await revoke(addon, token)).status, 200, token.slice(0, 20));
      assert.deepEqual((await introspect(addon, token)).json, { active: false });
    }
    for (const path of ['/oauth/revoke', '/oauth/introspect']) {
      isTokenError(await ask(path, addon, {}), 'invalid_request');
      isTokenError(await ask(path, addon, { token: access_token, client_secret: 'x' }), 'invalid_client');
      isTokenError(await askToken(service(), { token: access_token }, {}, path), 'invalid_client');
      const bearer = { authorization: `Bearer ${access_token}` };
      isTokenError(await askToken(service(), { token: access_token }, bearer, path), 'invalid_client');
    }
    assert.ok(await works(access_token));
  });

  it('introspection tells of one’s own tokens', async () => {
    const { access_token, refresh_token } = await tokens();
    const company_id = Number(service().client.companyId);
    const shared = {
      active: true,
      scope: 'orders:read',
      client_id: addon.client_id,
      username: service().card.admin.email,
      company_id,
      company_id_str: String(company_id),
      iss: service().url,
      iat: Number(service().clock.now() / 1_000_000n),
    };
    const { sub, ...access } = (await introspect(addon, access_token)).json;
    assert.deepEqual(access, { ...shared, token_type: 'Bearer', exp: shared.iat + 3600 });
    assert.match(sub, /^\d+$/);
    const byRefresh = await introspect(addon, refresh_token);
    assert.deepEqual(byRefresh.json, { ...shared, sub });
    assert.equal(byRefresh.headers['cache-control'], 'no-store');
    service().clock.advance(HOUR);
    assert.deepEqual((await introspect(addon, access_token)).json, { active: false });
    const own = await ask('/v1/token', addon, { grant_type: 'client_credentials' });
    const told = (await introspect(addon, own.json.access_token)).json;
    assert.deepEqual([told.active, told.sub, told.username], [true, addon.client_id, undefined]);
  });

  it('the metadata say what there is (RFC 8414)', async () => {
    const answer = await service().client.get('/.well-known/oauth-authorization-server', {
      without: ['authorization', 'accept'],
    });
    assert.equal(answer.status, 200);
    const { json } = answer;
    assert.equal(json.issuer, service().url);
    assert.equal(json.token_endpoint, `${service().url}/v1/token`);
    assert.deepEqual(json.code_challenge_methods_supported, ['S256']);
    assert.equal(json.authorization_response_iss_parameter_supported, true);
    for (const name of ['authorization', 'token', 'revocation', 'introspection']) {
      const { pathname } = new URL(json[`${name}_endpoint`]);
      const asked = await service().client.ask(name === 'authorization' ? 'GET' : 'POST', pathname, {});
      assert.ok([400, 401].includes(asked.status), `${pathname}: ${asked.status}`);
    }
    isError(await service().client.get('/.well-known/oauth-authorization-server/x'), 404, 'not_found');
  });
});

onEachEngine('codes that nobody has used (reference: authentication.33)', (service) => {
  let owner: Screen;
  before(async () => {
    owner = await screenOf(service(), service().card);
  });
  const company = () => service().client.companyId;
  const loyalty = (name = 'Loyalty') =>
    makeAddon(service(), { companyId: service().foreign.companyId, name });
  const codeOf = ({ browser }: Screen, addon: TestAddon, at = company()) =>
    consent(browser, addon, { scope: 'orders:read' }, { company_id: at });
  const grantOf = async (name: string): Promise<Json> =>
    (await read(owner.client, 'grants?limit=5000')).findLast((each: Json) => each.addon.name === name);
  const isVoid = async (addon: TestAddon, code: string) =>
    isTokenError(await askToken(service(), redemption(addon, code)), 'invalid_grant');
  const manager = async (): Promise<Screen & { id: bigint }> => {
    const { id, ...who } = await hirePerson(service(), 'manager');
    return { ...(await openScreen(service(), who, company())), id };
  };

  it('are void when the add-on is disconnected; those of others are not', async () => {
    const addon = await loyalty('Disconnected');
    const other = await loyalty();
    const elsewhere = await screenOf(service(), service().foreignCard);
    const codes = [await codeOf(owner, addon), await codeOf(owner, addon)] as const;
    const ofOther = await codeOf(owner, other);
    const there = await codeOf(elsewhere, addon, service().foreign.companyId);
    await redeem(service(), addon, codes[0]);
    await drop(owner.client, `grants/${(await grantOf('Disconnected')).id_str}`);
    await isVoid(addon, codes[1]);
    assert.equal(await grantOf('Disconnected'), undefined);
    await redeem(service(), other, ofOther);
    await redeem(service(), addon, there);
    await redeem(service(), addon, await codeOf(owner, addon));
  });

  it('are void when who consented is removed, also those that are kept in no list', async () => {
    const addon = await loyalty('Kept');
    const leaver = await manager();
    const used = await redeem(service(), addon, await codeOf(leaver, addon));
    const code = await codeOf(leaver, addon);
    await drop(owner.client, `members/${leaver.id}?keep=grant-${(await grantOf('Kept')).id_str}`);
    await isVoid(addon, code);
    const kept = { grant_type: 'refresh_token', refresh_token: used.refresh_token };
    const { client_id, client_secret } = addon;
    assert.equal((await askToken(service(), { ...kept, client_id, client_secret })).status, 200);
    // It is not theirs again when they are.
    await service().app.storage.write((tx) =>
      setMembership(tx, BigInt(company()), leaver.id, 'manager', service().clock.now()),
    );
    await isVoid(addon, code);
  });

  it('are void when who consented may connect add-ons no more', async () => {
    const addon = await loyalty();
    const person = await manager();
    const code = await codeOf(person, addon);
    await change(owner.client, `members/${person.id}`, { role: 'owner' });
    await redeem(service(), addon, code);
    const next = await codeOf(person, addon);
    await change(owner.client, `members/${person.id}`, { role: 'staff' });
    await change(owner.client, `members/${person.id}`, { role: 'manager' });
    await isVoid(addon, next);
  });

  it('are of no use when they were given beside the removal, or a lower role', async () => {
    const addon = await loyalty();
    const [gone, lower] = [await manager(), await manager()];
    const codes = [await codeOf(gone, addon), await codeOf(lower, addon)] as const;
    await service().app.storage.write(async (tx) => {
      const now = service().clock.now();
      await removeMembership(tx, BigInt(company()), gone.id, now);
      await setMembership(tx, BigInt(company()), lower.id, 'staff', now);
    });
    for (const code of codes) await isVoid(addon, code);
  });

  it('let nothing in that a removal at the same moment does not end', async () => {
    const addon = await loyalty();
    for (let round = 0; round < 4; round++) {
      const leaver = await manager();
      const fields = redemption(addon, await codeOf(leaver, addon));
      const [answer] = await Promise.all([
        askToken(service(), fields),
        owner.client.delete(`members/${leaver.id}`),
      ]);
      const live = await service().app.storage.read(async (tx) =>
        tx.all(sql`select id from grants where company_id = ${BigInt(company())} and user_id = ${leaver.id}
                     and revoked_at is null`),
      );
      assert.deepEqual(live, [], answer.text);
      if (answer.status !== 200) isTokenError(answer, 'invalid_grant');
      else
        refused(await service().as(`Bearer ${answer.json.access_token}`).get('orders'), 401, 'invalid_token');
    }
  });

  it('are void once the address that they went to is not registered', async () => {
    const { id_str, client_id, client_secret } = await make(owner.client, 'addons', {
      name: 'Moved',
      scopes: ['orders:read'],
      redirect_uris: ['https://old.example/back', 'https://new.example/back'],
    });
    const addon = { id: BigInt(id_str), client_id, client_secret };
    const [old, fresh] = ['https://old.example/back', 'https://new.example/back'].map((redirect_uri) => ({
      ...addon,
      redirect_uri,
    }));
    assert.ok(old !== undefined && fresh !== undefined);
    const codes = [await codeOf(owner, old), await codeOf(owner, fresh)] as const;
    await change(owner.client, `addons/${id_str}`, { redirect_uris: [fresh.redirect_uri] });
    await isVoid(old, codes[0]);
    await redeem(service(), fresh, codes[1]);
  });
});

onEachEngine('staff members who signed in through an add-on (reference: authentication.34)', (service) => {
  let owner: Screen;
  before(async () => {
    owner = await screenOf(service(), service().card);
  });
  const at = (card: Card) => String(card.sites[0].registers[0].id);
  /** Connects an add-on and signs a staff member in through it. */
  async function through(addon: TestAddon, screen = owner, card = service().card) {
    const code = await consent(screen.browser, addon, {}, { company_id: screen.client.companyId });
    const given = await redeem(service(), addon, code);
    const app = service().as(`Bearer ${given.access_token}`, screen.client.companyId);
    const { client, session } = await signIn(service(), app, at(card), await hire(screen.client));
    assert.equal((await client.get('orders')).status, 200);
    return { given, app, operator: client, session };
  }
  const foreignAddon = (name = 'Waiter') =>
    makeAddon(service(), { companyId: service().foreign.companyId, name });
  const isOut = async (operator: Client) => refused(await operator.get('orders'), 401, 'invalid_token');
  const revoke = async ({ client_id, client_secret }: TestAddon, token: string) => {
    const answer = await askToken(service(), { client_id, client_secret, token }, {}, '/oauth/revoke');
    assert.equal(answer.status, 200, answer.text);
  };

  it('are signed out when it is disconnected; those of others are not', async () => {
    const addon = await foreignAddon('Leaving');
    const elsewhere = await screenOf(service(), service().foreignCard);
    const [here, other] = [await through(addon), await through(await foreignAddon())];
    const there = await through(addon, elsewhere, service().foreignCard);
    const grants: Json[] = await read(owner.client, 'grants?limit=5000');
    const grant = grants.find((each) => each.addon.name === 'Leaving');
    await drop(owner.client, `grants/${grant.id_str}`);
    await isOut(here.operator);
    refused(
      await here.operator.post('orders', { site_id: service().card.sites[0].id }),
      401,
      'invalid_token',
    );
    for (const { operator } of [other, there]) assert.equal((await operator.get('orders')).status, 200);
  });

  it('are signed out with a refresh token, used up or revoked, and not with an access token', async () => {
    const addon = await foreignAddon();
    const { given, operator } = await through(addon);
    await revoke(addon, given.access_token);
    assert.equal((await operator.get('orders')).status, 200);
    await revoke(addon, given.refresh_token);
    await isOut(operator);
    const code = await consent(owner.browser, addon, {}, { company_id: owner.client.companyId });
    const { access_token } = await redeem(service(), addon, code);
    const app = service().as(`Bearer ${access_token}`);
    const again = await signIn(service(), app, at(service().card), await hire(owner.client));
    isTokenError(await askToken(service(), redemption(addon, code)), 'invalid_grant');
    await isOut(again.client);
  });

  it('are signed out when whoever connected it is removed', async () => {
    const { id, ...who } = await hirePerson(service(), 'manager');
    const leaver = await openScreen(service(), who, owner.client.companyId);
    const { operator } = await through(await foreignAddon(), leaver);
    await drop(owner.client, `members/${id}`);
    await isOut(operator);
  });

  it('are shown at their register no more, wherever the add-on was ended (reference: staff.6)', async () => {
    const elsewhere = await screenOf(service(), service().foreignCard);
    const ending = await foreignAddon('Ending');
    const { client } = service();
    const log = await EventLog.open(client);
    const seated = async () => (await read(client, `registers/${at(service().card)}`)).current_staff_member;
    const addon = await foreignAddon();
    const { given, session } = await through(addon);
    assert.equal(await seated(), session.staff_member.id);
    await log.take();
    await revoke(addon, given.refresh_token);
    assert.equal(await seated(), null);
    const events = (await log.take()).filter(({ topic }) => topic === 'registers/updated');
    assert.deepEqual(
      events.map(({ changed, previous }) => [changed, previous.current_staff_member]),
      [[['current_staff_member'], session.staff_member.id]],
    );
    const last = await through(ending);
    assert.equal(await seated(), last.session.staff_member.id);
    await drop(elsewhere.client, `addons/${ending.id}`);
    await isOut(last.operator);
    assert.equal(await seated(), null);
    // Somebody else who signed in behind them stays.
    const gone = await foreignAddon();
    const before = await through(gone);
    const other = await through(await foreignAddon());
    await revoke(gone, before.given.refresh_token);
    assert.equal(await seated(), other.session.staff_member.id);
  });

  it('stay with an add-on of the company itself, which needs no connection', async () => {
    const basic = Buffer.from(`${service().card.addon.client_id}:${service().card.addon.client_secret}`);
    const app = service().as(`Basic ${basic.toString('base64')}`, service().client.companyId);
    const { client } = await signIn(service(), app, at(service().card), await hire(owner.client));
    const own = await makeAddon(service(), { name: 'Own' });
    await revoke(own, (await through(own)).given.refresh_token);
    service().clock.advance(SECOND);
    assert.equal((await client.get('orders')).status, 200);
  });

  it('get nowhere with a session begun while the token was still believed elsewhere', async () => {
    const addon = await foreignAddon();
    const { given, operator, session } = await through(addon);
    await revoke(addon, given.refresh_token);
    await service().app.storage.write(async (tx) =>
      tx.run(sql`update operator_sessions set revoked_at = null
                   where company_id = ${BigInt(owner.client.companyId)} and id = ${BigInt(session.id_str)}`),
    );
    service().clock.advance(SECOND);
    await isOut(operator);
  });
});

onEachEngine(
  'behind a public address (reference: authentication.13)',
  (service) => {
    it('issuer, addresses and pages lie below BASE_URL', async () => {
      const base = 'https://pos.example.com/shop';
      const { json } = await service().client.get('/.well-known/oauth-authorization-server/shop');
      assert.equal(json.issuer, base);
      assert.equal(json.authorization_endpoint, `${base}/oauth/authorize`);
      const addon = await makeAddon(service());
      const browser = new Browser(service());
      const page = await browser.get('/signin?next=%2Faccount');
      assert.match(page.text, /action="\/shop\/signin"/);
      const { admin } = service().card;
      const fields = { email: admin.email, password: admin.password, next: '/account' };
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? [];
      const headers = { origin: 'https://pos.example.com' };
      const answer = await browser.post('/signin', { ...fields, csrf }, { headers });
      assert.equal(answer.headers.location, '/shop/account');
      const question = await browser.get(
        `/oauth/authorize?response_type=x&client_id=${addon.client_id}&redirect_uri=${addon.redirect_uri}`,
      );
      assert.equal(new URL(question.headers.location ?? '').searchParams.get('iss'), base);
    });
  },
  { BASE_URL: 'https://pos.example.com/shop' },
);
