import { accepted } from '../edge/records.ts';
import { sentence } from '../kernel/words.ts';
import { bodies } from '../shape/bodies.ts';
import { refuse, type z } from '../shape/reads.ts';
import {
  ATTACHED_MODIFIERS,
  CATEGORY,
  CATEGORY_PRODUCTS,
  OPTION_SET,
  SET_PRICE,
  SET_PRICES,
} from './shape/menu.ts';
import { CHANGED_AT_SITE, CREATED_AT_SITE, PRODUCT } from './shape/product.ts';

/** A child of a template may be named after it; every other product needs a name. */
function needsName<T extends { name?: string | undefined; variant_parent_id?: bigint | null | undefined }>(
  schema: z.ZodType<T>,
): z.ZodType<T> {
  return schema.superRefine((body, context) => {
    if (body.name !== undefined || (body.variant_parent_id ?? null) !== null) return;
    refuse(context, sentence('is required.'), ['name']);
  });
}

/** PUT /products/<id> */
export const productUpdate = bodies(PRODUCT).update;
/** POST /products */
export const productCreate = needsName(bodies(PRODUCT).create);
/** POST /sites/<s>/products */
export const productCreateAtSite = needsName(bodies(CREATED_AT_SITE).create);
/** PUT /sites/<s>/products/<id>: what holds at the site alone; null means as the company has it. */
export const siteProductUpdate = bodies(CHANGED_AT_SITE).update;

export type ProductInput = z.output<typeof productUpdate>;
export type SiteProductInput = z.output<typeof siteProductUpdate>;

/** PUT /optionsets/<id>: a list of options replaces the one before. */
export const optionSetUpdate = bodies(OPTION_SET).update;
export type OptionSetInput = z.output<typeof optionSetUpdate>;

export const CATEGORIES = accepted(CATEGORY);

/** PUT /products/<id>/modifiers */
export const modifierList = bodies(ATTACHED_MODIFIERS).create;
export type ModifierInput = z.output<typeof modifierList>['modifiers'][number];

/** PUT /categories/<id>/products */
export const categoryProducts = bodies(CATEGORY_PRODUCTS).create;

/** PUT /price_lists/<l>/products/<p> */
export const listedPrice = bodies(SET_PRICE).update;
/** PUT /price_lists/<l>/products */
export const listedPrices = bodies(SET_PRICES).create;
