import type { Company, PriceList, Site } from '../company/shape.ts';
import { zone } from '../company/view.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../kernel/price.ts';
import type { Micros } from '../kernel/time.ts';
import { view } from '../shape/view.ts';
import type { ListedPrice } from './prices.store.ts';
import { type Prices, rateOf, type TaxBook } from './rules/prices.ts';
import { shownOf } from './rules/variants.ts';
import { CATEGORY, LISTED_PRICE, OPTION_SET } from './shape/menu.ts';
import * as shapes from './shape/product.ts';
import { MENU_CATEGORY, MENU_SITE, type MenuSection, REMOVED } from './shape/site-menu.ts';
import type { Availability, Category, ListedProduct, OptionSet, Product, SiteProduct } from './types.ts';

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
  'timed_prices',
] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** Records that a product's view shows as well as its own row. */
export interface ProductContext {
  readonly book: TaxBook;
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
  /** Its prices by lists that hold at times, or for types of orders; the list that goes first at the beginning. */
  readonly timed?: readonly { readonly list: Id; readonly price: EnteredPrice }[];
}

function sellingPrice(
  { price }: Prices,
  taxes: readonly string[],
  { book }: ProductContext,
  zone: string | null,
) {
  const sell = price && bothForms(price, rateOf(taxes, book, price, zone));
  return {
    unit_price: sell?.inc ?? null,
    unit_price_ex_tax: sell?.ex ?? null,
    unit_tax: sell?.tax ?? null,
  };
}

function priceFields(
  prices: Prices,
  taxes: readonly string[],
  costTaxes: readonly string[],
  context: ProductContext,
  zone: string | null,
) {
  const cost = prices.cost && bothForms(prices.cost, rateOf(costTaxes, context.book, prices.cost, zone));
  return {
    ...sellingPrice(prices, taxes, context, zone),
    cost_price: cost?.inc ?? null,
    cost_price_ex_tax: cost?.ex ?? null,
  };
}

/** A site shows a product online where it shows products online at all (reference: products.28). */
function isOnlineAt(product: ListedProduct, site: Site, at: SiteProduct): boolean {
  return site.online_products_enabled && (at.show_online ?? product.show_online);
}

function siteFields(product: Product, { site, at, prices }: SiteContext, context: ProductContext) {
  const taxes = at.taxes ?? product.taxes;
  const costTaxes = at.cost_taxes ?? product.cost_taxes;
  return {
    ...priceFields(prices, taxes, costTaxes, context, site.timezone),
    taxes,
    cost_taxes: costTaxes,
    is_inventory: at.is_inventory ?? product.is_inventory,
    show_online: isOnlineAt(product, site, at),
    availability: at,
    stock: at.amount,
  };
}

const productTax = view(shapes.PRODUCT_TAX);

/** Taxes as records, in the order of their ids in the product. */
function taxViews(ids: readonly string[], { book: { taxes } }: ProductContext) {
  return ids.flatMap((id) => {
    const tax = taxes.get(BigInt(id));
    return tax === undefined ? [] : [productTax(tax)];
  });
}

/** The sets a buyer chooses from, in their order; their options are at /optionsets. */
function offeredSets(product: ListedProduct, { optionSets, template }: ProductContext) {
  return shownOf(product, template).option_sets.flatMap((id) => optionSets.get(BigInt(id)) ?? []);
}

/**
 * A template shows its attributes with all their values, a child with its own; others show none (reference:
 * products.18).
 */
function shownAttributes(product: ListedProduct): Record<string, string | readonly string[]> {
  return product.variant_parent_id === null
    ? Object.fromEntries(product.variant_attributes)
    : valueOfEach(product);
}

/** The one value that a variant has of each attribute. */
function valueOfEach({ variant_attributes: attributes }: ListedProduct): Record<string, string> {
  return Object.fromEntries(attributes.map(([name, [value = '']]) => [name, value]));
}

function shownVariants({ variants }: ProductContext) {
  return variants.map((child) => ({ ...child, variant_attributes: valueOfEach(child) }));
}

/** The external id is put in for each add-on (storage/external-ids.ts). */
const UNNAMED = { external_id: null };

/** The fields of the whole product that are not in its row. */
function whole(product: Product, context: ProductContext) {
  return {
    ...UNNAMED,
    image: shownOf(product, context.template).image,
    categories: context.categories,
    option_sets: offeredSets(product, context),
    variants: shownVariants(context),
    modifiers: context.modifiers.map(popUp),
    variant_attributes: shownAttributes(product),
    ...priceFields(context.base, product.taxes, product.cost_taxes, context, null),
  };
}

