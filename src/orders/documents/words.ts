import type { Address } from '../../company/shape.ts';
import { type Decimal, decimalPlaces, formatDecimal, ONE } from '../../kernel/money.ts';
import type { Words } from '../../kernel/words.ts';
import { decimalMark } from '../../printing/words.ts';

// How a receipt writes figures and names: exact, in the language of the site.

/** How the figures and texts of a receipt are written. */
export interface Style {
  readonly words: Words;
  /** The decimals of the currency. */
  readonly minorUnits: number;
}

/** A number with the decimal mark of the language. */
export function numberText(number: Decimal, { words }: Style): string {
  return formatDecimal(number).replace('.', decimalMark(words.language));
}

/** An amount with the currency's decimals, and with more when it has more: 12.50, 0.125. */
export function amountText(amount: Decimal, style: Style): string {
  const { words, minorUnits } = style;
  const text = numberText(amount, style);
  const places = decimalPlaces(amount);
  if (places >= minorUnits) return text;
  return `${text}${places === 0 ? decimalMark(words.language) : ''}${'0'.repeat(minorUnits - places)}`;
}

/** A factor as a percentage: 0.09975 is 9.975%. */
export function percentText(factor: Decimal, style: Style): string {
  return `${numberText(factor * 100n, style)}%`;
}

/** The rows of a line's or an order's variations. */
interface Varied {
  readonly price_variation: Decimal;
  readonly price_fixed_variation: Decimal;
  readonly discount_name: string | null;
}

/** Variations of a price in words, behind the name of the discount; undefined when they change nothing (reference: money.10). */
export function variationText(one: Varied, style: Style): string | undefined {
  const { price_variation: coefficient, price_fixed_variation: fixed, discount_name: name } = one;
  const { words } = style;
  const change = coefficient === ONE ? fixed : coefficient - ONE;
  if (change === 0n) return undefined;
  const size = change < 0n ? -change : change;
  const amount = coefficient === ONE ? amountText(size, style) : percentText(size, style);
  const text =
    change < 0n ? words.say('{amount} discount', { amount }) : words.say('{amount} surcharge', { amount });
  return name === null ? text : `${name} (${text})`;
}

/** The variations of an order in words: that of each discount where orders with different ones were merged (reference: discounts.6). */
export function variationTexts(
  order: Varied & { readonly discounts: readonly Omit<Varied, 'price_variation'>[] },
  style: Style,
): string[] {
  const all = order.discounts.length === 0 ? [order] : order.discounts;
  return all.flatMap((each) => variationText({ price_variation: ONE, ...each }, style) ?? []);
}

/** A moment as the clocks of a zone show it, to the minute: 2026-03-07 18:30. */
export function localText(moment: string, zone: string): string {
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/** A text without the marks that keep it from turning its neighbours round, for which rolls and invoices have no room. */
export function plain(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '');
}

/** The day of a moment by the clocks of a zone: 2026-03-07. */
export function dateText(moment: string, zone: string): string {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Longest text shown, in characters. */
const MAX_TEXT = 1_500;

/** A text, cut where it is longer than receipts show. */
export function clip(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}

/** The texts that are there. */
export function present(texts: readonly (string | null | undefined)[]): string[] {
  return texts.flatMap((text) => (text ? [clip(text)] : []));
}

/** An address as the lines of a letter. */
export function addressLines(address: Address | null): string[] {
  if (address === null) return [];
  const place = present([address.city, address.state, address.postal_code]).join(' ');
  return present([address.address, place, address.country]);
}
