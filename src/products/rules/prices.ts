import { shownRate, type TaxRules } from '../../company/rules/rates.ts';
import { invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, decimalPlaces, formatDecimal, minorStep } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice, type PriceForm } from '../../kernel/price.ts';
import { sentence } from '../../kernel/words.ts';

/** The prices of one product on one price list. */
export interface ListPrice {
  readonly price_list_id: Id;
  readonly price: Decimal | null;
  readonly price_form: PriceForm;
  readonly cost: Decimal | null;
  readonly cost_form: PriceForm;
}

/** The prices that hold somewhere. */
export interface Prices {
  readonly price: EnteredPrice | undefined;
  readonly cost: EnteredPrice | undefined;
}

/** The prices that hold where a price list is used: its own, else its parents' (reference: money.3). */
export function resolvePrices(chain: readonly Id[], prices: readonly ListPrice[]): Prices {
  let price: EnteredPrice | undefined;
  let cost: EnteredPrice | undefined;
  for (const list of chain) {
    const entry = prices.find((each) => each.price_list_id === list);
    if (entry === undefined) continue;
    if (price === undefined && entry.price !== null) price = { amount: entry.price, form: entry.price_form };
    if (cost === undefined && entry.cost !== null) cost = { amount: entry.cost, form: entry.cost_form };
  }
  return { price, cost };
}

/** The taxes of a company, and which day it is: they are charged by it. */
export interface TaxBook {
  readonly taxes: ReadonlyMap<Id, TaxRules>;
  /** The day of the calendar in a time zone; null is the company's. */
  dayAt(zone: string | null): string;
}

/**
 * What some taxes come to in a price as it is shown, by the clocks of a zone: those in force, in an order without a type,
 * without what is added on top. Taxes that are not known count nothing (reference: money.24).
 */
export function rateOf(
  ids: readonly string[],
  { taxes, dayAt }: TaxBook,
  price?: EnteredPrice,
  zone: string | null = null,
): Decimal {
  const known = ids.flatMap((id) => taxes.get(BigInt(id)) ?? []);
  return shownRate(known, () => dayAt(zone), price?.amount);
}

/** A price as a body gives it: undefined when it was not sent, null when it is to be unset. */
export type SentPrice = Decimal | null | undefined;

/** The facts that the two forms of a price are compared with. */
export interface FormTerms {
  /** The sum of the taxes in the stored price, as it was shown. */
  readonly rate: Decimal;
  /** Their sum in a price after the change. */
  readonly rateAt: (price: EnteredPrice) => Decimal;
  /** The decimals of the currency. */
  readonly minorUnits: number;
  /** The names in the body of the price with tax, and without. */
  readonly names: readonly [inc: string, ex: string];
}

/**
 * The change of a price by a body: set, unset (null) or left (undefined). When both forms come, as in a record that is
 * sent back as it was read, the one that differs from the stored price counts; when both do, and for a new price, they
 * have to be the same price, and it keeps the form it was entered in, a new one that with tax (reference: products.3).
 */
export function chooseForm(
  inc: SentPrice,
  ex: SentPrice,
  before: EnteredPrice | undefined,
  terms: FormTerms,
): EnteredPrice | null | undefined {
  const withTax = typeof inc === 'bigint' ? ({ amount: inc, form: 'inc' } as const) : undefined;
  const withoutTax = typeof ex === 'bigint' ? ({ amount: ex, form: 'ex' } as const) : undefined;
  if (withTax !== undefined && withoutTax !== undefined) {
    const shown = before && bothForms(before, terms.rate);
    const incMoved = shown?.inc !== withTax.amount;
    const exMoved = shown?.ex !== withoutTax.amount;
    if (incMoved && exMoved) {
      refuseContradiction(withTax.amount, withoutTax.amount, terms);
      return before?.form === 'ex' ? withoutTax : withTax;
    }
    if (incMoved) return withTax;
    return exMoved ? withoutTax : undefined;
  }
  if (inc === undefined && ex === undefined) return undefined;
  return withTax ?? withoutTax ?? null;
}

/** 400 for a price with tax and one without that are not the same: one of them would be dropped. */
function refuseContradiction(inc: Decimal, ex: Decimal, { rateAt, minorUnits, names }: FormTerms): void {
  const ofInc = { amount: inc, form: 'inc' } as const;
  const ofEx = { amount: ex, form: 'ex' } as const;
  const without = bothForms(ofInc, rateAt(ofInc)).ex;
  if (isRounded(ex, without, minorUnits)) return;
  if (isRounded(inc, bothForms(ofEx, rateAt(ofEx)).inc, minorUnits)) return;
  throw invalid(
    names[1],
    sentence('contradicts {name}: {price} with tax is {without} without it. Send one of the two.', {
      name: names[0],
      price: formatDecimal(inc),
      without: formatDecimal(without),
    }),
  );
}

/** True for an amount as it was sent that is the exact one rounded to the decimals it has, or the currency where those are more. */
function isRounded(sent: Decimal, exact: Decimal, minorUnits: number): boolean {
  const away = sent < exact ? exact - sent : sent - exact;
  return 2n * away <= minorStep(Math.max(decimalPlaces(sent), minorUnits));
}
