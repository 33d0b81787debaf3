// Works whose changes are committed together (decision 056).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '#test/harness/process.ts';
import {
  addWord,
  freshId,
  onEachStorage,
  rejection,
  transactionsOf,
  WORDS,
  wordOf,
} from '#test/harness/storage.ts';
import { tripsOf } from '#test/harness/trips.ts';
import { kept } from '../kept.ts';
import { KeyInUse, type Storage, UniqueViolation, type Writer } from '../port.ts';
import { sql } from '../sql.ts';

const ROW = 1n;
const COUNTER = 'create table shared_counters (id bigint primary key, value bigint not null)';
const OWN_NUMBERS = 'create table shared_numbers (id bigint primary key, last bigint not null)';

const add = sql`insert into shared_counters (id, value) values (${ROW}, 1)
  on conflict (id) do update set value = shared_counters.value + 1 returning value`;

onEachStorage('works that share a commit', [WORDS, COUNTER, OWN_NUMBERS], (ground) => {
  const share = <T>(storage: Storage, work: (tx: Writer) => Promise<T>, key?: string): Promise<T> =>
    storage.write(work, { shares: 'one company', ...(key === undefined ? {} : { key }) });

  /** Writes a word and counts it, without waiting for an answer; gives what it was counted as. */
  const counted = (id: bigint, word = 'x') => {
    let heard: bigint | undefined;
    const work = async (tx: Writer) => {
      await tx.send(addWord(id, word));
      await tx.sendFor<{ value: bigint }>(add, (row) => {
        heard = row?.value;
      });
    };
    return { work, heard: () => heard };
  };

  /** Lets writes begin while another transaction holds what they count in; then lets go of it. */
  async function whileHeld(work: () => Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
    const { storage, other } = ground();
    await share(storage, counted(freshId()).work);
    if (storage.engine === 'sqlite') return Promise.allSettled(work());
    let begun: Promise<unknown>[] = [];
    await other.write(async (tx) => {
      await tx.get(sql`select value from shared_counters where id = ${ROW} for update`);
      begun = work();
      for (const each of begun) each.catch(() => undefined);
      // The others wait for the first.
      await until('the first waits for the counter', async () => {
        const row = await other.read(async (reader) =>
          reader.get(sql`select 1 as one from pg_stat_activity where wait_event_type = 'Lock'
            and query like 'insert into shared_counters%' and datname = current_database()`),
        );
        return row !== undefined;
      });
      // Works that have nothing to ask have come to their end by now.
      await other.read(async (reader) => reader.get(sql`select 1 as one`));
    });
    return Promise.allSettled(begun);
  }

  test('are one transaction while another is on its way, and each hears its own row', async () => {
    const { storage } = ground();
    const all = Array.from({ length: 30 }, freshId).map((id) => ({ id, ...counted(id) }));
    const results = await whileHeld(() => all.map(({ work }) => share(storage, work)));
    assert.ok(results.every(({ status }) => status === 'fulfilled'));
    const values = all.map(({ heard }) => heard());
    assert.equal(new Set(values).size, all.length);
    assert.ok(!values.includes(undefined));
    for (const { id } of all) assert.equal(await wordOf(storage, id), 'x');
    if (storage.engine === 'sqlite') return;
    const count = await transactionsOf(
      storage,
      all.map(({ id }) => id),
    );
    assert.ok(count <= 15n, `${count} transactions`);
  });

  test('do not fail with one of them: each is tried by itself then', async () => {
    const { storage } = ground();
    const taken = freshId();
    await share(storage, async (tx) => tx.send(addWord(taken, 'first')));
    const before = await countNow(storage);
    const all = Array.from({ length: 9 }, freshId).map((id, at) => ({ id: at === 4 ? taken : id }));
    const results = await whileHeld(() => all.map(({ id }) => share(storage, counted(id, 'later').work)));
    assert.deepEqual(
      results.map(({ status }) => status),
      all.map(({ id }) => (id === taken ? 'rejected' : 'fulfilled')),
    );
    const { reason } = results[4] as PromiseRejectedResult;
    assert.ok(reason instanceof UniqueViolation, String(reason));
    assert.equal(await wordOf(storage, taken), 'first');
    for (const { id } of all) if (id !== taken) assert.equal(await wordOf(storage, id), 'later');
    // The one that holds the others up counts, too.
    assert.equal((await countNow(storage)) - before, 9n);
  });

  test('see what they have written, and may lock, change and undo parts: then they are run by themselves', async () => {
    const { storage } = ground();
    const id = freshId();
    let runs = 0;
    const word = await share(storage, async (tx) => {
      runs++;
      await tx.send(addWord(id, 'seen'));
      return tx.get<{ word: string }>(sql`select word from words where id = ${id}`);
    });
    assert.equal(word?.word, 'seen');
    assert.ok(runs <= 2);
    const works: ((tx: Writer) => Promise<unknown>)[] = [
      async (tx) => tx.get(sql`select word from words where id = ${id} for update`),
      async (tx) => tx.run(sql`update words set word = 'changed' where id = ${id}`),
      async (tx) => tx.savepoint(async () => tx.send(sql`update words set word = 'inner' where id = ${id}`)),
    ];
    for (const work of works) await share(storage, work);
    assert.equal(await wordOf(storage, id), 'inner');
    // Also one that goes on as if nothing had been refused.
    const other = freshId();
    await share(storage, async (tx) => {
      await Promise.resolve(tx.run(addWord(other, 'swallowed'))).catch(() => undefined);
    });
    assert.equal(await wordOf(storage, other), 'swallowed');
  });

  test('save nothing when they throw or undo', async () => {
    const { storage } = ground();
    const [thrown, undone] = [freshId(), freshId()];
    const refusal = new Error('refused');
    const work = share(storage, async (tx) => {
      await tx.send(addWord(thrown, 'x'));
      throw refusal;
    });
    assert.equal(await rejection(work), refusal);
    const value = await share(storage, async (tx) => {
      await tx.send(addWord(undone, 'x'));
      tx.undo();
      return 'value';
    });
    assert.equal(value, 'value');
    for (const id of [thrown, undone]) assert.equal(await wordOf(storage, id), undefined);
    assert.ok(
      (await rejection(share(storage, async (tx) => tx.send(addWord(thrown, 'a\u0000'))))) instanceof
        TypeError,
    );
  });

  test('that have failed ask nothing more, whatever goes on of them', async () => {
    const { storage } = ground();
    const refusal = new Error('refused');
    let failed: Writer | undefined;
    const work = share(storage, async (tx) => {
      failed = tx;
      await tx.get(sql`select 1 as one`);
      throw refusal;
    });
    assert.equal(await rejection(work), refusal);
    assert.match(String(await rejection((async () => failed?.get(sql`select 1 as one`))())), /has ended/);
  });

  test('of one key are refused beside a transaction that holds it', async () => {
    const { storage, other } = ground();
    const key = `shared ${freshId()}`;
    const [held, mine] = [freshId(), freshId()];
    await other.write(
      async (tx) => {
        await tx.get(sql`select 1 as one`);
        await tx.run(addWord(held, 'x'));
        if (storage.engine === 'sqlite') return;
        const error = await rejection(share(storage, counted(mine).work, key));
        assert.ok(error instanceof KeyInUse, String(error));
      },
      { key },
    );
    assert.equal(await wordOf(storage, mine), undefined);
    await share(storage, counted(mine).work, key);
    assert.equal(await wordOf(storage, mine), 'x');
  });

  test('wake others once they are saved, also by an answer that comes late', async () => {
    const { storage } = ground();
    let woken = 0;
    let wake: (() => void) | undefined;
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const stop = storage.onWake(() => {
      woken++;
      wake?.();
    });
    await share(storage, async (tx) => {
      await tx.sendFor(add, () => tx.wake());
    });
    await next;
    assert.ok(woken >= 1);
    stop();
  });

  describe('what they read of the setup', () => {
    const wordIn = (tx: Writer, id: bigint, asked: () => unknown = () => undefined) =>
      kept(tx, `word ${id}`, ['words'], async () => {
        asked();
        const row = await tx.get<{ word: string }>(sql`select word from words where id = ${id}`);
        return row?.word;
      });
    const change = (id: bigint, word: string) => async (tx: Writer) =>
      tx.run(sql`update words set word = ${word} where id = ${id}`);

    test('is read once by those that begin together, and is what was committed before', async () => {
      const { storage, other } = ground();
      const id = freshId();
      await storage.write(async (tx) => tx.run(addWord(id, 'first')));
      const rounds = Array.from({ length: 20 }, (_, at) => `word ${at}`);
      let reads = 0;
      for (const [at, word] of rounds.entries()) {
        await (at % 2 === 0 ? storage : other).write(change(id, word));
        const works = Array.from({ length: 6 }, () => share(storage, (tx) => wordIn(tx, id, () => reads++)));
        assert.deepEqual(await Promise.all(works), Array(6).fill(word));
      }
      assert.ok(reads <= 3 * rounds.length, `${reads} reads`);
    });

    test('is read by each where another one fails', async () => {
      const { storage } = ground();
      const id = freshId();
      await storage.write(async (tx) => tx.run(addWord(id, 'here')));
      const refusal = new Error('refused');
      let asked = 0;
      const works = Array.from({ length: 3 }, () =>
        share(storage, (tx) =>
          wordIn(tx, id, () => {
            asked++;
            if (asked === 1) throw refusal;
          }),
        ),
      );
      const [first, ...others] = await Promise.allSettled(works);
      assert.equal(first?.status === 'rejected' && first.reason, refusal);
      for (const each of others) assert.equal(each.status === 'fulfilled' && each.value, 'here');
    });

    test('is what they have changed themselves', async () => {
      const { storage } = ground();
      const id = freshId();
      await storage.write(async (tx) => tx.run(addWord(id, 'before')));
      // In one turn with others, on connections that there are.
      const together = () => [
        ...Array.from({ length: 3 }, () => share(storage, (tx) => wordIn(tx, id))),
        share(storage, async (tx) => {
          await tx.send(sql`update words set word = 'after' where id = ${id}`);
          return wordIn(tx, id);
        }),
      ];
      await Promise.all(together());
      await storage.write(change(id, 'before'));
      assert.equal((await Promise.all(together())).at(-1), 'after');
    });

    test('needs no transaction', async () => {
      const { storage } = ground();
      const id = freshId();
      const trips = await tripsOf(/^select word from words/, async () => {
        await share(storage, (tx) => wordIn(tx, id));
      });
      assert.deepEqual(trips, storage.engine === 'sqlite' ? [] : [['select word from words where id = $1']]);
    });
  });

  const nextOf = (key: bigint) => (tx: Writer) =>
    tx.number({
      key: `${key}`,
      take: (count) =>
        sql`insert into shared_numbers (id, last) values (${key}, ${count})
            on conflict (id) do update set last = shared_numbers.last + excluded.last returning last`,
      peek: sql`select last from shared_numbers where id = ${key}`,
    });

  test('numbers are taken by each once, without gaps while all are used', async () => {
    const { storage, other } = ground();
    const next = nextOf(freshId());
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const work = async (tx: Writer) => {
          const number = await next(tx);
          await tx.send(addWord(freshId(), `${number}`));
          return number;
        };
        const storageOf = at % 2 === 0 ? storage : other;
        return at % 3 === 0 ? storageOf.write(work) : share(storageOf, work);
      }),
    );
    assert.deepEqual(
      taken.toSorted((a, b) => Number(a - b)),
      Array.from({ length: 60 }, (_, at) => BigInt(at + 1)),
    );
  });

  test('a work that is run again, alone, has the numbers that it took', async () => {
    const { storage } = ground();
    const next = nextOf(freshId());
    const seen: (readonly bigint[])[] = [];
    const work = async (tx: Writer) => {
      const numbers = [await next(tx), await next(tx)];
      seen.push(numbers);
      // What waits for the outcome of a change needs a transaction.
      await tx.run(addWord(freshId(), 'alone'));
      return numbers;
    };
    assert.deepEqual(await share(storage, work), [1n, 2n]);
    // SQLite runs it once.
    assert.deepEqual(
      seen,
      Array.from({ length: storage.engine === 'sqlite' ? 1 : 2 }, () => [1n, 2n]),
    );
    assert.equal(await storage.write(async (tx) => next(tx)), 3n);
  });

  test('that need a row which one of them makes share a commit once it is there', async () => {
    const { storage } = ground();
    const series = freshId();
    type Row = { readonly id: bigint; readonly last: bigint };
    const take = (tx: Writer) =>
      tx.decide<Row, bigint | undefined>({
        key: `series ${series}`,
        ids: [series],
        rows: () => sql`select id, last from shared_numbers where id = ${series} for update`,
        idOf: ({ id }) => id,
        decide: ([row]) => {
          if (row === undefined) return { value: undefined, changed: [] };
          const last = row.last + 1n;
          const change = sql`update shared_numbers set last = ${last} where id = ${series}`;
          return { value: last, change, changed: [{ ...row, last }] };
        },
      });
    const begin = (tx: Writer) =>
      tx.get<Row>(
        sql`insert into shared_numbers (id, last) values (${series}, 1) on conflict do nothing returning id, last`,
      );
    const ids = Array.from({ length: 30 }, freshId);
    const numbers = await Promise.all(
      ids.map((id) =>
        share(storage, async (tx) => {
          const number = (await take(tx)) ?? (await begin(tx))?.last ?? (await take(tx));
          await tx.send(addWord(id, `${number}`));
          return number;
        }),
      ),
    );
    assert.deepEqual(
      numbers.toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n))),
      ids.map((_, at) => BigInt(at + 1)),
    );
    if (storage.engine === 'sqlite') return;
    assert.ok((await transactionsOf(storage, ids)) <= 10n);
  });

  const countNow = async (storage: Storage): Promise<bigint> => {
    const row = await storage.read(async (tx) =>
      tx.get<{ value: bigint }>(sql`select value from shared_counters where id = ${ROW}`),
    );
    return row?.value ?? 0n;
  };
});
