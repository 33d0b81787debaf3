import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseInput } from '../edge/input.ts';
import { ApiError } from '../kernel/errors.ts';
import { parseBody } from '../kernel/json.ts';
import { z } from '../shape/reads.ts';
import { computeHeaders, HMAC_HASHES, MAX_HEADERS, parseHeaders, webhookHeaders } from './headers.ts';

/** The fields a refusal names, each with its sentence. */
function refusal(input: unknown): Record<string, string> {
  try {
    parseHeaders(input);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.status, 400);
    return Object.fromEntries(error.fields.map((each) => [each.field, each.error_description]));
  }
  return {};
}

const MESSAGE = { body: '{"id":1,"name":"Café"}', key: 'pb_ss_token', now: 1_795_274_000_123_999n };

function hmac(algo: string, data: string | Uint8Array, as: 'hex' | 'base64'): string {
  return createHmac(algo, MESSAGE.key).update(data).digest(as);
}

describe('a webhook’s headers, checked (reference: events.19)', () => {
  const names = [
    'Authorization',
    'AUTHORIZATION',
    'authorization',
    'X-Api-Key',
    'x-api-key',
    'X-',
    'X-S',
    'x-servic',
  ];
  for (const name of [...names, 'X-Ser-vice', "X-!#$%&'*+-.^_`|~09"]) {
    it(`take ${name}`, () => {
      assert.deepEqual(parseHeaders({ [name]: 'v' }), { [name]: 'v' });
      assert.deepEqual(refusal({ [name]: 1 }), { [`headers.${name}`]: 'must be a string.' });
    });
  }

  const otherNames = [
    '',
    'X',
    'Content-Type',
    'Host',
    'Cookie',
    'Authorization2',
    'AuthorizationX-',
    'webhook-id',
  ];
  for (const name of [
    ...otherNames,
    '__proto__',
    'constructor',
    'Proxy-Authorization',
    'Transfer-Encoding',
  ]) {
    it(`refuse ${JSON.stringify(name)}`, () => {
      const input: unknown = JSON.parse(`{${JSON.stringify(name)}:"v"}`);
      assert.match(refusal(input)[`headers.${name}`] ?? '', /must be Authorization or begin|is not the name/);
    });
  }

  for (const name of [
    'X-Service',
    'x-service-topic',
    'X-SERVICE-Signature',
    'X-Services',
    'x-ServiceLevel',
  ]) {
    it(`keep ${name} for the platform`, () => {
      assert.match(refusal({ [name]: 'v' })[`headers.${name}`] ?? '', /^is reserved/);
    });
  }

  for (const name of [
    'X-A B',
    'X-A:',
    'X-A\r\nHost',
    'X-Ä',
    'X-(a)',
    'X-A\u0000',
    ' X-A',
    'X-A ',
    'X-ſervice',
    '＊X-A',
  ]) {
    it(`refuse the name ${JSON.stringify(name)}`, () => {
      assert.match(refusal({ [name]: 'v' })[`headers.${name}`] ?? '', /^is not the name of a header/);
    });
  }

  it('are at most 20', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, 'v']));
    assert.equal(Object.keys(parseHeaders(many(MAX_HEADERS))).length, 20);
    assert.deepEqual(refusal(many(21)), { headers: 'must have at most 20 headers.' });
  });

  it('have values of at most 2000 printable characters', () => {
    for (const value of ['', ' ', 'v', '~'.repeat(2_000), 'Bearer a.b-c_d==', '"quoted", <b>&amp;']) {
      assert.deepEqual(parseHeaders({ 'X-A': value }), { 'X-A': value });
    }
    assert.match(refusal({ 'X-A': 'v'.repeat(2_001) })['headers.X-A'] ?? '', /at most 2000/);
    for (const value of [
      'a\nb',
      'a\r\nX-B: c',
      'a\tb',
      'a\u0000',
      'a\u007f',
      'é',
      '☕',
      'a\u0085b',
      '\ud800',
    ]) {
      assert.match(refusal({ 'X-A': value })['headers.X-A'] ?? '', /printable/, JSON.stringify(value));
    }
    for (const value of [1, true, null, {}, ['a']]) {
      assert.equal(refusal({ 'X-A': value })['headers.X-A'], 'must be a string.');
    }
  });

  it('are no two that differ only in case', () => {
    const sentence = 'is there twice: case makes no difference.';
    assert.deepEqual(refusal({ 'X-Key': 'a', 'x-key': 'b' }), { 'headers.x-key': sentence });
    assert.deepEqual(refusal({ authorization: 'a', Authorization: 'a' }), {
      'headers.Authorization': sentence,
    });
  });

  it('are an object, and every fault in it is named', () => {
    for (const input of [null, [], 'X-A: b', 1, true, parseBody(Buffer.from('123456789012345678901'))]) {
      assert.deepEqual(refusal(input), { headers: 'must be an object of header names and values.' });
    }
    assert.deepEqual(refusal(undefined), { headers: 'is required.' });
    assert.deepEqual(parseHeaders({}), {});
    assert.deepEqual(Object.keys(refusal({ Host: 'a', 'X-Good': 'b', 'X-Service-A': 'c', 'X-Bad': '\n' })), [
      'headers.Host',
      'headers.X-Service-A',
      'headers.X-Bad',
    ]);
  });

  it('are a field of a body: may be left out, none is reported as ignored', () => {
    const schema = z.object({ headers: webhookHeaders.optional() });
    assert.deepEqual(parseInput(schema, {}), { value: {}, ignored: [] });
    assert.deepEqual(parseInput(schema, { headers: { 'X-A': 'b' } }), {
      value: { headers: { 'X-A': 'b' } },
      ignored: [],
    });
  });

  it('taken are ones that can be sent', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'binary' }).map((end) => `X-${end}`),
          fc.string({ unit: 'binary' }),
        ),
        (input) => {
          if (Object.keys(refusal(input)).length > 0) return;
          const sent = new Headers(parseHeaders(input));
          assert.equal([...sent].length, Object.keys(input).length);
        },
      ),
    );
  });
});

