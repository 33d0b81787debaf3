import { z } from './reads.ts';
import { endingWords } from './schema.ts';
import type { Changes, Creates, Field, Shape } from './shape.ts';
import { foldTwins, isBodyObject, twinName, twinReader } from './twins.ts';

/** The schemas that read the bodies of a shape. */
interface Bodies<S extends Shape> {
  readonly create: z.ZodType<Creates<S>>;
  readonly update: z.ZodType<Changes<S>>;
  /** A part that stands for the one before it: what is needed has to be there, null unsets. */
  readonly replace: z.ZodType<Creates<S>>;
}

/** The reader of a field in bodies; undefined where bodies may not hold it. */
function readerOf({ use, kind }: Field): z.ZodType | undefined {
  return (use === 'field' || use === 'sent') && 'reads' in kind ? kind.reads : undefined;
}

/** Its reader in bodies that change a record, where that is another one. */
function changeReader({ kind }: Field): z.ZodType | undefined {
  return 'changes' in kind ? kind.changes : undefined;
}

/** Whether bodies hold ids under a field's name: it then has a twin. */
function holdsIds({ kind, options }: Field): boolean {
  return (kind.twin ?? options.shows?.twin) !== undefined;
}

/** The value that null stands for in a body that changes a record; undefined where the field cannot be unset. */
function unsetValue({ options }: Field): { readonly value: unknown } | undefined {
  if (options.lasting === true) return undefined;
  if ('unset' in options) return { value: options.unset };
  return 'initially' in options ? { value: options.initially } : undefined;
}

/** Reads the body of one kind of call. */
class BodyMaker {
  readonly #readers: Record<string, z.ZodType> = {};
  readonly #ids = new Map<string, z.ZodType>();
  /** The fields whose null is as good as nothing. */
  readonly #leftOut = new Set<string>();

  /** A field and, of ids, its twin. */
  add(
    name: string,
    reader: z.ZodType,
    { words, options }: Pick<Field, 'words' | 'options'>,
    isNeeded = false,
  ): void {
    const described = reader.meta(endingWords(words, options.deprecated));
    this.#readers[name] = isNeeded ? described : described.optional();
  }

  addTwin(name: string, reader: z.ZodType): void {
    this.#ids.set(name, reader);
    this.#readers[twinName(name)] ??= twinReader(reader, name).optional();
  }

  /** Null in the field is what leaving it out is. */
  leaveOut(name: string): void {
    this.#leftOut.add(name);
  }

  get schema(): z.ZodType {
    const object = z.object(this.#readers);
    if (this.#ids.size === 0 && this.#leftOut.size === 0) return object;
    return z.preprocess((body, context) => {
      if (!isBodyObject(body)) return body;
      const folded = foldTwins(body, this.#ids, context);
      const nulls = Object.keys(folded).filter((name) => folded[name] === null && this.#leftOut.has(name));
      if (nulls.length === 0) return folded;
      return Object.fromEntries(Object.entries(folded).filter(([name]) => !nulls.includes(name)));
    }, object);
  }
}

/**
 * Makes the schemas that read the bodies of a shape. Null is what leaving a field out is in a body that creates the
 * record, and unsets it in one that changes it; a field that a record cannot be without is refused then (reference:
 * conventions.11). An id is taken by its twin as well.
 */
export function bodies<S extends Shape>(shape: S): Bodies<S> {
  const create = new BodyMaker();
  const update = new BodyMaker();
  const replace = new BodyMaker();
  for (const [name, field] of Object.entries(shape.fields)) {
    const reader = readerOf(field);
    if (reader === undefined) continue;
    const { options } = field;
    const { needed = false, on } = options;
    const takesNull = reader.safeParse(null).success;
    // Of a needed field that may be null, null is a value.
    if (!needed || !takesNull) create.leaveOut(name);
    const created = needed || takesNull ? reader : reader.nullable();
    create.add(name, created, field, needed);
    if (holdsIds(field)) create.addTwin(name, created);
    const unset = takesNull ? undefined : unsetValue(field);
    const unsetting = (read: z.ZodType) =>
      unset === undefined
        ? read
        : read.nullable().transform((value: unknown) => (value === null ? unset.value : value));
    const replaced = unsetting(reader);
    replace.add(name, replaced, field, needed);
    if (holdsIds(field)) replace.addTwin(name, replaced);
    if (on === 'create') continue;
    const changed = unsetting(changeReader(field) ?? reader);
    update.add(name, changed, field);
    if (holdsIds(field)) update.addTwin(name, changed);
  }
  // The compiler has it from the fields, zod from the loop: one declaration, read twice.
  const schemas = { create: create.schema, update: update.schema, replace: replace.schema };
  return schemas as unknown as Bodies<S>;
}
