import { z } from 'zod';
import { type Id, parseId } from '../kernel/id.ts';
import { ExactNumber } from '../kernel/json.ts';
import type { MetadataChange } from '../kernel/metadata.ts';
import { type Decimal, decimalPlaces, formatDecimal, parseDecimal } from '../kernel/money.ts';
import { parseTime, TIME_FORM, type TimeInput } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';

// How the values of bodies are read. What a schema cannot express by itself (its own checks, values that it reads in its
// own way) stands in `meta` as JSON Schema, which is where the description of the API takes it from.

export { z };

/** The fault of a value, for zod: the sentence goes along with the issue. */
export function because(
  why: Sentence | ((issue: z.core.$ZodRawIssue) => Sentence),
): (issue: z.core.$ZodRawIssue) => string {
  return (issue) => {
    const said = typeof why === 'function' ? why(issue) : why;
    Object.assign(issue, { params: { why: said } });
    return said.text;
  };
}

/** The sentence that went along with an issue. */
export function whyOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): Sentence | undefined {
  return 'params' in issue ? (issue.params as { readonly why?: Sentence } | undefined)?.why : undefined;
}

/** Why an object of values by their keys is refused: for the key where that is what is wrong, else as it says. */
export function becauseOf(otherwise: Sentence): (issue: z.core.$ZodRawIssue) => string {
  return because((issue) => {
    const [key] = issue.code === 'invalid_key' ? ((issue.issues ?? []) as z.core.$ZodIssue[]) : [];
    const why = key === undefined ? undefined : whyOf(key);
    return why === undefined ? otherwise : sentence('The key {why}', { why });
  });
}

/** Refuses the value that is being read, or what lies at a path in it. */
export function refuse(context: z.core.ParsePayload, why: Sentence, path: PropertyKey[] = []): never {
  const { value: input } = context;
  context.issues.push({ code: 'custom', params: { why }, input, path });
  return z.NEVER;
}

/** Why a body without it is refused. */
export const REQUIRED = sentence('is required.');

/** A value read by `read`, which answers undefined when it is not one; `why` then says which values are valid. */
function reading<T>(why: Sentence, read: (value: unknown) => T | undefined) {
  return z.unknown().transform((value, context): T => {
    if (value === undefined) return refuse(context, REQUIRED);
    const result = read(value);
    return result === undefined ? refuse(context, why) : result;
  });
}

/** An id, written as a number or as a string (reference: conventions.12). */
export const id = reading<Id>(
  sentence('must be an id: a positive whole number, as a number or a string.'),
  (value) => {
    // Above 2^53 it is one of those that a double holds: others come as they were written.
    if (typeof value === 'number')
      return Number.isInteger(value) ? parseId(String(BigInt(value))) : undefined;
    if (value instanceof ExactNumber) return parseId(value.text);
    return typeof value === 'string' ? parseId(value) : undefined;
  },
).meta({
  id: 'Id',
  description: 'The id of a record: 64 bits, as a number or, which every language reads exactly, as text.',
  anyOf: [
    { type: 'integer', format: 'int64', minimum: 1 },
    { type: 'string', pattern: '^[1-9][0-9]{0,18}$' },
  ],
});

/** True when a string can be stored everywhere: no NUL and no half surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Text of at most `max` characters (code points, not bytes). */
export function text(max: number, min = 0) {
  return z
    .string()
    .check((context) => {
      const { value } = context;
      if (!isStorable(value))
        refuse(context, sentence('must not hold NUL characters or half surrogate pairs.'));
      // Cheap first: a string has at most as many code points as code units.
      else if (value.length > max && (value.length > max * 2 || [...value].length > max)) {
        refuse(context, sentence('must be at most {max} characters long.', { max }));
      } else if (value.trim().length < min) refuse(context, sentence('must not be empty.'));
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

/** Text that must say something. */
export function name(max = 255) {
  return text(max, 1);
}

/** Most keys of a body's metadata: those that are set and those that are removed. */
const MAX_METADATA = 100;

/** Texts by their names; null removes one, or all (reference: conventions.49). */
export const metadata: z.ZodType<MetadataChange> = z
  .record(name(40), text(500).nullable(), {
    error: becauseOf(sentence('must be an object of texts.')),
  })
  .refine((sent) => Object.keys(sent).length <= MAX_METADATA, {
    error: because(sentence('must have at most {max} keys.', { max: 50 })),
  })
  .nullable();

/** True or false, and nothing else. */
export const flag = z.boolean();

/** The bounds of an exact decimal. */
export interface DecimalLimits {
  readonly places: number;
  readonly min?: Decimal;
  readonly max?: Decimal;
}

/** An exact decimal written as a JSON number, with at most `places` decimals and within the bounds. */
export function decimal(limits: DecimalLimits) {
  const bound = (decimal: Decimal | undefined, name: 'minimum' | 'maximum') =>
    decimal === undefined ? {} : { [name]: Number(formatDecimal(decimal)) };
  const read = z.unknown().transform((value, context): Decimal => {
    if (value === undefined) return refuse(context, REQUIRED);
    const source =
      value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : undefined;
    if (source === undefined) return refuse(context, sentence('must be a number.'));
    const parsed = parseDecimal(source);
    if (parsed === undefined || decimalPlaces(parsed) > limits.places) {
      return refuse(
        context,
        sentence('must be a number below 10^10 with at most {places} decimals.', { places: limits.places }),
      );
    }
    if (limits.min !== undefined && parsed < limits.min) {
      // The smallest number that there is says less than that it is not 0.
      if (limits.min === 1n) return refuse(context, sentence('must be above 0.'));
      return refuse(context, sentence('must be at least {min}.', { min: formatDecimal(limits.min) }));
    }
    if (limits.max !== undefined && parsed > limits.max) {
      return refuse(context, sentence('must be at most {max}.', { max: formatDecimal(limits.max) }));
    }
    return parsed;
  });
  return read.meta({ type: 'number', ...bound(limits.min, 'minimum'), ...bound(limits.max, 'maximum') });
}

/** A whole number within bounds. */
export function whole(min: number, max: number) {
  const error = because(({ input }) =>
    input === undefined ? REQUIRED : sentence('must be a whole number from {min} to {max}.', { min, max }),
  );
  return z
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, { error })
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** An ISO 8601 date or date-time (reference: conventions.15). */
export const time = reading<TimeInput>(
  sentence('must be an ISO 8601 date or date-time, such as 2026-11-21T18:30:00Z.'),
  (value) => (typeof value === 'string' ? parseTime(value) : undefined),
).meta({ type: 'string', pattern: TIME_FORM, examples: ['2026-11-21T18:30:00Z', '2026-11-21'] });

/** One of the given words, exactly. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, {
    error: because(sentence('must be one of {values}.', { values: words.join(', ') })),
  });
}

/** An http or https address without credentials. */
export const url = text(2000)
  .refine(
    (value) => {
      // The URL parser drops white space and control characters; a client that connects later might not.
      if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false;
      const { protocol, username, password } = new URL(value);
      return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
    },
    { error: because(sentence('must be an http or https address without credentials.')) },
  )
  .meta({ format: 'uri' });
