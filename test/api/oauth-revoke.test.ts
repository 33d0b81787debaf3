import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { HOUR, MINUTE } from '#src/kernel/time.ts';
import { type Answer, onEachEngine } from '#test/harness/service.ts';
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
