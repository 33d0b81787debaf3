import { LIST_TERMS } from '../../company/list-terms.ts';
import { currency, TAX, TIMEZONE } from '../../company/shape.ts';
import { flag, id, list, long, words } from '../../shape/kinds.ts';
import { of, viewOf } from '../../shape/nested.ts';
import { IDS } from '../../shape/records.ts';
import { derived, fixed, part, shape } from '../../shape/shape.ts';
import { CATEGORY, OPTION_SET } from './menu.ts';
import { LISTED_PRODUCT } from './product.ts';

// Everything that a site sells from, in one answer, field by field.

const MENU_LIST = part('A price list that holds at times, or for types of orders.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  schedule: LIST_TERMS.schedule,
  order_types: LIST_TERMS.order_types,
});

/** The site of a menu. */
export const MENU_SITE = part('The site.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  currency: derived(currency, 'The ISO 4217 code of its currency.'),
  timezone: derived(of(TIMEZONE), 'Its time zone.'),
  online_products_enabled: fixed(flag, 'Whether it shows products online.'),
  price_lists: derived(
    list(of(MENU_LIST)),
    'The lists that hold there at times, or for types of orders: of those that hold for an order, the first that has a price goes first.',
  ),
});

const { name, description, image, show_online } = CATEGORY.fields;
export const MENU_CATEGORY = shape('MenuCategory', 'A category of a menu.', {
  ...IDS,
  name,
  description,
  image,
  show_online,
  products: derived(list(id), 'The products and modifiers of the menu that are in it, ascending by id.'),
});

const SECTIONS = {
  categories: derived(list(viewOf(MENU_CATEGORY)), 'The categories that have something of the site.', {
    sometimes: true,
  }),
  products: derived(list(viewOf(LISTED_PRODUCT)), 'The products of the site, but for modifiers.', {
    sometimes: true,
  }),
  option_sets: derived(
    list(viewOf(OPTION_SET)),
    'The option sets of its products and modifiers, with the options that the site has.',
    { sometimes: true },
  ),
  modifiers: derived(list(viewOf(LISTED_PRODUCT)), 'The products with is_modifier that the site has.', {
    sometimes: true,
  }),
  taxes: derived(list(viewOf(TAX)), "All of the company's taxes.", { sometimes: true }),
};
/** The names of the parts of a menu. */
const MENU_SECTIONS = ['categories', 'products', 'option_sets', 'modifiers', 'taxes'] as const;
export type MenuSection = (typeof MENU_SECTIONS)[number];

const ids = derived(list(id), 'Ids of such.');
export const REMOVED = part('The ids of what the menu does not have, or not any more.', {
  categories: ids,
  products: ids,
  option_sets: ids,
  modifiers: ids,
  taxes: ids,
});

export const MENU = shape(
  'Menu',
  'Everything that a till or kiosk sells from at a site; with `after` what has changed since instead. Each list is ' +
    'ascending by id.',
  {
    version: fixed(long, "The number of the company's last event that is in it."),
    site: derived(viewOf(MENU_SITE), 'The site.'),
    ...SECTIONS,
    changed: derived(
      viewOf(part('Records of the menu that are new, or have changed.', SECTIONS)),
      'With `after`.',
      {
        sometimes: true,
      },
    ),
    removed: derived(viewOf(REMOVED), 'With `after`.', { sometimes: true }),
  },
);
