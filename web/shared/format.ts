// How figures and times are shown: money in the company's currency, times in the zone of a site.

import type { Amount } from '#clients/typescript/index.ts';
import {
  type Decimal,
  formatDecimal,
  MAX_DECIMAL_PLACES,
  minorUnits,
  ONE,
  parseDecimal,
  SCALE,
} from '#src/kernel/money.ts';
import { isolated, leftToRight } from '#src/kernel/text.ts';
import { LAST_DIGIT, MAX_PARTS } from '#src/orders/rules/limits.ts';
import { byLocale } from './words.ts';

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

const moneyFormat = byLocale((locale, currency) => {
  const digits = minorUnits(currency) ?? 2;
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(locale, {
    ...options,
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, 2),
  });
});

/** An amount that Intl takes with all its digits. */
function literal(amount: Amount | Decimal | null | undefined): Intl.StringNumericLiteral {
  return formatDecimal(typeof amount === 'bigint' ? amount : decimalOf(amount)) as Intl.StringNumericLiteral;
}

/** An amount in a currency, as the reader writes it: `$12.50`. Exact, however large. */
export function formatMoney(amount: Amount | Decimal | null | undefined, currency: string): string {
  const text = moneyFormat(currency).format(literal(amount));
  // Read from right to left, the last sign of `AU$` would stand before its letters.
  return ENDS_IN_DOLLAR.test(text) ? `${text}\u200e` : text;
}

const ENDS_IN_DOLLAR = /^\u200f.*[A-Z]\$$/;

const amountFormat = byLocale((locale, currency) => {
  const digits = minorUnits(currency) ?? 2;
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 8 });
});

/** An amount without the sign of its currency, with all its digits. */
export function formatAmount(amount: Amount | null | undefined, currency: string): string {
  return amountFormat(currency).format(literal(amount));
}

/** Places of an exact amount that are shown; `…` stands for the others. */
const MAX_PLACES = 6;

/** An amount of a computation, which may have more digits than money has: `4.090909…`. */
export function formatExact(amount: string, currency: string): string {
  const [whole = '', places = ''] = amount.replace('…', '').split('.');
  const shown = formatAmount(places === '' ? whole : `${whole}.${places.slice(0, MAX_PLACES)}`, currency);
  return amount.endsWith('…') || places.length > MAX_PLACES ? `${shown}…` : shown;
}

const numberFormat = byLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 8 }));
const percentFormat = byLocale(
  (locale, sign) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 6,
      signDisplay: sign === '+' ? 'exceptZero' : 'auto',
    }),
);

/** A count, a stock or a rate: every digit of it. */
export function formatNumber(amount: Amount | Decimal | null | undefined): string {
  return numberFormat().format(literal(amount));
}

/** Bills that an order is split into. With more of them, any quantity would be close to some share. */
const MOST_SHARES = BigInt(MAX_PARTS + 1);

/** The parts of a whole that a quantity of four decimals stands for: 0.3334 is 1 of 3. */
function shareOf(quantity: Decimal): readonly [parts: bigint, of: bigint] | undefined {
  if (quantity % LAST_DIGIT !== 0n || quantity % (10n * LAST_DIGIT) === 0n) return undefined;
  for (let of = 3n; of <= MOST_SHARES; of++) {
    const parts = (quantity * of * 2n + ONE) / (2n * ONE);
    const apart = quantity * of - parts * ONE;
    if (parts > 0n && (apart < 0n ? -apart : apart) <= of * LAST_DIGIT) return [parts, of];
  }
  return undefined;
}

/** The quantity of an order's line: `2`, `0.345`; one that was shared as its part, `1/3`, `1 1/6`. */
export function formatQuantity(quantity: Amount | Decimal): string {
  const exact = typeof quantity === 'bigint' ? quantity : decimalOf(quantity);
  const share = shareOf(exact < 0n ? -exact : exact);
  if (share === undefined) return formatNumber(exact);
  const [parts, of] = share;
  const count = (number: bigint) => formatNumber(number * ONE);
  const sign = exact < 0n ? '-' : '';
  const whole = parts < of ? '' : `${count(parts / of)} `;
  const text = `${sign}${whole}${count(parts % of)}/${count(of)}`;
  return sign === '' && whole === '' ? text : leftToRight(text);
}

/** A rate such as 0.1 as `10%`; with its sign where it is a change. */
export function formatPercent(rate: Amount | Decimal | null | undefined, sign: '' | '+' = ''): string {
  return percentFormat(sign).format(literal(rate));
}

const timeFormats = byLocale((locale, about) => {
  const [style, zone] = about.split(' ');
  const options: Intl.DateTimeFormatOptions = { timeZone: zone };
  if (style !== 'time') Object.assign(options, { day: 'numeric', month: 'short', year: 'numeric' });
  if (style !== 'day') Object.assign(options, { hour: '2-digit', minute: '2-digit' });
  return new Intl.DateTimeFormat(locale, options);
});

function timeFormat(zone: string, style: 'time' | 'day' | 'full'): Intl.DateTimeFormat {
  return timeFormats(`${style} ${zone}`);
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

/** The day of the calendar in a time zone, such as 2026-01-31. */
export function dayAt(ms: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(ms);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}

/** The local time in a time zone: the day of the week, 1 is Monday, and the time, such as 17:05. */
export function localTimeAt(ms: number, zone: string): { weekday: number; time: string } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(ms);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const sunday = new Date(`${dayAt(ms, zone)}T00:00:00Z`).getUTCDay();
  return {
    weekday: sunday === 0 ? 7 : sunday,
    time: `${of('hour').padStart(2, '0')}:${of('minute').padStart(2, '0')}`,
  };
}
