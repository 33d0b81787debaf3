import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badField, badLimit, nothing, showsSent, unknownId } from './common.ts';

type Place = Arranged & { params: Record<string, string> };

/** A floor of the site. */
async function floor(world: World): Promise<Place> {
  const name = world.unique();
  const made = await world.make(`sites/${world.site}/floors`, { name });
  return { params: { site_id: world.site, floor_id: made.id_str }, marker: name };
}

/** A table on a floor of its own. */
async function table(world: World): Promise<Place> {
  const { params } = await floor(world);
  const name = world.unique();
  const made = await world.make(`sites/${world.site}/tables`, { name, floor_id: params.floor_id });
  return { params: { ...params, table_id: made.id_str }, marker: name };
}

/** Two orders with a line for each of two seats. */
async function seated(world: World): Promise<Place & { other: string }> {
  const lines = [1, 2].map((seat) => ({ product_id: world.product, seat }));
  const notes = world.unique();
  const one = await world.order({ lines, notes });
  const other = await world.order({ lines });
  return { params: { order_id: one.id_str }, marker: notes, other: other.id_str };
}

const withBody = (arrange: (world: World) => Promise<Place>, body: unknown) => async (world: World) => ({
  ...(await arrange(world)),
  body,
});

const has =
  (param: string) =>
  (answer: { json: Json }, { params }: Arranged) =>
    assert.ok(answer.json.some((each: Json) => each.id_str === params?.[param]));
const is =
  (param: string) =>
  (answer: { json: Json }, { params }: Arranged) =>
    assert.equal(answer.json.id_str, params?.[param]);
const all = (arrange: (world: World) => Promise<Place>) => async (world: World) => ({
  ...(await arrange(world)),
  query: '?limit=5000',
});

/** Floors, tables, and orders that are split and merged. */
export const TABLE_CASES: RouteCases = {
  [`GET ${C}/sites/:site_id/floors`]: {
    arrange: all(floor),
    status: 200,
    shows: has('floor_id'),
    refusal: badLimit(({ site }) => ({ site_id: site })),
  },
  [`GET ${C}/sites/:site_id/floors/:floor_id`]: {
    arrange: floor,
    status: 200,
    shows: is('floor_id'),
    refusal: unknownId('floor_id', ({ site }) => ({ params: { site_id: site } })),
  },
  [`POST ${C}/sites/:site_id/floors`]: {
    arrange: async (world) => ({ params: { site_id: world.site }, body: { name: world.unique() } }),
    status: 201,
    shows: showsSent,
    refusal: badField('width', { name: 'Hall', width: 0 }, floor),
  },
  [`PUT ${C}/sites/:site_id/floors/:floor_id`]: {
    arrange: withBody(floor, { width: 40 }),
    status: 200,
    shows: showsSent,
    refusal: badField('height', { height: 1000 }, floor),
  },
  [`DELETE ${C}/sites/:site_id/floors/:floor_id`]: {
    arrange: floor,
    status: 204,
    shows: nothing,
    refusal: unknownId('floor_id', ({ site }) => ({ params: { site_id: site } })),
  },
  [`GET ${C}/sites/:site_id/tables`]: {
    arrange: all(table),
    status: 200,
    shows: has('table_id'),
    refusal: badLimit(({ site }) => ({ site_id: site })),
  },
  [`GET ${C}/sites/:site_id/tables/:table_id`]: {
    arrange: table,
    status: 200,
    shows: is('table_id'),
    refusal: unknownId('table_id', ({ site }) => ({ params: { site_id: site } })),
  },
  [`POST ${C}/sites/:site_id/tables`]: {
    arrange: async (world) => {
      const { params } = await floor(world);
      return { params, body: { name: world.unique(), floor_id: Number(params.floor_id) } };
    },
    status: 201,
    shows: showsSent,
    refusal: badField('shape', { name: 'T', floor_id: 1, shape: 'oval' }, floor),
  },
  [`PUT ${C}/sites/:site_id/tables/:table_id`]: {
    arrange: withBody(table, { seats: 6, shape: 'round' }),
    status: 200,
    shows: showsSent,
    refusal: badField('x', { x: 199 }, table),
  },
  [`DELETE ${C}/sites/:site_id/tables/:table_id`]: {
    arrange: table,
    status: 204,
    shows: nothing,
    refusal: unknownId('table_id', ({ site }) => ({ params: { site_id: site } })),
  },
  [`POST ${C}/orders/:order_id/split`]: {
    arrange: withBody(seated, { by: 'seats' }),
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.order.id_str, params?.order_id);
      assert.equal(json.orders.length, 1);
    },
    refusal: badField('parts', { by: 'lines' }, seated),
  },
  [`POST ${C}/orders/:order_id/merge`]: {
    arrange: async (world) => {
      const { other, ...place } = await seated(world);
      return { ...place, body: { order_ids: [other] } };
    },
    status: 200,
    shows: ({ json }) => assert.equal(json.lines.length, 4),
    refusal: badField('order_ids', { order_ids: [] }, seated),
  },
};
