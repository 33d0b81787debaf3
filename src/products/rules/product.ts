import { invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { formatDecimal } from '../../kernel/money.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Product, ProductInput, SiteProduct, SiteProductInput } from '../types.ts';
import { isTemplate } from './variants.ts';

function keep<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given;
}

/** Ids as they are stored: as text, each once. */
function asText(ids: readonly Id[] | undefined): string[] | undefined {
  return ids === undefined ? undefined : [...new Set(ids.map(String))];
}

/** A product with the fields that were sent; what was not sent keeps its value (spec: Product). */
export function mergeProduct(before: Product, input: ProductInput): Product {
  return {
    ...before,
    name: keep(input.name, before.name),
    code: keep(input.code, before.code),
    sku: keep(input.sku, before.sku),
    barcode: keep(input.barcode, before.barcode),
    description: keep(input.description, before.description),
    online_description: keep(input.online_description, before.online_description),
    docket_name: keep(input.docket_name, before.docket_name),
    image: keep(input.image, before.image),
    tags: keep(input.tags, before.tags),
    is_sold: keep(input.is_sold, before.is_sold),
    is_purchased: keep(input.is_purchased, before.is_purchased),
    is_inventory: keep(input.is_inventory, before.is_inventory),
    is_modifier: keep(input.is_modifier, before.is_modifier),
    variable_price: keep(input.variable_price, before.variable_price),
    min_sell_price: keep(input.min_sell_price, before.min_sell_price),
    max_sell_price: keep(input.max_sell_price, before.max_sell_price),
    show_online: keep(input.show_online, before.show_online),
    measure: keep(input.measure, before.measure),
    unit_of_measure: keep(input.unit_of_measure, before.unit_of_measure),
    taxes: keep(asText(input.taxes), before.taxes),
    cost_taxes: keep(asText(input.cost_taxes), before.cost_taxes),
    option_sets: input.option_sets === null ? [] : keep(asText(input.option_sets), before.option_sets),
  };
}

/** A new product: defaults, then what was sent. */
export function newProduct(company: Id, id: Id, input: ProductInput, now: Micros): Product {
  const blank: Product = {
    company_id: company,
    id,
    name: '',
    name_folded: '',
    code: null,
    sku: null,
    barcode: null,
    description: null,
    online_description: null,
    docket_name: null,
    image: null,
    tags: [],
    is_sold: true,
    is_purchased: false,
    is_inventory: false,
    is_modifier: false,
    variable_price: false,
    min_sell_price: null,
    max_sell_price: null,
    show_online: false,
    measure: null,
    unit_of_measure: null,
    taxes: [],
    cost_taxes: [],
    option_sets: [],
    variant_parent_id: null,
    variant_attributes: [],
    variant_key: null,
    deleted: false,
    created_at: now,
    updated_at: now,
  };
  return mergeProduct(blank, input);
}

/** A product just made available at a site: nothing overridden, not counted. */
export function newSiteProduct(company: Id, site: Id, product: Id, now: Micros): SiteProduct {
  return {
    company_id: company,
    site_id: site,
    product_id: product,
    taxes: null,
    cost_taxes: null,
    is_inventory: null,
    show_online: null,
    is_available: true,
    amount: null,
    updated_at: now,
  };
}

/** A product at a site with what was sent; null there means as the company has it. */
export function mergeSiteProduct(before: SiteProduct, input: SiteProductInput, now: Micros): SiteProduct {
  const { is_available = before.is_available, amount = before.amount } = input.availability ?? {};
  return {
    ...before,
    taxes: input.taxes === null ? null : keep<readonly string[] | null>(asText(input.taxes), before.taxes),
    cost_taxes:
      input.cost_taxes === null
        ? null
        : keep<readonly string[] | null>(asText(input.cost_taxes), before.cost_taxes),
    is_inventory: keep(input.is_inventory, before.is_inventory),
    show_online: keep(input.show_online, before.show_online),
    is_available,
    amount,
    updated_at: now,
  };
}

/** Refuses what a product cannot be as a whole, naming what was sent. */
export function checkProduct(product: Product, input: ProductInput): void {
  if (product.is_modifier && isTemplate(product)) {
    throw input.is_modifier === true
      ? invalid('is_modifier', 'cannot be true on a product that has variants.')
      : invalid('variant_attributes', 'cannot be set on a modifier.');
  }
  checkBounds(product, input);
}

/** Refuses price bounds that cross, naming the one that was sent. */
function checkBounds(product: Product, input: ProductInput): void {
  const { min_sell_price: min, max_sell_price: max } = product;
  if (min === null || max === null || min <= max) return;
  if (input.min_sell_price === undefined) {
    throw invalid('max_sell_price', `must not be below min_sell_price, which is ${formatDecimal(min)}.`);
  }
  throw invalid('min_sell_price', `must not be above max_sell_price, which is ${formatDecimal(max)}.`);
}
