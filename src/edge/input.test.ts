import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import { parseBody } from '../kernel/json.ts';
import { decimal, flag, id, name, oneOf, text, time, url, whole, z } from '../shape/reads.ts';
import { parseInput } from './input.ts';

const address = z.object({ city: text(200).nullish(), country: text(200).nullish() });

/** A body as it arrives. */
function body(json: string): unknown {
  return parseBody(Buffer.from(json));
}

/** What a schema makes of a body. */
function read<S extends z.ZodType>(schema: S, json: string) {
  return parseInput(schema, body(json)).value;
}

/** The fields a refusal names, each with its sentence. */
function refusal(schema: z.ZodType, json: string): Record<string, string> {
  try {
    parseInput(schema, body(json));
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.code, 'invalid_request');
    return Object.fromEntries(error.fields.map((each) => [each.field, each.error_description]));
  }
  throw new assert.AssertionError({ message: `accepted: ${json}` });
}

const MONEY = { places: 2, min: -500_000_000n, max: 1_000_000_000n };

/** Each helper: what it takes and makes of it, and what it refuses, saying what it should be. */
const HELPERS: Record<
  string,
  { schema: z.ZodType; takes: [string, unknown][]; refuses: string[]; says: RegExp }
> = {
  id: {
    schema: id,
    takes: [
      ['1', 1n],
      ['"1"', 1n],
      ['1.0', 1n],
      ['9007199254740993', 9_007_199_254_740_993n],
      ['"9007199254740993"', 9_007_199_254_740_993n],
      // These a double holds exactly.
      ['9007199254740994', 9_007_199_254_740_994n],
      ['4611686018427387904', 4_611_686_018_427_387_904n],
      ['9223372036854775807', 9_223_372_036_854_775_807n],
    ],
    refuses: [
      '0',
      '9223372036854775808',
      '1e300',
      '-1',
      '1.5',
      '""',
      '"me"',
      '"01"',
      '" 1"',
      'true',
      '[1]',
      '{}',
      '1e400',
      '9223372036854775808',
    ],
    says: /^must be an id: a positive whole number/,
  },
  text: {
    schema: text(3),
    takes: [
      ['""', ''],
      ['" "', ' '],
      ['"abc"', 'abc'],
      ['"🍕🍕🍕"', '🍕🍕🍕'],
    ],
    refuses: ['"abcd"', '"🍕🍕🍕🍕"', '1', 'true', '[]', '{}', '"\\u0000"', '"\\ud800"', '"\\udc00a"'],
    says: /^must (be at most 3 characters long|be a string|not hold NUL characters or half surrogate pairs)\.$/,
  },
  name: {
    schema: name(),
    takes: [['"x"', 'x']],
    refuses: ['""', '" "', '"\\t\\n"', '"\\u00a0"', `"${'x'.repeat(256)}"`],
    says: /^must (not be empty|be at most 255 characters long|be a string)\.$/,
  },
  flag: {
    schema: flag,
    takes: [
      ['true', true],
      ['false', false],
    ],
    refuses: ['"true"', '1', '0', '""', '[]'],
    says: /^must be true or false\.$/,
  },
  decimal: {
    schema: decimal(MONEY),
    takes: [
      ['0', 0n],
      ['-0', 0n],
      ['0.1', 10_000_000n],
      ['1e-1', 10_000_000n],
      ['-5', -500_000_000n],
      ['10.00', 1_000_000_000n],
      ['1.2300000000000000000000', 123_000_000n],
    ],
    refuses: [
      '"1"',
      '0.001',
      '-5.01',
      '10.01',
      '1e400',
      '1e-400',
      '12345678901234567890',
      'true',
      '[]',
      '{}',
    ],
    says: /^must be (a number|at least -5|at most 10)/,
  },
  whole: {
    schema: whole(5, 600),
    takes: [
      ['5', 5],
      ['600', 600],
      ['6e1', 60],
      ['120.0', 120],
    ],
    refuses: ['4', '601', '5.5', '"5"', 'true', '1e400', '12345678901234567890', '[]', '{}'],
    says: /^must be a whole number from 5 to 600\.$/,
  },
  time: {
    schema: time,
    takes: [
      ['"2026-11-21T18:30:00Z"', { kind: 'moment', at: 1_795_285_800_000_000n }],
      ['"2026-11-21"', { kind: 'date', text: '2026-11-21' }],
    ],
    refuses: ['"2026-02-30"', '"tomorrow"', '1795285800', '""', 'true', '{}'],
    says: /^must be an ISO 8601 date or date-time/,
  },
  oneOf: {
    schema: oneOf(['json', 'xml']),
    takes: [['"xml"', 'xml']],
    refuses: ['"XML"', '""', '1', '{}', '"__proto__"', '"toString"'],
    says: /^must be one of json, xml\.$/,
  },
  url: {
    schema: url,
    takes: [
      ['"https://example.com/a?b#c"', 'https://example.com/a?b#c'],
      ['"http://127.0.0.1:8080"', 'http://127.0.0.1:8080'],
    ],
    refuses: [
      '"ftp://example.com"',
      '"javascript:alert(1)"',
      '"//example.com"',
      '"example.com"',
      '"https://"',
      '"https://user@example.com"',
      '"https://user:pass@example.com"',
      '"https://:pass@example.com"',
      '" https://example.com"',
      '"https://exam\\nple.com"',
      '"https://example.com/\\u0000"',
      '"https://example.com/a b"',
      '""',
      '1',
      `"https://example.com/${'x'.repeat(2000)}"`,
    ],
    says: /^must (be an http or https address without credentials|be a string|be at most|not hold NUL)/,
  },
};

