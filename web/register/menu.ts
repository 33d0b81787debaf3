// The menu of a site as the register keeps it: read from the public API, and offered to the server's own rules.
import type {
  Amount,
  Discount as DiscountRecord,
  Input,
  ListedProduct,
  OptionSet,
  Passbell,
  PriceList,
  Site,
} from '#clients/typescript/index.ts';
import { type ListTerms, listsAt } from '#src/company/rules/list-terms.ts';
import { chainOf } from '#src/company/rules/lists.ts';
import { type RatedTax, ratedTax, taxesOn } from '#src/company/rules/rates.ts';
import type { Right } from '#src/company/rules/rights.ts';
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, minorUnits } from '#src/kernel/money.ts';
import type { EnteredPrice } from '#src/kernel/price.ts';
import type { LineProduct, Offer, OfferedSet } from '#src/orders/rules/offer.ts';
import type { Counting, OrderType } from '#src/orders/types.ts';
import { dayAt, decimalOf } from '../shared/format.ts';

/** A product as the register sells it at its site. */
export interface MenuProduct {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly image: string | null;
  readonly price: EnteredPrice | null;
  /** Its prices on lists that hold at times, or for types of orders. Absent where it has none. */
  readonly timed?: readonly { readonly list: Id; readonly price: EnteredPrice }[];
  readonly taxes: readonly Id[];
  readonly is_sold: boolean;
  readonly is_modifier: boolean;
  /** Asked for at every sale, between these bounds; null when the price is fixed. */
  readonly asks_price: { readonly min: Decimal | null; readonly max: Decimal | null } | null;
  readonly option_sets: readonly Id[];
  readonly modifiers: readonly { readonly id: Id; readonly price: EnteredPrice | null }[];
  readonly categories: readonly Id[];
  /** Others are variants of it. */
  readonly is_template: boolean;
  readonly parent: Id | null;
  /** Of a variant: its one value of each attribute. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly is_available: boolean;
  /** How many are left; null = not counted. */
  readonly amount: Decimal | null;
}

/** A heading of the menu. */
export interface MenuCategory {
  readonly id: Id;
  readonly name: string;
}

/** How money is taken. */
export interface MenuMethod {
  readonly id: Id;
  readonly name: string;
  readonly kind: string;
  /** Its add-on takes the money itself when it is asked. Absent in menus kept by earlier versions. */
  readonly takes_requests?: boolean;
}

/** The site of the register. */
export interface MenuSite {
  readonly id: Id;
  readonly name: string;
  readonly currency: string;
  /** Decimals of the currency's smallest amount. */
  readonly minor_units: number;
  readonly timezone: string;
  readonly prep_time_minutes: number;
  /** How figures are rounded there. Absent in menus kept by earlier versions. */
  readonly counting?: Counting;
  /** Its own price list and those above it, nearest first. Absent in menus kept by earlier versions. */
  readonly lists?: readonly Id[];
  /** The lists that hold there at times, or for types of orders, in the order in which they are asked. Absent in menus kept by earlier versions. */
  readonly price_lists?: readonly MenuList[];
}

/** A tax, with the days on which it is charged and its place among others; those are absent in menus kept by earlier versions. */
export interface MenuTax extends Omit<RatedTax, 'terms'> {
  readonly terms?: RatedTax['terms'];
  readonly sort?: number;
  readonly effective_from?: string | null;
  readonly effective_until?: string | null;
}

/** A discount of the company. */
export interface MenuDiscount {
  readonly id: Id;
  readonly name: string;
  readonly kind: 'share' | 'amount';
  /** Null: asked for. */
  readonly value: Decimal | null;
  readonly applies_to: 'line' | 'order' | 'both';
  readonly reason_required: boolean;
  readonly right: Extract<Right, 'MakeDiscount' | 'ApplyComp'>;
  readonly sort: number;
  readonly archived: boolean;
}

/** A price list that holds at times, or for types of orders. */
export interface MenuList extends ListTerms {
  readonly id: Id;
}

/** Everything a register needs to sell. Plain data: it is kept in the browser as it is. */
export interface Menu {
  readonly site: MenuSite;
  readonly products: ReadonlyMap<Id, MenuProduct>;
  readonly sets: ReadonlyMap<Id, OfferedSet>;
  readonly categories: readonly MenuCategory[];
  readonly taxes: ReadonlyMap<Id, MenuTax>;
  readonly methods: readonly MenuMethod[];
  /** Discounts by name. Absent in menus kept by earlier versions. */
  readonly discounts?: readonly MenuDiscount[];
}

/** The fields of a product that the register asks lists for. */
const FIELDS = [
  'image',
  'categories',
  'option_sets',
  'availability',
  'unit_price',
  'unit_price_ex_tax',
  'price_form',
  'taxes',
  'variable_price',
  'modifiers',
  'variant_parent_id',
  'variant_attributes',
  'timed_prices',
] as const satisfies Input<'listSiteProducts'>['fields'];

