import { shownRate, type TaxRules } from '../../company/rules/rates.ts';
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice, type PriceForm } from '../../kernel/price.ts';

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

/**
 * The change of a price by a body: set, unset (null) or left (undefined). When both forms come, as in a record that is
 * sent back as it was read, the one that differs from the stored price counts; when both do, the
 * form the price was entered in, and for a new price the one with tax.
 */
export function chooseForm(
  inc: SentPrice,
  ex: SentPrice,
  before: EnteredPrice | undefined,
  rate: Decimal,
): EnteredPrice | null | undefined {
  const withTax = typeof inc === 'bigint' ? ({ amount: inc, form: 'inc' } as const) : undefined;
  const withoutTax = typeof ex === 'bigint' ? ({ amount: ex, form: 'ex' } as const) : undefined;
  if (withTax !== undefined && withoutTax !== undefined) {
    if (before === undefined) return withTax;
    const shown = bothForms(before, rate);
    const incMoved = shown.inc !== withTax.amount;
    const exMoved = shown.ex !== withoutTax.amount;
    if (incMoved && exMoved) return before.form === 'ex' ? withoutTax : withTax;
    if (incMoved) return withTax;
    return exMoved ? withoutTax : undefined;
  }
  if (inc === undefined && ex === undefined) return undefined;
  return withTax ?? withoutTax ?? null;
}
