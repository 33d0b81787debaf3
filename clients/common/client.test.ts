import 'reflect-metadata';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { ApiError, type Clock, ConnectionError, ExactNumber } from '../typescript/index.ts';
import { type ClientOptions, describeRefusal, nowAndThen, openClient } from './client.ts';

const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** A clock whose sleeps take no time but are remembered. */
function fakeClock(): Clock & { slept: number[] } {
  let now = 1_000_000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(baseUrl: string, more: Partial<ClientOptions> = {}) {
  const clock = fakeClock();
  const troubles: string[] = [];
  const { passbell, close } = await openClient({
    baseUrl,
    token: 'secret',
    clock,
    patience: { tries: Number.POSITIVE_INFINITY, giveUpAfterMs: 5 * 60_000 },
    onRetry: (why) => troubles.push(why),
    ...more,
  });
  cleanups.push(close);
  const post = (idempotencyKey: string, total = '1.10') =>
    passbell.request(
      'createOrder',
      { body: { price_variation: new ExactNumber(total) } },
      { idempotencyKey },
    );
  const get = (signal?: AbortSignal) =>
    passbell.call('listSites', {}, signal === undefined ? {} : { signal });
  return { passbell, post, get, clock, troubles };
}

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A handler that gives the answers one after the other; the last one for ever. */
function script(...steps: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const handler: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      (steps[requests.length - 1] ?? steps.at(-1))?.(request, response);
    });
  };
  return { handler, requests };
}

const reset = (request: IncomingMessage) => request.socket.destroy();
const created = (_: IncomingMessage, response: ServerResponse) => answer(response, 201, { id: 1 });
const fails =
  (status: number, error: string, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    answer(response, status, { error, error_description: 'No.' }, headers);

describe('a request', () => {
  test('carries token, type and key', async () => {
    const { handler, requests } = script(created);
    const { post } = await open(`${await serve(handler)}/prefix/`);
    const { status, body, replayed } = await post('key-1');
    assert.deepEqual({ status, body, replayed }, { status: 201, body: { id: '1' }, replayed: false });
    const [request] = requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.url, '/prefix/v1/companies/me/orders');
    assert.equal(request.body, '{"price_variation":1.10}');
    assert.equal(request.headers.authorization, 'Bearer secret');
    assert.equal(request.headers.accept, 'application/json');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['idempotency-key'], 'key-1');
  });

  test('keeps its connections and never has more than allowed', async () => {
    const sockets = new Set<unknown>();
    const base = await serve((request, response) => {
      sockets.add(request.socket);
      answer(response, 200, {});
    });
    const { get } = await open(base, { connections: 3 });
    await Promise.all(Array.from({ length: 60 }, () => get()));
    assert.ok(sockets.size <= 3);
  });

  for (const [status, error] of [
    [404, 'not_found'],
    [500, 'server_error'],
    [409, 'conflict'],
    [422, 'idempotency_key_reused'],
    [400, 'out_of_stock'],
  ] as const) {
    test(`answered ${status} ${error} is not repeated`, async () => {
      const { handler, requests } = script(fails(status, error, { 'idempotent-replayed': 'true' }), created);
      const { post } = await open(await serve(handler));
      await assert.rejects(post('k'), (refusal: unknown) => {
        assert.ok(refusal instanceof ApiError);
        assert.equal(describeRefusal(refusal), `${status} ${error}. No.`);
        assert.equal(refusal.gaveUp, undefined);
        return refusal.status === status && refusal.replayed;
      });
      assert.equal(requests.length, 1);
    });
  }

  test('answered by something that is not the API fails', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    const { get } = await open(base);
    await assert.rejects(get(), /listSites was answered 200 with something that is not JSON/);
  });

  test('with an answer beyond all bounds fails, and is not repeated', async () => {
    const { handler, requests } = script((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const part = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed) if (!response.write(part)) return void response.once('drain', more);
      };
      more();
    });
    const { get } = await open(await serve(handler));
    await assert.rejects(get(), /cannot be used: The answer is too large/);
    assert.equal(requests.length, 1);
  });
});

