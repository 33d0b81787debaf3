import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '#src/kernel/event.ts';
import { addWord, freshId, onEachStorage, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { NestedWriter, within } from './nested.ts';
import type { Writer } from './port.ts';
import { isIn, sql } from './sql.ts';

onEachStorage('nested', [WORDS], (ground) => {
  test('a transaction within another is undone alone, with what it tells', async () => {
    const { storage } = ground();
    const ids = Array.from({ length: 5 }, freshId);
    const fact = (resource: bigint): Fact => {
      return { topic: 'orders/completed', resource, sites: [], changed: [], payload: '{}' };
    };
    const told = await storage.write(async (tx) => {
      const outer = new NestedWriter(tx);
      const { write, read } = within(outer);
      const add = (at: number) => async (inner: Writer) => {
        const id = ids[at] ?? 0n;
        await inner.run(addWord(id, 'x'));
        inner.heard?.push(fact(id));
        return at;
      };
      assert.equal(await write(add(0)), 0);
      assert.equal(
        await write(async (inner) => {
          inner.undo();
          return add(1)(inner);
        }),
        1,
      );
      const thrown = new Error('no');
      const failing = write(async (inner) => {
        await add(2)(inner);
        throw thrown;
      });
      assert.equal(await rejection(failing), thrown);
      await write(async (inner) => {
        await add(3)(inner);
        await rejection(
          inner.savepoint(async () => {
            await add(4)(inner);
            throw thrown;
          }),
        );
      });
      assert.equal(
        (await read(async (reader) => reader.all(sql`select id from words where ${isIn('id', ids)}`))).length,
        2,
      );
      return outer.heard.map(({ resource }) => resource);
    });
    assert.deepEqual(told, [ids[0], ids[3]]);
    const found = await Promise.all(ids.map((id) => wordOf(storage, id)));
    assert.deepEqual(
      found.flatMap((word, at) => (word === undefined ? [] : [at])),
      [0, 3],
    );
  });
});
