import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { C, type RouteCases } from './case.ts';
import { badField } from './common.ts';

/** The cases of requests in one. */
export const BATCH_CASES: RouteCases = {
  [`POST ${C}/batch`]: {
    arrange: (world) => ({
      body: {
        atomic: true,
        requests: [
          {
            method: 'POST',
            path: '/v1/companies/me/orders',
            body: { site_id: world.site, notes: world.unique() },
          },
          { method: 'GET', path: '/v1/companies/me/sites?limit=1', headers: { Accept: 'application/json' } },
        ],
      },
    }),
    status: 200,
    shows: ({ json }, { body }) => {
      const { requests } = body as { requests: { body?: Json }[] };
      assert.deepEqual(
        json.responses.map(({ status }: Json) => status),
        [201, 200],
      );
      assert.equal(json.responses[0].body.notes, requests[0]?.body.notes);
      assert.equal(json.responses[1].body.length, 1);
    },
    refusal: badField('requests[1].path', {
      requests: [
        { method: 'GET', path: '/v1/companies/me/sites' },
        { method: 'POST', path: '/v1/companies/me/batch', body: {} },
      ],
    }),
  },
};
