import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../sql.ts';
import { takeTogether } from './postgres-counts.ts';
import type { Change } from './postgres-draft.ts';

/** A work that takes numbers of a row and writes them. */
function taking(id: bigint, count: bigint, key = 'a') {
  const seen = { behind: -1n, heard: undefined as unknown };
  const take = (many: bigint) =>
    sql`insert into ${key === 'a' ? sql`a` : sql`b`} (n) values (${many}) returning n`;
  const changes: Change[] = [
    {
      query: take(count),
      heard: (row) => {
        seen.heard = row;
      },
      shared: {
        ...{ key, count, take },
        behind: (others) => {
          seen.behind = others;
        },
      },
    },
    { query: sql`insert into words (id) values (${id})` },
  ];
  return { changes, seen };
}

const shown = (changes: readonly Change[]) =>
  changes.map(({ query }) => `${query.text} <- ${query.values.map(String).join(' ')}`);

describe('numbers that several works take', () => {
  test('are taken by one change, in the order of the works, and heard by each', () => {
    const works = [taking(1n, 3n), taking(2n, 1n), taking(3n, 2n)];
    const sent = takeTogether(works.map(({ changes }) => changes));
    assert.deepEqual(shown(sent), [
      'insert into a (n) values ($1) returning n <- 6',
      'insert into words (id) values ($1),($2) <- 1 2',
      'insert into words (id) values ($1) <- 3',
    ]);
    assert.deepEqual(
      works.map(({ seen }) => seen.behind),
      [3n, 2n, 0n],
    );
    sent[0]?.heard?.('row');
    assert.deepEqual(
      works.map(({ seen }) => seen.heard),
      ['row', 'row', 'row'],
    );
  });

  test('of several rows are taken by a change of each', () => {
    const works = [taking(1n, 1n, 'a'), taking(2n, 2n, 'b'), taking(3n, 4n, 'a')];
    const sent = takeTogether(works.map(({ changes }) => changes));
    assert.deepEqual(shown(sent).slice(0, 2), [
      'insert into a (n) values ($1) returning n <- 5',
      'insert into b (n) values ($1) returning n <- 2',
    ]);
    assert.deepEqual(
      works.map(({ seen }) => seen.behind),
      [4n, 0n, 0n],
    );
  });

  test('of one work are taken as it says', () => {
    const { changes, seen } = taking(1n, 2n);
    assert.deepEqual(takeTogether([changes]), changes);
    assert.equal(seen.behind, -1n);
  });

  test('are taken one by one where a work hears another row', () => {
    const works = [
      taking(1n, 3n).changes,
      [{ query: sql`update a set n = ${1n} returning n`, heard: () => undefined }],
    ];
    assert.deepEqual(takeTogether(works), works.flat());
  });
});
