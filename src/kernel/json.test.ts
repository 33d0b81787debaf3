import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from './errors.ts';
import {
  canonicalJson,
  ExactNumber,
  Indenter,
  jsonDecimal,
  jsonInteger,
  MAX_JSON_COMMAS,
  MAX_JSON_DEPTH,
  MAX_JSON_KEYS,
  MAX_JSON_OBJECTS,
  parseBody,
  parseExact,
  prettyJson,
} from './json.ts';
import { parseDecimal } from './money.ts';

function parse(text: string): unknown {
  return parseBody(Buffer.from(text));
}

function refusal(bytes: Buffer): string {
  try {
    parseBody(bytes);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.code, 'invalid_request');
    return error.message;
  }
  throw new assert.AssertionError({ message: `accepted: ${bytes.toString()}` });
}

/** So many keys, with their values. */
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',');

/** The number in a body as it was understood: its exact digits. */
function digits(text: string): string {
  const value = parse(text);
  return value instanceof ExactNumber ? value.text : JSON.stringify(value);
}

describe('the JSON of a body (reference: conventions.8)', () => {
  it('is nothing at all when there are no bytes', () => {
    assert.equal(parseBody(Buffer.alloc(0)), undefined);
  });

  const sound: [string, string, unknown][] = [
    ['an object', '{"a":1,"b":[true,null,"x"]}', { a: 1, b: [true, null, 'x'] }],
    ['white space around', ' \t\r\n{"a" : 1}\n', { a: 1 }],
    ['a string', '"x"', 'x'],
    ['null', 'null', null],
    [
      'as many keys as there may be',
      `[{${keys(MAX_JSON_KEYS)}},{}]`,
      [JSON.parse(`{${keys(MAX_JSON_KEYS)}}`), {}],
    ],
    ['the same key in two objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['the same key inside itself', '{"a":{"a":1}}', { a: { a: 1 } }],
    ['colons and brackets in strings', '{"a":"b\\":{[:","c:":":"}', { a: 'b":{[:', 'c:': ':' }],
    ['a backslash before the end of a string', '{"a":"\\\\","b":":"}', { a: '\\', b: ':' }],
    ['forbidden words as values', '["__proto__",{"a":"constructor"}]', ['__proto__', { a: 'constructor' }]],
    ['keys like forbidden ones', '{"_proto_":1,"Constructor":2}', { _proto_: 1, Constructor: 2 }],
    ['half a surrogate pair, escaped', '"\\ud800"', '\ud800'],
    ['text of all planes', '"é語🍕"', 'é語🍕'],
  ];
  for (const [what, text, value] of sound) {
    it(`takes ${what}`, () => assert.deepEqual(parse(text), value));
  }

  const unsound: [string, string, RegExp][] = [
    ['the same key twice', '{"a":1,"a":1}', /same key twice/],
    ['the same key twice, deep inside', '[{"x":[{"a":1,"b":2,"a":3}]}]', /same key twice/],
    ['the same key twice, once escaped', '{"a":1,"\\u0061":2}', /same key twice/],
    ['the empty key twice', '{"":1,"":2}', /same key twice/],
    ['many keys in one object', `{${keys(MAX_JSON_KEYS + 1)}}`, /too many keys in one object: at most 1000/],
    [
      'many objects',
      `[${'{},'.repeat(MAX_JSON_OBJECTS)}{}]`,
      new RegExp(`too many objects: at most ${MAX_JSON_OBJECTS}`),
    ],
    [
      'many values',
      `[${'0,'.repeat(MAX_JSON_COMMAS + 1)}0]`,
      new RegExp(`too many values: at most ${MAX_JSON_COMMAS}`),
    ],
    ['__proto__', '{"__proto__":{"admin":true}}', /not accepted: __proto__/],
    ['__proto__ escaped', '{"\\u005f_proto__":1}', /not accepted: __proto__/],
    ['constructor', '{"a":[{"constructor":1}]}', /not accepted: constructor/],
    ['constructor escaped', '{"c\\u006fnstructor":1}', /not accepted: constructor/],
    ['prototype', '{"prototype":1}', /not accepted: prototype/],
    ['prototype escaped', '{"prototyp\\u0065":1}', /not accepted: prototype/],
    ['__proto__ beside a long number', '{"n":12345678901234567890,"__proto__":1}', /not accepted: __proto__/],
    ['a byte order mark', '\ufeff{}', /not valid JSON/],
    ['something after the end', '{} x', /not valid JSON/],
    ['two values', '{}{}', /not valid JSON/],
    ['white space alone', ' ', /not valid JSON/],
    ['an end too early', '{"a":', /not valid JSON/],
    ['single quotes', "{'a':1}", /not valid JSON/],
    ['a comma too many', '[1,]', /not valid JSON/],
    ['NaN', 'NaN', /not valid JSON/],
    ['a number with a leading zero', '01', /not valid JSON/],
    ['a number that begins with a point', '.5', /not valid JSON/],
    ['a plus sign', '+1', /not valid JSON/],
    ['a tab in a string', '"\t"', /not valid JSON/],
    ['brackets that do not match', '[}', /not valid JSON/],
    ['a NUL', '{"a":1}\u0000', /not valid JSON/],
  ];
  for (const [what, text, sentence] of unsound) {
    it(`refuses ${what}`, () => assert.match(refusal(Buffer.from(text)), sentence));
  }

  it('refuses what is not UTF-8', () => {
    const broken = [
      '22ff22',
      '22c022',
      '22c0af22',
      '22eda08022',
      '22f490808022',
      '22e8aa22',
      '5b22',
      'fffe5b005d00',
    ];
    for (const hex of broken) {
      const bytes = Buffer.from(hex, 'hex');
      assert.match(refusal(bytes), hex === '5b22' ? /not valid JSON/ : /not valid UTF-8/, hex);
    }
  });

  it('says where it stopped understanding, without repeating what was sent', () => {
    const message = refusal(Buffer.from('{"password":"hunter2",}'));
    assert.match(message, /position 22/);
    assert.doesNotMatch(message, /hunter2/);
  });

  it('may be 32 deep and no deeper, whatever the nesting is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (kinds) => {
        const nest = (depth: number): string => {
          let text = '1';
          for (const isList of kinds.slice(0, depth)) text = isList ? `[${text}]` : `{"k":${text}}`;
          return text;
        };
        const deepest = parse(nest(MAX_JSON_DEPTH));
        assert.equal(typeof deepest, 'object');
        for (const depth of [MAX_JSON_DEPTH + 1, 60]) {
          assert.match(refusal(Buffer.from(nest(depth))), /nested too deeply/);
        }
      }),
    );
    assert.equal(MAX_JSON_DEPTH, 32);
  });

  it('refuses absurd depth without falling over it', () => {
    assert.match(refusal(Buffer.from('['.repeat(1_000_000))), /nested too deeply/);
    assert.match(refusal(Buffer.from('{"a":'.repeat(200_000))), /nested too deeply/);
  });

  it('counts wide, not deep, values without complaint', () => {
    const text = `[${'[[]],'.repeat(20_000)}{}]`;
    assert.equal((parse(text) as unknown[]).length, 20_001);
  });

  it('is what JSON.parse makes of it, for whatever JSON.stringify makes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(text));
        assert.equal(JSON.stringify(parse(text)), text);
        assert.equal(JSON.stringify(parse(JSON.stringify(value, null, 2))), text);
      }),
    );
  });

  it('never throws anything but a refusal, whatever the bytes are', () => {
    const scraps = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      '1',
      'e',
      '.',
      '-',
      'a',
      '\\u0061',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          if (text !== '') assert.match(refusal(Buffer.from(text)), /not valid JSON|too deeply/);
          return;
        }
        try {
          assert.equal(canonicalJson(parse(text)), canonicalJson(parseExact(text)));
        } catch (error) {
          assert.ok(
            error instanceof ApiError && /same key twice/.test(error.message),
            `${text}: ${String(error)}`,
          );
          assert.equal(typeof expected, 'object');
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('numbers (reference: conventions.9, conventions.17)', () => {
  for (const written of [
    '9007199254740993',
    '-9007199254740993',
    '0.12345678901234567',
    '1e400',
    '-1.5E-400',
  ]) {
    for (const place of [
      '#',
      ' #',
      '\n#\n',
      '[#]',
      '[1,#]',
      '[1, #]',
      '[1,\t#]',
      '{"a":#}',
      '{"a": #}',
      '["9e9",#]',
    ]) {
      it(`keeps ${written} in ${JSON.stringify(place)}`, () => {
        const text = place.replace('#', written);
        const kept = JSON.stringify(parseExact(text));
        assert.ok(kept.includes(written), kept);
      });
    }
  }

  const table: [string, string][] = [
    ['0', '0'],
    ['-0', '0'],
    ['0.1', '0.1'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['1234567890.12345678', '1234567890.12345678'],
    ['12345678901.12345678', '12345678901.12345678'],
    ['1e400', '1e400'],
    ['-1E400', '-1E400'],
    ['1e-400', '1e-400'],
    // A double holds these exactly, so they are plain numbers however they are spelt.
    ['1e2', '100'],
    ['1.0', '1'],
    ['1.50e1', '15'],
    ['100000000000000000000', '100000000000000000000'],
    ['-100000000000000000000', '-100000000000000000000'],
    ['100000000000000000001', '100000000000000000001'],
    ['1000000000000000000000', '1e+21'],
    ['1e21', '1e+21'],
    ['4.000000000000000000000', '4'],
    ['0e999', '0'],
  ];
  for (const [text, expected] of table) {
    it(`reads ${text} as ${expected}`, () => assert.equal(digits(text), expected));
  }

  it('adds nothing: 0.1 and 0.2 come back as they were sent', () => {
    assert.equal(JSON.stringify(parse('[0.1,0.2,0.30000000000000004]')), '[0.1,0.2,0.30000000000000004]');
  });

  it('does not let one number decide how another is read', () => {
    const alone = parse('{"guests":2.0}') as { guests: unknown };
    const beside = parse('{"guests":2.0,"big":12345678901234567890}') as { guests: unknown };
    assert.equal(alone.guests, 2);
    assert.equal(beside.guests, 2);
  });

  /** The whole number that a text with or without an exponent writes, digit by digit. */
  function wholeOf(text: string): bigint {
    const [digits = '', exponent = '0'] = text.split('e');
    const [before = '', after = ''] = digits.split('.');
    return BigInt(before + after.padEnd(Number(exponent), '0'));
  }

  it('keeps every digit of any whole number and of any decimal', () => {
    // Halfway to the next double, though its shortest decimal has the same digits.
    assert.equal(
      wholeOf(String(parse('1192092895507812500000000000000000'))),
      1192092895507812500000000000000000n,
    );
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.nat(12), (whole, places) => {
        const text = `${whole}${places === 0 ? '' : `.${'7'.repeat(places)}`}`;
        const value = parse(text);
        // A large one that a double writes with the same digits may be written with an exponent; it is the same number.
        if (places === 0 && typeof value === 'number') assert.equal(wholeOf(String(value)), whole);
        else assert.equal(JSON.stringify(value), text);
      }),
    );
  });

  it('writes ids with all their digits', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (id) => {
        assert.equal(JSON.stringify({ id: jsonInteger(id) }), `{"id":${id}}`);
      }),
    );
    for (const id of [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n]) {
      assert.equal(JSON.stringify(jsonInteger(id)), id.toString());
    }
  });

  it('writes decimals without exponent and without noise, and reads them back', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), (value) => {
        const text = JSON.stringify(jsonDecimal(value));
        assert.match(text, /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        assert.notEqual(text, '-0');
        assert.equal(parseDecimal(text), value);
      }),
      { numRuns: 1_000 },
    );
    for (const value of [1n, 99n, 100n, -1n, 0n, 10n ** 15n - 1n, 10n ** 15n, 10n ** 15n + 1n]) {
      assert.equal(parseDecimal(JSON.stringify(jsonDecimal(value))), value);
    }
  });
});

