// The promises of `Writer.send`, checked on every engine: a change whose answer nobody waits for.

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
      async () => {
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
