// What of a row says nothing new: left out before anything is saved, so that an import of what is there already
// writes nothing, not even a time of change.
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../kernel/price.ts';
import { byCodePoint } from '../kernel/text.ts';
import type { PriceInput } from '../products/set-prices.ts';
import type { Attributes, Product, ProductInput, VariantInput } from '../products/types.ts';

/** The state of a product before an import, beside its own fields. */
interface Surroundings {
  readonly categories: readonly Id[];
  readonly price: EnteredPrice | undefined;
  readonly cost: EnteredPrice | undefined;
  /** The sum of its taxes, for a price that comes in both forms. */
  readonly rate: Decimal;
  readonly costRate: Decimal;
}

const text = (value: unknown) =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));

function sameIds(a: readonly (Id | string)[], b: readonly (Id | string)[]): boolean {
  return text(a.map(String)) === text(b.map(String));
}

function sameAttributes(input: VariantInput | null, before: Attributes): boolean {
  const sorted = Object.entries(input ?? {})
    .map(([name, values]) => [name, typeof values === 'string' ? [values] : values.toSorted(byCodePoint)])
    .sort(([a], [b]) => byCodePoint(String(a), String(b)));
  return text(sorted) === text(before);
}

/** A body without the fields that say what the product is already. */
export function withoutUnchanged(input: ProductInput, before: Product, around: Surroundings): ProductInput {
  const { unit_price, unit_price_ex_tax, cost_price, cost_price_ex_tax, ...fields } = input;
  const kept = Object.entries(fields).filter(([name, value]) => {
    if (value === undefined) return false;
    switch (name) {
      case 'categories':
        return !sameIds([...new Set(fields.categories)].sort(compare), around.categories.toSorted(compare));
      case 'taxes':
        return !sameIds([...new Set(fields.taxes)], before.taxes);
      case 'cost_taxes':
        return !sameIds([...new Set(fields.cost_taxes)], before.cost_taxes);
      case 'option_sets':
        return !sameIds(fields.option_sets ?? [], before.option_sets);
      case 'variant_attributes':
        return !sameAttributes(fields.variant_attributes ?? null, before.variant_attributes);
      default:
        return text(value) !== text(Reflect.get(before, name));
    }
  });
  return {
    ...Object.fromEntries(kept),
    ...changedPrices({ unit_price, unit_price_ex_tax, cost_price, cost_price_ex_tax }, around),
  };
}

function compare(a: Id, b: Id): number {
  return a < b ? -1 : Number(a > b);
}

/** Prices without those that are what a list says already. */
export function changedPrices(
  { unit_price, unit_price_ex_tax, cost_price, cost_price_ex_tax }: PriceInput,
  { price, cost, rate, costRate }: Omit<Surroundings, 'categories'>,
): PriceInput {
  return {
    ...(isSame(unit_price, unit_price_ex_tax, price, rate) ? {} : given({ unit_price, unit_price_ex_tax })),
    ...(isSame(cost_price, cost_price_ex_tax, cost, costRate)
      ? {}
      : given({ cost_price, cost_price_ex_tax })),
  };
}

function given(input: PriceInput): PriceInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

type Sent = Decimal | null | undefined;

/** True when prices that were sent change nothing: a price that comes in one form has to be kept in that form. */
function isSame(inc: Sent, ex: Sent, before: EnteredPrice | undefined, rate: Decimal): boolean {
  if (inc === undefined && ex === undefined) return true;
  const amounts = [inc, ex].filter((each) => typeof each === 'bigint');
  if (before === undefined || amounts.length === 0) return before === undefined && amounts.length === 0;
  if (amounts.length === 2) {
    const shown = bothForms(before, rate);
    return shown.inc === inc && shown.ex === ex;
  }
  const form = typeof inc === 'bigint' ? 'inc' : 'ex';
  return before.form === form && before.amount === amounts[0];
}
