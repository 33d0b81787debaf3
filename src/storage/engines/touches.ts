import type { Touch } from '../port.ts';
import { ByText } from './by-text.ts';

const touches = new ByText<readonly Touch[]>();

/** The tables that a statement changes, each with the kind of change. */
export function touchesOf(text: string): readonly Touch[] {
  return touches.of(text, () => readTouches(text));
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
