// Amounts as people type them, and as the API takes them.

import {
  type AmountInput,
  ExactNumber,
  type Tax,
  type UpdateSiteProduct,
} from '#clients/typescript/index.ts';
import { shownRate } from '#src/company/rules/rates.ts';
import { formatDecimal, roundToMinor } from '#src/kernel/money.ts';
import { bothForms, type PriceForm } from '#src/kernel/price.ts';
import { withoutEnd } from '#src/kernel/text.ts';
import { dayIn } from '../../shared/days.ts';
import { decimalOf, formatNumber } from '../../shared/format.ts';
import { InputError } from '../../shared/input-error.ts';
import type { Amount } from '../../shared/json.ts';
import { fieldNumber, plainNumber, readNumber } from '../../shared/typed-number.ts';
import { t } from '../../shared/words.ts';

/** Decimals that a price shows at least. */
const SHOWN_DECIMALS = 2;
/** Decimals that a division and a multiplication by the same rate leave as they were. */
const KNOWN_DECIMALS = 6;
const WHOLE = /^\d{1,9}$/;

/** The text of an amount in a field; empty for null. */
export function amountText(amount: Amount | null | undefined): string {
  return amount === null || amount === undefined ? '' : fieldNumber(decimalOf(amount));
}

/** The same for a price: with the decimals of small change. */
export function priceText(amount: Amount | null | undefined): string {
  return amount === null || amount === undefined ? '' : fieldNumber(decimalOf(amount), SHOWN_DECIMALS);
}

/** An amount as the API takes it. A text that is no number goes as it is: the API's refusal explains it. */
export class TypedText extends ExactNumber {
  override toJSON(): string {
    return this.text;
  }
}

/** The body's value of a field: null when it is empty, else the number with all its digits, as the language of the page writes it. */
export function amountBody(text: string): AmountInput | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const written = plainNumber(trimmed);
  if (written === undefined) return new TypedText(trimmed);
  const number = Number(written);
  const plain = written.includes('.') ? withoutEnd(withoutEnd(written, '0'), '.') : written;
  return String(number) === plain ? number : new ExactNumber(written);
}

/** The same of a whole number; throws what stands at the field then. */
export function wholeBody(text: string, field: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!WHOLE.test(trimmed)) {
    throw new InputError([{ field, error_description: t('This must be a whole number.') }]);
  }
  return Number(trimmed);
}

/** A price in both forms as fields show it, and which of them was typed. */
export interface PriceFields {
  readonly inc: string;
  readonly ex: string;
  readonly typed: PriceForm | null;
}

/** A price that was typed in one form, with the other worked out where that is possible. */
export function typedPrice(text: string, form: PriceForm, rate: bigint): PriceFields {
  const amount = readNumber(text);
  if (amount === undefined) {
    return form === 'inc' ? { inc: text, ex: '', typed: form } : { inc: '', ex: text, typed: form };
  }
  const both = bothForms({ amount, form }, rate);
  return form === 'inc'
    ? { inc: text, ex: fieldNumber(both.ex, SHOWN_DECIMALS), typed: form }
    : { inc: fieldNumber(both.inc, SHOWN_DECIMALS), ex: text, typed: form };
}

/**
 * The other form of a price that was typed; what is no number stays as it is. A form that was worked out by a division is
 * known to the last but one decimal: it is shown without the rest.
 */
export function otherForm(text: string, form: PriceForm, rate: bigint): string {
  const amount = readNumber(text);
  if (amount === undefined) return text;
  const both = bothForms({ amount, form }, rate);
  return form === 'inc'
    ? fieldNumber(both.ex)
    : fieldNumber(roundToMinor(both.inc, KNOWN_DECIMALS), SHOWN_DECIMALS);
}

/** The fields of a price that was read. */
export function priceFields(inc: Amount | null | undefined, ex: Amount | null | undefined): PriceFields {
  return { inc: priceText(inc), ex: priceText(ex), typed: null };
}

/** The price in a body: the form that was typed, nothing when none was. */
export function priceBody(
  { inc, ex, typed }: PriceFields,
  name: 'unit_price' | 'cost_price',
): Pick<UpdateSiteProduct, 'unit_price' | 'unit_price_ex_tax' | 'cost_price' | 'cost_price_ex_tax'> {
  if (typed === null) return {};
  const amount = amountBody(typed === 'inc' ? inc : ex);
  if (name === 'unit_price') return typed === 'inc' ? { unit_price: amount } : { unit_price_ex_tax: amount };
  return typed === 'inc' ? { cost_price: amount } : { cost_price_ex_tax: amount };
}

/** The ids of the taxes that a list shows of a product. */
export const idsOf = (taxes: readonly { readonly id_str: string }[] = []): string[] =>
  taxes.map(({ id_str }) => id_str);

/** A tax as the API shows it, as far as prices depend on it. */
export type ShownTax = Pick<
  Tax,
  | 'id_str'
  | 'rate'
  | 'sort'
  | 'compound'
  | 'on_top'
  | 'order_types'
  | 'effective_from'
  | 'effective_until'
  | 'threshold'
>;

/** The sum of some taxes in a price on a day, as the API shows prices: of an order without a type, nothing on top. */
export function rateOf(ids: readonly string[], taxes: readonly ShownTax[], day = dayHere()): bigint {
  const chosen = ids.flatMap((wanted) => taxes.find(({ id_str }) => id_str === wanted) ?? []);
  return shownRate(
    chosen.map(({ id_str, threshold, rate, ...tax }) => ({
      ...tax,
      id: BigInt(id_str),
      name: '',
      rate: decimalOf(rate),
      threshold: threshold && { amount: decimalOf(threshold.amount), applies: threshold.applies },
    })),
    () => day,
  );
}

/** Today, where the browser is: an office is where its company is, but for hours of a few days. */
const dayHere = () => dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

/** A rate as people say it: `0.1` is 10%. */
export function formatPercent(rate: Amount): string {
  return t('{rate}%', { rate: formatNumber(formatDecimal(decimalOf(rate) * 100n)) });
}
