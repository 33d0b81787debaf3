import type { Touch } from '../port.ts';

/** Texts whose touches are remembered. */
const MAX_TEXTS = 2_000;
const texts = new Map<string, readonly Touch[]>();

/** What a statement changes: tables, and each with the kind of change. */
export function touchesOf(text: string): readonly Touch[] {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const touches = readTouches(text);
  if (texts.size < MAX_TEXTS) texts.set(text, touches);
  return touches;
}

function readTouches(text: string): Touch[] {
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
