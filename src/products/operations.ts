import { C, type Operation, type Operations, records } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { eitherView, viewOf } from '../shape/nested.ts';
import { categoryHandlers } from './categories.ts';
import * as input from './input.ts';
import { optionSetHandlers } from './options.ts';
import { CATEGORY, LISTED_PRICE } from './shape/menu.ts';
import {
  INVENTORY_ITEM,
  LISTED_PRODUCT,
  PRODUCT,
  SITE_PRODUCT,
  TAXED_PRODUCT,
  TAXED_SITE_PRODUCT,
} from './shape/product.ts';
import { MENU } from './shape/site-menu.ts';
import { STOCK_MOVEMENT } from './shape/stock.ts';
import { stockMovementInput } from './stock-movements.ts';

function lists(id: string, summary: string): Operation {
  return {
    id,
    tag: 'Products',
    summary,
    answer: list(viewOf(LISTED_PRODUCT)),
  };
}

/** The catalogue. */
/** Of a new product: what it is called, and what it costs, unless it is a template. */
const PRODUCT_NEEDS = [
  ['name', 'variant_parent_id'],
  ['unit_price', 'unit_price_ex_tax', 'variant_attributes'],
] as const;

export const PRODUCT_OPERATIONS: Operations = {
  ...records(categoryHandlers.kind, {
    tag: 'Categories',
    one: 'a category',
    many: 'the categories',
    plural: 'Categories',
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
    },
    answer: viewOf(CATEGORY),
  },
  [`DELETE ${C}/categories/:category_id/products/:product_id`]: {
    id: 'removeCategoryProduct',
    tag: 'Categories',
    summary: 'Take a product out of a category',
    errors: ['conflict'],
  },
  [`GET ${C}/price_lists/:price_list_id/products`]: {
    id: 'listPriceListProducts',
    tag: 'Products',
    summary: 'List the prices of a price list',
    text: 'The products that it says something of, ascending by id.',
    answer: list(viewOf(LISTED_PRICE)),
  },
  [`PUT ${C}/price_lists/:price_list_id/products`]: {
    id: 'updatePriceListProducts',
    tag: 'Products',
    summary: 'Set prices on a price list',
    text:
      'Of up to 500 products; those of others stay. All of them are set, or none. If-Match takes the tag of the price list, or of ' +
      'the list of its prices where one page has all of them.',
    body: {
      name: 'PriceListProducts',
      schema: input.listedPrices,
      description: 'Products with their prices.',
    },
    answer: list(viewOf(LISTED_PRICE)),
  },
  [`PUT ${C}/price_lists/:price_list_id/products/:product_id`]: {
    id: 'updatePriceListProduct',
    tag: 'Products',
    summary: 'Set the price of a product on a price list',
    text: 'If-Match takes the tag of the price list, or of the list of its prices where one page has all of them.',
    body: {
      name: 'PriceListProduct',
      schema: input.listedPrice,
      description: 'The prices; null takes one off the list.',
    },
    answer: viewOf(LISTED_PRICE),
  },
  [`GET ${C}/sites/:site_id/categories`]: {
    id: 'listSiteCategories',
    tag: 'Categories',
    summary: 'List the categories with products at a site',
    answer: list(viewOf(CATEGORY)),
  },
  [`GET ${C}/sites/:site_id/categories/:category_id`]: {
    id: 'getSiteCategory',
    tag: 'Categories',
    summary: 'Read a category with products at a site',
    text: 'It counts those at the site; 404 when there is none.',
    answer: viewOf(CATEGORY),
  },
  [`GET ${C}/products/:product_id/categories`]: {
    id: 'listProductCategories',
    tag: 'Categories',
    summary: 'List the categories of a product',
    answer: list(viewOf(CATEGORY)),
  },
  ...records(optionSetHandlers.kind, { tag: 'Option sets', one: 'an option set', many: 'the option sets' }),
  [`GET ${C}/products/:product_id/modifiers`]: {
    id: 'listModifiers',
    tag: 'Products',
    summary: 'List the modifiers that pop up for a product',
    answer: list(viewOf(LISTED_PRODUCT)),
  },
  [`GET ${C}/sites/:site_id/products/:product_id/modifiers`]: {
    id: 'listSiteModifiers',
    tag: 'Products',
    summary: 'List the modifiers that pop up for a product at a site',
    text: 'With what each costs there, and whether the site has it.',
    answer: list(viewOf(LISTED_PRODUCT)),
  },
  [`PUT ${C}/products/:product_id/modifiers`]: {
    id: 'setModifiers',
    tag: 'Products',
    summary: 'Say which modifiers pop up for a product',
    body: {
      name: 'ProductModifiers',
      schema: input.modifierList,
      description: 'All of them, in the order in which they pop up.',
    },
    answer: list(viewOf(LISTED_PRODUCT)),
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
    formBy: 'fields',
    answer: eitherView(viewOf(PRODUCT), viewOf(TAXED_PRODUCT)),
  },
  [`GET ${C}/sites/:site_id/products/:product_id`]: {
    id: 'getSiteProduct',
    tag: 'Products',
    summary: 'Read a product as it is at a site',
    text: '404 where it was not made available.',
    formBy: 'fields',
    answer: eitherView(viewOf(SITE_PRODUCT), viewOf(TAXED_SITE_PRODUCT)),
  },
  [`GET ${C}/sites/:site_id/menu`]: {
    id: 'getMenu',
    tag: 'Products',
    summary: 'Read everything that a site sells from',
    text:
      'The products that the site has, its modifiers, option sets, categories and taxes in one answer, with the number of ' +
      'the last event that is in it. With `after` what has changed since. Not modified (304) costs next to nothing.',
    answer: viewOf(MENU),
    errors: ['gone'],
  },
  [`GET ${C}/sites/:site_id/inventory`]: {
    id: 'listInventory',
    tag: 'Products',
    summary: 'List what is counted at a site',
    answer: list(viewOf(INVENTORY_ITEM)),
  },
  [`GET ${C}/sites/:site_id/stock_movements`]: {
    id: 'listStockMovements',
    tag: 'Products',
    summary: 'List what was put into stock and taken out by hand',
    text: 'The first one first, or the newest with `newest`.',
    answer: list(viewOf(STOCK_MOVEMENT)),
  },
  [`GET ${C}/sites/:site_id/stock_movements/:movement_id`]: {
    id: 'getStockMovement',
    tag: 'Products',
    summary: 'Read something that was put into stock or taken out by hand',
    answer: viewOf(STOCK_MOVEMENT),
  },
  [`POST ${C}/sites/:site_id/stock_movements`]: {
    id: 'moveStock',
    tag: 'Products',
    summary: 'Put into stock, or take out',
    text: 'By how much, so that what is sold meanwhile stays counted. The product has to be counted at the site.',
    body: {
      name: 'MoveStock',
      schema: stockMovementInput,
      description: 'Which product, by how much, and why.',
    },
    answer: viewOf(STOCK_MOVEMENT),
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
      needsOneOf: PRODUCT_NEEDS,
      description: 'What a product is made of. A variant may do without a name, a template without a price.',
    },
    answer: viewOf(PRODUCT),
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
      needsOneOf: PRODUCT_NEEDS,
      description: 'What a product is made of, with what holds at the site.',
    },
    answer: viewOf(SITE_PRODUCT),
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
      description: 'What changes of a product.',
    },
    answer: viewOf(PRODUCT),
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
      description: 'What holds at the site; all of it may be left out.',
    },
    answer: viewOf(SITE_PRODUCT),
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
