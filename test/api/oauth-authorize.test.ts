import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { insertUser, setMembership } from '#src/people/store.ts';
import type { Role } from '#src/people/types.ts';
import { raw } from '#src/storage/sql.ts';
import { type Answer, onEachEngine, type Service } from '#test/harness/service.ts';
import {
  answeredTo,
  askToken,
  authorizePath,
  Browser,
  consent,
  formOf,
  makeAddon,
  pkce,
  redeem,
  redemption,
  setCookies,
  type TestAddon,
} from './browser.ts';
import { everythingOf } from './helpers.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

const { challenge } = pkce();
const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };

/** No redirect while the client or the address is not verified (RFC 6749 4.1.2.1, RFC 9700 4.11). */
const PAGES: readonly [what: string, parameters: Parameters | string][] = [
  ['no client_id', { client_id: undefined }],
  ['an empty client_id', { client_id: '' }],
  ['an unknown client_id', { client_id: 'pb_ci_nobody' }],
  ['a client_id with a NUL', { client_id: 'pb_ci_\u0000' }],
  ['a client_id of another script', { client_id: 'ä' }],
  ['a client_id that is markup', { client_id: '<script>alert(1)</script>' }],
  ['a client_id that is SQL', { client_id: "' or 1=1 --" }],
  ['a very long client_id', { client_id: 'x'.repeat(3_000) }],
  ['no redirect_uri', { redirect_uri: undefined }],
  ['an empty redirect_uri', { redirect_uri: '' }],
  ['another host', { redirect_uri: 'https://evil.example/callback' }],
  ['another path', { redirect_uri: 'https://addon.example/other' }],
  ['a longer path', { redirect_uri: 'https://addon.example/callback/more' }],
  ['a trailing slash', { redirect_uri: 'https://addon.example/callback/' }],
  ['a path that climbs', { redirect_uri: 'https://addon.example/callback/../callback' }],
  ['an added query', { redirect_uri: 'https://addon.example/callback?a=1' }],
  ['an added fragment', { redirect_uri: 'https://addon.example/callback#a' }],
  ['a port', { redirect_uri: 'https://addon.example:444/callback' }],
  ['the default port', { redirect_uri: 'https://addon.example:443/callback' }],
  ['plain http', { redirect_uri: 'http://addon.example/callback' }],
  ['a capital letter', { redirect_uri: 'https://Addon.example/callback' }],
  ['credentials', { redirect_uri: 'https://addon.example@evil.example/callback' }],
  ['a subdomain', { redirect_uri: 'https://x.addon.example/callback' }],
  ['a longer domain', { redirect_uri: 'https://addon.example.evil.example/callback' }],
  ['a backslash', { redirect_uri: 'https://addon.example\\@evil.example/callback' }],
  ['a line break', { redirect_uri: 'https://addon.example/callback\r\nx: y' }],
  ['an encoded letter', { redirect_uri: 'https://addon.example/%63allback' }],
  ['white space before it', { redirect_uri: ' https://addon.example/callback' }],
  ['a scheme-relative address', { redirect_uri: '//addon.example/callback' }],
  ['a relative address', { redirect_uri: '/callback' }],
  ['javascript:', { redirect_uri: 'javascript:alert(1)' }],
  ['data:', { redirect_uri: 'data:text/html,x' }],
  ['two client_ids', '&client_id=pb_ci_other'],
  ['two redirect_uris', '&redirect_uri=https://evil.example/'],
  ['twice the same redirect_uri', '&redirect_uri=https://addon.example/callback'],
  ['a request of 5,000 characters', { state: 'x'.repeat(5_000) }],
];

