import type { Site, Tax } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { jsonDecimal, jsonInteger } from '../kernel/json.ts';
import type { Decimal } from '../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../kernel/price.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import { ids, optionalId, stamps } from '../kernel/view.ts';
import { type Prices, rateOf } from './rules/prices.ts';
import { shownOf } from './rules/variants.ts';
import type { Category, ListedProduct, OptionSet, Product, SiteProduct } from './types.ts';

/** The extra data a list can be asked for (reference: products.19). */
export const EXTRA_FIELDS = [
  'image',
  'categories',
  'option_sets',
  'availability',
  'unit_price',
  'unit_price_ex_tax',
  'unit_tax',
  'variants',
  'variant_parent_id',
  'variant_attributes',
  'docket_name',
  'taxes',
  'price_form',
  'variable_price',
  'modifiers',
] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** What surrounds a product when it is shown. */
export interface ProductContext {
  readonly taxes: ReadonlyMap<Id, Tax>;
  readonly categories: readonly { id: Id; name: string }[];
  /** The option sets of all the products, by id. */
  readonly optionSets: ReadonlyMap<Id, OptionSet>;
  /** The template of a variant, which it has its picture and option sets from when it has none itself. */
  readonly template: ListedProduct | undefined;
  /** The modifiers that pop up when it is sold, in their order, with what each costs there. */
  readonly modifiers: readonly PopUp[];
  /** The children of a template, ascending by id. */
  readonly variants: readonly ListedProduct[];
  /** The base price list's prices. */
  readonly base: Prices;
  readonly sites: readonly SiteContext[];
}

/** A modifier that pops up for a product. */
export interface PopUp {
  readonly id: Id;
  readonly name: string;
  /** Null: what the modifier costs by itself. */
  readonly price: EnteredPrice | null;
  /** The rates of its taxes together. */
  readonly rate: Decimal;
}

/** A product at one site where it was made available. */
export interface SiteContext {
  readonly site: Site;
  readonly at: SiteProduct;
  readonly prices: Prices;
}

function sellingPrice(prices: Prices, taxes: readonly string[], context: ProductContext) {
  const sell = prices.price && bothForms(prices.price, rateOf(taxes, context.taxes));
  return {
    unit_price: sell === undefined ? null : jsonDecimal(sell.inc),
    unit_price_ex_tax: sell === undefined ? null : jsonDecimal(sell.ex),
    unit_tax: sell === undefined ? null : jsonDecimal(sell.tax),
  };
}

function priceFields(
  prices: Prices,
  taxes: readonly string[],
  costTaxes: readonly string[],
  context: ProductContext,
) {
  const cost = prices.cost && bothForms(prices.cost, rateOf(costTaxes, context.taxes));
  return {
    ...sellingPrice(prices, taxes, context),
    cost_price: cost === undefined ? null : jsonDecimal(cost.inc),
    cost_price_ex_tax: cost === undefined ? null : jsonDecimal(cost.ex),
  };
}

const idNumbers = (texts: readonly string[]) => texts.map((text) => jsonInteger(BigInt(text)));

/** How a product's availability at a site is shown everywhere. */
export function availabilityView(at: Pick<SiteProduct, 'is_available' | 'amount'>) {
  return { is_available: at.is_available, amount: at.amount === null ? null : jsonDecimal(at.amount) };
}

function siteFields(product: Product, { at, prices }: SiteContext, context: ProductContext) {
  const taxes = at.taxes ?? product.taxes;
  const costTaxes = at.cost_taxes ?? product.cost_taxes;
  return {
    ...priceFields(prices, taxes, costTaxes, context),
    taxes: idNumbers(taxes),
    cost_taxes: idNumbers(costTaxes),
    is_inventory: at.is_inventory ?? product.is_inventory,
    show_online: at.show_online ?? product.show_online,
    availability: availabilityView(at),
  };
}

/** What lists always show. */
function short(product: ListedProduct) {
  return {
    ...ids(product.id),
    name: product.name,
    code: product.code,
    sku: product.sku,
    barcode: product.barcode,
    description: product.description,
    tags: product.tags,
    is_sold: product.is_sold,
    is_purchased: product.is_purchased,
    is_inventory: product.is_inventory,
    is_modifier: product.is_modifier,
    show_online: product.show_online,
    ...stamps(product),
  };
}

