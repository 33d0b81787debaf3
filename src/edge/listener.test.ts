import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import {
  createListener,
  isInRanges,
  type Listener,
  MAX_HEADER_BYTES,
  parseCidrs,
  type TlsIdentity,
} from './listener.ts';
import { ensureCertificates } from './tls.ts';

describe('address ranges (reference: operations.5)', () => {
  const table: [string, string[], string[]][] = [
    ['10.0.0.0/8', ['10.0.0.1', '10.255.255.255', '::ffff:10.1.2.3'], ['11.0.0.1', '::a00:1', '']],
    ['10.1.2.3', ['10.1.2.3'], ['10.1.2.4']],
    ['0.0.0.0/0', ['1.2.3.4'], ['::1']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['::2', '127.0.0.1']],
    ['fe80::/10, 10.0.0.0/8,', ['fe80::1%eth0', 'FE80::1', '10.0.0.1'], ['fec0::1%eth0']],
    ['2001:db8::/32', ['2001:db8:ffff::1'], ['2001:db9::1']],
    ['', [], ['127.0.0.1', '::1']],
    [' , ', [], ['127.0.0.1']],
  ];
  for (const [text, inside, outside] of table) {
    it(`${JSON.stringify(text)} holds ${inside.join(' ') || 'nothing'}`, () => {
      const list = parseCidrs(text);
      for (const address of inside) assert.ok(isInRanges(list, address), address);
      for (const address of outside) assert.ok(!isInRanges(list, address), address);
      assert.ok(!isInRanges(list, undefined));
    });
  }

  const wrong =
    '10.0.0.0/33 10.0.0.0/ 10.0.0.0/8/8 10.0.0/8 ::1/129 localhost 10.0.0.0/-1 10.0.0.0/+8 / 256.0.0.1';
  for (const part of [...wrong.split(' '), '10.0.0.0 /8', '10.0.0.0/ 8', '10.0.0.0/1e1']) {
    it(`refuses ${part}, naming it`, () => {
      assert.throws(
        () => parseCidrs(`::1,${part}`),
        new RegExp(`"${part.replace(/[.+]/g, '\\$&')}" is not an address`),
      );
    });
  }
});

/** Short enough for a test; every wait below is for an event, never for time to pass. */
const PATIENCE = { firstByte: 150, handshake: 150, request: 150, idle: 60_000, check: 20, refusal: 100 };
const LIMIT = { timeout: 10_000 };

