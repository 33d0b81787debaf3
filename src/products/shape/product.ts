import { picture, TAX } from '../../company/shape.ts';
import type { Id } from '../../kernel/id.ts';
import { jsonInteger } from '../../kernel/json.ts';
import { ONE } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import { bodies } from '../../shape/bodies.ts';
import {
  decimal,
  flag,
  id,
  idText,
  list,
  name,
  oneOf,
  orNull,
  readBy,
  text,
  time,
  whole,
  words,
} from '../../shape/kinds.ts';
import { of, viewOf } from '../../shape/nested.ts';
import * as reads from '../../shape/reads.ts';
import { because, z } from '../../shape/reads.ts';
import { IDS, NAMED, NOTED, OWNER, STAMPS } from '../../shape/records.ts';
import {
  derived,
  field,
  fixed,
  hidden,
  type Kind,
  onAsking,
  part,
  type Stored,
  sent,
  shape,
} from '../../shape/shape.ts';
import { initialValues } from '../../shape/state.ts';
import { recordWithId } from '../../shape/twins.ts';
import { UNITS } from '../rules/units.ts';
import { attributes, shownAttributes } from './attributes.ts';
import { TIMED_PRICE } from './timed-price.ts';

// Products, field by field (docs/changing.md).

/** An id, or an object with one, as records show each other. */
const reference = z.union([reads.id, recordWithId('The id of the record.')], {
  error: because(sentence('must be an id, or an object with an id.')),
});
const references = (max: number) => z.array(reference).max(max);

/** Ids that lie in a row as text, so that those of any size stay exact in JSON. */
function idTexts(max: number): Kind<readonly string[], Id[], readonly string[]> {
  return {
    schema: { type: 'array', items: { type: 'integer', format: 'int64' } },
    show: { toJson: (texts) => texts.map((each) => jsonInteger(BigInt(each))) },
    shapes: [],
    reads: references(max),
    column: 'json',
    state: undefined,
    twin: list(words),
  };
}

/** The largest price; with taxes on top it still is a number that can be sent back. */
const LARGEST_PRICE = 1_000_000_000n * ONE;
/** Prices are never negative; up to 8 decimals (reference: money.1). */
export const price = decimal({ places: 8, min: 0n, max: LARGEST_PRICE });
/** How much of something there is. */
const quantity = decimal({ places: 4, min: 0n });

/** The units of measure; case does not matter (reference: products.2, products.38). */
const unit = readBy(
  text(10),
  reads
    .text(10)
    .transform((value) => value.toLowerCase())
    .refine((value) => UNITS.some((unit) => unit === value), {
      error: because(sentence('must be one of {values}.', { values: UNITS.join(', ') })),
    })
    .meta({ pattern: '^([mM]?[lL]|[kK]?[gG]|[oO][zZ]|[lL][bB]|[uU][nN][iI][tT])$', examples: ['kg'] }),
);

/** Whether and how many there are of a product at a site (reference: products.7). */
const AVAILABILITY = shape('Availability', 'Whether a product can be sold at a site.', {
  is_available: field(flag, 'Whether it can be.', { initially: true }),
  amount: field(orNull(quantity), 'How many are left; null is not counted.'),
});
const availability = readBy(of(AVAILABILITY), bodies(AVAILABILITY).update);

const CATEGORY_NAME = part('A category.', { ...IDS, name: fixed(words, 'Its name.') });

/** The selection of an option set. */
export const SELECTION = {
  instructions: field(flag, 'Whether No, Extra, Only and On Side can be asked for.', { initially: false }),
  min_selection: field(whole(0, 1000), 'How many options have to be chosen.', { initially: 0 }),
  max_selection: field(orNull(whole(1, 1000)), 'How many can be; null is any number.'),
};

const OFFERED_SET = part('An option set.', { ...IDS, name: fixed(words, 'Its name.'), ...SELECTION });

/** The attributes of a variant: one value each. */
type ValueOfEach = Readonly<Record<string, string>>;

const VARIANT = part('A variant.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  sku: fixed(orNull(words), 'Its stock keeping unit.'),
  variant_attributes: fixed(
    attributes as unknown as Kind<ValueOfEach, unknown, ValueOfEach>,
    'Its value of each attribute.',
  ),
});

