// The bodies of requests: made from the schemas that read them.

import type { Body } from '../edge/operation.ts';
import { z } from '../shape/reads.ts';
import { list, ref, type Schema, type Schemas } from '../shape/schema.ts';
import { twinName } from '../shape/twins.ts';

type Loose = { -readonly [K in keyof Schema]: Schema[K] };

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** The schemas of a body: its own by its name, and those it shares with others. */
export function bodySchemas(body: Body): Schemas {
  const {
    $schema: _dialect,
    $defs = {},
    ...own
  } = z.toJSONSchema(body.schema, { io: 'input', unrepresentable: 'any' }) as Schema & {
    $schema?: string;
    $defs?: Record<string, Schema>;
  };
  const tidied: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries($defs)) tidied[name] = tidy(schema);
  const { id: _id, ...top } = (
    own.$ref === undefined ? tidy(own) : (tidied[own.$ref.slice(DEFS.length)] ?? {})
  ) as Schema & { id?: string };
  const made = { ...worded(top, '', body.words ?? {}), ...neededOf(top, body.needsOneOf ?? []) };
  return { ...tidied, [body.name]: { ...made, description: body.description } };
}

/** The schema of a list of bodies, where that may be sent in the place of one. */
export function manySchema(name: string, many: z.ZodType): Schema {
  const { minItems, maxItems } = z.toJSONSchema(many, { io: 'input', unrepresentable: 'any' });
  return {
    ...list(ref(name)),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
  };
}

/** Zod's output in the description's manner: references to components, `null` as a type, no field that cannot be. */
function tidy(schema: Schema): Schema {
  const { id: _id, ...rest } = schema as Schema & { id?: string };
  const made: Loose = { ...rest };
  if (made.$ref?.startsWith(DEFS)) made.$ref = COMPONENTS + made.$ref.slice(DEFS.length);
  if (made.items !== undefined) made.items = tidy(made.items);
  if (typeof made.additionalProperties === 'object')
    made.additionalProperties = tidy(made.additionalProperties);
  if (made.anyOf !== undefined) {
    const some = made.anyOf.map(tidy);
    const [only, ...others] = some.filter((each) => each.type !== 'null');
    const isNullable = some.length > 1 && others.length === 0;
    if (isNullable && only !== undefined && typeof only.type === 'string') {
      const { anyOf: _both, ...outer } = made;
      const allowed = only.enum === undefined ? {} : { enum: [...only.enum, null] };
      return { ...only, ...outer, ...allowed, type: [only.type, 'null'] };
    }
    made.anyOf = some;
  }
  if (made.properties !== undefined) {
    const known = Object.entries(made.properties).filter(([, each]) => Object.keys(each).length > 0);
    made.properties = Object.fromEntries(known.map(([name, each]) => [name, tidy(each)]));
  }
  const { required: _all, ...others } = made;
  return { ...others, ...needed(made) };
}

/** The required fields of an object: of an id that has a twin, one of the two. */
function needed({ required = [], properties = {} }: Schema): Pick<Schema, 'required' | 'allOf'> {
  const ids = required.filter((name) => Object.hasOwn(properties, twinName(name)));
  if (ids.length === 0) return required.length === 0 ? {} : { required };
  const others = required.filter((name) => !ids.includes(name));
  return {
    ...(others.length === 0 ? {} : { required: others }),
    allOf: ids.map((name) => oneOf([name], properties)),
  };
}

/** A schema of objects with at least one of some fields; an id may be there as its twin. */
function oneOf(names: readonly string[], properties: NonNullable<Schema['properties']>): Schema {
  const spelt = names.flatMap((name) =>
    [name, twinName(name)].filter((each) => Object.hasOwn(properties, each)),
  );
  return {
    anyOf: spelt.map((name) => ({ properties: { [name]: properties[name] ?? {} }, required: [name] })),
  };
}

/** Requirements on groups of fields, beside those of the schema. */
function neededOf(
  { allOf = [], properties = {} }: Schema,
  groups: readonly (readonly string[])[],
): Pick<Schema, 'allOf'> {
  return groups.length === 0 ? {} : { allOf: [...allOf, ...groups.map((names) => oneOf(names, properties))] };
}

/** The schema with the words that a body has for fields of its own, by their paths. */
function worded(schema: Schema, path: string, words: Readonly<Record<string, string>>): Schema {
  const { anyOf, items, properties } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map((each) => worded(each, path, words)) };
  if (items !== undefined) return { ...schema, items: worded(items, `${path}[]`, words) };
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, each]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const inner = worded(each, place, words);
    const description = words[place];
    return [name, description === undefined ? inner : { ...inner, description }];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}
