// PostgreSQL that is reached in other ways than directly: several servers of which one leads, and a pooler between.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { createDatabase, startPostgres } from '#test/harness/postgres.ts';
import { until } from '#test/harness/process.ts';
import { startProxy } from '#test/harness/proxy.ts';
import { addressOfBoth, startPair } from '#test/harness/replica.ts';
import { freshDatabase } from '#test/harness/service.ts';
import { addWord, isUnavailable, make, ping, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { CommitUnknown } from '../port.ts';
import { raw, sql } from '../sql.ts';
import { PostgresStorage } from './postgres.ts';

/** So long that nothing ends in time by it. */
const NEVER_MS = 600_000;

/** A server that only follows is not written to; it is read from where any is good enough. */
async function refusesFollower(t: TestContext, url: string): Promise<void> {
  const address = url.replace(/\/postgres$/, '/fleet');
  const leading = new PostgresStorage(`${address}?target_session_attrs=read-write`);
  t.after(() => leading.close());
  const refused = await rejection(ping(leading));
  assert.ok(isUnavailable(refused));
  assert.match(String((refused as Error).cause), /No server of the database takes writes/);
  const any = new PostgresStorage(`${address}?target_session_attrs=any`);
  t.after(() => any.close());
  await ping(any);
}

/** Writers at the same time, and how many rows are saved before and after the leader is killed. */
const WRITERS = 8;
const ROWS_BEFORE = 100;
const ROWS_AFTER = 50;

test('with several servers the one that takes writes is used, and no answered write is lost when another one leads', async (t) => {
  const pair = await startPair();
  t.after(() => pair.stop());
  await createDatabase(pair.leader.url, 'fleet');
  const storage = new PostgresStorage(addressOfBoth(pair, 'fleet'));
  t.after(() => storage.close());
  await make(storage, [WORDS]);
  await refusesFollower(t, pair.follower.url);
  const woken = Promise.withResolvers<void>();
  const saved: bigint[] = [];
  let next = 1n;
  let goal = ROWS_BEFORE;
  let killed: Promise<void> | undefined;
  const saveSome = async () => {
    while (saved.length < goal) {
      const id = next++;
      const error = await storage
        .write(async (tx) => {
          await tx.run(addWord(id, 'x'));
          tx.wake();
        })
        .then(
          () => void saved.push(id),
          (failure: unknown) => failure,
        );
      if (saved.length >= ROWS_BEFORE && killed === undefined) {
        goal += ROWS_AFTER;
        pair.leader.kill();
        killed = pair.promote();
      }
      if (error !== undefined) await killed;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, saveSome));
  for (const id of saved) assert.equal(await wordOf(storage, id), 'x', `${id} is lost`);
  // Announcements come from where writes go now.
  const stop = storage.onWake(() => woken.resolve());
  await storage.write(async (tx) => tx.wake());
  await woken.promise;
  stop();
});

/** Connections of ours to a server. */
async function sessionsOf(url: string): Promise<ReadonlySet<bigint>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'passbell'`,
    );
    return new Set(rows.map(({ pid }) => BigInt(pid)));
  } finally {
    await client.end();
  }
}

/** Takes a number of a counter, and answers which session wrote and which one took the number. */
function writeWithNumber(storage: PostgresStorage): Promise<{ writer: bigint; taker: bigint }> {
  return storage.write(async (tx) => {
    const { pid } = (await tx.get<{ pid: bigint }>(sql`select pg_backend_pid()::bigint as pid`)) ?? {};
    const pidOf = (name: string) => sql`select pg_backend_pid()::bigint as ${raw(name)}`;
    const taker = await tx.number({ key: 'pid', take: () => pidOf('last'), peek: pidOf('next') });
    return { writer: pid ?? 0n, taker };
  });
}

test('what waits while none leads is done by the connections to the follower that leads then', async (t) => {
  const pair = await startPair();
  t.after(() => pair.stop());
  await createDatabase(pair.leader.url, 'fleet');
  const storage = new PostgresStorage(addressOfBoth(pair, 'fleet'), { searchLimitMs: NEVER_MS });
  t.after(() => storage.close());
  await make(storage, [WORDS]);
  const before = await writeWithNumber(storage);
  pair.leader.kill();
  // The sessions of a server outlive it for a moment.
  const elsewhere = async (): Promise<typeof before> => {
    const written = await writeWithNumber(storage).catch(() => before);
    const isElsewhere = written.writer !== before.writer && written.taker !== before.taker;
    return isElsewhere ? written : elsewhere();
  };
  const waiting = elsewhere();
  let following: ReadonlySet<bigint> = new Set();
  await until('both connections to the follower are there', async () => {
    following = await sessionsOf(pair.follower.url);
    return following.size === 2;
  });
  await pair.promote();
  const { writer, taker } = await waiting;
  assert.notEqual(writer, taker);
  assert.deepEqual(new Set([writer, taker]), following);
});

test('where no server can be reached nobody waits for a leader', async (t) => {
  const pair = await startPair();
  t.after(() => pair.stop());
  const storage = new PostgresStorage(addressOfBoth(pair, 'postgres'), {
    ...{ searchLimitMs: NEVER_MS, retryLimitMs: 0 },
  });
  t.after(() => storage.close());
  await ping(storage);
  pair.leader.kill();
  pair.follower.kill();
  // Their sessions outlive them for a moment.
  await until('it is refused', () =>
    ping(storage).then(
      () => false,
      (error: unknown) => isUnavailable(error),
    ),
  );
});

test('behind a pooler nothing is kept in a session, and each transaction has the settings of ours', async (t) => {
  const url = await freshDatabase();
  const storage = new PostgresStorage(url, { isPooled: true, directUrl: url, maxConnections: 1 });
  t.after(() => storage.close());
  await make(storage, [WORDS]);
  await storage.write(async (tx) => tx.run(addWord(1n, 'one')));
  assert.equal(await wordOf(storage, 1n), 'one');
  const one = async (): Promise<{ one: bigint } | undefined> =>
    storage.read(async (tx) => tx.get(sql`select 1::int as one`), { isSingle: true });
  assert.deepEqual(await one(), { one: 1n });
  const kept = await storage.read(async (tx) =>
    tx.all<{ name: string; setting: string }>(
      raw(`select name, setting from pg_settings
           where name in ('enable_seqscan', 'statement_timeout', 'idle_in_transaction_session_timeout')
           union all select 'prepared', count(*)::text from pg_prepared_statements order by 1`),
    ),
  );
  assert.deepEqual(
    kept.map(({ name, setting }) => `${name} ${setting}`),
    [
      'enable_seqscan off',
      'idle_in_transaction_session_timeout 5000',
      'prepared 0',
      'statement_timeout 30000',
    ],
  );
  // The one connection again, with nothing of ours: as the pooler gives it to somebody else.
  await storage.write(async (tx) => {
    await tx.run(raw('commit'));
    const rows = await tx.all<{ setting: string }>(
      raw(
        `select setting from pg_settings where name in ('enable_seqscan', 'statement_timeout') order by name`,
      ),
    );
    assert.deepEqual(
      rows.map(({ setting }) => setting),
      ['on', '0'],
    );
    await tx.run(raw('begin'));
  });
  const heard = Promise.withResolvers<void>();
  const stop = storage.onWake(() => heard.resolve());
  await storage.write(async (tx) => tx.wake());
  await heard.promise;
  stop();
});

test('who gets no connection in time is told so, and does not hang', async () => {
  const url = await freshDatabase();
  for (const isPooled of [false, true]) {
    const storage = new PostgresStorage(url, {
      ...{ isPooled, directUrl: url, maxConnections: 1, connectLimitMs: 1_000, retryLimitMs: 100 },
    });
    const free = Promise.withResolvers<void>();
    const busy = storage.read(async (tx) => {
      await tx.get(sql`select 1::int as one`);
      await free.promise;
    });
    assert.ok(isUnavailable(await rejection(storage.read(async (tx) => tx.get(sql`select 1::int as one`)))));
    free.resolve();
    await busy;
    await storage.close();
  }
});

test('a commit that no follower has is not answered, nor is what was found of it later', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const url = await createDatabase(server.url, 'alone');
  const storage = new PostgresStorage(url);
  t.after(() => storage.close());
  await make(storage, [WORDS]);
  const settle = () => storage.write(() => Promise.resolve(), { settles: true });
  await settle();
  const admin = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rowCount } = await client.query(text).finally(() => client.end());
    return rowCount;
  };
  await admin(`alter system set synchronous_standby_names = 'nobody'`);
  await server.restart();
  /** Lets the server give up the wait: it answers the COMMIT as one that succeeded, with a warning beside it. */
  const giveUp = () =>
    until('a commit waits for followers', async () => {
      const wait = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and datname = 'alone'`;
      return (await admin(wait)) === 1;
    });
  const [error] = await Promise.all([
    rejection(storage.write(async (tx) => tx.run(addWord(1n, 'one')))),
    giveUp(),
  ]);
  assert.ok(error instanceof CommitUnknown);
  assert.equal(error.isDecided, false);
  // It is there, but so far nowhere else.
  assert.equal(await wordOf(storage, 1n), 'one');
  const [unsettled] = await Promise.all([rejection(settle()), giveUp()]);
  assert.ok(unsettled instanceof CommitUnknown);
});

