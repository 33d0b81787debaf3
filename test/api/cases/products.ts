import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { type Arranged, C, type RouteCase, type RouteCases, type World } from './case.ts';
import {
  badField,
  badLimit,
  nothing,
  recordCases,
  showsCreated,
  showsId,
  showsSent,
  unknownId,
} from './common.ts';

/** A new product, at the site or not. */
async function product(world: World, below = ''): Promise<Arranged & { params: Record<string, string> }> {
  const record = await world.make(`${below}products`, { name: world.unique(), unit_price: 5 });
  return { params: { product_id: record.id_str }, marker: `"${record.id_str}"` };
}

/** A new product that is available at the site. */
async function productAtSite(world: World): Promise<Arranged & { params: Record<string, string> }> {
  const made = await product(world, `sites/${world.site}/`);
  return { ...made, params: { ...made.params, site_id: world.site } };
}

/** A product that is counted at the site, 3 of it, and a delivery of 5. */
async function counted(world: World) {
  const availability = { amount: 3 };
  const fields = { name: world.unique(), unit_price: 5, availability };
  const { id_str: product_id } = await world.make(`sites/${world.site}/products`, fields);
  return { params: { site_id: world.site }, body: { product_id, change: 5, reason: 'delivery' } };
}

/** The same, delivered. */
async function moved(world: World) {
  const { params, body } = await counted(world);
  const made = await world.make(`sites/${world.site}/stock_movements`, body);
  return { params: { ...params, movement_id: made.id_str }, marker: `"${made.id_str}"` };
}

/** A new category with a new product at the site in it. */
async function filled(world: World): Promise<Arranged & { params: Record<string, string> }> {
  const { params, marker = '' } = await productAtSite(world);
  const category = await world.make('categories', { name: world.unique() });
  const added = await world.client.put(`categories/${category.id}/products`, {
    product_ids: [params.product_id],
  });
  assert.equal(added.status, 200, added.text);
  return { params: { ...params, category_id: category.id_str }, marker };
}

/** A new product with a price on a price list of its own. */
async function onList(world: World): Promise<Arranged & { params: Record<string, string> }> {
  const list = await world.make('price_lists', { name: world.unique() });
  const { params, marker = '' } = await product(world);
  const path = `price_lists/${list.id_str}/products/${params.product_id}`;
  const set = await world.client.put(path, { unit_price: 7.5 });
  assert.equal(set.status, 200, set.text);
  return { params: { ...params, price_list_id: list.id_str }, marker };
}

/** A new option set with one option. */
async function optionSet(world: World): Promise<{ name: string; options: Json[] }> {
  const { params } = await product(world);
  return { name: world.unique(), options: [{ product_id: Number(params.product_id), price_ex_tax: 1.5 }] };
}

/** A new product with a new modifier. */
async function withModifier(world: World): Promise<Arranged & { params: Record<string, string> }> {
  const { params } = await product(world);
  const modifier = await world.make('products', { name: world.unique(), unit_price: 1, is_modifier: true });
  const body = { modifiers: [{ id: modifier.id, unit_price: 0.5 }] };
  const attached = await world.client.put(`products/${params.product_id}/modifiers`, body);
  assert.equal(attached.status, 200, attached.text);
  return { params: { ...params, modifier_id: modifier.id_str }, marker: `"${modifier.id_str}"` };
}

const hasProduct = ({ json }: { json: Json }, { params }: Arranged) =>
  assert.ok(
    json.some((each: Json) => each.id_str === params?.product_id),
    'It does not have the product.',
  );

const hasCategory = ({ json }: { json: Json }, { params }: Arranged) =>
  assert.ok(
    json.some((each: Json) => each.id_str === params?.category_id && each.products.count === 1),
    'It does not have the category.',
  );

const badBoolean = (arrange: (world: World) => Arranged) => ({
  arrange: (world: World) => ({ ...arrange(world), query: '?is_available=perhaps' }),
  status: 400,
  error: 'invalid_request',
  field: 'is_available',
});

