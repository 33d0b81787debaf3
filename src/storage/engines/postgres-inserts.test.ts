// Which inserts of works that share a commit go as one statement, and which before what others wait for (decision 056).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SharedStatement, type StatementKind } from '../shared-statement.ts';
import { type Sql, sql } from '../sql.ts';
import type { Change } from './postgres-draft.ts';
import { freeOf, gatherInserts } from './postgres-inserts.ts';

const sent = (query: Sql): Change => ({ query });
const heard = (query: Sql): Change => ({ query, heard: () => undefined });

const order = (id: bigint) => sent(sql`insert into orders (id, note) values (${id}, ${`n${id}`})`);
const line = (id: bigint) => sent(sql`insert into lines (id) values (${id})`);
const key = (id: bigint) =>
  sent(sql`insert into keys (id) values (${id}) on conflict (id) do update set print = null`);
const count = (by: bigint) =>
  heard(
    sql`insert into counters (id, last) values (1, ${by}) on conflict (id) do update set last = counters.last + 1 returning last`,
  );
const event = (id: bigint) =>
  sent(sql`insert into events (id, number) values (${id}, (select last from counters where id = 1))`);
const change = (id: bigint) => sent(sql`update orders set note = 'x' where id = ${id}`);

const SHELVES: StatementKind<bigint> = {
  keyOf: () => '',
  statement: (parts) => sql`update shelves set ids = ${parts.join(',')}`,
};
const shelves = (part: bigint) => sent(SharedStatement.of(SHELVES, part));

/** Statements in one line each, and their values. */
const shown = (changes: readonly Change[]) =>
  changes.map(
    ({ query }) => `${query.text.replaceAll(/\s+/g, ' ')} <- ${query.values.map(String).join(' ')}`,
  );

describe('inserts of several works', () => {
  const table: readonly [
    name: string,
    works: readonly (readonly Change[])[],
    statements: readonly string[],
  ][] = [
    ['of one work stay as they are', [[order(1n), order(2n)]], shown([order(1n), order(2n)])],
    [
      'of the same text are one statement, in the order of the works',
      [
        [order(1n), line(10n)],
        [order(2n), line(20n)],
      ],
      [
        'insert into orders (id, note) values ($1, $2),($3, $4) <- 1 n1 2 n2',
        'insert into lines (id) values ($1),($2) <- 10 20',
      ],
    ],
    [
      'of one work go along with those of others',
      [
        [line(1n), line(2n)],
        [line(3n), line(4n)],
      ],
      ['insert into lines (id) values ($1),($2),($3),($4) <- 1 2 3 4'],
    ],
    [
      'are as few statements of 1, 2, 4 or 8 as there can be',
      Array.from({ length: 15 }, (_, at) => [line(BigInt(at))]),
      [
        `insert into lines (id) values ($1),($2),($3),($4),($5),($6),($7),($8) <- 0 1 2 3 4 5 6 7`,
        'insert into lines (id) values ($1),($2),($3),($4) <- 8 9 10 11',
        'insert into lines (id) values ($1),($2) <- 12 13',
        'insert into lines (id) values ($1) <- 14',
      ],
    ],
    [
      'keep what they do where the row is there',
      [[key(1n)], [key(2n)]],
      ['insert into keys (id) values ($1),($2) on conflict (id) do update set print = null <- 1 2'],
    ],
    [
      'are not sent before what their own work has changed before them',
      [[line(1n), change(1n), order(1n)], [order(2n)]],
      shown([line(1n), change(1n)]).concat(
        'insert into orders (id, note) values ($1, $2),($3, $4) <- 1 n1 2 n2',
      ),
    ],
    [
      'are not sent before a statement of another work that names their table',
      [
        [order(1n), change(1n)],
        [order(2n), change(2n)],
      ],
      shown([order(1n), change(1n), order(2n), change(2n)]),
    ],
    [
      'pass a statement of another work that does not',
      [
        [line(1n), change(1n)],
        [line(2n), change(2n)],
      ],
      ['insert into lines (id) values ($1),($2) <- 1 2', ...shown([change(1n), change(2n)])],
    ],
    [
      'go with shared statements, which are one each',
      [
        [order(1n), shelves(1n), line(1n)],
        [order(2n), shelves(2n), line(2n)],
      ],
      [
        'insert into orders (id, note) values ($1, $2),($3, $4) <- 1 n1 2 n2',
        'update shelves set ids = $1 <- 1,2',
        'insert into lines (id) values ($1),($2) <- 1 2',
      ],
    ],
    [
      'leave a shared statement behind one of another work that names its table',
      [[shelves(1n), sent(sql`update shelves set ids = ${'x'}`)], [shelves(2n)]],
      shown([shelves(1n), sent(sql`update shelves set ids = ${'x'}`), shelves(2n)]),
    ],
    ['whose answers are heard stay alone', [[count(1n)], [count(2n)]], shown([count(1n), count(2n)])],
  ];
  for (const [name, works, statements] of table)
    test(name, () => {
      assert.deepEqual(shown(gatherInserts(works)), statements);
    });

  const alone: readonly [name: string, of: (id: bigint) => Sql][] = [
    ['rows of a query', (id) => sql`insert into lines (id) select id from orders where id = ${id}`],
    ['an answer', (id) => sql`insert into lines (id) values (${id}) returning id`],
    ['an answer in brackets', (id) => sql`insert into lines (id) values (${id}) returning abs(id)`],
    [
      'a change of the row that is there',
      (id) => sql`insert into lines (id) values (1) on conflict (id) do update set id = abs(${id})`,
    ],
    [
      'a condition of its conflict',
      (id) => sql`insert into lines (id) values (${id}) on conflict (id) where (id > 0) do nothing`,
    ],
    ['no value of its own', () => sql`insert into lines (id) values (1)`],
    ['all columns', (id) => sql`insert into lines values (${id})`],
  ];
  for (const [name, of] of alone)
    test(`with ${name} stay alone`, () => {
      const works = [1n, 2n].map((id) => [sent(of(id))]);
      assert.deepEqual(shown(gatherInserts(works)), shown(works.flat()));
    });
});

describe('what a work changes before it holds what others wait for', () => {
  const table: readonly [
    name: string,
    changes: readonly Change[],
    firstHeld: number | undefined,
    free: readonly number[],
  ][] = [
    ['all of it where it holds nothing', [order(1n), change(1n)], undefined, [0, 1]],
    ['what comes first', [order(1n), change(1n), count(1n), event(1n)], 2, [0, 1]],
    [
      'an insert that has nothing to do with what is held',
      [order(1n), count(1n), event(1n), key(1n)],
      1,
      [0, 3],
    ],
    ['no insert that names a table of it', [count(1n), change(1n), order(2n), line(1n)], 0, [3]],
    ['nothing that is no insert', [count(1n), change(1n)], 0, []],
    [
      'an insert that has nothing to do with what a statement changes by the way',
      [
        heard(sql`with held as (update lines set a = ${1n} returning id) select id from held`),
        key(1n),
        line(1n),
      ],
      0,
      [1],
    ],
    [
      'nothing behind what changes nobody knows what',
      [count(1n), sent(sql`select set_config('a', ${'b'}, true)`), line(1n)],
      0,
      [],
    ],
  ];
  for (const [name, changes, firstHeld, wanted] of table)
    test(name, () => {
      const { free, held } = freeOf(changes, firstHeld);
      assert.deepEqual(
        free.map((each) => changes.indexOf(each)),
        wanted,
      );
      assert.deepEqual(
        held,
        changes.filter((each) => !free.includes(each)),
      );
    });
});