function whole(product: Product, context: ProductContext) {
  return {
    ...short(product),
    online_description: product.online_description,
    docket_name: product.docket_name,
    image: shownOf(product, context.template).image,
    ...variablePrice(product),
    measure: product.measure === null ? null : jsonDecimal(product.measure),
    unit_of_measure: product.unit_of_measure,
    categories: categoryList(context),
    option_sets: optionSetList(product, context),
    ...familyFields(product, context),
    ...priceFields(context.base, product.taxes, product.cost_taxes, context),
    taxes: idNumbers(product.taxes),
    cost_taxes: idNumbers(product.cost_taxes),
  };
}

function categoryList(context: ProductContext) {
  return context.categories.map((category) => ({ ...ids(category.id), name: category.name }));
}

/** The sets a buyer chooses from, in their order; their options are at /optionsets. */
function optionSetList(product: ListedProduct, { optionSets, template }: ProductContext) {
  return shownOf(product, template).option_sets.flatMap((text) => {
    const set = optionSets.get(BigInt(text));
    if (set === undefined) return [];
    const { id, name, instructions, min_selection, max_selection } = set;
    return [{ ...ids(id), name, instructions, min_selection, max_selection }];
  });
}

/**
 * A template shows its attributes with all their values, a child with its own; others show none (reference:
 * products.18).
 */
function attributesView(product: ListedProduct): Record<string, string | readonly string[]> {
  const isChild = product.variant_parent_id !== null;
  return Object.fromEntries(
    product.variant_attributes.map(([name, values]) => [name, isChild ? (values[0] ?? '') : values]),
  );
}

function variantList(context: ProductContext) {
  return context.variants.map((child) => ({
    ...ids(child.id),
    name: child.name,
    sku: child.sku,
    variant_attributes: attributesView(child),
  }));
}

/** Where a product stands in a variant family. */
function familyFields(product: Product, context: ProductContext) {
  return {
    variants: variantList(context),
    variant_parent_id: optionalId(product.variant_parent_id),
    variant_attributes: attributesView(product),
  };
}

/** GET /products/<id>: the whole product with its sites section; also the payload of product events. */
export function productView(product: Product, context: ProductContext) {
  return {
    ...whole(product, context),
    sites: context.sites.map((each) => ({
      ...ids(each.site.id),
      name: each.site.name,
      ...siteFields(product, each, context),
    })),
  };
}

/** GET /sites/<s>/products/<id>: the sites section collapsed into the top level. */
export function siteProductView(product: Product, here: SiteContext, context: ProductContext) {
  return {
    ...whole(product, context),
    site_id: jsonInteger(here.site.id),
    ...siteFields(product, here, context),
  };
}

/** A product in a list, with the extra data that was asked for; `here` when the list is a site's. */
export function listedProduct(
  product: ListedProduct,
  context: ProductContext,
  extra: ReadonlySet<ExtraField>,
  here: SiteContext | undefined,
) {
  const view: ReturnType<typeof short> & Partial<Record<ShownField, unknown>> = short(product);
  if (here !== undefined) {
    view.is_inventory = here.at.is_inventory ?? product.is_inventory;
    view.show_online = here.at.show_online ?? product.show_online;
  }
  if (extra.size === 0) return view;
  if (extra.has('image')) view.image = shownOf(product, context.template).image;
  if (extra.has('docket_name')) view.docket_name = product.docket_name;
  if (extra.has('categories')) view.categories = categoryList(context);
  if (extra.has('option_sets')) view.option_sets = optionSetList(product, context);
  if (extra.has('variants')) view.variants = variantList(context);
  if (extra.has('variant_parent_id')) view.variant_parent_id = optionalId(product.variant_parent_id);
  if (extra.has('variant_attributes')) view.variant_attributes = attributesView(product);
  if (PRICES.some((name) => extra.has(name))) {
    const prices = sellingPrice(here?.prices ?? context.base, here?.at.taxes ?? product.taxes, context);
    for (const name of PRICES) if (extra.has(name)) view[name] = prices[name];
  }
  if (extra.has('taxes')) view.taxes = idNumbers(here?.at.taxes ?? product.taxes);
  if (extra.has('price_form')) view.price_form = (here?.prices ?? context.base).price?.form ?? null;
  if (extra.has('variable_price')) Object.assign(view, variablePrice(product));
  if (extra.has('modifiers')) view.modifiers = context.modifiers.map(popUpView);
  if (extra.has('availability')) view.availability = listedAvailability(context, here);
  return view;
}

