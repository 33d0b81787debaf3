// Faults of PostgreSQL alone: a server that dies, a network that breaks, transactions that meet each other.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import type { Fact } from '#src/kernel/event.ts';
import { append } from '#src/outbox/append.ts';
import { createDatabase, startPostgres } from '#test/harness/postgres.ts';
import { startProxy } from '#test/harness/proxy.ts';
import { freshDatabase } from '#test/harness/service.ts';
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
  // The second one was second for both rows.
  assert.equal(words[0], words[1]);
});

test('a failed statement among others that were sent with it leaves the connection in order', async (t) => {
  // One connection, so that the next transaction meets the leftovers of the last one.
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
    await tx.ids('tax', 1);
    starting = two.startIdsAt('tax', 1_000n).then(() => {
      done = true;
    });
    for (let waiting = false; !waiting && !done; ) {
      const row = await one.read(async (reader) =>
        reader.get(sql`select 1 as one from pg_locks where not granted and relation = 'id_tax'::regclass`),
      );
      waiting = row !== undefined;
    }
    assert.equal(done, false);
  });
  await starting;
  assert.deepEqual(await one.write(async (tx) => tx.ids('tax', 1)), [1_000n]);
});

test('a statement that takes too long fails its transaction alone', async (t) => {
  const storage = await open(t, await sharedDatabase(), { maxConnections: 1, statementLimitMs: 1_000 });
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

/** Ends the server process of a transaction, as an administrator or a failing server does. */
async function terminate(url: string, tx: Writer): Promise<void> {
  await administer(url, `select pg_terminate_backend(${await pidOf(tx)}, 10000)`);
}

/** Places in a transaction where its connection ends. */
const CUTS: readonly (readonly [
  where: string,
  cut: (tx: Writer, end: () => Promise<void>) => Promise<unknown>,
])[] = [
  [
    'between two statements',
    async (tx, end) => {
      await end();
      await tx.get(sql`select 1 as one`);
    },
  ],
  [
    'during a statement',
    async (tx, end) => {
      const ended = end();
      await Promise.all([tx.get(sql`select 1 as one from pg_sleep(${60})`), ended]);
    },
  ],
  [
    'in a savepoint',
    (tx, end) =>
      tx.savepoint(async () => {
        await end();
        await tx.get(sql`select 1 as one`);
      }),
  ],
  ['before the commit', (_tx, end) => end()],
];

for (const [where, cut] of CUTS) {
  test(`a transaction whose connection ends ${where} is run again, and saves once`, async (t) => {
    const url = await sharedDatabase();
    const storage = await open(t, url);
    const id = freshId();
    const key = `cut ${where}`;
    let runs = 0;
    await storage.write(
      async (tx) => {
        await tx.run(addWord(id, `run ${++runs}`));
        if (runs <= 3) await cut(tx, () => terminate(url, tx));
      },
      { key },
    );
    assert.equal(runs, 4);
    assert.equal(await wordOf(storage, id), 'run 4');
    let reads = 0;
    await storage.read(async (tx) => {
      await tx.get(sql`select 1 as one`);
      if (++reads === 1) {
        await administer(
          url,
          `select pg_terminate_backend(pid, 10000) from pg_stat_activity
           where application_name = 'passbell' and datname = current_database()`,
        );
      }
      await tx.get(sql`select 1 as one`);
    });
    assert.equal(reads, 2);
  });
}

test('a transaction whose connection always ends is given up on, and saves nothing', async (t) => {
  const url = await sharedDatabase();
  let ms = 0;
  const storage = await open(t, url, { retryLimitMs: 500, now: () => ms });
  const id = freshId();
  let runs = 0;
  const error = await rejection(
    storage.write(async (tx) => {
      runs++;
      await tx.run(addWord(id, 'x'));
      await terminate(url, tx);
      ms += 200;
    }),
  );
  assert.ok(isUnavailable(error));
  assert.equal(runs, 3);
  assert.equal(await wordOf(storage, id), undefined);
});

test('what a statement is refused for is not tried again', async (t) => {
  const url = await sharedDatabase();
  const storage = await open(t, url);
  let runs = 0;
  const reading = storage.write(async (tx) => {
    runs++;
    await tx.run(raw('set transaction read only'));
    await tx.run(addWord(freshId(), 'x'));
  });
  assert.ok(isUnavailable(await rejection(reading)));
  assert.equal(runs, 1);
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

test('a connection that died while nobody used it: reads and writes take another', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t);
  const [id, other] = [freshId(), freshId()];
  await direct.write(async (tx) => tx.run(addWord(id, 'x')));
  assert.equal(await wordOf(storage, id), 'x');
  proxy.killSilently();
  assert.equal(await wordOf(storage, id), 'x');
  proxy.killSilently();
  await storage.write(async (tx) => tx.run(addWord(other, 'x')));
  assert.equal(await wordOf(direct, other), 'x');
});

test('a network that swallows everything is given up on after a while', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t, { statementLimitMs: 1_000, answerGraceMs: 50 });
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

/** Short enough for a test, and longer than a busy machine keeps an answer waiting. */
const WATCHFUL = { silenceMs: 500, lookEveryMs: 20 };

test('connections that the network swallows are told from slow ones, and their keys are free at once', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t, WATCHFUL);
  const key = 'swallowed';
  const ids = [freshId(), freshId(), freshId(), freshId()] as const;
  const pids: bigint[] = [];
  const runs = new Map<bigint, number>();
  const save = (id: bigint, during: () => void, options = {}) =>
    storage.write(async (tx) => {
      pids.push(await pidOf(tx));
      runs.set(id, (runs.get(id) ?? 0) + 1);
      await tx.run(addWord(id, 'x'));
      during();
      await tx.get(sql`select 1 as one`);
    }, options);
  // Several connections, so that some are idle when the network swallows them all.
  const arrived = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  await Promise.all(
    arrived.map(({ resolve }) =>
      storage.read(async (tx) => {
        await tx.get(sql`select 1 as one`);
        resolve();
        await Promise.all(arrived.map(({ promise }) => promise));
      }),
    ),
  );
  let isSwallowed = false;
  const once = () => {
    if (!isSwallowed) proxy.swallow();
    isSwallowed = true;
  };
  await save(ids[0], once, { key });
  assert.equal(runs.get(ids[0]), 2, 'the idle connections were not tried one by one');
  const rows = await direct.read(async (tx) =>
    tx.all<{ pid: bigint }>(
      sql`select pid::bigint as pid from pg_stat_activity where pid = ${pids[0] ?? 0n}::int`,
    ),
  );
  assert.deepEqual(rows, [], 'the orphan was ended');
  await direct.write(async (tx) => tx.run(addWord(ids[1], 'x')), { key });
  for (const id of ids.slice(0, 2)) assert.equal(await wordOf(direct, id), 'x');

  // A statement that takes long is left alone.
  const begun = performance.now();
  await storage.write(async (tx) => {
    runs.set(ids[2], (runs.get(ids[2]) ?? 0) + 1);
    await tx.get(sql`select 1 as one from pg_sleep(0.8)`);
    await tx.run(addWord(ids[2], 'x'));
  });
  assert.ok(performance.now() - begun >= 800);
  assert.equal(runs.get(ids[2]), 1);
  // And one that waits for another's lock.
  const holder = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = direct.write(async (tx) => {
    await tx.run(addWord(ids[3], 'x'));
    held.resolve();
    await holder.promise;
  });
  await held.promise;
  let waits = 0;
  const waiting = rejection(
    storage.write(async (tx) => {
      waits++;
      setTimeout(() => holder.resolve(), 3 * WATCHFUL.silenceMs);
      await tx.run(addWord(ids[3], 'y'));
    }),
  );
  assert.ok((await waiting) instanceof UniqueViolation);
  await holding;
  assert.equal(waits, 1);
});