/** The address of several ways to one database. */
function addressOf(...urls: string[]): string {
  const [first = ''] = urls;
  const { username, password, pathname } = new URL(first);
  const hosts = urls.map((each) => new URL(each).host).join(',');
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
}

test('a server that hangs keeps nobody from another one that takes writes', async (t) => {
  const url = await freshDatabase();
  const wire = await startProxy(url);
  t.after(() => wire.close());
  const hang = () => {
    wire.fromClient = () => false;
    wire.fromServer = () => false;
    wire.swallow();
  };
  const storage = new PostgresStorage(addressOf(wire.url, url), {
    ...{ connectLimitMs: NEVER_MS, unreachableMs: NEVER_MS, silenceMs: 50, lookEveryMs: 20 },
  });
  t.after(() => storage.close());
  await make(storage, [WORDS]);
  let tries = 0;
  // In the middle of a transaction, which is run again elsewhere.
  await storage.write(async (tx) => {
    if (++tries === 1) hang();
    await tx.run(addWord(BigInt(tries), 'x'));
  });
  assert.equal(tries, 2);
  // And at the first connection.
  const second = new PostgresStorage(addressOf(wire.url, url), { connectLimitMs: NEVER_MS });
  assert.equal(await wordOf(second, 2n), 'x');
  // Its connection to the one that hangs is still being made.
  wire.killSilently();
  t.after(() => second.close());
});
