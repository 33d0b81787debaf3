// How figures and times are shown: money in the company's currency, times in the zone of a site.

import {
  type Decimal,
  formatDecimal,
  MAX_DECIMAL_PLACES,
  minorUnits,
  parseDecimal,
  SCALE,
} from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import type { Amount } from './json.ts';

/** The exact decimal of an amount; 0 for null. */
export function decimalOf(amount: Amount | null | undefined): Decimal {
  if (amount === null || amount === undefined) return 0n;
  const text = String(amount);
  // What the service takes in has a limit; sums that it shows may lie above.
  return parseDecimal(text) ?? parseLarge(text);
}

function parseLarge(text: string): Decimal {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is no amount.`);
  const size = BigInt(whole) * SCALE + BigInt(fraction.padEnd(MAX_DECIMAL_PLACES, '0'));
  return sign === '-' ? -size : size;
}

const money = new Map<string, Intl.NumberFormat>();

/** An amount in a currency, as the reader writes it: `$12.50`. Exact, however large. */
export function formatMoney(amount: Amount | Decimal | null | undefined, currency: string): string {
  let format = money.get(currency);
  if (format === undefined) {
    const digits = minorUnits(currency) ?? 2;
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    format = new Intl.NumberFormat(undefined, {
      ...options,
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(digits, 2),
    });
    money.set(currency, format);
  }
  const exact = typeof amount === 'bigint' ? amount : decimalOf(amount);
  return format.format(formatDecimal(exact) as Intl.StringNumericLiteral);
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 8 });

/** A quantity or a count. */
export function formatNumber(amount: Amount | null | undefined): string {
  return numbers.format(formatDecimal(decimalOf(amount)) as Intl.StringNumericLiteral);
}

const times = new Map<string, Intl.DateTimeFormat>();

function timeFormat(zone: string, style: 'time' | 'day' | 'full'): Intl.DateTimeFormat {
  const key = `${style} ${zone}`;
  let format = times.get(key);
  if (format === undefined) {
    const options: Intl.DateTimeFormatOptions = { timeZone: zone };
    if (style !== 'time') Object.assign(options, { day: 'numeric', month: 'short', year: 'numeric' });
    if (style !== 'day') Object.assign(options, { hour: '2-digit', minute: '2-digit' });
    format = new Intl.DateTimeFormat(undefined, options);
    times.set(key, format);
  }
  return format;
}

/** The time of day at a site. */
export function formatClock(at: string, zone: string): string {
  return timeFormat(zone, 'time').format(new Date(at));
}

/** Day and time at a site. */
export function formatMoment(at: string, zone: string): string {
  return timeFormat(zone, 'full').format(new Date(at));
}

/** The time of day when it is today at the site, else with its day. */
export function formatWhen(at: string, zone: string, now: Date): string {
  const day = timeFormat(zone, 'day');
  return day.format(new Date(at)) === day.format(now) ? formatClock(at, zone) : formatMoment(at, zone);
}

/** Parts of one line, those that are empty left out, with each kept to itself. */
export function inLine(parts: readonly (string | null | undefined | false)[], between = ' · '): string {
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => isolated(String(part)))
    .join(between);
}

/** `ON_HOLD` as words: On hold. */
export function inWords(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
