import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { privateUrls } from '#test/harness/addresses.ts';
import { parseCidrs } from '../edge/listener.ts';
import { ENGLISH } from '../kernel/words.ts';
import { type AddressPolicy, checkAddress, vetAddress } from './guard.ts';

/** Deliveries go to public addresses only. */
const CLOSED = policy('');
const LOOPBACK = policy('127.0.0.0/8, ::1');
/** The guard removed. */
const EVERYTHING = policy('0.0.0.0/0, ::/0');

function policy(ranges: string): AddressPolicy {
  return { allowPrivate: parseCidrs(ranges) };
}

describe('an address given for a webhook (reference: events.24, events.25)', () => {
  const lines = privateUrls(8443);

  it('there are spellings enough', () => {
    assert.ok(new Set(lines).size >= 350);
  });

  it('is refused in every spelling that leads to a private or reserved address', () => {
    for (const url of lines) assert.notEqual(checkAddress(url, CLOSED), undefined, JSON.stringify(url));
  });

  it('is vetted the same where the sandbox opens loopback, but for loopback', () => {
    for (const url of lines) {
      const taken = checkAddress(url, LOOPBACK) === undefined;
      const host = URL.canParse(url) ? new URL(url).hostname : '';
      const isOpened = /^(?:127\.[\d.]+\d|\[::1\]|(?:.*\.)?localhost\.?)$/.test(host);
      const isOdd = /[\s\p{C}]|[^/]@[^/]*:8443|^(?!https?:)/iu.test(url);
      if (taken) assert.ok(isOpened, url);
      else assert.ok(!isOpened || isOdd || host.includes('..'), url);
    }
  });

  const taken: [string, string][] = [
    ['', 'https://hooks.example.com/'],
    ['', 'https://hooks.example.com'],
    ['', 'https://hooks.example.com:8443/a/b?c=d%20e#f'],
    ['', 'https://hooks.example.com./'],
    ['', 'https://bücher.example/'],
    ['', 'https://hooks.example.com/@/:/%00'],
    ['', 'https://localhost.example.com/'],
    ['', 'https://notlocalhost/'],
    ['', 'https://1.1.1.1/'],
    ['', 'https://9.255.255.255/'],
    ['', 'https://11.0.0.0/'],
    ['', 'https://172.32.0.1/'],
    ['', 'https://100.128.0.1/'],
    ['', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
    ['', 'https://[2a00:1450:4001:81b:1:5efe:7f00:1]/'],
    ['127.0.0.0/8', 'http://127.0.0.1:3000/hook'],
    ['127.0.0.0/8', 'http://localhost:3000/hook'],
    ['127.0.0.0/8', 'http://a.localhost/'],
    ['::1', 'http://localhost/'],
    ['::1', 'http://[::1]:1/'],
    ['::1', 'https://[::1]:1/'],
    ['10.1.0.0/16', 'http://10.1.2.3/'],
    ['10.1.0.0/16', 'http://10.66051/'],
    ['10.1.0.0/16', 'https://10.1.2.3/'],
    ['fd00::/8', 'http://[fd12::1]/'],
    ['::ffff:10.0.0.0/104', 'https://[::ffff:10.0.0.1]/'],
    ['64:ff9b::/96', 'https://[64:ff9b::a00:1]/'],
  ];
  for (const [ranges, url] of taken) {
    it(`takes ${url} where ${ranges || 'nothing'} is opened`, () => {
      assert.equal(checkAddress(url, policy(ranges)), undefined);
    });
  }

  const refused: [string, string, string][] = [
    ['', 'http://hooks.example.com/', 'must begin with https://.'],
    ['127.0.0.0/8,::1', 'http://hooks.example.com/', 'must begin with https://.'],
    ['0.0.0.0/0,::/0', 'http://hooks.example.com/', 'must begin with https://.'],
    ['', 'http://1.1.1.1/', 'must begin with https://.'],
    ['', 'https://127.1/', 'must not lead to a private or reserved address.'],
    ['10.0.0.0/8', 'http://192.168.0.1/', 'must not lead to a private or reserved address.'],
    ['10.0.0.0/8', 'https://[::ffff:10.0.0.1]/', 'must not lead to a private or reserved address.'],
    ['10.0.0.0/8', 'https://[64:ff9b::10.0.0.1]/', 'must not lead to a private or reserved address.'],
    ['0.0.0.0/0', 'https://[::ffff:1.1.1.1]/', 'must not lead to a private or reserved address.'],
    ['10.0.0.0/8', 'https://localhost/', 'must not lead to a private or reserved address.'],
    ['::ffff:127.0.0.1', 'https://localhost/', 'must not lead to a private or reserved address.'],
    ['', 'https://a:b@hooks.example.com/', 'must not hold a user name or a password.'],
    ['', 'mailto:a@example.com', 'must be an https address without white space and control characters.'],
    ['', 'https://a b/', 'must be an https address without white space and control characters.'],
    ['', 'https://a..example/', 'must name a host.'],
  ];
  for (const [ranges, url, sentence] of refused) {
    it(`refuses ${url} where ${ranges || 'nothing'} is opened`, () => {
      assert.equal(ENGLISH.tell(checkAddress(url, policy(ranges))), sentence);
    });
  }
});

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
type Octets = [number, number, number, number];

function toNumber([a, b, c, d]: Octets): number {
  return ((a * 256 + b) * 256 + c) * 256 + d;
}

/** The forms in which IPv6 carries an IPv4 address. */
const CARRIERS: readonly ((dotted: string, hex: string) => string)[] = [
  (dotted) => `::ffff:${dotted}`,
  (_dotted, hex) => `::FFFF:${hex}`,
  (dotted) => `0:0:0:0:0:ffff:${dotted}`,
  (dotted) => `::${dotted}`,
  (dotted) => `::ffff:0:${dotted}`,
  (dotted) => `64:ff9b::${dotted}`,
  (_dotted, hex) => `64:ff9b:1:abcd::${hex}`,
  (_dotted, hex) => `2002:${hex}::1`,
  (_dotted, hex) => `2002:${hex}:1:2:3:4:5`,
  (_dotted, hex) => `2001:0:${hex}:8000:63bf:3fff:fdd2`,
  (_dotted, hex) => `2001::8000:63bf:${hex}`,
  (dotted) => `2a00:1450:4001:81b:0:5efe:${dotted}`,
  (_dotted, hex) => `2a00:1450:4001:81b:200:5efe:${hex}`,
];

describe('an address in numbers', () => {
  const ranges: [first: string, last: string][] = [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '255.255.255.255'],
  ];
  const asNumber = (ip: string) => ip.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  const asText = (ip: number) => [24, 16, 8, 0].map((bits) => (ip >>> bits) & 255).join('.');

  for (const [first, last] of ranges) {
    it(`${first} to ${last} is closed, its neighbours are not`, () => {
      assert.ok(!vetAddress(first, CLOSED));
      assert.ok(!vetAddress(last, CLOSED));
      const [before, behind] = [asNumber(first) - 1, asNumber(last) + 1];
      if (before >= 0) assert.ok(vetAddress(asText(before), CLOSED), asText(before));
      if (behind < 2 ** 32) assert.ok(vetAddress(asText(behind), CLOSED), asText(behind));
    });
  }

  it('is judged alike in every spelling the URL parser takes', () => {
    const spelt = octets.chain((four) => {
      const [a, b, c, d] = four;
      const radix = fc.constantFrom(
        (part: number) => String(part),
        (part: number) => `0${part.toString(8)}`,
        (part: number) => `0x${part.toString(16)}`,
        (part: number) => `0X00${part.toString(16).toUpperCase()}`,
      );
      const parts = fc.constantFrom(
        [a, b, c, d],
        [a, b, c * 256 + d],
        [a, (b * 256 + c) * 256 + d],
        [toNumber(four)],
      );
      return fc.tuple(
        fc.constant(four.join('.')),
        parts.chain((split) => fc.tuple(...split.map((part) => radix.map((write) => write(part))))),
        fc.constantFrom('.', '。', '．', '｡', '%2e'),
        fc.constantFrom('', '.'),
      );
    });
    fc.assert(
      fc.property(spelt, ([plain, parts, dot, end]) => {
        const sentence = checkAddress(`https://${parts.join(dot)}${end}/`, CLOSED);
        assert.equal(sentence === undefined, vetAddress(plain, CLOSED));
      }),
      { numRuns: 1_000 },
    );
  });

  it('that carries an IPv4 address is closed whatever IPv4 addresses are open', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom(...CARRIERS), (four, carry) => {
        const hex = `${(four[0] * 256 + four[1]).toString(16)}:${(four[2] * 256 + four[3]).toString(16)}`;
        const ip = carry(four.join('.'), hex);
        for (const each of [CLOSED, policy('0.0.0.0/0')]) {
          assert.ok(!vetAddress(ip, each), ip);
          assert.notEqual(checkAddress(`https://[${ip}]/`, each), undefined, ip);
        }
        assert.ok(vetAddress(ip, policy(ip)), `${ip} opened as it stands`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('that is no address is never connected to', () => {
    for (const text of [
      '',
      'localhost',
      '127.1',
      '0x7f000001',
      '1.1.1.1.',
      '[2606:2800::1]',
      '::1%',
      'a.example',
    ]) {
      assert.ok(!vetAddress(text, EVERYTHING), text);
    }
  });

  it('with a zone is open only where the operator opened its range', () => {
    assert.ok(!vetAddress('fe80::1%eth0', CLOSED));
    assert.ok(!vetAddress('2606:2800::1%eth0', CLOSED));
    assert.ok(vetAddress('fe80::1%eth0', policy('fe80::/10')));
  });
});
