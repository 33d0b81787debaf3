import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord, freshId, onEachStorage, WORDS } from '#test/harness/storage.ts';
import type { Storage } from '../port.ts';
import { raw, sql } from '../sql.ts';

const QUOTED = 'create table "odd ""name" (id bigint primary key)';

onEachStorage('tables that have grown', [WORDS, QUOTED], (ground) => {
  /** Adds rows, and has the server know at once how many there are. */
  const add = (storage: Storage, count: number) =>
    storage.write(async (tx) => {
      for (let at = 0; at < count; at++) {
        const id = freshId();
        await tx.send(addWord(id, 'x'));
        await tx.send(sql`insert into "odd ""name" (id) values (${id})`);
      }
      if (storage.engine === 'postgres') await tx.get(sql`select pg_stat_force_next_flush()`);
    });

  test('are counted where the planner knows of a small part of their rows', async () => {
    const { storage, other } = ground();
    const known = async () => {
      const row = await storage.read(async (tx) =>
        tx.get<{ rows: bigint }>(
          sql`select cast(reltuples as bigint) as rows from pg_class where relname = 'words'`,
        ),
      );
      return row?.rows;
    };
    if (storage.engine === 'postgres')
      await storage.write(async (tx) => {
        // The server's own autovacuum comes once a minute, in the middle of this as well.
        for (const table of [raw('words'), raw('"odd ""name"')])
          await tx.run(sql`alter table ${table} set (autovacuum_enabled = false)`);
      });
    await add(storage, 200);
    if (storage.engine === 'sqlite') return assert.equal(storage.countGrown, undefined);
    assert.deepEqual(await storage.countGrown?.(), []);
    await add(storage, 1);
    assert.deepEqual(await storage.countGrown?.(), ['odd "name', 'words']);
    assert.equal(await known(), 201n);
    await add(storage, 603);
    assert.deepEqual(await storage.countGrown?.(), []);
    await add(storage, 1);
    const both = await Promise.all([storage.countGrown?.(), other.countGrown?.()]);
    assert.ok(both.flat().includes('words'));
    assert.equal(await known(), 805n);
    assert.deepEqual(await storage.countGrown?.(), []);
  });
});
