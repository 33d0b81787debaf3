// The heartbeat of a process, and what is found of it (reference: operations.29).

import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { ManualClock, ManualTicker } from '#test/harness/service.ts';
import { type Ground, onEachStorage } from '#test/harness/storage.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import { examineFleet } from './examine.ts';
import { Heartbeat } from './heartbeat.ts';
import { readProcesses } from './processes.store.ts';
import type { ProcessIdentity } from './types.ts';

const IDENTITY: ProcessIdentity = {
  id: 'a',
  version: '0.2.0',
  role: 'all',
  runs: 'web,deliveries,reports,mail',
  host: 'till',
  pid: 7n,
  migration: 57n,
};

onEachStorage('heartbeat', [], (ground: () => Ground) => {
  beforeEach(async () => {
    await ground().storage.write(async (tx) => tx.run(sql`delete from processes`));
  });

  const rows = () => ground().storage.read(readProcesses);

  /** On PostgreSQL the database's time, which no test sets; on SQLite this process's. */
  const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

  function heartbeat(changes: Partial<ProcessIdentity> = {}, storage: Storage = ground().storage) {
    const warned: string[] = [];
    const clock = new ManualClock(now());
    const parts = { storage, clock, identity: { ...IDENTITY, ...changes } };
    const beating = new Heartbeat({ ...parts, warn: (_error, sentence) => warned.push(sentence) });
    return { beating, clock, warned };
  }

  it('makes a row, renews it, and takes it off at a calm stop', async () => {
    const { beating, clock } = heartbeat();
    const ticker = new ManualTicker();
    await beating.start(ticker);
    const [first, ...others] = await rows();
    assert.deepEqual(others, []);
    assert.ok(first !== undefined);
    const { started_at, seen_at, clock_apart, ...identity } = first;
    assert.deepEqual({ ...identity }, IDENTITY);
    assert.ok(seen_at - started_at < SECOND);
    assert.equal(clock_apart, null);
    clock.advance(10n * SECOND);
    ticker.tick();
    await beating.beat();
    const [second] = await rows();
    assert.equal(second?.started_at, started_at);
    assert.ok((second?.seen_at ?? 0n) > seen_at);
    assert.notEqual(second?.clock_apart, null);
    await beating.stop();
    assert.deepEqual(await rows(), []);
    assert.equal(ticker.size, 0);
  });

  it('comes back when its row was deleted', async () => {
    const { beating } = heartbeat();
    await beating.beat();
    await ground().storage.write(async (tx) => tx.run(sql`delete from processes`));
    await beating.beat();
    assert.equal((await rows()).length, 1);
  });

  it('says how far a clock is from that of the database', async () => {
    if (ground().storage.engine === 'sqlite') return; // which has the clock of its only process
    const found = async (seconds: bigint) => {
      const { beating, clock } = heartbeat({ id: `by ${seconds}` });
      clock.jump(seconds * SECOND);
      await beating.beat();
      await beating.beat();
      const text = (await beating.metrics()).join('\n');
      const value = Number(/^passbell_clock_apart_seconds (.+)$/m.exec(text)?.[1]);
      assert.ok(Math.abs(value - Number(seconds)) < 3, text);
      const findings = await examineFleet(ground().storage, 57, clock.now());
      await beating.stop();
      return findings.filter(({ what }) => what === 'clocks').map(({ state, says }) => `${state} ${says}`);
    };
    assert.match(
      (await found(60n)).join(),
      /^bad that of till, process 7 .* s ahead of the database's\. Use NTP/,
    );
    assert.match((await found(-60n)).join(), /^bad that of .* s behind the database's/);
  });

  it('of several processes is found with their versions, and who is gone, for a day', async () => {
    const { storage } = ground();
    const all = [heartbeat(), heartbeat({ id: 'b', version: '0.1.0', role: 'api' }), heartbeat({ id: 'c' })];
    for (const { beating } of all) await beating.beat();
    const age = (id: string, by: bigint) =>
      storage.write(async (tx) =>
        tx.run(sql`update processes set seen_at = seen_at - ${by} where id = ${id}`),
      );
    await age('c', 2n * MINUTE);
    const [first] = all;
    assert.ok(first !== undefined);
    const text = (await first.beating.metrics()).join('\n');
    assert.match(text, /^passbell_processes\{version="0\.2\.0",role="all"\} 1$/m);
    assert.match(text, /^passbell_processes\{version="0\.1\.0",role="api"\} 1$/m);
    assert.match(text, /^passbell_processes_gone 1$/m);
    const told = (await examineFleet(storage, 57, first.clock.now())).filter(({ what }) =>
      ['processes', 'versions', 'process gone'].includes(what),
    );
    assert.deepEqual(
      told.map(({ what, state }) => `${state} ${what}`),
      ['good processes', 'warning versions', 'warning process gone'],
    );
    const sweep = () => storage.write((tx) => first.beating.sweep(tx, first.clock.now(), 10));
    await age('c', DAY - HOUR);
    assert.equal(await sweep(), 0);
    await age('c', HOUR);
    assert.equal(await sweep(), 1);
    assert.deepEqual((await rows()).map(({ id }) => id).sort(), ['a', 'b']);
  });

  it('that cannot be written is said once, counted, and keeps nothing from going on', async () => {
    const { storage } = ground();
    let isBroken = true;
    const broken: Storage = Object.create(storage, {
      engine: { value: storage.engine },
      read: { value: (work: never) => storage.read(work) },
      write: {
        value: (work: never) => (isBroken ? Promise.reject(new Error('It is away.')) : storage.write(work)),
      },
    });
    const { beating, warned } = heartbeat({}, broken);
    await beating.start(new ManualTicker());
    await beating.beat();
    assert.equal(warned.length, 1);
    assert.match(warned[0] ?? '', /^The heartbeat of this process cannot be written/);
    const failed = async () => /_failed_total (\d+)/.exec((await beating.metrics()).join('\n'))?.[1];
    assert.equal(await failed(), '2');
    isBroken = false;
    await beating.beat();
    assert.equal((await rows()).length, 1);
    isBroken = true;
    await beating.beat();
    assert.equal(warned.length, 2, 'and again once it had worked');
    await beating.stop();
    assert.equal(await failed(), '3');
  });
});
