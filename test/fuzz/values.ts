// Values that a schema of the description allows: ordinary ones, those at its bounds, odd ones.

import fc from 'fast-check';
import { ExactNumber } from '#src/kernel/json.ts';
import { theDocument } from '#test/harness/described.ts';
import type { JsonSchema } from '#test/harness/schema.ts';

/** Ids of records that there are, as text, by what they are called in fields: `site`, `product`. */
export type Pools = ReadonlyMap<string, readonly string[]>;

/** Deeper objects and lists have only what they need. */
const DEEP = 4;
/** Longest text that is made of a bound, and longest list, unless they are to be large. */
const LONG = 2_100;
const MANY = 101;

/** Texts that careless code stumbles over. */
const ODD_TEXTS = [
  'İstanbul ß ẞ ﬁ',
  'e\u0301\u0316\u0344',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '\u202Eright to left\u202C',
  '\u0001\u001f\u007f\u0085',
  '\ufeff\u200b\u2028\u2029',
  '%00%_\\\'";--',
  '<script>&amp;{{x}}',
  '𝒜𐍈',
  '\ufdfa\uffff\ufffd',
  ' leading and trailing\t\n',
  'true',
  'null',
  '0',
  'constructor',
  '__proto__',
  'مرحبا',
  '日本語',
];
/** Dates and times in every form that is taken. */
const TIMES = [
  '2026-11-21T18:30:00Z',
  '2026-11-21',
  '2026-11-21T18:30:00',
  '2026-11-21T18:30',
  '2026-11-21T18:30:00.123Z',
  '2026-11-21T18:30:00.123456789+05:45',
  '2026-03-29T02:30:00',
  '2026-10-25T02:30:00',
  '2024-02-29',
  '2026-12-31T23:59:60Z',
  '2026-06-30T23:59:59.999-12:00',
  '1970-01-01T00:00:00Z',
];
const WORDS = ['Tea', 'Flat white', 'table 7', 'a', 'A-1', 'x@example.com'];

const ID = '#/components/schemas/Id';

/** A schema with what it refers to in its place. */
export function resolved(schema: JsonSchema): JsonSchema {
  const reference = schema.$ref as string | undefined;
  if (reference === undefined) return schema;
  const found = theDocument().components.schemas[reference.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`There is no schema ${reference}.`);
  return resolved(found);
}

/** An object that can be looked into: a number that is kept as it was written is none. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** Whether a schema is that of an id. */
export const isId = (schema: JsonSchema): boolean => schema.$ref === ID;

/** What a field's id is an id of. */
function kindOf(field: string): string {
  const plain = field.replace(/_str$/, '').replace(/_ids?$/, '');
  const known: Readonly<Record<string, string>> = {
    staff_member: 'staff',
    taxes: 'tax',
    cost_taxes: 'tax',
    categories: 'category',
    modifiers: 'product',
    original_order: 'order',
    variant_parent: 'product',
    parent: 'price_list',
  };
  return known[plain] ?? plain.replace(/s$/, '');
}

/** An id as JSON: a number with all its digits, or text. */
export function idValue(id: string, asText: boolean): unknown {
  if (asText) return id;
  return Number.isSafeInteger(Number(id)) ? Number(id) : new ExactNumber(id);
}

