import type { Id } from '../kernel/id.ts';
import { ExactNumber } from '../kernel/json.ts';
import { sentence } from '../kernel/words.ts';
import { id, refuse, z } from './reads.ts';
import type { Field, Shape, Shown } from './shape.ts';

// Twins: beside each field that holds an id, or a list of ids, stands the same as text under the field's name with
// `_str`. Kinds say what their twin is (kinds.ts); nothing else declares one (reference: conventions.12).

/** The name of a field's twin. */
export const twinName = (name: string): string => `${name}_str`;

/** The words for a twin in the description of the API. */
export const TWIN_WORDS = 'The same as text.';

/** The twin that answers show of a field; undefined where it has none, or where the shape declares that name itself. */
export function shownTwin(
  { fields }: Shape,
  field: string,
  { kind, options }: Field,
): { readonly name: string; readonly kind: Shown } | undefined {
  const { twin } = options.shows ?? kind;
  const name = twinName(field);
  return twin === undefined || Object.hasOwn(fields, name) ? undefined : { name, kind: twin };
}

/** The reader of a field's twin: that of the field, whose values may be text already. */
export function twinReader<T>(reader: z.ZodType<T>, field: string): z.ZodType<T> {
  return reader.describe(`The same as \`${field}\`, and taken instead of it; sent both, they must agree.`);
}

const DIFFERS = (field: string) => sentence('differs from {field}.', { field });

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));

/** An object of a body that can be looked into: a number kept as it was written is none. */
export function isBodyObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/**
 * The object of a body with each twin in the place of its field. A twin that differs from its field is refused; one that
 * cannot be read stays, and is refused by its own reader.
 */
export function foldTwins(
  body: Readonly<Record<string, unknown>>,
  readers: Iterable<readonly [field: string, reader: z.core.$ZodType]>,
  context: z.core.ParsePayload,
): Readonly<Record<string, unknown>> {
  let folded: Record<string, unknown> | undefined;
  for (const [field, reader] of readers) {
    const twin = twinName(field);
    if (!Object.hasOwn(body, twin)) continue;
    folded ??= { ...body };
    if (Object.hasOwn(body, field)) {
      const [own, other] = [z.safeParse(reader, body[field]), z.safeParse(reader, body[twin])];
      if (!own.success || !other.success) continue;
      if (textOf(own.data) !== textOf(other.data)) refuse(context, DIFFERS(field), [twin]);
    } else folded[field] = body[twin];
    delete folded[twin];
  }
  return folded ?? body;
}

/**
 * A reader of objects, written out in zod, that takes the twins of these fields as well; the object has readers for
 * both.
 */
export function takesTwins<T>(object: z.ZodObject, fields: readonly string[]): z.ZodType<T> {
  const schema = z.preprocess((body, context) => {
    if (!isBodyObject(body)) return body;
    const readers = fields.flatMap((field) => {
      const reader = object.shape[field];
      return reader === undefined ? [] : [[field, reader] as const];
    });
    return foldTwins(body, readers, context);
  }, object);
  return schema as unknown as z.ZodType<T>;
}

/** An object that says by its id which record is meant, as records show each other; read as the id. */
export function recordWithId(words: string): z.ZodType<Id> {
  const object = z.object({ id: id.describe(words), id_str: twinReader(id, 'id').optional() });
  return takesTwins<{ id: Id }>(object, ['id']).transform((record) => record.id);
}
