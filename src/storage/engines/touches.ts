import type { Touch } from '../port.ts';

/** What a statement changes: tables, and each with the kind of change. */
export function touchesOf(text: string): Touch[] {
  const found = text.matchAll(
    /\b(insert|replace|update|delete)\b\s+(?:or\s+\w+\s+)?(?:into\s+|from\s+)?(\w+)/gi,
  );
  const touches = new Set<Touch>();
  for (const [, change = '', table = ''] of found) {
    touches.add(table.toLowerCase());
    touches.add(`${change} ${table}`.toLowerCase());
  }
  return [...touches];
}
