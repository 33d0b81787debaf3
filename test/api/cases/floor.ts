import assert from 'node:assert/strict';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { read } from '../helpers.ts';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badField, badLimit, nothing, unknownId } from './common.ts';

type Place = Arranged & { params: Record<string, string> };

/** A new customer who is not checked in anywhere. */
async function guest(world: World): Promise<string> {
  const made = await world.make('customers', { first_name: world.unique(), phone: '1' });
  return made.id_str;
}

/** A new customer, checked in at the site. */
async function checkedIn(world: World): Promise<Place> {
  const customer = await guest(world);
  await world.make(`sites/${world.site}/checkins`, { customer_id: customer });
  return { params: { site_id: world.site, checkin_id: customer }, marker: `"${customer}"` };
}

/** A register at a site of its own. */
async function register(world: World): Promise<Place> {
  const site = await world.make('sites', { name: world.unique() });
  const made = await world.make('registers', { name: world.unique(), site_id: site.id });
  return { params: { register_id: made.id_str }, marker: `"${made.id_str}"` };
}

/** Check-ins and the presence of registers. */
export const FLOOR_CASES: RouteCases = {
  [`GET ${C}/sites/:site_id/checkins`]: {
    arrange: async (world) => ({ ...(await checkedIn(world)), query: '?limit=5000' }),
    status: 200,
    shows: ({ json }, { params }) => assert.ok(json.some((each: Json) => each.id_str === params?.checkin_id)),
    refusal: badLimit(({ site }) => ({ site_id: site })),
  },
  [`GET ${C}/customers/:customer_id/checkins`]: {
    arrange: async (world) => {
      const { params = {}, marker = '' } = await checkedIn(world);
      return { params: { customer_id: params.checkin_id ?? '', site_id: world.site }, marker };
    },
    status: 200,
    shows: ({ json }, { params }) =>
      assert.deepEqual(
        json.map((each: Json) => [String(each.customer_id), String(each.site_id)]),
        [[params?.customer_id, String(params?.site_id)]],
      ),
    refusal: unknownId('customer_id'),
  },
  [`GET ${C}/sites/:site_id/checkins/:checkin_id`]: {
    arrange: checkedIn,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.checkin_id),
    refusal: unknownId('checkin_id', checkedIn),
  },
  [`POST ${C}/sites/:site_id/checkins`]: {
    arrange: async (world) => ({
      params: { site_id: world.site },
      body: { customer_id: await guest(world), duration: 30 },
    }),
    status: 201,
    shows: ({ json, headers }, { body }, { site }) => {
      assert.equal(json.id_str, (body as Json).customer_id);
      assert.equal(json.duration, 30);
      assert.match(headers.location ?? '', new RegExp(`/sites/${site}/checkins/${json.id_str}$`));
    },
    refusal: badField('customer_id', { customer_id: 987654321 }, ({ site }) => ({
      params: { site_id: site },
    })),
  },
  [`DELETE ${C}/sites/:site_id/checkins/:checkin_id`]: {
    arrange: checkedIn,
    status: 204,
    shows: nothing,
    refusal: unknownId('checkin_id', checkedIn),
  },
  [`POST ${C}/registers/:register_id/heartbeat`]: {
    arrange: register,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.register_id);
      assert.equal(json.status, 'online');
    },
    refusal: unknownId('register_id', register),
  },
  [`GET ${C}/registers/:register_id/stream`]: {
    arrange: async (world) => ({ ...(await register(world)), headers: { accept: 'text/event-stream' } }),
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'text/event-stream');
      assert.match(text, /^retry: \d+\n: here\n\n$/);
    },
    settles: ({ params }, { client }) =>
      until('the register is offline again', async () => {
        const { status } = await read(client, `registers/${params?.register_id}`);
        return status === 'offline';
      }),
    refusal: {
      arrange: async (world) => ({ ...(await register(world)), headers: { accept: 'application/json' } }),
      status: 406,
      error: 'not_acceptable',
    },
  },
};