const productSiteView = view(
  shapes.PRODUCT_SITE,
  (_site: Pick<Site, 'id' | 'name'>, fields: ReturnType<typeof siteFields>) => fields,
);

/** GET /products/<id>: the whole product with its sites section; also the payload of product events. */
export const productView = view(shapes.PRODUCT, (product: Product, context: ProductContext) => ({
  ...whole(product, context),
  sites: context.sites.map((here) => productSiteView(here.site, siteFields(product, here, context))),
}));

const taxedSiteView = view(
  shapes.TAXED_PRODUCT_SITE,
  (_site: Pick<Site, 'id' | 'name'>, fields: ReturnType<typeof siteFields>, context: ProductContext) => ({
    ...fields,
    taxes: taxViews(fields.taxes, context),
  }),
);

/** The same with its taxes whole (reference: products.33). */
export const taxedProductView = view(shapes.TAXED_PRODUCT, (product: Product, context: ProductContext) => ({
  ...whole(product, context),
  taxes: taxViews(product.taxes, context),
  sites: context.sites.map((here) => taxedSiteView(here.site, siteFields(product, here, context), context)),
}));

/** GET /sites/<s>/products/<id>: the sites section collapsed into the top level. */
export const siteProductView = view(
  shapes.SITE_PRODUCT,
  (product: Product, here: SiteContext, context: ProductContext) => ({
    ...whole(product, context),
    site_id: here.site.id,
    ...siteFields(product, here, context),
  }),
);

/** The same with its taxes whole. */
export const taxedSiteProductView = view(
  shapes.TAXED_SITE_PRODUCT,
  (product: Product, here: SiteContext, context: ProductContext) => {
    const fields = siteFields(product, here, context);
    const taxes = taxViews(fields.taxes, context);
    return { ...whole(product, context), site_id: here.site.id, ...fields, taxes };
  },
);

const PRICES = ['unit_price', 'unit_price_ex_tax', 'unit_tax'] as const;

/** The prices that were asked for. */
function askedPrices(
  product: ListedProduct,
  context: ProductContext,
  extra: ReadonlySet<ExtraField>,
  here: SiteContext | undefined,
): Partial<ReturnType<typeof sellingPrice>> {
  const asked = PRICES.filter((name) => extra.has(name));
  if (asked.length === 0) return {};
  const prices = sellingPrice(
    here?.prices ?? context.base,
    here?.at.taxes ?? product.taxes,
    context,
    here?.site.timezone ?? null,
  );
  return Object.fromEntries(asked.map((name) => [name, prices[name]]));
}

/** Whether and how many there are at the sites that a list is about (reference: products.29). */
function listedAvailability(context: ProductContext, here: SiteContext | undefined) {
  const sites = here === undefined ? context.sites.map(({ at }) => at) : [here.at];
  const amounts = sites.flatMap(({ amount }) => amount ?? []);
  return {
    is_available: sites.some((at) => at.is_available),
    amount:
      sites.length > 0 && amounts.length === sites.length
        ? amounts.reduce((sum, each) => sum + each, 0n)
        : null,
    sites,
  };
}

/** The fields that a list shows of a product by default, beside those of its row. */
function alwaysListed(product: ListedProduct, here: SiteContext | undefined) {
  return {
    ...UNNAMED,
    is_inventory: here?.at.is_inventory ?? product.is_inventory,
    show_online: here === undefined ? product.show_online : isOnlineAt(product, here.site, here.at),
  };
}

/** A product in a list of the company that nothing more was asked of. */
export const shortProduct = view(shapes.LISTED_PRODUCT, (product: ListedProduct) =>
  alwaysListed(product, undefined),
);

/** A product in a list, with the extra data that was asked for; `here` when the list is a site's. */
export const listedProduct = view(
  shapes.LISTED_PRODUCT,
  (
    product: ListedProduct,
    context: ProductContext,
    extra: ReadonlySet<ExtraField>,
    here: SiteContext | undefined,
  ) => {
    const always = alwaysListed(product, here);
    if (extra.size === 0) return always;
    const asked = <T>(name: ExtraField, value: () => T) => (extra.has(name) ? value() : undefined);
    const { variable_price, min_sell_price, max_sell_price } = product;
    return {
      ...always,
      image: asked('image', () => shownOf(product, context.template).image),
      docket_name: asked('docket_name', () => product.docket_name),
      categories: asked('categories', () => context.categories),
      option_sets: asked('option_sets', () => offeredSets(product, context)),
      variants: asked('variants', () => shownVariants(context)),
      variant_parent_id: asked('variant_parent_id', () => product.variant_parent_id),
      variant_attributes: asked('variant_attributes', () => shownAttributes(product)),
      ...askedPrices(product, context, extra, here),
      taxes: asked('taxes', () => taxViews(here?.at.taxes ?? product.taxes, context)),
      price_form: asked('price_form', () => (here?.prices ?? context.base).price?.form ?? null),
      // The bounds come with the price they bound.
      ...(extra.has('variable_price') ? { variable_price, min_sell_price, max_sell_price } : {}),
      modifiers: asked('modifiers', () => context.modifiers.map(popUp)),
      timed_prices: asked('timed_prices', () => timedPrices(product, context, here)),
      availability: asked('availability', () => listedAvailability(context, here)),
    };
  },
);