/** Refusals that the add-on gets as a redirect (RFC 6749 4.1.2.1, RFC 7636 4.4.1). */
const REDIRECTS: readonly [what: string, parameters: Parameters | string, error: string][] = [
  ['no response_type', { response_type: undefined }, 'invalid_request'],
  ['an empty response_type', { response_type: '' }, 'invalid_request'],
  ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ['a hybrid', { response_type: 'code token' }, 'unsupported_response_type'],
  ['an id token', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['a capital response_type', { response_type: 'CODE' }, 'unsupported_response_type'],
  ['a property of objects', { response_type: 'toString' }, 'unsupported_response_type'],
  ['two response_types', '&response_type=token', 'invalid_request'],
  ['two scopes', '&scope=orders:read&scope=webhooks', 'invalid_request'],
  ['two states', '&state=abc', 'invalid_request'],
  ['two of what nobody knows', '&a=1&a=2', 'invalid_request'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ['one unknown scope among known ones', { scope: 'orders:read everything' }, 'invalid_scope'],
  ['scopes with commas', { scope: 'orders:read,products:read' }, 'invalid_scope'],
  ['a scope with a quote', { scope: '"' }, 'invalid_scope'],
  ['a scope it is not registered for', { scope: 'customers:write' }, 'invalid_scope'],
  ['PKCE with plain', { code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
  ['PKCE without a method', { code_challenge: challenge }, 'invalid_request'],
  ['PKCE with a small s', { code_challenge: challenge, code_challenge_method: 's256' }, 'invalid_request'],
  ['PKCE with another hash', { code_challenge: challenge, code_challenge_method: 'S512' }, 'invalid_request'],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['a short challenge', { ...S256, code_challenge: challenge.slice(1) }, 'invalid_request'],
  ['a long challenge', { ...S256, code_challenge: `${challenge}A` }, 'invalid_request'],
  ['a padded challenge', { ...S256, code_challenge: `${challenge.slice(1)}=` }, 'invalid_request'],
  ['two challenges', `&code_challenge=${challenge}&code_challenge=${challenge}`, 'invalid_request'],
  ['a request object', { request: 'eyJ' }, 'request_not_supported'],
  ['a request address', { request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
  ['the answer in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['the answer in a form', { response_mode: 'form_post' }, 'invalid_request'],
];

function pathOf(addon: TestAddon, parameters: Parameters | string): string {
  return typeof parameters === 'string'
    ? authorizePath(addon) + parameters
    : authorizePath(addon, parameters);
}

/** The headers that every page has, also one that refuses. */
function isGuarded(answer: Answer): void {
  const { headers } = answer;
  const policy = headers['content-security-policy'] ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /base-uri 'none'/);
  assert.doesNotMatch(policy, /unsafe|script-src/);
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'same-origin');
  assert.doesNotMatch(answer.text, /<script|javascript:|\son\w+=/i);
}

/** A person with a role in a company, who can sign in with the password `correct horse`. */
async function makePerson(
  service: Service,
  email: string,
  roles: Readonly<Record<string, Role>>,
): Promise<void> {
  const hash = await service.passwords.hash('correct horse');
  await service.app.storage.write(async (tx) => {
    const [id = 0n] = await tx.ids('user', 1);
    await insertUser(tx, { id, email, name: email, password_hash: hash }, service.clock.now());
    for (const [company, role] of Object.entries(roles)) {
      await setMembership(tx, BigInt(company), id, role, service.clock.now());
    }
  });
}

onEachEngine('the authorization endpoint (RFC 6749, 7636, 9207, 9700)', (service) => {
  let addon: TestAddon;
  let narrow: TestAddon;
  let open: TestAddon;
  let browser: Browser;
  before(async () => {
    addon = await makeAddon(service());
    narrow = await makeAddon(service(), { scopes: ['orders:read', 'products:write'] });
    open = await makeAddon(service(), { isPublic: true });
    browser = new Browser(service());
    assert.equal((await browser.signIn()).status, 303);
  });

  for (const [what, parameters] of PAGES) {
    it(`shows a page and redirects nobody for ${what}`, async () => {
      for (const who of [browser, new Browser(service())]) {
        const answer = await who.get(pathOf(addon, parameters));
        assert.equal(answer.status, 400, answer.text);
        assert.equal(answer.headers.location, undefined);
        assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
        assert.doesNotMatch(answer.text, /evil\.example|alert\(1\)/);
        isGuarded(answer);
      }
    });
  }

  for (const [what, parameters, error] of REDIRECTS) {
    it(`tells the add-on ${error} for ${what}`, async () => {
      for (const who of [browser, new Browser(service())]) {
        const query = answeredTo(await who.get(pathOf(narrow, parameters)), narrow.redirect_uri);
        assert.equal(query.get('error'), error);
        assert.match(query.get('error_description') ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
        assert.equal(query.get('iss'), service().url);
        assert.equal(query.get('state'), what === 'two states' ? null : 'xyz');
        assert.equal(query.get('code'), null);
      }
    });
  }

  it('demands PKCE of public clients', async () => {
    const query = answeredTo(await browser.get(authorizePath(open)), open.redirect_uri);
    assert.equal(query.get('error'), 'invalid_request');
    assert.match(query.get('error_description') ?? '', /code_challenge/);
    assert.equal((await browser.get(authorizePath(open, S256))).status, 200);
  });

  it('keeps the query of a registered address, and answers with state as it came', async () => {
    const own = await makeAddon(service(), { redirect_uris: ['https://addon.example/cb?shop=1&a=%20b'] });
    const state = 'a b&c=d%20"<>ä\u2028+/';
    const page = await browser.get(authorizePath(own, { state }));
    const answer = await browser.submit(page, { decision: 'allow', company_id: service().client.companyId });
    const query = answeredTo(answer, own.redirect_uri);
    assert.equal(query.get('state'), state);
    assert.equal(query.get('shop'), '1');
    assert.equal(query.get('a'), ' b');
    const without = await browser.get(authorizePath(own, { state: undefined, response_type: 'x' }));
    assert.equal(answeredTo(without, own.redirect_uri).has('state'), false);
  });

  it('answers to apps and to loopback addresses', async () => {
    for (const redirect of ['com.example.till:/done', 'http://127.0.0.1:49152/cb', 'http://[::1]/cb']) {
      const own = await makeAddon(service(), { isPublic: true, redirect_uris: [redirect] });
      const page = await browser.get(authorizePath(own, S256));
      const target = redirect.startsWith('com.') ? 'com.example.till:' : new URL(redirect).origin;
      assert.ok(page.headers['content-security-policy']?.includes(`form-action 'self' ${target};`));
      const answer = await browser.submit(page, { decision: 'deny' });
      assert.equal(answeredTo(answer, redirect).get('error'), 'access_denied');
    }
  });

  it('has the same page at /authorize', async () => {
    const page = await browser.get(authorizePath(addon, {}, '/authorize'));
    assert.equal(page.status, 200);
    assert.equal(formOf(page).action, '/oauth/consent');
  });

  it('takes what is not allowed for a no', async () => {
    const rows = await everythingOf(service(), service().client.companyId);
    for (const fields of [{}, { decision: 'deny' }, { decision: 'ALLOW' }, { decision: '' }]) {
      const page = await browser.get(authorizePath(addon));
      const answer = await browser.submit(page, { ...fields, company_id: service().client.companyId });
      const query = answeredTo(answer, addon.redirect_uri);
      assert.equal(query.get('error'), 'access_denied');
      assert.equal(query.get('state'), 'xyz');
      assert.equal(query.get('iss'), service().url);
    }
    assert.equal(await everythingOf(service(), service().client.companyId), rows);
  });

  it('shows scopes in words, the maker and where it leads, every text escaped', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'&`;
    const own = await makeAddon(service(), {
      name: hostile,
      scopes: ['orders:read', 'webhooks'],
      companyId: service().foreign.companyId,
    });
    const page = await browser.get(authorizePath(own, { state: hostile }));
    assert.equal(page.status, 200);
    isGuarded({ ...page, text: page.text.replaceAll('onerror=', '') });
    assert.doesNotMatch(page.text, /<img/);
    assert.ok(page.text.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;'));
    assert.match(page.text, /See orders with their lines, payments and customers/);
    assert.match(page.text, /Receive events: orders/);
    assert.doesNotMatch(page.text, /orders:read<|See customers/);
    assert.match(page.text, /made by Foreign/);
    assert.match(page.text, /https:\/\/addon\.example\/callback/);
  });

  describe('the company that is chosen', () => {
    it('is what the token belongs to, also with an add-on of another company', async () => {
      const theirs = await makeAddon(service(), { companyId: service().foreign.companyId });
      const code = await consent(browser, theirs);
      const { access_token } = await redeem(service(), theirs, code);
      const client = service().as(`Bearer ${access_token}`);
      assert.equal(String((await client.get('/v1/companies/me')).json.id), service().client.companyId);
      assert.equal((await client.get(`/v1/companies/${service().foreign.companyId}`)).status, 404);
    });

    it('is one of several, and only one where the person may connect add-ons', async () => {
      const third = await service().newCompany('Third');
      const own = service().client.companyId;
      const roles: Record<string, Role> = {
        [own]: 'manager',
        [service().foreign.companyId]: 'staff',
        [third.client.companyId]: 'owner',
      };
      await makePerson(service(), 'several@example.com', roles);
      const several = new Browser(service());
      assert.equal((await several.signIn('several@example.com', 'correct horse')).status, 303);
      const page = await several.get(authorizePath(addon));
      const offered = [...page.text.matchAll(/name="company_id" value="(\d+)"/g)].map(([, id]) => id);
      assert.deepEqual(offered, [own, third.client.companyId]);
      assert.doesNotMatch(page.text, /required checked/);
      for (const company of offered) {
        const code = await consent(several, addon, {}, { company_id: company ?? '' });
        const { access_token } = await redeem(service(), addon, code);
        const shown = await service().as(`Bearer ${access_token}`).get('/v1/companies/me');
        assert.equal(String(shown.json.id), company);
      }
      for (const company_id of [service().foreign.companyId, '', '0', 'x', '999999', `${own} `]) {
        const answer = await several.submit(await several.get(authorizePath(addon)), {
          decision: 'allow',
          company_id,
        });
        assert.equal(answer.status, 403, `${company_id}: ${answer.text}`);
        assert.equal(answer.headers.location, undefined);
      }
    });

    it('cannot be any for the role staff', async () => {
      await makePerson(service(), 'till@example.com', { [service().client.companyId]: 'staff' });
      const staff = new Browser(service());
      await staff.signIn('till@example.com', 'correct horse');
      const page = await staff.get(authorizePath(addon));
      assert.match(page.text, /no company that you may connect/);
      assert.doesNotMatch(page.text, /value="allow"/);
      const company_id = service().client.companyId;
      assert.equal((await staff.submit(page, { decision: 'allow', company_id })).status, 403);
      const denied = await staff.submit(page, { decision: 'deny' });
      assert.equal(answeredTo(denied, addon.redirect_uri).get('error'), 'access_denied');
    });
  });

  describe('the consent form', () => {
    const allow = () => ({ decision: 'allow', company_id: service().client.companyId });

    it('is taken from our own page alone, with the token of the session it was shown to', async () => {
      const page = await browser.get(authorizePath(addon));
      const { hidden } = formOf(page);
      const other = new Browser(service());
      await other.signIn();
      const theirs = formOf(await other.get(authorizePath(addon))).hidden.csrf ?? '';
      const signout = formOf(await browser.get('/signout')).hidden.csrf ?? '';
      const forged: [Record<string, string>, Record<string, string>][] = [
        [{ csrf: '' }, {}],
        [{ csrf: 'x' }, {}],
        [{ csrf: theirs }, {}],
        [{ csrf: signout }, {}],
        [{}, { origin: 'https://evil.example' }],
        [{}, { origin: 'null' }],
        [{}, { origin: service().url.replace('https', 'http') }],
        [{}, { origin: `${service().url}.evil.example` }],
        [{}, { 'sec-fetch-site': 'cross-site' }],
        [{}, { 'sec-fetch-site': 'same-site' }],
        [{}, { 'sec-fetch-site': 'none' }],
      ];
      for (const [fields, headers] of forged) {
        const answer = await browser.post(
          '/oauth/consent',
          { ...hidden, ...allow(), ...fields },
          { headers },
        );
        assert.equal(answer.status, 403, JSON.stringify([fields, headers]));
        assert.equal(answer.headers.location, undefined);
        isGuarded(answer);
      }
      // An old browser sends neither header; the token is enough.
      const plain = await browser.ask('POST', '/oauth/consent', {
        raw: new URLSearchParams({ ...hidden, ...allow() }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        without: ['authorization'],
      });
      assert.match(answeredTo(plain, addon.redirect_uri).get('code') ?? '', /^pb_ac_/);
    });

    it('cannot be made to say more than the add-on may ask', async () => {
      const page = await browser.get(authorizePath(narrow));
      const { hidden } = formOf(page);
      const send = (more: Parameters) =>
        browser.post('/oauth/consent', {
          ...hidden,
          ...allow(),
          request: authorizePath(narrow, more).split('?')[1] ?? '',
        });
      const wider = await send({ scope: 'customers:write' });
      assert.equal(answeredTo(wider, narrow.redirect_uri).get('error'), 'invalid_scope');
      const elsewhere = await send({ redirect_uri: 'https://evil.example/' });
      assert.equal(elsewhere.status, 400);
      assert.equal(elsewhere.headers.location, undefined);
      assert.equal((await browser.post('/oauth/consent', { ...hidden, request: '' })).status, 400);
    });

    it('leads back to the sign-in when the session has ended meanwhile', async () => {
      const own = new Browser(service());
      await own.signIn();
      const page = await own.get(authorizePath(addon));
      own.cookies.clear();
      const answer = await own.submit(page, allow());
      assert.equal(answer.status, 303);
      assert.match(answer.headers.location ?? '', /^\/signin\?next=%2Foauth%2Fauthorize%3F/);
    });
  });

  it('never answers without a person: no session is no code', async () => {
    for (const cookie of [
      '',
      '__Host-passbell_session=x',
      `__Host-passbell_session=pb_se_${'A'.repeat(43)}`,
    ]) {
      const stranger = new Browser(service());
      if (cookie !== '') stranger.headers = { cookie };
      const answer = await stranger.get(authorizePath(addon, { prompt: 'none' }));
      assert.equal(answer.status, 303);
      assert.match(answer.headers.location ?? '', /^\/signin\?next=/);
      assert.deepEqual(setCookies(answer), []);
    }
  });

  it('gives codes that live two minutes', async () => {
    const code = await consent(browser, addon);
    service().clock.advance(2n * MINUTE - 1n);
    await redeem(service(), addon, code);
    const late = await consent(browser, addon);
    service().clock.advance(2n * MINUTE);
    const answer = await askToken(service(), redemption(addon, late));
    assert.equal(answer.status, 400);
    assert.equal(answer.json.error, 'invalid_grant');
  });

  it('tells nothing of a failure on our side, and redirects nobody', async () => {
    const page = await browser.get(authorizePath(addon));
    const rename = (from: string, to: string) =>
      service().app.storage.write(async (tx) => {
        await tx.run(raw(`alter table ${from} rename to ${to}`));
      });
    await rename('authorization_codes', 'gone');
    const allow = { decision: 'allow', company_id: service().client.companyId };
    const answer = await browser.submit(page, allow);
    await rename('gone', 'authorization_codes');
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.location, undefined);
    assert.doesNotMatch(answer.text, /authorization_codes|insert|SQL/i);
    isGuarded(answer);
    assert.equal((await browser.submit(page, allow)).status, 303);
  });

  it('takes no other method', async () => {
    for (const [method, path] of [
      ['POST', '/oauth/authorize'],
      ['DELETE', '/oauth/authorize'],
      ['GET', '/oauth/consent'],
      ['GET', '/v1/token'],
      ['GET', '/oauth/revoke'],
    ] as const) {
      const answer = await browser.ask(method, path, { without: ['authorization'] });
      assert.equal(answer.status, 405, `${method} ${path}`);
    }
  });
});
