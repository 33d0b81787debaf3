import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { head, isError, makeOrder, sendRaw } from './edge-helpers.ts';

const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'json',
  ';',
];

onEachEngine('every path', (service) => {
  let client: Client;
  let order: Json;
  before(async () => {
    client = service().client;
    order = await makeOrder(service());
  });

  describe('answers in JSON (reference: conventions.4, conventions.5)', () => {
    it('by the extension alone, by Accept alone, and by the extension against Accept', async () => {
      const plain = await client.get(`orders/${order.id}`);
      const without = ['accept'];
      for (const answer of [
        await client.get(`orders/${order.id}.json`, { without }),
        await client.get(`orders/${order.id}.json`, { headers: { accept: 'text/html' } }),
        await client.get(`orders/${order.id}.json?x=.html`, { without }),
        await client.get(`orders/${order.id}`, { headers: { accept: '*/*' } }),
        await client.get(`orders/${order.id}`, { headers: { accept: 'text/html, application/*;q=0.1' } }),
      ]) {
        assert.equal(answer.status, 200);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        assert.equal(answer.text, plain.text);
      }
      const list = await client.get('orders.json?limit=1', { without });
      assert.equal(list.status, 200);
      const posted = await client.post('orders.json', { site_id: order.site_id }, { without });
      assert.equal(posted.status, 201);
      const next = new URL(posted.headers.location ?? '').pathname;
      assert.ok(next.endsWith(`/orders/${posted.json.id}.json`));
      assert.equal((await client.get(next, { without })).text, posted.text);
    });

    it('or 406: neither, or an Accept that excludes JSON, on every method', async () => {
      const path = `orders/${order.id}`;
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await client.ask(method, path, { without: ['accept'], body: {} });
        assert.equal(answer.status, 406);
        if (method !== 'HEAD') isError(answer, 406, 'not_acceptable');
      }
      for (const accept of ['', 'text/html', 'application/json;q=0', '*/*;q=0', 'application/xml, text/*']) {
        isError(await client.get(path, { headers: { accept } }), 406, 'not_acceptable');
        isError(await client.post('orders', {}, { headers: { accept } }), 406, 'not_acceptable');
      }
      assert.equal((await client.get(path)).json.deleted, false);
    });

    it('also when it is an error, whatever Accept says', async () => {
      const accept = 'text/html';
      isError(await client.get('/v1/nowhere', { headers: { accept } }), 404, 'not_found');
      isError(await client.get('/nowhere', { without: ['accept'] }), 404, 'not_found');
      isError(await client.ask('DELETE', 'orders', { headers: { accept } }), 405, 'method_not_allowed');
      isError(await client.get('/v1/companies/me/nowhere.json', { headers: { accept } }), 404, 'not_found');
    });
  });

  describe('takes JSON (reference: conventions.7)', () => {
    it('announced as such, with any parameters', async () => {
      for (const type of [
        'application/json',
        'Application/JSON ; charset=utf-8',
        'application/json;v="1;2"',
      ]) {
        const posted = await client.post(
          'orders',
          { site_id: order.site_id, notes: type },
          {
            headers: { 'content-type': type },
          },
        );
        assert.equal(posted.status, 201, `${type}: ${posted.text}`);
        assert.equal(posted.json.notes, type);
      }
    });

    it('as it is: one that is packed is 400 and says so, a plain one counts whatever its encoding is called', async () => {
      const headers = { 'content-encoding': 'gzip' };
      const packed = await client.ask('POST', 'orders', { raw: gzipSync('{}').toString('latin1'), headers });
      isError(packed, 400, 'invalid_request');
      assert.match(packed.json.error_description, /without Content-Encoding/);
      const plain = await client.post('orders', { site_id: order.site_id }, { headers });
      assert.equal(plain.status, 201, plain.text);
      const broken = await client.ask('POST', 'orders', { raw: '{' });
      isError(broken, 400, 'invalid_request');
      assert.doesNotMatch(broken.json.error_description, /Content-Encoding/);
    });

    it('or 400: none or another type, with a body and without one', async () => {
      const before = (await client.get(`orders/${order.id}`)).text;
      const path = { POST: 'orders', PUT: `orders/${order.id}`, PATCH: `orders/${order.id}` };
      for (const [method, where] of Object.entries(path)) {
        for (const raw of ['{"notes":"changed"}', undefined]) {
          const body = raw === undefined ? {} : { raw };
          isError(
            await client.ask(method, where, { ...body, without: ['content-type'] }),
            400,
            'invalid_request',
          );
          for (const type of OTHER_TYPES) {
            const answer = await client.ask(method, where, { ...body, headers: { 'content-type': type } });
            isError(answer, 400, 'invalid_request');
            assert.match(answer.json.error_description, /Content-Type: application\/json/);
          }
        }
      }
      assert.equal((await client.get(`orders/${order.id}`)).text, before);
    });

    it('an empty body is an empty object', async () => {
      const nothing = await client.put(`orders/${order.id}`, undefined);
      assert.equal(nothing.status, 200, nothing.text);
      for (const raw of ['', undefined]) {
        const missing = await client.ask('POST', 'orders', raw === undefined ? {} : { raw });
        isError(missing, 400, 'invalid_request');
      }
    });

    it('refuses JSON that is malformed, named twice or poisoned, and bodies that are no object', async () => {
      const bodies = [
        '{',
        '{"notes":"a","notes":"b"}',
        '{"__proto__":{}}',
        '\ufeff{}',
        '[]',
        'null',
        '1',
        '"x"',
      ];
      for (const raw of [...bodies, Buffer.from('7b2261223a22ff227d', 'hex'), '1e400', '['.repeat(40)]) {
        isError(await client.ask('POST', 'orders', { raw }), 400, 'invalid_request');
        isError(await client.ask('PUT', `orders/${order.id}`, { raw }), 400, 'invalid_request');
      }
    });

    it('GET and DELETE carry whatever they like', async () => {
      for (const type of [...OTHER_TYPES, 'a/b', '', 'é']) {
        const headers = { 'content-type': type };
        const doomed = await makeOrder(service());
        const read = await client.get(`orders/${doomed.id}`, { headers, raw: '{not json' });
        assert.equal(read.status, 200, `${type}: ${read.text}`);
        const gone = await client.delete(`orders/${doomed.id}`, { headers, raw: '{not json' });
        assert.equal(gone.status, 204, `${type}: ${gone.text}`);
      }
      const doomed = await makeOrder(service());
      assert.equal(
        (await client.delete(`orders/${doomed.id}`, { raw: 'x', without: ['content-type'] })).status,
        204,
      );
    });
  });

  describe('has its methods', () => {
    it('405 names those of a path that is there', async () => {
      const { card } = service();
      const table: [string, string, string][] = [
        ['DELETE', 'orders', 'GET, HEAD, POST'],
        ['PUT', 'orders', 'GET, HEAD, POST'],
        ['OPTIONS', '/healthz', 'GET, HEAD'],
        ['POST', `orders/${order.id}`, 'GET, HEAD, PUT, PATCH, DELETE'],
        ['POST', `orders/${order.id}.json`, 'GET, HEAD, PUT, PATCH, DELETE'],
        ['POST', 'orders/complete', 'GET, HEAD'],
        ['PUT', 'orders/complete', 'GET, HEAD'],
        ['PATCH', 'orders/complete.json', 'GET, HEAD'],
        ['DELETE', 'orders/deleted?limit=1', 'GET, HEAD'],
        ['GET', 'orders/price', 'POST'],
        ['DELETE', 'orders/price', 'POST'],
        ['GET', 'webhooks/signing_secret', 'POST'],
        ['PUT', 'webhooks/signing_secret/', 'POST'],
        ['DELETE', 'price_lists/base', 'GET, HEAD'],
        ['PUT', 'taxes/groups', 'GET, HEAD, POST'],
        ['DELETE', 'staff/me', 'GET, HEAD'],
        ['GET', `registers/${card.sites[0].registers[0].id}/print_jobs/claim`, 'POST'],
        ['DELETE', `sites/${order.site_id}/orders/pending`, 'GET, HEAD'],
        ['POST', `orders/${order.id}/lines/1`, 'GET, HEAD, PUT, PATCH, DELETE'],
        ['PATCH', 'events', 'GET, HEAD'],
        ['GET', '/v1/token', 'POST'],
        ['DELETE', '/oauth/token', 'POST'],
        ['POST', '/healthz', 'GET, HEAD'],
        ['PUT', '/readyz?x=1', 'GET, HEAD'],
      ];
      for (const [method, path, allow] of table) {
        const answer = await client.ask(method, path, { body: {} });
        assert.equal(answer.status, 405, `${method} ${path}: ${answer.text}`);
        isError(answer, 405, 'method_not_allowed');
        assert.equal(answer.headers.allow, allow, `${method} ${path}`);
      }
    });

    it('404 for a path that leads nowhere, whatever the method', async () => {
      const paths = [
        'nowhere',
        'order',
        'orders/complete/nonsense',
        'sites/1/nowhere',
        '/v2/companies/me',
        '/v1',
      ];
      for (const path of [...paths, '/v1/tokens', '/V1/companies/me', '//', '/v1/companies/me//']) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
          const answer = await client.ask(method, path, { body: {} });
          if (method !== 'GET' && answer.status === 405) {
            assert.match(path, /orders\/complete/, 'only an order list that might be');
          } else isError(answer, 404, 'not_found');
        }
      }
    });

    it('404 for what is no id', async () => {
      const wrong = [
        '0',
        '-1',
        '01',
        '1.0',
        'x',
        '%31x',
        '9223372036854775808',
        '%00',
        '%F0%9F%8D%95',
        '1%00',
      ];
      for (const id of [...wrong, '1'.repeat(201), '%2e%2e']) {
        for (const path of ['customers', 'products', 'sites', 'orders']) {
          isError(await client.get(`${path}/${id}`), 404, 'not_found');
          isError(await client.put(`${path}/${id}`, {}), 404, 'not_found');
        }
      }
      for (const word of ['%00', 'AAAA%00AAA', '%F0%9F%8D%95', 'x'.repeat(300)]) {
        isError(await client.get(`orders/saleid/${word}`), 404, 'not_found');
        isError(await client.get(`sites/${order.site_id}/groups/${word}`), 404, 'not_found');
      }
    });

    it('400 for an address that cannot be read', async () => {
      for (const path of ['%', '%ff', '%zz', 'orders/%E0%A4%A']) {
        isError(await client.get(`/v1/companies/me/${path}`), 400, 'invalid_request');
      }
    });

    it('PATCH does what PUT does (reference: conventions.11)', async () => {
      const twin = await makeOrder(service());
      const put = await client.put(`orders/${twin.id}`, { notes: 'by PUT', guests: 3 });
      const patch = await client.patch(`orders/${twin.id}`, { notes: 'by PATCH' });
      assert.equal(put.status, 200);
      assert.equal(patch.status, 200);
      assert.deepEqual(
        { ...patch.json, notes: 'by PUT' },
        put.json,
        'only the field that was sent is altered',
      );
      assert.equal((await client.get(`orders/${twin.id}`)).text, patch.text);
    });

    it('HEAD has the headers of GET and no body', async () => {
      for (const path of [`orders/${order.id}`, 'orders?limit=1', 'products?limit=2']) {
        const get = await client.get(path);
        const headed = await client.ask('HEAD', path);
        assert.equal(headed.status, 200);
        assert.equal(headed.text, '');
        for (const name of ['etag', 'content-type', 'content-length', 'x-next-page']) {
          assert.equal(headed.headers[name], get.headers[name], name);
        }
        const etag = get.headers.etag ?? '';
        assert.equal((await client.ask('HEAD', path, { headers: { 'if-none-match': etag } })).status, 304);
      }
      assert.equal((await client.ask('HEAD', 'orders/987654321')).status, 404);
    });
  });

  describe('may be asked to', () => {
    it('indent its answer, errors and tokens too (reference: conventions.28)', async () => {
      const headers = { 'x-pretty-print': '1' };
      for (const path of [`orders/${order.id}`, 'orders?limit=2', '/v1/nowhere']) {
        const plain = await client.get(path);
        const pretty = await client.get(path, { headers });
        assert.equal(pretty.text, `${JSON.stringify(JSON.parse(plain.text), null, 2)}\n`);
        assert.equal(pretty.headers['content-length'], String(Buffer.byteLength(pretty.text)));
        assert.equal(
          pretty.headers.etag,
          plain.headers.etag,
          'a debugging help does not change what it shows',
        );
        for (const value of ['0', 'true', '', '1, 1']) {
          assert.equal((await client.get(path, { headers: { 'x-pretty-print': value } })).text, plain.text);
        }
      }
      const token = await client.post('/v1/token', { grant_type: 'x' }, { headers });
      assert.match(token.text, /^\{\n {2}"error"/);
    });

    it('take over the request id, on every kind of answer', async () => {
      const paths = [`orders/${order.id}`, 'orders/987654321', '/nowhere', '/healthz', '/v1/companies/me/%'];
      for (const path of paths) {
        for (const id of ['a', 'Req.1_2-3', 'x'.repeat(128), '7f3d1f8e-9b1c-4f7b-8a54-0d3d7a1a5c11']) {
          const answer = await client.get(path, { headers: { 'x-request-id': id } });
          assert.equal(answer.headers['x-request-id'], id, path);
        }
        const made = new Set<string>();
        for (const id of ['', 'x'.repeat(129), 'a b', 'a"b', 'a,b', 'é', '{}']) {
          const own =
            (await client.get(path, { headers: { 'x-request-id': id } })).headers['x-request-id'] ?? '';
          assert.match(own, /^[\w-]{8,40}$/);
          made.add(own);
        }
        assert.equal(made.size, 7, 'every request has its own');
      }
      for (const status of [406, 401]) {
        const ask = {
          without: status === 406 ? ['accept'] : ['authorization'],
          headers: { 'x-request-id': 'mine' },
        };
        const answer = await client.get('orders', ask);
        assert.equal(answer.status, status);
        assert.equal(answer.headers['x-request-id'], 'mine');
      }
    });

    it('name the fields it did not take (reference: conventions.26)', async () => {
      const customer = {
        first_name: 'Ada',
        email: 'a@example.com',
        id: 7,
        created_at: 'now',
        primary_address: { x: 1 },
      };
      const posted = await client.post('customers', customer);
      assert.equal(posted.status, 201, posted.text);
      assert.equal(posted.headers['x-ignored-fields'], 'id, created_at, primary_address.x');
      assert.notEqual(posted.json.id, 7);
      const line = {
        product_id: (await client.get('products?sku=hawaiian_s')).json[0].id,
        wish: 1,
        'a,b\u00e9\r\n': 2,
      };
      const put = await client.post('orders', { site_id: order.site_id, total: 1, lines: [line], LINES: [] });
      assert.equal(put.status, 201, put.text);
      assert.equal(put.headers['x-ignored-fields'], 'total, lines[0].wish, lines[0].a?b???, LINES');
      const clean = await client.put(`customers/${posted.json.id}`, { last_name: 'Byron' });
      assert.equal(clean.headers['x-ignored-fields'], undefined);
      const many = Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`field_${at}_${'x'.repeat(60)}`, at]),
      );
      const named = (await client.put(`customers/${posted.json.id}`, many)).headers['x-ignored-fields'] ?? '';
      assert.ok(named.length <= 2_100);
      for (const name of named.split(', ')) assert.ok(name in many, name);
    });
  });

  it('answers HTTP/1.0 and requests without a Host it can use', async () => {
    const { client: own, app } = service();
    const old = await sendRaw(
      service(),
      `GET /v1/companies/me/orders?limit=1 HTTP/1.0\r\nAuthorization: ${own.token}\r\nAccept: */*\r\n\r\n`,
    );
    assert.equal(old.status, 200);
    const posted = JSON.stringify({ site_id: order.site_id });
    const type = ['Content-Type: application/json', `Content-Length: ${posted.length}`];
    const strange = head(service(), 'POST', '/v1/companies/me/orders', ...type).replace('localhost', 'a"b');
    const made = await sendRaw(service(), strange, posted);
    assert.equal(made.status, 201);
    assert.ok(made.headers.location?.startsWith(`${app.address}/v1/`), `${made.headers.location}`);
  });
});
