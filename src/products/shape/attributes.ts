// The attributes that variants differ in, as bodies hold them, as they are stored and as they are shown.

import { sentence } from '../../kernel/words.ts';
import * as reads from '../../shape/reads.ts';
import { because, becauseOf, z } from '../../shape/reads.ts';
import type { Kind, Shown } from '../../shape/shape.ts';

/** Names with their values, both ascending by code point. */
export type Attributes = readonly (readonly [name: string, values: readonly string[]])[];

const MAX_ATTRIBUTE = 100;
const MAX_VALUES = 200;
const attributeName = reads.name(MAX_ATTRIBUTE);
/** Attributes of a template (lists of values) or of a child (one value each); see rules/variants.ts. */
const attributesBody = z.record(
  attributeName,
  z.union([reads.name(MAX_ATTRIBUTE), z.array(reads.name(MAX_ATTRIBUTE)).max(MAX_VALUES)], {
    error: because(
      sentence('must be a text of 1 to {max} characters, or a list of up to {most} of them.', {
        max: MAX_ATTRIBUTE,
        most: MAX_VALUES,
      }),
    ),
  }),
  { error: becauseOf(sentence('must be an object of attribute names with their values.')) },
);
/** Attributes as a body holds them. */
export type VariantInput = z.output<typeof attributesBody>;

/** Attributes as answers show them. */
type ShownAttributes = Readonly<Record<string, string | readonly string[]>>;
export const shownAttributes: Shown<ShownAttributes, ShownAttributes> = {
  schema: {
    type: 'object',
    additionalProperties: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
  },
  show: undefined,
  shapes: [],
};
export const attributes: Kind<Attributes, VariantInput | null, ShownAttributes> = {
  ...shownAttributes,
  show: undefined,
  reads: attributesBody.nullable(),
  column: 'json',
  state: undefined,
};