/** Records of a page, and the most that are read of one list. */
const PAGE = { limit: 5_000 } as const;
const MOST = 500_000;

/** Reads the menu of a site: eight lists, each a page of up to 5,000. */
export async function loadMenu(passbell: Passbell, site: Id): Promise<Menu> {
  const [place, products, sets, categories, taxes, methods, lists, discounts] = await Promise.all([
    passbell.call('getSite', { site_id: site }),
    loadProducts(passbell, site),
    passbell.all('listOptionSets', MOST, PAGE),
    passbell.all('listCategories', MOST, PAGE),
    loadTaxes(passbell),
    passbell.all('listPaymentMethods', MOST, PAGE),
    passbell.all('listPriceLists', MOST, PAGE),
    passbell.all('listDiscounts', MOST, PAGE),
  ]);
  return {
    site: { ...readSite(place), ...readLists(place, lists) },
    products: new Map(products.map((product) => [product.id, product])),
    sets: new Map(sets.map((record) => [BigInt(record.id_str), readSet(record)])),
    categories: categories.map(({ id_str, name }) => ({ id: BigInt(id_str), name })),
    taxes,
    methods: methods.map(({ id_str, name, kind, takes_requests }) => ({
      ...{ id: BigInt(id_str), name, kind, takes_requests },
    })),
    discounts: discounts.map(readDiscount),
  };
}

/** Products of a site: all, or those that are named and are there. */
export async function loadProducts(
  passbell: Passbell,
  site: Id,
  ids?: readonly Id[],
): Promise<MenuProduct[]> {
  const named = ids === undefined ? {} : { ids };
  const asked = { site_id: site, fields: FIELDS, ...PAGE, ...named };
  return (await passbell.all('listSiteProducts', MOST, asked)).map(readProduct);
}

/** Every tax by id. */
export async function loadTaxes(passbell: Passbell): Promise<ReadonlyMap<Id, MenuTax>> {
  const rows = await passbell.all('listTaxes', MOST, PAGE);
  return new Map(
    rows.map((record) => {
      const { sort, effective_from, effective_until, threshold } = record;
      const id = BigInt(record.id_str);
      const tax = ratedTax({
        ...{ id, name: record.name, rate: decimalOf(record.rate) },
        ...{ compound: record.compound, on_top: record.on_top },
        order_types: record.order_types as readonly OrderType[] | null,
        threshold: threshold && { amount: decimalOf(threshold.amount), applies: threshold.applies },
      });
      return [id, { ...tax, sort, effective_from, effective_until }];
    }),
  );
}

/** Some taxes as lines keep them: those that are charged on a day, in the order in which they are. */
export function taxesOf(menu: Pick<Menu, 'taxes'>, ids: readonly Id[], day: string): readonly RatedTax[] {
  const named = ids.flatMap((id) => {
    const tax = menu.taxes.get(id);
    if (tax === undefined) return [];
    const { terms = null, sort = 0, effective_from = null, effective_until = null } = tax;
    return [{ ...tax, terms, sort, effective_from, effective_until }];
  });
  return taxesOn(named, () => day).map(({ id, name, rate, terms }) => ({ id, name, rate, terms }));
}

/** The day at the site. */
export const todayAt = (menu: Pick<Menu, 'site'>): string => dayAt(Date.now(), menu.site.timezone);

function readCounting({ cash_rounding: cash, ...rest }: Site['counting']): Counting {
  return { ...rest, cash_rounding: cash && { ...cash, increment: decimalOf(cash.increment) } };
}

function readSite(site: Site): MenuSite {
  return {
    id: BigInt(site.id_str),
    name: site.name,
    currency: site.currency,
    minor_units: minorUnits(site.currency) ?? 2,
    timezone: site.timezone.name,
    prep_time_minutes: site.prep_time_minutes,
    counting: readCounting(site.counting),
  };
}

/** The lists of a company whose prices hold at a site, always or by their terms, by the service's own rule. */
function readLists(site: Site, lists: readonly PriceList[]): Pick<MenuSite, 'lists' | 'price_lists'> {
  const all = lists.map(({ id_str, parent_id, schedule, order_types }) => ({
    id: BigInt(id_str),
    parent_id: parent_id === null ? null : BigInt(parent_id),
    schedule,
    order_types: order_types as readonly OrderType[] | null,
  }));
  const parents = new Map(all.map((list) => [list.id, list.parent_id]));
  const chain = chainOf(BigInt(site.price_list.id), parents);
  return { lists: chain, price_lists: listsAt(chain, all) };
}

function readDiscount(record: DiscountRecord): MenuDiscount {
  const { name, kind, value, applies_to, reason_required, right, sort, archived } = record;
  const terms = { name, kind, applies_to, reason_required, right, sort, archived };
  return { id: BigInt(record.id_str), ...terms, value: orNull(value) };
}

