import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { askedFor, SCOPES, type Scope } from '#src/edge/scopes.ts';
import { hashSecret } from '#src/edge/secrets.ts';
import { HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { ROUTES } from '#src/routes.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { makeAddon, type TestAddon } from './browser.ts';
import { isError, makeOrder } from './edge-helpers.ts';
import { everythingOf, secondAddon } from './helpers.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The names of the token endpoint (reference: conventions.54). */
const TOKEN_PATHS = ['/v1/token', '/oauth/token', '/v1/oauth/token'];

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Asks for a token: with a form when the parameters are text, else with JSON. */
function token(
  service: Service,
  parameters: string | Json,
  headers: Record<string, string> = {},
  path = '/v1/token',
) {
  const isForm = typeof parameters === 'string';
  const body = isForm ? { raw: parameters } : { body: parameters };
  return service.client.ask('POST', path, {
    ...body,
    headers: { 'content-type': isForm ? FORM : 'application/json', ...headers },
    without: [...(headers.authorization === undefined ? ['authorization'] : []), 'accept'],
  });
}

function isTokenError(answer: Answer, status: number, error: string): void {
  isError(answer, status, error);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.json.access_token, undefined);
}

onEachEngine('tokens (reference: authentication.2)', (service) => {
  let id: string;
  let secret: string;
  const credentials = () => ({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const form = (more: Record<string, string> = {}) =>
    new URLSearchParams({ ...credentials(), ...more }).toString();
  before(() => {
    ({ client_id: id, client_secret: secret } = service().card.addon);
  });

  describe('by client_credentials', () => {
    it('are given for a form, for JSON and for Basic, at each address', async () => {
      const grant = 'grant_type=client_credentials';
      const ways: [string | Json, Record<string, string>?][] = [
        [form()],
        [credentials()],
        [grant, { authorization: basic(id, secret) }],
        [{ grant_type: 'client_credentials' }, { authorization: basic(id, secret) }],
        [form(), { 'content-type': `${FORM}; charset=UTF-8` }],
        [`${form()}&scope=&state=x`],
        [{ ...credentials(), scope: null }],
      ];
      const seen = new Set<string>();
      for (const path of TOKEN_PATHS.flatMap((each) => [each, `${each}.json`])) {
        for (const [parameters, headers] of ways) {
          const answer = await token(service(), parameters, headers, path);
          assert.equal(answer.status, 200, answer.text);
          assert.deepEqual(Object.keys(answer.json), [
            ...['access_token', 'token_type', 'expires_in', 'scope', 'company_id', 'company_id_str'],
          ]);
          assert.equal(answer.json.company_id_str, service().client.companyId);
          assert.equal(String(answer.json.company_id), answer.json.company_id_str);
          assert.match(answer.json.access_token, /^pb_at_[\w-]{43}$/);
          assert.equal(answer.json.token_type, 'Bearer');
          assert.equal(answer.json.expires_in, 3600);
          assert.deepEqual(answer.json.scope.split(' ').sort(), [...SCOPES].sort());
          assert.equal(answer.headers['cache-control'], 'no-store');
          assert.equal(answer.headers.pragma, 'no-cache');
          seen.add(answer.json.access_token);
        }
      }
      assert.equal(seen.size, 42, 'every token is its own');
      for (const each of seen) {
        assert.equal((await service().as(`Bearer ${each}`).get('nowhere')).status, 404);
        assert.equal((await service().as(`Bearer ${each}`).get('orders?limit=1')).status, 200);
      }
    });

    it('hold the scopes asked for, and what those include', async () => {
      const asked = await token(service(), form({ scope: 'orders:write  products:read orders:write' }));
      assert.equal(asked.json.scope, 'orders:write products:read');
      const client = service().as(`Bearer ${asked.json.access_token}`);
      assert.equal((await client.get('orders?limit=1')).status, 200, 'write includes read');
      assert.equal((await client.get('products?limit=1')).status, 200);
      assert.equal((await client.post('orders', { site_id: service().card.sites[0].id })).status, 201);
      isError(await client.post('products', { name: 'P', unit_price: 1 }), 403, 'insufficient_scope');
      isError(await client.get('customers'), 403, 'insufficient_scope');
    });

    it('never hold more than the add-on is registered for', async () => {
      const unknown = [
        'everything',
        'orders:delete',
        'orders:read everything',
        'ORDERS:READ',
        '*',
        '__proto__',
        '"',
      ];
      for (const scope of [...unknown, 'orders:read,products:read']) {
        isTokenError(await token(service(), form({ scope })), 400, 'invalid_scope');
      }
      for (const scope of [['orders:read'], { a: 1 }, 7, true]) {
        isTokenError(await token(service(), { ...credentials(), scope }), 400, 'invalid_request');
      }
      const client_id = 'pb_ci_narrow';
      const company = BigInt(service().client.companyId);
      await service().app.storage.write(async (tx) => {
        await tx.run(
          sql`insert into addons (company_id, id, name, client_id, secret_hash, scopes, redirect_uris, signing_secret,
              created_at) values (${company}, 777, 'Narrow', ${client_id}, ${hashSecret('s')}, '["orders:write"]', '[]',
              '', 0)`,
        );
      });
      const narrow = (scope: string) =>
        token(service(), { ...credentials(), client_id, client_secret: 's', scope });
      assert.equal((await narrow('')).json.scope, 'orders:write');
      assert.equal((await narrow('orders:read')).json.scope, 'orders:read', 'a part of it may be asked for');
      isTokenError(await narrow('orders:write webhooks'), 400, 'invalid_scope');
      const own = service().as(basic(client_id, 's'));
      assert.equal((await own.get('orders?limit=1')).status, 200);
      isError(await own.get('products'), 403, 'insufficient_scope');
    });

    it('are given whatever else is sent that nobody knows (RFC 6749 3.2)', async () => {
      const unknown = {
        foo: 1,
        resource: ['a', 'b'],
        audience: { a: 1 },
        username: 'x',
        state: true,
      };
      const given = await token(service(), { ...credentials(), ...unknown });
      assert.equal(given.status, 200, given.text);
      assert.equal((await token(service(), form({ foo: '1', '': 'x' }))).status, 200);
      for (const name of ['grant_type', 'client_id', 'client_secret', 'scope', 'code', 'refresh_token'])
        isTokenError(await token(service(), { ...credentials(), [name]: 1 }), 400, 'invalid_request');
    });

    it('are refused to whoever is not the add-on', async () => {
      const wrong: [string, string][] = [
        [id, 'pb_cs_guess'],
        [id, secret.slice(0, -1)],
        [id, `${secret}x`],
        [id, secret.toUpperCase()],
        ['nobody', secret],
        [`${id} `, secret],
        [secret, id],
      ];
      for (const [client_id, client_secret] of wrong) {
        const grant = { grant_type: 'client_credentials' };
        const inBody = await token(service(), { ...grant, client_id, client_secret });
        isTokenError(inBody, 401, 'invalid_client');
        assert.equal(inBody.headers['www-authenticate'], undefined);
        const inHeader = await token(service(), grant, { authorization: basic(client_id, client_secret) });
        isTokenError(inHeader, 401, 'invalid_client');
        assert.match(inHeader.headers['www-authenticate'] ?? '', /^Basic realm=/);
        assert.doesNotMatch(inBody.text + inHeader.text, new RegExp(client_secret));
      }
      for (const parameters of [
        { grant_type: 'client_credentials' },
        { ...credentials(), client_secret: '' },
      ]) {
        isTokenError(await token(service(), parameters), 401, 'invalid_client');
      }
    });

    it('are refused for what is no such request', async () => {
      const bad: [string | Json, string][] = [
        [form({ grant_type: 'password' }), 'unsupported_grant_type'],
        [form({ grant_type: 'implicit' }), 'unsupported_grant_type'],
        [form({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }), 'unsupported_grant_type'],
        [form({ grant_type: 'toString' }), 'unsupported_grant_type'],
        [form({ grant_type: '' }), 'invalid_request'],
        [{ client_id: id, client_secret: secret }, 'invalid_request'],
        [{ ...credentials(), client_id: 7 }, 'invalid_request'],
        [{ ...credentials(), client_secret: [secret] }, 'invalid_request'],
        [`${form()}&scope=orders:read&scope=webhooks`, 'invalid_request'],
        [`${form()}&client_id=${id}`, 'invalid_request'],
        [form({ client_id: '\u0000' }), 'invalid_request'],
        [form({ client_secret: 'ä' }), 'invalid_request'],
        [[], 'invalid_request'],
        ['', 'invalid_request'],
      ];
      for (const [parameters, error] of bad) {
        const answer = await token(service(), parameters);
        assert.ok([400, 401].includes(answer.status), answer.text);
        if (answer.json.error !== 'invalid_client') isTokenError(answer, 400, error);
        else assert.equal(parameters, '', answer.text);
      }
      const raw = [
        ['application/json', '{'],
        ['application/json', '{"grant_type":"a","grant_type":"b"}'],
        ['text/plain', form()],
        ['application/json', form()],
      ];
      for (const [type = '', text = ''] of raw) {
        isTokenError(await token(service(), text, { 'content-type': type }), 400, 'invalid_request');
      }
      const untyped = await service().client.ask('POST', '/v1/token', {
        raw: form(),
        without: ['content-type'],
      });
      isError(untyped, 400, 'invalid_request');
      const inQuery = await service().client.ask('POST', `/v1/token?${form()}`, {
        headers: { 'content-type': FORM },
      });
      assert.ok(inQuery.status >= 400, 'a secret in an address ends up in logs');
    });

    it('live for an hour by the clock', async () => {
      const { clock } = service();
      const { json } = await token(service(), form());
      const client = service().as(`Bearer ${json.access_token}`);
      assert.equal((await client.get('orders?limit=1')).status, 200);
      clock.advance(HOUR - 1n);
      assert.equal((await client.get('orders?limit=1')).status, 200);
      clock.advance(1n);
      const late = await client.get('orders?limit=1');
      isError(late, 401, 'invalid_token');
      assert.match(late.json.error_description, /expired/);
      assert.equal(
        (await service().client.get('orders?limit=1')).status,
        200,
        'the sandbox’s own does not expire',
      );
    });

    it('are stored as hashes only', async () => {
      const { json } = await token(service(), form());
      const rows = await everythingOf(service(), service().client.companyId);
      assert.ok(rows.includes(hashSecret(json.access_token)));
      assert.ok(rows.includes(hashSecret(secret)));
      for (const plain of [json.access_token, secret, service().card.addon.signing_secret]) {
        assert.ok(!rows.includes(plain) && !rows.includes(plain.slice(6)));
      }
    });
  });

  it('are refused within a second of being revoked', async () => {
    const { clock, app } = service();
    const { json } = await token(service(), form());
    const client = service().as(`Bearer ${json.access_token}`);
    assert.equal((await client.get('orders?limit=1')).status, 200);
    await app.storage.write(async (tx) => {
      const hash = hashSecret(json.access_token);
      await tx.run(sql`update access_tokens set revoked_at = ${clock.now()} where token_hash = ${hash}`);
    });
    clock.advance(SECOND);
    const refused = await client.get('orders?limit=1');
    isError(refused, 401, 'invalid_token');
    assert.match(refused.json.error_description, /revoked/);
  });
});

onEachEngine('who is calling (reference: authentication.1, authentication.2)', (service) => {
  it('is told by Basic too, which reaches the own company alone', async () => {
    const { card, client, foreign, foreignCard } = service();
    const own = service().as(basic(card.addon.client_id, card.addon.client_secret));
    const order = await makeOrder(service());
    for (const company of ['me', client.companyId]) {
      assert.equal((await own.get(`/v1/companies/${company}/orders/${order.id}`)).json.id, order.id);
    }
    assert.equal((await own.post('orders', { site_id: card.sites[0].id })).status, 201);
    isError(await own.get(`/v1/companies/${foreign.companyId}/orders`), 404, 'not_found');
    const other = service().as(basic(foreignCard.addon.client_id, foreignCard.addon.client_secret));
    isError(await other.get(`orders/${order.id}`), 404, 'not_found');
    for (const [name, secret] of [
      [card.addon.client_id, foreignCard.addon.client_secret],
      [card.addon.client_id, ''],
      ['', card.addon.client_secret],
      [card.addon.client_id, card.addon.access_token],
    ]) {
      isError(await service().as(basic(name, secret)).get('orders'), 401, 'invalid_token');
    }
  });

  it('has to be told: 401 with WWW-Authenticate', async () => {
    const { client, card } = service();
    const { access_token, client_id, client_secret } = card.addon;
    const garbled = [
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${access_token}x`,
      `Bearer ${access_token.slice(0, -1)}`,
      `Bearer ${access_token.toUpperCase()}`,
      `Bearer ${access_token} x`,
      `Bearer ${access_token}, Bearer ${access_token}`,
      `Bearer "${access_token}"`,
      `Token ${access_token}`,
      access_token,
      `Bearer ${hashSecret(access_token)}`,
      'Basic',
      'Basic x',
      `Basic ${client_id}:${client_secret}`,
      basic(`${client_id}\u0000`, client_secret),
      basic('\u0000', '\u0000'),
      basic('ä', 'ö'),
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`,
      'Digest username="x"',
      `Bearer ${'x'.repeat(5_000)}`,
      "Bearer ' or 1=1 --",
      '',
      ' ',
    ];
    for (const authorization of garbled) {
      const answer = await client.get('orders', { headers: { authorization } });
      isError(answer, 401, 'invalid_token');
      assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer realm="passbell"/, authorization);
      const echoed = authorization.replace(/^\w+ ?/, '');
      assert.ok(echoed.length < 8 || !answer.text.includes(echoed), 'what was sent is not repeated');
    }
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const path = method === 'POST' || method === 'GET' ? 'orders' : 'orders/1';
      const answer = await client.ask(method, path, { without: ['authorization'], body: {} });
      isError(answer, 401, 'invalid_token');
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="passbell", Basic realm="passbell"');
    }
    const query = await client.get(`orders?access_token=${access_token}`, { without: ['authorization'] });
    isError(query, 401, 'invalid_token');
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      const headers = { authorization: `${scheme} ${access_token}` };
      assert.equal((await client.get('orders?limit=1', { headers })).status, 200, scheme);
    }
  });

  it('is told by Basic how to come by Basic; by a token, which screens have, no browser is made to ask for a password', async () => {
    const { card } = service();
    const wrong = await service().as(basic(card.addon.client_id, 'x')).get('orders');
    const told = wrong.headers['www-authenticate'] ?? '';
    assert.match(told, /^Bearer realm="passbell", error="invalid_token", .*", Basic realm="passbell"$/);
    const stale = await service().as('Bearer pb_at_x').get('orders');
    assert.doesNotMatch(stale.headers['www-authenticate'] ?? '', /Basic/);
  });

  it('is guessed no more often by Basic than at the token endpoint, both together (reference: authentication.19)', async () => {
    const { clock } = service();
    const [own, other, late] = [
      await makeAddon(service()),
      await makeAddon(service()),
      await makeAddon(service()),
    ];
    clock.advance(2n * MINUTE);
    const by = (addon: TestAddon, secret = addon.client_secret) =>
      service().as(basic(addon.client_id, secret));
    assert.equal((await by(other).get('orders?limit=1')).status, 200);
    const guess = (at: number) =>
      at % 2 === 0
        ? by(own, `guess ${at}`).get('companies/me')
        : token(
            service(),
            { grant_type: 'client_credentials' },
            { authorization: basic(own.client_id, `${at}`) },
          );
    for (let at = 0; at < 30; at++) assert.equal((await guess(at)).status, 401);
    for (const at of [30, 31]) isError(await guess(at), 429, 'rate_limit_exceeded');
    const limited = await by(own).get('orders?limit=1');
    isError(limited, 429, 'rate_limit_exceeded');
    assert.match(limited.headers['retry-after'] ?? '', /^([1-9]|[1-5]\d|60)$/);
    assert.equal((await by(late).get('orders?limit=1')).status, 200, 'another add-on');
    // Others at an address that guesses everything go on, as they have shown their secret.
    for (let at = 0; at < 300; at++) await by({ ...own, client_id: `guess ${at}` }).get('orders?limit=1');
    clock.advance(SECOND);
    assert.equal((await by(other).get('orders?limit=1')).status, 200);
    isError(await by(await makeAddon(service())).get('orders?limit=1'), 429, 'rate_limit_exceeded');
    isError(await by(other, 'wrong').get('orders?limit=1'), 429, 'rate_limit_exceeded');
    clock.advance(MINUTE);
    assert.equal((await by(own).get('orders?limit=1')).status, 200);
  });

  it('is asked before anything else about a path is told', async () => {
    const { client, foreign } = service();
    for (const company of ['me', client.companyId, foreign.companyId, '987654321', 'x']) {
      const answer = await client.get(`/v1/companies/${company}/orders`, { without: ['authorization'] });
      isError(answer, 401, 'invalid_token');
    }
  });

  it('another company is where nothing is', async () => {
    const { client, foreign } = service();
    const order = await makeOrder(service());
    const nowhere = await foreign.get('/v1/companies/987654321/orders');
    isError(nowhere, 404, 'not_found');
    const unknown = [
      '0',
      '-1',
      'x',
      '01',
      '9223372036854775808',
      '%00',
      `${client.companyId}x`,
      'ME',
      'me%20',
    ];
    for (const company of [client.companyId, ...unknown]) {
      for (const path of [
        '',
        '/orders',
        `/orders/${order.id}`,
        '/products',
        '/events',
        '/status',
        '/nowhere',
      ]) {
        const answer = await foreign.get(`/v1/companies/${company}${path}`);
        isError(answer, 404, 'not_found');
        assert.equal(answer.text, nowhere.text);
        assert.equal(answer.headers.etag, undefined);
      }
    }
    for (const path of ['orders', 'customers']) {
      const there = await foreign.post(`/v1/companies/${client.companyId}/${path}`, {});
      assert.equal(there.text, nowhere.text);
    }
  });

  it('a scope that is missing is 403 and says which, and nothing is read or changed', async () => {
    const reader = await secondAddon(
      service(),
      SCOPES.filter((scope) => scope.endsWith(':read')),
    );
    const nobody = await secondAddon(service(), []);
    const order = await makeOrder(service());
    const before = await everythingOf(service(), service().client.companyId);
    const fill = (path: string) =>
      `/v1${path
        .replace(/\([^)]*\)/g, '')
        .replace(':company_id', 'me')
        .replace(':order_id', String(order.id))
        .replace(/:\w+/g, '1')
        .replace('*', 'orders/complete')}`;
    const refuses = async (client: Client, method: string, path: string, needed: Scope) => {
      // What an add-on would have to ask for.
      const scope = askedFor(needed);
      const body = method === 'POST' || method === 'PUT' ? { body: { name: 'x' } } : {};
      // In the format the route answers in, so that nothing but the scope stands in the way.
      const answer = await client.ask(method, fill(path), { ...body, headers: { accept: '*/*' } });
      isError(answer, 403, 'insufficient_scope');
      const words = scope === 'admin' ? 'owners and managers' : scope;
      assert.ok(answer.json.error_description.includes(words), `${method} ${path}: ${answer.text}`);
      assert.equal(answer.headers['www-authenticate'], `Bearer error="insufficient_scope", scope="${scope}"`);
    };
    let writes = 0;
    for (const { method, path, scope, access } of ROUTES) {
      // A batch has no scope of its own.
      if (scope === undefined) continue;
      await refuses(nobody, method, path, scope);
      // To follow what happens changes nothing.
      if (access === 'read' || scope === 'events:read') continue;
      assert.ok(!scope.endsWith(':read'), `${method} ${path} changes things`);
      await refuses(reader, method, path, scope);
      writes++;
    }
    assert.ok(writes > 30, `${writes} routes that write`);
    assert.equal(await everythingOf(service(), service().client.companyId), before);
  });

  it('a path that leads nowhere is 404, whatever the scopes', async () => {
    const nobody = await secondAddon(service(), []);
    for (const path of ['nowhere', 'sites/1/nowhere', 'sites/1/orderss', 'order']) {
      isError(await nobody.get(path), 404, 'not_found');
    }
    isError(await nobody.get('sites/1/orders'), 403, 'insufficient_scope');
  });

  it('is nobody’s business at /healthz and /readyz', async () => {
    const { client, engine } = service();
    for (const headers of [{}, { accept: 'text/plain' }, { authorization: 'Bearer x' }]) {
      const ask = 'authorization' in headers ? { headers } : { headers, without: ['authorization'] };
      const health = await client.get('/healthz', ask);
      assert.deepEqual([health.status, health.json], [200, { status: 'up' }]);
      const ready = await client.get('/readyz', ask);
      assert.deepEqual([ready.status, ready.json.status, ready.json.database], [200, 'ready', engine]);
    }
    assert.equal(
      (await client.ask('HEAD', '/healthz', { without: ['authorization', 'accept'] })).status,
      200,
    );
  });
});
