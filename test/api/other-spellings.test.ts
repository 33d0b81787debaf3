import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitExtension } from '#src/edge/incoming.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { openStream } from '#test/harness/stream.ts';
import { answeredTo, askToken, authorizePath, Browser, makeAddon, redeem, redemption } from './browser.ts';
import { make, read, refused } from './helpers.ts';

// What clients written for other services of this kind send in another way (reference: conventions.54,
// authentication.22, authentication.23).

describe('the slash at the end of a path', () => {
  it('is taken off once, before the query and behind an extension', () => {
    const of = (address: string) => Object.values(splitExtension(address));
    assert.deepEqual(of('/v1/a/'), ['/v1/a', undefined]);
    assert.deepEqual(of('/v1/a/?b=/'), ['/v1/a?b=/', undefined]);
    assert.deepEqual(of('/v1/a?b=/'), ['/v1/a?b=/', undefined]);
    assert.deepEqual(of('/v1/a.json/?b'), ['/v1/a?b', 'json']);
    assert.deepEqual(of('/v1/a.pdf/'), ['/v1/a/pdf', 'pdf']);
    for (const path of ['/', '//', '/v1/a//', '/v1/a//?b']) assert.deepEqual(of(path), [path, undefined]);
    assert.deepEqual(of('/v1/a/.json'), ['/v1/a/', 'json']);
  });
});

onEachEngine('clients that spell otherwise', (service) => {
  it('may end a path with a slash, whatever the method, and with two nowhere', async () => {
    const { client, card } = service();
    const site = card.sites[0].id;
    const order = await make(client, 'orders/', { site_id: site });
    await make(client, 'orders', { site_id: site });
    assert.equal((await client.put(`orders/${order.id}/`, { notes: 'Slash' })).status, 200);
    const same = async (path: string) => {
      const [plain, slashed, dotted] = [
        await client.get(path),
        await client.get(path.replace(/(\?|$)/, '/$1')),
        await client.get(path.replace(/(\?|$)/, '.json/$1'), { without: ['accept'] }),
      ];
      assert.equal(plain.status, 200, plain.text);
      for (const each of [slashed, dotted]) {
        assert.equal(each.text, plain.text, path);
        assert.equal(each.headers.etag, plain.headers.etag);
      }
      refused(await client.get(path.replace(/(\?|$)/, '//$1')), 404, 'not_found');
      return slashed;
    };
    await same(`orders/${order.id}`);
    await same(`sites/${site}/orders/submitted`);
    for (const path of [`sites/${site}//orders`, `orders//${order.id}`, 'orders/submitted/.json'])
      refused(await client.get(path), 404, 'not_found');
    const page = await same('orders?limit=1');
    const next = new URL(page.headers['x-next-page'] ?? '');
    assert.equal(next.pathname, '/v1/companies/me/orders/');
    assert.equal((await read(client, `${next.pathname}${next.search}`)).length, 1);
    // Both spellings are one path: cursors and keys of one are good for the other.
    assert.equal((await read(client, `orders${next.search}`)).length, 1);
    const key = { headers: { 'idempotency-key': `slash-${order.id}` } };
    const first = await client.ask('POST', 'orders', { ...key, body: { site_id: site } });
    const again = await client.ask('POST', 'orders/', { ...key, body: { site_id: site } });
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.text, first.text);
    refused(await client.ask('PUT', 'events/'), 405, 'method_not_allowed');
    const batch = await client.post('batch/', {
      requests: [
        { method: 'GET', path: `/v1/companies/me/orders/${order.id}/` },
        { method: 'GET', path: '/companies/me/orders//' },
      ],
    });
    assert.deepEqual(
      batch.json.responses.map(({ status }: Json) => status),
      [200, 404],
    );
    assert.equal((await client.delete(`orders/${order.id}/`)).status, 204);
    assert.equal((await client.get('/v1/companies/')).status, 200);
    assert.equal((await client.get('/healthz/')).status, 200);
  });

  it('may send a token as OAuth, to streams too', async () => {
    const { client } = service();
    const [, token = ''] = client.token.split(' ');
    for (const header of [`OAuth ${token}`, `oauth  ${token}`]) {
      const same = service().as(header);
      assert.deepEqual(await read(same, 'sites'), await read(client, 'sites'));
      const stream = await openStream(service(), 'events/stream', same);
      assert.equal(stream.status, 200);
      stream.hangUp();
    }
    for (const header of ['OAuth', 'OAuth pb_at_unknown', `OAuth2 ${token}`, `OAuth ${token} x`]) {
      const answer = await service().as(header).get('sites');
      refused(answer, 401, 'invalid_token');
      assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer /);
    }
  });

  it('may connect below /v1, and are told the company with every token', async () => {
    const { client } = service();
    const company = client.companyId;
    const addon = await makeAddon(service());
    const browser = new Browser(service());
    const signin = await browser.get(authorizePath(addon, {}, '/v1/oauth/authorize'));
    assert.equal(signin.status, 303, signin.text);
    await browser.signIn();
    const page = await browser.get(authorizePath(addon, {}, '/v1/oauth/authorize/'));
    assert.equal(page.status, 200, page.text);
    const answer = await browser.submit(page, { company_id: company, decision: 'allow' });
    const code = answeredTo(answer, addon.redirect_uri).get('code') ?? '';
    const redeemed = await askToken(service(), redemption(addon, code), {}, '/v1/oauth/token/');
    assert.equal(redeemed.status, 200, redeemed.text);
    const { refresh_token } = redeemed.json;
    const refreshed = await redeem(service(), addon, '', {
      grant_type: 'refresh_token',
      refresh_token,
      redirect_uri: undefined,
    });
    for (const token of [redeemed.json, refreshed]) {
      assert.equal(token.company_id_str, company);
      assert.equal(String(token.company_id), company);
      assert.equal((await service().as(`OAuth ${token.access_token}`).get('sites')).status, 200);
    }
    const refusedGet = await client.get('/v1/oauth/token');
    refused(refusedGet, 405, 'method_not_allowed');
    // The company is the one that allowed it, not the add-on's own.
    const foreign = await makeAddon(service(), { companyId: service().foreign.companyId });
    const consent = await browser.get(authorizePath(foreign, {}, '/v1/oauth/authorize'));
    const allowed = await browser.submit(consent, { company_id: company, decision: 'allow' });
    const theirs = await redeem(
      service(),
      foreign,
      answeredTo(allowed, foreign.redirect_uri).get('code') ?? '',
    );
    assert.equal(theirs.company_id_str, company);
    const own = await askToken(service(), {
      grant_type: 'client_credentials',
      client_id: foreign.client_id,
      client_secret: foreign.client_secret,
    });
    assert.equal(own.json.company_id_str, service().foreign.companyId);
  });
});
