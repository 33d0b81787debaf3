// A start on tables that were changed by hand, on both engines.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES, ManualClock } from '#test/harness/service.ts';
import { type Database, freshStorage, make, rejection } from '#test/harness/storage.ts';
import { inspect } from './inspect.ts';
import { migrate, readSteps, stepFaults } from './migrate.ts';
import type { Reader, Storage } from './port.ts';
import { checkSchema, compareSchema, knownParts } from './schema.ts';
import { raw } from './sql.ts';

/** Changes to the tables, and the faults that are found. */
const DAMAGES: readonly [what: string, done: readonly string[], found: readonly RegExp[]][] = [
  [
    'a column renamed',
    ['alter table customers rename column last_name to surname'],
    [
      /^the column customers\.last_name is missing$/,
      /^the index customers_by_name is ".*first_name, surname, phone" in place of ".*first_name, last_name, phone"$/,
    ],
  ],
  [
    'a column lost',
    ['alter table companies drop column website'],
    [/^the column companies\.website is missing$/],
  ],
  ['a table renamed', ['alter table meta rename to notes'], [/^the table meta is missing$/]],
  ['an index lost', ['drop index orders_by_status'], [/^the index orders_by_status is missing$/]],
  [
    'an index of another kind',
    ['drop index users_by_email', 'create index users_by_email on users (email_folded)'],
    [/^the index users_by_email is "create index .*" in place of "create unique index .*"$/],
  ],
  [
    'an index on less of its rows',
    [
      'drop index orders_newest',
      'create index orders_newest on orders (company_id, created_at, id, total) where deleted = 1',
    ],
    [/^the index orders_newest is ".* where deleted = 1" in place of ".* where deleted = 0"$/],
  ],
  [
    'a column of another type',
    ['alter table companies drop column website', 'alter table companies add column website bigint'],
    [/^the column companies\.website is "bigint" in place of "text"$/],
  ],
  [
    'rows of migrations lost',
    ['delete from migrations where number in (4, 6)'],
    [
      /^the migration 4 \(checkins\) has no row in the table migrations$/,
      /^the migration 6 \(.+\) has no row in the table migrations$/,
    ],
  ],
];

/** Changes the tables, compares them, and undoes the change. */
async function tried<T>(
  storage: Storage,
  done: readonly string[],
  look: (tx: Reader) => Promise<T>,
): Promise<T> {
  const seen: T[] = [];
  const undone = new Error('It is undone.');
  const error = await rejection(
    storage.write(async (tx) => {
      for (const statement of done) await tx.run(raw(statement));
      seen.push(await look(tx));
      throw undone;
    }),
  );
  const [value] = seen;
  if (error !== undone || value === undefined) throw error;
  return value;
}

for (const engine of ENGINES) {
  describe(`the tables (${engine})`, () => {
    let database: Database;
    let storage: Storage;
    before(async () => {
      database = await freshStorage(engine);
      storage = database.open();
      await migrate(storage);
    });
    after(() => database?.remove());
    const look = (tx: Reader) => compareSchema(tx, engine);

    test('are as expected after the migrations', async (t) => {
      assert.deepEqual(await storage.read(look), { faults: [], extras: [] });
      const began = performance.now();
      await checkSchema(storage);
      t.diagnostic(`compared in ${(performance.now() - began).toFixed(1)} ms`);
    });

    test('are known by what they come to', async () => {
      const { known, made } = knownParts(engine);
      assert.equal(known, made, 'FINGERPRINTS in schema.ts');
    });

    for (const [what, done, found] of DAMAGES) {
      test(`${what} is found by name`, async () => {
        const faults = await tried(storage, done, async (tx) => [
          ...stepFaults(await readSteps(tx)),
          ...(await look(tx)).faults,
        ]);
        assert.equal(faults.length, found.length, faults.join('\n'));
        for (const [at, says] of found.entries()) assert.match(faults[at] ?? '', says);
      });
    }

    test('may have more than Passbell made, unless it could not write any more', async () => {
      const added = [
        'create table own (id bigint primary key, note text)',
        'create index own_by_note on own (note)',
        'create index orders_mine on orders (company_id, total, id)',
        "alter table orders add column colour text not null default 'red'",
      ];
      const { faults, extras } = await tried(storage, added, look);
      assert.deepEqual(faults, []);
      const mine = [
        'the table own',
        'the column orders.colour',
        'the index orders_mine',
        'the index own_by_note',
      ];
      assert.deepEqual(extras.toSorted(), mine.toSorted());
      if (engine === 'sqlite') return; // which adds no such column
      const needed = await tried(storage, ['alter table sites add column code2 text not null'], look);
      assert.match(
        needed.faults.join(),
        /^the column sites\.code2, which is not Passbell's, is "text.* not null"/,
      );
    });

    test('that are not as expected are refused at the start', async () => {
      await make(storage, ['alter table customers rename column description to notes']);
      const { tables, latest } = await inspect(storage, new ManualClock());
      assert.deepEqual([tables.faults, latest], [['the column customers.description is missing'], undefined]);
      await migrate(storage);
      const says =
        /^Error: The tables are not .*: the column customers\.description is missing\. Put that back/;
      assert.match(String(await rejection(checkSchema(storage))), says);
      await make(storage, ['delete from migrations where number = 4']);
      assert.match(String(await rejection(migrate(storage))), /the migration 4 \(checkins\) has no row/);
    });
  });

  test(`the row of the last migration lost is told by name (${engine})`, async () => {
    const database = await freshStorage(engine);
    const storage = database.open();
    await migrate(storage);
    await make(storage, ['delete from migrations where number >= 11']);
    const error = await rejection(migrate(storage));
    assert.match(
      String(error),
      /The migration 11 \(reports\) failed, and nothing was changed: .*already exists.*put it back/,
    );
    await database.remove();
  });
}
