import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '#test/harness/service.ts';
import { type Database, freshStorage } from '#test/harness/storage.ts';
import { MINUTE, SECOND } from '../kernel/time.ts';
import { migrate } from '../storage/migrate.ts';
import { type Storage, StorageUnavailable } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import { AttemptLimiter } from './attempts.ts';
import { sweepCounts } from './counts.store.ts';
import { RateLimit } from './limit.ts';
import { Keyring } from './secrets.ts';
import { KEYS_PER_EXCHANGE, SharedCounts, type SharedCountsParts } from './shared-counts.ts';

const keyring = new Keyring(randomBytes(32));
const random = { bytes: (count: number) => randomBytes(count) };

/** A ring of processes of one database, each of which is its counts alone. */
function processes(count: number, parts: Pick<SharedCountsParts, 'storage' | 'clock' | 'warn'>) {
  return Array.from({ length: count }, () => new SharedCounts({ ...parts, random, keyring }));
}

const never = (error: unknown) => assert.fail(String(error));

describe('counts of a fleet (reference: conventions.30, limits.15)', () => {
  let database: Database;
  let storage: Storage;
  let clock: ManualClock;
  before(async () => {
    database = await freshStorage('postgres');
    storage = database.open();
    await migrate(storage);
  });
  after(() => database?.remove());
  beforeEach(async () => {
    clock = new ManualClock();
    await storage.write(async (tx) => tx.run(sql`delete from process_counts`));
  });

  const rows = () =>
    storage.read(async (tx) =>
      tx.all<{ key_hash: string; process: string; ends_at: bigint; count: bigint }>(
        sql`select key_hash, process, ends_at, count from process_counts order by key_hash, process`,
      ),
    );

  it('are one sum after each has told the others', async () => {
    const all = processes(3, { storage, clock, warn: never });
    const limits = all.map((counts) => new RateLimit(10, counts));
    const ask = (at: number) => limits[at]?.count(1n, 2n, clock.now());
    for (const at of [0, 0, 0, 1, 1, 2]) assert.equal(ask(at)?.allowed, true);
    for (const counts of all) await counts.exchange();
    // The first has not heard of the others yet, the second of the first, the third of both.
    assert.deepEqual([ask(0)?.remaining, ask(1)?.remaining, ask(2)?.remaining], [6, 4, 3]);
    for (const counts of all) await counts.exchange();
    await all[0]?.exchange();
    assert.deepEqual(
      [2, 2, 2].map((at) => ask(at)?.allowed),
      [true, false, false],
    );
    for (const counts of all) await counts.exchange();
    assert.equal(ask(0)?.allowed, true, 'it has heard of nine');
    for (const counts of all) await counts.exchange();
    assert.deepEqual([ask(0)?.allowed, ask(1)?.allowed, ask(2)?.allowed], [false, true, false]);
  });

  it('hold for each key of each kind by itself', async () => {
    const [one, two] = processes(2, { storage, clock, warn: never });
    const limiters = [one, two].map((counts) => {
      assert.ok(counts);
      return ['a', 'b'].map((name) => new AttemptLimiter(2, MINUTE, { counts, name }));
    });
    const [[a1, b1] = [], [a2, b2] = []] = limiters;
    for (const key of ['x', 'x', 'y']) assert.equal(a1?.take(key, clock.now()), true);
    assert.equal(b1?.take('x', clock.now()), true);
    await one?.exchange();
    // Who asks for the first time does not know of the others yet, and hears of them with its own count.
    for (const key of ['x', 'y']) assert.equal(a2?.take(key, clock.now()), true);
    assert.equal(b2?.take('x', clock.now()), true);
    await two?.exchange();
    assert.deepEqual([a2?.take('x', clock.now()), a2?.take('y', clock.now())], [false, false]);
    assert.equal(b2?.take('x', clock.now()), false);
    assert.equal(a2?.take('z', clock.now()), true);
  });

  it('end with their window, also those of a process that is gone', async () => {
    const [gone, left] = processes(2, { storage, clock, warn: never });
    const limits = [gone, left].map((counts) => new RateLimit(3, counts));
    clock.advance(MINUTE - (clock.now() % MINUTE) + 50n * SECOND);
    for (let at = 0; at < 3; at++) limits[0]?.count(1n, 1n, clock.now());
    await gone?.exchange();
    assert.equal(limits[1]?.count(1n, 1n, clock.now())?.allowed, true);
    await left?.exchange();
    assert.equal(limits[1]?.count(1n, 1n, clock.now())?.allowed, false);
    clock.advance(10n * SECOND);
    assert.equal(limits[1]?.count(1n, 1n, clock.now())?.remaining, 2);
    await left?.exchange();
    assert.equal(limits[1]?.count(1n, 1n, clock.now())?.remaining, 1, 'nothing of the minute before');
    assert.equal((await rows()).length, 2, 'the row of the one that is left was written again');
    assert.equal(await storage.write((tx) => sweepCounts(tx, clock.now(), 1000)), 1);
    assert.equal((await rows()).length, 1);
    clock.advance(MINUTE);
    assert.equal(await storage.write((tx) => sweepCounts(tx, clock.now(), 1000)), 1);
  });

  it('are each process’s own while the database is away, and are told of afterwards', async () => {
    let isAway = false;
    const heard: string[] = [];
    const unsafe: SharedCountsParts['storage'] = {
      engine: 'postgres',
      write: (work, options) =>
        isAway ? Promise.reject(new StorageUnavailable('Away.')) : storage.write(work, options),
    };
    const parts = { storage: unsafe, clock, warn: (_error: unknown, says: string) => void heard.push(says) };
    const [one, two] = processes(2, parts);
    const limits = [one, two].map((counts) => new RateLimit(4, counts));
    const ask = (at: number) => limits[at]?.count(1n, 1n, clock.now())?.allowed;
    isAway = true;
    for (let at = 0; at < 3; at++) {
      assert.equal(ask(0), true);
      await one?.exchange();
    }
    assert.equal(heard.length, 1, 'once, not each second');
    assert.match(heard[0] ?? '', /each process counts alone/);
    assert.deepEqual([ask(0), ask(0)], [true, false]);
    isAway = false;
    await one?.exchange();
    assert.equal(ask(1), true);
    await two?.exchange();
    assert.equal(ask(1), false, 'what was counted meanwhile is not forgotten');
    isAway = true;
    clock.advance(MINUTE);
    assert.equal(ask(0), true);
    await one?.exchange();
    assert.equal(heard.length, 2, 'once more after it was there');
  });

  it('cost nothing where nothing was counted, and one statement of few keys otherwise', async () => {
    let asked = 0;
    const counted: SharedCountsParts['storage'] = {
      engine: 'postgres',
      write: (work, options) => {
        asked++;
        return storage.write(work, options);
      },
    };
    const [one] = processes(1, { storage: counted, clock, warn: never });
    assert.ok(one);
    const limiter = new AttemptLimiter(1, MINUTE, { counts: one, name: 'addresses' });
    await one.exchange();
    assert.equal(asked, 0);
    for (let at = 0; at < KEYS_PER_EXCHANGE + 5; at++) limiter.take(`192.0.2.${at}`, clock.now());
    await one.exchange();
    assert.equal((await rows()).length, KEYS_PER_EXCHANGE);
    await one.exchange();
    assert.equal((await rows()).length, KEYS_PER_EXCHANGE + 5, 'the others come next');
    limiter.take('192.0.2.1', clock.now());
    await one.exchange();
    assert.equal(asked, 2, 'what is refused is no news');
  });

  it('tell nobody who was counted', async () => {
    const [one] = processes(1, { storage, clock, warn: never });
    assert.ok(one);
    new AttemptLimiter(1, MINUTE, { counts: one, name: 'addresses' }).take('client 192.0.2.1', clock.now());
    new RateLimit(5, one).count(41n, 'user 42', clock.now());
    await one.exchange();
    const found = await rows();
    assert.equal(found.length, 2);
    for (const { key_hash } of found) assert.match(key_hash, /^[\w-]{22}$/);
  });

  it('are not kept by the log of the database', async () => {
    const row = await storage.read(async (tx) =>
      tx.get(sql`select relpersistence::text as kind from pg_class where relname = 'process_counts'`),
    );
    assert.deepEqual(row, { kind: 'u' });
  });

  it('are nobody’s business on SQLite', async () => {
    const [one] = processes(1, {
      storage: { engine: 'sqlite', write: () => assert.fail('Nothing is written.') },
      clock,
      warn: never,
    });
    new RateLimit(5, one).count(1n, 1n, clock.now());
    await one?.exchange();
    let intervals = 0;
    one?.start({
      every: () => {
        intervals++;
        return () => undefined;
      },
    });
    assert.equal(intervals, 0);
  });
});
