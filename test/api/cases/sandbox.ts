import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badField, lists, noFormat, nothing, unknownId } from './common.ts';

/** A fault that hits nothing which the cases call. */
async function fault(world: World): Promise<Arranged & { id: number }> {
  const made = await world.make('sandbox/faults', {
    match: { path: `/nowhere/${world.unique().replaceAll(' ', '-')}` },
    effect: 'error',
  });
  return { id: made.id, params: { fault_id: made.id_str }, marker: made.match.path };
}

/** What is for sandboxes alone. */
export const SANDBOX_CASES: RouteCases = {
  [`GET ${C}/sandbox/clock`]: {
    status: 200,
    shows: ({ json }) => assert.ok(Date.parse(json.now) >= Date.parse(json.server_time)),
    refusal: noFormat,
  },
  [`POST ${C}/sandbox/clock`]: {
    arrange: () => ({ body: { advance: 'PT1S' } }),
    status: 200,
    shows: ({ json }) => assert.match(json.ahead, /^PT/),
    refusal: badField('advance', { advance: '-PT1S' }),
  },
  [`GET ${C}/sandbox/faults`]: {
    arrange: fault,
    status: 200,
    shows: (answer, arranged, world) => lists('id', (arranged as Json).id)(answer, arranged, world),
    refusal: noFormat,
  },
  [`GET ${C}/sandbox/faults/:fault_id`]: {
    arrange: fault,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.fault_id),
    refusal: unknownId('fault_id', fault),
  },
  [`POST ${C}/sandbox/faults`]: {
    arrange: ({ unique }) => ({
      body: { match: { method: 'GET', path: `/nowhere/${unique().replaceAll(' ', '-')}` }, effect: 'delay' },
    }),
    status: 201,
    shows: ({ json }) => {
      assert.equal(json.delay_ms, 1000);
      assert.equal(json.hits, 0);
    },
    refusal: badField('effect', { match: { path: '/orders' }, effect: 'reorder' }),
  },
  [`DELETE ${C}/sandbox/faults`]: { arrange: fault, status: 204, shows: nothing, refusal: noFormat },
  // Refused by the test of the sandbox itself: another company is.
  [`POST ${C}/sandbox/reset`]: {
    arrange: () => ({}),
    status: 200,
    shows: ({ json }, _arranged, { card }) => assert.equal(json.company_id, card.company_id),
    refusal: noFormat,
  },
  [`DELETE ${C}/sandbox/faults/:fault_id`]: {
    arrange: fault,
    status: 204,
    shows: nothing,
    refusal: unknownId('fault_id', fault),
  },
};