describe('a request that fails for now is repeated', () => {
  const cut = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(201, { 'content-length': '100' });
    response.write('{"id', () => response.destroy());
  };
  for (const [name, step] of [
    ['the connection breaks before the answer', reset],
    ['the connection breaks within the answer', cut],
    ['502', fails(502, 'x')],
    ['503', fails(503, 'temporarily_unavailable')],
    ['504 without JSON', (_: IncomingMessage, response: ServerResponse) => answer(response, 504, '<html>')],
    ['429', fails(429, 'rate_limit_exceeded')],
    ['409 in use', fails(409, 'idempotency_key_in_use')],
  ] as const) {
    test(`with the same key and body: ${name}`, async () => {
      const { handler, requests } = script(step, step, created);
      const { post, clock, troubles } = await open(await serve(handler));
      assert.equal((await post('k')).status, 201);
      assert.deepEqual(
        requests.map((request) => [request.headers['idempotency-key'], request.body]),
        Array(3).fill(['k', '{"price_variation":1.10}']),
      );
      assert.deepEqual(clock.slept, [75, 150]);
      assert.equal(troubles.length, 2);
    });
  }

  test('as late as Retry-After says', async () => {
    for (const status of [429, 503]) {
      const { handler } = script(fails(status, 'x', { 'retry-after': '7' }), created);
      const { post, clock } = await open(await serve(handler));
      await post('k');
      assert.deepEqual(clock.slept, [7000]);
    }
  });

  test('after a 429 all requests wait', async () => {
    const { handler, requests } = script(fails(429, 'rate_limit_exceeded', { 'retry-after': '30' }), created);
    const clock = fakeClock();
    const begun = clock.now();
    const sentAt: number[] = [];
    const base = await serve((request, response) => {
      sentAt.push(clock.now() - begun);
      handler(request, response);
    });
    const { passbell, post } = await open(base, { connections: 1, clock });
    await Promise.all([post('a'), post('b')]);
    // A signal of its own makes no difference.
    await passbell.call('createOrder', { body: {} }, { signal: new AbortController().signal });
    assert.equal(requests.length, 4);
    assert.equal(sentAt.filter((at) => at < 30_000).length <= 2, true);
    assert.ok((sentAt.at(-1) ?? 0) >= 30_000);
  });

  test('with growing waits, until 5 minutes brought no answer', async () => {
    const { handler, requests } = script(fails(503, 'temporarily_unavailable'));
    const base = await serve(handler);
    const { get, clock, troubles } = await open(base);
    const begun = clock.now();
    await assert.rejects(get(), (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.gaveUp, 'The service is not available (503).');
      return error.isPassing;
    });
    assert.ok(clock.now() - begun > 4.9 * 60_000 && clock.now() - begun <= 5 * 60_000);
    assert.ok(Math.max(...clock.slept) <= 5_000);
    assert.ok(requests.length < 120);
    assert.deepEqual(new Set(troubles), new Set(['The service is not available (503).']));
  });

  test('and the time counts from the last answer of the service', async () => {
    let good = 20;
    const base = await serve((request, response) => {
      if (request.method === 'POST' && good-- > 0) answer(response, 201, {});
      else fails(503, 'x')(request, response);
    });
    const { get, post, clock } = await open(base, {
      patience: { giveUpAfterMs: 60_000, tries: 1000 },
      connections: 2,
    });
    let ended = false;
    const stuck = get().catch((error: unknown) => {
      ended = true;
      return error;
    });
    while (good > 0) {
      await post(`k${good}`);
      if (good > 0) assert.equal(ended, false);
    }
    const error = await stuck;
    assert.ok(error instanceof ApiError && error.gaveUp !== undefined);
    assert.ok(clock.now() > 60_000);
  });

  test('the port is closed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { get } = await open(`http://127.0.0.1:${port}`);
    await assert.rejects(get(), (error: unknown) => {
      assert.ok(error instanceof ConnectionError && error.isPassing);
      assert.equal(error.message, `No answer from http://127.0.0.1:${port} (ECONNREFUSED).`);
      return true;
    });
  });
});

describe('stopping', () => {
  test('ends a request that is under way, and one that waits', async () => {
    const stop = new AbortController();
    const { get } = await open(await serve(() => stop.abort()));
    await assert.rejects(get(stop.signal), { name: 'AbortError' });
    await assert.rejects(get(stop.signal), { name: 'AbortError' });
  });
});