/** Ids of what there is when the value is made; a few of what there is not. */
function ids(field: string, pools: Pools): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 19 }), fc.boolean()).map(([at, what, asText]) => {
    const own = pools.get(kindOf(field)) ?? [];
    const some = what === 0 ? UNKNOWN : what < 3 || own.length === 0 ? [...pools.values()].flat() : own;
    return idValue(some[at % some.length] ?? '1', asText);
  });
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const {
    minLength = 0,
    maxLength = LONG,
    pattern,
    format,
    examples,
  } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    readonly format?: string;
    readonly examples?: readonly string[];
  };
  if (format === 'date') return fc.constantFrom('2026-11-21', '2024-02-29', '1999-12-31');
  if (pattern?.startsWith('^\\d{4}-') === true) return fc.constantFrom(...TIMES);
  if (format === 'uri') {
    const long = `https://example.com/${'a'.repeat(Math.min(maxLength, LONG) - 20)}`;
    const all = ['https://example.com/a?b=c#d', 'http://bücher.example/ü', 'http://example.com', long];
    return fc.constantFrom(...all.filter((each) => new RegExp(pattern ?? '').test(each)));
  }
  if (pattern !== undefined) {
    return fc
      .oneof(fc.constantFrom(...(examples ?? ['1'])), fc.stringMatching(new RegExp(pattern)))
      .filter((text) => new RegExp(pattern).test(text));
  }
  if (format === 'email')
    return fc.constantFrom('a@example.com', "ü.o'x+y@bücher.example", `${'a'.repeat(64)}@example.com`);
  const some = [...ODD_TEXTS, ...WORDS, ...(examples ?? [])];
  const bounds = ['x'.repeat(Math.min(maxLength, LONG)), '😀'.repeat(Math.min(maxLength, LONG))];
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS, ...(examples ?? [])) },
      { weight: 3, arbitrary: fc.constantFrom(...some) },
      { weight: 1, arbitrary: fc.constantFrom(...bounds, 'x'.repeat(minLength)) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 20) }) },
    )
    .map((text) => (text.trim().length < minLength ? 'x'.repeat(minLength) : text))
    .map((text) => [...text].slice(0, maxLength).join(''))
    .map((text) => (text.includes('\u0000') || !text.isWellFormed() ? 'x'.repeat(minLength) : text));
}

/** Exact decimals within bounds, with up to as many places as are taken anywhere. */
function numbers(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema as {
    readonly minimum?: number;
    readonly maximum?: number;
  };
  const within = ['0', '1', '0.1', '12.50', '0.30000000', '1e0', '7', '-1', '3.99', '99.99', '0.0001'].filter(
    (text) => Number(text) >= minimum && Number(text) <= maximum,
  );
  return fc
    .oneof(
      { weight: 8, arbitrary: fc.constantFrom(...within, String(minimum), String(maximum)) },
      { weight: 1, arbitrary: fc.constantFrom('0.00000001', '12345678.12345678', '0.123456789012345678') },
    )
    .filter((text) => Number(text) >= minimum && Number(text) <= maximum)
    .map((text) => new ExactNumber(text));
}

function integers(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum = -10, maximum = 1_000_000 } = schema as {
    readonly minimum?: number;
    readonly maximum?: number;
  };
  return fc.oneof(
    fc.constantFrom(minimum, maximum, Math.min(maximum, minimum + 1)),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
  );
}

/** What is valid anywhere JSON may stand. */
const anything = fc.constantFrom<unknown>(null, {}, [], { a: [1, null] }, [{}]);

/** Ids of nothing, some longer than a double holds. */
const UNKNOWN = ['987654321987', '9007199254740993', '9223372036854775807'];

/** How many fields of an object are there. */
export type Fullness = 'few' | 'some' | 'all';

/** How values are made. */
export interface Making {
  readonly pools: Pools;
  readonly fullness: Fullness;
}

/** What was made of a schema already, by all that it depends on. */
const made = new WeakMap<Pools, WeakMap<JsonSchema, Map<string, fc.Arbitrary<unknown>>>>();

/** Values that a schema allows; `field` says which ids are meant. */
export function valuesOf(
  schema: JsonSchema,
  field: string,
  making: Making,
  depth = 0,
): fc.Arbitrary<unknown> {
  const bySchema = made.get(making.pools) ?? new WeakMap<JsonSchema, Map<string, fc.Arbitrary<unknown>>>();
  made.set(making.pools, bySchema);
  const known = bySchema.get(schema) ?? new Map<string, fc.Arbitrary<unknown>>();
  bySchema.set(schema, known);
  const key = `${field} ${making.fullness} ${depth}`;
  const found = known.get(key) ?? newValues(schema, field, making, depth);
  known.set(key, found);
  return found;
}

