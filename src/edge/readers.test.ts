import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, test } from 'node:test';
import { STALLED_CHECKS } from './budgets.ts';
import { type Slowness, SlowReaders, slownessOf } from './readers.ts';

const MIB = 1024 * 1024;

describe('who reads too slowly', () => {
  const table: [what: string, taken: readonly number[], slowness: Slowness | undefined][] = [
    ['was looked at once', [0], undefined],
    ['took nothing for two looks', [5, 5, 5], undefined],
    ['took nothing for three looks', [5, 5, 5, 5], 'stalled'],
    ['took nothing for three looks after a good beginning', [0, MIB, MIB, MIB, MIB], 'stalled'],
    ['took a byte now and then', [1, 1, 2, 2, 3, 3], undefined],
    ['took a byte now and then for a minute', [1, 1, 2, 2, 3, 3, 4], 'slow'],
    ['took just too little in a minute', [0, 1, 2, 3, 4, 5, 491_519], 'slow'],
    ['took just enough in a minute', [0, 1, 2, 3, 4, 5, 491_520], undefined],
    ['took all of it in one gulp', [0, 0, 0, MIB, MIB, MIB, MIB + 1], undefined],
  ];
  for (const [what, taken, slowness] of table) {
    it(`one that ${what}`, () => assert.equal(slownessOf(taken), slowness));
  }
});

test('a client that takes nothing is cut, and told apart from those who read and from streams', async (t) => {
  const readers = new SlowReaders();
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const server = createServer((request, response) => {
    readers.add(request.socket, response);
    if (request.url?.startsWith('/stream') === true) response.setHeader('content-type', 'text/event-stream');
    response.end(Buffer.alloc(request.url?.startsWith('/short') === true ? 100 : 32 * MIB));
    asked++;
    if (asked === 3) all.resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${path}?q=secret HTTP/1.1\r\nHost: here\r\n\r\n`);
    return socket;
  };
  const sockets = ['/long', '/stream', '/short'].map(ask);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  await all.promise;
  for (let check = 0; check < STALLED_CHECKS; check++) assert.deepEqual(readers.check(), []);
  const [cut, ...none] = readers.check();
  assert.deepEqual(none, []);
  assert.ok(cut !== undefined && cut.waiting > 0);
  assert.deepEqual([cut.reason, cut.method, cut.path], ['stalled', 'GET', '/long']);
  assert.deepEqual(readers.check(), []);
});
