// The menu of a site as the register keeps it: read from the public API, and offered to the server's own rules.
import type { Amount, Input, ListedProduct, OptionSet, Passbell, Site } from '#clients/typescript/index.ts';
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, minorUnits } from '#src/kernel/money.ts';
import type { EnteredPrice } from '#src/kernel/price.ts';
import type { LineProduct, Offer, OfferedSet } from '#src/orders/rules/offer.ts';
import type { OrderTax } from '#src/orders/types.ts';
import { decimalOf } from '../shared/format.ts';

/** A product as the register sells it at its site. */
export interface MenuProduct {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly image: string | null;
  readonly price: EnteredPrice | null;
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
  /** Of a template: the values of its attributes in their order. Absent in menus kept by earlier versions. */
  readonly values?: readonly string[];
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
}

/** Everything a register needs to sell. Plain data: it is kept in the browser as it is. */
export interface Menu {
  readonly site: MenuSite;
  readonly products: ReadonlyMap<Id, MenuProduct>;
  readonly sets: ReadonlyMap<Id, OfferedSet>;
  readonly categories: readonly MenuCategory[];
  readonly taxes: ReadonlyMap<Id, OrderTax>;
  readonly methods: readonly MenuMethod[];
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
] as const satisfies Input<'listSiteProducts'>['fields'];

/** Records of a page, and the most that are read of one list. */
const PAGE = { limit: 5_000 } as const;
const MOST = 500_000;

/** Reads the menu of a site: six lists, each a page of up to 5,000. */
export async function loadMenu(passbell: Passbell, site: Id): Promise<Menu> {
  const [place, products, sets, categories, taxes, methods] = await Promise.all([
    passbell.call('getSite', { site_id: site }),
    loadProducts(passbell, site),
    passbell.all('listOptionSets', MOST, PAGE),
    passbell.all('listCategories', MOST, PAGE),
    loadTaxes(passbell),
    passbell.all('listPaymentMethods', MOST, PAGE),
  ]);
  return {
    site: readSite(place),
    products: new Map(products.map((product) => [product.id, product])),
    sets: new Map(sets.map((record) => [BigInt(record.id_str), readSet(record)])),
    categories: categories.map(({ id_str, name }) => ({ id: BigInt(id_str), name })),
    taxes,
    methods: methods.map(({ id_str, name, kind }) => ({ id: BigInt(id_str), name, kind })),
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
export async function loadTaxes(passbell: Passbell): Promise<ReadonlyMap<Id, OrderTax>> {
  const rows = await passbell.all('listTaxes', MOST, PAGE);
  return new Map(
    rows.map(({ id_str, name, rate }) => {
      const id = BigInt(id_str);
      return [id, { id, name, rate: decimalOf(rate), terms: null }];
    }),
  );
}

function readSite(site: Site): MenuSite {
  return {
    id: BigInt(site.id_str),
    name: site.name,
    currency: site.currency,
    minor_units: minorUnits(site.currency) ?? 2,
    timezone: site.timezone.name,
    prep_time_minutes: site.prep_time_minutes,
  };
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
    values: parent === null ? attributes.flatMap(([, value]) => value) : [],
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

function lineProduct(product: MenuProduct, taxes: Menu['taxes']): LineProduct {
  return {
    id: product.id,
    name: product.name,
    sku: product.sku,
    price: product.price ?? undefined,
    price_bounds: product.asks_price,
    taxes: product.taxes.flatMap((id) => taxes.get(id) ?? []),
    is_available: product.is_available,
    amount: product.amount,
    is_modifier: product.is_modifier,
    is_template: product.is_template,
    option_sets: product.option_sets,
  };
}

function offerFrom({ products, sets, taxes }: Menu): Offer {
  const popUps = new Map<Id, ReadonlyMap<Id, EnteredPrice>>();
  for (const { id, modifiers } of products.values()) {
    const priced = modifiers.flatMap((each) => (each.price === null ? [] : [[each.id, each.price] as const]));
    if (priced.length > 0) popUps.set(id, new Map(priced));
  }
  return {
    products: new Map([...products].map(([id, product]) => [id, lineProduct(product, taxes)])),
    sets,
    taxes,
    popUps,
    // What is sold here is not below 0; whether the company allows it, the service knows.
    negativePrices: true,
  };
}

const offers = new WeakMap<Menu, Offer>();

/** What lines are made from: the menu as the server's rules take it. Made once per menu. */
export function offerOf(menu: Menu): Offer {
  const known = offers.get(menu);
  if (known !== undefined) return known;
  const made = offerFrom(menu);
  offers.set(menu, made);
  return made;
}
