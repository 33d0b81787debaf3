// What breaks clients, and what does not (reference: versions.2, versions.3), as the script that compares descriptions has it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Schema } from '#src/kernel/json-schema.ts';
import {
  CHANGELOG_FILE,
  changelogText,
  type Declared,
  faultsIn,
  presentDescription,
  readDeclared,
  type Step,
  stepsTo,
} from '../scripts/api-changes.ts';
import {
  differencesOf,
  type Released,
  type ReleasedAnswer,
  type ReleasedOperation,
} from '../scripts/api-differences.ts';
import { release, releasedDescription, releasedVersions, stripped } from '../scripts/api-released.ts';

type Changed = readonly [place: string, what: string, breaking: 'breaks' | 'does not'];

/** A description of one operation and one message, whose schemas are these. */
function described(
  thing: Schema,
  body: Schema,
  operation: Partial<ReleasedOperation> = {},
  more: Released['paths'] = {},
): Released {
  const content = (name: string) => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
  });
  const call: ReleasedOperation = {
    operationId: 'changeThing',
    security: [{ oauth2: ['orders:write'] }],
    parameters: [{ name: 'sort', in: 'query', schema: { type: 'string', enum: ['up', 'down'] } }],
    requestBody: { required: true, content: content('Body') },
    responses: { 200: { headers: { ETag: {} }, content: content('Thing') } },
    ...operation,
  };
  return {
    info: { version: '2026-01-01' },
    paths: { '/things/{thing_id}': { put: call }, ...more },
    webhooks: {
      'things/changed': {
        post: { operationId: 'onThing', requestBody: { content: content('Thing') }, responses: {} },
      },
    },
    components: { schemas: { Thing: thing, Body: body }, parameters: {}, callbacks: {} },
  };
}

const found = (before: Released, now: Released): Changed[] => {
  const { operations, records, messages } = differencesOf(before, now);
  return [...operations, ...records, ...messages].map(({ place, what, breaking }) => [
    place,
    what,
    breaking ? 'breaks' : 'does not',
  ]);
};

const object = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const TEXT: Schema = { type: 'string' };
const EMPTY = object({});

/** A field before and now, where clients read it and where they send it; undefined: there is none. */
type FieldRow = readonly [
  what: string,
  before: Schema | undefined,
  now: Schema | undefined,
  read: string,
  sent: string,
];

const FINE = 'fine';
const FIELDS: readonly FieldRow[] = [
  ['nothing', TEXT, TEXT, FINE, FINE],
  ['other words', { ...TEXT, description: 'a' }, { ...TEXT, description: 'b' }, FINE, FINE],
  ['removed', TEXT, undefined, 'breaks', 'breaks'],
  ['new', undefined, TEXT, 'does not', 'does not'],
  ['another type', TEXT, { type: 'integer' }, 'breaks', 'breaks'],
  ['null as well', TEXT, { type: ['string', 'null'] }, 'breaks', 'does not'],
  ['never null', { type: ['string', 'null'] }, TEXT, 'does not', 'breaks'],
  ['another form as well', TEXT, { anyOf: [TEXT, { type: 'array', items: TEXT }] }, 'breaks', 'does not'],
  ['any number for a whole one', { type: 'integer' }, { type: 'number' }, 'breaks', FINE],
  ['a whole number for any', { type: 'number' }, { type: 'integer' }, FINE, 'breaks'],
  [
    'more words',
    { type: 'string', enum: ['a'] },
    { type: 'string', enum: ['a', 'b'] },
    'does not',
    'does not',
  ],
  ['fewer words', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }, 'breaks', 'breaks'],
  ['some words alone', TEXT, { type: 'string', enum: ['a'] }, 'does not', 'breaks'],
  ['any word', { type: 'string', enum: ['a'] }, TEXT, 'does not', 'does not'],
  ['longer', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 9 }, FINE, 'does not'],
  ['shorter', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }, FINE, 'breaks'],
  ['bounded', TEXT, { type: 'string', maxLength: 5 }, FINE, 'breaks'],
  ['from more on', { type: 'integer', minimum: 0 }, { type: 'integer', minimum: 1 }, FINE, 'breaks'],
  ['from less on', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 0 }, FINE, 'does not'],
  [
    'another format',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'uri' },
    'breaks',
    'breaks',
  ],
  ['a format', TEXT, { type: 'string', format: 'uri' }, 'does not', 'breaks'],
  ['a pattern less', { type: 'string', pattern: '^a' }, TEXT, 'breaks', 'does not'],
  ['another default', { type: 'integer', default: 1 }, { type: 'integer', default: 2 }, FINE, 'breaks'],
  [
    'items of another type',
    { type: 'array', items: TEXT },
    { type: 'array', items: { type: 'integer' } },
    'breaks',
    'breaks',
  ],
  [
    'a field less inside',
    { type: 'array', items: object({ a: TEXT }) },
    { type: 'array', items: EMPTY },
    'breaks',
    'breaks',
  ],
  ['a field more inside', object({}), object({ a: TEXT }), 'does not', 'does not'],
  ['deprecated', TEXT, { ...TEXT, deprecated: true }, 'does not', 'does not'],
];

