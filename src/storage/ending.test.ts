import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord, freshId, onEachStorage, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { EndingWriter } from './ending.ts';
import { within } from './nested.ts';
import type { Writer } from './port.ts';
import { sql } from './sql.ts';

onEachStorage('what is done at the end', [WORDS], (ground) => {
  const ask = (id: bigint) => sql`select word from words where id = ${id}`;
  const other = sql`select 1 as one`;
  /** Runs a work in a transaction of many requests; answers its value and which words were added at which of its steps. */
  const run = async <T>(work: (tx: EndingWriter, add: (tx: Writer, id: bigint) => void) => Promise<T>) => {
    const done: bigint[] = [];
    const value = await ground().storage.write(async (whole) => {
      const tx = new EndingWriter(whole, (text) => text.includes('words'));
      const add = (by: Writer, id: bigint) =>
        by.atEnd?.(async (end) => {
          await end.run(addWord(id, 'x'));
          done.push(id);
        });
      const given = await work(tx, add);
      await tx.end();
      return given;
    });
    return { value, done };
  };

  test('it waits for the end, in its order', async () => {
    const ids = Array.from({ length: 3 }, freshId);
    const { value, done } = await run(async (tx, add) => {
      for (const id of ids) await within(tx).write(async (inner) => add(inner, id));
      await tx.get(other);
      return tx.atEnd !== undefined;
    });
    assert.deepEqual([value, done], [true, ids]);
    for (const id of ids) assert.equal(await wordOf(ground().storage, id), 'x');
  });

  test('it is done before what reads it, and all who ask at once see it', async () => {
    const id = freshId();
    const { value } = await run(async (tx, add) => {
      add(tx, id);
      return Promise.all([tx.get(ask(id)), tx.all(ask(id)), tx.run(sql`update words set word = word`)]);
    });
    const [one, all] = value;
    assert.deepEqual([one, all], [{ word: 'x' }, [{ word: 'x' }]]);
  });

  test('what is undone is not done, and what was done within it is done once more', async () => {
    const [kept, dropped] = [freshId(), freshId()];
    const { done } = await run(async (tx, add) => {
      add(tx, kept);
      const failing = within(tx).write(async (inner) => {
        add(inner, dropped);
        assert.deepEqual(await inner.get(ask(kept)), { word: 'x' });
        throw new Error('no');
      });
      assert.match(String(await rejection(failing)), /no/);
      assert.deepEqual(await tx.get(ask(dropped)), undefined);
    });
    assert.deepEqual(done, [kept, dropped, kept]);
    assert.equal(await wordOf(ground().storage, kept), 'x');
    assert.equal(await wordOf(ground().storage, dropped), undefined);
  });
});
