import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { answerSchemas, describedOperations, routeName, successStatus } from '#src/description/document.ts';
import { readExamples } from '#src/description/examples.ts';
import { bodySchemas } from '#src/description/input.ts';
import { OPERATIONS } from '#src/description/operations.ts';
import { topicId } from '#src/description/topics.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { ROUTES } from '#src/routes.ts';
import type { Schema } from '#src/shape/schema.ts';
import { type Document, operationOf, theDocument } from '#test/harness/described.ts';
import { faultsOf, type JsonSchema } from '#test/harness/schema.ts';
import { DESCRIPTION_FILE, descriptionText } from '../scripts/describe.ts';

// What the description says is complete and valid. That it is true is checked wherever the tests call the API: see
// test/harness/described.ts.

const AGAIN = 'npm run describe';

/** What routes and operations do not have of each other, as sentences that say what to do. */
function gaps(routes: readonly string[], operations: readonly string[]): string[] {
  return [
    ...routes
      .filter((route) => !operations.includes(route))
      .map((route) => `${route} is not described: add it in the operations.ts of its folder, then ${AGAIN}.`),
    ...operations
      .filter((name) => !routes.includes(name))
      .map((name) => `${name} is described, but is no route of src/routes.ts: correct or remove it.`),
  ];
}

const fail = (faults: readonly string[]) => {
  if (faults.length > 0) assert.fail(faults.join('\n'));
};

/** Every schema in a part of the description, with its place. */
function schemasIn(value: unknown, place = ''): [place: string, schema: JsonSchema][] {
  if (typeof value !== 'object' || value === null || place.endsWith('.example')) return [];
  const { type } = value as JsonSchema;
  const own: [string, JsonSchema][] = type === undefined ? [] : [[place, value as JsonSchema]];
  return [...own, ...Object.entries(value).flatMap(([key, each]) => schemasIn(each, `${place}.${key}`))];
}

it('formats are those that JSON Schema and OpenAPI know', () => {
  const { components, paths } = theDocument();
  const known = ['int64', 'date-time', 'date', 'uri', 'email'];
  const all = schemasIn({ components, paths }).filter(([, { format }]) => typeof format === 'string');
  assert.ok(all.length > 100, String(all.length));
  assert.deepEqual(
    all.filter(([, { format }]) => !known.includes(String(format))).map(([place]) => place),
    [],
  );
});

it('bodies and queries say in which form times, codes, units and addresses are written', () => {
  const { schemas } = theDocument().components;
  const fits = (name: string, body: object) =>
    faultsOf({ product_id: 1, ...body }, schemas[name] ?? {}, schemas).length === 0;
  const forms: readonly (readonly [
    name: string,
    field: string,
    good: readonly unknown[],
    bad: readonly unknown[],
  ])[] = [
    [
      'UpdateOrder',
      'placed_at',
      ['2026-11-21', '2026-11-21T18:30', '2026-11-21 18:30:00,5+05:45', '2026-12-31T23:59:60Z', null],
      ['yesterday', '2026-11-21T', '21.11.2026', 0],
    ],
    ['UpdateSite', 'currency', ['AUD'], ['aud', 'AU', 'A1D']],
    [
      'UpdateProduct',
      'unit_of_measure',
      ['kg', 'KG', 'mL', 'unit', 'oz', 'Lb'],
      ['stone', 'kgg', 'fl oz', ''],
    ],
    ['AddOrderLine', 'modifiers', [[7, '-7', '7']], [['Tea'], ['--7'], ['0']]],
    [
      'UpdateWebhook',
      'headers',
      [{ 'X-Name': 'x', authorization: 'Bearer x' }],
      [{ 'A-1': 'x' }, { 'X-a b': 'x' }, { 'X-Name': 'x'.repeat(2_001) }],
    ],
    ['UpdateWebhook', 'address', ['https://example.com/a'], ['http://example.com/a', 'example.com']],
  ];
  for (const [name, field, good, bad] of forms) {
    for (const value of good) assert.ok(fits(name, { [field]: value }), `${name}.${field} ${value}`);
    for (const value of bad) assert.ok(!fits(name, { [field]: value }), `${name}.${field} ${value}`);
  }
  const lines = operationOf('addOrderLines')?.requestBody?.content['application/json']?.schema ?? {};
  assert.ok(faultsOf([], lines, schemas).length > 0, 'An empty list of lines is described as good.');
});

