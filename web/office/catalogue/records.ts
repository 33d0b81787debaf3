// The records of the catalogue as the screens read them.

import type { PRICE_LIST, TAX } from '#src/company/shape.ts';
import type { CATEGORY, OPTION_SET } from '#src/products/shape/menu.ts';
import type { AVAILABILITY, LISTED_PRODUCT, PRODUCT, SITE_PRODUCT } from '#src/products/shape/product.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import type { Id } from '../../shared/json.ts';

/** A record that another one names. */
export interface Ref {
  readonly id: Id;
  readonly id_str: Id;
  readonly name: string;
}

export type Availability = OnScreen<typeof AVAILABILITY>;
/** A product as lists show it; optional parts have to be asked for by `fields`. */
export type ListedProduct = OnScreen<typeof LISTED_PRODUCT>;
/** GET /products/<id> */
export type Product = OnScreen<typeof PRODUCT>;
/** A template shows lists of values, a variant one value each. */
export type AttributeView = Product['variant_attributes'];
export type Prices = Pick<Product, 'unit_price' | 'unit_price_ex_tax' | 'cost_price' | 'cost_price_ex_tax'>;
/** A variant as its template shows it. */
export type VariantHead = Product['variants'][number];
/** A product at one site. */
export type AtSite = Product['sites'][number];
/** GET /sites/<s>/products/<id> */
export type SiteProduct = OnScreen<typeof SITE_PRODUCT>;
export type SetHead = Product['option_sets'][number];
export type OptionSet = OnScreen<typeof OPTION_SET>;
export type Category = OnScreen<typeof CATEGORY>;
export type Tax = OnScreen<typeof TAX>;
export type PriceList = OnScreen<typeof PRICE_LIST>;
