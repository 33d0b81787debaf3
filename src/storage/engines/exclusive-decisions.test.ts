// Decisions upon rows that their works go on to change themselves, in shared transactions (decision 070).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord, freshId, onEachStorage, transactionsOf, WORDS, wordOf } from '#test/harness/storage.ts';
import type { Reader, Storage, Writer } from '../port.ts';
import { isIn, sql } from '../sql.ts';
import { together } from '../together.ts';

interface Bill {
  readonly id: bigint;
  readonly total: bigint;
}

const BILLS = 'create table held_bills (id bigint primary key, total bigint not null)';

/** Transactions of many works that share them. */
const MOST = 6n;

onEachStorage('exclusive decisions', [WORDS, BILLS], (ground) => {
  const bill = async (total = 0n) => {
    const id = freshId();
    await ground().storage.write(async (tx) =>
      tx.run(sql`insert into held_bills (id, total) values (${id}, ${total})`),
    );
    return id;
  };
  const totalOf = async (tx: Reader, id: bigint) =>
    (await tx.get<Bill>(sql`select id, total from held_bills where id = ${id}`))?.total;
  const read = (id: bigint) => ground().storage.read((tx) => totalOf(tx, id));
  const hold = (tx: Writer, id: bigint) =>
    tx.decide({
      key: 'bills',
      ids: [id],
      rows: (ids) => sql`select id, total from held_bills where ${isIn('id', ids)} for update`,
      idOf: (row: Bill) => row.id,
      isExclusive: true,
      decide: ([row]) => ({ value: row, changed: [] }),
    });
  const set = (tx: Writer, id: bigint, total: bigint) =>
    tx.send(sql`update held_bills set total = ${total} where id = ${id}`);
  /** Adds to a bill what it was before, and a word that says which transaction did. */
  const add =
    (id: bigint, amount: bigint, word = freshId()) =>
    async (tx: Writer) => {
      const found = await hold(tx, id);
      if (found === undefined) throw new Error('There is no such bill.');
      await set(tx, id, found.total + amount);
      await tx.send(addWord(word, 'x'));
      return found.total;
    };
  const share = <T>(storage: Storage, work: (tx: Writer) => Promise<T>): Promise<T> =>
    storage.write(work, { shares: 'one company' });
  test('upon different rows share a transaction', async () => {
    const { storage } = ground();
    const bills = await Promise.all(Array.from({ length: 40 }, (_, at) => bill(BigInt(at))));
    const words = bills.map(freshId);
    const before = await Promise.all(bills.map((id, at) => share(storage, add(id, 100n, words[at]))));
    assert.deepEqual(
      before,
      bills.map((_, at) => BigInt(at)),
    );
    for (const [at, id] of bills.entries()) assert.equal(await read(id), BigInt(100 + at));
    // Those that have a connection first may go before the others.
    if (storage.engine === 'postgres') assert.ok((await transactionsOf(storage, words)) <= MOST);
  });

  test('upon one row have a transaction each, and every one sees what the one before has left', async () => {
    const { storage, other } = ground();
    const [first, second] = [await bill(), await bill()];
    const words = Array.from({ length: 24 }, freshId);
    const seen = await Promise.all(
      words.map((word, at) =>
        share(at % 4 === 0 ? other : storage, add(at % 3 === 0 ? second : first, 1n, word)),
      ),
    );
    const at = (wanted: boolean) =>
      seen.filter((_, place) => (place % 3 === 0) === wanted).toSorted((a, b) => Number(a - b));
    assert.deepEqual(
      at(false),
      Array.from({ length: 16 }, (_, place) => BigInt(place)),
    );
    assert.deepEqual(
      at(true),
      Array.from({ length: 8 }, (_, place) => BigInt(place)),
    );
    assert.deepEqual([await read(first), await read(second)], [16n, 8n]);
  });

  test('a row that another transaction has keeps nobody waiting but the work that wants it', async () => {
    const { storage, other } = ground();
    if (storage.engine === 'sqlite') return assert.equal(await share(storage, add(await bill(7n), 1n)), 7n);
    const [taken, free] = [await bill(5n), await bill(5n)];
    let waiting: Promise<bigint> | undefined;
    await other.write(async (tx) => {
      await hold(tx, taken);
      waiting = share(storage, add(taken, 10n));
      assert.equal(await share(storage, add(free, 10n)), 5n);
      await set(tx, taken, 6n);
    });
    assert.equal(await waiting, 6n);
    assert.deepEqual([await read(taken), await read(free)], [16n, 15n]);
  });

  test('what is asked beside one sees what was committed before its row was locked', async () => {
    const { storage, other } = ground();
    const id = await bill();
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        share(at % 2 === 0 ? storage : other, async (tx) => {
          const [found, beside] = await together([hold(tx, id), totalOf(tx, id)]);
          const total = found?.total ?? 0n;
          await set(tx, id, total + 1n);
          return [total, beside] as const;
        }),
      ),
    );
    for (const [total, beside] of results) assert.equal(beside, total);
    assert.equal(await read(id), 30n);
  });

  test('a work that fails or is undone behind one, or finds no row, leaves the others alone', async () => {
    const { storage } = ground();
    const bills = await Promise.all(Array.from({ length: 20 }, () => bill()));
    const words = bills.map(freshId);
    const broken = new Error('It is broken.');
    const results = await Promise.allSettled(
      bills.map((id, at) =>
        share(storage, async (tx) => {
          const before = await add(at === 7 ? freshId() : id, 1n, words[at])(tx);
          if (at === 3) throw broken;
          if (at === 5) tx.undo();
          return before;
        }),
      ),
    );
    assert.deepEqual(
      results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : [])),
      [3, 7],
    );
    for (const [at, id] of bills.entries()) {
      const isSaved = ![3, 5, 7].includes(at);
      assert.equal(await read(id), isSaved ? 1n : 0n);
      assert.equal((await wordOf(storage, words[at] ?? 0n)) !== undefined, isSaved);
    }
    if (storage.engine === 'postgres') {
      const saved = words.filter((_, at) => ![3, 5, 7].includes(at));
      assert.ok((await transactionsOf(storage, saved)) <= MOST);
    }
  });

  test('a second one in a work is run in a transaction of its own', async () => {
    const { storage } = ground();
    const [from, to] = [await bill(50n), await bill()];
    await Promise.all(
      Array.from({ length: 6 }, () =>
        share(storage, async (tx) => {
          const taken = await hold(tx, from);
          const given = await hold(tx, to);
          await set(tx, from, (taken?.total ?? 0n) - 1n);
          await set(tx, to, (given?.total ?? 0n) + 1n);
        }),
      ),
    );
    assert.deepEqual([await read(from), await read(to)], [44n, 6n]);
  });

  test('what a work has asked before is answered, although it does not wait for it', async () => {
    const { storage } = ground();
    const [id, other] = [await bill(1n), await bill(2n)];
    const work = async (tx: Writer) => {
      const asked = totalOf(tx, other);
      const [found, beside] = await together([hold(tx, id), asked]);
      await set(tx, id, (found?.total ?? 0n) + (beside ?? 0n));
    };
    await Promise.all([share(storage, work), share(storage, work)]);
    assert.equal(await read(id), 5n);
  });
});
