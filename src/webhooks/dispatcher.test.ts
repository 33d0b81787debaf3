import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { type Dispatcher, request } from 'undici';
import { PRIVATE_NAMES, privateUrls } from '#test/harness/addresses.ts';
import { parseCidrs } from '../edge/listener.ts';
import { ensureCertificates } from '../edge/tls.ts';
import { type AddressPolicy, createDispatcher, type DispatcherOptions } from './guard.ts';

/** Deliveries go to public addresses only. */
const CLOSED = policy('');
const LOOPBACK = policy('127.0.0.0/8, ::1');
/** The guard removed. */
const EVERYTHING = policy('0.0.0.0/0, ::/0');

function policy(ranges: string): AddressPolicy {
  return { allowPrivate: parseCidrs(ranges) };
}

/** No test waits for a time-out unless it says so. */
const PATIENT_MS = 20_000;
const SHORT_MS = 30;

/** The outcome of one request: its status, or the code of its error. */
async function outcome(dispatcher: Dispatcher, url: string): Promise<number | string> {
  try {
    const response = await request(url, { dispatcher, method: 'POST', body: '{}' });
    await response.body.dump();
    return response.statusCode;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    return 'code' in error ? String(error.code) : error.message;
  }
}

async function portOf(server: NetServer, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('connections of deliveries (reference: events.25)', () => {
  /** Hears of every connection to loopback that should not have been made; both families where the machine has them. */
  let sentinelHits = 0;
  const sentinels: NetServer[] = [];
  let sentinelPort = 0;
  let hasSix = false;

  /** A receiver that is allowed. */
  let receiver: Server;
  let receiverPort = 0;
  let requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];

  before(async () => {
    const sentinel = () =>
      createNetServer((socket) => {
        sentinelHits++;
        socket.on('error', () => {});
        socket.destroy();
      });
    const four = sentinel();
    sentinelPort = await portOf(four, '127.0.0.1');
    sentinels.push(four);
    const six = sentinel();
    hasSix = await portOf(six, '::1', sentinelPort).then(
      () => true,
      () => false,
    );
    if (hasSix) sentinels.push(six);

    receiver = createServer((incoming, response) => {
      requests.push({ url: incoming.url, headers: incoming.headers });
      if (incoming.url === '/away')
        response.writeHead(302, { Location: `http://127.0.0.1:${sentinelPort}/` });
      response.end();
    });
    receiverPort = await portOf(receiver, '127.0.0.1');
  });
  after(() => {
    for (const server of [...sentinels, receiver]) server.close();
  });

  async function withDispatcher<T>(
    given: AddressPolicy,
    resolve: (hostname: string) => Promise<readonly string[]>,
    use: (dispatcher: Dispatcher) => Promise<T>,
    more: DispatcherOptions = {},
  ): Promise<T> {
    const dispatcher = createDispatcher(given, { connectMs: PATIENT_MS, resolve, ...more });
    try {
      return await use(dispatcher);
    } finally {
      await dispatcher.destroy();
    }
  }

  const noNames = (hostname: string): Promise<readonly string[]> =>
    Promise.reject(new Error(`${hostname} was looked up.`));

  /** The addresses of the corpus that a request can be made of at all, also without any check before it. */
  const requestable = (port: number) =>
    privateUrls(port).filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));

  /** Where the corpus leads on this machine when nothing stops it. */
  const isLocal = (url: string) =>
    /^(?:127\.0\.0\.1|0\.0\.0\.0|\[::\]|\[::1\]|\[::ffff:(?:7f00:1|0:0)\]|(?:.*\.)?localhost\.?)$/.test(
      new URL(url).hostname,
    );

  /** A name server that has the addresses of the corpus for names, and public ones for all others. */
  const corpusNames = async (hostname: string): Promise<readonly string[]> =>
    PRIVATE_NAMES.find(({ name }) => name === hostname)?.addresses ?? ['127.0.0.1'];

  it('to addresses of the corpus are never made, nor to names that lead there', async () => {
    sentinelHits = 0;
    let tried = 0;
    await withDispatcher(CLOSED, corpusNames, async (dispatcher) => {
      const urls = [
        ...requestable(sentinelPort),
        ...PRIVATE_NAMES.flatMap(({ name }) =>
          ['http', 'https'].map((scheme) => `${scheme}://${name}:${sentinelPort}/`),
        ),
      ];
      for (const url of urls) {
        const result = await outcome(dispatcher, url);
        assert.ok(result === 'ADDRESS_REFUSED' || result === 'The name has no address.', `${url}: ${result}`);
        tried++;
      }
    });
    assert.ok(tried >= 350, `only ${tried} were tried`);
    assert.equal(sentinelHits, 0);
  });

  it('are made when the guard is removed, so that the test above means something', async () => {
    sentinelHits = 0;
    const local = requestable(sentinelPort).filter(isLocal);
    const names = ['localtest.example.com', 'first-private.example.com', 'localhost.localdomain'];
    assert.ok(local.length >= 100);
    await withDispatcher(EVERYTHING, corpusNames, async (dispatcher) => {
      for (const url of [...local, ...names.map((name) => `http://${name}:${sentinelPort}/`)]) {
        assert.notEqual(await outcome(dispatcher, url), 'ADDRESS_REFUSED', url);
      }
    });
    assert.ok(sentinelHits >= local.length / 2, `${sentinelHits} connections`);
  });

  it('go to the address that was vetted, whatever the name leads to afterwards', async () => {
    sentinelHits = 0;
    requests = [];
    const only = policy('127.0.0.1');
    const forbidden = hasSix ? '::1' : '127.0.0.2';
    const rebinding = [['127.0.0.1'], [forbidden], ['127.0.0.1', forbidden], [forbidden, '127.0.0.1']];
    let asked = 0;
    const resolve = async () => rebinding[asked++] ?? [forbidden];
    const url = `http://rebind.example.com:${receiverPort}/`;
    await withDispatcher(
      only,
      resolve,
      async (dispatcher) => {
        assert.equal(await outcome(dispatcher, url), 200);
        assert.equal(asked, 1, 'the name is resolved once for one connection');
        assert.equal(await outcome(dispatcher, url), 200, 'an open connection stays where it was vetted');
        assert.equal(asked, 1);
      },
      { connections: 1 },
    );
    assert.equal(requests.length, 2);
    assert.equal(requests[0]?.headers.host, `rebind.example.com:${receiverPort}`);
    for (let connection = 2; connection <= rebinding.length; connection++) {
      await withDispatcher(only, resolve, async (dispatcher) => {
        const again = `http://rebind.example.com:${sentinelPort}/`;
        assert.equal(await outcome(dispatcher, again), 'ADDRESS_REFUSED');
      });
      assert.equal(asked, connection);
    }
    assert.equal(sentinelHits, 0);
  });

  it('are tried to each vetted address until one answers', async () => {
    const resolve = async () => ['127.0.0.9', '127.0.0.1'];
    await withDispatcher(LOOPBACK, resolve, async (dispatcher) => {
      assert.equal(await outcome(dispatcher, `http://two.example.com:${receiverPort}/`), 200);
    });
  });

  it('to localhost ask no name server and go only where loopback is opened', async () => {
    sentinelHits = 0;
    for (const [ranges, expected] of [
      ['127.0.0.0/8', 200],
      ['127.0.0.0/8, ::1', 200],
      ['10.0.0.0/8', 'ADDRESS_REFUSED'],
    ] as const) {
      await withDispatcher(policy(ranges), noNames, async (dispatcher) => {
        for (const name of ['localhost', 'a.localhost', 'localhost.', '127.0.0.1', '2130706433']) {
          assert.equal(await outcome(dispatcher, `http://${name}:${receiverPort}/`), expected, name);
        }
      });
    }
    assert.equal(sentinelHits, 0);
  });

  it('by plain http go only where the policy opens the address', async () => {
    await withDispatcher(
      CLOSED,
      async () => ['93.184.215.14'],
      async (dispatcher) => {
        for (const url of ['http://93.184.215.14:1/', 'http://hooks.example.com:1/']) {
          assert.equal(await outcome(dispatcher, url), 'ADDRESS_REFUSED', url);
        }
      },
    );
  });

  it('do not follow redirects', async () => {
    sentinelHits = 0;
    await withDispatcher(LOOPBACK, noNames, async (dispatcher) => {
      assert.equal(await outcome(dispatcher, `http://127.0.0.1:${receiverPort}/away`), 302);
    });
    assert.equal(sentinelHits, 0);
  });

  it('say why a name could not be looked up', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }));
    await withDispatcher(CLOSED, resolve, async (dispatcher) => {
      assert.equal(await outcome(dispatcher, 'https://nowhere.example.com/'), 'ENOTFOUND');
    });
  });

  it('are given up at the deadline: no answer of the name server, then nothing is opened any more', async () => {
    sentinelHits = 0;
    let answer: (addresses: readonly string[]) => void = () => {};
    const resolve = () => new Promise<readonly string[]>((done) => (answer = done));
    await withDispatcher(
      LOOPBACK,
      resolve,
      async (dispatcher) => {
        const url = `http://slow.example.com:${sentinelPort}/`;
        assert.equal(await outcome(dispatcher, url), 'UND_ERR_CONNECT_TIMEOUT');
        answer(['127.0.0.1']);
        await withDispatcher(LOOPBACK, noNames, async (other) => {
          assert.equal(await outcome(other, `http://127.0.0.1:${receiverPort}/`), 200);
        });
      },
      { connectMs: SHORT_MS },
    );
    assert.equal(sentinelHits, 0);
  });

  it('are given up at the deadline: no TLS handshake, then the socket is closed', async () => {
    const mute = createNetServer((socket) => socket.on('error', () => {}).resume());
    const accepted = once(mute, 'connection');
    const port = await portOf(mute, '127.0.0.1');
    try {
      await withDispatcher(
        LOOPBACK,
        noNames,
        async (dispatcher) => {
          assert.equal(await outcome(dispatcher, `https://127.0.0.1:${port}/`), 'UND_ERR_CONNECT_TIMEOUT');
          const [socket] = await accepted;
          if (!socket.closed) await once(socket, 'close');
        },
        { connectMs: SHORT_MS },
      );
    } finally {
      mute.close();
    }
  });

  it('by https check the certificate against the name, and send the name', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'passbell-guard-'));
    const { caFile, ...identity } = await ensureCertificates(join(dir, 'tls'), new Date());
    const names: unknown[] = [];
    const server = createTlsServer(identity, (incoming, response) => {
      names.push(incoming.socket instanceof TLSSocket ? incoming.socket.servername : undefined);
      names.push(incoming.headers.host);
      response.end();
    });
    const port = await portOf(server, '127.0.0.1');
    const ca = [readFileSync(caFile, 'utf8')];
    const toLoopback = async () => ['127.0.0.1'];
    try {
      await withDispatcher(
        LOOPBACK,
        toLoopback,
        async (dispatcher) => {
          assert.equal(await outcome(dispatcher, `https://localhost:${port}/`), 200);
          assert.deepEqual(names, ['localhost', `localhost:${port}`]);
          assert.equal(await outcome(dispatcher, `https://localhost.:${port}/`), 200);
          assert.equal(names[2], 'localhost');
          assert.equal(await outcome(dispatcher, `https://127.0.0.1:${port}/`), 200);
          assert.equal(names[4], false, 'an address has no place in SNI');
          const other = await outcome(dispatcher, `https://hooks.example.com:${port}/`);
          assert.equal(other, 'ERR_TLS_CERT_ALTNAME_INVALID');
        },
        { ca },
      );
      await withDispatcher(LOOPBACK, toLoopback, async (dispatcher) => {
        const unknown = await outcome(dispatcher, `https://localhost:${port}/`);
        assert.match(String(unknown), /UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER/);
      });
      assert.equal(names.length, 6, 'nothing was sent to a receiver that could not prove its name');
    } finally {
      server.close();
      rmSync(dir, { recursive: true });
    }
  });
});
