import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createResolver } from './resolve.ts';

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;
const SERVFAIL = 2;

/** The record data a name has, by type; a number is the error it is answered with, null is silence. */
type Records = Readonly<Record<string, { [A]?: number[][]; [AAAA]?: number[][] } | number | null>>;

const SIX = [0x26, 0x06, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

const RECORDS: Records = {
  'both.example': { [A]: [[93, 184, 215, 14]], [AAAA]: [SIX] },
  'four.example': {
    [A]: [
      [93, 184, 215, 14],
      [10, 0, 0, 1],
    ],
  },
  'six.example': { [AAAA]: [SIX] },
  'empty.example': {},
  'unknown.example': NXDOMAIN,
  'broken.example': SERVFAIL,
  'mute.example': null,
};

/** Name and type of a query's question, and where it ends. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer): Buffer | null {
  const { name, type, end } = questionOf(query);
  const records = RECORDS[name] === undefined ? NXDOMAIN : RECORDS[name];
  if (records === null) return null;
  const data =
    typeof records === 'number' ? [] : ((type === A ? records[A] : type === AAAA ? records[AAAA] : []) ?? []);
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (typeof records === 'number' ? records : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 6);
  const answers = data.map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([head, query.subarray(12, end), ...answers]);
}

describe('looking a name up', () => {
  let server: Socket;
  let servers: string[];
  let askedSystem: string[] = [];
  const system = (hostname: string): Promise<readonly string[]> => {
    askedSystem.push(hostname);
    return Promise.resolve(['192.168.1.7']);
  };
  before(async () => {
    server = createSocket('udp4', (query, from) => {
      const answer = answerTo(query);
      if (answer !== null) server.send(answer, from.port, from.address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    servers = [`127.0.0.1:${server.address().port}`];
  });
  beforeEach(() => {
    askedSystem = [];
  });
  after(() => server.close());

  const table: [name: string, addresses: string[]][] = [
    ['both.example', ['93.184.215.14', '2606:2800::1']],
    ['four.example', ['93.184.215.14', '10.0.0.1']],
    ['six.example', ['2606:2800::1']],
  ];
  for (const [name, addresses] of table) {
    it(`${name}: gives every address of both families, private ones too`, async () => {
      assert.deepEqual(await createResolver({ servers, system })(name), addresses);
      assert.deepEqual(askedSystem, []);
    });
  }

  for (const name of ['unknown.example', 'empty.example', 'printer']) {
    it(`${name}: is left to the system when DNS knows nothing of it`, async () => {
      assert.deepEqual(await createResolver({ servers, system })(name), ['192.168.1.7']);
      assert.deepEqual(askedSystem, [name]);
    });
  }

  it('asks the system once for those who ask at the same time', async () => {
    const resolve = createResolver({ servers, system });
    await Promise.all([resolve('unknown.example'), resolve('unknown.example'), resolve('unknown.example')]);
    assert.deepEqual(askedSystem, ['unknown.example']);
    await resolve('unknown.example');
    assert.equal(askedSystem.length, 2);
  });

  it('fails as the system fails', async () => {
    const failing = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    await assert.rejects(createResolver({ servers, system: failing })('unknown.example'), {
      code: 'ENOTFOUND',
    });
  });

  it('keeps the system’s few threads out of what name servers do not answer, or answer with an error', async () => {
    const impatient = createResolver({ servers, system, answerMs: 20 });
    await assert.rejects(impatient('mute.example'), { code: 'ETIMEOUT' });
    const resolve = createResolver({ servers, system });
    await assert.rejects(resolve('broken.example'), { code: 'ESERVFAIL' });
    assert.deepEqual(askedSystem, []);
  });
});
