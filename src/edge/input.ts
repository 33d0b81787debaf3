import { z } from 'zod';
import { type ApiError, invalidFields } from '../kernel/errors.ts';
import { ExactNumber } from '../kernel/json.ts';

// Reads bodies by their schemas, and names every field that is refused or ignored.

function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required.';
      return issue.expected === 'object'
        ? 'must be an object.'
        : `must be ${article(String(issue.expected))}.`;
    case 'too_big':
      return `must have at most ${String(issue.maximum)} items.`;
    case 'too_small':
      return `must have at least ${String(issue.minimum)} ${issue.minimum === 1 ? 'item' : 'items'}.`;
    default:
      return 'is not valid.';
  }
}

function article(type: string): string {
  if (type === 'array') return 'a list';
  if (type === 'boolean') return 'true or false';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function fieldName(path: readonly PropertyKey[]): string {
  let field = '';
  for (const part of path)
    field += typeof part === 'number' ? `[${part}]` : `${field === '' ? '' : '.'}${String(part)}`;
  return field;
}

/** Finds the keys of an accepted body that the schema does not know, named like fields. */
function collectIgnored(schema: z.core.$ZodType, value: unknown, field: string, into: string[]): void {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // To zod any object is one, also a number that is kept as it was written.
    if (value instanceof ExactNumber) throw refuseFields([{ path: field, message: 'must be an object.' }]);
    const shape: Record<string, z.core.$ZodType> = inner.shape;
    for (const [key, item] of Object.entries(value)) {
      const path = field === '' ? key : `${field}.${key}`;
      const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (known === undefined) into.push(path);
      else collectIgnored(known, item, path, into);
      if (into.length >= MAX_IGNORED_NAMED) return;
    }
  } else if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      collectIgnored(inner.element, item, `${field}[${at}]`, into);
      if (into.length >= MAX_IGNORED_NAMED) return;
    }
  }
}

/** How many fields an answer names at most: ignored ones, and wrong ones. */
const MAX_IGNORED_NAMED = 50;
const MAX_FIELDS_NAMED = 100;

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
      inner = inner.def.innerType as z.core.$ZodType;
    } else if (inner instanceof z.ZodPipe) inner = inner.def.in as z.core.$ZodType;
    else return inner;
  }
}

/** A body as it was read. */
export interface Parsed<T> {
  readonly value: T;
  /** Fields that were sent but are not taken, for X-Ignored-Fields (reference: conventions.26). */
  readonly ignored: readonly string[];
}

function refuseFields(issues: readonly { path: string; message: string }[]): ApiError {
  return invalidFields(
    issues.map(({ path, message }) => ({
      field: path,
      error_description: path === '' ? `The body ${message}` : message,
    })),
  );
}

/** Reads a body by a schema; 400 naming every wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, body: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(body, { error: (issue) => sentence(issue) });
  if (!result.success) {
    throw refuseFields(
      result.error.issues
        .slice(0, MAX_FIELDS_NAMED)
        .map(({ path, message }) => ({ path: fieldName(path), message })),
    );
  }
  const ignored: string[] = [];
  collectIgnored(schema, body, '', ignored);
  return { value: result.data, ignored };
}