describe('a field', () => {
  const withField = (field: Schema | undefined): Schema => object(field === undefined ? {} : { it: field });
  const judged = (changes: readonly Changed[]) => {
    const kinds = new Set(changes.map(([, , breaking]) => breaking));
    return kinds.has('breaks') ? 'breaks' : kinds.has('does not') ? 'does not' : FINE;
  };
  for (const [what, before, now, read, sent] of FIELDS) {
    it(`${what}: read ${read}, sent ${sent}`, () => {
      const readers = found(described(withField(before), EMPTY), described(withField(now), EMPTY));
      assert.equal(judged(readers), read, JSON.stringify(readers));
      const senders = found(described(EMPTY, withField(before)), described(EMPTY, withField(now)));
      assert.equal(judged(senders), sent, JSON.stringify(senders));
    });
  }

  it('that has to be sent, or is not always there, breaks', () => {
    const fields = { a: TEXT, b: TEXT };
    assert.deepEqual(found(described(EMPTY, object(fields)), described(EMPTY, object(fields, ['a']))), [
      ['Body.a', 'has to be sent', 'breaks'],
    ]);
    assert.deepEqual(found(described(EMPTY, object(fields, ['a'])), described(EMPTY, object(fields))), []);
    assert.deepEqual(found(described(object(fields, ['a']), EMPTY), described(object(fields), EMPTY)), [
      ['Thing.a', 'is not always there any more', 'breaks'],
    ]);
    assert.deepEqual(found(described(EMPTY, object({ a: TEXT })), described(EMPTY, object(fields, ['b']))), [
      ['Body.b', 'has to be sent', 'breaks'],
      ['Body', 'takes `b` as well', 'does not'],
    ]);
  });

  it('that may be sent by its twin instead does not', () => {
    const either: Schema = {
      ...object({ a: TEXT, a_str: TEXT }),
      allOf: [{ anyOf: [{ required: ['a'] }, { required: ['a_str'] }] }],
    };
    const before = described(EMPTY, object({ a: TEXT }, ['a']));
    assert.deepEqual(found(before, described(EMPTY, either)), [
      ['Body', 'takes `a_str` as well', 'does not'],
    ]);
    assert.deepEqual(found(described(EMPTY, either), before), [
      ['Body.a_str', 'is gone', 'breaks'],
      ['Body.a', 'has to be sent', 'breaks'],
    ]);
  });

  it('of a record that refers to itself is compared once', () => {
    const own = (more: Record<string, Schema>) =>
      object({ inner: { $ref: '#/components/schemas/Thing' }, ...more });
    assert.deepEqual(found(described(own({}), EMPTY), described(own({ a: TEXT }), EMPTY)), [
      ['Thing', 'shows `a` as well', 'does not'],
    ]);
  });
});

const QUERY = {
  name: 'sort',
  in: 'query',
  schema: { type: 'string', enum: ['up', 'down'] },
} satisfies NonNullable<ReleasedOperation['parameters']>[number];
const PLACE = 'PUT /things/{thing_id}';
const CALLS: readonly (readonly [
  what: string,
  now: Partial<ReleasedOperation>,
  changed: readonly Changed[],
])[] = [
  ['as it was', {}, []],
  [
    'with a parameter more',
    { parameters: [QUERY, { name: 'q', in: 'query', schema: TEXT }] },
    [[PLACE, 'takes `q` as well', 'does not']],
  ],
  [
    'with a parameter that it needs',
    { parameters: [QUERY, { name: 'q', in: 'query', required: true }] },
    [[PLACE, 'needs the parameter `q`', 'breaks']],
  ],
  [
    'with a parameter that it now needs',
    { parameters: [{ ...QUERY, required: true }] },
    [[PLACE, 'needs the parameter `sort`', 'breaks']],
  ],
  ['with a parameter less', { parameters: [] }, [[PLACE, 'has no parameter `sort` any more', 'breaks']]],
  [
    'with fewer values of a parameter',
    { parameters: [{ ...QUERY, schema: { type: 'string', enum: ['up'] } }] },
    [[`${PLACE} ?sort`, 'is never `down` any more', 'breaks']],
  ],
  [
    'by another name',
    { operationId: 'alterThing' },
    [[PLACE, 'is called `alterThing`, was `changeThing`', 'breaks']],
  ],
  [
    'with another scope',
    { security: [{ oauth2: ['admin'] }] },
    [[PLACE, 'no longer takes [{"oauth2":["orders:write"]}] to come in', 'breaks']],
  ],
  ['with another way in as well', { security: [{ oauth2: ['orders:write'] }, { basic: [] }] }, []],
  ['deprecated', { deprecated: true }, [[PLACE, 'is deprecated', 'does not']]],
  ['with another status', { responses: { 202: {} } }, [[PLACE, 'does not answer 200 any more', 'breaks']]],
];

