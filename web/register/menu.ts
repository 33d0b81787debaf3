// The menu of a site as the register keeps it: read from the public API, and offered to the server's own rules.
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, minorUnits } from '#src/kernel/money.ts';
import type { EnteredPrice } from '#src/kernel/price.ts';
import type { LineProduct, Offer, OfferedSet } from '#src/orders/rules/offer.ts';
import type { OrderTax } from '#src/orders/types.ts';
import { type Api, fieldsOf, getJson, getList } from './api.ts';
import { decimalOf, idOf, idsOf, listOf, recordId, textOf } from './values.ts';

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
].join(',');

/** Reads the menu of a site: six lists, each a page of up to 5,000. */
export async function loadMenu(api: Api, site: Id): Promise<Menu> {
  const [place, products, sets, categories, taxes, methods] = await Promise.all([
    getJson(api, `sites/${site}`),
    loadProducts(api, site),
    getList(api, 'optionsets?limit=5000'),
    getList(api, 'categories?limit=5000'),
    loadTaxes(api),
    getList(api, 'payment_methods?limit=5000'),
  ]);
  return {
    site: readSite(place),
    products: new Map(products.map((product) => [product.id, product])),
    sets: new Map(sets.map((record) => [recordId(record), readSet(record)])),
    categories: categories.map((record) => ({ id: recordId(record), name: nameOf(record) })),
    taxes,
    methods: methods.map((record) => ({
      id: recordId(record),
      name: nameOf(record),
      kind: textOf(fieldsOf(record).kind) ?? '',
    })),
  };
}

/** Products of a site: all, or those that are named and are there. */
export async function loadProducts(api: Api, site: Id, ids?: readonly Id[]): Promise<MenuProduct[]> {
  const named = ids === undefined ? '' : `&ids=${ids.join(',')}`;
  const rows = await getList(api, `sites/${site}/products?limit=5000&fields=${FIELDS}${named}`);
  return rows.map(readProduct);
}

/** Every tax by id. */
export async function loadTaxes(api: Api): Promise<ReadonlyMap<Id, OrderTax>> {
  const rows = await getList(api, 'taxes?limit=5000');
  return new Map(
    rows.map((record) => {
      const id = recordId(record);
      return [id, { id, name: nameOf(record), rate: decimalOf(fieldsOf(record).rate) ?? 0n }];
    }),
  );
}

function nameOf(record: unknown): string {
  return textOf(fieldsOf(record).name) ?? '';
}

function readSite(record: unknown): MenuSite {
  const { currency, timezone, prep_time_minutes: prep } = fieldsOf(record);
  const code = textOf(currency) ?? 'USD';
  return {
    id: recordId(record),
    name: nameOf(record),
    currency: code,
    minor_units: minorUnits(code) ?? 2,
    timezone: textOf(fieldsOf(timezone).name) ?? 'UTC',
    prep_time_minutes: typeof prep === 'number' ? prep : 0,
  };
}

/** The price of a record in the form in which it was entered. */
function readPrice(record: unknown): EnteredPrice | null {
  const { price_form: form, unit_price: inc, unit_price_ex_tax: ex } = fieldsOf(record);
  if (form !== 'ex' && form !== 'inc') return null;
  const amount = decimalOf(form === 'ex' ? ex : inc);
  return amount === undefined ? null : { amount, form };
}

/** A product of a site's list, as `fields` above shows it. */
export function readProduct(record: unknown): MenuProduct {
  const fields = fieldsOf(record);
  const attributes = Object.entries(fieldsOf(fields.variant_attributes));
  const parent = idOf(fields.variant_parent_id) ?? null;
  const { is_available, amount } = fieldsOf(fields.availability);
  return {
    id: recordId(record),
    name: nameOf(record),
    sku: textOf(fields.sku),
    barcode: textOf(fields.barcode),
    image: textOf(fields.image),
    price: readPrice(record),
    taxes: idsOf(fields.taxes),
    is_sold: fields.is_sold !== false,
    is_modifier: fields.is_modifier === true,
    asks_price:
      fields.variable_price === true
        ? { min: decimalOf(fields.min_sell_price) ?? null, max: decimalOf(fields.max_sell_price) ?? null }
        : null,
    option_sets: idsOf(fields.option_sets),
    modifiers: listOf(fields.modifiers).map((each) => ({ id: recordId(each), price: readPrice(each) })),
    categories: idsOf(fields.categories),
    is_template: parent === null && attributes.length > 0,
    parent,
    attributes:
      parent === null
        ? []
        : attributes.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    is_available: is_available === true,
    amount: decimalOf(amount) ?? null,
  };
}

function readSet(record: unknown): OfferedSet {
  const fields = fieldsOf(record);
  const { min_selection: min, max_selection: max } = fields;
  return {
    id: recordId(record),
    name: nameOf(record),
    instructions: fields.instructions === true,
    min_selection: typeof min === 'number' ? min : 0,
    max_selection: typeof max === 'number' ? max : null,
    options: new Map(
      listOf(fields.options).flatMap((option) => {
        const { product_id, product_id_str, price_ex_tax } = fieldsOf(option);
        const id = idOf(product_id_str) ?? idOf(product_id);
        return id === undefined ? [] : [[id, decimalOf(price_ex_tax) ?? null] as const];
      }),
    ),
  };
}

function lineProduct(product: MenuProduct, taxes: Menu['taxes']): LineProduct {
  return {
    id: product.id,
    name: product.name,
    sku: product.sku,
    price: product.price ?? undefined,
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
    popUps,
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
