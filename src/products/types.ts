import type { Stored } from '../edge/records.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';

export type { ProductInput, SiteProductInput } from './input.ts';

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
  readonly deleted: boolean;
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