function newValues(schema: JsonSchema, field: string, making: Making, depth: number): fc.Arbitrary<unknown> {
  if (isId(schema)) return ids(field, making.pools);
  const own = resolved(schema);
  const any = own.anyOf as readonly JsonSchema[] | undefined;
  const values = own.enum as readonly unknown[] | undefined;
  if (any !== undefined) return fc.oneof(...any.map((each) => valuesOf(each, field, making, depth)));
  if (values !== undefined) return fc.constantFrom(...values);
  if (own.const !== undefined) return fc.constant(own.const);
  const types = [own.type ?? []].flat() as string[];
  if (types.length === 0) return own.properties === undefined ? anything : objects(own, field, making, depth);
  const kinds = types.map((type) => ({
    weight: type === 'null' ? 1 : 9,
    arbitrary: typed(type, own, field, making, depth),
  }));
  return fc.oneof(...kinds);
}

function typed(
  type: string,
  schema: JsonSchema,
  field: string,
  making: Making,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return texts(schema);
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'array':
      return lists(schema, field, making, depth);
    default:
      return objects(schema, field, making, depth);
  }
}

function lists(schema: JsonSchema, field: string, making: Making, depth: number): fc.Arbitrary<unknown> {
  const {
    minItems = 0,
    maxItems = 3,
    items = {},
  } = schema as {
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly items?: JsonSchema;
  };
  const item = valuesOf(items, field, making, depth + 1);
  const few = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
  if (depth > 1 || maxItems > MANY) return few;
  // The same thing as often as it may be.
  const many = item.map((one) => Array.from({ length: maxItems }, () => one));
  return fc.oneof({ weight: 12, arbitrary: few }, { weight: 1, arbitrary: many });
}

function objects(schema: JsonSchema, field: string, making: Making, depth: number): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    allOf = [],
    additionalProperties,
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly allOf?: readonly JsonSchema[];
    readonly additionalProperties?: JsonSchema | boolean;
  };
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    const names = texts((schema.propertyNames as JsonSchema | undefined) ?? { minLength: 1, maxLength: 40 });
    const value = valuesOf(additionalProperties, field, making, depth + 1);
    return fc
      .dictionary(names, value, { maxKeys: 3, noNullPrototype: true })
      .map((made) => withoutForbidden(made));
  }
  // Of an id that has a twin, one of the two is needed.
  const either = allOf.map((each) => (each.anyOf as readonly JsonSchema[]).flatMap(requiredOf));
  const always = new Set([...required, ...either.flatMap(([own]) => own ?? [])]);
  const chance = depth > DEEP || making.fullness === 'few' ? 0 : making.fullness === 'all' ? 1 : 0.3;
  const fields = Object.entries(properties)
    .filter(([name]) => !isTwin(name, properties) && (chance > 0 || always.has(name)))
    .map(([name, each]) => {
      // The id in an object is that of what the object's field is called.
      const what = name === 'id' ? field : name;
      const value = valuesOf(each, what, making, depth + 1);
      const isThere = always.has(name) ? fc.constant(true) : chanceOf(chance);
      const twin = Object.hasOwn(properties, `${name}_str`) ? TWINS : fc.constant('own' as const);
      return fc.tuple(fc.constant(name), isThere, value, twin);
    });
  return fc.tuple(...fields).map((made) => {
    const object: Record<string, unknown> = {};
    for (const [name, isThere, value, twin] of made) {
      if (!isThere) continue;
      if (twin !== 'twin') object[name] = value;
      if (twin !== 'own') object[`${name}_str`] = value;
    }
    return object;
  });
}

const TWINS = fc.constantFrom('own' as const, 'own' as const, 'twin' as const, 'both' as const);

function chanceOf(share: number): fc.Arbitrary<boolean> {
  if (share === 0 || share === 1) return fc.constant(share === 1);
  return fc.integer({ min: 0, max: 99 }).map((number) => number < share * 100);
}

const requiredOf = (schema: JsonSchema) => (schema.required as readonly string[] | undefined) ?? [];

/** Whether a field stands beside its own as text. */
export function isTwin(name: string, properties: Readonly<Record<string, unknown>>): boolean {
  return name.endsWith('_str') && Object.hasOwn(properties, name.slice(0, -'_str'.length));
}

/** Keys that no body may have are described in words alone. */
function withoutForbidden(made: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const forbidden = ['__proto__', 'constructor', 'prototype'];
  return Object.fromEntries(Object.entries(made).filter(([key]) => !forbidden.includes(key)));
}
