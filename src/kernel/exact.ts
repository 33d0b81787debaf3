// JSON whose numbers keep every digit. Nothing here needs Node: the screens read and write the API with it.
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

const WHOLE = /^-?\d+$/;

/** True when the double that JSON.parse made stands for exactly the number in the text, however it is spelt. */
function isExact(value: number, source: string): boolean {
  const shown = String(value);
  if (shown === source) return true;
  // A whole number below 1e21 is shown in full, so that only one spelling of it is without point and exponent.
  if (value !== 0 && Math.abs(value) < 1e21 && WHOLE.test(source)) return false;
  return Number.isFinite(value) && normalNumber(shown) === normalNumber(source);
}

/** A number, as far as one can tell without reading the texts around it, that is long or has an exponent. */
const LONG_NUMBER = /(?:^|[:[,\s])-?(?:[\d.]{16}|[\d.]{1,15}[eE])/;

/** Parses JSON keeping every number that a double would change as an ExactNumber. */
export function parseExact(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    return isExact(value, context.source) ? value : new ExactNumber(context.source);
  });
}

/**
 * JSON with sorted keys and no white space: equal for equal values in any spelling, numbers included (1.0 is 1, 1e2
 * is 100).
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

/** An id (or other whole number) for JSON: all its digits, at any size. */
export function jsonInteger(value: bigint): unknown {
  return value <= MAX_SAFE && value >= -MAX_SAFE ? Number(value) : JSON.rawJSON(value.toString());
}

const LARGE = 1_000_000_000_000_000n; // 15 significant digits: a double prints every one of them back
const TINY = 100n; // below 0.000001 a double prints with an exponent

/** An exact decimal for JSON: no exponent and no float noise (reference: conventions.17). */
export function jsonDecimal(value: Decimal): unknown {
  const size = value < 0n ? -value : value;
  if (size === 0n) return 0;
  return size < LARGE && size >= TINY ? Number(value) / 1e8 : JSON.rawJSON(formatDecimal(value));
}
