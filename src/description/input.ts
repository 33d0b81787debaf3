// The bodies of requests: made from the schemas that read them, with the words of the view that shows the same fields.

import type { Body } from '../edge/operation.ts';
import { z } from '../shape/reads.ts';
import type { Schema, Schemas } from '../shape/schema.ts';

type Loose = { -readonly [K in keyof Schema]: Schema[K] };

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** The schemas of a body: its own by its name, and what it shares with others. */
export function bodySchemas(body: Body, views: Schemas): Schemas {
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
  const view = body.like === undefined ? undefined : views[body.like];
  const context = { views, words: body.words ?? {}, defs: tidied };
  for (const [name, schema] of Object.entries(tidied)) {
    if (schema.properties !== undefined)
      tidied[name] = worded(schema, views[SHARED[name] ?? ''], '', context);
  }
  const { id: _id, ...top } = (
    own.$ref === undefined ? tidy(own) : (tidied[own.$ref.slice(DEFS.length)] ?? {})
  ) as Schema & { id?: string };
  return { ...tidied, [body.name]: { ...worded(top, view, '', context), description: body.description } };
}

/** The views that show what shared parts of bodies hold. */
const SHARED: Readonly<Record<string, string>> = {
  ChosenSetInput: 'OrderOptionSet',
  ChosenOptionInput: 'ChosenOption',
  ChosenSetForLineInput: 'OrderOptionSet',
};

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
  return made;
}

interface Context {
  readonly views: Schemas;
  readonly words: Readonly<Record<string, string>>;
  readonly defs: Readonly<Record<string, Schema>>;
}

/** The schema with a description of every field, from the view of the same shape. */
function worded(schema: Schema, view: Schema | undefined, path: string, context: Context): Schema {
  const shown = resolve(view, context.views);
  if (schema.anyOf !== undefined) {
    return { ...schema, anyOf: schema.anyOf.map((each) => worded(each, shown, path, context)) };
  }
  if (schema.items !== undefined) {
    return { ...schema, items: worded(schema.items, shown?.items, `${path}[]`, context) };
  }
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties).map(([name, each]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const like = shown?.properties?.[name];
    const description = context.words[place] ?? context.words[name] ?? each.description ?? like?.description;
    const inner = worded(each, like, place, context);
    return [name, description === undefined ? inner : { ...inner, description }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** What a view is when its reference and its null are taken off. */
function resolve(view: Schema | undefined, views: Schemas): Schema | undefined {
  const [only, ...others] = view?.anyOf?.filter((each) => each.type !== 'null') ?? [];
  if (only !== undefined && others.length === 0) return resolve(only, views);
  return view?.$ref === undefined ? view : views[view.$ref.slice(COMPONENTS.length)];
}
