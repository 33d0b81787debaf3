// What browsers let scripts of other origins do with the API, and what they do not (reference: conventions.55); and the
// version that every answer names (reference: versions.1).

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RESPONSE_HEADERS } from '#src/description/parameters.ts';
import { EXPOSED, SENDABLE } from '#src/edge/cross-origin.ts';
import { MAX_BODY } from '#src/edge/errors.ts';
import type { Route } from '#src/edge/route.ts';
import { API_VERSION } from '#src/edge/version.ts';
import { StorageUnavailable } from '#src/storage/port.ts';
import { openFaultyEdge } from '#test/harness/faults.ts';
import { type Answer, onEachEngine, startService } from '#test/harness/service.ts';
import { Browser } from './browser.ts';
import { sendRaw } from './edge-helpers.ts';

const ORIGIN = {
  origin: 'https://shop.example.com',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
};
const JSON_ALONE = { accept: 'application/json' };

const isOpen = (answer: Pick<Answer, 'status' | 'headers'>, what: string): void => {
  assert.equal(answer.headers['access-control-allow-origin'], '*', what);
  assert.equal(answer.headers['access-control-allow-credentials'], undefined, what);
  assert.equal(answer.headers['access-control-expose-headers'], EXPOSED.join(', '), what);
};

const isClosed = (answer: Pick<Answer, 'headers'>, what: string): void => {
  const told = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
  assert.deepEqual(told, [], what);
};