/** Sent with their options as objects, shown with the id in both forms. */
const showsOptions: RouteCase['shows'] = ({ json }, { body }) => {
  const { options, ...fields } = body as Record<string, Json>;
  for (const [field, value] of Object.entries(fields)) assert.deepEqual(json[field], value);
  assert.deepEqual(
    json.options,
    options.map((each: Json) => ({ ...each, product_id_str: String(each.product_id) })),
  );
};

/** Categories, option sets and products. */
export const PRODUCT_CASES: RouteCases = {
  ...recordCases('categories', 'category_id', {
    fresh: (world) => ({ name: world.unique() }),
    changed: () => ({ description: 'Changed', show_online: false }),
    refusedBody: { name: '   ' },
    refusedField: 'name',
  }),
  ...recordCases('optionsets', 'option_set_id', {
    fresh: optionSet,
    changed: () => ({ name: 'Changed', instructions: true, min_selection: 1, max_selection: 2 }),
    refusedBody: { name: 'n'.repeat(65) },
    refusedField: 'name',
  }),
  // The record shows the ids of its options in one form more than was sent.
  [`POST ${C}/optionsets`]: {
    arrange: async (world) => ({ body: await optionSet(world) }),
    status: 201,
    shows: (answer, arranged, world) => {
      showsOptions(answer, arranged, world);
      assert.match(answer.headers.location ?? '', new RegExp(`/optionsets/${answer.json.id_str}$`));
    },
    refusal: badField('options', { name: 'Empty', options: [] }),
  },
  [`GET ${C}/products/:product_id/modifiers`]: {
    arrange: withModifier,
    status: 200,
    shows: ({ json }, { params }) =>
      assert.deepEqual(
        json.map((each: Json) => [each.id_str, each.unit_price]),
        [[params?.modifier_id, 0.5]],
      ),
    refusal: unknownId('product_id'),
  },
  [`GET ${C}/sites/:site_id/products/:product_id/modifiers`]: {
    arrange: async (world) => {
      const { params, marker = '' } = await withModifier(world);
      const here = await world.client.put(`sites/${world.site}/products/${params.product_id}`, {});
      assert.equal(here.status, 200, here.text);
      return { params: { site_id: world.site, product_id: params.product_id ?? '' }, marker };
    },
    status: 200,
    shows: ({ json }) => {
      assert.equal(json[0].unit_price, 0.5);
      assert.equal(json[0].availability.is_available, false);
    },
    refusal: {
      arrange: async (world) => {
        const { params } = await product(world);
        return { params: { site_id: world.site, product_id: params.product_id ?? '' } };
      },
      status: 404,
      error: 'not_found',
    },
  },
  [`PUT ${C}/products/:product_id/modifiers`]: {
    arrange: async (world) => {
      const { params } = await withModifier(world);
      return {
        params: { product_id: params.product_id ?? '' },
        body: { modifiers: [{ id: params.modifier_id, unit_price: 0.75 }] },
      };
    },
    status: 200,
    shows: ({ json }) => assert.equal(json[0].unit_price, 0.75),
    refusal: badField('modifiers[0].id', { modifiers: [{ id: 987654321 }] }, product),
  },
  [`DELETE ${C}/products/:product_id/modifiers/:modifier_id`]: {
    arrange: withModifier,
    status: 204,
    shows: nothing,
    refusal: unknownId('modifier_id', withModifier),
  },
  [`PUT ${C}/categories/:category_id/products`]: {
    arrange: async (world) => {
      const made = await filled(world);
      return {
        params: { category_id: made.params.category_id ?? '' },
        body: { product_ids: [world.product] },
      };
    },
    status: 200,
    shows: ({ json }) => assert.equal(json.products.count, 2),
    refusal: badField(
      'product_ids[1]',
      (world: World) => ({ product_ids: [world.product, 987654321] }),
      filled,
    ),
  },
  [`DELETE ${C}/categories/:category_id/products/:product_id`]: {
    arrange: filled,
    status: 204,
    shows: nothing,
    refusal: unknownId('product_id', filled),
  },
  [`GET ${C}/price_lists/:price_list_id/products`]: {
    arrange: onList,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json[0].id_str, params?.product_id);
      assert.equal(json[0].unit_price, 7.5);
    },
    refusal: unknownId('price_list_id'),
  },
  [`PUT ${C}/price_lists/:price_list_id/products`]: {
    // A product of its own: one that others have changed in this second would not change by it once more.
    arrange: async (world) => {
      const listed = await onList(world);
      return { ...listed, body: { products: [{ id: listed.params.product_id, unit_price: 8.25 }] } };
    },
    status: 200,
    shows: ({ json }) => assert.equal(json[0].unit_price, 8.25),
    refusal: badField(
      'products[1].id',
      (world: World) => ({ products: [{ id: world.product }, { id: 987654321, unit_price: 1 }] }),
      onList,
    ),
  },
  [`PUT ${C}/price_lists/:price_list_id/products/:product_id`]: {
    arrange: async (world) => ({ ...(await onList(world)), body: { unit_price: null } }),
    status: 200,
    shows: ({ json }) => assert.equal(json.unit_price, null),
    refusal: badField('unit_price', { unit_price: -1 }, onList),
  },
  [`GET ${C}/sites/:site_id/categories`]: {
    arrange: filled,
    status: 200,
    shows: hasCategory,
    refusal: badLimit(({ site }) => ({ site_id: site })),
  },
  [`GET ${C}/sites/:site_id/categories/:category_id`]: {
    arrange: async (world) => {
      const { params, marker = '' } = await filled(world);
      return { params: { site_id: world.site, category_id: params.category_id ?? '' }, marker };
    },
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.category_id);
      assert.equal(json.products.count, 1);
    },
    refusal: {
      arrange: async (world) => {
        const category = await world.make('categories', { name: world.unique() });
        return { params: { site_id: world.site, category_id: category.id_str } };
      },
      status: 404,
      error: 'not_found',
    },
  },
  [`GET ${C}/products/:product_id/categories`]: {
    arrange: filled,
    status: 200,
    shows: hasCategory,
    refusal: unknownId('product_id'),
  },
  [`GET ${C}/products`]: {
    arrange: async (world) => ({ ...(await product(world)), query: '?limit=5000' }),
    status: 200,
    shows: hasProduct,
    refusal: { arrange: () => ({ query: '?ids=1,x' }), status: 400, error: 'invalid_request', field: 'ids' },
  },
  [`GET ${C}/categories/:category_id/products`]: {
    arrange: filled,
    status: 200,
    shows: hasProduct,
    refusal: unknownId('category_id'),
  },
  [`GET ${C}/sites/:site_id/products`]: {
    arrange: async (world) => ({ ...(await productAtSite(world)), query: '?limit=5000' }),
    status: 200,
    shows: hasProduct,
    refusal: badBoolean(({ site }) => ({ params: { site_id: site } })),
  },
  [`GET ${C}/sites/:site_id/categories/:category_id/products`]: {
    arrange: filled,
    status: 200,
    shows: hasProduct,
    refusal: unknownId('category_id', ({ site }) => ({ params: { site_id: site } })),
  },
  [`GET ${C}/products/:product_id`]: {
    arrange: product,
    status: 200,
    shows: showsId('product_id'),
    refusal: unknownId('product_id'),
  },
  [`GET ${C}/sites/:site_id/products/:product_id`]: {
    arrange: productAtSite,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.product_id);
      assert.equal(json.availability.is_available, true);
    },
    refusal: {
      // Not made available there.
      arrange: async (world) => ({ params: { site_id: world.site, ...(await product(world)).params } }),
      status: 404,
      error: 'not_found',
    },
  },
  [`GET ${C}/sites/:site_id/menu`]: {
    arrange: productAtSite,
    status: 200,
    shows: ({ json }, { params }) =>
      assert.ok(json.products.some((each: Json) => each.id_str === params?.product_id)),
    refusal: {
      arrange: ({ site }) => ({ params: { site_id: site }, query: '?after=soon' }),
      status: 400,
      error: 'invalid_request',
      field: 'after',
    },
  },
  [`GET ${C}/sites/:site_id/inventory`]: {
    arrange: async ({ make, site, unique }) => {
      const availability = { amount: 3 };
      const record = await make(`sites/${site}/products`, { name: unique(), unit_price: 5, availability });
      return { params: { site_id: site }, query: '?limit=5000', marker: `"${record.id_str}"` };
    },
    status: 200,
    shows: ({ json }, { marker }) =>
      assert.ok(json.some((each: Json) => `"${each.id_str}"` === marker && each.stock === 3)),
    refusal: unknownId('site_id'),
  },
  [`GET ${C}/sites/:site_id/stock_movements`]: {
    arrange: async (world) => {
      const { params, marker } = await moved(world);
      return { params, query: '?limit=5000', marker };
    },
    status: 200,
    shows: ({ json }, { marker }) =>
      assert.ok(json.some((each: Json) => `"${each.id_str}"` === marker && each.amount === 8)),
    refusal: unknownId('site_id'),
  },
  [`GET ${C}/sites/:site_id/stock_movements/:movement_id`]: {
    arrange: moved,
    status: 200,
    shows: ({ json }, { params }) => assert.deepEqual([json.id_str, json.amount], [params?.movement_id, 8]),
    refusal: unknownId('movement_id', moved),
  },
  [`POST ${C}/sites/:site_id/stock_movements`]: {
    arrange: counted,
    status: 201,
    shows: ({ json }) => assert.deepEqual([json.change, json.amount, json.reason], [5, 8, 'delivery']),
    refusal: {
      arrange: async (world) => {
        const { params, body } = await counted(world);
        return { params, body: { ...body, change: -3.5 } };
      },
      status: 400,
      error: 'invalid_request',
      field: 'change',
    },
  },
  [`POST ${C}/products`]: {
    arrange: ({ unique }) => ({ body: { name: unique(), unit_price: 5 } }),
    status: 201,
    shows: (answer, arranged, world) => {
      showsCreated('products')(answer, arranged, world);
      assert.deepEqual(answer.json.sites, []);
    },
    refusal: badField('unit_price', { name: 'Tea' }),
  },
  [`POST ${C}/sites/:site_id/products`]: {
    arrange: ({ site, unique }) => ({
      params: { site_id: site },
      body: { name: unique(), unit_price: 5, availability: { is_available: true, amount: 4 } },
    }),
    status: 201,
    shows: (answer, arranged, world) => showsCreated(`sites/${world.site}/products`)(answer, arranged, world),
    refusal: badField(
      'availability.amount',
      { name: 'Tea', unit_price: 5, availability: { amount: -1 } },
      ({ site }) => ({
        params: { site_id: site },
      }),
    ),
  },
  [`PUT ${C}/products/:product_id`]: {
    arrange: async (world) => ({ ...(await product(world)), body: { name: world.unique(), sku: 'changed' } }),
    status: 200,
    shows: showsSent,
    refusal: badField('name', { name: null }, product),
  },
  [`PUT ${C}/sites/:site_id/products/:product_id`]: {
    arrange: async (world) => {
      const { params } = await product(world);
      return { params: { ...params, site_id: world.site }, body: { unit_price: 6, show_online: true } };
    },
    status: 200,
    shows: showsSent,
    refusal: badField('taxes[0]', { taxes: [987654321] }, productAtSite),
  },
  [`DELETE ${C}/products/:product_id`]: {
    arrange: product,
    status: 204,
    shows: nothing,
    refusal: unknownId('product_id'),
  },
  [`DELETE ${C}/sites/:site_id/products/:product_id`]: {
    arrange: productAtSite,
    status: 204,
    shows: nothing,
    refusal: {
      arrange: async (world) => ({ params: { site_id: world.site, ...(await product(world)).params } }),
      status: 404,
      error: 'not_found',
    },
  },
};
