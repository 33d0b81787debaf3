import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { letIn, screenOf } from '../screens.ts';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badLimit, nothing, unknownId } from './common.ts';

/** A device at a register of its own. */
async function device(world: World): Promise<Arranged> {
  const { service, card } = world;
  const register = await world.make('registers', { name: world.unique(), site_id: world.site });
  const screen = await screenOf(service, card);
  const made = await letIn(service, screen, register.id, world.unique());
  return { params: { device_id: made.device.id_str }, marker: `"${made.device.name}"` };
}

/** The back office. */
export const ACCESS_CASES: RouteCases = {
  [`GET ${C}/devices`]: {
    arrange: device,
    status: 200,
    shows: ({ json }, { params }) => assert.ok(json.some((each: Json) => each.id_str === params?.device_id)),
    refusal: badLimit(),
  },
  [`DELETE ${C}/devices/:device_id`]: {
    arrange: device,
    status: 204,
    shows: nothing,
    refusal: unknownId('device_id', device),
  },
};
