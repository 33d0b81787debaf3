import { bodies } from '../../shape/bodies.ts';
import {
  count,
  decimal,
  flag,
  id,
  list,
  name,
  oneOf,
  orNull,
  readBy,
  text,
  time,
  url,
  withoutTwin,
  words,
} from '../../shape/kinds.ts';
import { of } from '../../shape/nested.ts';
import { z } from '../../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../../shape/records.ts';
import { derived, field, fixed, part, type Stored, sent, shape } from '../../shape/shape.ts';

import { price, SELECTION } from './product.ts';

// Categories, option sets and the modifiers that pop up, field by field.

const COUNTS = part('Its products.', {
  count: fixed(count, 'How many there are.'),
  updated_at: fixed(orNull(time), 'When one of them, or their number, last changed.'),
});

/** A heading of the menu. */
export const CATEGORY = shape('Category', 'A category of products.', {
  ...IDS,
  name: field(name(), 'The name.', { needed: true }),
  description: field(orNull(text(2000)), 'A description of its content.'),
  image: field(orNull(url), 'The address of its picture.'),
  show_online: field(flag, 'Whether sites that show products online show it.', { initially: true }),
  products: derived(of(COUNTS), 'Its products.'),
  ...STAMPS,
  ...OWNER,
});
export interface Category extends Stored<typeof CATEGORY> {}

/** PUT /categories/<id>/products */
export const CATEGORY_PRODUCTS = part('The products to put in.', {
  product_ids: sent(list(id, 5000, 1), 'The products.', { needed: true }),
});

const SET_OPTION = part('An option.', {
  product_id: field(id, 'The product it is.', { needed: true }),
  price_ex_tax: field(orNull(price), "Its price without tax; null is the product's own."),
});
/** One option of a set, as it is stored: whole numbers as text, so that those of any size stay exact in JSON. */
const STORED_OPTION = part('An option, as it is stored.', {
  product_id: field(words, 'The product it is.'),
  price_ex_tax: field(orNull(words), "Its price without tax; null is the product's own."),
});
export interface SetOption extends Stored<typeof STORED_OPTION> {}

/** A choice that products offer: pick between min and max of the options. */
export const OPTION_SET = shape('OptionSet', 'A set of options to choose from.', {
  ...IDS,
  name: field(name(64), 'The name.', { needed: true }),
  ...SELECTION,
  options: field(
    readBy(list(of(STORED_OPTION), 500), list(of(SET_OPTION), 500, 1).reads),
    'The options, in the order in which a register shows them; a list replaces the one before.',
    { needed: true, shows: list(of(SET_OPTION), 500) },
  ),
  ...STAMPS,
  ...OWNER,
});
export interface OptionSet extends Stored<typeof OPTION_SET> {}

const ATTACHED = part('A modifier.', {
  id: sent(id, 'A product with is_modifier.', { needed: true }),
  unit_price: sent(orNull(price), "What it costs there with tax; the modifier's own price unless set."),
  unit_price_ex_tax: sent(orNull(price), 'The same without tax, instead.'),
});
/** PUT /products/<id>/modifiers: the whole list, in the order in which they pop up. */
export const ATTACHED_MODIFIERS = part('All of them, in the order in which they pop up.', {
  modifiers: sent(
    readBy(withoutTwin(list(id, 200)), z.array(bodies(ATTACHED).replace).max(200)),
    'The modifiers.',
    {
      needed: true,
    },
  ),
});

const LISTED = part('The prices of a product in the list; null where it has none.', {
  unit_price: sent(
    orNull(price),
    'The price with tax. It is kept in the form it was sent in; null takes it off the list.',
    {
      shows: orNull(decimal()),
    },
  ),
  unit_price_ex_tax: sent(orNull(price), 'The price without tax, instead.', { shows: orNull(decimal()) }),
  cost_price: sent(orNull(price), 'The cost with tax; null takes it off the list.', {
    shows: orNull(decimal()),
  }),
  cost_price_ex_tax: sent(orNull(price), 'The cost without tax, instead.', { shows: orNull(decimal()) }),
});

/** A product in a price list (reference: company.11). */
export const LISTED_PRICE = shape('ListedPrice', 'A product in a price list.', {
  id: derived(id, 'The product.'),

  name: fixed(words, 'Its name.'),
  sku: fixed(orNull(words), 'Its stock keeping unit.'),
  ...LISTED.fields,
  price_form: fixed(orNull(oneOf(['ex', 'inc'])), 'The form the price was entered in.'),
});

/** PUT /price_lists/<l>/products/<p> */
export const SET_PRICE = LISTED;

const SET_PRICE_OF = part('A product with its prices.', {
  id: sent(id, 'The product.', { needed: true }),
  ...LISTED.fields,
});

/** PUT /price_lists/<l>/products */
export const SET_PRICES = part('Products with their prices; those of others stay.', {
  products: sent(
    readBy(list(id, 500), z.array(bodies(SET_PRICE_OF).create).min(1).max(500)),
    'The products.',
    {
      needed: true,
    },
  ),
});
