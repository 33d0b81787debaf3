import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listChain, methodsById, ownMethods, taxesById, termedLists } from '../../company/store.ts';
import { sellables } from '../../products/sellable.store.ts';
import type { Reader, Row } from '../../storage/port.ts';
import { findPlace } from '../row/store.ts';
import { requireStaff } from './facts.ts';

/** What is kept of the setup names every table that it is read from, with those changes that count (decision 050). */
describe('what is kept of the setup', () => {
  const cases: [string, (tx: Reader) => Promise<unknown>][] = [
    ['taxes', (tx) => taxesById(tx, 7n)],
    ['payment methods', (tx) => methodsById(tx, 7n, [1n, 2n])],
    ["an add-on's methods", (tx) => ownMethods(tx, 7n, 3n)],
    ['lists above one', (tx) => listChain(tx, 7n, 4n)],
    ['lists of times', (tx) => termedLists(tx, 7n)],
    ['a staff member', (tx) => requireStaff(tx, 7n, 5n)],
    ['products', (tx) => sellables(tx, 7n, 8n, [4n], [5n])],
    ['a site', (tx) => findPlace(tx, 7n, 8n, undefined)],
    ['a register', (tx) => findPlace(tx, 7n, undefined, 9n)],
  ];
  for (const [what, ask] of cases) {
    it(what, async () => {
      const texts: string[] = [];
      const named: string[] = [];
      let key = '';
      const note = (query: { readonly sql: string }) => {
        texts.push(query.sql);
        return [{ id: 5n, taxes: '[]', cost_taxes: '[]', option_sets: '[]' }] as Row[];
      };
      await ask({
        get: <T>(query: { readonly sql: string }) => note(query)[0] as T,
        all: <T>(query: { readonly sql: string }) => note(query) as T[],
        kept: (asked, touches, load) => {
          key = asked;
          named.push(...touches);
          return load();
        },
        keptEach: (each) => {
          key = each.keyOf(5n);
          named.push(...each.touches);
          return each.load(each.ids);
        },
      });
      const read = texts.flatMap((text) =>
        [...text.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, table]) => table),
      );
      assert.ok(read.length > 0);
      const tables = named.map((touch) => touch.split(' ').at(-1));
      assert.deepEqual(
        read.filter((table) => !tables.includes(table)),
        [],
      );
      assert.match(key, /^7 /, 'the key begins with the company');
    });
  }
});
