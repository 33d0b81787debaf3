// Amounts as people type them, and as the API takes them.

import { formatDecimal, parseDecimal } from '#src/kernel/money.ts';
import { bothForms, type PriceForm } from '#src/kernel/price.ts';
import { withoutEnd } from '#src/kernel/text.ts';
import { decimalOf } from '../../shared/format.ts';
import type { Amount } from '../../shared/json.ts';

/** Decimals that a price shows at least. */
const SHOWN_DECIMALS = 2;
const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/** The text of an amount in a field; empty for null. */
export function amountText(amount: Amount | null | undefined): string {
  return amount === null || amount === undefined ? '' : formatDecimal(decimalOf(amount));
}

/** The same for a price: with the decimals of small change. */
export function priceText(amount: Amount | null | undefined): string {
  return padded(amountText(amount));
}

function padded(text: string): string {
  if (text === '') return '';
  const [whole = '', decimals = ''] = text.split('.');
  return `${whole}.${decimals.padEnd(SHOWN_DECIMALS, '0')}`;
}

/**
 * The body's value of a field: null when it is empty, a number in JSON exactly as typed, and any other text
 * unchanged, so that the API's refusal explains it.
 */
export function amountBody(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!NUMBER.test(trimmed)) return trimmed;
  const number = Number(trimmed);
  const plain = trimmed.includes('.') ? withoutEnd(withoutEnd(trimmed, '0'), '.') : trimmed;
  if (String(number) === plain) return number;
  const { rawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown };
  return rawJSON === undefined ? number : rawJSON(trimmed);
}

/** A price in both forms as fields show it, and which of them was typed. */
export interface PriceFields {
  readonly inc: string;
  readonly ex: string;
  readonly typed: PriceForm | null;
}

/** A price that was typed in one form, with the other worked out where that is possible. */
export function typedPrice(text: string, form: PriceForm, rate: bigint): PriceFields {
  const amount = parseDecimal(text.trim());
  if (amount === undefined) {
    return form === 'inc' ? { inc: text, ex: '', typed: form } : { inc: '', ex: text, typed: form };
  }
  const both = bothForms({ amount, form }, rate);
  return form === 'inc'
    ? { inc: text, ex: padded(formatDecimal(both.ex)), typed: form }
    : { inc: padded(formatDecimal(both.inc)), ex: text, typed: form };
}

/** The fields of a price that was read. */
export function priceFields(inc: Amount | null | undefined, ex: Amount | null | undefined): PriceFields {
  return { inc: priceText(inc), ex: priceText(ex), typed: null };
}

/** What a body says of a price: the form that was typed, nothing when none was. */
export function priceBody({ inc, ex, typed }: PriceFields, name: 'unit_price' | 'cost_price') {
  if (typed === null) return {};
  return typed === 'inc' ? { [name]: amountBody(inc) } : { [`${name}_ex_tax`]: amountBody(ex) };
}

/** The rates of some taxes together. */
export function rateOf(
  ids: readonly string[],
  taxes: readonly { readonly id_str: string; readonly rate: Amount }[],
): bigint {
  let rate = 0n;
  for (const { id_str, rate: each } of taxes) if (ids.includes(id_str)) rate += decimalOf(each);
  return rate;
}

/** A rate as people say it: `0.1` is 10%. */
export function formatPercent(rate: Amount): string {
  return `${formatDecimal(decimalOf(rate) * 100n)}%`;
}
