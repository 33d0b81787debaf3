import { body, C, filedUnder, type Operation, type Operations, records } from '../edge/operation.ts';
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

const products = filedUnder('Products');
const categories = filedUnder('Categories');

function lists(id: string, summary: string): Operation {
  return products(id, summary, { answer: list(viewOf(LISTED_PRODUCT)) });
}

/** Of a new product: what it is called, and what it costs, unless it is a template. */
const PRODUCT_NEEDS = [
  ['name', 'variant_parent_id'],
  ['unit_price', 'unit_price_ex_tax', 'variant_attributes'],
] as const;

/** The catalogue. */
export const PRODUCT_OPERATIONS: Operations = {
  ...records(categoryHandlers.kind, {
    tag: 'Categories',
    one: 'a category',
    many: 'the categories',
    plural: 'Categories',
  }),
  [`PUT ${C}/categories/:category_id/products`]: categories(
    'addCategoryProducts',
    'Put products into a category',
    {
      text: 'They are added to those that are in it. A variant follows its template.',
      body: body('CategoryProducts', input.categoryProducts, 'The products to put in.'),
      answer: viewOf(CATEGORY),
    },
  ),
  [`DELETE ${C}/categories/:category_id/products/:product_id`]: categories(
    'removeCategoryProduct',
    'Take a product out of a category',
    { errors: ['conflict'] },
  ),
  [`GET ${C}/price_lists/:price_list_id/products`]: products(
    'listPriceListProducts',
    'List the prices of a price list',
    { text: 'The products that it says something of, ascending by id.', answer: list(viewOf(LISTED_PRICE)) },
  ),
  [`PUT ${C}/price_lists/:price_list_id/products`]: products(
    'updatePriceListProducts',
    'Set prices on a price list',
    {
      text:
        'Of up to 500 products; those of others stay. All of them are set, or none. If-Match takes the tag of the price list, or of ' +
        'the list of its prices where one page has all of them.',
      body: body('PriceListProducts', input.listedPrices, 'Products with their prices.'),
      answer: list(viewOf(LISTED_PRICE)),
    },
  ),
  [`PUT ${C}/price_lists/:price_list_id/products/:product_id`]: products(
    'updatePriceListProduct',
    'Set the price of a product on a price list',
    {
      text: 'If-Match takes the tag of the price list, or of the list of its prices where one page has all of them.',
      body: body('PriceListProduct', input.listedPrice, 'The prices; null takes one off the list.'),
      answer: viewOf(LISTED_PRICE),
    },
  ),
  [`GET ${C}/sites/:site_id/categories`]: categories(
    'listSiteCategories',
    'List the categories with products at a site',
    { answer: list(viewOf(CATEGORY)) },
  ),
  [`GET ${C}/sites/:site_id/categories/:category_id`]: categories(
    'getSiteCategory',
    'Read a category with products at a site',
    { text: 'It counts those at the site; 404 when there is none.', answer: viewOf(CATEGORY) },
  ),
  [`GET ${C}/products/:product_id/categories`]: categories(
    'listProductCategories',
    'List the categories of a product',
    { answer: list(viewOf(CATEGORY)) },
  ),
  ...records(optionSetHandlers.kind, { tag: 'Option sets', one: 'an option set', many: 'the option sets' }),
  [`GET ${C}/products/:product_id/modifiers`]: products(
    'listModifiers',
    'List the modifiers that pop up for a product',
    { answer: list(viewOf(LISTED_PRODUCT)) },
  ),
  [`GET ${C}/sites/:site_id/products/:product_id/modifiers`]: products(
    'listSiteModifiers',
    'List the modifiers that pop up for a product at a site',
    {
      text: 'With what each costs there, and whether the site has it.',
      answer: list(viewOf(LISTED_PRODUCT)),
    },
  ),
  [`PUT ${C}/products/:product_id/modifiers`]: products(
    'setModifiers',
    'Say which modifiers pop up for a product',
    {
      body: body('ProductModifiers', input.modifierList, 'All of them, in the order in which they pop up.'),
      answer: list(viewOf(LISTED_PRODUCT)),
    },
  ),
  [`DELETE ${C}/products/:product_id/modifiers/:modifier_id`]: products(
    'removeModifier',
    'Take a modifier from a product',
  ),
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
  [`GET ${C}/products/:product_id`]: products('getProduct', 'Read a product', {
    formBy: 'fields',
    answer: eitherView(viewOf(PRODUCT), viewOf(TAXED_PRODUCT)),
  }),
  [`GET ${C}/sites/:site_id/products/:product_id`]: products(
    'getSiteProduct',
    'Read a product as it is at a site',
    {
      text: '404 where it was not made available.',
      formBy: 'fields',
      answer: eitherView(viewOf(SITE_PRODUCT), viewOf(TAXED_SITE_PRODUCT)),
    },
  ),
  [`GET ${C}/sites/:site_id/menu`]: products('getMenu', 'Read everything that a site sells from', {
    text:
      'The products that the site has, its modifiers, option sets, categories and taxes in one answer, with the number of ' +
      'the last event that is in it. With `after` what has changed since. Not modified (304) costs next to nothing.',
    answer: viewOf(MENU),
    errors: ['gone'],
  }),
  [`GET ${C}/sites/:site_id/inventory`]: products('listInventory', 'List what is counted at a site', {
    answer: list(viewOf(INVENTORY_ITEM)),
  }),
  [`GET ${C}/sites/:site_id/stock_movements`]: products(
    'listStockMovements',
    'List what was put into stock and taken out by hand',
    { text: 'The first one first, or the newest with `newest`.', answer: list(viewOf(STOCK_MOVEMENT)) },
  ),
  [`GET ${C}/sites/:site_id/stock_movements/:movement_id`]: products(
    'getStockMovement',
    'Read something that was put into stock or taken out by hand',
    { answer: viewOf(STOCK_MOVEMENT) },
  ),
  [`POST ${C}/sites/:site_id/stock_movements`]: products('moveStock', 'Put into stock, or take out', {
    text: 'By how much, so that what is sold meanwhile stays counted. The product has to be counted at the site.',
    body: body('MoveStock', stockMovementInput, 'Which product, by how much, and why.'),
    answer: viewOf(STOCK_MOVEMENT),
  }),
  [`POST ${C}/products`]: products('createProduct', 'Create a product', {
    text:
      'It is not available at any site yet. A template has lists of values in `variant_attributes`; a variant names it ' +
      'in `variant_parent_id` and has one value of each.',
    body: body(
      'CreateProduct',
      input.productCreate,
      'The fields of a new product. A variant may do without a name, a template without a price.',
      { needsOneOf: PRODUCT_NEEDS },
    ),
    answer: viewOf(PRODUCT),
    errors: ['conflict'],
  }),
  [`POST ${C}/sites/:site_id/products`]: products(
    'createSiteProduct',
    'Create a product and make it available at a site',
    {
      text: "The price is set on the base price list and on the site's own.",
      body: body(
        'CreateSiteProduct',
        input.productCreateAtSite,
        'The fields of a new product, with its values at the site.',
        { needsOneOf: PRODUCT_NEEDS },
      ),
      answer: viewOf(SITE_PRODUCT),
      errors: ['conflict'],
    },
  ),
  [`PUT ${C}/products/:product_id`]: products('updateProduct', 'Change a product', {
    text: 'Fields that are not sent keep their values; null unsets one. PATCH does the same.',
    body: body('UpdateProduct', input.productUpdate, 'The changed fields of a product.'),
    answer: viewOf(PRODUCT),
    errors: ['conflict'],
  }),
  [`PUT ${C}/sites/:site_id/products/:product_id`]: products(
    'updateSiteProduct',
    'Make a product available at a site, or change what holds there',
    {
      text: "Prices are set on the site's price list. null means as the company has it.",
      body: body(
        'UpdateSiteProduct',
        input.siteProductUpdate,
        'The values at the site; all of them may be left out.',
      ),
      answer: viewOf(SITE_PRODUCT),
      errors: ['conflict'],
    },
  ),
  [`DELETE ${C}/products/:product_id`]: products('deleteProduct', 'Delete a product', {
    text: 'A record in use is not deleted: 409 names what uses it.',
    errors: ['conflict'],
  }),
  [`DELETE ${C}/sites/:site_id/products/:product_id`]: products(
    'removeSiteProduct',
    'Take a product from a site',
  ),
};