test('trouble is told of now and then', () => {
  const clock = fakeClock();
  const told: string[] = [];
  const tell = nowAndThen(clock, (sentence) => told.push(sentence));
  for (const sentence of ['a', 'b', 'c', 'd']) {
    tell(sentence);
    clock.sleep(4_000);
  }
  assert.deepEqual(told, ['a', 'd']);
});

describe('a list', () => {
  test('is read to its end by the addresses as they were given', async () => {
    const urls: string[] = [];
    const base = await serve((request, response) => {
      urls.push(request.url ?? '');
      const next = [`${base}/v1/x?limit=2&cursor=a%2Bb_~`, `${base}/v1/x?c=2`][urls.length - 1];
      answer(response, 200, [urls.length], next === undefined ? {} : { 'x-next-page': next });
    });
    const { passbell } = await open(base);
    assert.deepEqual(await Array.fromAsync(passbell.pages('listSites', { limit: 2 })), [[1], [2], [3]]);
    assert.deepEqual(urls, ['/v1/companies/me/sites?limit=2', '/v1/x?limit=2&cursor=a%2Bb_~', '/v1/x?c=2']);
  });

  test('ends with a page without records', async () => {
    const base = await serve((_, response) =>
      answer(response, 200, [], { 'x-next-page': `${base}/v1/x?c=2` }),
    );
    const { passbell } = await open(base);
    assert.deepEqual(await Array.fromAsync(passbell.pages('listSites')), []);
  });

  test('does not send the token to another address', async () => {
    const { handler, requests } = script(
      (_, response) => answer(response, 200, [1], { 'x-next-page': 'https://elsewhere.example/v1/x?c=2' }),
      (_, response) => answer(response, 200, [2]),
    );
    const { passbell } = await open(await serve(handler));
    assert.deepEqual(await Array.fromAsync(passbell.pages('listSites')), [[1], [2]]);
    assert.equal(requests[1]?.url, '/v1/x?c=2');
  });

  test('that goes in a circle, or is none, fails', async () => {
    const base = await serve((request, response) => {
      if (request.url?.includes('taxes') === true) answer(response, 200, {});
      else answer(response, 200, [1], { 'x-next-page': `${base}${request.url}` });
    });
    const { passbell } = await open(base);
    await assert.rejects(Array.fromAsync(passbell.pages('listSites')), /the same page again/);
    await assert.rejects(Array.fromAsync(passbell.pages('listTaxes')), /should have answered a list/);
  });
});

describe('HTTPS', () => {
  let base: string;
  let dir: string;
  let certificate: X509Certificate;
  before(async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    certificate = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=localhost',
      keys,
      signingAlgorithm: algorithm,
      notAfter: new Date(Date.now() + 3_600_000),
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
    });
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
    const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
    const server = createHttpsServer({ key, cert: certificate.toString('pem') }, (_, response) =>
      answer(response, 200, [{ id: 5 }]),
    );
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    cleanups.push(() => {
      server.close();
      server.closeAllConnections();
    });
    base = `https://localhost:${(server.address() as AddressInfo).port}`;
    dir = await mkdtemp(join(tmpdir(), 'client-'));
    cleanups.push(() => rm(dir, { recursive: true, force: true }));
  });

  test('is trusted with the CA file', async () => {
    const caFile = join(dir, 'ca.pem');
    await writeFile(caFile, certificate.toString('pem'));
    const { get } = await open(base, { caFile });
    assert.deepEqual(await get(), [{ id: '5' }]);
  });

  test('is not trusted without it, and that is not tried again', async () => {
    const { get, clock } = await open(base);
    await assert.rejects(get(), /cannot be used: .*self-signed certificate.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.deepEqual(clock.slept, []);
  });

  test('a CA file that is none is named', async () => {
    await assert.rejects(
      open(base, { caFile: join(dir, 'none.pem') }),
      /none\.pem cannot be read \(ENOENT\)/,
    );
    const wrong = join(dir, 'wrong.pem');
    await writeFile(wrong, 'hello');
    await assert.rejects(open(base, { caFile: wrong }), /wrong\.pem is not a PEM certificate/);
  });
});

test('options that cannot be are refused', async () => {
  for (const baseUrl of ['', 'localhost:8443', 'ftp://localhost']) {
    await assert.rejects(open(baseUrl), /is not an address of a service/);
  }
  for (const connections of [0, 1.5, 101, Number.NaN]) {
    await assert.rejects(open('http://localhost', { connections }), /number of connections/);
  }
});
