// Faults of SQLite alone: group commit, other processes with the same file, a full disk.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  addWord,
  freshId,
  isUnavailable,
  make,
  ping,
  rejection,
  WORDS,
  wordOf,
} from '#test/harness/storage.ts';
import { startWriter, writtenRows } from '#test/harness/writers.ts';
import { migrate } from '../migrate.ts';
import { openEngine } from '../open.ts';
import { UniqueViolation } from '../port.ts';
import { raw, sql } from '../sql.ts';
import { type SqliteOptions, SqliteStorage } from './sqlite.ts';
import { checkVersion } from './sqlite-connection.ts';

const PAGE = 8_192;

function freshFile(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-sqlite-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'passbell.sqlite');
}

async function open(t: TestContext, file: string, options: SqliteOptions = {}): Promise<SqliteStorage> {
  const storage = new SqliteStorage(file, options);
  t.after(() => storage.close());
  await make(storage, [WORDS.replace('create table', 'create table if not exists')]);
  return storage;
}

/** How many commits the log holds: the last page of each says how large the database is then. */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + 24 + PAGE <= log.length; at += 24 + PAGE) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}

/** Another process with the file, as far as SQLite can tell. */
function stranger(t: TestContext, file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 });
  t.after(() => db.close());
  return db;
}

