// Short words to write JSON Schema with.

import { type Deprecation, deprecationWords } from '../kernel/deprecation.ts';
import type { Schema } from '../kernel/json-schema.ts';
import { isShown, type Options, type Shape, type Shown } from './shape.ts';
import { shownTwin, TWIN_WORDS, twinName } from './twins.ts';

export type { Schema } from '../kernel/json-schema.ts';

/** Schemas by their names, under which the description lists them. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The fields of an object. */
type Fields = Readonly<Record<string, Schema>>;

const worded = (description: string | undefined) => (description === undefined ? {} : { description });

/** A schema by its name. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with exactly these fields: the first are always there, the others sometimes. */
function object(description: string, always: Fields, sometimes: Fields = {}): Schema {
  return {
    type: 'object',
    description,
    properties: { ...always, ...sometimes },
    required: Object.keys(always),
    additionalProperties: false,
  };
}

export function list(items: Schema): Schema {
  return { type: 'array', items };
}

/** The same, or null. */
export function orNull(schema: Schema): Schema {
  const { type, description, enum: words, ...rest } = schema;
  if (typeof type !== 'string') {
    const { description: _own, ...plain } = schema;
    return { ...worded(description), anyOf: [...(plain.anyOf ?? [plain]), { type: 'null' }] };
  }
  return {
    type: [type, 'null'],
    ...worded(description),
    ...(words === undefined ? {} : { enum: [...words, null] }),
    ...rest,
  };
}

export function text(description?: string): Schema {
  return { type: 'string', ...worded(description) };
}

export function words(all: readonly string[], description?: string): Schema {
  return { type: 'string', ...worded(description), enum: all };
}

/** A small whole number. */
export function whole(): Schema {
  return { type: 'integer' };
}

/** A whole number of 64 bits that is no id, all its digits written out; 0 as its minimum tells it from ids. */
export function long(): Schema {
  return { type: 'integer', format: 'int64', minimum: 0 };
}

/** A web address. */
export function uri(): Schema {
  return { type: 'string', format: 'uri' };
}

/** The schema of what answers show of a shape. */
export function shapeSchema(shape: Shape): Schema {
  const always: Record<string, Schema> = {};
  const sometimes: Record<string, Schema> = {};
  const add = (name: string, { schema, present = schema }: Shown, sentence: string, options: Options) => {
    const own = options.unlessNull === true ? present : schema;
    const described = { ...own, ...endingWords(sentence, options.deprecated) };
    if (options.unlessNull === true || options.sometimes === true) sometimes[name] = described;
    else always[name] = described;
  };
  for (const [name, each] of Object.entries(shape.fields)) {
    if (!isShown(each)) continue;
    const { kind, words, options } = each;
    add(name, options.shows ?? kind, words, options);
    const twin = shownTwin(shape, name, each);
    if (twin !== undefined) add(twin.name, twin.kind, TWIN_WORDS, options);
  }
  return object(shape.words, always, sometimes);
}

/** A shape within another schema: by its name, or as it is where it has none. */
export function shapeRef(shape: Shape): Schema {
  return shape.name === undefined ? shapeSchema(shape) : ref(shape.name);
}

/** A description of what may be an old form that another has replaced. */
export function endingWords(
  description: string,
  deprecation: Deprecation | undefined,
): { description: string; deprecated?: boolean } {
  if (deprecation === undefined) return { description };
  return { description: `${description} ${deprecationWords(deprecation)}`, deprecated: true };
}

/** The required fields of an object, as far as the shape names them. */
interface Needs {
  readonly required?: readonly string[] | undefined;
  readonly allOf?: readonly { readonly anyOf?: readonly Pick<Needs, 'required'>[] | undefined }[] | undefined;
}

/** The fields that an object is never without; of an id that may come as its twin instead, the id. */
export function neededFields({ required = [], allOf = [] }: Needs): Set<string> {
  const ids = allOf.flatMap(({ anyOf = [] }) => {
    const [id = '', ...others] = anyOf.flatMap((each) => each.required ?? []);
    return others.every((name) => name === twinName(id)) ? [id] : [];
  });
  return new Set([...required, ...ids]);
}
