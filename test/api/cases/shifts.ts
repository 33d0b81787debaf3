import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { type Arranged, C, type RouteCase, type RouteCases, type World } from './case.ts';
import { badField, unknownId } from './common.ts';

type Drawer = Arranged & { params: Record<string, string> };

/** An open shift at a register of its own. */
async function open(world: World): Promise<Drawer> {
  const register = await world.make('registers', { name: world.unique(), site_id: world.site });
  const note = world.unique();
  const body = { register_id: register.id, float: 100, staff_id: world.staff, note };
  const shift = await world.make('shifts', body);
  return {
    params: {
      register_id: register.id_str,
      shift_id: shift.id_str,
      cashup_id: shift.id_str,
      site_id: world.site,
      staff_id: world.staff,
      date: '2020-01-01',
    },
    marker: note,
  };
}

/** The same with cash that was put in. */
async function moved(world: World) {
  const { params } = await open(world);
  const reason = world.unique();
  const made = await world.make(`shifts/${params.shift_id}/movements`, { kind: 'in', amount: 20, reason });
  return { params: { ...params, movement_id: made.id_str }, marker: reason };
}

/** The same, closed. */
async function closed(world: World): Promise<Drawer> {
  const drawer = await open(world);
  const note = world.unique();
  const path = `shifts/${drawer.params.shift_id}/close`;
  const answer = await world.client.post(path, { counted: { 50: 2 }, note });
  assert.equal(answer.status, 200, answer.text);
  return { ...drawer, marker: note };
}

/** A list that has what was arranged in it. */
function listing(arrange: (world: World) => Promise<Drawer>): RouteCase {
  return {
    arrange: async (world) => ({ ...(await arrange(world)), query: '?limit=5000' }),
    status: 200,
    shows: ({ json }, { params }) => {
      assert.ok(json.some((each: Json) => each.id_str === params?.shift_id));
    },
    refusal: {
      arrange: async (world) => ({ params: (await arrange(world)).params, query: '?limit=0' }),
      status: 400,
      error: 'invalid_request',
      field: 'limit',
    },
  };
}

const withBody = (arrange: (world: World) => Promise<Drawer>, body: unknown) => async (world: World) => ({
  ...(await arrange(world)),
  body,
});

const showsReport = ({ json }: { json: Json }, { params }: Arranged) => {
  assert.equal(json.shift_id_str, params?.shift_id);
  assert.equal(json.cash.expected, 100);
};

/** The drawers of registers. */
export const SHIFT_CASES: RouteCases = {
  [`GET ${C}/shifts`]: listing(open),
  [`GET ${C}/shifts/since/:date`]: listing(open),
  [`GET ${C}/sites/:site_id/shifts`]: listing(open),
  [`GET ${C}/registers/:register_id/shifts`]: listing(open),
  [`GET ${C}/staff/:staff_id/shifts`]: listing(open),
  [`POST ${C}/shifts`]: {
    arrange: async (world) => {
      const register = await world.make('registers', { name: world.unique(), site_id: world.site });
      return { body: { register_id: register.id, float: 150.5, note: 'Morning' } };
    },
    status: 201,
    shows: ({ json }) => {
      assert.equal(json.state, 'open');
      assert.equal(json.float, 150.5);
      assert.equal(json.closed_at, null);
    },
    refusal: badField('float', ({ register }: World) => ({ register_id: register, float: -1 })),
  },
  [`GET ${C}/shifts/:shift_id`]: {
    arrange: open,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.shift_id),
    refusal: unknownId('shift_id'),
  },
  [`GET ${C}/shifts/:shift_id/movements/:movement_id`]: {
    arrange: moved,
    status: 200,
    shows: ({ json }, { params }) => assert.deepEqual([json.id_str, json.amount], [params?.movement_id, 20]),
    refusal: unknownId('movement_id', moved),
  },
  [`GET ${C}/shifts/:shift_id/movements`]: {
    arrange: async (world) => {
      const { params, marker } = await moved(world);
      return { params, marker };
    },
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.length, 1);
      assert.equal(json[0].amount, 20);
    },
    refusal: unknownId('shift_id'),
  },
  [`POST ${C}/shifts/:shift_id/movements`]: {
    arrange: withBody(open, { kind: 'out', amount: 12.5, reason: 'Window cleaner' }),
    status: 201,
    shows: ({ json }, { params }) => {
      assert.equal(json.shift_id_str, params?.shift_id);
      assert.equal(json.kind, 'out');
    },
    refusal: {
      arrange: withBody(open, { kind: 'out', amount: 12.5 }),
      status: 400,
      error: 'invalid_request',
      field: 'reason',
    },
  },
  [`GET ${C}/shifts/:shift_id/report`]: {
    arrange: open,
    status: 200,
    shows: showsReport,
    refusal: unknownId('shift_id'),
  },
  [`POST ${C}/shifts/:shift_id/close`]: {
    arrange: withBody(open, { counted: { 50: 1, '0.5': 99 } }),
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.shift_id);
      assert.equal(json.number, 1);
      assert.equal(json.counted, 99.5);
      assert.equal(json.difference, -0.5);
    },
    refusal: {
      arrange: withBody(open, { counted: 'all of it' }),
      status: 400,
      error: 'invalid_request',
      field: 'counted',
    },
  },
  [`GET ${C}/cashups`]: listing(closed),
  [`GET ${C}/cashups/unprocessed`]: listing(closed),
  [`GET ${C}/cashups/since/:date`]: listing(closed),
  [`GET ${C}/sites/:site_id/cashups`]: listing(closed),
  [`GET ${C}/registers/:register_id/cashups`]: listing(closed),
  [`GET ${C}/cashups/:cashup_id`]: {
    arrange: closed,
    status: 200,
    shows: ({ json }, arranged) => showsReport({ json: json.report }, arranged),
    refusal: unknownId('cashup_id'),
  },
  [`GET ${C}/cashups/:cashup_id/pdf`]: {
    arrange: async (world) => ({
      params: (await closed(world)).params,
      headers: { accept: 'application/pdf' },
      query: '?width=58',
    }),
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'application/pdf');
      assert.match(text, /^%PDF-1\.7\n/);
    },
    refusal: {
      arrange: async (world) => ({
        params: (await closed(world)).params,
        headers: { accept: 'application/pdf' },
        query: '?width=60',
      }),
      status: 400,
      error: 'invalid_request',
      field: 'width',
    },
  },
  [`PUT ${C}/cashups/:cashup_id`]: {
    arrange: withBody(closed, { processed: true }),
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.processed, true);
      assert.notEqual(json.processed_at, null);
    },
    refusal: {
      arrange: withBody(closed, { processed: 'yes' }),
      status: 400,
      error: 'invalid_request',
      field: 'processed',
    },
  },
};
