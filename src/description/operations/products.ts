import * as input from '../../products/input.ts';
import { list, ref } from '../schema.ts';
import { C, type Operation, type Operations, records } from './operation.ts';

const IMAGE =
  'Its picture: the address of one, or the picture itself as a data URL of up to 512 KiB, which is kept.';
const SETS = 'The option sets a buyer chooses from, as ids or objects with an id; they replace those before.';
const CATEGORIES = 'The categories it is in, as ids or objects with an id; they replace those before.';
const TAXES = 'Its taxes, as ids or objects with an id; none is tax free.';
const COST_TAXES = 'The taxes on its cost, as ids or objects with an id.';
const WORDS = {
  image: IMAGE,
  option_sets: SETS,
  categories: CATEGORIES,
  taxes: TAXES,
  cost_taxes: COST_TAXES,
  'taxes[].id': 'The tax.',
  'cost_taxes[].id': 'The tax.',
  'categories[].id': 'The category.',
  'option_sets[].id': 'The option set.',
  unit_price: 'The price with tax. One of the two prices is needed, and is kept in the form it was sent in.',
  unit_price_ex_tax: 'The price without tax, instead.',
};

function lists(id: string, summary: string): Operation {
  return {
    id,
    tag: 'Products',
    summary,
    answer: list(ref('ListedProduct')),
  };
}

