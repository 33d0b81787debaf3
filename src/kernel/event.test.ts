import assert from 'node:assert/strict';
import { it } from 'node:test';
import { differenceOf } from './event.ts';

it('a difference has what changed and what it was, and no stamps', () => {
  const cases = [
    [{ a: 1 }, { a: 1 }, [], {}],
    [{ a: 1 }, { a: 2 }, ['a'], { a: 1 }],
    [{ a: 1, updated_at: 'x' }, { a: 1, updated_at: 'y' }, [], {}],
    [{ a: [{ id: 1, updated_at: 'x' }] }, { a: [{ id: 1, updated_at: 'y' }] }, [], {}],
    [
      { a: [{ id: 1, updated_at: 'x' }] },
      { a: [{ id: 2, updated_at: 'x' }] },
      ['a'],
      { a: [{ id: 1, updated_at: 'x' }] },
    ],
    [{ a: [1, 2] }, { a: [1] }, ['a'], { a: [1, 2] }],
    [{ a: [] }, { a: {} }, ['a'], { a: [] }],
    [{ a: null }, { a: {} }, ['a'], { a: null }],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, ['a'], { a: { b: 1 } }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, ['a'], { a: { b: 1, c: 2 } }],
    // What JSON shows alike is alike.
    [{ a: { b: 1, c: undefined } }, { a: { b: 1 } }, [], {}],
    [{ a: JSON.rawJSON('1.50') }, { a: JSON.rawJSON('1.50') }, [], {}],
    [{ a: JSON.rawJSON('2') }, { a: 2 }, [], {}],
    [{ a: JSON.rawJSON('1.50') }, { a: JSON.rawJSON('1.5') }, ['a'], { a: JSON.rawJSON('1.50') }],
    // The twin of an id is a value of before, and no change of its own.
    [{ x: 1, x_str: '1' }, { x: 2, x_str: '2' }, ['x'], { x: 1, x_str: '1' }],
    // What the later view does not have is left out.
    [{ a: 1, b: 2 }, { a: 1 }, [], {}],
  ] as const;
  for (const [before, after, changed, previous] of cases) {
    const difference = differenceOf(before, after);
    assert.deepEqual(difference.changed, changed);
    assert.equal(difference.previous ?? '{}', JSON.stringify(previous));
  }
});
