import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { ONE } from '../../kernel/money.ts';
import type { OptionSet } from '../types.ts';
import { checkSelection, findBadNesting, MAX_NESTING, type Nested, setOptions } from './options.ts';

function fieldsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.fields.map((each) => `${each.field} ${each.error_description}`);
  }
  return [];
}

const option = (product_id: bigint, price_ex_tax: bigint | null = null) => ({ product_id, price_ex_tax });

describe('the options of a set', () => {
  it('are stored in their order, ids and prices of any size exact', () => {
    assert.deepEqual(
      setOptions([
        { product_id: 9_223_372_036_854_775_807n, price_ex_tax: 1_000_000_000n * ONE },
        { product_id: 2n, price_ex_tax: null },
        { product_id: 1n, price_ex_tax: null },
        { product_id: 3n, price_ex_tax: 0n },
      ]),
      [
        { product_id: '9223372036854775807', price_ex_tax: '100000000000000000' },
        { product_id: '2', price_ex_tax: null },
        { product_id: '1', price_ex_tax: null },
        { product_id: '3', price_ex_tax: '0' },
      ],
    );
  });

  it('come once each', () => {
    assert.deepEqual(
      fieldsOf(() => setOptions([option(1n), option(2n), option(1n, ONE)])),
      ['options[2].product_id product 1 is an option already.'],
    );
  });
});

describe('the bounds of a choice', () => {
  const set = (min: number, max: number | null): OptionSet => ({
    company_id: 1n,
    id: 1n,
    created_at: 0n,
    updated_at: 0n,
    name: 'Sauce',
    instructions: false,
    min_selection: min,
    max_selection: max,
    options: [],
  });

  it('may be equal, or have no upper one', () => {
    for (const [min, max] of [
      [0, null],
      [1000, null],
      [0, 1],
      [2, 2],
    ] as const) {
      checkSelection(set(min, max), true);
      checkSelection(set(min, max), false);
    }
  });

  it('do not cross; the one that was sent is named', () => {
    assert.deepEqual(
      fieldsOf(() => checkSelection(set(3, 2), true)),
      ['max_selection must not be below min_selection, which is 3.'],
    );
    assert.deepEqual(
      fieldsOf(() => checkSelection(set(3, 2), false)),
      ['min_selection must not be above max_selection, which is 2.'],
    );
  });
});

describe('nested option sets', () => {
  /** Ways as `from via to`, separated by commas. */
  const ways = (text: string): Nested[] =>
    text === ''
      ? []
      : text.split(', ').map((each) => {
          const [from = 0n, via = 0n, to = 0n] = each.split(' ').map(BigInt);
          return { from, via, to };
        });
  const chain = (sets: number) =>
    Array.from({ length: sets - 1 }, (_, at) => `${at + 1} ${at + 101} ${at + 2}`).join(', ');

  const FINE: readonly [what: string, text: string][] = [
    ['none at all', ''],
    ['one below another', '1 9 2'],
    ['two ways to one set', '1 8 2, 1 9 3, 2 8 4, 3 9 4'],
    ['the same option in two sets', '1 9 3, 2 9 3'],
    ['a product with the id of a set above it', '1 1 2, 2 1 3'],
    ['a product with the id of the set below', '1 2 2, 2 3 3'],
    [`a chain of ${MAX_NESTING}`, chain(MAX_NESTING)],
    [
      'a chain read from its end',
      ways(chain(MAX_NESTING))
        .reverse()
        .map(({ from, via, to }) => `${from} ${via} ${to}`)
        .join(', '),
    ],
  ];
  for (const [what, text] of FINE) {
    it(`may be ${what}`, () => assert.equal(findBadNesting(ways(text)), undefined));
  }

  const CYCLES: readonly [what: string, text: string, path: string][] = [
    ['a set below itself', '1 9 1', '1 9 1'],
    ['two sets', '1 8 2, 2 9 1', '1 8 2 9 1'],
    ['three sets', '1 7 2, 2 8 3, 3 9 1', '1 7 2 8 3 9 1'],
    ['what comes after the way in', '1 5 2, 2 6 3, 3 7 2', '2 6 3 7 2'],
    ['the second of two ways', '1 5 2, 1 6 3, 3 7 1', '1 6 3 7 1'],
    ['sets with ids of products', '5 1 1, 1 5 5', '5 1 1 5 5'],
  ];
  for (const [what, text, path] of CYCLES) {
    it(`may not be a circle of ${what}`, () => {
      assert.deepEqual(findBadNesting(ways(text)), { kind: 'cyclic', path: path.split(' ').map(BigInt) });
    });
  }

  it('may not be deeper than the limit; the error has the whole path', () => {
    const found = findBadNesting(ways(chain(MAX_NESTING + 1)));
    assert.equal(found?.kind, 'deep');
    assert.equal(found?.path.length, 2 * MAX_NESTING + 1);
    assert.deepEqual([found?.path[0], found?.path.at(-1)], [1n, BigInt(MAX_NESTING + 1)]);
  });

  it('are reported as too deep also where a short way ends in the same set', () => {
    assert.equal(findBadNesting(ways(`1 50 ${MAX_NESTING}, ${chain(MAX_NESTING + 1)}`))?.kind, 'deep');
  });

  it('are judged in time however many ways there are', () => {
    // Six layers of 40 sets, each naming all of the next: 40^6 ways from top to bottom.
    const layers = Array.from({ length: MAX_NESTING }, (_, layer) =>
      Array.from({ length: 40 }, (_, at) => BigInt(layer * 40 + at + 1)),
    );
    const edges = layers
      .slice(0, -1)
      .flatMap((layer, at) =>
        layer.flatMap((from) => (layers[at + 1] ?? []).map((to) => ({ from, via: 1000n + to, to }))),
      );
    assert.equal(findBadNesting(edges), undefined);
  });

  it('are judged as a slow search judges them', () => {
    const id = fc.bigInt(1n, 7n);
    const edges = fc.array(fc.record({ from: id, via: id, to: id }), { maxLength: 10 });
    fc.assert(
      fc.property(edges, (all) => {
        const found = findBadNesting(all);
        const deepest = Math.max(0, ...all.map(({ from }) => depth(all, from, [])));
        if (found === undefined) return assert.ok(deepest <= MAX_NESTING);
        const steps = found.path
          .slice(0, -2)
          .flatMap((from, at) =>
            at % 2 === 1 ? [] : [{ from, via: found.path[at + 1], to: found.path[at + 2] }],
          );
        for (const step of steps) {
          assert.ok(
            all.some(({ from, via, to }) => from === step.from && via === step.via && to === step.to),
            'The path has a step that is not there.',
          );
        }
        if (found.kind === 'cyclic') {
          assert.equal(deepest, Number.POSITIVE_INFINITY);
          assert.equal(found.path[0], found.path.at(-1));
        } else assert.ok(deepest > MAX_NESTING && steps.length >= MAX_NESTING);
      }),
    );
  });

  /** How many sets follow from one another at most, beginning with a set. */
  function depth(all: readonly Nested[], set: Id, above: readonly Id[]): number {
    if (above.includes(set)) return Number.POSITIVE_INFINITY;
    const below = all.filter(({ from }) => from === set).map(({ to }) => depth(all, to, [...above, set]));
    return 1 + Math.max(0, ...below);
  }
});