/** The fields that lists always show of a product. */
const SHORT = {
  ...IDS,
  name: field(name(), 'The name; a new product needs one, a variant is named after its template without.', {
    initially: '',
    lasting: true,
  }),
  number: field(orNull(text(100)), 'A number of your own.'),
  code: field(orNull(text(100)), 'A short name of your own.'),
  sku: field(orNull(text(100)), 'The stock keeping unit.'),
  barcode: field(orNull(text(100)), 'The barcode.'),
  description: field(orNull(text(10_000)), 'For internal use.'),
  tags: field(
    readBy(
      list(name(100), 100),
      z
        .array(reads.name(100))
        .max(100)
        .transform((all) => [...new Set(all)]),
    ),
    'Words it is filed under.',
    { initially: [] },
  ),
  is_sold: field(flag, 'Whether it is sold.', { initially: true }),
  is_purchased: field(flag, 'Whether it is bought.', { initially: false }),
  is_inventory: field(flag, 'Whether it is kept in stock.', { initially: false }),
  is_modifier: field(flag, 'Whether it is a modifier of other products.', { initially: false }),
  show_online: field(flag, 'Whether sites that show products online show it.', { initially: false }),
  ...NAMED,
  ...NOTED,
  deleted: fixed(flag, 'Whether it was deleted.', { initially: false }),
  ...STAMPS,
};

const PRICES = {
  unit_price: sent(
    orNull(price),
    'The price with tax. One of the two prices is needed for a new product, and is kept in the form it was sent in.',
    { shows: orNull(decimal()) },
  ),
  unit_price_ex_tax: sent(orNull(price), 'The price without tax.', { shows: orNull(decimal()) }),
  unit_tax: derived(orNull(decimal()), 'The tax in the price.'),
};
const COSTS = {
  cost_price: sent(orNull(price), 'The cost, with tax.', { shows: orNull(decimal()) }),
  cost_price_ex_tax: sent(orNull(price), 'The cost, without tax.', { shows: orNull(decimal()) }),
};

const priceForm = orNull(oneOf(['ex', 'inc']));
const PRICE_FORM = 'Whether the price was entered without or with tax.';

const POP_UP = part('A modifier.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  unit_price: fixed(orNull(decimal()), 'The price there with tax; null is its own price.'),
  unit_price_ex_tax: fixed(orNull(decimal()), 'The same without tax.'),
  price_form: fixed(priceForm, PRICE_FORM),
});

/** The fields that a product shows for the company alone. */
const REST = {
  online_description: field(orNull(text(2000)), 'Shown to customers online.'),
  docket_name: field(orNull(text(255)), 'Printed on the docket instead of the name.'),
  image: field(
    orNull(picture),
    'The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is kept.',
    { shows: orNull(words) },
  ),
  variable_price: field(flag, 'Whether the register always asks for a price.', { initially: false }),
  min_sell_price: field(orNull(price), 'The least price it takes then.'),
  max_sell_price: field(orNull(price), 'The highest.'),
  measure: field(orNull(quantity), 'How much of its unit one of it is.'),
  unit_of_measure: field(orNull(unit), 'unit, g, kg, oz, lb, ml or l.'),
  low_stock: field(
    orNull(quantity),
    'At how many left at a site `products/stock_low` is told; null is never.',
  ),
  categories: sent(
    readBy(list(id, 200), references(200)),
    'The categories it is in; sent as ids or objects with an id, they replace those before.',
    { shows: list(of(CATEGORY_NAME), 200), unset: [] },
  ),
  option_sets: field(
    readBy(idTexts(50), references(50).nullable()),
    'The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those before.',
    { initially: [], shows: list(of(OFFERED_SET), 50) },
  ),
  variants: derived(list(of(VARIANT), 1000), 'The variants of a template.'),
  modifiers: derived(list(of(POP_UP), 200), 'The modifiers that pop up when it is sold, in their order.'),
  variant_parent_id: field(orNull(id), 'The template it is a variant of.'),
  variant_attributes: field(
    attributes,
    'Of a template its attributes with all their values, of a variant one value each; empty for other products.',
    { initially: [], shows: shownAttributes },
  ),
  ...PRICES,
  ...COSTS,
  taxes: field(
    idTexts(200),
    'The ids of its taxes, sent as ids or objects with an id; none means tax free.',
    {
      initially: [],
    },
  ),
  cost_taxes: field(idTexts(200), 'The ids of the taxes on its cost.', { initially: [] }),
};

