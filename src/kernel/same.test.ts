import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isSame } from './same.ts';

it('plain data is the same by what is in it', () => {
  const cases: [unknown, unknown, boolean][] = [
    [1, 1, true],
    [1, 1n, false],
    [2n, 2n, true],
    [null, undefined, false],
    [null, {}, false],
    [{}, [], false],
    [[], {}, false],
    [[], [], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: undefined }, { b: 1 }, false],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: 1, b: undefined }, { a: 1, c: 2 }, false],
    [{ a: [{ b: 1n }] }, { a: [{ b: 1n }] }, true],
    [{ a: [{ b: 1n }] }, { a: [{ b: 2n }] }, false],
    [{ x: 1, a: [{ x: 2, b: 1 }] }, { x: 3, a: [{ b: 1 }] }, true],
    [{ a: [{ b: 1 }] }, { x: 3, a: [{ x: 2, b: 2 }] }, false],
    [{ a: 1 }, { a: 1, x: 3 }, true],
  ];
  const ignored = new Set(['x']);
  for (const [a, b, same] of cases) {
    const both = [a, b].map((each) =>
      JSON.stringify(each, (_, item) => (typeof item === 'bigint' ? `${item}n` : item)),
    );
    assert.equal(isSame(a, b, ignored), same, both.join(' and '));
    assert.equal(isSame(b, a, ignored), same, both.toReversed().join(' and '));
  }
  assert.equal(isSame({ x: 1 }, { x: 2 }), false);
});