describe('canonical JSON', () => {
  const same: [string, string][] = [
    ['{"a":1,"b":2}', '{ "b" : 2,\n"a":1 }'],
    ['{"a":{"x":[1,{"p":1,"q":2}]}}', '{"a":{"x":[1,{"q":2,"p":1}]}}'],
    ['1', '1.0'],
    ['100', '1e2'],
    ['100', '1.00E+2'],
    ['0', '-0'],
    ['0', '0e5'],
    ['12345678901234567890', '1.2345678901234567890e19'],
    ['12345678901234567890', '12345678901234567890.00'],
    ['1e400', '10E399'],
    ['0.10000000000000000001', '10000000000000000001e-20'],
    ['"a"', '"\\u0061"'],
    ['"/"', '"\\/"'],
  ];
  for (const [one, other] of same) {
    it(`${one} is ${other.replaceAll('\n', ' ')}`, () => {
      assert.equal(canonicalJson(parse(one)), canonicalJson(parse(other)));
    });
  }

  const different: [string, string][] = [
    ['1', '"1"'],
    ['1', '-1'],
    ['[1,2]', '[2,1]'],
    ['null', '{}'],
    ['{}', '[]'],
    ['{"a":null}', '{}'],
    ['9007199254740992', '9007199254740993'],
    ['1e400', '1e401'],
    ['1e-400', '0'],
    ['1e999999999999999', '1e9999999999999999'],
    ['0.3', '0.30000000000000004'],
    ['true', '"true"'],
    ['"a"', '"A"'],
    ['{"a":"1,\\"b\\":2"}', '{"a":"1","b":2}'],
    ['[[1],2]', '[1,[2]]'],
  ];
  for (const [one, other] of different) {
    it(`${one} is not ${other}`, () => {
      assert.notEqual(canonicalJson(parse(one)), canonicalJson(parse(other)));
    });
  }

  it('tells an empty body from every value', () => {
    assert.equal(canonicalJson(parseBody(Buffer.alloc(0))), '');
    assert.notEqual(canonicalJson(null), '');
  });

  it('does not depend on the order of keys, and is JSON of the same value', () => {
    const shuffled = fc.jsonValue({ maxDepth: 4 }).chain((value) => fc.tuple(fc.constant(value), fc.nat()));
    fc.assert(
      fc.property(shuffled, ([value, seed]) => {
        const turned = turn(value, seed);
        assert.equal(canonicalJson(turned), canonicalJson(value));
        // JSON knows no -0.
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('takes long numbers with absurd exponents in its stride', () => {
    const text = `[1e${'9'.repeat(100_000)},${'9'.repeat(100_000)}e-5]`;
    assert.equal(canonicalJson(parse(text)), canonicalJson(parse(text.toUpperCase())));
  });
});

/** The same value with the keys of its objects in another order. */
function turn(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => turn(item, seed));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, turn(item, seed)] as const);
  const at = entries.length === 0 ? 0 : seed % entries.length;
  return Object.fromEntries([...entries.slice(at).reverse(), ...entries.slice(0, at).reverse()]);
}

describe('indented JSON (reference: conventions.28)', () => {
  it('is indented by two spaces and ends with a new line', () => {
    assert.equal(prettyJson('{"a":[1,{}],"b":"x"}'), '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "x"\n}\n');
  });

  it('never changes a number', () => {
    const numbers = [
      '1.0',
      '1e2',
      '-0',
      '0.10',
      '9007199254740993',
      '1e400',
      '12345678901.12345678',
      '1.50E-7',
    ];
    assert.equal(prettyJson(`[${numbers.join(',')}]`), `[\n${numbers.map((n) => `  ${n}`).join(',\n')}\n]\n`);
  });

  it('means the same as the text it was made of', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.equal(prettyJson(text), `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
      }),
    );
  });

  it('is indented alike in parts, wherever they are cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat(200), { maxLength: 5 }), (value, cuts) => {
        const text = JSON.stringify(value);
        const indenter = new Indenter();
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const parts = ends.map((end, at) => indenter.add(text.slice(ends[at - 1] ?? 0, end)));
        assert.equal(`${parts.join('')}\n`, prettyJson(text));
      }),
    );
  });
});
