// JSON with nothing lost: ids have 64 bits and amounts are exact, and a number of JavaScript holds 53 bits.

import { ID_KEYS } from './operations.ts';

/** An id, all its digits as text. */
export type Id = string;

/** An id in whichever way you have it. */
export type IdInput = Id | number | bigint;

/** An amount, a quantity or a rate: a number where that shows the same digits, else the digits as text. */
export type Amount = number | string;

/** A whole number of 64 bits that is no id: a number where that is exact, else its digits. */
export type Long = number | string;

/** A number of a body that keeps all its digits on the way to the service. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): unknown {
    return rawJson(this.text);
  }
  /** As it stands in a query. */
  toString(): string {
    return this.text;
  }
}

/** An amount in a body. */
export type AmountInput = number | ExactNumber;

/** JSON.rawJSON, which the types of the language do not have yet. */
const rawJson: (text: string) => unknown = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

/** Numbers so long that a double may not hold them. */
const LONG = /[\d.]{16}|\d[eE]/;

/** JSON.parse hands a reviver the text that a value was written as. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A decimal without the zeros at its end. */
function withoutZeros(source: string): string {
  let end = source.length;
  while (source[end - 1] === '0') end--;
  return source.slice(0, source[end - 1] === '.' ? end - 1 : end);
}

const exact: Reviver = (_key, value, context) => {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  if (!/^-?\d+(?:\.\d+)?$/.test(source)) return value;
  const digits = source.includes('.') ? withoutZeros(source) : source;
  return String(value) === digits ? value : digits;
};

/** Parses JSON of the service: ids are text, other numbers are text where a number would change them. */
export function parseJson(text: string): unknown {
  const parsed: unknown = LONG.test(text)
    ? JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text);
  turnIdsToText(parsed);
  return parsed;
}

function turnIdsToText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) turnIdsToText(item);
    return;
  }
  const record = value as Record<string, unknown>;
  for (const key in record) {
    const item = record[key];
    if (typeof item === 'number') {
      if (ID_KEYS.has(key)) record[key] = String(item);
    } else if (Array.isArray(item) && ID_KEYS.has(key)) {
      record[key] = item.map((each: unknown) => {
        if (typeof each === 'number') return String(each);
        turnIdsToText(each);
        return each;
      });
    } else turnIdsToText(item);
  }
}

/** Writes JSON; a bigint becomes text, which the service takes for every id. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}
