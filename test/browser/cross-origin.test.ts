// A page of another origin in a real browser: with a token it uses the API, with cookies it gets nothing (reference:
// conventions.55).

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { API_VERSION } from '#src/edge/version.ts';
import { onStage } from './harness.ts';

/** What a call came to, as a script sees it. */
interface Seen {
  readonly status?: number;
  readonly body?: { readonly id_str?: string; readonly error?: string; readonly access_token?: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly failed?: string;
}

/** Calls an address as a script does, and says what it got. */
const CALL = `async ([address, options]) => {
  try {
    const answer = await fetch(address, options);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: Object.fromEntries(answer.headers) };
  } catch (error) {
    return { failed: error.name };
  }
}`;

onStage('a page of another origin', (stage) => {
  let elsewhere: Server;
  before(async () => {
    elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
  });
  after(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  it('uses the API with a token, and gets nothing with cookies', async () => {
    const { service } = stage();
    const tab = await stage().open({ ticking: true });
    // Somebody is signed in here, and their cookies lie in the same browser.
    await tab.signIn('/account');
    const page = await tab.context.newPage();
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const call = (path: string, options: object): Promise<Seen> =>
      page.evaluate(`(${CALL})(${JSON.stringify([service.url + path, options])})`);
    const headers = { accept: 'application/json', authorization: service.client.token };
    const own = '/v1/companies/me';

    const list = await call(`${own}/orders?count=true&colour=red`, { headers });
    assert.equal(list.status, 200, JSON.stringify(list));
    assert.equal(list.headers?.['x-service-version'], API_VERSION);
    assert.equal(list.headers?.['x-ignored-parameters'], 'colour');
    assert.match(list.headers?.['x-total-count'] ?? '', /^\d+$/);

    const made = await call(`${own}/orders`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'elsewhere-1' },
      body: JSON.stringify({ site_id: service.card.sites[0].id }),
    });
    assert.equal(made.status, 201, JSON.stringify(made));
    const changed = await call(new URL(made.headers?.location ?? '').pathname, {
      method: 'PUT',
      headers: {
        ...headers,
        'content-type': 'application/json',
        prefer: 'handling=strict',
        'if-match': made.headers?.etag,
      },
      body: JSON.stringify({ notes: 'from elsewhere' }),
    });
    assert.equal(changed.status, 200, JSON.stringify(changed));
    assert.equal(changed.headers?.['preference-applied'], 'handling=strict');

    const refused = await call(`${own}/orders/987654321987`, { headers });
    assert.deepEqual([refused.status, refused.body?.error], [404, 'not_found']);

    const { client_id, client_secret } = service.card.addon;
    const token = await call('/v1/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(token.status, 200, JSON.stringify(token));
    assert.match(token.body?.access_token ?? '', /^pb_at_/);

    for (const [path, options] of [
      [`${own}/orders`, { headers, credentials: 'include' }],
      ['/session', { headers: { accept: 'application/json' } }],
      ['/session', { headers: { accept: 'application/json' }, credentials: 'include' }],
      [
        '/session/token',
        { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' } },
      ],
      ['/oauth/authorize?response_type=code', { credentials: 'include' }],
    ] as const) {
      assert.deepEqual(await call(path, options), { failed: 'TypeError' }, path);
    }
  });
});
