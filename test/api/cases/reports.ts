import assert from 'node:assert/strict';
import { BYTE_ORDER_MARK } from '#src/kernel/csv.ts';
import { UNKNOWN_ID } from '../helpers.ts';
import { type Arranged, C, type RouteCases, type World } from './case.ts';

/** A completed order of a product with a name of its own, which only this company's reports may hold. */
async function sold(world: World, by: string): Promise<Arranged & { readonly marker: string }> {
  const name = world.unique();
  const product = await world.make(`sites/${world.site}/products`, { name, unit_price: 5 });
  await world.order({ status: 'COMPLETE', lines: [{ product_id: product.id }] });
  return { params: { by }, marker: name };
}

const csv = { headers: { accept: 'text/csv' } };

/** What orders add up to: what the figures are is tested elsewhere. */
export const REPORT_CASES: RouteCases = {
  [`GET ${C}/reports/today`]: {
    arrange: (world) => sold(world, 'today'),
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.complete, true);
      assert.equal(json.hours.length, 24);
      assert.ok(json.totals.total >= 5);
    },
    refusal: {
      arrange: () => ({ query: `?site_id=${UNKNOWN_ID}` }),
      status: 400,
      error: 'invalid_request',
      field: 'site_id',
    },
  },
  [`GET ${C}/reports/journal`]: {
    arrange: async (world) => ({ params: {}, marker: (await sold(world, 'journal')).marker }),
    status: 200,
    shows: ({ json }) => {
      assert.ok(json.rows.some((row: { kind: string }) => row.kind === 'sales'));
    },
    refusal: {
      arrange: () => ({ query: '?from=2015-02-30' }),
      status: 400,
      error: 'invalid_request',
      field: 'from',
    },
  },
  [`GET ${C}/reports/journal/csv`]: {
    arrange: async (world) => {
      await sold(world, 'journal');
      return csv;
    },
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
      assert.match(text, /,sales,/);
    },
    refusal: {
      arrange: () => ({ query: '?from=2015-02-30', ...csv }),
      status: 400,
      error: 'invalid_request',
      field: 'from',
    },
  },
  [`GET ${C}/reports/:by`]: {
    arrange: (world) => sold(world, 'product'),
    status: 200,
    shows: ({ json }, { marker }) => {
      assert.equal(json.by, 'product');
      assert.ok(json.rows.some((row: { name: string }) => row.name === marker));
    },
    refusal: { arrange: () => ({ params: { by: 'moon' } }), status: 404, error: 'not_found' },
  },
  [`GET ${C}/reports/:by/csv`]: {
    arrange: async (world) => ({ ...(await sold(world, 'product')), ...csv }),
    status: 200,
    shows: ({ text, headers }, { marker = '' }) => {
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
      assert.ok(text.startsWith(`${BYTE_ORDER_MARK}id,name,sku,`));
      assert.ok(text.includes(marker));
    },
    refusal: {
      arrange: () => ({ params: { by: 'product' }, query: '?from=2015-02-30', ...csv }),
      status: 400,
      error: 'invalid_request',
      field: 'from',
    },
  },
};
