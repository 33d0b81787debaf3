import { createHash } from 'node:crypto';

// What an entry of the audit log keeps of the values that changed (reference: audit.3).

/** Longest JSON of one value that is kept as it is, in characters. */
const MAX_VALUE = 2000;
/** The same of all values together; those behind are kept as long ones are. */
const MAX_VALUES = 8000;
/** Names of values that are never kept. */
const SECRET = /(?:^|_)(?:pin|secret|token|password|hash|key)(?:_|$)/;
/** Fields that say when a record was saved, or what it belongs to. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'id',
  'id_str',
  'company_id',
  'company_id_str',
  'created_at',
  'updated_at',
]);

/** The length of a digest. */
const MAX_DIGEST = 73;

const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** An object without the texts of its ids, which are texts themselves here. */
function withoutTwins(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isTwin = (name: string) =>
    name.endsWith('_str') && Object.hasOwn(value, name.slice(0, -'_str'.length));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isTwin(name)));
}

/**
 * Values as JSON: numbers as the text they are written as, so that nobody who reads them changes them; a value that is long as
 * its SHA-256; secrets by their name alone.
 */
export function keptFields(values: object): string {
  const texts = JSON.parse(JSON.stringify(values), (_key, value, { source }) =>
    typeof value === 'number' ? (source ?? String(value)) : withoutTwins(value),
  ) as Record<string, unknown>;
  const kept: Record<string, unknown> = {};
  let length = 0;
  for (const [name, value] of Object.entries(texts)) {
    if (LEFT_OUT.has(name)) continue;
    const isSecret = SECRET.test(name) && typeof value === 'string';
    const text = JSON.stringify(value);
    const isLong = text.length > MAX_VALUE || (text.length > MAX_DIGEST && length + text.length > MAX_VALUES);
    kept[name] = isSecret ? '(secret)' : isLong ? digest(text) : value;
    length += isLong ? MAX_DIGEST : text.length;
  }
  return JSON.stringify(kept);
}

/** The fields in which two shown states of a record differ, as they were and as they are. */
export function changedValues(
  before: object,
  after: object,
): { readonly before: object; readonly after: object } {
  const names = Object.keys(after).filter(
    (name) =>
      !LEFT_OUT.has(name) &&
      JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );
  return { before: picked(before, names), after: picked(after, names) };
}

/** Some values of an object by their names; those that it does not have are left out. */
export function picked(values: object, names: readonly string[]): object {
  return Object.fromEntries(
    names.flatMap((name) =>
      Object.hasOwn(values, name) ? [[name, Reflect.get(values, name) as unknown]] : [],
    ),
  );
}

/** The name of a record. */
export function nameOf(record: object): string | undefined {
  const { name, first_name: first, last_name: last } = record as Readonly<Record<string, unknown>>;
  const words = [name, first, last].filter((part) => typeof part === 'string' && part !== '');
  return words.length === 0 ? undefined : words.join(' ');
}