it('every route is described, and everything described is a route', () => {
  fail(gaps(ROUTES.map(routeName), Object.keys(OPERATIONS)));
});

it('the search for gaps notices routes and descriptions without each other', () => {
  assert.deepEqual(gaps(['GET /a', 'GET /b'], ['GET /b', 'GET /c']), [
    'GET /a is not described: add it in the operations.ts of its folder, then npm run describe.',
    'GET /c is described, but is no route of src/routes.ts: correct or remove it.',
  ]);
});

it('docs/openapi.json is what the code says', () => {
  const text = readFileSync(DESCRIPTION_FILE, 'utf8').replaceAll('\r\n', '\n');
  assert.ok(text === descriptionText(), `It is stale: ${AGAIN} -- --keep makes it anew.`);
});

it('every operation has a request and an answer as examples, every topic its payload', () => {
  const examples = readExamples();
  const faults = describedOperations(ROUTES).flatMap(({ route, operation }) => {
    const example = examples[operation.id];
    const wants = operation.answer !== undefined && successStatus(route, operation) < 300;
    return [
      ...(operation.body !== undefined && example?.request === undefined ? ['request'] : []),
      // What an add-on's token cannot be answered has none.
      ...(wants && example?.response === undefined && operation.id !== 'getOwnStaffMember' ? ['answer'] : []),
    ].map((what) => `${operation.id} has no example of its ${what}: ${AGAIN} records one.`);
  });
  const topics = TOPICS.filter((topic) => examples[topicId(topic)] === undefined);
  fail([...faults, ...topics.map((topic) => `${topic} has no example: ${AGAIN} records one.`)]);
});

/** The fields below a schema that nothing is said about, or nothing but that they are there. */
function silent(schema: Schema, place: string): string[] {
  const inner = [
    ...(schema.items === undefined ? [] : silent(schema.items, `${place}[]`)),
    ...(schema.anyOf ?? []).flatMap((each) => silent(each, place)),
  ];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const path = `${place}.${name}`;
    const isTyped = each.type !== undefined || each.$ref !== undefined || each.anyOf !== undefined;
    return [
      ...(isTyped ? [] : [`${path} has no type: give its schema one by meta().`]),
      ...((each.description ?? '') === '' ? [`${path} is not described: say what it is.`] : []),
      ...silent(each, path),
    ];
  });
  return [...inner, ...fields];
}

it('every field of a body is described', () => {
  const bodies = describedOperations(ROUTES).flatMap(({ operation }) => operation.body ?? []);
  assert.ok(bodies.length > 30);
  const faults = bodies.flatMap((body) =>
    Object.entries(bodySchemas(body)).flatMap(([name, schema]) =>
      silent(schema, name).map((fault) => `${fault} (in ${body.name})`),
    ),
  );
  fail([...new Set(faults)]);
});

/** The objects below a schema that may hold more than is described. */
function open(schema: Schema, place: string): string[] {
  const more = schema.additionalProperties;
  return [
    ...(schema.type === 'object' && schema.properties !== undefined && more !== false ? [place] : []),
    ...(schema.items === undefined ? [] : open(schema.items, `${place}[]`)),
    ...(schema.anyOf ?? []).flatMap((each) => open(each, place)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => open(each, `${place}.${name}`)),
  ];
}

it('every field of an answer is described, and no answer may hold more', () => {
  const views = Object.entries(answerSchemas(ROUTES));
  fail(views.flatMap(([name, view]) => silent(view, name)));
  fail(views.flatMap(([name, view]) => open(view, name).map((place) => `${place} may hold anything.`)));
});

