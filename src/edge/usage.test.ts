import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ManualClock } from '#test/harness/service.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { DAY, HOUR } from '../kernel/time.ts';
import { type Storage, StorageUnavailable } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import { NO_QUOTAS, type Quotas, quotaHeaders, secondsLeft } from './quotas.ts';
import { setQuotas } from './usage.store.ts';
import { Usage } from './usage.ts';

const nobody = () => undefined;

/** A storage that can be away. */
function faulty(storage: Storage): { readonly storage: Storage; isAway: boolean } {
  const state = { storage, isAway: false };
  state.storage = new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (state.isAway && (name === 'write' || name === 'read'))
        return () => Promise.reject(new StorageUnavailable('Away.'));
      return value.bind(target);
    },
  });
  return state;
}

onEachStorage('what companies use (reference: limits.16 to limits.18)', [], (ground) => {
  let companies = 100n;
  const begin = (quotas: Partial<Quotas> = {}, clock = new ManualClock(), rows = 0) => {
    const world = faulty(ground().storage);
    const told: [Readonly<Record<string, unknown>>, string][] = [];
    const failed: string[] = [];
    const usage = new Usage({
      ...{ storage: world.storage, clock, quotas: { ...NO_QUOTAS, ...quotas } },
      countRows: () => Promise.resolve(rows),
      tell: (facts, sentence) => told.push([facts, sentence]),
      warn: (_error, sentence) => failed.push(sentence),
    });
    return { usage, told, failed, world, clock, company: ++companies };
  };
  const stored = async (company: bigint) =>
    ground().storage.read(async (tx) =>
      tx.all(sql`select day, requests, bytes from company_usage where company_id = ${company} order by day`),
    );

  it('is told once of each share, and again the next day', async () => {
    const { usage, told, clock, company } = begin({ requests: 10 });
    await usage.load(company);
    const use = async (count: number) => {
      for (let at = 0; at < count; at++) usage.take(company, nobody);
      await usage.flush();
    };
    await use(7);
    assert.deepEqual(told, []);
    await use(1);
    await use(1);
    const facts = { company: String(company), quota: 'requests', limit: 10, used: 8 };
    assert.deepEqual(told, [[facts, 'A company has used 80 % of a quota.']]);
    await use(1);
    assert.deepEqual(told[1], [{ ...facts, used: 10 }, 'A company has used up a quota.']);
    assert.throws(() => usage.take(company, nobody));
    await usage.flush();
    assert.equal(told.length, 2);
    clock.advance(DAY);
    await use(8);
    assert.equal(told.length, 3);
  });

  it('is counted while the database is away, and saved once, for its day', async () => {
    const { usage, failed, world, clock, company } = begin({ requests: 5 });
    await usage.load(company);
    for (let at = 0; at < 3; at++) usage.take(company, nobody);
    usage.addBytes(company, 70);
    world.isAway = true;
    await usage.flush();
    await usage.flush();
    assert.equal(failed.length, 2);
    usage.take(company, nobody);
    clock.advance(DAY);
    usage.take(company, nobody);
    world.isAway = false;
    await usage.flush();
    await usage.flush();
    const day = clock.now() / DAY;
    assert.deepEqual(await stored(company), [
      { day: day - 1n, requests: 4n, bytes: 70n },
      { day, requests: 1n, bytes: 0n },
    ]);
    for (let at = 0; at < 4; at++) usage.take(company, nobody);
    assert.throws(() => usage.take(company, nobody), { code: 'daily_quota_exceeded' });
  });

  it('is saved with what was counted while others were being saved', async () => {
    const { usage, clock, company } = begin();
    await usage.load(company);
    usage.take(company, nobody);
    const first = usage.flush();
    usage.addBytes(company, 70);
    await usage.flush();
    await first;
    assert.deepEqual(await stored(company), [{ day: clock.now() / DAY, requests: 1n, bytes: 70n }]);
  });

  it('of many companies is saved in turns', async () => {
    const { usage } = begin();
    const first = companies + 1n;
    companies += 600n;
    for (let company = first; company <= companies; company++) {
      await usage.load(company);
      usage.take(company, nobody);
    }
    const count = async () =>
      ground().storage.read(async (tx) =>
        tx.get(
          sql`select count(*) as count from company_usage where company_id >= ${first} and company_id <= ${companies}`,
        ),
      );
    await usage.flush();
    assert.deepEqual(await count(), { count: 512n });
    await usage.flush();
    assert.deepEqual(await count(), { count: 600n });
  });

  it('is forgotten of who does nothing, and loaded again', async () => {
    const { usage, clock, company } = begin();
    await usage.load(company);
    usage.take(company, nobody);
    await usage.flush();
    clock.advance(HOUR);
    await usage.flush();
    assert.equal(usage.knows(company), false);
    await ground().storage.write((tx) => setQuotas(tx, company, { requests: 1n }));
    await usage.load(company);
    assert.throws(() => usage.take(company, nobody), { code: 'daily_quota_exceeded' });
  });

  it('has room for records until they were counted', async () => {
    const { usage, company } = begin({ rows: 10 }, new ManualClock(), 8);
    await usage.load(company);
    usage.requireRoom(company, 1000);
    await usage.flush();
    usage.requireRoom(company, 2);
    assert.throws(() => usage.requireRoom(company, 3), { code: 'row_quota_exceeded' });
    usage.addRows(company, 2);
    assert.throws(() => usage.requireRoom(company, 1));
    await usage.flush();
    assert.throws(() => usage.requireRoom(company, 1), 'what was made is added once');
    const other = begin({ rows: 10 });
    await other.usage.load(company);
    assert.throws(() => other.usage.requireRoom(company, 1), 'another process knows it');
  });
});

it('the headers of quotas are those of the draft, and none without quotas', () => {
  const used = { requests: 7, bytes: 99 };
  assert.equal(quotaHeaders(NO_QUOTAS, used, 0n), undefined);
  assert.equal(quotaHeaders({ ...NO_QUOTAS, rows: 5 }, used, 0n), undefined);
  assert.deepEqual(quotaHeaders({ requests: 5, bytes: 100, rows: undefined }, used, DAY - 1n), {
    'ratelimit-policy': '"requests-per-day";q=5;w=86400, "bytes-per-day";q=100;qu="content-bytes";w=86400',
    ratelimit: '"requests-per-day";r=0;t=1, "bytes-per-day";r=1;t=1',
  });
  assert.equal(secondsLeft(5n * DAY), 86_400);
});