async function checkSound(t: TestContext, file: string, ids: readonly bigint[]): Promise<void> {
  const db = stranger(t, file);
  assert.deepEqual({ ...db.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
  const rows = db.prepare('select id from words order by id').all();
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  assert.deepEqual(
    rows.map((row) => row.id),
    sorted.map(Number),
  );
}

test('writes that come together share a commit, and one that comes alone has its own', async (t) => {
  const file = freshFile(t);
  const storage = await open(t, file);
  const before = countCommits(file);
  await Promise.all(
    Array.from({ length: 100 }, () => storage.write(async (tx) => tx.run(addWord(freshId(), 'x')))),
  );
  assert.equal(countCommits(file) - before, 1);
  for (let each = 0; each < 3; each++) await storage.write(async (tx) => tx.run(addWord(freshId(), 'x')));
  assert.equal(countCommits(file) - before, 4);
});

test('nobody in a group is answered, or seen, before its commit', async (t) => {
  const file = freshFile(t);
  const storage = await open(t, file);
  const before = countCommits(file);
  const [first, second] = [freshId(), freshId()];
  let answered = 0;
  const count = () => {
    answered++;
    assert.equal(countCommits(file) - before, 1);
  };
  await Promise.all([
    storage.write(async (tx) => tx.run(addWord(first, 'x'))).then(count),
    storage
      .write(async (tx) => {
        assert.equal(await wordOf(storage, first), undefined);
        assert.equal(answered, 0);
        await tx.run(addWord(second, 'x'));
      })
      .then(count),
  ]);
  assert.equal(answered, 2);
});

test('one that fails harms no other of its group', async (t) => {
  const file = freshFile(t);
  const storage = await open(t, file);
  const before = countCommits(file);
  const ids = Array.from({ length: 6 }, freshId);
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = ids;
  const add = (id: bigint) => async () => storage.write(async (tx) => tx.run(addWord(id, 'x')));
  const thrown = new Error('no');
  const fail = async (id: bigint, work: () => Promise<unknown>) =>
    storage.write(async (tx) => {
      await tx.run(addWord(id, 'x'));
      await work();
    });
  const outcomes = await Promise.allSettled([
    add(a)(),
    fail(b, () => Promise.reject(thrown)),
    storage.write((): Promise<void> => {
      throw thrown;
    }),
    add(c)(),
    storage.write(async (tx) => {
      await tx.run(addWord(d, 'x'));
      await tx.run(addWord(a, 'again'));
    }),
    storage.write(async (tx) => {
      await tx.run(addWord(e, 'x'));
      await tx.run(raw('no SQL at all'));
    }),
    add(f)(),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'fulfilled'),
    [true, false, false, true, false, false, true],
  );
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
  assert.equal(reasons[1], thrown);
  assert.equal(reasons[2], thrown);
  assert.ok(reasons[4] instanceof UniqueViolation);
  assert.match(String(reasons[5]), /syntax error/);
  assert.equal(countCommits(file) - before, 1);
  await storage.close();
  await checkSound(t, file, [a, c, f]);
});

test('another process that writes delays a write and does not fail it', async (t) => {
  const file = freshFile(t);
  let pauses = 0;
  const storage = await open(t, file, {
    busyLimitMs: 100,
    pause: async () => {
      if (++pauses === 7) db.exec('commit');
    },
  });
  const db = stranger(t, file);
  db.exec("begin immediate; insert into words (id, word) values (-1, 'stranger')");
  const ids = [freshId(), freshId()];
  await Promise.all(ids.map((id) => storage.write(async (tx) => tx.run(addWord(id, 'x')))));
  assert.equal(pauses, 7);
  await checkSound(t, file, [-1n, ...ids]);
});

test('one that writes for too long fails everyone who waits, and nobody after it', async (t) => {
  const file = freshFile(t);
  const waits: number[] = [];
  const late: Promise<unknown>[] = [];
  const storage = await open(t, file, {
    busyLimitMs: 100,
    pause: async (ms) => {
      waits.push(ms);
      // More than one group's worth, while the first one waits.
      if (waits.length === 3) late.push(...Array.from({ length: 300 }, () => storage.write(async () => 1)));
    },
  });
  const db = stranger(t, file);
  db.exec('begin immediate');
  assert.ok(isUnavailable(await rejection(storage.write(async () => 1))));
  assert.equal(late.length, 300);
  for (const each of late) assert.ok(isUnavailable(await rejection(each)));
  assert.equal(
    waits.reduce((sum, ms) => sum + ms, 0),
    100,
  );
  db.exec('commit');
  const id = freshId();
  await storage.write(async (tx) => tx.run(addWord(id, 'x')));
  await checkSound(t, file, [id]);
});

test('a full disk fails the writes it reaches, whole, and the rest goes on when there is room', async (t) => {
  const file = freshFile(t);
  const storage = await open(t, file, { maxPages: 60 });
  const saved: bigint[] = [];
  const refused: unknown[] = [];
  const save = (bytes: number) => async () => {
    const [small, large] = [freshId(), freshId()];
    try {
      await storage.write(async (tx) => {
        await tx.run(addWord(small, 'x'));
        await tx.run(addWord(large, 'x'.repeat(bytes)));
      });
      saved.push(small, large);
    } catch (error) {
      refused.push(error);
    }
  };
  for (let round = 0; round < 10; round++) {
    await Promise.all([save(10), save(PAGE * 8), save(10), save(PAGE * 5), save(10)].map((each) => each()));
  }
  assert.ok(saved.length > 0);
  assert.ok(refused.length > 0);
  assert.ok(refused.every(isUnavailable));
  // A failure that is swallowed saves nothing either, though SQLite has ended the transaction by itself.
  const swallowed = freshId();
  const after = freshId();
  const error = await rejection(
    storage.write(async (tx) => {
      await rejection((async () => tx.run(addWord(swallowed, 'x'.repeat(PAGE * 50))))());
      await rejection((async () => tx.run(addWord(after, 'x')))());
      throw new Error('something else');
    }),
  );
  assert.ok(isUnavailable(error));
  const [first = 0n, ...others] = saved;
  await checkSound(t, file, saved);
  // Room by deleting, for the same storage; and by a larger disk, for the next one.
  const big = freshId();
  await storage.write(async (tx) => tx.run(sql`delete from words where id <> ${first}`));
  await storage.write(async (tx) => tx.run(addWord(big, 'x'.repeat(PAGE * 5))));
  await storage.close();
  assert.ok(others.length > 0);
  const roomy = await open(t, file);
  const more = freshId();
  await roomy.write(async (tx) => tx.run(addWord(more, 'x'.repeat(PAGE * 100))));
  await roomy.close();
  await checkSound(t, file, [first, big, more]);
});

test('a disk that refuses a commit fails its whole group, and what was answered is there', async (t) => {
  const file = freshFile(t);
  const storage = await open(t, file);
  await migrate(storage);
  await storage.close();
  const writer = startWriter({ file, first: 1, count: 200, bytes: 30_000, fileBlocks: 4_000 });
  assert.equal((await writer.ended).code, 0);
  assert.ok(writer.saved.length > 0);
  assert.ok(writer.refused.size > 16);
  assert.deepEqual([...new Set(writer.refused.values())], ['StorageUnavailable']);
  const again = await open(t, file);
  const { rows, events, numbers, last } = await again.read(writtenRows);
  assert.deepEqual(
    rows,
    writer.saved.toSorted((a, b) => a - b),
  );
  assert.deepEqual(
    events.toSorted((a, b) => a - b),
    rows,
  );
  assert.deepEqual(
    numbers,
    rows.map((_, at) => at + 1),
  );
  assert.equal(last, rows.length);
  const id = BigInt(1_000_000);
  await again.write(async (tx) => tx.run(addWord(id, 'x'.repeat(100_000))));
  await again.close();
  await checkSound(t, file, [...rows.map(BigInt), id]);
});

test('several processes may start together on a new file, and write at the same time', async (t) => {
  const file = freshFile(t);
  const writers = [1, 1_001, 2_001].map((first) => startWriter({ file, first, count: 60, bytes: 100 }));
  for (const writer of writers) {
    assert.equal((await writer.ended).code, 0);
    assert.equal(writer.saved.length, 60);
    assert.equal(writer.refused.size, 0);
  }
  const again = await open(t, file);
  const { rows, numbers } = await again.read(writtenRows);
  assert.equal(rows.length, 180);
  assert.deepEqual(
    numbers,
    rows.map((_, at) => at + 1),
  );
});

test('reads go on after the file could not be opened for a while', async (t) => {
  const file = freshFile(t);
  const storage = await open(t, file);
  const id = freshId();
  await storage.write(async (tx) => tx.run(addWord(id, 'x')));
  renameSync(file, `${file}.away`);
  for (let each = 0; each < 20; each++) assert.ok(isUnavailable(await rejection(ping(storage))));
  renameSync(`${file}.away`, file);
  const words = await Promise.all(Array.from({ length: 20 }, () => wordOf(storage, id)));
  assert.deepEqual(words, Array(20).fill('x'));
});

test('reads that come together harm each other no more than others do', async (t) => {
  const storage = await open(t, freshFile(t));
  const [id, later] = [freshId(), freshId()];
  await storage.write(async (tx) => tx.run(addWord(id, 'x')));
  const gate = Promise.withResolvers<void>();
  const thrown = new Error('no');
  const long = storage.read(async (tx) => {
    const before = await tx.get(sql`select id from words where id = ${later}`);
    await gate.promise;
    return [before, await tx.get(sql`select id from words where id = ${later}`)];
  });
  const failed = [
    storage.read(() => Promise.reject(thrown)),
    storage.read(async (tx) => tx.get(raw('no SQL at all'))),
    storage.read(async (tx) => tx.get(sql`insert into words (id) values (${later}) returning id`)),
  ];
  const good = Array.from({ length: 20 }, () => wordOf(storage, id));
  const refusals = await Promise.all(failed.map(rejection));
  assert.equal(refusals[0], thrown);
  assert.match(String(refusals[1]), /syntax error/);
  assert.deepEqual(await Promise.all(good), Array(20).fill('x'));
  await storage.write(async (tx) => tx.run(addWord(later, 'y')));
  // A write that has been acknowledged is seen at once, while a read that began before it does not see it.
  assert.equal(await wordOf(storage, later), 'y');
  gate.resolve();
  assert.deepEqual(await long, [undefined, undefined]);
});

test('more different statements than are kept prepared can be used in one transaction', async (t) => {
  const storage = await open(t, freshFile(t));
  const sum = await storage.write(async (tx) => {
    let total = 0n;
    for (let each = 0; each < 1_200; each++) {
      const row = await tx.get<{ n: bigint }>(sql`select ${raw(String(each))} + ${1} as n`);
      if (each === 600) await tx.savepoint(async () => tx.run(addWord(freshId(), 'x')));
      total += row?.n ?? 0n;
    }
    return total;
  });
  assert.equal(sum, (1_200n * 1_201n) / 2n);
});

test('locks that PostgreSQL needs are left out of a statement, wherever they stand', async (t) => {
  const storage = await open(t, freshFile(t));
  const id = freshId();
  await storage.write(async (tx) => {
    await tx.run(addWord(id, ' for update'));
    for (const lock of [
      ' for update',
      '\nfor update',
      ' for update skip locked',
      '\n  for update  skip locked',
      ' for share',
    ]) {
      const rows = await tx.all(sql`select id from words where word = ${' for update'} limit 1${raw(lock)}`);
      assert.equal(rows.length, 1);
    }
  });
});

test('what is answered is on disk: the settings that promise it', async (t) => {
  const storage = await open(t, freshFile(t));
  const found = await storage.write(async (tx) => {
    const names = ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync', 'wal_autocheckpoint'];
    const values: unknown[] = [];
    for (const name of [...names, 'page_size', 'foreign_keys', 'busy_timeout']) {
      values.push(...Object.values((await tx.get(raw(`pragma ${name}`))) ?? {}));
    }
    return values;
  });
  assert.deepEqual(found, ['wal', 2n, 1n, 1n, 2_000n, BigInt(PAGE), 1n, 0n]);
});

test('a transaction of many statements gives the event loop back between them, and is seen whole', async (t) => {
  // Every look at the clock finds a slice used up.
  let ms = 0;
  const storage = await open(t, freshFile(t), {
    elapsed: () => {
      ms += 100;
      return ms;
    },
  });
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  t.after(() => clearImmediate(timer));
  const ids = Array.from({ length: 20 }, freshId);
  let isDone = false;
  const written = storage.write(async (tx) => {
    const before = turns;
    for (const id of ids) await tx.run(addWord(id, 'slow'));
    assert.ok(turns - before >= ids.length, `${turns - before} turns`);
    isDone = true;
  });
  // Reads come between, and see nothing of it; another write waits for its end.
  const seen: unknown[] = [];
  while (turns < 10) {
    seen.push(await wordOf(storage, ids[0] ?? 0n));
    assert.equal(isDone, false);
  }
  assert.deepEqual(new Set(seen), new Set([undefined]));
  const other = storage.write(async (tx) => {
    assert.ok(isDone);
    await tx.run(addWord(freshId(), 'other'));
  });
  await Promise.all([written, other]);
  assert.equal(await wordOf(storage, ids.at(-1) ?? 0n), 'slow');
});

test('an SQLite that is too old is refused', () => {
  for (const old of ['3.51.2', '3.50.9', '3.9.99', '2.99.99', '3', '']) {
    assert.throws(() => checkVersion(old), /too old: 3\.51\.3 or later/, old);
  }
  for (const good of ['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0', '10.0.0']) checkVersion(good);
});

test('a read in a turn of the event loop that takes long sees what another process has committed meanwhile', async (t) => {
  const file = freshFile(t);
  let ms = 0;
  const storage = await open(t, file, { elapsed: () => ms });
  const [id, db] = [freshId(), stranger(t, file)];
  assert.equal(await wordOf(storage, id), undefined);
  await new Promise((resolve) => setImmediate(resolve));
  // All of it in one turn: reads of a moment share a snapshot.
  const first = wordOf(storage, id);
  db.exec(`insert into words (id, word) values (${id}, 'stranger')`);
  const joined = wordOf(storage, id);
  ms = 50;
  assert.deepEqual(await Promise.all([first, joined, wordOf(storage, id)]), [
    undefined,
    undefined,
    'stranger',
  ]);
});

test('only the owner can read the database', async (t) => {
  const dir = join(mkdtempSync(join(tmpdir(), 'passbell-sqlite-')), 'data');
  const umask = process.umask(0);
  t.after(() => {
    process.umask(umask);
    rmSync(join(dir, '..'), { recursive: true, force: true });
  });
  const storage = await openEngine({ databaseUrl: undefined, dataDir: dir });
  await make(storage, [WORDS]);
  const modes = ['', 'passbell.sqlite', 'passbell.sqlite-wal', 'passbell.sqlite-shm'].map(
    (name) => statSync(join(dir, name)).mode & 0o777,
  );
  await storage.close();
  assert.deepEqual(modes, [0o700, 0o600, 0o600, 0o600]);
});

test('a file that is no database, or a folder that is not there, is refused at once', (t) => {
  const file = freshFile(t);
  assert.throws(() => new SqliteStorage(join(file, 'none', 'passbell.sqlite')), /no such file or directory/);
  mkdirSync(file);
  assert.throws(() => new SqliteStorage(file));
});
