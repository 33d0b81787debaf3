import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { it } from 'node:test';
import { OPERATIONS } from '#clients/typescript/operations.ts';
import { namedRows } from '../scripts/web-config.ts';

const table = readFileSync(new URL('../clients/typescript/operations.ts', import.meta.url), 'utf8');

/** The rows of a table, given as its text. */
async function rowsOf(text: string): Promise<object> {
  const code = stripTypeScriptTypes(text);
  const { OPERATIONS: rows } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return rows;
}

it('a screen has the operations that it names, whole, and no other ones', async () => {
  const { getOrder, listSites, sendBatch, getDescription } = OPERATIONS;
  const named = { getOrder, listSites, sendBatch, getDescription };
  const names = new Set([...Object.keys(named), 'method', 'path']);
  assert.deepEqual(await rowsOf(namedRows(table, names)), named);
  assert.deepEqual(await rowsOf(namedRows(table, new Set(Object.keys(OPERATIONS)))), OPERATIONS);
});
