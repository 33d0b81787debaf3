// The promises of the port, checked on every engine: a feature that works on one works on the other. Values are in
// values.test.ts, faults of a single engine in its own folder.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENGINES, ManualClock } from '#test/harness/service.ts';
import {
  addWord,
  freshId,
  freshStorage,
  isUnavailable,
  make,
  onEachStorage,
  ping,
  rejection,
  WORDS,
  wordOf,
} from '#test/harness/storage.ts';
import { DAY } from '../kernel/time.ts';
import { inspect } from './inspect.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { KeyInUse, type Reader, type Storage, UniqueViolation, type Writer } from './port.ts';
import { isIn, sql } from './sql.ts';

interface Word {
  readonly id: bigint;
  readonly word: string;
}

const TABLES = [WORDS, 'create table counters (id bigint primary key, value bigint not null)'];

async function countWords(tx: Reader): Promise<bigint> {
  const row = await tx.get<{ count: bigint }>(sql`select count(*) as count from words`);
  return row?.count ?? -1n;
}

onEachStorage('a transaction', TABLES, (ground) => {
  test('what throws saves nothing and is told as it was thrown', async () => {
    // Words that an engine could mistake for its own troubles.
    for (const message of [
      'no',
      'The connection was terminated unexpectedly: timeout exceeded, socket closed.',
    ]) {
      const id = freshId();
      const thrown = new Error(message);
      const error = await rejection(
        ground().storage.write(async (tx) => {
          await tx.run(addWord(id, 'x'));
          throw thrown;
        }),
      );
      assert.equal(error, thrown);
      assert.equal(await wordOf(ground().storage, id), undefined);
    }
  });

  test('what throws before it awaits anything is a rejection too', async () => {
    const thrown = new Error('at once');
    const work = (): Promise<never> => {
      throw thrown;
    };
    assert.equal(await rejection(ground().storage.write(work)), thrown);
    assert.equal(await rejection(ground().storage.read(work)), thrown);
  });

  test('work that never touches the database is fine', async () => {
    assert.equal(await ground().storage.read(async () => 1), 1);
    assert.equal(await ground().storage.write(async () => 2), 2);
  });

  test('a second row with the same key is a UniqueViolation, inside and outside, and all is undone', async () => {
    const { storage } = ground();
    const [id, first] = [freshId(), freshId()];
    await storage.write(async (tx) => tx.run(addWord(id, 'kept')));
    let inside: unknown;
    const outside = await rejection(
      storage.write(async (tx) => {
        await tx.run(addWord(first, 'undone'));
        try {
          await tx.run(addWord(id, 'second'));
        } catch (error) {
          inside = error;
          throw error;
        }
      }),
    );
    assert.ok(inside instanceof UniqueViolation);
    assert.equal(outside, inside);
    assert.equal(await wordOf(storage, first), undefined);
    assert.equal(await wordOf(storage, id), 'kept');
  });

  test('a failure that is swallowed still undoes all, and lets nothing follow', async () => {
    const { storage } = ground();
    const [id, first, later] = [freshId(), freshId(), freshId()];
    await storage.write(async (tx) => tx.run(addWord(id, 'kept')));
    const error = await rejection(
      storage.write(async (tx) => {
        await tx.run(addWord(first, 'x'));
        const failure = await rejection((async () => tx.run(addWord(id, 'y')))());
        assert.equal(await rejection((async () => tx.run(addWord(later, 'z')))()), failure);
        assert.equal(await rejection((async () => tx.get(sql`select 1 as one`))()), failure);
        assert.equal(await rejection(tx.savepoint(async () => 1)), failure);
      }),
    );
    assert.ok(error instanceof UniqueViolation);
    for (const each of [first, later]) assert.equal(await wordOf(storage, each), undefined);
  });

  test('what was left running when the transaction ended is refused, and touches nobody', async () => {
    const { storage } = ground();
    const [mine, late] = [freshId(), freshId()];
    let kept: Writer | undefined;
    await storage.write(async (tx) => {
      kept = tx;
      await tx.run(addWord(mine, 'x'));
    });
    const failed: Writer[] = [];
    await rejection(
      storage.write(async (tx) => {
        failed.push(tx);
        throw new Error('no');
      }),
    );
    await storage.write(async (tx) => {
      for (const ended of [kept, ...failed]) {
        if (ended === undefined) throw new Error('There was no transaction.');
        await rejection((async () => ended.run(addWord(late, 'x')))());
        await rejection((async () => ended.get(sql`select 1 as one`))());
        await rejection(ended.savepoint(async () => 1));
      }
      await tx.get(sql`select 1 as one`);
    });
    assert.equal(await wordOf(storage, late), undefined);
    assert.equal(await wordOf(storage, mine), 'x');
  });

  test('who listens is woken by commits that ask for it, and by no others', async () => {
    const { storage } = ground();
    let woken = 0;
    const heard = Promise.withResolvers<void>();
    const stop = storage.onWake(() => {
      woken++;
      heard.resolve();
    });
    await storage.write(async (tx) => tx.run(addWord(freshId(), 'x')));
    await rejection(
      storage.write(async (tx) => {
        tx.wake();
        throw new Error('no');
      }),
    );
    // PostgreSQL also calls when it begins to listen, as something may have been missed.
    const before = woken;
    if (storage.engine === 'sqlite') assert.equal(before, 0);
    await storage.write(async (tx) => tx.wake());
    await heard.promise;
    assert.ok(woken > before);
    stop();
    woken = 0;
    await storage.write(async (tx) => tx.wake());
    assert.equal(woken, 0);
  });

  test('what is to be undone at its end gives its value and saves nothing', async () => {
    const { storage } = ground();
    const [mine, inside] = [freshId(), freshId()];
    const value = await storage.write(async (tx) => {
      await tx.run(addWord(mine, 'x'));
      await tx.savepoint(async () => {
        await tx.run(addWord(inside, 'x'));
        tx.undo();
      });
      return (await tx.all(sql`select word from words where ${isIn('id', [mine, inside])}`)).length;
    });
    assert.equal(value, 2);
    for (const id of [mine, inside]) assert.equal(await wordOf(storage, id), undefined);
    // A failure that is swallowed is one all the same.
    const kept = freshId();
    await storage.write(async (tx) => tx.run(addWord(kept, 'kept')));
    const error = await rejection(
      storage.write(async (tx) => {
        tx.undo();
        await rejection((async () => tx.run(addWord(kept, 'again')))());
      }),
    );
    assert.ok(error instanceof UniqueViolation);
  });

  test('writes that run together and are undone take no other back', async () => {
    const { storage } = ground();
    const ids = Array.from({ length: 30 }, freshId);
    await Promise.all(
      ids.map((id, at) =>
        storage.write(async (tx) => {
          await tx.run(addWord(id, 'x'));
          if (at % 3 === 0) tx.undo();
        }),
      ),
    );
    const found = await Promise.all(ids.map((id) => wordOf(storage, id)));
    assert.deepEqual(
      found.map((word) => word !== undefined),
      ids.map((_, at) => at % 3 !== 0),
    );
  });

  test('who is woken reads the commit, also beside a read that began before it in the same turn', async () => {
    const { storage } = ground();
    const id = freshId();
    const seen: ReturnType<typeof wordOf>[] = [];
    const stop = storage.onWake(() => seen.push(wordOf(storage, id)));
    let beside: Promise<bigint> | undefined;
    await storage.write(async (tx) => {
      await tx.run(addWord(id, 'x'));
      tx.wake();
      beside = storage.read(countWords);
      // Lets it look at the state before the commit.
      for (let step = 0; step < 10; step++) await undefined;
    });
    assert.ok((await Promise.all(seen)).includes('x'), 'the wake-up is lost');
    assert.ok(((await beside) ?? -1n) >= 0n);
    stop();
  });

  test('who listens is woken by other processes as well, on PostgreSQL', async () => {
    const { storage, other } = ground();
    if (storage.engine === 'sqlite') return;
    let heard = Promise.withResolvers<void>();
    const stop = storage.onWake(() => heard.resolve());
    // The call of the beginning.
    await heard.promise;
    heard = Promise.withResolvers();
    await other.write(async (tx) => tx.wake());
    await heard.promise;
    stop();
  });

  test('a savepoint is undone alone, and those inside it with it', async () => {
    const { storage } = ground();
    const ids = Array.from({ length: 9 }, freshId);
    const undone = new Error('undone');
    await storage.write(async (tx) => {
      const add = async (at: number) => tx.run(addWord(ids[at] ?? 0n, 'x'));
      const undo = (work: () => Promise<unknown>) =>
        tx.savepoint(async () => {
          await work();
          throw undone;
        });
      await add(0);
      assert.equal(await rejection(undo(() => add(1))), undone);
      // An inner one undone, the outer one kept.
      await tx.savepoint(async () => {
        await add(2);
        assert.equal(await rejection(undo(() => add(3))), undone);
        await add(4);
      });
      // An inner one kept, the outer one undone.
      assert.equal(await rejection(undo(async () => tx.savepoint(() => add(5)))), undone);
      // A failed statement ends with the savepoint around it.
      const violation = await rejection(
        tx.savepoint(async () => {
          await add(6);
          await tx.savepoint(() => add(0));
        }),
      );
      assert.ok(violation instanceof UniqueViolation);
      // One that swallows its failure is undone all the same.
      const swallowed = await rejection(
        tx.savepoint(async () => {
          await add(7);
          await rejection((async () => add(0))());
        }),
      );
      assert.ok(swallowed instanceof UniqueViolation);
      assert.equal(await tx.savepoint(async () => 'value'), 'value');
      await add(8);
    });
    const found = await Promise.all(ids.map((id) => wordOf(storage, id)));
    const kept = found.flatMap((word, at) => (word === undefined ? [] : [at]));
    assert.deepEqual(kept, [0, 2, 4, 8]);
  });

  test('of statements sent together one fails: the savepoint takes all of them back', async () => {
    const { storage } = ground();
    const [before, id, after, last] = [freshId(), freshId(), freshId(), freshId()];
    await storage.write(async (tx) => {
      await tx.run(addWord(before, 'x'));
      const statements = [addWord(id, 'x'), addWord(before, 'again'), addWord(after, 'x')];
      const error = await rejection(
        tx.savepoint(() => Promise.all(statements.map(async (statement) => tx.run(statement)))),
      );
      assert.ok(error instanceof UniqueViolation);
      await tx.run(addWord(last, 'x'));
    });
    const found = await Promise.all([before, id, after, last].map((each) => wordOf(storage, each)));
    assert.deepEqual(found, ['x', undefined, undefined, 'x']);
  });

  test('a read sees one state, whatever is committed meanwhile', async () => {
    const { storage, other } = ground();
    const id = freshId();
    const [first, second] = await storage.read(async (tx) => {
      const before = await countWords(tx);
      await other.write(async (writer) => writer.run(addWord(id, 'x')));
      assert.equal(await wordOf(storage, id), 'x');
      return [before, await countWords(tx)];
    });
    assert.equal(second, first);
  });

  test('a read changes nothing', async () => {
    const id = freshId();
    await rejection(
      ground().storage.read(async (tx) => tx.get(sql`insert into words (id) values (${id}) returning id`)),
    );
    assert.equal(await wordOf(ground().storage, id), undefined);
  });

  test('what is written is seen by nobody else until it is saved', async () => {
    const { storage, other } = ground();
    const id = freshId();
    await storage.write(async (tx) => {
      await tx.run(addWord(id, 'x'));
      assert.equal((await tx.get<{ word: string }>(sql`select word from words where id = ${id}`))?.word, 'x');
      for (const handle of [storage, other]) assert.equal(await wordOf(handle, id), undefined);
    });
    assert.equal(await wordOf(storage, id), 'x');
    // Reads of one turn of the event loop may share a state; writes of another process are seen in the next one.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await wordOf(other, id), 'x');
  });
});

