// Decisions upon rows, in transactions of their own and in shared ones (decision 056).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord, freshId, onEachStorage, transactionsOf, WORDS, wordOf } from '#test/harness/storage.ts';
import type { Storage, Writer } from '../port.ts';
import { isIn, sql } from '../sql.ts';

interface Stock {
  readonly id: bigint;
  readonly amount: bigint;
}

const STOCK = 'create table decided_stock (id bigint primary key, amount bigint not null)';

const COUNTS = 'create table decided_counts (id bigint primary key, last bigint not null)';

class SoldOut extends Error {}

onEachStorage('decisions', [WORDS, STOCK, COUNTS], (ground) => {
  const stock = async (amount: bigint) => {
    const id = freshId();
    const { storage } = ground();
    await storage.write(async (tx) =>
      tx.run(sql`insert into decided_stock (id, amount) values (${id}, ${amount})`),
    );
    return id;
  };
  const left = async (id: bigint) => {
    const row = await ground().storage.read(async (tx) =>
      tx.get<Stock>(sql`select id, amount from decided_stock where id = ${id}`),
    );
    return row?.amount;
  };
  /** Takes one of each; answers what is left of them. */
  const take = async (tx: Writer, ids: readonly bigint[]) =>
    tx.decide({
      key: 'stock',
      ids,
      rows: (wanted) =>
        sql`select id, amount from decided_stock where ${isIn('id', wanted)} order by id for update`,
      idOf: (row: Stock) => row.id,
      decide: (rows) => {
        const changed = rows.map(({ id, amount }) => ({ id, amount: amount - 1n }));
        if (changed.some(({ amount }) => amount < 0n)) throw new SoldOut();
        const change = sql`update decided_stock set amount = amount - 1 where ${isIn(
          'id',
          changed.map(({ id }) => id),
        )}`;
        return { value: changed, change, changed };
      },
    });
  const share = <T>(storage: Storage, work: (tx: Writer) => Promise<T>): Promise<T> =>
    storage.write(work, { shares: 'one company' });
  const statuses = (results: readonly PromiseSettledResult<unknown>[]) =>
    Object.groupBy(results, ({ status }) => status);

  test('of many at once each sees what the ones before have left, and those that find nothing are refused', async () => {
    const { storage, other } = ground();
    const id = await stock(40n);
    const words = Array.from({ length: 60 }, freshId);
    const results = await Promise.allSettled(
      words.map((word, at) => {
        const work = async (tx: Writer) => {
          const [row] = await take(tx, [id]);
          await tx.send(addWord(word, `${row?.amount}`));
          return row?.amount;
        };
        const at2 = at % 2 === 0 ? storage : other;
        return at % 7 === 0 ? at2.write(work) : share(at2, work);
      }),
    );
    const { fulfilled = [], rejected = [] } = statuses(results);
    assert.equal(rejected.length, 20);
    for (const each of rejected) assert.ok((each as PromiseRejectedResult).reason instanceof SoldOut);
    const seen = fulfilled.map((each) => (each as PromiseFulfilledResult<bigint>).value);
    assert.deepEqual(
      seen.toSorted((a, b) => Number(a - b)),
      Array.from({ length: 40 }, (_, at) => BigInt(at)),
    );
    assert.equal(await left(id), 0n);
    for (const [at, { status }] of results.entries()) {
      const word = words[at] ?? 0n;
      assert.equal((await wordOf(storage, word)) === undefined, status === 'rejected');
    }
  });

  test('upon several rows do not wait for each other for ever, in whatever order they are named', async () => {
    const { storage, other } = ground();
    const [a, b, c] = [await stock(200n), await stock(200n), await stock(200n)];
    const orders = [[a, b], [b, a], [c, a], [b, c, a], [c]];
    const works = Array.from({ length: 80 }, (_, at) => orders[at % orders.length] ?? []);
    await Promise.all(works.map((ids, at) => share(at % 2 === 0 ? storage : other, (tx) => take(tx, ids))));
    for (const id of [a, b, c])
      assert.equal(await left(id), 200n - BigInt(works.filter((ids) => ids.includes(id)).length));
  });

  test('of a work that fails or is undone behind them are as if they had not been', async () => {
    const { storage } = ground();
    const id = await stock(30n);
    const broken = new Error('It is broken.');
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        share(storage, async (tx) => {
          const [row] = await take(tx, [id]);
          if (at === 3) throw broken;
          if (at === 5) tx.undo();
          return row?.amount;
        }),
      ),
    );
    assert.deepEqual(
      results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : [])),
      [3],
    );
    assert.equal((results[3] as PromiseRejectedResult).reason, broken);
    assert.equal(await left(id), 12n);
  });

  const FAILURES: readonly [
    name: string,
    fail: (tx: Writer, known: bigint) => Promise<void>,
    most: bigint,
  ][] = [
    ['fails behind them', () => Promise.reject(new Error('It is broken.')), 8n],
    // The database says that of all of them.
    ['has a row that is there already', async (tx, known) => tx.send(addWord(known, 'x')), 20n],
  ];
  for (const [name, fail, most] of FAILURES)
    test(`of a work that ${name} do not part the others`, async () => {
      const { storage } = ground();
      const [id, known] = [await stock(100n), freshId()];
      await storage.write(async (tx) => tx.run(addWord(known, 'x')));
      const words = Array.from({ length: 40 }, freshId);
      const results = await Promise.allSettled(
        words.map((word, at) =>
          share(storage, async (tx) => {
            await take(tx, [id]);
            await tx.send(addWord(word, 'x'));
            if (at === 20) await fail(tx, known);
          }),
        ),
      );
      assert.deepEqual(
        results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : [])),
        [20],
      );
      assert.equal(await left(id), 61n);
      if (storage.engine === 'sqlite') return;
      const count = await transactionsOf(storage, words);
      assert.ok(count <= most, `${count} transactions`);
    });

  test('leave ids that are taken behind them to one work each', async () => {
    const { storage } = ground();
    const id = await stock(300n);
    const taken: bigint[] = [];
    for (let round = 0; round < 3; round++) {
      const works = Array.from({ length: 40 }, () =>
        share(storage, async (tx) => {
          const first = await tx.ids('order', 1);
          await take(tx, [id]);
          return [...first, ...(await tx.ids('order', 2)), ...(await tx.ids('ticket', 1))];
        }),
      );
      for (const [a = 0n, b = 0n, c = 0n] of await Promise.all(works)) taken.push(a, b, c);
    }
    assert.equal(new Set(taken).size, 360);
  });

  test('of two kinds in a work are made one after the other, without gaps in what they count', async () => {
    const { storage, other } = ground();
    const [bottles, invoices] = [await stock(40n), freshId()];
    await storage.write(async (tx) =>
      tx.run(sql`insert into decided_counts (id, last) values (${invoices}, 0)`),
    );
    const count = async (tx: Writer) =>
      tx.decide({
        key: 'counts',
        ids: [invoices],
        rows: () => sql`select id, last from decided_counts where id = ${invoices} for update`,
        idOf: (row: { id: bigint; last: bigint }) => row.id,
        decide: ([row]) => {
          if (row === undefined) throw new Error('The counter is gone.');
          const next = { ...row, last: row.last + 1n };
          const change = sql`update decided_counts set last = ${next.last} where id = ${invoices}`;
          return { value: next.last, change, changed: [next] };
        },
      });
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, (_, at) =>
        share(at % 2 === 0 ? storage : other, async (tx) => {
          // Some count alone.
          if (at % 4 !== 3) await take(tx, [bottles]);
          return count(tx);
        }),
      ),
    );
    const { fulfilled = [], rejected = [] } = statuses(results);
    assert.deepEqual([fulfilled.length, rejected.length], [60, 20]);
    const numbers = fulfilled.map((each) => (each as PromiseFulfilledResult<bigint>).value);
    assert.deepEqual(
      numbers.toSorted((a, b) => Number(a - b)),
      Array.from({ length: 60 }, (_, at) => BigInt(at + 1)),
    );
    assert.equal(await left(bottles), 0n);
  });

  test('twice in a work, or with a lock behind one, need a transaction of its own', async () => {
    const { storage } = ground();
    const id = await stock(30n);
    const twice = async (tx: Writer) => {
      await take(tx, [id]);
      return take(tx, [id]);
    };
    const locking = async (tx: Writer) => {
      await take(tx, [id]);
      return tx.all<Stock>(sql`select id, amount from decided_stock where id = ${id} for update`);
    };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => [share(storage, twice), share(storage, locking)]).flat(),
    );
    assert.equal(all.length, 10);
    assert.equal(await left(id), 15n);
  });

  test('upon rows that are not there change nothing', async () => {
    const { storage } = ground();
    assert.deepEqual(await share(storage, (tx) => take(tx, [freshId(), freshId()])), []);
  });
});