for (const [helper, { schema, takes, refuses, says }] of Object.entries(HELPERS)) {
  describe(`input ${helper}`, () => {
    const record = z.object({ field: schema });
    for (const [json, value] of takes) {
      it(`takes ${json}`, () => assert.deepEqual(read(record, `{"field":${json}}`), { field: value }));
    }
    for (const json of refuses) {
      it(`refuses ${json.slice(0, 40)}, naming the field`, () => {
        const fields = refusal(record, `{"field":${json}}`);
        assert.deepEqual(Object.keys(fields), ['field']);
        assert.match(fields.field ?? '', says);
      });
    }
    it('tells absent from null', () => {
      assert.match(refusal(record, '{}').field ?? '', /^(is required|must be one of)/);
      assert.match(refusal(record, '{"field":null}').field ?? '', says);
      const open = z.object({ field: schema.nullish() });
      assert.deepEqual(read(open, '{}'), {});
      assert.ok(!('field' in (read(open, '{}') as object)), 'absent stays absent');
      assert.deepEqual(read(open, '{"field":null}'), { field: null });
    });
  });
}

describe('the fields an answer names (reference: conventions.31)', () => {
  const order = z.object({
    site_id: id,
    lines: z.array(z.object({ product_id: id, note: text(5).nullish() })).max(3),
    place: address.nullish(),
  });

  it('are written as in the body', () => {
    const fields = refusal(order, '{"lines":[{"product_id":1},{"note":"too long"}],"place":{"city":7}}');
    assert.deepEqual(fields, {
      site_id: 'is required.',
      'lines[1].product_id': 'is required.',
      'lines[1].note': 'must be at most 5 characters long.',
      'place.city': 'must be a string.',
    });
  });

  it('say what a list or an object should have been', () => {
    assert.deepEqual(refusal(order, '{"site_id":1,"lines":{}}'), { lines: 'must be a list.' });
    assert.deepEqual(refusal(order, '{"site_id":1,"lines":[1]}'), { 'lines[0]': 'must be an object.' });
    assert.deepEqual(refusal(order, '{"site_id":1,"lines":[],"place":[]}'), { place: 'must be an object.' });
    const four = '{"product_id":1},'.repeat(4).slice(0, -1);
    assert.deepEqual(refusal(order, `{"site_id":1,"lines":[${four}]}`), {
      lines: 'must have at most 3 items.',
    });
  });

  it('are the body itself when that is no object', () => {
    for (const json of ['[]', 'null', '"x"', '1', 'true']) {
      assert.deepEqual(refusal(order, json), { '': 'The body must be an object.' });
    }
  });

  it('do not mistake a long number for an object', () => {
    const open = z.object({ place: address.nullish(), all: z.array(address).nullish() });
    assert.deepEqual(refusal(open, '1e400'), { '': 'The body must be an object.' });
    assert.deepEqual(refusal(open, '{"place":12345678901234567890}'), { place: 'must be an object.' });
    assert.deepEqual(refusal(open, '{"all":[{},1e400]}'), { 'all[1]': 'must be an object.' });
  });

  it('are no fields of a number, which is no object however many digits it has', () => {
    const inner = z.object({ list: z.array(z.object({ a: id, b: id })) });
    assert.deepEqual(refusal(inner, '{"list":[-99999999999999999999]}'), {
      'list[0]': 'must be an object.',
    });
    const loose = z.object({ a: address.nullish(), b: flag });
    assert.deepEqual(refusal(loose, '{"a":9223372036854775808,"b":1}'), {
      a: 'must be an object.',
      b: 'must be true or false.',
    });
    assert.deepEqual(refusal(inner, '1e400'), { '': 'The body must be an object.' });
  });

  it('are a hundred at most', () => {
    const many = `{"site_id":1,"lines":[],"all":[${'{},'.repeat(500)}{}]}`;
    const list = order.extend({ all: z.array(z.object({ product_id: id })) });
    assert.equal(Object.keys(refusal(list, many)).length, 100);
  });
});

describe('fields that are not taken (reference: conventions.26)', () => {
  const schema = z.object({
    name: text(10).nullish(),
    inner: z.object({ a: whole(0, 9).optional() }).nullish(),
    list: z.array(z.object({ a: whole(0, 9).nullable() })).default([]),
    free: z.record(z.string(), text(10)).optional(),
  });
  const ignored = (json: string) => parseInput(schema, body(json)).ignored;

  it('are named wherever they are', () => {
    const json =
      '{"name":"x","id":1,"inner":{"a":1,"b":2},"list":[{"a":1},{"a":null,"id":{"deep":1}}],"total":0}';
    assert.deepEqual(ignored(json), ['id', 'inner.b', 'list[1].id', 'total']);
  });

  it('are none when all is known, and free names are not fields', () => {
    assert.deepEqual(ignored('{"name":null,"inner":null,"list":[],"free":{"x":"y"}}'), []);
    assert.deepEqual(ignored('{}'), []);
  });

  it('are not what every object inherits', () => {
    assert.deepEqual(ignored('{"toString":1,"hasOwnProperty":2}'), ['toString', 'hasOwnProperty']);
  });

  it('are named up to a limit, however many there are', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, at]));
    assert.equal(ignored(JSON.stringify(wide)).length, 50);
    const long = { list: Array.from({ length: 5_000 }, () => ({ a: 1, b: 2 })) };
    assert.equal(ignored(JSON.stringify(long)).length, 50);
  });
});
