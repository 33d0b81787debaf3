import type { Author } from '../kernel/author.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { Micros } from '../kernel/time.ts';

export type { ModifierInput, OptionSetInput, ProductInput, SiteProductInput } from './input.ts';
export type { Attributes, VariantInput } from './shape/attributes.ts';
export type { Category, OptionSet, SetOption } from './shape/menu.ts';
export type { Availability, ListedProduct, Product } from './shape/product.ts';

/** The company of a changed product, and the time of the change. */
export type CatalogueAuthor = Pick<Author, 'company' | 'now'>;

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
