import assert from 'node:assert/strict';
import { BYTE_ORDER_MARK } from '#src/imports/csv.ts';
import { UNKNOWN_ID } from '../helpers.ts';
import { C, type RouteCases } from './case.ts';

const csv = { headers: { accept: 'text/csv' } };

/** Catalogues as CSV: their contents are tested in imports.test.ts and import.test.ts. */
export const IMPORT_CASES: RouteCases = {
  [`POST ${C}/imports`]: {
    arrange: ({ unique }) => {
      const sku = unique();
      return { body: { csv: `sku,name,unit_price\n${sku},${sku},5\n` }, marker: sku };
    },
    status: 200,
    shows: ({ json }, { marker }) => {
      assert.equal(json.saved, true);
      assert.equal(json.created, 1);
      assert.deepEqual(json.effects, [
        { line: 2, kind: 'product', key: marker, what: 'created', fields: [] },
      ]);
    },
    refusal: {
      arrange: ({ unique }) => ({ body: { csv: `sku,name,unit_price\n${unique()},Soup,dear\n` } }),
      status: 400,
      error: 'invalid_request',
      field: 'csv',
    },
  },
  [`GET ${C}/export/:file/csv`]: {
    arrange: async (world) => {
      const name = world.unique();
      const product = await world.make('products', { name, sku: name, unit_price: 5 });
      await world.make('optionsets', { name, options: [{ product_id: product.id }] });
      return { params: { file: 'option_sets' }, marker: name, ...csv };
    },
    status: 200,
    shows: ({ text, headers }, { marker = '' }) => {
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
      assert.ok(text.startsWith(`${BYTE_ORDER_MARK}name,instructions,`));
      assert.ok(text.includes(marker));
    },
    refusal: {
      arrange: () => ({ params: { file: 'products' }, query: `?site_id=${UNKNOWN_ID}`, ...csv }),
      status: 400,
      error: 'invalid_request',
      field: 'site_id',
    },
  },
};
