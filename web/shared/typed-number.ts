// Numbers as people type them and as fields show them, in the language of the page (reference: conventions.62).

import { type Decimal, formatDecimal, parseDecimal } from '#src/kernel/money.ts';
import { byLocale } from './words.ts';

/** The marks that people write between thousands beside that of their language: spaces and apostrophes. */
const GAPS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const PLAIN = /^-?\d{1,20}(?:\.\d{1,20})?$/;
/** More is no number that somebody typed. */
const MOST_CHARACTERS = 60;

/** The sign between thousands in the language of the page: a point, or the comma. */
const groupSign = byLocale((locale) => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(
    1_234_567,
  );
  return parts.find(({ type }) => type === 'group')?.value ?? ',';
});

/** The sign of decimals in the language of the page, beside the digits of ours. */
const decimalSign = byLocale((locale) => {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
});

/** An exact number as the text of a field, with so many decimals at least: 12.5 is `12.5`, and `12,5` in German. */
export function fieldNumber(amount: Decimal, decimals = 0): string {
  const [whole = '', fraction = ''] = formatDecimal(amount).split('.');
  const shown = fraction.padEnd(decimals, '0');
  return shown === '' ? whole : whole + decimalSign() + shown;
}

/** Digits of the keyboards of other scripts, and their signs, as those of ours. */
function westernDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(EASTERN_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\u2212/g, '-')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, '');
}

const isGrouped = (whole: string, sign: string) =>
  whole
    .replace(/^-/, '')
    .split(sign)
    .every((part, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(part));

/** The sign of decimals and that between thousands: of two the last one is that of decimals, and one that comes twice is not. */
function signsOf(text: string): readonly [decimals: string, thousands: string] {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return comma > point ? [',', '.'] : ['.', ','];
  if (comma < 0) return text.indexOf('.') === point ? ['.', ','] : [',', '.'];
  // `1,234` are thousands where the language parts them so. `1.234` is never: many keyboards of numbers have a point alone.
  const isThousands = text.indexOf(',') !== comma || (groupSign() === ',' && isGrouped(text, ','));
  return isThousands ? ['.', ','] : [',', '.'];
}

/** A number with its decimals behind a point, and without what parts thousands; what is none stays none. */
function withPoint(text: string): string {
  const [decimalSign, sign] = signsOf(text);
  const [whole = '', ...decimals] = text.split(decimalSign);
  const isWrong = decimals.length > 1 || (whole.includes(sign) && !isGrouped(whole, sign));
  return isWrong ? text : [whole.replaceAll(sign, ''), ...decimals].join('.');
}

/**
 * A number that was typed, as JSON writes it with all its digits: `12,50` is 12.50, in German `1.234,50` is 1234.50, in English
 * `1,234` is 1234. Undefined for what is none.
 */
export function plainNumber(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const western = westernDigits(text.trim()).replace(GAPS, '');
  const plain = withPoint(western)
    .replace(/^(-?)\.(?=\d)/, '$10.')
    .replace(/\.$/, '');
  return PLAIN.test(plain) ? plain.replace(/^(-?)0+(?=\d)/, '$1') : undefined;
}

/** The same as an exact amount. */
export function readNumber(text: string): Decimal | undefined {
  const plain = plainNumber(text);
  return plain === undefined ? undefined : parseDecimal(plain);
}
