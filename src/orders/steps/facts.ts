import { holdsFor, listsAt } from '../../company/rules/list-terms.ts';
import { inOrder, ratedTax, taxesOn } from '../../company/rules/rates.ts';
import type { PaymentMethod } from '../../company/shape.ts';
import {
  byIds,
  existing,
  listChain,
  methodsById,
  ownMethods,
  taxesById,
  taxes as taxTable,
  termedLists,
} from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import { invalid, unknownRecord } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../../kernel/price.ts';
import { dayAt, localTime, type Micros, resolveTime, startOfDay, type TimeInput } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import { modifiersOf, optionSetsById } from '../../products/options.store.ts';
import { type Sellable, sellables } from '../../products/sellable.store.ts';
import { kept } from '../../storage/kept.ts';
import type { Reader } from '../../storage/port.ts';
import { together } from '../../storage/together.ts';
import { findPlace, type Place } from '../row/store.ts';
import { discountsNamed } from '../rules/discounts.ts';
import type { LineProduct, Offer, OfferedSet } from '../rules/offer.ts';
import type { ChosenSetInput, LineInput, Order, PaymentInput } from '../types.ts';
import { knownDiscounts } from './discounts.ts';

/** The place of a new order; 400 naming the field that is missing or does not fit (reference: orders.8). */
export async function requirePlace(
  tx: Reader,
  company: Id,
  site: Id | undefined,
  register: Id | undefined,
): Promise<Place> {
  if (site === undefined && register === undefined) {
    throw invalid('site_id', sentence('is required, unless register_id is given instead.'));
  }
  const place = await findPlace(tx, company, site, register);
  if (place === undefined) {
    if (site !== undefined && !(await existing(tx, 'sites', company, [site])).has(site)) {
      throw unknownRecord('site_id', site);
    }
    throw unknownRecord('register_id', register);
  }
  if (place.register_site_id !== null && place.register_site_id !== place.site_id) {
    throw invalid('register_id', sentence('register {register} is not at site {site}.', { register, site }));
  }
  return place;
}

/** The records that lines refer to, which the offer has to have. */
export interface LineReferences {
  readonly products: readonly Id[];
  readonly sets: readonly Id[];
  /** Whether modifiers are among the products: then the prices that pop up are asked for. */
  readonly modified: readonly Id[];
  /** The taxes that lines name for themselves. */
  readonly taxes: readonly Id[];
  /** The discounts that lines or their order name. */
  readonly discounts: readonly Id[];
}

/** The records that lines and their option sets refer to. */
export function lineReferences(
  lines: readonly LineInput[],
  options: readonly ChosenSetInput[] = [],
): LineReferences {
  const products: Id[] = [];
  const sets: Id[] = [];
  const modified: Id[] = [];
  const taxes: Id[] = [];
  const discounts: Id[] = [];
  const collect = (chosen: readonly ChosenSetInput[]): void => {
    for (const set of chosen) {
      sets.push(set.option_set_id);
      for (const choice of set.options) {
        products.push(choice.product_id);
        if (choice.option_sets !== undefined) collect(choice.option_sets);
      }
    }
  };
  for (const line of lines) {
    products.push(line.product_id);
    taxes.push(...(line.taxes ?? []));
    discounts.push(...discountsNamed(line));
    if (line.modifiers !== undefined && line.modifiers.length > 0) {
      products.push(...line.modifiers.map((modifier) => modifier.id));
      modified.push(line.product_id);
    }
    if (line.option_sets !== undefined) collect(line.option_sets);
  }
  collect(options);
  return { products, sets, modified, taxes, discounts };
}

/** The offer at a site as it is now, for the lines of an order. */
export async function offerAt(tx: Reader, company: Id, at: Selling, named: LineReferences): Promise<Offer> {
  const [products, sets, popUps, taxes, discounts] = await together([
    lineProducts(tx, company, at, named.products),
    offeredSets(tx, company, named.sets),
    popUpPrices(tx, company, named.modified),
    namedTaxes(tx, company, named.taxes),
    knownDiscounts(tx, company, named.discounts),
  ]);
  return { products, sets, popUps, taxes, discounts, negativePrices: at.place.negative_prices === 1n };
}

/** Where and when something is sold: a tax is charged by the day of the site. */
export interface Selling {
  readonly place: Pick<
    Place,
    'site_id' | 'price_list_id' | 'parent_list_id' | 'has_termed_lists' | 'timezone' | 'negative_prices'
  >;
  /** By whose day taxes are charged. */
  readonly moment: Micros;
  /** When the lines are rung, and for an order of which type: prices may go by them (reference: prices.2). */
  readonly rung: Micros;
  readonly order_type: Order['order_type'];
}

/** An order sells at the taxes of the day on which it was placed, and what is rung later at the prices that hold then. */
export const sellingTo = ({ placed_at, order_type }: Order, place: Place, now: Micros): Selling => ({
  place,
  moment: placed_at,
  rung: now,
  order_type,
});

/** The taxes that lines name for themselves. */
async function namedTaxes(tx: Reader, company: Id, wanted: readonly Id[]): Promise<Offer['taxes']> {
  if (wanted.length === 0) return new Map();
  const known = await byIds(taxTable, tx, company, ascending(wanted));
  return new Map(inOrder([...known.values()]).map((tax) => [tax.id, ratedTax(tax)]));
}

