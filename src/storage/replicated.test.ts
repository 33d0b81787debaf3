// Reads from a real streaming replica (reference: operations.27).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDatabase, startPostgres } from '#test/harness/postgres.ts';
import { until } from '#test/harness/process.ts';
import { type Pair, startPair, tell } from '#test/harness/replica.ts';
import { addWord, isUnavailable, make, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import { ApiError } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { PostgresStorage } from './engines/postgres.ts';
import { type CommitPosition, type Reader, UNKNOWN_POSITION, type Writer } from './port.ts';
import { ReplicatedStorage } from './replicated.ts';
import { raw, sql } from './sql.ts';

let pair: Pair;
let storage: ReplicatedStorage;
const told: string[] = [];
let next = 1n;

const addressOf = (url: string, database = 'shop') => url.replace(/\/postgres$/, `/${database}`);

/** A database with this replica, or these. */
async function open(...urls: string[]): Promise<ReplicatedStorage> {
  const primary = new PostgresStorage(addressOf(pair.leader.url));
  const opened = new ReplicatedStorage(
    primary,
    { primaryUrl: addressOf(pair.leader.url), urls, lagSeconds: 5 },
    4,
    ({ state }) => told.push(state),
  );
  await opened.replicas.look();
  return opened;
}

before(async () => {
  // A conflict ends a statement of the replica soon, not after half a minute.
  pair = await startPair({ max_standby_streaming_delay: '50ms' }, { isSynchronous: false });
  await createDatabase(pair.leader.url, 'shop');
  const maker = new PostgresStorage(addressOf(pair.leader.url));
  await make(maker, [WORDS]);
  await maker.close();
  await tellFollower('select 1');
  storage = await open(addressOf(pair.follower.url));
  await until('the replica is good', async () => {
    await storage.replicas.look();
    return storage.replicas.all[0]?.state === 'good';
  });
});

after(async () => {
  await storage?.close();
  await pair?.stop();
});

const tellFollower = (statement: string) => tell(pair.follower, statement);
const pause = () => tellFollower('select pg_wal_replay_pause()');
const resume = () => tellFollower('select pg_wal_replay_resume()');

/** Adds a word; answers its id and the position of its commit. */
async function add(word: string, on = storage): Promise<{ id: bigint; position: CommitPosition }> {
  const id = next++;
  let position: CommitPosition | undefined;
  await on.write(async (tx) => tx.run(addWord(id, word)), {
    committed: (known) => {
      position = known;
    },
  });
  assert.ok(position !== undefined && position > 0n && position < UNKNOWN_POSITION);
  return { id, position };
}

const wordIn = (id: bigint) => async (tx: Reader) =>
  (await tx.get<{ word: string }>(sql`select word from words where id = ${id}`))?.word;

/** Whether the server that answers a read follows another one. */
async function isReplica(tx: Reader): Promise<boolean> {
  return (
    (await tx.get<{ follows: bigint }>(raw('select pg_is_in_recovery()::int as follows')))?.follows === 1n
  );
}

const copy = (from?: CommitPosition) => ({ copy: { from, company: 1n } });

test('a read goes to the replica where it says so, and to the database itself otherwise', async () => {
  assert.equal(await storage.read(isReplica), false);
  assert.equal(await storage.read(isReplica, copy()), true);
  assert.equal(await storage.read(isReplica, { ...copy(), isSingle: true }), true);
});

test('a read from a position sees its change at once, on the replica', async () => {
  for (let round = 0; round < 20; round++) {
    const { id, position } = await add('own');
    for (const isSingle of [false, true])
      assert.equal(await storage.read(wordIn(id), { ...copy(position), isSingle }), 'own');
  }
  assert.ok(storage.replicas.places.replica > 20);
});

test('a replica that has not come there in time is passed over', async () => {
  const before = await add('before');
  assert.equal(await storage.read(wordIn(before.id), copy(before.position)), 'before');
  await pause();
  try {
    const { id, position } = await add('after');
    assert.equal(await storage.read(wordIn(id), copy()), undefined);
    assert.equal(await storage.read(wordIn(id), copy(position)), 'after');
    assert.equal(await storage.read(isReplica, copy(position)), false);
    assert.equal(await storage.read(isReplica, copy(UNKNOWN_POSITION)), false);
    // What was there before is read from it all the same.
    assert.equal(await storage.read(isReplica, copy(before.position)), true);
  } finally {
    await resume();
  }
});

test('what the replica has not got is not refused', async () => {
  await pause();
  try {
    const { id } = await add('late');
    const found = async (tx: Reader) => {
      const word = await wordIn(id)(tx);
      if (word === undefined) throw new ApiError('not_found', sentence('There is no such word.'));
      return word;
    };
    assert.equal(await storage.read(found, copy()), 'late');
  } finally {
    await resume();
  }
});

test('a replica that is believed to be further than it is does not answer', async () => {
  await pause();
  const { id, position } = await add('trusted');
  const { PostgresStorage: Engine } = await import('./engines/postgres.ts');
  const replica = new Engine(addressOf(pair.follower.url), { retryLimitMs: 0 });
  try {
    const error = await rejection(replica.read(wordIn(id), copy(position)));
    assert.match(String(error), /The replica is behind/);
  } finally {
    await resume();
    await replica.close();
  }
});

test('what a conflict with the recovery ends is read from the database itself', async () => {
  const { id, position } = await add('conflict');
  assert.equal(await storage.read(wordIn(id), copy(position)), 'conflict');
  const { repeated } = storage.replicas.places;
  const places: boolean[] = [];
  const word = await storage.read(async (tx) => {
    places.push(await isReplica(tx));
    if (places.length === 1) {
      // Rows that this still sees go from the replica: it is ended.
      await storage.write(async (other) => other.run(sql`update words set word = 'new' where id = ${id}`));
      await tell(pair.leader, 'vacuum words', 'shop');
      await until('the statement is ended', async () =>
        wordIn(id)(tx).then(
          () => false,
          () => true,
        ),
      );
    }
    return wordIn(id)(tx);
  }, copy());
  assert.deepEqual(places, [true, false]);
  assert.equal(word, 'new');
  assert.equal(storage.replicas.places.repeated, repeated + 1);
});

test('a long read ends well when the replica goes, and it is used again when it is back', async () => {
  told.length = 0;
  const { id, position } = await add('gone');
  assert.equal(await storage.read(wordIn(id), copy(position)), 'gone');
  const places: boolean[] = [];
  const word = await storage.read(async (tx) => {
    places.push(await isReplica(tx));
    if (places.length === 1) pair.follower.kill();
    for (let row = 0; row < 200; row++) await tx.get(raw('select count(*) from words'));
    return wordIn(id)(tx);
  }, copy());
  assert.deepEqual(places, [true, false]);
  assert.equal(word, 'gone');
  await storage.replicas.look();
  await storage.replicas.look();
  assert.equal(storage.replicas.all[0]?.state, 'away');
  assert.equal(storage.replicas.all[0]?.lagSeconds, undefined);
  assert.equal(await storage.read(isReplica, copy()), false);
  await pair.follower.restart();
  await until('the replica is good again', async () => {
    await storage.replicas.look();
    return storage.replicas.all[0]?.state === 'good';
  });
  assert.equal(await storage.read(isReplica, copy()), true);
  // Each change is told once.
  assert.deepEqual(told, ['away', 'good']);
});

test('what is no replica of this database is not used', async (t) => {
  const stranger = await startPostgres();
  t.after(() => stranger.stop());
  await createDatabase(stranger.url, 'shop');
  await createDatabase(pair.leader.url, 'other');
  const urls = [addressOf(pair.leader.url), addressOf(stranger.url), addressOf(pair.leader.url, 'other')];
  const several = await open(...urls, addressOf(pair.follower.url));
  t.after(() => several.close());
  await several.replicas.look();
  assert.deepEqual(
    several.replicas.all.map(({ state }) => state),
    ['leading', 'other', 'other', 'good'],
  );
  assert.equal(await several.read(isReplica, copy()), true);
});

test('a replica that is behind for too long is not used', async (t) => {
  const strict = new ReplicatedStorage(
    new PostgresStorage(addressOf(pair.leader.url)),
    {
      primaryUrl: addressOf(pair.leader.url),
      urls: [addressOf(pair.follower.url)],
      lagSeconds: 0.05,
    },
    2,
    () => undefined,
  );
  t.after(() => strict.close());
  await pause();
  try {
    const { id } = await add('behind', strict);
    await until('it is behind', async () => {
      await strict.replicas.look();
      return strict.replicas.all[0]?.state === 'behind';
    });
    assert.equal(await strict.read(wordIn(id), copy()), 'behind');
  } finally {
    await resume();
  }
  await until('it is good', async () => {
    await strict.replicas.look();
    return strict.replicas.all[0]?.state === 'good';
  });
});

test('who takes a replica for the database is refused changes as not to be made just now, however they begin', async (t) => {
  const following = new PostgresStorage(addressOf(pair.follower.url));
  t.after(() => following.close());
  for (const options of [{}, { shares: 'one company' }]) {
    const work = async (tx: Writer) => {
      await tx.get(raw('select 1 as one'));
      tx.send(addWord(next++, 'x'));
    };
    const refused = await rejection(following.write(work, options));
    assert.ok(isUnavailable(refused), String(refused));
    assert.equal((refused as Error).message, 'The database can only be read.');
  }
});

test('nothing is asked for that nobody wants to hear', async () => {
  const { id } = await add('heard');
  assert.equal(await wordOf(storage, id), 'heard');
  let shown: CommitPosition | undefined;
  await storage.read(wordIn(id), {
    shown: (position) => {
      shown = position;
    },
  });
  assert.ok(shown !== undefined && shown > 0n);
  let undone = false;
  await storage.write(
    async (tx) => {
      tx.undo();
    },
    {
      committed: () => {
        undone = true;
      },
    },
  );
  assert.equal(undone, false);
});
