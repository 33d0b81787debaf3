import type { Company, Site, Tax } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { jsonDecimal, jsonInteger } from '../kernel/json.ts';
import { bothForms } from '../kernel/price.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import { ids, stamps } from '../kernel/view.ts';
import { type Prices, rateOf } from './rules/prices.ts';
import type { Category, Product, SiteProduct } from './types.ts';

/** The extra data a list can be asked for (spec: Products, fields). */
export const EXTRA_FIELDS = [
  'image',
  'categories',
  'availability',
  'unit_price',
  'unit_price_ex_tax',
  'unit_tax',
  'docket_name',
] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** What surrounds a product when it is shown. */
export interface ProductContext {
  readonly company: Company;
  readonly taxes: ReadonlyMap<Id, Tax>;
  readonly categories: readonly { id: Id; name: string }[];
  /** The base price list's prices. */
  readonly base: Prices;
  readonly sites: readonly SiteContext[];
}

/** A product at one site where it was made available. */
export interface SiteContext {
  readonly site: Site;
  readonly at: SiteProduct;
  readonly prices: Prices;
}

function priceFields(
  prices: Prices,
  taxes: readonly string[],
  costTaxes: readonly string[],
  context: ProductContext,
) {
  const sell = prices.price && bothForms(prices.price, rateOf(taxes, context.taxes));
  const cost = prices.cost && bothForms(prices.cost, rateOf(costTaxes, context.taxes));
  return {
    unit_price: sell === undefined ? null : jsonDecimal(sell.inc),
    unit_price_ex_tax: sell === undefined ? null : jsonDecimal(sell.ex),
    unit_tax: sell === undefined ? null : jsonDecimal(sell.tax),
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
function short(product: Product) {
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
    image: product.image,
    variable_price: product.variable_price,
    min_sell_price: product.min_sell_price === null ? null : jsonDecimal(product.min_sell_price),
    max_sell_price: product.max_sell_price === null ? null : jsonDecimal(product.max_sell_price),
    measure: product.measure === null ? null : jsonDecimal(product.measure),
    unit_of_measure: product.unit_of_measure,
    categories: categoryList(context),
    ...priceFields(context.base, product.taxes, product.cost_taxes, context),
    taxes: idNumbers(product.taxes),
    cost_taxes: idNumbers(product.cost_taxes),
  };
}

function categoryList(context: ProductContext) {
  return context.categories.map((category) => ({ ...ids(category.id), name: category.name }));
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
  product: Product,
  context: ProductContext,
  extra: ReadonlySet<ExtraField>,
  here: SiteContext | undefined,
) {
  const taxes = here?.at.taxes ?? product.taxes;
  const costTaxes = here?.at.cost_taxes ?? product.cost_taxes;
  const prices = priceFields(here?.prices ?? context.base, taxes, costTaxes, context);
  return {
    ...short(product),
    ...(here === undefined
      ? {}
      : {
          is_inventory: here.at.is_inventory ?? product.is_inventory,
          show_online: here.at.show_online ?? product.show_online,
        }),
    ...(extra.has('image') ? { image: product.image } : {}),
    ...(extra.has('docket_name') ? { docket_name: product.docket_name } : {}),
    ...(extra.has('categories') ? { categories: categoryList(context) } : {}),
    ...(extra.has('unit_price') ? { unit_price: prices.unit_price } : {}),
    ...(extra.has('unit_price_ex_tax') ? { unit_price_ex_tax: prices.unit_price_ex_tax } : {}),
    ...(extra.has('unit_tax') ? { unit_tax: prices.unit_tax } : {}),
    ...(extra.has('availability') ? { availability: listedAvailability(context, here) } : {}),
  };
}

/** At a site its availability; at company level one entry for each site that has the product. */
function listedAvailability(context: ProductContext, here: SiteContext | undefined) {
  if (here !== undefined) return availabilityView(here.at);
  return context.sites.map(({ site, at }) => ({ site_id: jsonInteger(site.id), ...availabilityView(at) }));
}

/** The payload of products/availability (contract 7). */
export function availabilityPayload(
  product: Product,
  at: SiteProduct,
  previous: Pick<SiteProduct, 'is_available' | 'amount'>,
) {
  return {
    company_id: jsonInteger(at.company_id),
    site_id: jsonInteger(at.site_id),
    product_id: jsonInteger(product.id),
    product_id_str: product.id.toString(),
    sku: product.sku,
    availability: availabilityView(at),
    previous: availabilityView(previous),
    updated_at: formatTime(at.updated_at),
  };
}

/** How many products a category has, and when one of them last changed. */
export interface CategoryCounts {
  readonly count: bigint;
  readonly updated_at: Micros;
}

/** A category with how many products it has, and when they or their number last changed (contract 4). */
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
