// What every answer carries against those who listen or meddle, and requests that are shaped to confuse.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { transportSecurity } from '#src/edge/server.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { head, isError, sendRaw } from './edge-helpers.ts';
import { lineOf, screenOf } from './screens.ts';

onEachEngine('an answer', (service) => {
  it('is kept by nobody on its way and taken for nothing but what it says it is', async () => {
    const { client } = service();
    const refusals = [
      await client.get('orders/987654321987'),
      await client.get('orders?limit=0'),
      await client.get('/v1/nowhere'),
      await client.ask('GET', 'orders', { headers: { authorization: 'Bearer nonsense' } }),
    ];
    for (const { headers } of [await client.get('orders'), await client.get('products/1'), ...refusals]) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['strict-transport-security'], undefined, 'localhost has no name of its own');
    }
    // A client that asks again with the tag still learns that nothing has changed.
    const { headers } = await client.get('products/1');
    const again = await client.get('products/1', { headers: { 'if-none-match': headers.etag ?? '' } });
    assert.equal(again.status, 304);
  });

  it('to an empty Content-Type is a refusal that names it', async () => {
    for (const path of ['/session/token', '/session/device', '/oauth/token', '/v1/token']) {
      const raw = head(service(), 'POST', path, 'Content-Type:', 'Content-Length: 2');
      const answer = await sendRaw(service(), raw, '{}');
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
    }
    const raw = head(service(), 'POST', '/v1/companies/me/orders', 'Content-Type:', 'Content-Length: 2');
    isError(await sendRaw(service(), raw, '{}'), 400, 'invalid_request');
  });

  it('to a target in absolute form is the one to its path, with addresses that work', async () => {
    const { url } = service();
    const target = `${url}/v1/companies/me/products?limit=1`;
    const answer = await sendRaw(service(), head(service(), 'GET', target));
    assert.equal(answer.status, 200);
    const next = new URL(String(answer.headers['x-next-page']));
    assert.equal(`${next.origin}${next.pathname}`, `${url}/v1/companies/me/products`);
    assert.equal((await service().client.get(next.pathname + next.search)).status, 200);
  });

  it('to two Hosts is a refusal', async () => {
    const raw = head(service(), 'GET', '/v1/companies/me/products', 'Host: evil.example');
    isError(await sendRaw(service(), raw), 400, 'invalid_request');
  });
});

onEachEngine('what a refused webhook holds', (service) => {
  it('is not readable in the log of requests', async () => {
    const owner = await screenOf(service(), service().card);
    const id = `refused-webhook-${service().engine}`;
    const body = {
      topic: 'orders/nothing',
      address: 'https://example.com/hook?key=s3cr3t-in-address',
      headers: { 'X-Api': 's3cr3t-in-header' },
    };
    const answer = await service().client.post('webhooks', body, { headers: { 'x-request-id': id } });
    assert.equal(answer.status, 400);
    const line = await lineOf(service(), owner.client, id);
    assert.ok(!JSON.stringify(line).includes('s3cr3t'), JSON.stringify(line));
    assert.match(line.body, /"X-Api":"\*\*\*"/);
  });
});

onEachEngine("the sandbox's way to this machine", (service) => {
  it('ends when there is a company beside it', async () => {
    const receiver = await Receiver.open();
    const { client, app } = service();
    const webhook = { topic: 'orders/completed', address: receiver.url };
    assert.equal((await client.post('webhooks', webhook)).status, 201);
    // The foreign company of every test was made after the start; the look once a minute finds it.
    await app.sweep();
    const refused = await client.post('webhooks', webhook);
    isError(refused, 400, 'invalid_request');
    assert.equal(refused.json.errors[0].field, 'address');
    await receiver.close();
  });
});

it('a service with a name of its own is asked for by https alone', () => {
  for (const [base, wanted] of [
    [undefined, undefined],
    ['https://pos.example.com', 'max-age=31536000'],
    ['https://pos.example.com:8443/till', 'max-age=31536000'],
    ['https://localhost:8443', undefined],
    ['https://till.localhost', undefined],
    ['https://192.168.1.7', undefined],
    ['https://[::1]:8443', undefined],
  ] as const) {
    assert.equal(transportSecurity(base), wanted, `${base}`);
  }
});
