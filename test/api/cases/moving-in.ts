import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badField, badLimit, unknownId } from './common.ts';

const csv = { headers: { accept: 'text/csv' } };

type Opened = Arranged & { params: Record<string, string>; marker: string };

/** What opens an import of customers. */
const body = (name: string) => ({
  kind: 'customers',
  file_name: `${name}.csv`,
  source: name.slice(0, 50),
  sha256: createHash('sha256').update(name).digest('hex'),
});

/** An import that is open. */
async function opened(world: World): Promise<Opened> {
  const name = world.unique();
  const made = await world.make('imports/open', body(name));
  return { params: { import_id: made.id_str }, marker: `${name}.csv` };
}

/** A part of a file with a customer whom nobody knows yet. */
const rows = (world: World) => {
  const email = `${world.unique().replaceAll(/[^a-z0-9]/gi, '')}@example.com`;
  return { part: 1, csv: `customer,first_name,email\n1,Ada,${email}\n` };
};

/** Imports of what another system kept: what they do is tested in moving-in.test.ts. */
export const MOVING_CASES: RouteCases = {
  [`GET ${C}/imports`]: {
    arrange: async (world) => ({ ...(await opened(world)), query: '?newest=1&limit=5000' }),
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json[0].id_str, params?.import_id),
    refusal: badLimit(),
  },
  [`POST ${C}/imports/open`]: {
    arrange: (world) => {
      const name = world.unique();
      return { body: body(name), marker: `${name}.csv` };
    },
    status: 201,
    shows: ({ json }, { marker }) => {
      assert.deepEqual([json.file_name, json.state, json.parts], [marker, 'open', 0]);
    },
    refusal: badField('kind', { ...body('menu'), kind: 'menu' }),
  },
  [`GET ${C}/imports/:import_id`]: {
    arrange: opened,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.import_id),
    refusal: unknownId('import_id', opened),
  },
  [`POST ${C}/imports/:import_id/rows`]: {
    arrange: async (world) => {
      // What the first part of a company makes besides is no part of what every part does.
      const { params } = await opened(world);
      const first = await world.client.post(`imports/${params.import_id}/rows`, rows(world));
      assert.equal(first.status, 200, first.text);
      return { ...(await opened(world)), body: rows(world) };
    },
    status: 200,
    shows: ({ json }) => {
      assert.deepEqual([json.import.parts, json.import.records, json.waiting_sales], [1, 1, []]);
    },
    refusal: badField('csv', { part: 1, csv: 'first_name\nAda\n' }, opened),
  },
  [`POST ${C}/imports/:import_id/close`]: {
    arrange: opened,
    status: 200,
    shows: ({ json }) => assert.equal(json.state, 'done'),
    refusal: unknownId('import_id', opened),
  },
  [`GET ${C}/imports/:import_id/reconciliation`]: {
    arrange: opened,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(String(json.import_id), params?.import_id);
      assert.deepEqual(json.rows, []);
    },
    refusal: unknownId('import_id', opened),
  },
  [`GET ${C}/imports/:import_id/reconciliation/csv`]: {
    arrange: async (world) => ({ ...(await opened(world)), ...csv }),
    status: 200,
    shows: ({ text }) => assert.ok(text.startsWith('\ufeffkind,date,')),
    refusal: unknownId('import_id', async (world) => ({ ...(await opened(world)), ...csv })),
  },
};
