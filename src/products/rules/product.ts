import { invalid } from '../../kernel/errors.ts';
import { withGiven } from '../../kernel/given.ts';
import type { Id } from '../../kernel/id.ts';
import { mergeMetadata } from '../../kernel/metadata.ts';
import { formatDecimal } from '../../kernel/money.ts';
import type { Micros } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import type { Product, ProductInput, SiteProduct, SiteProductInput } from '../types.ts';
import { isTemplate } from './variants.ts';

/** The fields that a site may have otherwise than the company (reference: products.9). */
type CompanyValues = Pick<Product, 'taxes' | 'cost_taxes' | 'is_inventory' | 'show_online'>;

function keep<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given;
}

/** Ids as they are stored: as text, each once. */
function asText(ids: readonly Id[] | undefined): string[] | undefined {
  return ids === undefined ? undefined : [...new Set(ids.map(String))];
}

/** A product with the fields that were sent; the others keep their values (reference: products.1). */
export function mergeProduct(before: Product, input: ProductInput): Product {
  const { taxes, cost_taxes, option_sets, metadata, external_id: _name, ...others } = input;
  // Categories and prices are rows of their own; rules/variants.ts decides about templates and variants.
  const { categories: _in, variant_attributes: _with, variant_parent_id: _of, ...rest } = others;
  const {
    unit_price: _inc,
    unit_price_ex_tax: _ex,
    cost_price: _cost,
    cost_price_ex_tax: _bare,
    ...fields
  } = rest;
  return {
    ...withGiven(before, fields),
    metadata: mergeMetadata(before.metadata, metadata),
    taxes: keep(asText(taxes), before.taxes),
    cost_taxes: keep(asText(cost_taxes), before.cost_taxes),
    option_sets: option_sets === null ? [] : keep(asText(option_sets), before.option_sets),
  };
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

/** A body without what the site has from the company already: sent back as it was read, it makes nothing its own. */
export function withoutCompanyValues(
  input: SiteProductInput,
  before: SiteProduct,
  product: CompanyValues,
): SiteProductInput {
  const { taxes, cost_taxes: costs, is_inventory: counted, show_online: online, ...rest } = input;
  const isSame = (
    ids: readonly Id[] | null | undefined,
    own: readonly string[] | null,
    theirs: readonly string[],
  ) => own === null && String(asText(ids ?? undefined)) === String(theirs);
  return {
    ...rest,
    taxes: isSame(taxes, before.taxes, product.taxes) ? undefined : taxes,
    cost_taxes: isSame(costs, before.cost_taxes, product.cost_taxes) ? undefined : costs,
    is_inventory: before.is_inventory === null && counted === product.is_inventory ? undefined : counted,
    show_online: before.show_online === null && online === product.show_online ? undefined : online,
  };
}

/** A product at a site with the fields that were sent; null means the company's value. */
export function mergeSiteProduct(before: SiteProduct, input: SiteProductInput, now: Micros): SiteProduct {
  const { taxes, cost_taxes, availability = {}, ...others } = input;
  const {
    unit_price: _inc,
    unit_price_ex_tax: _ex,
    cost_price: _cost,
    cost_price_ex_tax: _bare,
    ...fields
  } = others;
  const here = withGiven(withGiven(before, fields), availability);
  return {
    ...here,
    taxes: taxes === null ? null : keep<readonly string[] | null>(asText(taxes), before.taxes),
    cost_taxes:
      cost_taxes === null ? null : keep<readonly string[] | null>(asText(cost_taxes), before.cost_taxes),
    updated_at: now,
  };
}

/** Refuses combinations of fields that a product cannot have, naming one that was sent. */
export function checkProduct(product: Product, input: ProductInput): void {
  if (product.is_modifier && isTemplate(product)) {
    throw input.is_modifier === true
      ? invalid('is_modifier', sentence('cannot be true on a product that has variants.'))
      : invalid('variant_attributes', sentence('cannot be set on a modifier.'));
  }
  checkBounds(product, input);
}

/** Refuses price bounds that cross, naming the one that was sent. */
function checkBounds(product: Product, input: ProductInput): void {
  const { min_sell_price: min, max_sell_price: max } = product;
  if (min === null || max === null || min <= max) return;
  if (input.min_sell_price === undefined) {
    throw invalid(
      'max_sell_price',
      sentence('must not be below min_sell_price, which is {min}.', { min: formatDecimal(min) }),
    );
  }
  throw invalid(
    'min_sell_price',
    sentence('must not be above max_sell_price, which is {max}.', { max: formatDecimal(max) }),
  );
}
