// Reading the API's records: ids and amounts exact at any size.
import { ExactNumber } from '#src/kernel/exact.ts';
import { type Id, parseId } from '#src/kernel/id.ts';
import { type Decimal, parseDecimal } from '#src/kernel/money.ts';
import { fieldsOf } from './api.ts';

/** An exact amount; undefined when it is none. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (value instanceof ExactNumber) return parseDecimal(value.text);
  return typeof value === 'number' ? parseDecimal(String(value)) : undefined;
}

/** An id written as a number or a text; undefined when it is none. */
export function idOf(value: unknown): Id | undefined {
  if (value instanceof ExactNumber) return parseId(value.text);
  if (typeof value === 'number') return parseId(String(value));
  return typeof value === 'string' ? parseId(value) : undefined;
}

/** The id of a record: `id_str`, else `id`. Throws when it has none. */
export function recordId(record: unknown): Id {
  const { id_str, id } = fieldsOf(record);
  const found = idOf(id_str) ?? idOf(id);
  if (found === undefined) throw new Error('A record of the service has no id.');
  return found;
}

/** Text, or nothing. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A list's items; none when it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The ids of a list, those that are some. */
export function idsOf(value: unknown): Id[] {
  return listOf(value).flatMap((each) => {
    const id = typeof each === 'object' && !(each instanceof ExactNumber) ? recordId(each) : idOf(each);
    return id === undefined ? [] : [id];
  });
}
