import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, it } from 'node:test';
import { MAX_BODY } from '#src/edge/errors.ts';
import { onEachEngine } from '#test/harness/service.ts';
import {
  countOrders,
  head,
  isError,
  makeOrder,
  openConnection,
  readAnswer,
  sendRaw,
} from './edge-helpers.ts';
import { everythingOf } from './helpers.ts';

const ORDERS = '/v1/companies/me/orders';
const JSON_TYPE = 'Content-Type: application/json';

onEachEngine('a hostile client', (service) => {
  let site: number;
  before(() => {
    site = service().card.sites[0].id;
  });

  /** An order of exactly this many bytes. */
  function orderOf(bytes: number): string {
    const start = `{"site_id":${site},"wish":"`;
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  }

  /** The text in chunks, as Transfer-Encoding: chunked sends it. */
  function chunked(text: string, size: number): string[] {
    const chunks: string[] = [];
    for (let at = 0; at < text.length; at += size) {
      const part = text.slice(at, at + size);
      chunks.push(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    return [...chunks, '0\r\n\r\n'];
  }

  it('may send 1 MiB, and not a byte more (reference: limits.2)', async () => {
    assert.equal(MAX_BODY, 1_048_576);
    const { client } = service();
    const orders = await countOrders(service());
    const fits = await client.ask('POST', 'orders', { raw: orderOf(MAX_BODY) });
    assert.equal(fits.status, 201, fits.text);
    for (const size of [MAX_BODY + 1, 5 * MAX_BODY]) {
      const answer = await client.ask('POST', 'orders', { raw: orderOf(size) });
      isError(answer, 413, 'payload_too_large');
      isError(
        await client.ask('PUT', `orders/${fits.json.id}`, { raw: orderOf(size) }),
        413,
        'payload_too_large',
      );
      isError(await client.ask('POST', '/v1/token', { raw: orderOf(size) }), 413, 'payload_too_large');
      isError(await client.ask('POST', 'batch', { raw: orderOf(size) }), 413, 'payload_too_large');
      isError(await client.ask('POST', 'imports', { raw: orderOf(size) }), 413, 'payload_too_large');
    }
    assert.equal(await countOrders(service()), orders + 1);
  });

  it('is held to it without Content-Length too', async () => {
    const orders = await countOrders(service());
    const start = head(service(), 'POST', ORDERS, JSON_TYPE, 'Transfer-Encoding: chunked');
    const fits = await sendRaw(service(), start, ...chunked(orderOf(MAX_BODY), 65_536));
    assert.equal(fits.status, 201, JSON.stringify(fits.json));
    for (const size of [MAX_BODY + 1, 3 * MAX_BODY]) {
      const answer = await sendRaw(service(), start, ...chunked(orderOf(size), 65_536));
      isError(answer, 413, 'payload_too_large');
    }
    assert.equal(await countOrders(service()), orders + 1);
  });

  it('is told at once, and may go on with the connection', async () => {
    const socket = await openConnection(service());
    const length = `Content-Length: ${MAX_BODY + 1}`;
    socket.write(head(service(), 'POST', ORDERS, JSON_TYPE, length));
    isError(await readAnswer(socket), 413, 'payload_too_large');
    socket.write('x'.repeat(MAX_BODY + 1));
    socket.write(head(service(), 'GET', `${ORDERS}?limit=1`));
    assert.equal((await readAnswer(socket)).status, 200);
    // Too long a rest of a body costs the connection.
    socket.write(head(service(), 'POST', ORDERS, JSON_TYPE, 'Content-Length: 999999999999'));
    const answer = await readAnswer(socket);
    isError(answer, 413, 'payload_too_large');
    assert.equal(answer.headers.connection, 'close');
    await once(socket, 'close');
  });

  it('may send a large head, up to 16 KiB', async () => {
    const fits = await sendRaw(
      service(),
      head(service(), 'GET', `${ORDERS}?limit=1`, `X: ${'x'.repeat(12_000)}`),
    );
    assert.equal(fits.status, 200);
    const longPath = await sendRaw(
      service(),
      head(service(), 'GET', `/v1/companies/me/${'x'.repeat(10_000)}`),
    );
    isError(longPath, 404, 'not_found');
    const large = await sendRaw(
      service(),
      head(service(), 'GET', `${ORDERS}?limit=1`, `X: ${'x'.repeat(20_000)}`),
    );
    assert.equal(large.status, 431);
    assert.equal(large.json.error, 'invalid_request');
    const address = await sendRaw(service(), head(service(), 'GET', `${ORDERS}?x=${'x'.repeat(20_000)}`));
    assert.equal(address.status, 431);
  });

  it('cannot smuggle: lengths that contradict each other are malformed', async () => {
    const body = `{"site_id":${site}}`;
    const orders = await countOrders(service());
    const heads = [
      [`Content-Length: ${body.length}`, `Content-Length: ${body.length + 1}`],
      [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked, identity'],
      ['Transfer-Encoding: xchunked'],
      ['Content-Length: -1'],
      ['Content-Length: 0x10'],
      ['Content-Length : 5'],
      ['X: a\nb'],
    ];
    for (const lines of heads) {
      const answer = await sendRaw(service(), head(service(), 'POST', ORDERS, JSON_TYPE, ...lines), body);
      isError(answer, 400, 'invalid_request');
    }
    assert.equal(await countOrders(service()), orders);
  });

  it('that hangs up in the middle of a body changes nothing', async () => {
    const body = `{"site_id":${site},"notes":"half"}`;
    const before = await everythingOf(service(), service().client.companyId);
    const heads = [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'];
    for (const lines of [...heads, `${heads[0]}\r\nIdempotency-Key: half-sent`]) {
      for (const half of ['', body.slice(0, 10), body.slice(0, -1)]) {
        for (const how of ['end', 'destroy'] as const) {
          const socket = await openConnection(service());
          socket.on('error', () => undefined).resume();
          const part =
            lines.startsWith('Transfer') && half !== '' ? `${half.length.toString(16)}\r\n${half}` : half;
          await new Promise((sent) =>
            socket.write(head(service(), 'POST', ORDERS, JSON_TYPE, lines) + part, sent),
          );
          socket[how]();
          await once(socket, 'close');
        }
      }
    }
    assert.equal(await everythingOf(service(), service().client.companyId), before);
    assert.equal((await service().client.get('/healthz')).status, 200);
  });

  it('that asks and does not listen harms nobody', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openConnection(service())));
    for (const socket of sockets) {
      socket.on('error', () => undefined).pause();
      socket.write(head(service(), 'GET', '/v1/companies/me/products?limit=5000').repeat(20));
    }
    assert.equal((await service().client.get('products?limit=1')).status, 200);
    for (const socket of sockets) socket.destroy();
    assert.equal((await service().client.get('products?limit=1')).status, 200);
  });

  it('gets its answers in order when it asks without waiting', async () => {
    const order = await makeOrder(service());
    const socket = await openConnection(service());
    const paths = [
      `${ORDERS}/${order.id}`,
      '/healthz',
      `${ORDERS}/987654321`,
      '/v1/nowhere',
      `${ORDERS}?limit=1`,
    ];
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const asks = paths.map((path) => head(service(), 'GET', path));
    socket.write(
      asks.slice(0, -1).join('') + head(service(), 'GET', paths.at(-1) ?? '', 'Connection: close'),
    );
    await once(socket, 'close');
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '200', '404', '404', '200']);
  });

  it('cannot put its own words into our headers', async () => {
    const { client } = service();
    const line = await client.post('orders', { site_id: site, 'x\r\nSet-Cookie: a=b': 1 });
    assert.equal(line.status, 201);
    assert.equal(line.headers['set-cookie'], undefined);
    const page = await client.get('orders?limit=1&fields=%0d%0aSet-Cookie:a=b&%0d%0aSet-Cookie:c=d');
    assert.equal(page.headers['set-cookie'], undefined);
    assert.ok(page.headers['x-next-page']?.includes('fields=%0D%0ASet-Cookie'));
    assert.equal(page.headers['x-ignored-parameters'], '??Set-Cookie:c, fields=Set-Cookie:a=b');
    const id = await sendRaw(service(), head(service(), 'GET', ORDERS, 'X-Request-Id: a\tb'));
    assert.match(id.headers['x-request-id'] ?? '', /^[\w-]+$/);
  });

  it('with thousands of fields, parameters and headers gets an answer', async () => {
    const { client } = service();
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
    assert.equal((await client.post('orders', { site_id: site, ...fields(900) })).status, 201);
    isError(await client.post('orders', { site_id: site, ...fields(50_000) }), 400, 'invalid_request');
    const list = { site_id: site, lines: Array.from({ length: 50_000 }, () => ({})) };
    isError(await client.post('orders', list), 400, 'invalid_request');
    const parameters = Array.from({ length: 1_500 }, (_, at) => `p${at}=${at}`).join('&');
    assert.equal((await client.get(`orders?limit=1&${parameters}`)).status, 200);
  });
});
