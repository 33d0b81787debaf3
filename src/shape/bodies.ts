import { z } from './reads.ts';
import type { Changes, Creates, Field, Shape } from './shape.ts';

/** The schemas that read the bodies of a shape. */
export interface Bodies<S extends Shape> {
  readonly create: z.ZodType<Creates<S>>;
  readonly update: z.ZodType<Changes<S>>;
}

/** What bodies may hold of a field, undefined for nothing. */
function readerOf({ use, kind, words }: Field): z.ZodType | undefined {
  if ((use !== 'field' && use !== 'sent') || !('reads' in kind)) return undefined;
  return kind.reads.describe(words);
}

/** Makes the schemas that read the bodies of a shape. */
export function bodies<S extends Shape>(shape: S): Bodies<S> {
  const create: Record<string, z.ZodType> = {};
  const update: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    const reader = readerOf(field);
    if (reader === undefined) continue;
    create[name] = field.options.needed === true ? reader : reader.optional();
    if (field.options.on !== 'create') update[name] = reader.optional();
  }
  // The compiler has it from the fields, zod from the loop: one declaration, read twice.
  return { create: z.object(create), update: z.object(update) } as unknown as Bodies<S>;
}