/**
 * The linter's findings. Two of its rules are left out: an address at localhost is where a service that people run
 * themselves is, and no saleid is an order_id, whatever the paths look like.
 */
async function lint(document: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-server-example.com': 'off', 'no-ambiguous-paths': 'off' },
  });
  const source = JSON.stringify(document);
  const found = await lintFromString({ source, absoluteRef: DESCRIPTION_FILE, config });
  return found.map(({ ruleId, severity, message, location }) => {
    return `${severity} ${ruleId}: ${message} (${location[0]?.pointer})`;
  });
}

it('the linter finds nothing in it', async () => {
  fail(await lint(theDocument()));
});

it('the linter finds what is wrong in it', async () => {
  const broken = JSON.parse(JSON.stringify(theDocument())) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, Json> }>>;
  };
  const tax = broken.paths['/v1/companies/{company_id}/taxes/{tax_id}']?.get;
  assert.ok(tax !== undefined);
  tax.operationId = 'getSite';
  tax.responses[200] = {
    description: 'A tax.',
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Tax' }, example: { rate: 'ten' } },
    },
  };
  const found = (await lint(broken)).join('\n');
  assert.match(found, /operation-operationId-unique/);
  assert.match(found, /no-invalid-media-type-examples/);
});

type Json = Readonly<Record<string, unknown>>;

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Id: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^[0-9]+$' }] },
};
const THING: JsonSchema = {
  type: 'object',
  properties: {
    id: { $ref: '#/components/schemas/Id' },
    at: { type: ['string', 'null'], format: 'date-time' },
    kind: { type: 'string', enum: ['a', 'b'] },
    list: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 2 },
    map: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
  },
  required: ['id'],
  additionalProperties: false,
};

const GOOD: readonly unknown[] = [
  { id: 1 },
  { id: '1', at: null, kind: 'b', list: [1, 2], map: { any: 'abc' } },
  { id: 1, at: '2026-03-07T18:30:00.000Z' },
];
const BAD: readonly (readonly [value: unknown, fault: RegExp])[] = [
  [null, /is null, not object/],
  [[], /is \[\], not object/],
  [{}, /^id is missing/],
  [{ id: 'x' }, /^id is "x", which does not match/],
  [{ id: 1.5 }, /^id is 1.5/],
  [{ id: 1, at: '2026-03-07' }, /^at is .* no date-time/],
  [{ id: 1, kind: 'c' }, /^kind is "c"/],
  [{ id: 1, kind: null }, /^kind is null/],
  [{ id: 1, list: [1, 0] }, /^list\[1\] is 0/],
  [{ id: 1, list: [1, 2, 3] }, /^list has 3/],
  [{ id: 1, map: { any: 'abcd' } }, /^map\.any has 4/],
  [{ id: 1, more: 1 }, /^more is not described/],
];

it('answers are held against schemas as JSON Schema has it', () => {
  for (const value of GOOD) assert.deepEqual(faultsOf(value, THING, SCHEMAS), []);
  for (const [value, fault] of BAD) {
    const found = faultsOf(value, THING, SCHEMAS);
    assert.equal(found.length, 1, JSON.stringify(value));
    assert.match(found.join(), fault);
  }
  assert.throws(() => faultsOf(1, { multipleOf: 2 }, SCHEMAS), /multipleOf is not known here/);
  assert.throws(() => faultsOf(1, { $ref: '#/components/schemas/Nobody' }, SCHEMAS), /no schema/);
});

it('a field that is added to a view is noticed', () => {
  const { schemas } = (theDocument() satisfies Document).components;
  const order = readExamples().getOrder?.response as Record<string, unknown>;
  assert.deepEqual(faultsOf(order, schemas.Order ?? {}, schemas), []);
  assert.deepEqual(faultsOf({ ...order, colour: 'red' }, schemas.Order ?? {}, schemas), [
    'colour is not described.',
  ]);
});