onEachStorage('at the same time', TABLES, (ground) => {
  test('200 additions to one row lose none', async () => {
    const { storage, other } = ground();
    await storage.write(async (tx) => tx.run(sql`insert into counters (id, value) values (1, 0)`));
    const add = (tx: Writer) => async () => {
      const row = await tx.get<{ value: bigint }>(
        sql`select value from counters where id = ${1n} for update`,
      );
      await tx.run(sql`update counters set value = ${(row?.value ?? 0n) + 1n} where id = 1`);
    };
    const all = Array.from({ length: 200 }, (_, at) => {
      const work = (tx: Writer) => (at % 3 === 0 ? tx.savepoint(add(tx)) : add(tx)());
      return (at % 2 === 0 ? storage : other).write(work);
    });
    await Promise.all(all);
    const row = await other.read(async (tx) => tx.get<{ value: bigint }>(sql`select value from counters`));
    assert.equal(row?.value, 200n);
  });

  test('ids rise, are unique, and come in any number', async () => {
    const { storage, other } = ground();
    const counts = Array.from({ length: 60 }, (_, at) => at % 7);
    const taken = await Promise.all(
      counts.map((count, at) =>
        (at % 2 === 0 ? storage : other).write(async (tx) => {
          const ids = [...(await tx.ids('product', count)), ...(await tx.ids('product', 1))];
          assert.equal(ids.length, count + 1);
          assert.deepEqual(
            ids.slice(0, count),
            ids.slice(0, count).toSorted((a, b) => (a < b ? -1 : 1)),
          );
          return ids;
        }),
      ),
    );
    const all = taken.flat();
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.every((id) => id >= 1n));
    const [next, none, [after]] = await storage.write(
      async (tx) =>
        [await tx.ids('product', 1), await tx.ids('product', 0), await tx.ids('product', 1)] as const,
    );
    assert.deepEqual(none, []);
    assert.equal(after, (next[0] ?? 0n) + 1n);
    assert.deepEqual(await storage.write(async (tx) => tx.ids('tax', 2)), [1n, 2n]);
  });

  test('ids begin where they are told to, above 2^53 too, and never go back', async () => {
    const { storage, other } = ground();
    const one = async (handle: Storage) => (await handle.write(async (tx) => tx.ids('order', 1)))[0];
    await storage.startIdsAt('order', 1n);
    assert.equal(await one(storage), 1n);
    const first = 2n ** 53n + 11n;
    await storage.startIdsAt('order', first);
    // Before the first is taken, and after.
    await other.startIdsAt('order', 500n);
    await storage.startIdsAt('order', 1n);
    assert.equal(await one(other), first);
    await other.startIdsAt('order', first);
    await storage.startIdsAt('order', 500n);
    // Some are taken ahead.
    const next = (await one(storage)) ?? 0n;
    assert.ok(next > first, String(next));
    // While others take some.
    const taken = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        if (at % 4 === 0) await other.startIdsAt('order', first + 10n);
        return one(at % 2 === 0 ? storage : other);
      }),
    );
    assert.equal(new Set(taken).size, taken.length);
  });

  test('of two writes with one key the second is refused while the first runs', async () => {
    const { storage } = ground();
    const ids = Array.from({ length: 4 }, freshId);
    const [a, b, c, d] = ids.map((id) => async (tx: Writer) => tx.run(addWord(id, 'x')));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('Too few.');
    const key = 'one company/one add-on/ключ';
    let second: unknown;
    let third: unknown;
    await storage.write(
      async (tx) => {
        await a(tx);
        second = await rejection(storage.write(b, { key }));
        third = storage.write(c, { key: `${key}2` });
      },
      { key },
    );
    assert.ok(second instanceof KeyInUse);
    await third;
    // Several keys: each of them is held, whatever else is asked for with it.
    await storage.write(
      async (tx) => {
        await tx.get(sql`select 1 as one`);
        for (const other of [`${key}3`, [`${key}5`, `${key}4`, `${key}5`]]) {
          assert.ok((await rejection(storage.write(b, { key: other }))) instanceof KeyInUse);
        }
      },
      { key: [`${key}3`, `${key}4`, `${key}3`] },
    );
    // Free again, after a write that failed too; and a refusal frees nothing.
    const thrown = new Error('no');
    const error = await rejection(
      storage.write(
        async (tx) => {
          await tx.get(sql`select 1 as one`);
          await rejection(storage.write(b, { key }));
          assert.ok((await rejection(storage.write(b, { key }))) instanceof KeyInUse);
          throw thrown;
        },
        { key },
      ),
    );
    assert.equal(error, thrown);
    await storage.write(d, { key });
    const found = await Promise.all(ids.map((id) => wordOf(storage, id)));
    assert.deepEqual(found, ['x', undefined, 'x', 'x']);
  });

  test('who waits for a turn sees what the one before has saved, whatever the order of the keys', async () => {
    const { storage, other } = ground();
    const id = freshId();
    const keys = ['a', 'b'].map((name) => `${name} ${id}`);
    const found = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        (at % 2 === 0 ? storage : other).write(async (tx) => {
          await tx.turn(at % 3 === 0 ? keys : keys.toReversed());
          const row = await tx.get(sql`select word from words where id = ${id}`);
          return row === undefined ? tx.run(addWord(id, 'x')) : 0;
        }),
      ),
    );
    assert.deepEqual(found.toSorted().slice(-2), [0, 1]);
  });

  test('pages by a cursor show every row once, in order, while others come in', async () => {
    const { storage, other } = ground();
    const initial = Array.from({ length: 60 }, (_, at) => ({
      word: 'abc'.charAt(at % 3),
      id: 50_000n + BigInt(at),
    }));
    await storage.write(async (tx) => {
      for (const { id, word } of initial) await tx.run(addWord(id, word));
    });
    const seen: string[] = [];
    const name = (row: Word) => `${row.word}${row.id}`;
    let cursor: Word | undefined = { word: 'a', id: 0n };
    let late = 0n;
    while (cursor !== undefined) {
      const { word, id }: Word = cursor;
      const rows: Word[] = await storage.read(async (tx) =>
        tx.all<Word>(
          sql`select word, id from words where (word, id) > (${word}, ${id}) and word < 'd'
              order by word, id limit ${7}`,
        ),
      );
      seen.push(...rows.map(name));
      cursor = rows.at(-1);
      // In the middle of the ties: before the cursor and behind it.
      late++;
      await other.write(async (tx) => {
        await tx.run(addWord(10_000n + late, 'a'));
        await tx.run(addWord(20_000n + late, 'b'));
        await tx.run(addWord(90_000n + late, 'b'));
      });
    }
    const wanted = initial.map(name).toSorted();
    assert.deepEqual(
      seen.filter((each) => wanted.includes(each)),
      wanted,
    );
    assert.ok(seen.length > wanted.length);
    assert.deepEqual(seen, [...new Set(seen)].toSorted());
  });
});