/** The prices of a product at a site by lists with times or types of orders (reference: prices.5). */
function timedPrices(product: ListedProduct, context: ProductContext, here: SiteContext | undefined) {
  const { timed = [] } = here ?? {};
  if (timed.length === 0) return undefined;
  return timed.map(({ list, price }) => {
    const rate = rateOf(here?.at.taxes ?? product.taxes, context.book, price, here?.site.timezone ?? null);
    const { inc, ex } = bothForms(price, rate);
    return { price_list_id: list, unit_price: inc, unit_price_ex_tax: ex, price_form: price.form };
  });
}

/** A modifier with its price where it pops up; null: its own price. */
function popUp({ id, name, price, rate }: PopUp) {
  const both = price === null ? undefined : bothForms(price, rate);
  return {
    id,
    name,
    unit_price: both?.inc ?? null,
    unit_price_ex_tax: both?.ex ?? null,
    price_form: price?.form ?? null,
  };
}

/** The payload of products/availability (reference: events.9). */
export const availabilityPayload = view(
  shapes.AVAILABILITY_CHANGE,
  (at: Availability, previous: Pick<SiteProduct, 'is_available' | 'amount'>) => ({
    availability: at,
    previous,
  }),
);

/** A product that is counted at a site. */
export const inventoryView = view(shapes.INVENTORY_ITEM);

/** An option set (reference: products.23); its options in the order in which a register shows them. */
export const optionSetView = view(OPTION_SET, ({ options }: OptionSet) => ({
  options: options.map(({ product_id: id, price_ex_tax: price }) => ({
    product_id: BigInt(id),
    price_ex_tax: price === null ? null : BigInt(price),
  })),
}));

/** How many products a category has, and when one of them last changed. */
interface CategoryCounts {
  readonly count: bigint;
  readonly updated_at: Micros;
}

/** A category with how many products it has, and when they or their number last changed (reference: products.20). */
export const categoryView = view(
  CATEGORY,
  ({ updated_at: own }: Category, counts: CategoryCounts | undefined) => {
    if (counts === undefined) return { products: { count: 0, updated_at: null } };
    const changed = counts.updated_at < own ? own : counts.updated_at;
    return { products: { count: Number(counts.count), updated_at: changed } };
  },
);

/** The site of a menu. */
export const menuSiteView = view(
  MENU_SITE,
  (site: Site, company: Company, lists: readonly PriceList[], now: Micros) => ({
    price_lists: lists,
    currency: site.currency ?? company.currency,
    timezone: zone(site.timezone ?? company.timezone, now),
  }),
);

/** A category of a menu with its products there. */
export const menuCategoryView = view(MENU_CATEGORY, (_category: Category, products: readonly Id[]) => ({
  products,
}));

/** The records that a menu does not have any more. */
export const removedView = view(REMOVED, (removed: Readonly<Record<MenuSection, readonly Id[]>>) => removed);

/** The price of a product in a price list. */
export const listedPriceView = view(LISTED_PRICE, (row: ListedPrice, book: TaxBook) => {
  const { price, price_form: form, cost, cost_form: costForm } = row;
  const shown = (entered: EnteredPrice, taxes: readonly string[]) =>
    bothForms(entered, rateOf(taxes, book, entered));
  const prices = price === null ? NOTHING : shown({ amount: price, form }, row.taxes);
  const costs = cost === null ? NOTHING : shown({ amount: cost, form: costForm }, row.cost_taxes);
  return {
    id: row.product_id,
    unit_price: prices.inc,
    unit_price_ex_tax: prices.ex,
    cost_price: costs.inc,
    cost_price_ex_tax: costs.ex,
    price_form: price === null ? null : form,
  };
});

const NOTHING = { inc: null, ex: null };
