// What an import brings, whatever it is read from: rows that name everything by SKU, name or code.
import type { Id } from '../kernel/id.ts';
import type { Telling } from '../kernel/words.ts';
import type { PriceInput } from '../products/set-prices.ts';
import type { OptionSetInput, ProductInput, SiteProductInput } from '../products/types.ts';

/** Where a row was read. */
export interface Place {
  readonly file: string;
  /** The line its first cell begins in; 0 when the data has no lines of its own. */
  readonly line: number;
}

/** The mistake of a row, and its remedy. */
export interface Problem extends Place {
  readonly column: string | undefined;
  readonly sentence: Telling;
}

/** An SKU with its price there. */
export interface Priced {
  readonly sku: string;
  /** Null: its own price. */
  readonly price: { readonly amount: bigint; readonly form: 'ex' | 'inc' } | null;
}

/** A product at one site; an empty input makes it available where it was not. */
export interface SitePart {
  readonly site: Id;
  /** The beginning of the names of this site's columns. */
  readonly column: string;
  /** True takes it from the site. */
  readonly remove: boolean;
  readonly input: Pick<SiteProductInput, 'is_inventory' | 'show_online' | 'availability'>;
  /** Codes; null: as the company has it. */
  readonly taxes?: readonly string[] | null | undefined;
  readonly cost_taxes?: readonly string[] | null | undefined;
}

/** The prices of one price list. */
export interface ListPart {
  readonly list: Id;
  readonly column: string;
  readonly input: PriceInput;
}

/** The fields of a product that name other records; a row names them in words. */
type References = 'categories' | 'taxes' | 'cost_taxes' | 'option_sets' | 'variant_parent_id' | 'sku';

/** A product. What is undefined stays as it is. */
export interface ProductRow extends Place {
  readonly sku: string;
  /** The SKU of its template. */
  readonly variant_of?: string | undefined;
  readonly fields: Omit<ProductInput, References>;
  /** The fields that only a new product gets. */
  readonly initial?: Omit<ProductInput, Exclude<References, 'taxes'>>;
  readonly categories?: readonly string[] | undefined;
  /** The categories it is in besides stay. */
  readonly addsCategories?: boolean;
  /** Codes. */
  readonly taxes?: readonly string[] | undefined;
  readonly cost_taxes?: readonly string[] | undefined;
  /** Names; null takes all away. */
  readonly option_sets?: readonly string[] | null | undefined;
  readonly modifiers?: readonly Priced[] | undefined;
  readonly sites?: readonly SitePart[];
  readonly lists?: readonly ListPart[];
}

/** An option set. What is undefined stays as it is. */
export interface SetRow extends Place {
  readonly name: string;
  readonly fields: Omit<OptionSetInput, 'name' | 'options'>;
  /** Prices are without tax. */
  readonly options?: readonly Priced[] | undefined;
}

/** The rows to import, templates and their variants in any order. */
export interface Rows {
  readonly products: readonly ProductRow[];
  readonly sets: readonly SetRow[];
}

/** A row that changes something. */
export interface Effect extends Place {
  readonly kind: 'product' | 'option set';
  /** The SKU, or the name. */
  readonly key: string;
  readonly what: 'created' | 'changed';
  /** The names of what changed; empty for what is new. */
  readonly fields: readonly string[];
}