/** The option sets that are chosen from. */
async function offeredSets(tx: Reader, company: Id, wanted: readonly Id[]): Promise<Offer['sets']> {
  if (wanted.length === 0) return new Map();
  const found = await optionSetsById(tx, company, ascending(wanted));
  return new Map(
    [...found].map(([id, set]): [Id, OfferedSet] => [
      id,
      {
        ...set,
        options: new Map(
          set.options.map(({ product_id, price_ex_tax: price }) => [
            BigInt(product_id),
            price === null ? null : BigInt(price),
          ]),
        ),
      },
    ]),
  );
}

/** Prices of modifiers where they pop up for a product (reference: money.3, products.26). */
async function popUpPrices(tx: Reader, company: Id, wanted: readonly Id[]): Promise<Offer['popUps']> {
  if (wanted.length === 0) return new Map();
  const prices = new Map<Id, Map<Id, EnteredPrice>>();
  for (const { product_id, modifier_id, price } of await modifiersOf(tx, company, ascending(wanted))) {
    if (price === null) continue;
    const known = prices.get(product_id) ?? new Map<Id, EnteredPrice>();
    prices.set(product_id, known.set(modifier_id, price));
  }
  return prices;
}

/** Each id once, ascending: the same ids make the same statement. */
export function ascending(ids: readonly Id[]): Id[] {
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));
}

/** The cost of a product to the shop without tax; null when it is not set. */
function costWithoutTax(
  { cost, cost_taxes }: Pick<Sellable, 'cost' | 'cost_taxes'>,
  taxes: ReadonlyMap<Id, { readonly rate: Decimal }>,
): Decimal | null {
  if (cost === undefined) return null;
  if (cost.form === 'ex') return cost.amount;
  return bothForms(
    cost,
    cost_taxes.reduce((sum, id) => sum + (taxes.get(BigInt(id))?.rate ?? 0n), 0n),
  ).ex;
}

/** Products as they are at a site now, by id. */
export async function lineProducts(
  tx: Reader,
  company: Id,
  selling: Selling,
  wanted: readonly Id[],
): Promise<Map<Id, LineProduct>> {
  const unique = ascending(wanted);
  if (unique.length === 0) return new Map();
  const { place, moment: at } = selling;
  const { price_list_id: list, parent_list_id: parent } = place;
  const isPlain = parent === null && place.has_termed_lists === null;
  const priced = isPlain
    ? sellables(tx, company, place.site_id, [list], unique)
    : listsFor(tx, company, selling).then(({ chain, others }) =>
        sellables(tx, company, place.site_id, chain, unique, others),
      );
  const [taxes, found] = await together([taxesById(tx, company), priced]);
  return new Map(
    [...found].map(([id, product]): [Id, LineProduct] => [
      id,
      {
        ...product,
        cost: costWithoutTax(product, taxes),
        taxes: taxesOn(
          product.taxes.flatMap((text) => taxes.get(BigInt(text)) ?? []),
          () => dayAt(at, place.timezone),
        ).map(ratedTax),
      },
    ]),
  );
}

/** The lists whose prices hold for an order, the one that is asked first at the beginning, and those that may hold otherwise. */
async function listsFor(
  tx: Reader,
  company: Id,
  { place, rung, order_type: type }: Selling,
): Promise<{ chain: Id[]; others: Id[] }> {
  const { price_list_id: list, parent_list_id: parent, timezone } = place;
  const [above, termed] = await together([
    parent === null ? [] : listChain(tx, company, parent),
    place.has_termed_lists === null ? [] : termedLists(tx, company),
  ]);
  const chain = [list, ...above];
  const at = localTime(rung, timezone);
  const there = listsAt(chain, termed);
  const holding = there.filter((each) => holdsFor(each, type, at)).map(({ id }) => id);
  return {
    chain: [...new Set([...holding, ...chain])],
    others: there.map(({ id }) => id).filter((id) => !holding.includes(id) && !chain.includes(id)),
  };
}

/** The place of an order that exists. */
export function placeOf(tx: Reader, order: Order): Promise<Place> {
  return requirePlace(tx, order.company_id, order.site_id, undefined);
}

/** The payment methods that payments name, or the add-on's own where none is named; 400 for unknown ones. */
export async function methodsFor(
  tx: Reader,
  call: Call,
  payments: readonly PaymentInput[],
  field: (at: number) => string,
): Promise<PaymentMethod[]> {
  if (payments.length === 0) return [];
  const named = payments.flatMap((payment) => payment.method_id ?? []);
  const known = await methodsById(tx, call.company, ascending(named));
  const [own] = named.length < payments.length ? await ownMethods(tx, call.company, call.addon) : [];
  return payments.map(({ method_id: id }, at) => {
    const method = id === undefined ? own : known.get(id);
    if (method !== undefined) return method;
    if (id !== undefined) throw unknownRecord(`${field(at)}method_id`, id);
    throw invalid(
      `${field(at)}method_id`,
      sentence('is required: the add-on has no payment method of its own.'),
    );
  });
}

/** 400 when the staff member does not exist. */
export async function requireStaff(tx: Reader, company: Id, id: Id | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const known = await kept(tx, `${company} staff ${id}`, ['staff'], () =>
    existing(tx, 'staff', company, [id]),
  );
  if (!known.has(id)) throw unknownRecord('staff_member_id', id);
}

/** A time of the body, else another one: in whole milliseconds, as it is shown (reference: conventions.14). */
export function moment(input: TimeInput | null | undefined, zone: string, otherwise: Micros): Micros {
  const at = input === null || input === undefined ? otherwise : resolveTime(input, zone);
  return at - (at % MILLISECOND);
}

const MILLISECOND: Micros = 1000n;

/** Midnight after now, where the site is. */
export function startOfTomorrow(now: Micros, zone: string): Micros {
  return startOfDay(now, zone, 1);
}
