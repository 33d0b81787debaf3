// How a service ends: by a signal, with its launcher, in the middle of requests; and clients that end first.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import {
  accepts,
  FIRST_PRODUCT,
  makeFolder,
  Process,
  type Server,
  serve,
  until,
  withoutSlow,
} from '#test/harness/process.ts';
import { freshDatabase } from '#test/harness/service.ts';

/** How long a stop may take (reference: operations.8), and how long it takes with nothing in flight, in ms. */
const STOP_LIMIT_MS = 10_000;
const QUICK_MS = 5_000;

function orderOf(server: Server) {
  return { site_id: server.card.sites[0].id, status: 'PENDING', lines: [{ product_id: FIRST_PRODUCT }] };
}

/** Begins to send an order: the answer comes when `finish` has sent the rest. */
async function beginOrder(server: Server) {
  const body = JSON.stringify(orderOf(server));
  const options = server.request('POST', 'orders', { headers: { 'content-length': String(body.length) } });
  const request = httpsRequest(options);
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    request.once('error', reject);
    request.write(body.slice(0, 20), () => resolve());
  });
  return { answer, finish: () => request.end(body.slice(20)) };
}

describe('a signal', { concurrency: true }, () => {
  it('SIGTERM stops accepting, lets a request in flight finish, and ends with 0', async () => {
    const server = await serve();
    // A second connection, kept alive by a client that asks nothing more.
    await server.get('/healthz');
    const { answer, finish } = await beginOrder(server);
    // The beginning of the order is there when what came after it is answered.
    assert.equal((await server.get('/healthz')).status, 200);
    server.process.kill('SIGTERM');
    await until('the port is closed', async () => !(await accepts(server.port)));
    assert.equal(server.process.hasExited, false, 'it waits for the rest of the order');
    finish();
    const { status, text } = await answer;
    assert.equal(status, 201, text);
    const { code, stderr } = await server.process.ended;
    assert.equal(code, 0);
    assert.deepEqual(withoutSlow(stderr), []);
    const again = await serve({ dir: server.dir });
    assert.equal((await again.get(`orders/${JSON.parse(text).id}`)).text, text);
    await again.stop();
  });

  it('SIGTERM lets a slow reader have its whole answer', async () => {
    const server = await serve();
    // An answer of more than the system's own buffers hold.
    const lines = Array.from({ length: 400 }, () => ({ product_id: FIRST_PRODUCT, notes: 'x'.repeat(500) }));
    for (let count = 0; count < 24; count++) {
      const { status, text } = await server.post('orders', { ...orderOf(server), lines });
      assert.equal(status, 201, text);
    }
    const expected = (await server.get('orders?fields=lines')).text.length;
    assert.ok(expected > 8_000_000, `only ${expected} bytes`);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpsRequest(server.request('GET', 'orders?fields=lines'), resolve);
      request.once('error', reject);
      request.end();
    });
    response.pause();
    server.process.kill('SIGTERM');
    await until('the port is closed', async () => !(await accepts(server.port)));
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await new Promise((resolve, reject) => {
      response.once('end', resolve);
      response.once('error', reject);
      response.resume();
    });
    assert.equal(received, expected);
    assert.equal((await server.process.ended).code, 0);
  });

  it('SIGTERM ends in time, and with 0, whatever a client leaves undone', async () => {
    const server = await serve({ env: { LOG_LEVEL: 'silent' } });
    const { answer } = await beginOrder(server);
    const refused = assert.rejects(answer, /socket hang up|ECONNRESET/);
    const silent = connectPlain(server.port, '127.0.0.1');
    const half = connectPlain(server.port, '127.0.0.1', () => half.write(Buffer.from([0x16, 3, 1])));
    for (const socket of [silent, half]) socket.on('error', () => undefined);
    assert.equal((await server.get('/healthz')).status, 200);
    const begun = performance.now();
    assert.equal((await server.stop()).code, 0);
    assert.ok(performance.now() - begun < STOP_LIMIT_MS, `${performance.now() - begun} ms`);
    await refused;
    for (const socket of [silent, half]) socket.destroy();
  });

  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
    it(`${signal} ends an idle service at once, connections kept alive or not`, async () => {
      const server = await serve();
      await Promise.all(Array.from({ length: 8 }, () => server.get('products?limit=1')));
      const begun = performance.now();
      assert.equal((await server.stop(signal)).code, 0);
      assert.ok(performance.now() - begun < QUICK_MS, `${performance.now() - begun} ms`);
    });
  }

  it('during the first start leaves nothing half done', async () => {
    const dir = join(makeFolder(), 'data');
    const starting = new Process('src/main.ts', [], { env: { PORT: '0', DATA_DIR: dir } });
    await until('the start has begun', () => existsSync(join(dir, 'passbell.sqlite')));
    starting.kill('SIGTERM');
    assert.equal((await starting.ended).code, 0);
    const server = await serve({ dir });
    assert.equal((await server.list('products?limit=1000')).length, 130);
    assert.equal((await server.list('/v1/companies')).length, 1);
    await server.stop();
  });
});

