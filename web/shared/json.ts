// What the API says, with nothing lost. Ids are 64-bit and a double is not: in what `parseJson` gives, ids are
// always text. Other numbers are doubles, unless a double would not say the same: then they are text as well.

import { withoutEnd } from '#src/kernel/text.ts';

/** An id, all digits of it. */
export type Id = string;

/** An amount of money, a quantity or a rate as the API wrote it; `decimalOf` makes it exact. */
export type Amount = number | string;

/** A number so long that a double may not hold it. */
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;
/** Keys of ids. */
const ID_KEY = /(?:^|_)id$|_staff_member$/;
/** Keys of lists that may be of ids; a negative one is a modifier that was left out. */
const IDS_KEY = /(?:^|_)ids$|^modifiers$|^(?:cost_)?taxes$/;

/** Parses JSON, keeping each number exact. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  return withIds(LONG_NUMBER.test(text) ? parseLong(text) : JSON.parse(text));
}

function parseLong(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
    return Number.isInteger(value) && Number.isSafeInteger(value) ? value : exactText(value, source);
  });
}

/** `1.50` is the double 1.5; what a double shows with fewer digits stays text. */
function exactText(value: number, source: string): number | string {
  if (!/^-?\d+(?:\.\d+)?$/.test(source)) return value;
  const short = source.includes('.') ? withoutEnd(withoutEnd(source, '0'), '.') : source;
  return String(value) === short ? value : short;
}

/** Turns the ids of a parsed tree into text, in place. */
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    for (const item of value) withIds(item);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    for (const key in record) {
      const item = record[key];
      if (typeof item === 'number') {
        if (ID_KEY.test(key)) record[key] = String(item);
      } else if (Array.isArray(item) && IDS_KEY.test(key)) {
        record[key] = item.map((each: unknown) => (typeof each === 'number' ? String(each) : withIds(each)));
      } else if (typeof item === 'object' && item !== null) withIds(item);
    }
  }
  return value;
}