/** The fields of a product at one site. */
const AT_SITE = {
  ...PRICES,
  ...COSTS,
  taxes: derived(idTexts(200), REST.taxes.words),
  cost_taxes: derived(idTexts(200), REST.cost_taxes.words),
  is_inventory: derived(flag, 'Whether it is kept in stock there.'),
  show_online: derived(flag, 'Whether it is shown online there.'),
  availability: derived(of(AVAILABILITY), 'Whether and how many there are.'),
  stock: derived(orNull(decimal()), 'How many are left, as its availability has it; null is not counted.'),
};

export const PRODUCT_SITE = part('A site that has it.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  ...AT_SITE,
});

/** A product: a good or a service that the company sells or buys. */
export const PRODUCT = shape('Product', 'A product with the sites it was made available at.', {
  ...SHORT,
  ...REST,
  sites: derived(list(viewOf(PRODUCT_SITE)), 'The values at each site that has it.'),
  ...OWNER,
  name_folded: hidden(text(1000), 'The name as searches compare it: without case.', { initially: '' }),
  found_by: hidden(text(4000), 'Its name, stock keeping unit and barcode as searches compare them.', {
    initially: '',
  }),
  variant_key: hidden(
    orNull(words),
    "A variant's values as one text: a combination is there once per template.",
  ),
});
export interface Product extends Stored<typeof PRODUCT> {}

/** A product's row: what lists show of it lies beside it, as text. */
export const PRODUCT_ROW = part('A product as it is stored.', {
  ...PRODUCT.fields,
  listed_form: hidden(words, 'Which version of the service rendered it.'),
  listed_at: hidden(time, 'The last change that it shows.'),
  listed: hidden(words, 'Its text in lists.'),
});

/** A tax where a product shows its taxes whole (reference: products.33). */
export const PRODUCT_TAX = shape('ProductTax', 'A tax of a product.', {
  ...IDS,
  name: TAX.fields.name,
  rate: TAX.fields.rate,
});
const taxesWhole = derived(list(viewOf(PRODUCT_TAX)), 'Its taxes; none means tax free.');

/** A site of a product that shows its taxes whole. */
export const TAXED_PRODUCT_SITE = part('A site that has it, with the taxes there.', {
  ...PRODUCT_SITE.fields,
  taxes: taxesWhole,
});

/** A product that shows its taxes whole. */
export const TAXED_PRODUCT = shape('TaxedProduct', 'A product with its taxes: `fields=taxes`.', {
  ...SHORT,
  ...REST,
  taxes: taxesWhole,
  sites: derived(list(viewOf(TAXED_PRODUCT_SITE)), 'The values at each site that has it.'),
});

/** A product as it is at one site. */
export const SITE_PRODUCT = shape('SiteProduct', 'A product as it is at one site.', {
  ...SHORT,
  ...REST,
  site_id: derived(id, 'The site.'),
  ...AT_SITE,
});

/** The same with its taxes whole. */
export const TAXED_SITE_PRODUCT = shape(
  'TaxedSiteProduct',
  'A product as it is at one site, with its taxes there: `fields=taxes`.',
  { ...SITE_PRODUCT.fields, taxes: taxesWhole },
);

/** The fields of a body that makes a product at a site. */
export const CREATED_AT_SITE = part('A product with what holds at the site.', {
  ...PRODUCT.fields,
  availability: sent(availability, 'Whether and how many there are.', { unset: initialValues(AVAILABILITY) }),
});

/** The fields of a body for a product at a site: null means the company's value. */
export const CHANGED_AT_SITE = part('The values at the site.', {
  taxes: sent(orNull(idTexts(200)), REST.taxes.words),
  cost_taxes: sent(orNull(idTexts(200)), REST.cost_taxes.words),
  is_inventory: sent(orNull(flag), 'Whether it is kept in stock there.'),
  show_online: sent(orNull(flag), 'Whether it is shown online there.'),
  ...PRICES,
  ...COSTS,
  availability: sent(availability, 'Whether and how many there are.', { unset: initialValues(AVAILABILITY) }),
});

