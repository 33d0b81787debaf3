import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freePlace, moved, nextName, resized } from './placing.ts';

const floor = { width: 10, height: 6 };
const table = { x: 4, y: 2, width: 2, height: 2 };

it('keeps a table on its floor', () => {
  assert.deepEqual(moved(table, 1, -1, floor), { ...table, x: 5, y: 1 });
  assert.deepEqual(moved(table, 99, -99, floor), { ...table, x: 8, y: 0 });
  assert.deepEqual(resized(table, 2, -9, floor), { ...table, width: 4, height: 1 });
  assert.deepEqual(resized(table, 99, 99, floor), { ...table, width: 6, height: 4 });
});

it('finds a place for one more, and a name', () => {
  assert.deepEqual(freePlace({ width: 2, height: 2 }, [], floor), { x: 0, y: 0 });
  assert.deepEqual(freePlace({ width: 2, height: 2 }, [{ ...table, x: 0, y: 0 }], floor), { x: 3, y: 0 });
  assert.deepEqual(freePlace({ width: 2, height: 2 }, [{ x: 0, y: 0, ...floor }], floor), { x: 0, y: 0 });
  assert.equal(nextName(['1', '2', 'Window', '4']), '3');
});
