// Statements of works that share a commit which become one (decision 066).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SharedStatement, type StatementKind } from '../shared-statement.ts';
import { raw, type Sql, sql } from '../sql.ts';
import type { Change } from './postgres-draft.ts';
import { gatherShared } from './postgres-statements.ts';

const sent = (query: Sql): Change => ({ query });
const line = (id: bigint) => sent(sql`insert into lines (id) values (${id})`);
const change = (id: bigint) => sent(sql`update orders set note = 'x' where id = ${id}`);

/** Statements in one line each, and their values. */
const shown = (changes: readonly Change[]) =>
  changes.map(
    ({ query }) => `${query.text.replaceAll(/\s+/g, ' ')} <- ${query.values.map(String).join(' ')}`,
  );

describe('shared statements of several works', () => {
  const kind = (table: string): StatementKind<bigint> => ({
    keyOf: (part) => String(part % 10n),
    statement: (parts) => sql`insert into ${raw(table)} (ids) values (${parts.join(',')})`,
  });
  const logs = kind('logs');
  const marks = kind('marks');
  const log = (part: bigint) => sent(SharedStatement.of(logs, part));
  const mark = (part: bigint) => sent(SharedStatement.of(marks, part));
  const table: readonly [
    name: string,
    works: readonly (readonly Change[])[],
    statements: readonly Change[],
  ][] = [
    ['of one work', [[change(1n), log(1n), line(1n)]], [change(1n), log(1n), line(1n)]],
    [
      'are one statement in the order of the works, behind what was before them and before what was after',
      [[change(1n), log(1n), line(1n)], [log(11n)], [change(2n), log(21n), line(2n)]],
      [change(1n), change(2n), sent(sql`insert into logs (ids) values (${'1,11,21'})`), line(1n), line(2n)],
    ],
    [
      'pass no work that has none or others',
      [[log(1n)], [change(2n)], [log(11n)], [log(21n), log(31n)], [log(41n)]],
      [log(1n), change(2n), log(11n), log(21n), log(31n), log(41n)],
    ],
    [
      'are as many statements as each work has',
      [
        [change(1n), mark(1n), line(1n), log(1n)],
        [mark(11n), line(2n), log(11n), line(3n)],
      ],
      [
        change(1n),
        sent(sql`insert into marks (ids) values (${'1,11'})`),
        line(1n),
        line(2n),
        sent(sql`insert into logs (ids) values (${'1,11'})`),
        line(3n),
      ],
    ],
    [
      'are no more one statement behind a work that changes their rows once more',
      [[log(1n)], [log(11n), sent(sql`insert into logs select ${'x'}`), line(1n)], [log(21n)], [log(31n)]],
      [
        sent(sql`insert into logs (ids) values (${'1,11'})`),
        sent(sql`insert into logs select ${'x'}`),
        line(1n),
        sent(sql`insert into logs (ids) values (${'21,31'})`),
      ],
    ],
    [
      'of a kind that a work has twice stay alone',
      [
        [log(1n), log(11n)],
        [log(21n), log(31n)],
      ],
      [log(1n), log(11n), log(21n), log(31n)],
    ],
    [
      'pass works that have nothing',
      [[log(1n)], [], [log(11n)]],
      [sent(sql`insert into logs (ids) values (${'1,11'})`)],
    ],
    [
      'of other keys and kinds stay apart',
      [[log(1n)], [log(2n)], [mark(2n)], [mark(12n)]],
      [log(1n), log(2n), sent(sql`insert into marks (ids) values (${'2,12'})`)],
    ],
  ];
  for (const [name, works, statements] of table)
    test(name, () => {
      assert.deepEqual(shown(gatherShared(works)), shown(statements));
    });

  test('answer each of their works', () => {
    const told: string[] = [];
    const listening = (part: bigint): Change => ({
      ...log(part),
      heard: (row) => told.push(`${part} ${String(row)}`),
    });
    const [both] = gatherShared([[listening(1n)], [listening(11n)]]);
    both?.heard?.('row');
    assert.deepEqual(told, ['1 row', '11 row']);
  });
});