test('a process that stood still for a while does not take its own silence for that of the network', async (t) => {
  const { storage, direct } = await openBehindProxy(t, WATCHFUL);
  const id = freshId();
  let runs = 0;
  await storage.write(async (tx) => {
    runs++;
    const answered = tx.get(sql`select 1 as one`);
    const begun = performance.now();
    while (performance.now() - begun < 1.5 * WATCHFUL.silenceMs);
    await answered;
    // Its process waits for the next statement while another connection would look it up.
    await direct.read(async (other) => other.get(sql`select 1 as one from pg_sleep(0.2)`));
    await tx.run(addWord(id, 'x'));
  });
  assert.equal(runs, 1);
  assert.equal(await wordOf(direct, id), 'x');
});

test('a commit that the network swallows is unknown', async (t) => {
  const { storage, direct, proxy } = await openBehindProxy(t, WATCHFUL);
  const id = freshId();
  const unknown = storage.write(async (tx) => {
    await tx.run(addWord(id, 'x'));
    proxy.swallow();
  });
  assert.ok((await rejection(unknown)) instanceof CommitUnknown);
  assert.equal(await wordOf(direct, id), undefined);
  await storage.write(async (tx) => tx.run(addWord(id, 'y')));
  assert.equal(await wordOf(direct, id), 'y');
});

test('a server that nobody reaches any more is given up on before its statements time out', async (t) => {
  const { storage, proxy } = await openBehindProxy(t, {
    ...WATCHFUL,
    unreachableMs: 200,
    connectLimitMs: 1_000,
  });
  await ping(storage);
  const begun = performance.now();
  proxy.fromClient = () => false;
  assert.ok(isUnavailable(await rejection(ping(storage))));
  assert.ok(performance.now() - begun < 8_000, `${performance.now() - begun} ms`);
  proxy.fromClient = () => true;
  await ping(storage);
});

test('sessions are ended by the server soon after their client has vanished', async (t) => {
  const storage = await open(t, await sharedDatabase());
  const names = [
    'client_connection_check_interval',
    'idle_in_transaction_session_timeout',
    'tcp_keepalives_idle',
    'tcp_user_timeout',
    'transaction_timeout',
  ];
  const settings = await storage.read(async (tx) =>
    tx.all<{ name: string; setting: string }>(
      sql`select name, setting from pg_settings where name = any(${`{${names.join(',')}}`}::text[]) order by name`,
    ),
  );
  assert.deepEqual(
    settings.map(({ setting }) => setting),
    ['2000', '5000', '5', '5000', '60000'],
  );
});

test('a server that is not there is told as unavailable, and why to whoever starts Passbell', async (t) => {
  const url = new URL(await sharedDatabase());
  url.port = '1';
  const storage = new PostgresStorage(url.href);
  t.after(() => storage.close());
  const all = [ping(storage), storage.read(async () => 1), storage.write(async () => 1)];
  for (const each of all) assert.ok(isUnavailable(await rejection(each)));
  const nowhere = new PostgresStorage('postgres://passbell@no-such-host.invalid/passbell');
  t.after(() => nowhere.close());
  assert.ok(isUnavailable(await rejection(ping(nowhere))));
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
  await ping(good);
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
  assert.ok(isUnavailable(await rejection(ping(storage))));
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
