// The records of the catalogue as the screens read them.

import type { Amount, Id } from '../../shared/json.ts';
import type { Entity } from '../../shared/records.ts';

export interface Ref {
  readonly id: Id;
  readonly id_str: Id;
  readonly name: string;
}

export interface Availability {
  readonly is_available: boolean;
  /** Null: not counted. */
  readonly amount: Amount | null;
}

/** A template shows lists of values, a variant one value each. */
export type AttributeView = Readonly<Record<string, string | readonly string[]>>;

/** A product as lists show it; what is optional has to be asked for by `fields`. */
export interface ListedProduct extends Entity {
  readonly name: string;
  readonly code: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly is_sold: boolean;
  readonly is_purchased: boolean;
  readonly is_inventory: boolean;
  readonly is_modifier: boolean;
  readonly show_online: boolean;
  readonly image?: string | null;
  readonly categories?: readonly Ref[];
  readonly option_sets?: readonly SetHead[];
  /** At a site one, at company level one of each site that has the product. */
  readonly availability?: Availability | readonly (Availability & { readonly site_id: Id })[];
  readonly unit_price?: Amount | null;
  readonly unit_price_ex_tax?: Amount | null;
  readonly variant_parent_id?: Id | null;
  readonly variant_attributes?: AttributeView;
}

export interface Prices {
  readonly unit_price: Amount | null;
  readonly unit_price_ex_tax: Amount | null;
  readonly cost_price: Amount | null;
  readonly cost_price_ex_tax: Amount | null;
}

/** A variant as its template shows it. */
export interface VariantHead extends Ref {
  readonly sku: string | null;
  readonly variant_attributes: Readonly<Record<string, string>>;
}

/** A product at one site. */
export interface AtSite extends Ref, Prices {
  readonly taxes: readonly Amount[];
  readonly cost_taxes: readonly Amount[];
  readonly is_inventory: boolean;
  readonly show_online: boolean;
  readonly availability: Availability;
}

/** GET /products/<id> */
export interface Product extends Entity, Prices {
  readonly name: string;
  readonly code: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly docket_name: string | null;
  readonly description: string | null;
  readonly online_description: string | null;
  readonly image: string | null;
  readonly tags: readonly string[];
  readonly is_sold: boolean;
  readonly is_purchased: boolean;
  readonly is_inventory: boolean;
  readonly is_modifier: boolean;
  readonly show_online: boolean;
  readonly variable_price: boolean;
  readonly min_sell_price: Amount | null;
  readonly max_sell_price: Amount | null;
  readonly measure: Amount | null;
  readonly unit_of_measure: string | null;
  readonly categories: readonly Ref[];
  readonly option_sets: readonly SetHead[];
  readonly variants: readonly VariantHead[];
  readonly variant_parent_id: Id | null;
  readonly variant_attributes: AttributeView;
  readonly taxes: readonly Amount[];
  readonly cost_taxes: readonly Amount[];
  readonly sites: readonly AtSite[];
}

/** GET /sites/<s>/products/<id> */
export interface SiteProduct extends Prices {
  readonly id_str: Id;
  readonly is_inventory: boolean;
  readonly show_online: boolean;
  readonly taxes: readonly Amount[];
  readonly cost_taxes: readonly Amount[];
  readonly availability: Availability;
}

export interface SetHead extends Ref {
  readonly instructions: boolean;
  readonly min_selection: number;
  readonly max_selection: number | null;
}

export interface OptionSet extends Entity {
  readonly name: string;
  readonly instructions: boolean;
  readonly min_selection: number;
  readonly max_selection: number | null;
  readonly options: readonly {
    readonly product_id: Id;
    readonly product_id_str: Id;
    readonly price_ex_tax: Amount | null;
  }[];
}

export interface Category extends Entity {
  readonly name: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly show_online: boolean;
  readonly products: { readonly count: number };
}

export interface Tax extends Entity {
  readonly code: string;
  readonly name: string;
  readonly rate: Amount;
}

export interface PriceList extends Entity {
  readonly name: string;
  readonly parent_id: Id | null;
  readonly products: readonly (Ref & {
    readonly unit_price: Amount;
    readonly unit_price_ex_tax: Amount;
  })[];
}