for (const engine of ENGINES) {
  describe(`opening and closing (${engine})`, () => {
    test('migrations run once, however many processes start together', async () => {
      const database = await freshStorage(engine);
      const handles = Array.from({ length: 4 }, () => database.open());
      await Promise.all(handles.map((handle) => migrate(handle)));
      const [first] = handles;
      if (first === undefined) throw new Error('There is no handle.');
      const [id] = await first.write(async (tx) => tx.ids('order', 1));
      await migrate(first);
      assert.deepEqual(await first.write(async (tx) => tx.ids('order', 1)), [(id ?? 0n) + 1n]);
      const rows = await first.read(async (tx) =>
        tx.all<{ number: bigint }>(sql`select number from migrations`),
      );
      assert.deepEqual(
        rows.map((row) => Number(row.number)).toSorted((a, b) => a - b),
        MIGRATIONS.map((migration) => migration.number),
      );
      await database.remove();
    });

    test('a look at a database says what it is, and changes nothing', async () => {
      const database = await freshStorage(engine);
      const storage = database.open();
      const newest = MIGRATIONS.at(-1)?.number ?? 0;
      const look = async () => {
        const { migration, newestMigration, latest, damage } = await inspect(storage, new ManualClock());
        return [migration, newestMigration, latest, damage];
      };
      const { version, clockApart } = await inspect(storage, new ManualClock('2000-01-01T00:00:00Z'));
      assert.match(version, engine === 'sqlite' ? /^SQLite 3\.\d/ : /^PostgreSQL \d/);
      assert.ok(engine === 'sqlite' ? clockApart === undefined : (clockApart ?? 0n) < -DAY);
      assert.deepEqual(await look(), [undefined, newest, undefined, undefined]);
      await migrate(storage);
      assert.deepEqual(await look(), [newest, newest, undefined, undefined]);
      await storage.write(async (tx) =>
        tx.run(sql`insert into event_counters (company_id, last, last_at) values (1, 2, ${3})`),
      );
      assert.deepEqual(await look(), [newest, newest, 3n, undefined]);
      const large = await inspect(storage, new ManualClock(), 4096);
      assert.deepEqual([large.migration, large.latest, large.damage], [newest, 3n, undefined]);
      assert.equal((large.unread ?? 0n) > 4096n, engine === 'sqlite');
      const { unread } = await inspect(storage, new ManualClock(), 1e9);
      assert.equal(unread, undefined);
      await database.remove();
    });

    test('a database of a newer Passbell is refused and left as it is', async () => {
      const database = await freshStorage(engine);
      const storage = database.open();
      await make(storage, [
        'create table migrations (number bigint primary key, name text not null)',
        "insert into migrations values (1, 'one'), (7000, 'newer')",
      ]);
      const error = await rejection(migrate(storage));
      assert.match(String(error), /version 7000.*newer Passbell/);
      const missing = await rejection(storage.read(async (tx) => tx.get(sql`select 1 as one from orders`)));
      assert.match(String(missing), /orders/);
      await database.remove();
    });

    test('closing waits for what was begun, and refuses the rest', async () => {
      const database = await freshStorage(engine);
      const first = database.open();
      await make(first, TABLES);
      const write = (storage: Storage) => storage.write(async (tx) => tx.run(addWord(freshId(), 'x')));
      const read = (storage: Storage) =>
        storage.read(async (tx) => {
          await nextTurn();
          return countWords(tx);
        });
      for (const [begin, storage] of [
        [write, first],
        [read, database.open()],
      ] as const) {
        let done = 0;
        const begun = Array.from({ length: 100 }, async () => {
          await begin(storage);
          done++;
        });
        const closing = storage.close();
        const late = [
          storage.write(async () => 1),
          storage.write(async () => 1, { key: 'k' }),
          storage.read(async () => 1),
          ping(storage),
          storage.startIdsAt('order', 5n),
        ];
        for (const each of late) assert.ok(isUnavailable(await rejection(each)));
        await closing;
        assert.equal(done, 100);
        await Promise.all(begun);
        await storage.close();
        assert.ok(isUnavailable(await rejection(ping(storage))));
      }
      assert.equal(await database.open().read(countWords), 100n);
      await database.remove();
    });
  });
}

onEachStorage('a tried write', TABLES, (ground) => {
  test('succeeds where a write does, any number of times, and leaves nothing that grows', async () => {
    const { storage, other } = ground();
    const rows = () =>
      storage.read(
        async (tx) => (await tx.all(sql`select key from meta where key like 'write_probe%'`)).length,
      );
    for (let each = 0; each < 3; each++) await Promise.all([storage.tryWrite(), other.tryWrite()]);
    assert.equal(await rows(), 1);
  });
});

// A database of its own: what others announced there before would be heard late.
onEachStorage('a write that is undone', TABLES, (ground) => {
  test('wakes nobody', async () => {
    const { storage } = ground();
    let woken = 0;
    const begun = Promise.withResolvers<void>();
    const stop = storage.onWake(() => {
      woken++;
      begun.resolve();
    });
    // PostgreSQL also calls when it begins to listen.
    if (storage.engine === 'postgres') await begun.promise;
    const before = woken;
    await storage.write(async (tx) => {
      await tx.run(addWord(freshId(), 'x'));
      tx.undo();
      tx.wake();
    });
    assert.equal(woken, before);
    stop();
  });
});
