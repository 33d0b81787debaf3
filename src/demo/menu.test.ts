import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readMenu } from './pizza-place.ts';

test("the sandbox's menu is the pizza place's", async () => {
  const menu = await readMenu(fileURLToPath(new URL('../../test/data/pizza-place/', import.meta.url)));
  assert.deepEqual(JSON.parse(await readFile(new URL('menu.json', import.meta.url), 'utf8')), {
    name: 'Pizza Place',
    ...menu,
  });
});
