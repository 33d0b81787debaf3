import sql, { empty, join, raw, Sql } from 'sql-template-tag';

export { empty, join, raw, Sql, sql };

/** A value that is known by the time its statement is sent. */
export class Later {
  readonly value: () => bigint;

  constructor(value: () => bigint) {
    this.value = value;
  }
}

/**
 * A value as both engines store it: text, a whole number or null; a boolean is 1 or 0. Anything else is refused,
 * also text that one of them would change.
 */
export function storable(value: unknown): bigint | string | null {
  switch (typeof value) {
    case 'bigint':
      return value;
    case 'string':
      if (value.includes('\u0000') || !value.isWellFormed()) {
        throw new TypeError('Text with a NUL or half a surrogate pair cannot be stored.');
      }
      return value;
    case 'boolean':
      return value ? 1n : 0n;
    case 'number':
      return BigInt(value); // throws for numbers that are not whole
    default:
      if (value === null) return null;
      if (value instanceof Later) return value.value();
      throw new TypeError(`A value of type ${typeof value} cannot be stored.`);
  }
}

/** A list that is padded to a power of two by repeating the last value, so that few different statements have to be prepared. */
export function padded<T>(values: readonly T[]): T[] {
  const all = [...values];
  const last = values.at(-1);
  if (last === undefined) return all;
  let size = 1;
  while (size < values.length) size *= 2;
  while (all.length < size) all.push(last);
  return all;
}

/** `column in (…)` for any number of values, padded. No values: never true. */
export function isIn(column: string, values: readonly (bigint | string)[]): Sql {
  if (values.length === 0) return sql`1 = 0`;
  return sql`${raw(column)} in (${join(padded(values))})`;
}

/** A value of a list of rows: PostgreSQL does not find out by itself what its columns are. */
export const whole = (value: bigint | Sql | null): Sql => sql`cast(${value} as bigint)`;
/** The same of a text. */
export const text = (value: string | null): Sql => sql`cast(${value} as text)`;

/** Conditions joined by `and`; none at all is always true. */
export function every(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1 = 1` : join(conditions, ' and ');
}

/** Text for `like … escape '!'` that finds `text` anywhere. */
export function contains(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

/** Text folded for comparing without case, the same on both engines. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