describe('special values (reference: events.20, events.21, events.22)', () => {
  const body = MESSAGE.body;
  const table: [string, string][] = [
    ['@TimeInMillis', '1795274000123'],
    ['@TimeInSeconds', '1795274000'],
    ['@HMAC', hmac('sha256', body, 'hex')],
    ['@HMAC?', hmac('sha256', body, 'hex')],
    ['@HMAC?algo=sha256&data=Body&as=hex', hmac('sha256', body, 'hex')],
    ['@HMAC?as=base64&data=Body&algo=sha512', hmac('sha512', body, 'base64')],
    ['@HMAC?algo=SHA1', hmac('sha1', body, 'hex')],
    ['@HMAC?algo=Sha-256', hmac('sha256', body, 'hex')],
    ['@HMAC?algo=sha-512&as=base64', hmac('sha512', body, 'base64')],
    ['@HMAC?algo=SHA3-256', hmac('sha3-256', body, 'hex')],
    ['@HMAC?algo=MD5', hmac('md5', body, 'hex')],
    ['@HMAC?data=TimeInMillis', hmac('sha256', '1795274000123', 'hex')],
    ['@HMAC?data=TimeInSeconds&as=base64', hmac('sha256', '1795274000', 'base64')],
    ['@HMAC?algo=sha%32%356', hmac('sha256', body, 'hex')],
  ];
  for (const [value, computed] of table) {
    it(`${value} is ${computed.slice(0, 24)}`, () => {
      assert.deepEqual(computeHeaders(parseHeaders({ 'X-A': value }), MESSAGE), { 'X-A': computed });
    });
  }

  it('@HMAC of known bytes is what other tools make of them', () => {
    const known = { body: 'what do ya want for nothing?', key: 'Jefe', now: 0n }; // RFC 2202 and 4231, case 2
    assert.deepEqual(
      computeHeaders({ 'X-A': '@HMAC', 'X-B': '@HMAC?algo=md5', 'X-C': '@HMAC?algo=sha1&as=base64' }, known),
      {
        'X-A': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        'X-B': '750c783e6ab0b503eaa86e310a5db738',
        'X-C': '7/zfauXrL6LSdBbV8YTfnCWafHk=',
      },
    );
  });

  it('know every hash they name', () => {
    for (const algo of ['sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512', 'md5']) {
      assert.ok(HMAC_HASHES.includes(algo), algo);
    }
    for (const algo of HMAC_HASHES) {
      const [value] = Object.values(computeHeaders(parseHeaders({ 'X-A': `@HMAC?algo=${algo}` }), MESSAGE));
      assert.equal(value, hmac(algo, body, 'hex'));
    }
  });

  const ordinary = ['@', '@1', 'a @HMAC', '@ HMAC', ' @HMAC', 'user@TimeInMillis', '@@HMAC', 'x@y.z'];
  for (const value of ordinary) {
    it(`${JSON.stringify(value)} is an ordinary value`, () => {
      assert.deepEqual(computeHeaders(parseHeaders({ 'X-A': value }), MESSAGE), { 'X-A': value });
    });
  }

  const wrong: [string, RegExp][] = [
    ['@Foo', /is not a special value/],
    ['@me', /is not a special value/],
    ['@Tim', /is not a special value/],
    ['@HM', /is not a special value/],
    ['@TimeInMillis?', /is not a special value/],
    ['@TimeInMillis ', /is not a special value/],
    ['@TimeInMillisX', /is not a special value/],
    ['@timeinmillis', /is not a special value/],
    ['@TimeInSeconds, @HMAC', /is not a special value/],
    ['@hmac', /is not a special value/],
    ['@HMAC ', /is not a special value/],
    ['@HMAC-SHA256', /is not a special value/],
    ['@HMAC&algo=sha1', /is not a special value/],
    ['@HMAC?algo=crc32', /algo of @HMAC that is not one of md5,/],
    ['@HMAC?algo=', /algo of @HMAC/],
    ['@HMAC?algo=sha256 ', /algo of @HMAC/],
    ['@HMAC?algo=shake256', /algo of @HMAC/],
    ['@HMAC?algo=RSA-SHA256', /algo of @HMAC/],
    ['@HMAC?data=body', /data of @HMAC that is not one of TimeInMillis, TimeInSeconds, Body\./],
    ['@HMAC?data=@TimeInMillis', /data of @HMAC/],
    ['@HMAC?data=HMAC', /data of @HMAC/],
    ['@HMAC?as=base64url', /as of @HMAC that is not one of hex, base64\./],
    ['@HMAC?as=HEX', /as of @HMAC/],
    ['@HMAC?key=secret', /unknown option of @HMAC: "key"/],
    ['@HMAC?Algo=sha1', /unknown option of @HMAC: "Algo"/],
    ['@HMAC?algo=sha1&algo=sha256', /algo of @HMAC twice/],
  ];
  for (const [value, sentence] of wrong) {
    it(`${JSON.stringify(value)} is refused by the header's name`, () => {
      assert.match(refusal({ 'X-A': value })['headers.X-A'] ?? '', sentence);
    });
  }

  it('of one message share one moment, and leave ordinary headers alone', () => {
    const given = parseHeaders({
      Authorization: 'Bearer t',
      'X-Millis': '@TimeInMillis',
      'X-Seconds': '@TimeInSeconds',
      'X-Sum': '@HMAC?data=TimeInMillis',
    });
    assert.deepEqual(computeHeaders(given, MESSAGE), {
      Authorization: 'Bearer t',
      'X-Millis': '1795274000123',
      'X-Seconds': '1795274000',
      'X-Sum': hmac('sha256', '1795274000123', 'hex'),
    });
  });

  it('sign the bytes that are sent', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const computed = computeHeaders({ 'X-A': '@HMAC' }, { ...MESSAGE, body: bytes });
        assert.deepEqual(computed, { 'X-A': hmac('sha256', bytes, 'hex') });
      }),
    );
  });
});
