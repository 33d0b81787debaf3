// Reads of works that begin at the same time, by one statement (decision 066).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord, freshId, onEachStorage, WORDS } from '#test/harness/storage.ts';
import type { Reader, SharedRead, Storage, Writer } from '../port.ts';
import { readTogether } from '../read-together.ts';
import { isIn, sql } from '../sql.ts';

onEachStorage('reads of works that begin together', [WORDS], (ground) => {
  /** Words by their ids; notes how many each statement asks for. */
  const reading = (failsFirst?: Error) => {
    const asked: number[] = [];
    const words: SharedRead<{ readonly key?: string; readonly id: bigint }, ReadonlyMap<bigint, string>> = {
      keyOf: ({ key = '' }) => key,
      sizeOf: () => 100,
      tables: ['words'],
      read: async (tx, parts) => {
        asked.push(parts.length);
        if (failsFirst !== undefined && asked.length === 1) throw failsFirst;
        const ids = parts.map(({ id }) => id);
        const rows = await tx.all<{ id: bigint; word: string }>(
          sql`select id, word from words where ${isIn('id', ids)}`,
        );
        return new Map(rows.map(({ id, word }) => [id, word]));
      },
    };
    const wordOf = async (tx: Reader, id: bigint, key?: string): Promise<string | undefined> =>
      (await readTogether(tx, words, key === undefined ? { id } : { key, id })).get(id);
    return { asked, wordOf };
  };
  const share = <T>(storage: Storage, work: (tx: Writer) => Promise<T>): Promise<T> =>
    storage.write(work, { shares: 'one company' });
  const stored = async (count: number): Promise<bigint[]> => {
    const ids = Array.from({ length: count }, freshId);
    await ground().storage.write(async (tx) => {
      for (const id of ids) await tx.send(addWord(id, `word ${id}`));
    });
    return ids;
  };

  test('are few statements of few values each, and give each work its own', async () => {
    const { storage } = ground();
    const ids = await stored(12);
    const { asked, wordOf } = reading();
    const seen = await Promise.all(
      ids.map((id, at) => share(storage, (tx) => wordOf(tx, id, at < 8 ? 'a' : 'b'))),
    );
    assert.deepEqual(
      seen,
      ids.map((id) => `word ${id}`),
    );
    assert.equal(
      asked.reduce((sum, parts) => sum + parts),
      12,
    );
    if (storage.engine === 'sqlite') assert.equal(asked.length, 12);
    else assert.ok(asked.length <= 6 && Math.max(...asked) <= 5, asked.join());
  });

  test('see what was committed before they began', async () => {
    const { storage, other } = ground();
    const [id = 0n] = await stored(1);
    const { wordOf } = reading();
    for (let round = 0; round < 20; round++) {
      const word = `word ${round}`;
      await (round % 2 === 0 ? storage : other).write(async (tx) =>
        tx.run(sql`update words set word = ${word} where id = ${id}`),
      );
      const works = Array.from({ length: 5 }, () => share(storage, (tx) => wordOf(tx, id)));
      assert.deepEqual(await Promise.all(works), Array(5).fill(word));
    }
  });

  test('are asked by each where they fail together', async () => {
    const { storage } = ground();
    const [id = 0n] = await stored(1);
    const refusal = new Error('refused');
    const { wordOf } = reading(refusal);
    const works = Array.from({ length: 4 }, () => share(storage, (tx) => wordOf(tx, id)));
    const outcomes = await Promise.allSettled(works);
    const [refused, ...others] = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused?.status === 'rejected' && refused.reason, refusal);
    assert.deepEqual(others, []);
    const values = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    assert.deepEqual(values, Array(3).fill(`word ${id}`));
  });

  test('show a work what it has changed itself', async () => {
    const { storage } = ground();
    const [id = 0n] = await stored(1);
    const { wordOf } = reading();
    const works = [
      share(storage, (tx) => wordOf(tx, id)),
      share(storage, async (tx) => {
        await tx.send(sql`update words set word = 'after' where id = ${id}`);
        return wordOf(tx, id);
      }),
      share(storage, (tx) => wordOf(tx, id)),
    ];
    assert.equal((await Promise.all(works))[1], 'after');
  });
});
