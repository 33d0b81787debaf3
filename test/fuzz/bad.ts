// What clients do wrong, whatever they ask for: ids, parameters, headers, bodies that are none.

import fc from 'fast-check';
import { MAX_BODY } from '#src/edge/errors.ts';
import { MAX_JSON_COMMAS, MAX_JSON_KEYS, MAX_JSON_OBJECTS } from '#src/kernel/json.ts';

/** In the place of an id in a path. */
export const BAD_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'abc',
  '%31x',
  '9223372036854775808',
  '99999999999999999999999',
  '987654321987',
  '%00',
  '%ff%fe',
  '%2e%2e',
  '%2f',
  '%D9%A3',
  '1%201',
  'null',
  '%27%20or%201=1--',
  'x'.repeat(600),
  'constructor',
  '__proto__',
] as const;

/** In the place of a parameter, by what it should be. */
export const BAD_QUERIES = {
  flag: ['', 'yes', 'TRUE', '2', '\u0000', 'true,false'],
  number: ['', 'x', '1e400', '٣', '0x10', '\u0000', '1,2', '--1', '99999999999999999999999999'],
  id: ['', '0', '-1', 'abc', '9223372036854775808', '\u0000', '1.0', '١'],
  time: [
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '2026-11-21T25:00:00Z',
    '\u0000',
    '26-1-1',
    '1700000000',
  ],
  cursor: ['', 'x', 'AAAAAAAAAAAAAAAA1', '\u0000', 'x'.repeat(300), 'AAAAAAAAAAAAAAAA-'],
} as const;

/** Types that no body of JSON has. */
export const BAD_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  ';',
  'application',
  'application/merge-patch+json',
] as const;

/** Headers with values of every kind. */
export const BAD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'if-match': ['*', '"x"', 'W/"x"', 'x', '"', ',,,', '"a","b"', ''],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', '"', ',', ''],
  prefer: [
    'handling=strict',
    'handling=lenient',
    'return=minimal',
    'handling="strict',
    ',;=',
    'respond-async, wait=0',
  ],
  range: ['bytes=0-10', 'bytes=-1', 'bytes=99999999-', 'lines=1-2', 'x'],
  'idempotency-key': ['a-good-key', 'not good', 'x'.repeat(255), 'x'.repeat(256), 'ü', '', '{}'],
  accept: [
    '*/*',
    'text/html',
    'application/json;q=0',
    'application/xml, application/json;q=0.1',
    'x',
    ',',
    'application/pdf',
  ],
  'accept-language': ['de-AT', 'ja, ar;q=0.9', '*', 'x'.repeat(500), ';q=1', 'fr;q=x'],
  'accept-encoding': ['gzip', 'br;q=0', 'x', 'identity;q=0', '*;q=0'],
  'x-request-id': ['mine', 'not good!', 'x'.repeat(129)],
  'x-pretty-print': ['1', '0', 'x'],
  'last-event-id': ['0', '1', '-1', 'x', '9223372036854775808'],
  'content-encoding': ['identity'],
  'x-http-method-override': ['DELETE'],
  cookie: ['__Host-passbell_session=x', 'a=b; a=c', '='],
  expect: ['100-continue'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT'],
};

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;

/** Bodies that are no JSON, or none that is taken; `good` is what the call would take. */
export function brokenBodies(good: unknown): fc.Arbitrary<string | Buffer> {
  const text = JSON.stringify(good ?? {});
  const [field = 'a'] = typeof good === 'object' && good !== null ? Object.keys(good) : [];
  const all: readonly (string | Buffer)[] = [
    '{',
    '}',
    'nul',
    '{"a":1,}',
    "{'a':1}",
    '[1 2]',
    '{"a":01}',
    '{"a":+1}',
    '{"a":NaN}',
    '{"a":"\u0001"}',
    '{"a":"\\x"}',
    `\ufeff${text}`,
    `${text}${text}`,
    text.slice(0, -1),
    `{"${field}":1,"${field}":2}`,
    '{"a":{"b":1,"b":1}}',
    `{"${field}":1,"\\u${field.charCodeAt(0).toString(16).padStart(4, '0')}${field.slice(1)}":2}`,
    '{"__proto__":{}}',
    '{"a":{"constructor":1}}',
    nested(33, '[', ']'),
    nested(40_000, '[', ']'),
    `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
    `{"a":[${'{},'.repeat(MAX_JSON_OBJECTS)}{}]}`,
    `{"a":[${'1,'.repeat(MAX_JSON_COMMAS + 1)}1]}`,
    `{${Array.from({ length: MAX_JSON_KEYS + 1 }, (_, at) => `"k${at}":1`).join(',')}}`,
    `{"a":"${'x'.repeat(MAX_BODY)}"}`,
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    Buffer.from('{"a":1}', 'utf16le'),
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.alloc(64),
  ];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...all) },
    {
      weight: 1,
      arbitrary: fc
        .nat({ max: Math.max(0, text.length - 2) })
        .map((at) => text.slice(0, at + 1))
        .filter(isNoJson),
    },
  );
}

function isNoJson(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
