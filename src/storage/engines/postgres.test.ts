// What only PostgreSQL can meet: a server that dies, a network that breaks, transactions that meet each other.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import type { Fact } from '#src/kernel/event.ts';
import { append } from '#src/outbox/append.ts';
import { createDatabase, startPostgres } from '#test/harness/postgres.ts';
import { startProxy } from '#test/harness/proxy.ts';
import { freshDatabase } from '#test/harness/service.ts';
import { addWord, freshId, isUnavailable, make, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { writtenRows } from '#test/harness/writers.ts';
import { migrate } from '../migrate.ts';
import { openStorage } from '../open.ts';
import { CommitUnknown, KeyInUse, StorageUnavailable, UniqueViolation, type Writer } from '../port.ts';
import { raw, sql } from '../sql.ts';
import { type PostgresOptions, PostgresStorage } from './postgres.ts';

const COMMIT = 'commit\0';

let shared: Promise<string> | undefined;
/** A database that all tests may use whose rows are their own. */
function sharedDatabase(): Promise<string> {
  shared ??= freshDatabase();
  return shared;
}

async function open(t: TestContext, url: string, options: PostgresOptions = {}): Promise<PostgresStorage> {
  const storage = new PostgresStorage(url, options);
  t.after(() => storage.close());
  await make(storage, [WORDS.replace('create table', 'create table if not exists')]);
  return storage;
}

/** A storage behind a network that can be broken, and one that reaches the server directly. */
async function openBehindProxy(t: TestContext, options: PostgresOptions = {}) {
  const url = await sharedDatabase();
  const direct = await open(t, url);
  const proxy = await startProxy(url);
  const storage = await open(t, proxy.url, options);
  t.after(() => proxy.close());
  return { storage, direct, proxy };
}

/** Runs statements as the administrator of the server. */
async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The process of the server that a transaction runs in. */
async function pidOf(tx: Writer): Promise<bigint> {
  const row = await tx.get<{ pid: bigint }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0n;
}

test('transactions that lock each other out are run again, and both succeed', async (t) => {
  const storage = await open(t, await sharedDatabase());
  const [a, b] = [freshId(), freshId()];
  await storage.write(async (tx) => {
    for (const id of [a, b]) await tx.run(addWord(id, ''));
  });
  let runs = 0;
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const update = (own: number, first: bigint, second: bigint, within: 'savepoint' | 'plain') =>
    storage.write(async (tx) => {
      runs++;
      const append = async (id: bigint) =>
        tx.run(sql`update words set word = word || ${own} where id = ${id}`);
      await append(first);
      // Each holds one row before it asks for the other's.
      arrived[own]?.resolve();
      await arrived[1 - own]?.promise;
      if (within === 'plain') await append(second);
      else await tx.savepoint(() => append(second));
    });
  await Promise.all([update(0, a, b, 'plain'), update(1, b, a, 'savepoint')]);
  // Once more at least: under load the one that starts again may get in the other's way again.
  assert.ok(runs >= 3);
  const words = await Promise.all([a, b].map((id) => wordOf(storage, id)));
  assert.deepEqual([...new Set(words.map((word) => [...(word ?? '')].toSorted().join('')))], ['01']);
  // Whoever was second was so for both rows.
  assert.equal(words[0], words[1]);
});

test('a failed statement among others that were sent with it leaves the connection in order', async (t) => {
  // One connection, so that the next transaction meets whatever the last one left on it.
  const storage = await open(t, await sharedDatabase(), { maxConnections: 1 });
  const id = freshId();
  const pid = await storage.write(async (tx) => {
    await tx.run(addWord(id, 'x'));
    return pidOf(tx);
  });
  let runs = 0;
  for (let each = 0; each < 10; each++) {
    // New to the connection, and sent behind a statement that fails.
    const fresh = sql`select ${raw(String(each))} + ${1} as n`;
    const work = (tx: Writer) =>
      Promise.all(
        [addWord(id, 'again'), fresh, fresh].map(async (statement) => tx.get<{ n: bigint }>(statement)),
      );
    assert.ok((await rejection(storage.write(work))) instanceof UniqueViolation);
    const row = await storage.read(async (tx) => tx.get<{ n: bigint }>(fresh));
    assert.equal(row?.n, BigInt(each + 1));
    await storage.write(async (tx) => {
      runs++;
      const another = sql`select ${raw(String(each))} + ${2} as other`;
      const both = () =>
        Promise.all([addWord(id, 'again'), another].map(async (statement) => tx.get(statement)));
      assert.ok((await rejection(tx.savepoint(both))) instanceof UniqueViolation);
      assert.equal((await tx.get<{ other: bigint }>(another))?.other, BigInt(each + 2));
      await tx.run(addWord(freshId(), 'x'));
    });
  }
  assert.equal(runs, 10);
  assert.equal(await storage.write(pidOf), pid);
  const row = await storage.read(async (tx) =>
    tx.get<{ n: bigint }>(sql`select count(*) as n from words where id >= ${id}`),
  );
  assert.equal(row?.n, 11n);
});

test('statements that the server has forgotten, or whose table was changed, are prepared again', async (t) => {
  const storage = await open(t, await sharedDatabase(), { maxConnections: 1 });
  const id = freshId();
  const look = sql`select word, flag from words_again where id = ${id}`;
  await make(storage, [WORDS.replace('words', 'words_again')]);
  await storage.write(async (tx) => tx.run(sql`insert into words_again (id, word) values (${id}, 'x')`));
  for (const change of ['deallocate all', 'alter table words_again alter column flag type bigint']) {
    assert.deepEqual(await storage.read(async (tx) => tx.get(look)), { word: 'x', flag: null });
    await storage.write(async (tx) => tx.run(raw(change)));
    assert.deepEqual(await storage.read(async (tx) => tx.get(look)), { word: 'x', flag: null });
    await storage.write(async (tx) => tx.run(raw(change)));
    const lines = await storage.write(async (tx) =>
      tx.run(sql`update words_again set flag = 1 where id < ${0}`),
    );
    assert.equal(lines, 0);
  }
});

test('a key is held against other processes, and is free as soon as its holder has failed', async (t) => {
  const url = await sharedDatabase();
  const [one, two] = [await open(t, url), await open(t, url)];
  const key = '1/2/key';
  for (let each = 0; each < 20; each++) {
    await rejection(
      one.write(
        async () => {
          assert.ok((await rejection(two.write(async () => 1, { key }))) instanceof KeyInUse);
          throw new Error('no');
        },
        { key },
      ),
    );
    assert.equal(await two.write(async () => each, { key }), each);
  }
});

test('ids are not set anew while somebody takes one', async (t) => {
  const url = await sharedDatabase();
  const [one, two] = [await open(t, url), await open(t, url)];
  await migrate(one);
  let done = false;
  let starting: Promise<void> | undefined;
  await one.write(async (tx) => {
    await tx.ids('order', 1);
    starting = two.startIdsAt('order', 1_000n).then(() => {
      done = true;
    });
    for (let waiting = false; !waiting && !done; ) {
      const row = await one.read(async (reader) =>
        reader.get(sql`select 1 as one from pg_locks where not granted and relation = 'id_order'::regclass`),
      );
      waiting = row !== undefined;
    }
    assert.equal(done, false);
  });
  await starting;
  assert.deepEqual(await one.write(async (tx) => tx.ids('order', 1)), [1_000n]);
});

test('a statement that takes too long fails its transaction alone', async (t) => {
  const storage = await open(t, await sharedDatabase(), { maxConnections: 1, statementLimitMs: 100 });
  const id = freshId();
  const pids: bigint[] = [];
  const error = await rejection(
    storage.write(async (tx) => {
      pids.push(await pidOf(tx));
      await tx.run(addWord(id, 'x'));
      await tx.get(sql`select 1 as one from pg_sleep(${60})`);
    }),
  );
  assert.match(String(error), /StorageUnavailable.*took too long/);
  await storage.write(async (tx) => pids.push(await pidOf(tx)));
  assert.equal(pids[1], pids[0]);
  assert.equal(await wordOf(storage, id), undefined);
});

test('a connection that is cut in the middle of a write saves nothing, whether it was busy or not', async (t) => {
  const url = await sharedDatabase();
  const storage = await open(t, url);
  const terminate = (pid: bigint) => administer(url, `select pg_terminate_backend(${pid}, 10000)`);
  const add = freshId();
  const idle = storage.write(async (tx) => {
    await tx.run(addWord(add, 'x'));
    await terminate(await pidOf(tx));
    await tx.get(sql`select 1 as one`);
  });
  assert.ok(isUnavailable(await rejection(idle)));
  const busy = storage.write(async (tx) => {
    await tx.run(addWord(add, 'x'));
    const pid = await pidOf(tx);
    await Promise.all([tx.get(sql`select 1 as one from pg_sleep(${60})`), terminate(pid)]);
  });
  assert.ok(isUnavailable(await rejection(busy)));
  const inSavepoint = storage.write(async (tx) => {
    await tx.run(addWord(add, 'x'));
    await tx.savepoint(async () => {
      await terminate(await pidOf(tx));
      await tx.get(sql`select 1 as one`);
    });
  });
  assert.ok(isUnavailable(await rejection(inSavepoint)));
  assert.equal(await wordOf(storage, add), undefined);
  await storage.write(async (tx) => tx.run(addWord(add, 'now')));
  assert.equal(await wordOf(storage, add), 'now');
});

test('who listens is called again when its connection was lost, and hears what follows', async (t) => {
  const url = await sharedDatabase();
  const storage = await open(t, url);
  let heard = Promise.withResolvers<void>();
  t.after(storage.onWake(() => heard.resolve()));
  const next = async () => {
    await heard.promise;
    heard = Promise.withResolvers();
  };
  await next();
  await administer(
    url,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where application_name = 'passbell listener' and datname = '${new URL(url).pathname.slice(1)}'`,
  );
  await next();
  const other = await open(t, url);
  await other.write(async (tx) => tx.wake());
  await next();
});

test('a commit that is cut off is unknown, whether the server got it or not', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t);
  const [lost, saved] = [freshId(), freshId()];
  proxy.fromClient = (bytes, link) => {
    if (!bytes.includes(COMMIT)) return true;
    link.cut();
    return false;
  };
  const first = storage.write(async (tx) => tx.run(addWord(lost, 'x')), { key: 'k' });
  assert.ok((await rejection(first)) instanceof CommitUnknown);
  proxy.fromClient = () => true;
  proxy.fromServer = (bytes, link) => {
    if (!bytes.includes('COMMIT\0')) return true;
    link.cut();
    return false;
  };
  assert.ok(
    (await rejection(storage.write(async (tx) => tx.run(addWord(saved, 'x'))))) instanceof CommitUnknown,
  );
  proxy.fromServer = () => true;
  assert.equal(await wordOf(direct, lost), undefined);
  assert.equal(await wordOf(direct, saved), 'x');
  assert.equal(await wordOf(storage, saved), 'x');
});

test('a connection that died while nobody used it: reads take another, writes are told', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t);
  const [id, unsaved] = [freshId(), freshId()];
  await direct.write(async (tx) => tx.run(addWord(id, 'x')));
  assert.equal(await wordOf(storage, id), 'x');
  proxy.killSilently();
  assert.equal(await wordOf(storage, id), 'x');
  proxy.killSilently();
  assert.ok(isUnavailable(await rejection(storage.write(async (tx) => tx.run(addWord(unsaved, 'x'))))));
  assert.equal(await wordOf(direct, unsaved), undefined);
  await storage.write(async (tx) => tx.run(addWord(unsaved, 'x')));
});

test('a network that swallows everything is given up on after a while', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t, { statementLimitMs: 150, answerGraceMs: 50 });
  const id = freshId();
  proxy.fromServer = (bytes) => !bytes.includes('INSERT');
  const error = await rejection(storage.write(async (tx) => tx.run(addWord(id, 'x'))));
  assert.ok(isUnavailable(error));
  proxy.fromServer = (bytes) => !bytes.includes('COMMIT\0');
  assert.ok(
    (await rejection(storage.write(async (tx) => tx.run(addWord(id, 'x'))))) instanceof CommitUnknown,
  );
  proxy.fromServer = () => true;
  assert.equal(await wordOf(direct, id), 'x');
  assert.equal(await wordOf(storage, id), 'x');
});

test('a server that is not there is told as unavailable, and why to whoever starts Passbell', async (t) => {
  const url = new URL(await sharedDatabase());
  url.port = '1';
  const storage = new PostgresStorage(url.href);
  t.after(() => storage.close());
  const all = [storage.ping(), storage.read(async () => 1), storage.write(async () => 1)];
  for (const each of all) assert.ok(isUnavailable(await rejection(each)));
  const nowhere = new PostgresStorage('postgres://passbell@no-such-host.invalid/passbell');
  t.after(() => nowhere.close());
  assert.ok(isUnavailable(await rejection(nowhere.ping())));
  const opening = await rejection(openStorage({ databaseUrl: url.href, dataDir: '' }));
  assert.ok(opening instanceof StorageUnavailable);
  assert.match(String(opening.cause), /ECONNREFUSED/);
  const wrong = new URL(await sharedDatabase());
  wrong.password = 'wrong';
  await assert.rejects(
    openStorage({ databaseUrl: wrong.href, dataDir: '' }),
    /password authentication failed/,
  );
});

test('a server or database that could lose or spoil what was answered is refused', async (t) => {
  const lazy = await freshDatabase();
  const name = new URL(lazy).pathname.slice(1);
  await administer(lazy, `alter database ${name} set synchronous_commit = off`);
  await assert.rejects(openStorage({ databaseUrl: lazy, dataDir: '' }), /synchronous_commit off/);
  await administer(lazy, `create database ${name}_ascii template template0 encoding 'SQL_ASCII' locale 'C'`);
  const ascii = lazy.replace(`/${name}`, `/${name}_ascii`);
  await assert.rejects(openStorage({ databaseUrl: ascii, dataDir: '' }), /encoding is SQL_ASCII/);
  const server = await startPostgres({ settings: { fsync: 'off' } });
  t.after(() => server.stop());
  await assert.rejects(openStorage({ databaseUrl: server.url, dataDir: '' }), /fsync off/);
  const good = await openStorage({ databaseUrl: await sharedDatabase(), dataDir: '' });
  await good.ping();
  await good.close();
});

/** Writers at the same time, and how many rows are saved before and after the server is killed. */
const WRITERS = 12;
const ROWS_BEFORE = 300;
const ROWS_AFTER = 100;

test('a server killed under load keeps every answered write, and is used again when it is back', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const storage = await open(t, await createDatabase(server.url, 'killed'));
  await migrate(storage);
  const saved: number[] = [];
  const outcomes = new Map<number, unknown>();
  const dead = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  let next = 1;
  let goal = Number.POSITIVE_INFINITY;
  const saveSome = async () => {
    while (saved.length < goal) {
      const number = next++;
      const id = BigInt(number);
      const fact: Fact = {
        topic: 'orders/completed',
        resource: id,
        sites: [],
        changed: [],
        payload: `{"number":${id}}`,
      };
      try {
        await storage.write(async (tx) => {
          await tx.run(addWord(id, 'x'));
          await append(tx, 1n, 0n, [fact]);
        });
        saved.push(number);
        if (saved.length === ROWS_BEFORE) server.kill();
      } catch (error) {
        outcomes.set(number, error);
        dead.resolve();
        await back.promise;
      }
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, saveSome));
  await dead.promise;
  assert.ok(isUnavailable(await rejection(storage.ping())));
  await server.restart();
  goal = saved.length + ROWS_AFTER;
  back.resolve();
  await writers;
  const { rows, events, payloads, numbers, times, last } = await storage.read(writtenRows);
  const present = new Set(rows);
  assert.deepEqual(
    saved.filter((number) => !present.has(number)),
    [],
  );
  for (const [number, error] of outcomes) {
    if (error instanceof StorageUnavailable)
      assert.ok(!present.has(number), `${number} was refused and saved`);
    else assert.ok(error instanceof CommitUnknown, `${number}: ${error}`);
  }
  assert.deepEqual(
    events.toSorted((a, b) => a - b),
    rows,
  );
  assert.deepEqual(payloads, events);
  assert.deepEqual(
    numbers,
    rows.map((_, at) => at + 1),
  );
  assert.equal(last, rows.length);
  assert.deepEqual(
    times,
    [...new Set(times)].toSorted((a, b) => (a < b ? -1 : 1)),
  );
});
