import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { EnteredPrice, PriceForm } from '../../kernel/price.ts';

/** What one price list says of one product. */
export interface ListPrice {
  readonly price_list_id: Id;
  readonly price: Decimal | null;
  readonly price_form: PriceForm;
  readonly cost: Decimal | null;
  readonly cost_form: PriceForm;
}

/** The prices that hold where a price list is used: its own, else its parents' (contract 6, Money 1). */
export function resolvePrices(
  chain: readonly Id[],
  prices: readonly ListPrice[],
): { price: EnteredPrice | undefined; cost: EnteredPrice | undefined } {
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

/** A list followed by its parents, nearest first; bounded, whatever the lists say. */
export function chainOf(list: Id, parents: ReadonlyMap<Id, Id | null>): Id[] {
  const chain: Id[] = [];
  for (let next: Id | null | undefined = list; next !== null && next !== undefined; next = parents.get(next)) {
    if (chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

/**
 * Which of two sent prices counts. When both forms come (a record sent back as it was read), the form the
 * price was entered in is kept; a new price is taken tax-inclusive.
 */
export function chooseForm(
  inc: Decimal | undefined,
  ex: Decimal | undefined,
  before: EnteredPrice | undefined,
): EnteredPrice | undefined {
  if (inc !== undefined && ex !== undefined) {
    return before?.form === 'ex' ? { amount: ex, form: 'ex' } : { amount: inc, form: 'inc' };
  }
  if (inc !== undefined) return { amount: inc, form: 'inc' };
  return ex === undefined ? undefined : { amount: ex, form: 'ex' };
}