describe('the launcher', { concurrency: true }, () => {
  it('hands SIGTERM on and answers the exit code of the service', async () => {
    const server = await serve({ launcher: true, command: true });
    assert.match(server.process.stdout, /^Passbell is ready at https:\/\/localhost:\d+\n$/);
    assert.equal((await server.get('products?limit=1')).status, 200);
    assert.equal((await server.stop()).code, 0);
    assert.equal(await accepts(server.port), false);
  });

  it('when it is killed, takes the service with it', async () => {
    const server = await serve({ launcher: true });
    server.process.kill('SIGKILL');
    // The pipes close when the service has ended as well.
    const { signal } = await server.process.ended;
    assert.equal(signal, 'SIGKILL');
    assert.equal(await accepts(server.port), false);
    const again = await serve({ dir: server.dir });
    assert.equal((await again.get('products?limit=1')).status, 200);
    await again.stop();
  });

  it('when it is killed before the service is ready, takes it with it as well', async () => {
    const dir = join(makeFolder(), 'data');
    const launcher = new Process('src/main.ts', [], { env: { PORT: '0', DATA_DIR: dir }, launcher: true });
    await until('the start has begun', () => existsSync(join(dir, 'passbell.sqlite')));
    launcher.kill('SIGKILL');
    assert.equal((await launcher.ended).signal, 'SIGKILL');
  });
});

describe('clients that hang up', () => {
  const REQUEST = (server: Server) => {
    const body = JSON.stringify(orderOf(server));
    return [
      'POST /v1/companies/me/orders HTTP/1.1',
      'Host: localhost',
      'Accept: application/json',
      'Content-Type: application/json',
      `Authorization: Bearer ${server.card.addon.access_token}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };

  /** How many sockets a process has open; undefined where the system does not show it. */
  function openSockets(pid: number | undefined): number | undefined {
    const folder = `/proc/${pid}/fd`;
    if (!existsSync(folder)) return undefined;
    return readdirSync(folder).filter((name) => {
      try {
        return readlinkSync(join(folder, name)).startsWith('socket:');
      } catch {
        return false; // closed meanwhile
      }
    }).length;
  }

  /** Speaks TLS, sends a part of the order, and is gone. */
  function vanish(server: Server, ca: string, share: number): Promise<void> {
    const text = REQUEST(server);
    return new Promise((resolve, reject) => {
      const socket = connectTls({ host: 'localhost', port: server.port, ca, servername: 'localhost' }, () => {
        const part = text.slice(0, Math.floor(text.length * share));
        if (part === '') socket.destroy();
        else socket.write(part, () => socket.destroy());
      });
      socket.once('error', reject);
      socket.once('close', () => resolve());
    });
  }

  function knock(server: Server): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connectPlain(server.port, '127.0.0.1', () => socket.destroy());
      socket.once('error', reject);
      socket.once('close', () => resolve());
    });
  }

  it('hundreds of times, anywhere in a request, leave nothing behind', async () => {
    const server = await serve({ env: { DATABASE_URL: await freshDatabase() } });
    const { pid } = server.process.child;
    const ca = readFileSync(join(server.dir, 'tls/ca.pem'), 'utf8');
    const busy = () => Promise.all(Array.from({ length: 40 }, () => server.post('orders', orderOf(server))));
    assert.ok((await busy()).every(({ status }) => status === 201));
    server.hangUp();
    const before = openSockets(pid);
    for (let round = 0; round < 15; round++) {
      const shares = [0, 0.1, 0.5, 0.8, 0.99, 1, 1, 1];
      await Promise.all([...shares.map((share) => vanish(server, ca, share)), knock(server), knock(server)]);
    }
    if (before !== undefined) {
      await until('every connection is closed', () => (openSockets(pid) ?? 0) <= before);
    }
    // Every connection to the database is back as well: more requests at once than there are of those.
    assert.ok((await busy()).every(({ status }) => status === 201));
    const orders = await server.list('orders?limit=100&fields=lines');
    assert.ok(orders.length >= 80 && orders.length <= 80 + 15 * 3, `${orders.length} orders`);
    assert.ok(orders.every((order) => order.lines.length === 1 && order.total > 0));
    const begun = performance.now();
    const { code, stderr } = await server.stop();
    assert.equal(code, 0);
    assert.ok(performance.now() - begun < QUICK_MS, `${performance.now() - begun} ms`);
    assert.deepEqual(withoutSlow(stderr), [], 'a client that has gone is no error of ours');
  });
});