/** An amount that may not be there. */
function orNull(amount: Amount | null | undefined): Decimal | null {
  return amount === null || amount === undefined ? null : decimalOf(amount);
}

type Priced = Pick<ListedProduct, 'price_form' | 'unit_price' | 'unit_price_ex_tax'>;

/** The price of a record in the form in which it was entered. */
function readPrice({
  price_form: form,
  unit_price: inc,
  unit_price_ex_tax: ex,
}: Priced): EnteredPrice | null {
  if (form === null || form === undefined) return null;
  const amount = orNull(form === 'ex' ? ex : inc);
  return amount === null ? null : { amount, form };
}

/** The prices of a product on lists with times or types of orders. */
function timedOf({ timed_prices: prices = [] }: ListedProduct): Pick<MenuProduct, 'timed'> {
  const timed = prices.flatMap((each) => {
    const price = readPrice(each);
    return price === null ? [] : [{ list: BigInt(each.price_list_id), price }];
  });
  return timed.length === 0 ? {} : { timed };
}

/** The availability of a product at the site whose list it is of. */
export function readAvailability(
  given: Pick<NonNullable<ListedProduct['availability']>, 'is_available' | 'amount'> | undefined,
): Pick<MenuProduct, 'is_available' | 'amount'> {
  if (given === undefined) return { is_available: false, amount: null };
  return { is_available: given.is_available, amount: orNull(given.amount) };
}

const ids = (named: readonly { readonly id_str: string }[] = []) => named.map(({ id_str }) => BigInt(id_str));

/** A product of a site's list, as `FIELDS` above shows it. */
function readProduct(record: ListedProduct): MenuProduct {
  const attributes = Object.entries(record.variant_attributes ?? {});
  const parent = record.variant_parent_id == null ? null : BigInt(record.variant_parent_id);
  return {
    id: BigInt(record.id_str),
    name: record.name,
    sku: record.sku,
    barcode: record.barcode,
    image: record.image ?? null,
    price: readPrice(record),
    ...timedOf(record),
    taxes: ids(record.taxes),
    is_sold: record.is_sold,
    is_modifier: record.is_modifier,
    asks_price:
      record.variable_price === true
        ? { min: orNull(record.min_sell_price), max: orNull(record.max_sell_price) }
        : null,
    option_sets: ids(record.option_sets),
    modifiers: (record.modifiers ?? []).map((each) => ({ id: BigInt(each.id_str), price: readPrice(each) })),
    categories: ids(record.categories),
    is_template: parent === null && attributes.length > 0,
    parent,
    attributes:
      parent === null
        ? []
        : attributes.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    ...readAvailability(record.availability),
  };
}

function readSet(record: OptionSet): OfferedSet {
  const { name, instructions, min_selection, max_selection } = record;
  return {
    id: BigInt(record.id_str),
    ...{ name, instructions, min_selection, max_selection },
    options: new Map(
      record.options.map((option) => [BigInt(option.product_id), orNull(option.price_ex_tax)]),
    ),
  };
}

function lineProduct(product: MenuProduct, menu: Menu, day: string): LineProduct {
  return {
    id: product.id,
    name: product.name,
    sku: product.sku,
    price: product.price ?? undefined,
    // The service keeps what it cost.
    cost: null,
    price_bounds: product.asks_price,
    taxes: taxesOf(menu, product.taxes, day),
    is_available: product.is_available,
    amount: product.amount,
    is_modifier: product.is_modifier,
    is_template: product.is_template,
    option_sets: product.option_sets,
  };
}

function offerFrom(menu: Menu, day: string): Offer {
  const { products, sets } = menu;
  const popUps = new Map<Id, ReadonlyMap<Id, EnteredPrice>>();
  for (const { id, modifiers } of products.values()) {
    const priced = modifiers.flatMap((each) => (each.price === null ? [] : [[each.id, each.price] as const]));
    if (priced.length > 0) popUps.set(id, new Map(priced));
  }
  return {
    products: new Map([...products].map(([id, product]) => [id, lineProduct(product, menu, day)])),
    sets,
    taxes: new Map(taxesOf(menu, [...menu.taxes.keys()], day).map((tax) => [tax.id, tax])),
    popUps,
    // What is sold here is not below 0; whether the company allows it, the service knows.
    negativePrices: true,
  };
}

const offers = new WeakMap<Menu, { readonly day: string; readonly offer: Offer }>();

/** The menu as the server's rules take it for new lines. Made once per menu and day of the site. */
export function offerOf(menu: Menu): Offer {
  const day = todayAt(menu);
  const known = offers.get(menu);
  if (known?.day === day) return known.offer;
  const offer = offerFrom(menu, day);
  offers.set(menu, { day, offer });
  return offer;
}