describe('a call', () => {
  const before = described(EMPTY, EMPTY);
  for (const [what, now, changed] of CALLS) {
    it(what, () => assert.deepEqual(found(before, described(EMPTY, EMPTY, now)), changed));
  }

  it('without a header that it answered with', () => {
    const { content = {} } = (before.paths['/things/{thing_id}']?.put?.responses[200] ??
      {}) as ReleasedAnswer;
    const bare = described(EMPTY, EMPTY, { responses: { 200: { content } } });
    assert.deepEqual(found(before, bare), [[PLACE, 'answers 200 without the header `ETag`', 'breaks']]);
    assert.deepEqual(found(bare, before), [[PLACE, 'answers with `ETag` as well', 'does not']]);
  });

  it('that is new, is gone, or whose path names its parameters otherwise', () => {
    const call = before.paths['/things/{thing_id}'] ?? {};
    const more = described(EMPTY, EMPTY, {}, { '/others': call });
    assert.deepEqual(found(before, more), [['PUT /others', 'is new: ', 'does not']]);
    assert.deepEqual(found(more, before), [['PUT /others', 'is gone', 'breaks']]);
    assert.deepEqual(found(before, { ...before, paths: { '/things/{id}': call } }), []);
  });

  it('a message that is gone breaks', () => {
    assert.deepEqual(found(before, { ...before, webhooks: {} }), [['things/changed', 'is gone', 'breaks']]);
    assert.deepEqual(found({ ...before, webhooks: {} }, before), [
      ['things/changed', 'is new: ', 'does not'],
    ]);
  });
});

describe('what breaks', () => {
  const differences = differencesOf(described(object({ a: TEXT, b: TEXT }), EMPTY), described(EMPTY, EMPTY));
  const steps: Step[] = [{ since: '2026-01-01', version: undefined, differences }];
  const declared = (since: string, ...changes: string[]): Declared[] => [
    { since, reason: 'It had to be.', changes },
  ];
  const broken = [
    'Breaks clients since 2026-01-01: Thing.a: is gone',
    'Breaks clients since 2026-01-01: Thing.b: is gone',
  ];

  it('has to be declared, and what is declared has to be there', () => {
    assert.deepEqual(faultsIn(steps, []), broken);
    assert.deepEqual(faultsIn(steps, declared('2026-01-01', 'Thing.a: is gone', 'Thing.b: is gone')), []);
    assert.deepEqual(faultsIn(steps, declared('2026-01-01', 'Thing.*: is gone')), []);
    assert.deepEqual(faultsIn(steps, declared('2026-01-01', 'Thing.a: is gone')), broken.slice(1));
    assert.deepEqual(faultsIn(steps, declared('2025-01-01', 'Thing.*: is gone')).length, 3);
    assert.match(
      faultsIn([], declared('2026-01-01', 'Thing.a: *')).join(),
      /nothing breaks by it: Thing\.a: \*/,
    );
  });

  it('stands in the changelog with its reason', () => {
    const text = changelogText(steps, declared('2026-01-01', 'Thing.*: is gone'));
    assert.match(text, /## Not released yet\n\nChanges since 2026-01-01 that may break clients: 2\./);
    assert.match(text, /### Breaking\n\nIt had to be\.\n\n- `Thing\.a`, `Thing\.b`: is gone\n/);
  });
});

describe('the released versions', () => {
  it('are compared with what is there now: nothing breaks that is not declared', () => {
    const steps = stepsTo(presentDescription());
    assert.ok(releasedVersions().length > 0);
    assert.deepEqual(faultsIn(steps, readDeclared()), []);
    assert.equal(
      readFileSync(CHANGELOG_FILE, 'utf8').replaceAll('\r\n', '\n'),
      changelogText(steps, readDeclared()),
      'It is stale: npm run api-changes makes it anew.',
    );
  });

  it('hold no words, and never change', () => {
    const [version = ''] = releasedVersions();
    const before = releasedDescription(version);
    assert.doesNotMatch(JSON.stringify(before), /"(?:description|example)":"/);
    assert.deepEqual(stripped(before, version), before);
    assert.throws(() => release(version, before, {}, JSON.stringify), /is another already/);
  });
});
