// What spares round trips to PostgreSQL, checked on every engine: changes whose answers nobody waits for, and reads of a
// single statement.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord, freshId, onEachStorage, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { KeyInUse, UniqueViolation } from './port.ts';
import { sql } from './sql.ts';

onEachStorage('a change that is sent', [WORDS], (ground) => {
  test('comes before every later statement, in order, and is saved with the rest', async () => {
    const { storage } = ground();
    const ids = Array.from({ length: 20 }, () => freshId());
    await storage.write(async (tx) => {
      for (const id of ids) await tx.send(addWord(id, `w${id}`));
      const [last = 0n] = ids.slice(-1);
      assert.equal(await tx.run(addWord(freshId(), 'after')), 1);
      const row = await tx.get<{ word: string }>(sql`select word from words where id = ${last}`);
      assert.equal(row?.word, `w${last}`);
    });
    for (const id of ids) assert.equal(await wordOf(storage, id), `w${id}`);
  });

  test('fails the transaction with its own error, though it was the last statement', async () => {
    const { storage } = ground();
    const [first, id] = [freshId(), freshId()];
    await storage.write(async (tx) => tx.send(addWord(id, 'kept')));
    const error = await rejection(
      storage.write(async (tx) => {
        await tx.send(addWord(first, 'undone'));
        await tx.send(addWord(id, 'second'));
      }),
    );
    assert.ok(error instanceof UniqueViolation, String(error));
    assert.equal(await wordOf(storage, first), undefined);
    assert.equal(await wordOf(storage, id), 'kept');
  });

  test('fails the transaction also when its savepoint was left before the answer', async () => {
    const { storage } = ground();
    const [first, id, last] = [freshId(), freshId(), freshId()];
    await storage.write(async (tx) => tx.send(addWord(id, 'kept')));
    const error = await rejection(
      storage.write(async (tx) => {
        await tx.send(addWord(first, 'undone'));
        await tx.savepoint(async () => tx.send(addWord(id, 'second')));
        await tx.run(addWord(last, 'never'));
      }),
    );
    assert.ok(error instanceof UniqueViolation, String(error));
    for (const each of [first, last]) assert.equal(await wordOf(storage, each), undefined);
  });

  test('is undone with a savepoint that is left by a refusal, and nothing else is', async () => {
    const { storage } = ground();
    const [first, inner, last] = [freshId(), freshId(), freshId()];
    const refusal = new Error('refused');
    await storage.write(async (tx) => {
      await tx.send(addWord(first, 'before'));
      const refused = tx.savepoint(async () => {
        await tx.send(addWord(inner, 'inner'));
        throw refusal;
      });
      assert.equal(await rejection(refused), refusal);
      await tx.send(addWord(last, 'after'));
    });
    assert.equal(await wordOf(storage, first), 'before');
    assert.equal(await wordOf(storage, inner), undefined);
    assert.equal(await wordOf(storage, last), 'after');
  });

  test('of a write whose key is in use saves nothing, whatever the write does', async () => {
    const { storage } = ground();
    const key = `send ${freshId()}`;
    const ids = Array.from({ length: 3 }, () => freshId());
    const [sent = 0n, ran = 0n, swallowed = 0n] = ids;
    await storage.write(
      async (tx) => {
        await tx.get(sql`select 1 as one`);
        const failures = [
          await rejection(storage.write(async (tx) => tx.send(addWord(sent, 'x')), { key })),
          await rejection(storage.write(async (tx) => tx.run(addWord(ran, 'x')), { key })),
          await rejection(
            storage.write(
              async (tx) => {
                await tx.savepoint(async () => tx.run(addWord(swallowed, 'x'))).catch(() => undefined);
                await tx.send(addWord(swallowed, 'y'));
              },
              { key },
            ),
          ),
        ];
        for (const failure of failures) assert.ok(failure instanceof KeyInUse, String(failure));
      },
      { key },
    );
    for (const id of ids) assert.equal(await wordOf(storage, id), undefined);
  });
});

onEachStorage('a read of a single statement', [WORDS], (ground) => {
  const single = { isSingle: true };

  test('gives what the statement found, and what was thrown', async () => {
    const { storage } = ground();
    const id = freshId();
    await storage.write(async (tx) => tx.run(addWord(id, 'here')));
    const found = await storage.read(
      async (tx) => tx.get<{ word: string }>(sql`select word from words where id = ${id}`),
      single,
    );
    assert.equal(found?.word, 'here');
    assert.equal(await storage.read(async () => 7, single), 7);
    const refusal = new Error('refused');
    assert.equal(
      await rejection(
        storage.read(async (tx) => {
          await tx.all(sql`select word from words where id = ${id}`);
          throw refusal;
        }, single),
      ),
      refusal,
    );
    const broken = await rejection(
      storage.read(async (tx) => tx.get(sql`select nothing from words`), single),
    );
    assert.match(String(broken), /nothing/);
    // The connection is whole again.
    assert.equal(await wordOf(storage, id), 'here');
  });

  test('that asks more after all sees one state, also where it swallows what it is told', async () => {
    const { storage, other } = ground();
    const id = freshId();
    await storage.write(async (tx) => tx.run(addWord(id, 'before')));
    const word = sql`select word from words where id = ${id}`;
    let runs = 0;
    const seen = await storage.read(async (tx) => {
      runs++;
      const first = await tx.get<{ word: string }>(word);
      await other.write(async (change) => change.run(sql`update words set word = 'after' where id = ${id}`));
      const second = await tx.get<{ word: string }>(word);
      return [first?.word, second?.word];
    }, single);
    assert.equal(seen[0], seen[1]);
    assert.equal(runs, storage.engine === 'postgres' ? 2 : 1);
    const swallowing = await storage.read(async (tx) => {
      await tx.get(word);
      const second = tx.get<{ word: string }>(word);
      return Promise.resolve(second).catch(() => undefined);
    }, single);
    assert.equal(swallowing?.word, 'after');
    const together = await storage.read(
      async (tx) => Promise.all([tx.get<{ word: string }>(word), tx.get<{ word: string }>(word)]),
      single,
    );
    assert.deepEqual(
      together.map((row) => row?.word),
      ['after', 'after'],
    );
  });
});
