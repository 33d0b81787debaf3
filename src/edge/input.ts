import { z } from 'zod';
import { ApiError, invalidFields, MOST_WRONG, type WrongField } from '../kernel/errors.ts';
import { ExactNumber } from '../kernel/json.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { because, whyOf } from '../shape/reads.ts';
import { isBodyObject, twinName } from '../shape/twins.ts';

// Reads bodies by their schemas, and names every field that is refused or ignored.

function whyNot(issue: z.core.$ZodRawIssue): Sentence {
  const own = whyOf(issue);
  if (own !== undefined) return own;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? sentence('is required.') : notA(String(issue.expected));
    case 'too_big':
      return sentence('must have at most {max} items.', { max: String(issue.maximum) });
    case 'too_small':
      return sentence('must have at least {min, plural, one {{min} item} other {{min} items}}.', {
        min: String(issue.minimum),
      });
    default:
      return NOT_VALID;
  }
}

const NOT_VALID = sentence('is not valid.');

function notA(type: string): Sentence {
  if (type === 'object' || type === 'record') return sentence('must be an object.');
  if (type === 'array') return sentence('must be a list.');
  if (type === 'boolean') return sentence('must be true or false.');
  return /^[aeiou]/.test(type)
    ? sentence('must be an {type}.', { type })
    : sentence('must be a {type}.', { type });
}

/** The name of a field; one that the body holds by its twin alone is called by that. */
function fieldName(path: readonly PropertyKey[], body: unknown): string {
  let field = '';
  let inside = body;
  for (const part of path) {
    const own = isBodyObject(inside) && typeof part === 'string' ? sentName(inside, part) : part;
    field += typeof own === 'number' ? `[${own}]` : `${field === '' ? '' : '.'}${String(own)}`;
    inside = (inside as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[own];
  }
  return field;
}

/** The parts of a name: `lines[0].product_id`. */
function partsOf(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  );
}

/** The refusal with its fields called as the body has them, twins too; any other error as it is (reference: conventions.31). */
export function asSent(error: unknown, body: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return error;
  const { wrong } = error;
  const named = wrong.map((each) => ({ ...each, field: fieldName(partsOf(each.field), body) }));
  const isOther = named.some(({ field }, at) => field !== wrong[at]?.field && field.includes('_str'));
  return isOther ? invalidFields(named) : error;
}

function sentName(object: Readonly<Record<string, unknown>>, field: string): string {
  const twin = twinName(field);
  return !Object.hasOwn(object, field) && Object.hasOwn(object, twin) ? twin : field;
}

/** Finds the keys of an accepted body that the schema does not know, named like fields. */
function collectIgnored(schema: z.core.$ZodType, value: unknown, field: string, into: string[]): void {
  const { fields, item } = insideOf(schema);
  if (fields !== undefined && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // To zod any object is one, also a number that is kept as it was written.
    if (value instanceof ExactNumber) throw refuseFields([{ field, sentence: notA('object') }]);
    for (const [key, inner] of Object.entries(value)) {
      const known = fields.get(key);
      if (known !== undefined && !hasInside(known)) continue;
      const path = field === '' ? key : `${field}.${key}`;
      if (known === undefined) into.push(path);
      else collectIgnored(known, inner, path, into);
      if (into.length >= MOST_IGNORED) return;
    }
  } else if (item !== undefined && hasInside(item) && Array.isArray(value)) {
    for (const [at, inner] of value.entries()) {
      collectIgnored(item, inner, `${field}[${at}]`, into);
      if (into.length >= MOST_IGNORED) return;
    }
  }
}

/** The parts of a schema's values that are looked through: the fields of an object, the items of a list, or none. */
interface Inside {
  readonly fields?: ReadonlyMap<string, z.core.$ZodType>;
  readonly item?: z.core.$ZodType;
}

const NOTHING_INSIDE: Inside = {};
const insides = new WeakMap<z.core.$ZodType, Inside>();

function insideOf(schema: z.core.$ZodType): Inside {
  let inside = insides.get(schema);
  if (inside === undefined) {
    const inner = unwrap(schema);
    if (inner instanceof z.ZodObject)
      inside = { fields: new Map(Object.entries(inner.shape as Record<string, z.core.$ZodType>)) };
    else inside = inner instanceof z.ZodArray ? { item: inner.element } : NOTHING_INSIDE;
    insides.set(schema, inside);
  }
  return inside;
}