describe('the listener', () => {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-listener-'));
  let identity: TlsIdentity;
  before(async () => {
    identity = await ensureCertificates(join(dir, 'tls'), new Date());
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const open: Listener[] = [];
  after(async () => {
    for (const listener of open) {
      const closed = listener.close();
      listener.cut();
      await closed;
    }
  });

  const answerOk: RequestListener = (request, response) => {
    request.resume().on('end', () => response.end('ok'));
  };

  async function start(handler = answerOk, trusted = '', patience = PATIENCE) {
    const listener = createListener(identity, parseCidrs(trusted), handler, patience);
    open.push(listener);
    const { port } = await listener.listen(0, '127.0.0.1');
    const plain = () => connect(port, '127.0.0.1');
    const secure = async () => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      return socket;
    };
    return { listener, port, plain, secure };
  }

  /** All that comes until the connection ends. */
  async function readAll(socket: Socket): Promise<string> {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    if (!socket.closed) await once(socket, 'close');
    return text;
  }

  function isRefusal(text: string, status: string, sentence: RegExp): void {
    assert.ok(text.startsWith(`HTTP/1.1 ${status}\r\n`), text);
    assert.match(text, /\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    assert.match(text, /\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n/);
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
    assert.equal(body.error, 'invalid_request');
    assert.match(body.error_description, sentence);
  }

  const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const FORWARDED = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n\r\n';

  it('answers HTTPS', LIMIT, async () => {
    const socket = await (await start()).secure();
    socket.write(GET);
    const [first] = await once(socket, 'data');
    assert.match(String(first), /^HTTP\/1\.1 200 OK\r\n/);
    socket.destroy();
  });

  it('speaks HTTP/1.0 with clients that offer no other, with and without a Host', LIMIT, async () => {
    const { port } = await start();
    const offers = [['http/1.0'], ['http/1.1'], ['h2', 'http/1.1'], ['http/1.0', 'http/1.1'], []];
    const agreed = ['http/1.0', 'http/1.1', 'http/1.1', 'http/1.1', false];
    for (const [at, ALPNProtocols] of offers.entries()) {
      for (const head of ['', 'Host: localhost\r\n']) {
        const socket = connectTls({ port, host: 'localhost', rejectUnauthorized: false, ALPNProtocols });
        await once(socket, 'secureConnect');
        assert.equal(socket.alpnProtocol, agreed[at], String(ALPNProtocols));
        socket.write(`GET / HTTP/1.0\r\n${head}\r\n`);
        const text = await readAll(socket);
        assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
        assert.match(text, /\r\nConnection: close\r\n/i);
        assert.ok(text.endsWith('\r\n\r\nok'), 'whole, and not in chunks');
      }
    }
  });

  it('refuses plain HTTP in words, also when a proxy would say https', LIMIT, async () => {
    const { plain } = await start(() => assert.fail('handled'));
    for (const request of [GET, FORWARDED, 'garbage', `POST / HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}`]) {
      const socket = plain();
      socket.write(request);
      isRefusal(await readAll(socket), '400 Bad Request', /HTTPS only/);
    }
  });

  it('takes plain HTTP from a trusted proxy that says https', LIMIT, async () => {
    const { plain } = await start(answerOk, '127.0.0.0/8');
    const trusted = plain();
    trusted.write(FORWARDED);
    const [first] = await once(trusted, 'data');
    assert.match(String(first), /^HTTP\/1\.1 200 OK\r\n/);
    trusted.destroy();
    for (const scheme of ['', 'X-Forwarded-Proto: http\r\n', 'X-Forwarded-Proto: http, https\r\n']) {
      const socket = plain();
      socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${scheme}\r\n`);
      isRefusal(await readAll(socket), '400 Bad Request', /HTTPS only/);
    }
  });

  it('says what is too large or malformed', LIMIT, async () => {
    const { secure } = await start();
    const large = await secure();
    large.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`);
    isRefusal(await readAll(large), '431 Request Header Fields Too Large', /at most 16384 bytes/);
    const lengths = 'Content-Length: 1\r\nContent-Length: 2';
    for (const request of ['nonsense', 'GET / HTTP/1.1', `GET / HTTP/1.1\r\nHost: a\r\n${lengths}`]) {
      const socket = await secure();
      socket.write(`${request}\r\n\r\n`);
      isRefusal(await readAll(socket), '400 Bad Request', /malformed/);
    }
    for (const head of [
      'GET / HTTP/1.1\r\nHost: a\r\nhost: b',
      'GET here HTTP/1.1\r\nHost: a',
      'GET ftp://a/ HTTP/1.1\r\nHost: a',
    ]) {
      const socket = await secure();
      socket.write(`${head}\r\n\r\n`);
      isRefusal(await readAll(socket), '400 Bad Request', /malformed/);
    }
    const hopeful = await secure();
    hopeful.write('POST / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\n');
    isRefusal(await readAll(hopeful), '417 Expectation Failed', /100-continue/);
    const patient = await secure();
    patient.write('POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n');
    const [go] = await once(patient, 'data');
    assert.match(String(go), /^HTTP\/1\.1 100 Continue\r\n/);
    patient.destroy();
  });

  it('drops connections that say nothing or stop in the middle of a handshake', LIMIT, async () => {
    const { plain } = await start();
    assert.equal(await readAll(plain()), '');
    const stalled = plain();
    stalled.write(Buffer.from([0x16, 0x03, 0x01]));
    assert.equal(await readAll(stalled), '');
  });

  it('does not wait for ever for a request', LIMIT, async () => {
    const { secure } = await start();
    for (const part of ['', 'GET / HT', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345']) {
      const socket = await secure();
      socket.write(part);
      isRefusal(await readAll(socket), '408 Request Timeout', /did not arrive in time/);
    }
  });

  it('does not put a refusal into an answer that has begun', LIMIT, async () => {
    const { secure } = await start((_request, response) => response.write('begun'));
    const socket = await secure();
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345');
    const text = await readAll(socket);
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.doesNotMatch(text, /408|invalid_request/);
  });

  it('closes idle connections at once, and busy ones when they have their answer', LIMIT, async () => {
    const held: (() => void)[] = [];
    const { listener, secure, plain } = await start(
      (request, response) => {
        if (request.url === '/slow') held.push(() => response.end('slow'));
        else response.end('quick');
      },
      '127.0.0.0/8',
      { ...PATIENCE, request: 60_000 },
    );
    const idle = await secure();
    idle.write(GET);
    await once(idle, 'data');
    const idleProxy = plain();
    idleProxy.write(FORWARDED);
    await once(idleProxy, 'data');
    const busy = await secure();
    busy.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));

    const closed = listener.close();
    await Promise.all([once(idle, 'close'), once(idleProxy, 'close')]);
    assert.equal(busy.closed, false);
    await assert.rejects(once(plain(), 'connect'), 'nobody new is let in');
    held[0]?.();
    assert.match(await readAll(busy), /slow$/);
    await closed;
  });

  it('closes what never asked soon, and cuts what will not end', LIMIT, async () => {
    const patience = {
      firstByte: 60_000,
      handshake: 60_000,
      request: 60_000,
      idle: 60_000,
      check: 20,
      refusal: 100,
    };
    const { listener, secure, plain } = await start(() => undefined, '', patience);
    const silent = [plain(), await secure()];
    const stalled = plain();
    await once(stalled, 'connect');
    stalled.write(Buffer.from([0x16]));
    const stuck = await secure();
    stuck.write(GET);
    const closed = listener.close();
    assert.deepEqual(await Promise.all(silent.map(readAll)), ['', '']);
    assert.equal(stuck.closed, false);
    listener.cut();
    await Promise.all([readAll(stuck), readAll(stalled), closed]);
  });
});
