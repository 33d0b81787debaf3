import {
  decimal,
  type Fields,
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  record,
  ref,
  type Schemas,
  STAMPS,
  text,
  time,
  whole,
  words,
} from '../schema.ts';

const short: Fields = {
  ...IDS,
  name: text('The name.'),
  code: orNull(text('A short name of your own.')),
  sku: orNull(text('The stock keeping unit.')),
  barcode: orNull(text('The barcode.')),
  description: orNull(text('For internal use.')),
  tags: list(text(), 'Words it is filed under.'),
  is_sold: flag('Whether it is sold.'),
  is_purchased: flag('Whether it is bought.'),
  is_inventory: flag('Whether it is kept in stock.'),
  is_modifier: flag('Whether it is a modifier of other products.'),
  show_online: flag('Whether sites that show products online show it.'),
  ...STAMPS,
};

const prices: Fields = {
  unit_price: orNull(decimal('The price with tax.')),
  unit_price_ex_tax: orNull(decimal('The price without tax.')),
  unit_tax: orNull(decimal('The tax in it.')),
};

const costs: Fields = {
  cost_price: orNull(decimal('What it costs, with tax.')),
  cost_price_ex_tax: orNull(decimal('What it costs, without tax.')),
};

const taxIds = list(long(), 'The ids of its taxes; none means tax free.');
const taxes: Fields = {
  taxes: taxIds,
  cost_taxes: list(long(), 'The ids of the taxes on its cost.'),
};

const variablePrice: Fields = {
  variable_price: flag('Whether the till always asks for a price.'),
  min_sell_price: orNull(decimal('The least price it takes then.')),
  max_sell_price: orNull(decimal('The highest.')),
};

/** Whether a price was entered without or with tax. */
const priceForm = orNull(words(['ex', 'inc'], 'Whether the price was entered without or with tax.'));

const attributes = {
  description:
    'Of a template its attributes with all their values, of a variant one value each; empty for other products.',
  type: 'object',
  additionalProperties: { anyOf: [text(), list(text())] },
};

const categories = list(
  object('A category.', { ...IDS, name: text('Its name.') }),
  'The categories it is in.',
);
const optionSets = list(
  object('An option set.', {
    ...IDS,
    name: text('Its name.'),
    instructions: flag('Whether No, Extra, Only and On Side can be asked for.'),
    min_selection: whole('How many options have to be chosen.'),
    max_selection: orNull(whole('How many can be; null is any number.')),
  }),
  'The sets a buyer chooses from, in their order.',
);
const variants = list(
  object('A variant.', {
    ...IDS,
    name: text('Its name.'),
    sku: orNull(text('Its stock keeping unit.')),
    variant_attributes: { ...attributes, description: 'Its value of each attribute.' },
  }),
  'The variants of a template.',
);

const everything: Fields = {
  ...short,
  online_description: orNull(text('Shown to customers online.')),
  docket_name: orNull(text('Printed on the docket instead of the name.')),
  image: orNull(text('The address of its picture; a picture itself can be sent as a data URL.')),
  ...variablePrice,
  measure: orNull(decimal('How much of its unit one of it is.')),
  unit_of_measure: orNull(text('ml, l, g, kg or unit.')),
  categories,
  option_sets: optionSets,
  variants,
  variant_parent_id: orNull(long('The template it is a variant of.')),
  variant_attributes: attributes,
  ...prices,
  ...costs,
  ...taxes,
};

const atSite: Fields = {
  ...prices,
  ...costs,
  ...taxes,
  is_inventory: flag('Whether it is kept in stock there.'),
  show_online: flag('Whether it is shown online there.'),
  availability: ref('Availability', 'Whether and how many there are.'),
};

/** The catalogue: see products/view.ts. */
export const PRODUCT_VIEWS: Schemas = {
  Availability: object('Whether a product can be sold at a site.', {
    is_available: flag('Whether it can be.'),
    amount: orNull(decimal('How many are left; null is not counted.')),
  }),
  ListedProduct: object('A product as lists show it; the query parameter `fields` adds the rest.', short, {
    image: orNull(text('The address of its picture.')),
    docket_name: orNull(text('Printed on the docket instead of the name.')),
    categories,
    option_sets: optionSets,
    variants,
    variant_parent_id: orNull(long('The template it is a variant of.')),
    variant_attributes: attributes,
    ...prices,
    taxes: taxIds,
    price_form: priceForm,
    ...variablePrice,
    modifiers: list(
      object('A modifier.', {
        ...IDS,
        name: text('Its name.'),
        unit_price: orNull(decimal('What it costs there with tax; null is what it costs by itself.')),
        unit_price_ex_tax: orNull(decimal('The same without tax.')),
        price_form: priceForm,
      }),
      'The modifiers that pop up when it is sold, in their order.',
    ),
    availability: {
      description:
        'At a site whether and how many there are; at company level an entry for each site that has it.',
      anyOf: [
        ref('Availability'),
        list(
          object('A site.', {
            site_id: long('The site.'),
            is_available: flag('Whether it can be sold there.'),
            amount: orNull(decimal('How many are left; null is not counted.')),
          }),
        ),
      ],
    },
  }),
  Product: object('A product with the sites it was made available at.', {
    ...everything,
    sites: list(
      object('A site that has it.', { ...IDS, name: text('Its name.'), ...atSite }),
      'What holds at each site that has it.',
    ),
  }),
  SiteProduct: object('A product as it is at one site.', {
    ...everything,
    site_id: long('The site.'),
    ...atSite,
  }),
  AvailabilityChange: object('A change of whether and how many there are of a product at a site.', {
    company_id: long('The company.'),
    site_id: long('The site.'),
    product_id: long('The product.'),
    product_id_str: text('The same as text.'),
    sku: orNull(text('Its stock keeping unit.')),
    availability: ref('Availability', 'As it is now.'),
    previous: ref('Availability', 'As it was.'),
    updated_at: time('When it changed.'),
  }),
  InventoryItem: object('A product that is counted at a site.', {
    id: long('The product.'),
    id_str: text('The same as text.'),
    stock: decimal('How many are left.'),
  }),
  Category: record('A category of products.', {
    name: text('The name.'),
    description: orNull(text('What is in it.')),
    image: orNull(text('The address of its picture.')),
    show_online: flag('Whether sites that show products online show it.'),
    products: object('Its products.', {
      count: whole('How many there are.'),
      updated_at: orNull(time('When one of them, or their number, last changed.')),
    }),
  }),
  OptionSet: record('A set of options to choose from.', {
    name: text('The name.'),
    instructions: flag('Whether No, Extra, Only and On Side can be asked for.'),
    min_selection: whole('How many options have to be chosen.'),
    max_selection: orNull(whole('How many can be; null is any number.')),
    options: list(
      object('An option.', {
        product_id: long('The product it is.'),
        product_id_str: text('The same as text.'),
        price_ex_tax: orNull(decimal("Its price without tax; null is the product's own.")),
      }),
      'The options, in the order in which a till shows them.',
    ),
  }),
};
