import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { STATES_PAGE, statesPage } from '../scripts/states.ts';

it('docs/states.md is what the code says', () => {
  const page = readFileSync(STATES_PAGE, 'utf8').replaceAll('\r\n', '\n');
  assert.equal(page, statesPage(), 'It is stale: npm run states makes it anew.');
});
