import { decimal, flag, id, name, text, url, whole, z } from '../edge/input.ts';
import { ONE } from '../kernel/money.ts';

const idOrRecord = z.union([id, z.object({ id }).transform((record) => record.id)], {
  error: 'must be an id, or an object with an id.',
});
const idList = z.array(idOrRecord).max(200);

/** The largest price; with taxes on top it still is a number that can be sent back. */
const LARGEST_PRICE = 1_000_000_000n * ONE;
/** Prices are never negative; up to 8 decimals (reference: money.1). */
const price = decimal({ places: 8, min: 0n, max: LARGEST_PRICE });
/** How much of something there is. */
const quantity = decimal({ places: 4, min: 0n });

/** The units of measure, whatever their case (reference: products.2). */
const unit = text(10)
  .transform((value) => value.toLowerCase())
  .refine((value) => ['ml', 'l', 'g', 'kg', 'unit'].includes(value), {
    message: 'must be one of ml, l, g, kg, unit.',
  })
  .meta({ examples: ['kg'] });

/** A picture: its address, or the picture itself as a data URL (checked where it is stored). */
const image = z.union([url, z.string().startsWith('data:')], {
  error: 'must be an http or https address, or a picture as a data URL.',
});

const attributeName = name(100);
/** Attributes of a template (lists of values) or of a child (one value each); see rules/variants.ts. */
const attributes = z.record(attributeName, z.union([name(100), z.array(name(100)).max(200)]), {
  error: 'must be an object of attribute names with their values.',
});

const company = z.object({
  name: name(),
  code: text(100).nullable(),
  sku: text(100).nullable(),
  barcode: text(100).nullable(),
  description: text(10_000).nullable(),
  online_description: text(2000).nullable(),
  docket_name: text(255).nullable(),
  image: image.nullable(),
  tags: z
    .array(name(100))
    .max(100)
    .transform((list) => [...new Set(list)]),
  is_sold: flag,
  is_purchased: flag,
  is_inventory: flag,
  is_modifier: flag,
  variable_price: flag,
  min_sell_price: price.nullable(),
  max_sell_price: price.nullable(),
  show_online: flag,
  measure: quantity.nullable(),
  unit_of_measure: unit.nullable(),
  taxes: idList,
  cost_taxes: idList,
  categories: idList,
  option_sets: z.array(idOrRecord).max(50).nullable(),
  variant_attributes: attributes.nullable(),
  unit_price: price.nullable(),
  unit_price_ex_tax: price.nullable(),
  cost_price: price.nullable(),
  cost_price_ex_tax: price.nullable(),
});

const atSite = {
  availability: z.object({
    is_available: flag.optional(),
    /** How many are left; null = not counted. */
    amount: quantity.nullish(),
  }),
};

/** PUT /products/<id> */
export const productUpdate = company.extend({ variant_parent_id: id.nullable() }).partial();
/** POST /products: a child of a template may be named after it. */
export const productCreate = productUpdate.superRefine((body, context) => {
  if (body.name !== undefined || (body.variant_parent_id ?? null) !== null) return;
  context.addIssue({ code: 'custom', path: ['name'], message: 'is required.' });
});
/** POST /sites/<s>/products */
export const productCreateAtSite = productCreate.safeExtend(z.object(atSite).partial().shape);
/** PUT /sites/<s>/products/<id>: what holds at the site alone; null means as the company has it. */
export const siteProductUpdate = z
  .object({
    taxes: idList.nullable(),
    cost_taxes: idList.nullable(),
    is_inventory: flag.nullable(),
    show_online: flag.nullable(),
  })
  .extend(
    company.pick({ unit_price: true, unit_price_ex_tax: true, cost_price: true, cost_price_ex_tax: true })
      .shape,
  )
  .extend(atSite)
  .partial();

export type ProductInput = z.output<typeof productUpdate>;
export type VariantInput = z.output<typeof attributes>;
export type SiteProductInput = z.output<typeof siteProductUpdate>;

const optionSet = z.object({
  name: name(64),
  instructions: flag,
  min_selection: whole(0, 1000),
  max_selection: whole(1, 1000).nullable(),
  options: z
    .array(z.object({ product_id: id, price_ex_tax: price.nullish() }))
    .min(1)
    .max(500),
});
/** PUT /optionsets/<id>: a list of options replaces the one before. */
export const optionSetUpdate = optionSet.partial();
/** POST /optionsets */
export const optionSetCreate = optionSetUpdate.required({ name: true, options: true });
export type OptionSetInput = z.output<typeof optionSetUpdate>;

const modifier = z
  .object({ id, unit_price: price.nullable(), unit_price_ex_tax: price.nullable() })
  .partial({ unit_price: true, unit_price_ex_tax: true });
/** PUT /products/<id>/modifiers: the whole list, in the order in which they pop up. */
export const modifierList = z.object({ modifiers: z.array(modifier).max(200) });
export type ModifierInput = z.output<typeof modifier>;

const category = z.object({
  name: name(),
  description: text(2000).nullable(),
  image: url.nullable(),
  show_online: flag,
});
export const categoryUpdate = category.partial();
export const categoryCreate = categoryUpdate.required({ name: true });
/** PUT /categories/<id>/products */
export const categoryProducts = z.object({ product_ids: z.array(id).min(1).max(5000) });