const SITE_AVAILABILITY = part('A site.', {
  site_id: fixed(id, 'The site.'),
  is_available: fixed(flag, 'Whether it can be sold there.'),
  amount: fixed(orNull(quantity), 'How many are left; null is not counted.'),
});

/** The availability of a product in a list (reference: products.29). */
const LISTED_AVAILABILITY = shape(
  'ListedAvailability',
  'Whether and how many there are of a product at the sites that a list is about.',
  {
    is_available: fixed(flag, 'Whether it can be sold at one of them.'),
    amount: fixed(orNull(quantity), 'How many are left at all of them; null where one does not count.'),
    sites: fixed(list(of(SITE_AVAILABILITY), 1000), 'Each of them; in a list of a site that one.'),
  },
);

/** The extra data that a list shows of a product when it is asked for (reference: products.19). */
const EXTRA = {
  image: onAsking(REST.image),
  docket_name: onAsking(REST.docket_name),
  categories: onAsking(REST.categories),
  option_sets: onAsking(REST.option_sets),
  variants: onAsking(REST.variants),
  variant_parent_id: onAsking(REST.variant_parent_id),
  variant_attributes: onAsking(REST.variant_attributes),
  unit_price: onAsking(PRICES.unit_price),
  unit_price_ex_tax: onAsking(PRICES.unit_price_ex_tax),
  unit_tax: onAsking(PRICES.unit_tax),
  taxes: derived(taxesWhole.kind, taxesWhole.words, { sometimes: true }),
  price_form: derived(priceForm, PRICE_FORM, { sometimes: true }),
  variable_price: onAsking(REST.variable_price),
  min_sell_price: onAsking(REST.min_sell_price),
  max_sell_price: onAsking(REST.max_sell_price),
  modifiers: onAsking(REST.modifiers),
  timed_prices: derived(
    list(of(TIMED_PRICE), 1000),
    'In a list of a site, where it has any: its prices on lists with times or types of orders, the one that goes first at the beginning.',
    { sometimes: true },
  ),
  availability: derived(of(LISTED_AVAILABILITY), 'Whether and how many there are.', { sometimes: true }),
};

export const LISTED_PRODUCT = shape(
  'ListedProduct',
  'A product as lists show it; the query parameter `fields` adds the rest.',
  {
    ...SHORT,
    is_inventory: derived(flag, 'Whether it is kept in stock.'),
    show_online: derived(flag, 'Whether sites that show products online show it.'),
    ...EXTRA,
  },
);

/** The columns that are read of products in lists and of the variants of a template. */
export const LISTED_ROW = part('A product as lists need it.', {
  ...SHORT,
  ...OWNER,
  docket_name: REST.docket_name,
  image: REST.image,
  variable_price: REST.variable_price,
  min_sell_price: REST.min_sell_price,
  max_sell_price: REST.max_sell_price,
  taxes: REST.taxes,
  option_sets: REST.option_sets,
  variant_parent_id: REST.variant_parent_id,
  variant_attributes: REST.variant_attributes,
});
export interface ListedProduct extends Stored<typeof LISTED_ROW> {}

/** The payload of products/availability (reference: events.9). */
export const AVAILABILITY_CHANGE = shape(
  'AvailabilityChange',
  'A change of whether and how many there are of a product at a site.',
  {
    company_id: fixed(id, 'The company.'),
    site_id: fixed(id, 'The site.'),
    product_id: fixed(id, 'The product.'),
    sku: fixed(orNull(words), 'Its stock keeping unit.'),
    availability: derived(of(AVAILABILITY), 'As it is now.'),
    previous: derived(of(AVAILABILITY), 'As it was.'),
    updated_at: fixed(time, 'When it changed.'),
    is_available: hidden(flag, 'Whether it can be sold.'),
    amount: hidden(orNull(quantity), 'How many are left.'),
  },
);
/** The payload of an availability event, about a product at a site. */
export interface Availability extends Stored<typeof AVAILABILITY_CHANGE> {}

export const INVENTORY_ITEM = shape('InventoryItem', 'A product that is counted at a site.', {
  id: fixed(id, 'The product.'),
  id_str: derived(idText, 'The same as text.', { from: 'id' }),
  stock: fixed(decimal(), 'How many are left.'),
});