const hasInside = (schema: z.core.$ZodType): boolean => insideOf(schema) !== NOTHING_INSIDE;

/** How many ignored fields an answer names at most. */
export const MOST_IGNORED = 50;

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
      inner = inner.def.innerType as z.core.$ZodType;
    } else if (inner instanceof z.ZodPipe) {
      // What prepares a value for a schema says nothing of its fields.
      const { in: first, out } = inner.def;
      inner = (first instanceof z.ZodTransform ? out : first) as z.core.$ZodType;
    } else return inner;
  }
}

/** The path of a number that is kept as it was written, where a field of it is refused: to zod any object is one. */
function numberAbove(path: readonly PropertyKey[], body: unknown): readonly PropertyKey[] | undefined {
  let inside = body;
  for (const [at, part] of path.entries()) {
    if (inside instanceof ExactNumber) return path.slice(0, at);
    const own = isBodyObject(inside) && typeof part === 'string' ? sentName(inside, part) : part;
    inside = (inside as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[own];
  }
  return undefined;
}

/** The first number in the place of an object of which no field is needed: the schema itself does not refuse it. */
function numberAsObject(schema: z.core.$ZodType, body: unknown): readonly WrongField[] {
  try {
    collectIgnored(schema, body, '', []);
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.wrong;
    throw error;
  }
}

/** A body as it was read. */
export interface Parsed<T> {
  readonly value: T;
  /** Fields that were sent but are not taken, for X-Ignored-Fields (reference: conventions.26). */
  readonly ignored: readonly string[];
}

function refuseFields(wrong: readonly WrongField[]): ApiError {
  return invalidFields(
    wrong.map(({ field, sentence: why }) => ({
      field,
      sentence: field === '' ? sentence('The body {why}', { why }) : why,
    })),
  );
}

/** Reads a body by a schema; 400 naming every wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, body: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(body, { error: because(whyNot) });
  if (!result.success) {
    const numbers = new Set<string>();
    const wrong = result.error.issues.slice(0, MOST_WRONG).flatMap((issue): WrongField[] => {
      const number = numberAbove(issue.path, body);
      const field = fieldName(number ?? issue.path, body);
      if (number === undefined) return [{ field, sentence: whyOf(issue) ?? NOT_VALID }];
      // Once, however many fields of it are missing.
      if (numbers.has(field)) return [];
      numbers.add(field);
      return [{ field, sentence: notA('object') }];
    });
    const number = numberAsObject(schema, body).filter(({ field }) => !numbers.has(field));
    throw refuseFields([...wrong, ...number]);
  }
  const ignored: string[] = [];
  collectIgnored(schema, body, '', ignored);
  return { value: result.data, ignored };
}

/** Why a field is refused that would otherwise be ignored. */
const NOT_TAKEN = sentence('is not taken by this call: it is unknown here, or read-only.');

/** 400 for fields that would otherwise be ignored. */
export function refuseIgnored(fields: readonly string[]): ApiError {
  return invalidFields(fields.map((field) => ({ field, sentence: NOT_TAKEN })));
}

/** The refusal of a body with the fields besides that would otherwise be ignored: each has its entry (reference: conventions.45). */
export function withIgnored(error: unknown, schema: z.ZodType, body: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return error;
  const ignored: string[] = [];
  try {
    collectIgnored(schema, body, '', ignored);
  } catch (other) {
    // What cannot be looked into is named already.
    if (!(other instanceof ApiError)) throw other;
  }
  const wrong = [...error.wrong, ...refuseIgnored(ignored).wrong].slice(0, MOST_WRONG);
  return ignored.length === 0 ? error : invalidFields(wrong);
}

/** 400 for parameters. Nothing of it is kept for a key: the same call without them may follow (reference: conventions.39). */
export class ParametersRefused extends ApiError {
  constructor(wrong: readonly WrongField[]) {
    const { description, wrong: fields } = invalidFields(wrong.slice(0, MOST_WRONG));
    super('invalid_request', description, { fields });
  }
}
