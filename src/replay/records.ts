// Records as the service lists them.

import { z } from 'zod';

/** The fields that identify an order. */
export const shortOrderSchema = z.object({ sale_number: z.string().nullish() });

/** A record of a list as the schema has it. */
export function readRecord<S extends z.ZodType>(schema: S, item: unknown, what: string): z.output<S> {
  const result = schema.safeParse(item);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(
    `The service answered a list with an unusable ${what}: ${issue?.path.join('.')}: ${issue?.message}.`,
  );
}
