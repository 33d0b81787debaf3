import type { Stored } from '../edge/records.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { Micros } from '../kernel/time.ts';

export type {
  ModifierInput,
  OptionSetInput,
  ProductInput,
  SiteProductInput,
  VariantInput,
} from './input.ts';

// The words of the catalogue.

/** Something the company sells or buys. */
export interface Product extends Stored {
  readonly name: string;
  readonly name_folded: string;
  readonly code: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly description: string | null;
  readonly online_description: string | null;
  readonly docket_name: string | null;
  readonly image: string | null;
  readonly tags: readonly string[];
  readonly is_sold: boolean;
  readonly is_purchased: boolean;
  readonly is_inventory: boolean;
  readonly is_modifier: boolean;
  readonly variable_price: boolean;
  readonly min_sell_price: Decimal | null;
  readonly max_sell_price: Decimal | null;
  readonly show_online: boolean;
  readonly measure: Decimal | null;
  readonly unit_of_measure: string | null;
  /** Ids as text, so that those of any size stay exact in JSON. */
  readonly taxes: readonly string[];
  readonly cost_taxes: readonly string[];
  /** The option sets a buyer chooses from, in order; ids as text. */
  readonly option_sets: readonly string[];
  /** The template a variant was made from. */
  readonly variant_parent_id: Id | null;
  /** A template's attributes with their values, or a child's with one value each; sorted. */
  readonly variant_attributes: Attributes;
  /** A child's values as one text: a combination is there once per template. */
  readonly variant_key: string | null;
  readonly deleted: boolean;
}

/** What lists and the variants of a template show of a product. */
export type ListedProduct = Pick<
  Product,
  | keyof Stored
  | 'name'
  | 'code'
  | 'sku'
  | 'barcode'
  | 'description'
  | 'docket_name'
  | 'image'
  | 'tags'
  | 'is_sold'
  | 'is_purchased'
  | 'is_inventory'
  | 'is_modifier'
  | 'show_online'
  | 'variable_price'
  | 'min_sell_price'
  | 'max_sell_price'
  | 'taxes'
  | 'option_sets'
  | 'variant_parent_id'
  | 'variant_attributes'
>;

/** Names with their values, both ascending by code point. */
export type Attributes = readonly (readonly [name: string, values: readonly string[]])[];

/** A choice that products offer: pick between min and max of the options. */
export interface OptionSet extends Stored {
  readonly name: string;
  /** Whether a chosen option may carry No, Extra, Only or On Side. */
  readonly instructions: boolean;
  readonly min_selection: number;
  /** Null: as many as wanted. */
  readonly max_selection: number | null;
  readonly options: readonly SetOption[];
}

/** One option of a set, as stored: whole numbers as text, so that those of any size stay exact in JSON. */
export interface SetOption {
  readonly product_id: string;
  /** Null: what the product costs at the site. */
  readonly price_ex_tax: string | null;
}

/** A modifier that pops up for a product, with its price there. */
export interface AttachedModifier {
  readonly product_id: Id;
  readonly modifier_id: Id;
  /** Null: what the modifier costs at the site. */
  readonly price: EnteredPrice | null;
}

/** A product at a site where it was made available. Null: as the company has it. */
export interface SiteProduct {
  readonly company_id: Id;
  readonly site_id: Id;
  readonly product_id: Id;
  readonly taxes: readonly string[] | null;
  readonly cost_taxes: readonly string[] | null;
  readonly is_inventory: boolean | null;
  readonly show_online: boolean | null;
  readonly is_available: boolean;
  /** How many are left; null = not counted. */
  readonly amount: Decimal | null;
  readonly updated_at: Micros;
}

/** A heading of the menu. */
export interface Category extends Stored {
  readonly name: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly show_online: boolean;
}
