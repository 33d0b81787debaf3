// Writes of SQLite that share a transaction: what is undone of them when one fails, how often they run, and their ids.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addWord, freshId, make, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { migrate } from '../migrate.ts';
import type { Writer } from '../port.ts';
import { sql } from '../sql.ts';
import { SqliteStorage } from './sqlite.ts';

async function open(t: TestContext, file?: string): Promise<{ storage: SqliteStorage; file: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-groups-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const path = file ?? join(dir, 'passbell.sqlite');
  const storage = new SqliteStorage(path);
  t.after(() => storage.close());
  if (file === undefined) {
    await migrate(storage);
    await make(storage, [WORDS]);
  }
  return { storage, file: path };
}

/** Writes that come together, with how often each ran and what became of it. */
async function together(storage: SqliteStorage, works: readonly ((tx: Writer) => Promise<unknown>)[]) {
  const runs = works.map(() => 0);
  const outcomes = await Promise.allSettled(
    works.map((work, at) =>
      storage.write(async (tx) => {
        runs[at] = (runs[at] ?? 0) + 1;
        return work(tx);
      }),
    ),
  );
  return { runs, outcomes: outcomes.map(({ status }) => status) };
}

const refuse = (_why?: unknown): never => {
  throw new Error('refused');
};

test('one that fails after a change is undone alone; the others run twice, and none of the next group', async (t) => {
  const { storage } = await open(t);
  const ids = Array.from({ length: 5 }, () => freshId());
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = ids;
  const add = (id: bigint) => async (tx: Writer) => tx.run(addWord(id, 'x'));
  const addAndRefuse = (id: bigint) => async (tx: Writer) => {
    await tx.run(addWord(id, 'x'));
    refuse();
  };
  const first = await together(storage, [add(a), addAndRefuse(b), add(c)]);
  assert.deepEqual(first.outcomes, ['fulfilled', 'rejected', 'fulfilled']);
  assert.deepEqual(first.runs, [2, 2, 1]);
  const second = await together(storage, [add(d), addAndRefuse(e)]);
  assert.deepEqual(second, { runs: [1, 1], outcomes: ['fulfilled', 'rejected'] });
  const words = await Promise.all(ids.map((id) => wordOf(storage, id)));
  assert.deepEqual(words, ['x', undefined, 'x', 'x', undefined]);
});

test('one that fails before any change makes none run again', async (t) => {
  const { storage } = await open(t);
  const [a, b] = [freshId(), freshId()];
  const { runs, outcomes } = await together(storage, [
    async (tx) => tx.run(addWord(a, 'x')),
    async (tx) => {
      await tx.get(sql`select word from words where id = ${a}`);
      refuse();
    },
    async (tx) => tx.run(addWord(b, 'x')),
  ]);
  assert.deepEqual(
    [runs, outcomes],
    [
      [1, 1, 1],
      ['fulfilled', 'rejected', 'fulfilled'],
    ],
  );
  assert.deepEqual([await wordOf(storage, a), await wordOf(storage, b)], ['x', 'x']);
});

test('one that is to be undone leaves nothing, whatever it is in a group with', async (t) => {
  const { storage } = await open(t);
  const [a, b] = [freshId(), freshId()];
  const { outcomes } = await together(storage, [
    async (tx) => tx.run(addWord(a, 'x')),
    async (tx) => {
      await tx.all(sql`insert into words (id, word) values (${b}, 'x') returning id`);
      tx.undo();
    },
  ]);
  assert.deepEqual(outcomes, ['fulfilled', 'fulfilled']);
  assert.deepEqual([await wordOf(storage, a), await wordOf(storage, b)], ['x', undefined]);
});

test('ids rise and none comes twice, through failures, savepoints, a new beginning and another process', async (t) => {
  const { storage, file } = await open(t);
  const given: bigint[] = [];
  const take = async (from: SqliteStorage, count = 1) => {
    const ids = await from.write(async (tx) => tx.ids('order', count));
    given.push(...ids);
  };
  const takeInVain = (tx: Writer) => tx.ids('order', 3);
  await take(storage, 2);
  await rejection(
    storage.write(async (tx) => {
      await takeInVain(tx);
      await tx.run(addWord(freshId(), 'x'));
      refuse();
    }),
  );
  for (let turn = 0; turn < 20; turn++) await take(storage);
  await storage.write(async (tx) => {
    await tx.savepoint(async () => refuse(await takeInVain(tx))).catch(() => undefined);
    given.push(...(await tx.ids('order', 1)));
  });
  await take(storage, 500);
  await take(storage);
  const { storage: other } = await open(t, file);
  await take(other);
  // What a process has taken ahead is lower than what another takes after it, and nobody else's.
  const before = given.splice(-1);
  await take(storage);
  assert.ok(given.at(-1) !== before[0]);
  await storage.startIdsAt('order', 1_000_000n);
  await take(storage);
  assert.equal(given.at(-1), 1_000_000n);
  await take(storage);
  assert.deepEqual(
    given,
    [...given].sort((a, b) => (a < b ? -1 : 1)),
  );
  assert.equal(new Set(given).size, given.length);
});
