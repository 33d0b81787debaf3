import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ROUTES } from '#src/routes.ts';
import { type Answer, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { callerOf } from './cases/case.ts';
import { askAs, isError, makeOrder, pathOf } from './edge-helpers.ts';
import { make, secondAddon } from './helpers.ts';
import { screenOf } from './screens.ts';

function ids(answer: Answer): string[] {
  assert.equal(answer.status, 200, answer.text);
  return answer.json.map((each: Json) => each.id_str);
}

onEachEngine('pages (reference: conventions.18 to conventions.21)', (service) => {
  /** Nine orders, newest first. */
  let newest: string[];
  before(async () => {
    const made: string[] = [];
    for (let at = 0; at < 9; at++) {
      made.unshift((await makeOrder(service(), at % 3 === 0 ? { status: 'PENDING' } : {})).id_str);
      service().clock.advance(at % 2 === 0 ? 0n : 1_000n);
    }
    newest = made;
  });

  it('limit is 1 to 5000, on every list', async () => {
    const owner = (await screenOf(service(), service().card)).client;
    const lists = ROUTES.filter(
      ({ method, path }) => method === 'GET' && /s$/.test(path) && !/:(?!company_id)/.test(path),
    );
    let pagedLists = 0;
    for (const { path, scope } of lists) {
      const client = callerOf({ scope }, { client: service().client, owner });
      const own = `/v1${path.replace(':company_id', 'me')}`;
      const one = await client.get(`${own}?limit=1`);
      assert.equal(one.status, 200, one.text);
      if (!Array.isArray(one.json)) continue;
      pagedLists++;
      assert.ok(one.json.length <= 1, own);
      assert.equal((await client.get(`${own}?limit=5000`)).status, 200);
      for (const limit of ['0', '5001', '-1', '1.5', 'x', '', '1e2', '%2B5', '99999999999999999999']) {
        const answer = await client.get(`${own}?limit=${limit}`);
        isError(answer, 400, 'invalid_request');
        assert.equal(answer.json.errors[0].field, 'limit', own);
      }
    }
    assert.ok(pagedLists >= 10, `${pagedLists} lists`);
  });

  it('X-Next-Page is good for a long list of ids (reference: conventions.19)', async () => {
    const { client } = service();
    const others = Array.from({ length: 2_200 }, (_, at) => 10_000 + at);
    const path = `orders?ids=${[...newest, ...others]}&limit=1`;
    const first = await client.get(path);
    const link = first.headers['x-next-page'] ?? '';
    assert.ok(link.length < path.length + 200, String(link.length));
    assert.ok(link.includes(`ids=${newest[0]},${newest[1]},`), link.slice(0, 200));
    const second = await client.get(pathOf(link));
    assert.deepEqual([ids(first), ids(second)], [newest.slice(0, 1), newest.slice(1, 2)]);
  });

  it('X-Next-Page leads through all, once each, and is absent on the last', async () => {
    const { client } = service();
    for (const limit of [1, 2, 3, 4, 8, 9, 10]) {
      const seen: string[] = [];
      let pages = 0;
      for (let next: string | undefined = `orders?limit=${limit}`; next !== undefined; pages++) {
        const page: Answer = await client.get(next);
        seen.push(...ids(page));
        const link: string | undefined = page.headers['x-next-page'];
        next = link === undefined ? undefined : pathOf(link);
      }
      assert.deepEqual(seen, newest, `limit ${limit}`);
      assert.equal(pages, Math.ceil(9 / limit));
    }
  });

  it('its address is whole and as the caller came: host, me, extension, filters', async () => {
    const { client } = service();
    const port = new URL(service().url).port;
    const table: [string, string][] = [
      ['/v1/companies/me/orders?limit=2', `https://localhost:${port}/v1/companies/me/orders?limit=2&cursor=`],
      [
        '/v1/companies/me/orders.json?limit=2',
        `https://localhost:${port}/v1/companies/me/orders.json?limit=2&cursor=`,
      ],
      [
        `/v1/companies/${client.companyId}/orders?limit=2`,
        `https://localhost:${port}/v1/companies/${client.companyId}/orders?`,
      ],
      [
        `/v1/companies/me/sites/${service().card.sites[0].id}/orders/pending.json?limit=1&created_gte=2026-01-01T00%3A00%3A00%2B11%3A00`,
        `https://localhost:${port}/v1/companies/me/sites/${service().card.sites[0].id}/orders/pending.json?limit=1&created_gte=2026-01-01T00%3A00%3A00%2B11%3A00&cursor=`,
      ],
    ];
    for (const [path, start] of table) {
      const link = (await client.get(path)).headers['x-next-page'] ?? '';
      assert.ok(link.startsWith(start), `${link} should begin with ${start}`);
      assert.equal((await client.get(pathOf(link))).status, 200);
      const without = path.includes('.json') ? { without: ['accept'] } : {};
      assert.equal((await client.get(pathOf(link), without)).status, 200);
    }
    const orders = '/v1/companies/me/orders?limit=2';
    for (const host of ['till.example.com', 'till.example.com:9443', '[::1]:8443', '10.1.2.3']) {
      const { headers } = await askAs(service(), host, 'GET', orders);
      assert.ok(headers['x-next-page']?.startsWith(`https://${host}/v1/`), host);
      const posted = await askAs(service(), host, 'POST', '/v1/companies/me/customers', {
        first_name: 'A',
        phone: host,
      });
      assert.ok(posted.headers.location?.startsWith(`https://${host}/v1/companies/`), host);
    }
    for (const host of ['evil.example.com/path', 'a b', 'user@host', 'x"y', '']) {
      const { headers } = await askAs(service(), host, 'GET', orders);
      assert.ok(headers['x-next-page']?.startsWith(`${service().app.address}/v1/`), host);
    }
  });

  it('cursors can be used again, in any order, and by whoever is of the company', async () => {
    const { client } = service();
    const second = pathOf((await client.get('orders?limit=3')).headers['x-next-page']);
    const third = pathOf((await client.get(second)).headers['x-next-page']);
    const other = await secondAddon(service());
    const { client_id, client_secret } = service().card.addon;
    const basic = service().as(`Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`);
    for (const who of [client, other, basic]) {
      for (const [page, from] of [
        [third, 6],
        [second, 3],
        [third, 6],
        [second, 3],
      ] as const) {
        assert.deepEqual(ids(await who.get(page)), newest.slice(from, from + 3));
      }
    }
  });

  it('a page keeps its place while records come and go around it', async () => {
    const { client } = service();
    const second = pathOf((await client.get('orders?limit=3')).headers['x-next-page']);
    const fresh = await makeOrder(service());
    await client.delete(`orders/${newest[2]}`);
    assert.deepEqual(ids(await client.get(second)), newest.slice(3, 6));
    await client.delete(`orders/${fresh.id}`);
    newest.splice(2, 1);
  });

  it('a cursor is good for its path and filters only', async () => {
    const { client, foreign, card } = service();
    const site = card.sites[0].id;
    const link = new URL((await client.get('orders?limit=2&value_gte=0')).headers['x-next-page'] ?? '');
    const cursor = link.searchParams.get('cursor');
    assert.equal(
      (await client.get(`orders?value_gte=0&cursor=${cursor}&limit=5000`)).status,
      200,
      'another limit',
    );
    assert.equal((await client.get(`orders.json?cursor=${cursor}&value_gte=0`)).status, 200, 'another order');
    const own = `/v1/companies/${client.companyId}/orders?value_gte=0&cursor=${cursor}`;
    assert.equal((await client.get(own)).status, 200, 'me is the company');
    const elsewhere = [
      `orders?cursor=${cursor}`,
      `orders?value_gte=1&cursor=${cursor}`,
      `orders?value_gte=0&value_lt=9&cursor=${cursor}`,
      `orders/pending?value_gte=0&cursor=${cursor}`,
      `sites/${site}/orders?value_gte=0&cursor=${cursor}`,
      `customers?value_gte=0&cursor=${cursor}`,
      `events?value_gte=0&cursor=${cursor}`,
    ];
    for (const path of elsewhere) {
      const answer = await client.get(path);
      isError(answer, 400, 'invalid_request');
      assert.equal(answer.json.errors[0].field, 'cursor');
    }
    isError(await foreign.get(`orders?value_gte=0&cursor=${cursor}`), 400, 'invalid_request');
    const [first = ''] = cursor ?? '';
    for (const text of [
      '',
      'x',
      '%00',
      `${first === 'a' ? 'b' : 'a'}${cursor?.slice(1)}`,
      `${cursor}0`,
      '🍕',
    ]) {
      isError(
        await client.get(`orders?value_gte=0&cursor=${encodeURIComponent(text)}`),
        400,
        'invalid_request',
      );
    }
  });

  it('unknown parameters and a NUL in one that is known are told apart', async () => {
    const { client } = service();
    assert.equal((await client.get('orders?nonsense=1&nonsense=%00')).status, 200);
    for (const path of [
      'customers?reference_id=%00',
      'products?name=a%00b',
      'events?topic=%00',
      'orders?limit=%00',
    ]) {
      isError(await client.get(path), 400, 'invalid_request');
    }
    assert.deepEqual(ids(await client.get('products?name=%ff%fe')), []);
  });
});

onEachEngine(
  'BASE_URL (reference: operations.4)',
  (service) => {
    const base = 'https://pos.example.com/till';

    it('is the address of every link, whatever the Host', async () => {
      const { client } = service();
      for (let at = 0; at < 2; at++) await makeOrder(service());
      for (const host of ['localhost', 'other.example.com']) {
        const ask = (method: string, path: string, body?: unknown) =>
          askAs(service(), host, method, `/v1/companies/me/${path}`, body);
        const list = await ask('GET', 'orders.json?limit=1');
        assert.ok(
          list.headers['x-next-page']?.startsWith(`${base}/v1/companies/me/orders.json?limit=1&cursor=`),
        );
        const posted = await ask('POST', 'customers', { first_name: 'A', email: `${host}@x.at` });
        const own = `${base}/v1/companies/${client.companyId}/customers/${posted.json.id}`;
        assert.equal(posted.headers.location, own);
        const found = await ask('GET', `customers?email=${host}@x.at`);
        assert.equal(found.status, 302);
        assert.equal(found.headers.location, own);
      }
    });

    it('is what sandbox.json names', () => assert.equal(service().card.base_url, base));
  },
  { BASE_URL: 'https://pos.example.com/till/' },
);

describe('Location (reference: conventions.10)', () => {
  onEachEngine('created records', (service: () => Service) => {
    it('every POST that makes a record gives the address that shows it', async () => {
      const { client, card } = service();
      const bodies: [string, unknown][] = [
        ['orders', { site_id: card.sites[0].id }],
        ['customers', { first_name: 'A', phone: '1' }],
        ['products', { name: 'P', unit_price: 1 }],
        ['categories', { name: 'C' }],
        ['taxes', { name: 'GST', code: 'G', rate: 0.1 }],
      ];
      for (const [path, body] of bodies) {
        for (const extension of ['', '.json']) {
          const posted = await client.post(`${path}${extension}`, body);
          assert.equal(posted.status, 201, posted.text);
          const at = `/v1/companies/${client.companyId}/${path}/${posted.json.id}${extension}`;
          assert.equal(posted.headers.location, `${service().url}${at}`);
          const read = await client.get(at);
          assert.equal(read.text, posted.text);
          assert.equal(read.headers.etag, posted.headers.etag);
        }
      }
      await make(client, 'customers', { first_name: 'B', email: 'find@me.at' });
      const found = await client.get('customers.json?email=find@me.at', { without: ['accept'] });
      assert.equal(found.status, 302);
      assert.equal(
        (await client.get(pathOf(found.headers.location), { without: ['accept'] })).json.first_name,
        'B',
      );
    });
  });
});
