import { isUtf8 } from 'node:buffer';
import { ApiError } from './errors.ts';
import { type Decimal, formatDecimal } from './money.ts';

/** A JSON number whose digits a double cannot hold; kept as it was written. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): unknown {
    return JSON.rawJSON(this.text);
  }
}

/** Deepest nesting a body may have; the outermost value is 1 (contract 2). */
export const MAX_JSON_DEPTH = 32;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_request', sentence);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Longest exponent that is calculated with, in digits; the text of a longer one is compared as it is. */
const MAX_EXPONENT_DIGITS = 15;

/** One text for every spelling of a number: 1, 1.0 and 10e-1 are all `1e0`; -0 is 0. */
function normalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const written = whole + fraction;
  let start = 0;
  while (written.charCodeAt(start) === 48) start++;
  if (start === written.length) return '0';
  let end = written.length;
  while (written.charCodeAt(end - 1) === 48) end--;
  if (power.length > MAX_EXPONENT_DIGITS) return text.toLowerCase();
  return `${sign}${written.slice(start, end)}e${Number(power) - fraction.length + (written.length - end)}`;
}

/** True when the double that JSON.parse made stands for exactly the number in the text, however it is spelt. */
function isExact(value: number, source: string): boolean {
  const shown = String(value);
  return shown === source || (Number.isFinite(value) && normalNumber(shown) === normalNumber(source));
}

/** Counts the keys of the parsed tree and refuses what is too deep or has a forbidden key. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return 0;
  if (depth > MAX_JSON_DEPTH) {
    throw refuse(`The JSON body is nested too deeply: at most ${MAX_JSON_DEPTH} levels are accepted.`);
  }
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1);
    return count;
  }
  for (const [key, item] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refuse(`The JSON body has a key that is not accepted: ${key}.`);
    count += 1 + countKeys(item, depth + 1);
  }
  return count;
}

/** Counts the colons outside strings, which is the number of keys written, and stops at absurd depth. */
function countWrittenKeys(text: string): number {
  let count = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length; at++) {
        const inside = text.charCodeAt(at);
        if (inside === 92) at++;
        else if (inside === 34) break;
      }
    } else if (code === 58) count++;
    else if (code === 123 || code === 91) {
      if (++depth > MAX_JSON_DEPTH) {
        throw refuse(`The JSON body is nested too deeply: at most ${MAX_JSON_DEPTH} levels are accepted.`);
      }
    } else if (code === 125 || code === 93) depth--;
  }
  return count;
}

/**
 * Reads a request body: UTF-8, at most 32 deep, no duplicate and no prototype keys, every number exact
 * (contract 2). An empty body is undefined. Throws a 400 that says what is wrong.
 */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refuse('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  const written = countWrittenKeys(text);
  let value: unknown;
  try {
    value = LONG_NUMBER.test(text) ? parseExact(text) : JSON.parse(text);
  } catch (error) {
    const where = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    throw refuse(`The body is not valid JSON${where === undefined ? '' : ` (at ${where})`}.`);
  }
  if (countKeys(value, 1) !== written) throw refuse('The JSON body has the same key twice in one object.');
  return value;
}

/** Parses JSON keeping every number that a double would change as an ExactNumber. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    return isExact(value, context.source) ? value : new ExactNumber(context.source);
  });
}

/** The same JSON text, indented by two spaces, numbers untouched (spec: General conventions 11). */
export function prettyJson(text: string): string {
  const value: unknown = JSON.parse(text, (_key: string, item: unknown, context?: { source?: string }) =>
    typeof item === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : item,
  );
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * JSON with sorted keys and no white space: equal for equal values whatever their spelling, numbers included
 * (1.0 is 1, 1e2 is 100).
 */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return '';
  if (value instanceof ExactNumber) return normalNumber(value.text);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const pairs = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${pairs.join(',')}}`;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** An id (or other whole number) for JSON: all its digits, whatever its size. */
export function jsonInteger(value: bigint): unknown {
  return value <= MAX_SAFE && value >= -MAX_SAFE ? Number(value) : JSON.rawJSON(value.toString());
}

const LARGE = 1_000_000_000_000_000n; // 15 significant digits: a double prints every one of them back
const TINY = 100n; // below 0.000001 a double prints with an exponent

/** An exact decimal for JSON: no exponent and no float noise (contract 6, Money 5). */
export function jsonDecimal(value: Decimal): unknown {
  const size = value < 0n ? -value : value;
  if (size === 0n) return 0;
  return size < LARGE && size >= TINY ? Number(value) / 1e8 : JSON.rawJSON(formatDecimal(value));
}