/** The catalogue. */
export const PRODUCT_OPERATIONS: Operations = {
  ...records('categories', 'category_id', {
    tag: 'Categories',
    view: 'Category',
    one: 'a category',
    many: 'the categories',
    plural: 'Categories',
    create: { schema: input.categoryCreate },
    update: { schema: input.categoryUpdate },
  }),
  [`PUT ${C}/categories/:category_id/products`]: {
    id: 'addCategoryProducts',
    tag: 'Categories',
    summary: 'Put products into a category',
    text: 'They are added to those that are in it. A variant follows its template.',
    body: {
      name: 'CategoryProducts',
      schema: input.categoryProducts,
      description: 'What to put in.',
      words: { product_ids: 'The products.' },
    },
    answer: ref('Category'),
  },
  [`DELETE ${C}/categories/:category_id/products/:product_id`]: {
    id: 'removeCategoryProduct',
    tag: 'Categories',
    summary: 'Take a product out of a category',
    errors: ['conflict'],
  },
  [`GET ${C}/sites/:site_id/categories`]: {
    id: 'listSiteCategories',
    tag: 'Categories',
    summary: 'List the categories with products at a site',
    answer: list(ref('Category')),
  },
  [`GET ${C}/products/:product_id/categories`]: {
    id: 'listProductCategories',
    tag: 'Categories',
    summary: 'List the categories of a product',
    answer: list(ref('Category')),
  },
  ...records('optionsets', 'option_set_id', {
    tag: 'Option sets',
    view: 'OptionSet',
    one: 'an option set',
    many: 'the option sets',
    create: { schema: input.optionSetCreate },
    update: { schema: input.optionSetUpdate },
  }),
  [`GET ${C}/products/:product_id/modifiers`]: {
    id: 'listModifiers',
    tag: 'Products',
    summary: 'List the modifiers that pop up for a product',
    answer: list(ref('ListedProduct')),
  },
  [`PUT ${C}/products/:product_id/modifiers`]: {
    id: 'setModifiers',
    tag: 'Products',
    summary: 'Say which modifiers pop up for a product',
    body: {
      name: 'ProductModifiers',
      schema: input.modifierList,
      description: 'All of them, in the order in which they pop up.',
      words: {
        modifiers: 'The modifiers.',
        'modifiers[].id': 'A product with is_modifier.',
        'modifiers[].unit_price': "What it costs there with tax; the modifier's own price unless set.",
        'modifiers[].unit_price_ex_tax': 'The same without tax, instead.',
      },
    },
    answer: list(ref('ListedProduct')),
  },
  [`DELETE ${C}/products/:product_id/modifiers/:modifier_id`]: {
    id: 'removeModifier',
    tag: 'Products',
    summary: 'Take a modifier from a product',
  },
  [`GET ${C}/products`]: lists('listProducts', 'List the products'),
  [`GET ${C}/categories/:category_id/products`]: lists(
    'listCategoryProducts',
    'List the products of a category',
  ),
  [`GET ${C}/sites/:site_id/products`]: lists('listSiteProducts', 'List the products of a site'),
  [`GET ${C}/sites/:site_id/categories/:category_id/products`]: lists(
    'listSiteCategoryProducts',
    'List the products of a category at a site',
  ),
  [`GET ${C}/products/:product_id`]: {
    id: 'getProduct',
    tag: 'Products',
    summary: 'Read a product',
    answer: ref('Product'),
  },
  [`GET ${C}/sites/:site_id/products/:product_id`]: {
    id: 'getSiteProduct',
    tag: 'Products',
    summary: 'Read a product as it is at a site',
    text: '404 where it was not made available.',
    answer: ref('SiteProduct'),
  },
  [`GET ${C}/sites/:site_id/inventory`]: {
    id: 'listInventory',
    tag: 'Products',
    summary: 'List what is counted at a site',
    answer: list(ref('InventoryItem')),
  },
  [`POST ${C}/products`]: {
    id: 'createProduct',
    tag: 'Products',
    summary: 'Create a product',
    text:
      'It is not available at any site yet. A template has lists of values in `variant_attributes`; a variant names it ' +
      'in `variant_parent_id` and has one value of each.',
    body: {
      name: 'CreateProduct',
      schema: input.productCreate,
      like: 'Product',
      description: 'What a product is made of. A variant may do without a name.',
      words: WORDS,
    },
    answer: ref('Product'),
    errors: ['conflict'],
  },
  [`POST ${C}/sites/:site_id/products`]: {
    id: 'createSiteProduct',
    tag: 'Products',
    summary: 'Create a product and make it available at a site',
    text: "The price is set on the base price list and on the site's own.",
    body: {
      name: 'CreateSiteProduct',
      schema: input.productCreateAtSite,
      like: 'SiteProduct',
      description: 'What a product is made of, with what holds at the site.',
      words: WORDS,
    },
    answer: ref('SiteProduct'),
    errors: ['conflict'],
  },
  [`PUT ${C}/products/:product_id`]: {
    id: 'updateProduct',
    tag: 'Products',
    summary: 'Change a product',
    text: 'What is not sent keeps its value; null unsets it. PATCH does the same.',
    body: {
      name: 'UpdateProduct',
      schema: input.productUpdate,
      like: 'Product',
      description: 'What changes of a product.',
      words: WORDS,
    },
    answer: ref('Product'),
    errors: ['conflict'],
  },
  [`PUT ${C}/sites/:site_id/products/:product_id`]: {
    id: 'updateSiteProduct',
    tag: 'Products',
    summary: 'Make a product available at a site, or change what holds there',
    text: "Prices are set on the site's price list. null means as the company has it.",
    body: {
      name: 'UpdateSiteProduct',
      schema: input.siteProductUpdate,
      like: 'SiteProduct',
      description: 'What holds at the site; all of it may be left out.',
      words: {
        ...WORDS,
        unit_price: 'The price with tax.',
        unit_price_ex_tax: 'The price without tax, instead.',
      },
    },
    answer: ref('SiteProduct'),
    errors: ['conflict'],
  },
  [`DELETE ${C}/products/:product_id`]: {
    id: 'deleteProduct',
    tag: 'Products',
    summary: 'Delete a product',
    text: 'What is in use is not deleted: 409 says by what.',
    errors: ['conflict'],
  },
  [`DELETE ${C}/sites/:site_id/products/:product_id`]: {
    id: 'removeSiteProduct',
    tag: 'Products',
    summary: 'Take a product from a site',
  },
};