onEachEngine('calls of other origins', (service) => {
  it('may read every answer below /v1, good and bad, and every answer names the version', async () => {
    const { client } = service();
    const etag = (await client.get('sites')).headers.etag ?? '';
    const headers = ORIGIN;
    const answers: readonly (readonly [status: number, answer: Answer])[] = [
      [200, await client.get('sites', { headers })],
      [200, await client.get('sites')],
      [200, await client.ask('HEAD', 'sites', { headers })],
      [304, await client.get('sites', { headers: { ...headers, 'if-none-match': etag } })],
      [201, await client.post('customers', { first_name: 'Ada', email: 'ada@example.com' }, { headers })],
      [400, await client.get('orders?limit=none', { headers })],
      [400, await client.post('orders', undefined, { raw: '{', headers })],
      [401, await client.get('sites', { headers: { ...headers, authorization: 'Bearer none' } })],
      [404, await client.get('sites/987654321987', { headers })],
      [404, await client.get('/v1/nothing', { headers })],
      [404, await client.get(`sites/${'9'.repeat(300)}`, { headers })],
      [405, await client.delete('sites', { headers })],
      [406, await client.get('sites', { headers: { ...headers, accept: 'text/html' } })],
      [413, await client.post('orders', undefined, { raw: `"${'x'.repeat(MAX_BODY)}"`, headers })],
      [200, await client.get('events/stream', { headers: { ...headers, accept: 'text/event-stream' } })],
      [
        401,
        await client.post('/v1/token', { grant_type: 'client_credentials', client_id: 'none' }, { headers }),
      ],
      [
        401,
        await client.post(
          '/oauth/token',
          { grant_type: 'client_credentials', client_id: 'none' },
          { headers },
        ),
      ],
      [200, await client.get('/.well-known/oauth-authorization-server', { headers })],
      [200, await client.get('/openapi.json', { headers })],
    ];
    for (const [status, answer] of answers) {
      const what = `${status} ${answer.text.slice(0, 200)}`;
      assert.equal(answer.status, status, what);
      isOpen(answer, what);
      assert.equal(answer.headers['x-service-version'], API_VERSION, what);
    }
  });

  it('may read that it failed, and that the database is away', async () => {
    const failing = (path: string, error: Error): Route => ({
      method: 'GET',
      path,
      scope: 'company:read',
      access: 'read',
      handler: () => Promise.reject(error),
    });
    const edge = await openFaultyEdge(service(), [
      failing('/fails', new Error('a fault')),
      failing('/away', new StorageUnavailable('The database cannot be reached.')),
    ]);
    try {
      for (const [path, status] of [
        ['/v1/fails', 500],
        ['/v1/away', 503],
      ] as const) {
        const answer = await edge.ask('GET', path, service().client.token);
        assert.equal(answer.status, status, answer.text);
        isOpen(answer, path);
        assert.equal(answer.headers['x-service-version'], API_VERSION);
      }
    } finally {
      await edge.close();
    }
  });

  it('are told beforehand what a path takes, without a token and for a day', async () => {
    const { client } = service();
    const table: readonly (readonly [path: string, methods: string])[] = [
      ['sites', 'GET, HEAD, POST'],
      ['sites/1', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['sites/1.json?fields=name', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['/v1/companies/987654321/orders/complete', 'GET, HEAD'],
      ['orders/1/lines/1', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['events/stream', 'GET'],
      ['batch', 'POST'],
      ['/v1/token', 'POST'],
      ['/oauth/token', 'POST'],
      ['/oauth/revoke', 'POST'],
    ];
    for (const [path, methods] of table) {
      const answer = await client.ask('OPTIONS', path, {
        without: ['authorization', 'accept', 'content-type'],
        headers: {
          ...ORIGIN,
          'access-control-request-method': methods.split(', ')[0] ?? '',
          'access-control-request-headers': 'authorization,content-type,if-match',
        },
      });
      assert.equal(answer.status, 204, `${path}: ${answer.text}`);
      assert.equal(answer.text, '');
      isOpen(answer, path);
      assert.equal(answer.headers['access-control-allow-methods'], methods, path);
      assert.equal(answer.headers.allow, methods, path);
      assert.equal(answer.headers['access-control-allow-headers'], SENDABLE.join(', '));
      assert.equal(answer.headers['access-control-max-age'], '86400');
    }
    const nowhere = await client.ask('OPTIONS', '/v1/nothing', { headers: ORIGIN });
    assert.equal(nowhere.status, 404);
  });

  it('ask beforehand without a look into the database', async () => {
    const edge = await openFaultyEdge(service());
    try {
      let looks = 0;
      const away = (): Promise<never> => {
        looks++;
        return Promise.reject(new StorageUnavailable('The database cannot be reached.'));
      };
      Object.assign(edge.storage, { read: away, write: away });
      const asked = await edge.ask('OPTIONS', '/v1/companies/me/orders', '', { without: ['authorization'] });
      assert.equal(asked.status, 204, asked.text);
      assert.equal(looks, 0);
      assert.equal((await edge.ask('GET', '/v1/companies/me/orders', 'Bearer none')).status, 503);
      assert.equal(looks, 1);
    } finally {
      await edge.close();
    }
  });

  it('get nothing where cookies count', async () => {
    const browser = new Browser(service());
    await browser.signIn();
    assert.ok(browser.cookies.size > 0);
    browser.headers = ORIGIN;
    const paths = [
      '/',
      '/account',
      '/signin',
      '/register',
      '/kitchen',
      '/session',
      '/oauth/authorize?response_type=code&client_id=none&redirect_uri=https://shop.example.com',
      '/authorize',
      '/docs',
      '/healthz',
    ];
    for (const path of paths) {
      isClosed(await browser.ask('GET', path, { without: ['authorization'] }), path);
      const asked = await browser.ask('OPTIONS', path, {
        without: ['authorization'],
        headers: { 'access-control-request-method': 'POST' },
      });
      assert.notEqual(asked.status, 204, path);
      isClosed(asked, path);
    }
    for (const path of ['/session/token', '/session/device', '/session/language', '/oauth/introspect']) {
      isClosed(await browser.ask('POST', path, { body: {}, headers: JSON_ALONE }), path);
      isClosed(await browser.ask('OPTIONS', path, { headers: JSON_ALONE }), path);
    }
    // A cookie is nothing to the API, and no answer of it sets one.
    const own = await browser.ask('GET', '/v1/companies/me/sites', {
      without: ['authorization'],
      headers: JSON_ALONE,
    });
    assert.equal(own.status, 401);
    isOpen(own, 'a cookie alone');
    assert.equal(own.headers['set-cookie'], undefined);
  });

  it('find their way by the path that a route has, however it is spelled', async () => {
    const answer = await service().client.get('/sess%69on', { headers: { ...ORIGIN, ...JSON_ALONE } });
    assert.equal(answer.status, 401);
    isClosed(answer, 'a session by another spelling');
  });
});

it('questions beforehand are counted by the address they come from', async () => {
  const service = await startService('sqlite', { RATE_LIMIT: '3' });
  try {
    const ask = () =>
      service.client.ask('OPTIONS', 'orders', { headers: ORIGIN, without: ['authorization'] });
    for (let at = 0; at < 3; at++) assert.equal((await ask()).status, 204);
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.equal(refused.json.error, 'rate_limit_exceeded');
    assert.ok(Number(refused.headers['retry-after']) > 0);
    isOpen(refused, 'a refusal');
    // They take nothing from those who have a token.
    assert.equal((await service.client.get('sites')).headers['x-ratelimit-remaining'], '2');
    service.clock.advance(60_000_000n);
    assert.equal((await ask()).status, 204);
  } finally {
    await service.stop();
  }
});

it('scripts may read every header that is described, and all that are told are there to be sent', () => {
  const missing = Object.keys(RESPONSE_HEADERS).filter((name) => !EXPOSED.includes(name));
  assert.deepEqual(missing, [], 'Add them to EXPOSED in src/edge/cross-origin.ts.');
  assert.ok(EXPOSED.length > 10);
});

it('requests that never become one are answered with the version as well', async () => {
  const service = await startService('sqlite');
  try {
    const answer = await sendRaw(service, 'GET / HTTP/1.1\r\nnonsense\r\n\r\n');
    assert.equal(answer.status, 400);
    assert.equal(answer.headers['x-service-version'], API_VERSION);
  } finally {
    await service.stop();
  }
});
