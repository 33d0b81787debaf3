// What a form sends of a record.

import { isSame } from './json.ts';

/** The fields of `after` that differ from those of `before`: only changed fields are sent. */
export function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof T]));
  return Object.fromEntries(changed) as Partial<T>;
}

/** Text as the API wants it where there may be none. */
export function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