const PRICES = ['unit_price', 'unit_price_ex_tax', 'unit_tax'] as const;

/** What a list can show: `variable_price` brings its bounds. */
type ShownField = ExtraField | 'min_sell_price' | 'max_sell_price';

/** Whether a price is asked for when the product is sold, and between what. */
function variablePrice(product: ListedProduct) {
  return {
    variable_price: product.variable_price,
    min_sell_price: product.min_sell_price === null ? null : jsonDecimal(product.min_sell_price),
    max_sell_price: product.max_sell_price === null ? null : jsonDecimal(product.max_sell_price),
  };
}

/** A modifier with its price where it pops up; null where it costs what it costs by itself. */
function popUpView({ id, name, price, rate }: PopUp) {
  const both = price === null ? undefined : bothForms(price, rate);
  return {
    ...ids(id),
    name,
    unit_price: both === undefined ? null : jsonDecimal(both.inc),
    unit_price_ex_tax: both === undefined ? null : jsonDecimal(both.ex),
    price_form: price?.form ?? null,
  };
}

/** At a site its availability; at company level one entry for each site that has the product. */
function listedAvailability(context: ProductContext, here: SiteContext | undefined) {
  if (here !== undefined) return availabilityView(here.at);
  return context.sites.map(({ site, at }) => ({ site_id: jsonInteger(site.id), ...availabilityView(at) }));
}

/** What an availability event says of a product at a site. */
export interface Availability extends Pick<SiteProduct, 'is_available' | 'amount'> {
  readonly company_id: Id;
  readonly site_id: Id;
  readonly product_id: Id;
  readonly sku: string | null;
  readonly updated_at: Micros;
}

/** The payload of products/availability (reference: events.9). */
export function availabilityPayload(
  at: Availability,
  previous: Pick<SiteProduct, 'is_available' | 'amount'>,
) {
  return {
    company_id: jsonInteger(at.company_id),
    site_id: jsonInteger(at.site_id),
    product_id: jsonInteger(at.product_id),
    product_id_str: at.product_id.toString(),
    sku: at.sku,
    availability: availabilityView(at),
    previous: availabilityView(previous),
    updated_at: formatTime(at.updated_at),
  };
}

/** An option set (reference: products.23); its options in the order in which a till shows them. */
export function optionSetView(set: OptionSet) {
  return {
    ...ids(set.id),
    name: set.name,
    instructions: set.instructions,
    min_selection: set.min_selection,
    max_selection: set.max_selection,
    options: set.options.map(({ product_id: id, price_ex_tax: price }) => ({
      product_id: jsonInteger(BigInt(id)),
      product_id_str: id,
      price_ex_tax: price === null ? null : jsonDecimal(BigInt(price)),
    })),
    ...stamps(set),
  };
}

/** How many products a category has, and when one of them last changed. */
export interface CategoryCounts {
  readonly count: bigint;
  readonly updated_at: Micros;
}

/** A category with how many products it has, and when they or their number last changed (reference: products.20). */
export function categoryView(category: Category, counts: CategoryCounts | undefined) {
  const { updated_at: own } = category;
  const changed = counts === undefined || counts.updated_at < own ? own : counts.updated_at;
  return {
    ...ids(category.id),
    name: category.name,
    description: category.description,
    image: category.image,
    show_online: category.show_online,
    products: {
      count: Number(counts?.count ?? 0n),
      updated_at: counts === undefined ? null : formatTime(changed),
    },
    ...stamps(category),
  };
}
