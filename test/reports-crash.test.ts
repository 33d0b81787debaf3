// Orders are added up for reports while processes are killed in the middle, several at once, and with a database that
// fails at any statement: each order counts exactly once.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { timeOfEvent } from '#src/outbox/log.ts';
import { Projector } from '#src/reports/projector.ts';
import { MAX_REST } from '#src/reports/store.ts';
import { systemRuntime } from '#src/runtime.ts';
import { PostgresStorage } from '#src/storage/engines/postgres.ts';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import { migrate } from '#src/storage/migrate.ts';
import { books } from '#src/storage/migrations/027-books.ts';
import { salesByDiscount } from '#src/storage/migrations/050-sales-by-discount.ts';
import type { Storage } from '#src/storage/port.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { FaultyStorage } from './harness/faults.ts';
import { makeFolder } from './harness/process.ts';
import {
  addedUp,
  completeMany,
  costsByGeneration,
  makeBusiness,
  reported,
  totalOf,
} from './harness/report-orders.ts';
import { ENGINES, freshDatabase } from './harness/service.ts';

const stopwatch = systemRuntime.clock;
const COMPANY = 7n;
const SITE = 70n;
const ORDERS = 120;
/** Every how many steps the process is killed. */
const KILLED_AFTER = [1, 3, 7, 2, 11, 5, 1, 4];

/** Starts a process that adds up, and resolves after so many steps, or when it has ended. */
async function addUpElsewhere(place: string, steps: number): Promise<boolean> {
  const file = join(import.meta.dirname, 'harness/projecting.ts');
  const child = spawn(process.execPath, [file, place, '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('The process has no output.');
  let left = steps;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', () => {
    if (--left === 0) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

for (const engine of ENGINES) {
  describe(`adding up for reports (${engine})`, () => {
    let place: string;
    let storage: Storage;
    const open = (): Storage =>
      engine === 'postgres' ? new PostgresStorage(place) : new SqliteStorage(place);
    before(async () => {
      place = engine === 'postgres' ? await freshDatabase() : join(makeFolder(), 'passbell.sqlite');
      storage = open();
      await migrate(storage);
    });
    after(() => storage.close());

    /** All that was completed is in the sums, each order once in each kind of them. */
    async function isWhole(company: bigint, count: number): Promise<void> {
      const { kinds, position } = await addedUp(storage, company);
      assert.equal(position, BigInt(count));
      const total = totalOf(count);
      const whole = { orders: BigInt(count), total };
      for (const { kind, ...sums } of kinds) assert.deepEqual(sums, whole, kind);
      assert.deepEqual(
        kinds.map(({ kind }) => kind),
        ['customer', 'day', 'hour', 'order_type', 'product', 'register', 'source', 'staff', 'tax'],
      );
      const { until: _until, ...said } = await reported(storage, company);
      assert.deepEqual(said, { ...whole, complete: true });
    }

    it('goes on where a killed process was, and reports are right at every moment', async () => {
      await makeBusiness(storage, COMPANY, SITE);
      await completeMany(storage, COMPANY, SITE, 1n, ORDERS);
      const whole = { orders: BigInt(ORDERS), total: totalOf(ORDERS), complete: true };
      for (const steps of KILLED_AFTER) {
        const before = (await addedUp(storage, COMPANY)).position;
        assert.equal(await addUpElsewhere(place, steps), false, 'it was killed');
        const { position, kinds } = await addedUp(storage, COMPANY);
        assert.ok(position >= before + BigInt(steps) && position < BigInt(ORDERS), `${position}`);
        for (const { kind, orders } of kinds) assert.equal(orders, position, kind);
        const { until: _until, ...said } = await reported(storage, COMPANY);
        assert.deepEqual(said, whole);
      }
      assert.equal(await addUpElsewhere(place, Number.POSITIVE_INFINITY), true);
      await isWhole(COMPANY, ORDERS);
    });

    const counting = async (anew: string, other: bigint) => {
      const [company, site] = [COMPANY + other, SITE + other];
      await makeBusiness(storage, company, site);
      await completeMany(storage, company, site, 1n, ORDERS);
      const projector = new Projector({
        storage,
        stopwatch,
        batch: 7,
        warn: (error) => assert.fail(String(error)),
      });
      await projector.catchUp();
      const cost = (totalOf(ORDERS) * 2n) / 5n;
      assert.deepEqual(await costsByGeneration(storage, company), [cost]);
      // What an earlier version had added up has nothing in columns that it did not know.
      await storage.write(async (tx) =>
        tx.run(sql`update report_sums set cost = 0, cost_rest = 0 where company_id = ${company}`),
      );
      assert.match(anew, /^update report_positions/);
      await storage.write(async (tx) => tx.run(sql`${raw(anew)}`));
      const whole = { orders: BigInt(ORDERS), total: totalOf(ORDERS), complete: true };
      const { until: _until, ...said } = await reported(storage, company);
      assert.deepEqual(said, whole);
      await projector.catchUp();
      assert.deepEqual(await costsByGeneration(storage, company), [cost], 'the earlier sums are gone');
      await isWhole(company, ORDERS);
    };
    for (const [at, { name, statements }] of [books, salesByDiscount].entries()) {
      it(`counts every order anew after an upgrade that adds figures: ${name}`, () =>
        counting(statements(engine).at(-1) ?? '', 9n + BigInt(at)));
    }

    it('is done once by several at a time, while orders go on being completed', async () => {
      const [company, site] = [COMPANY + 1n, SITE + 1n];
      await makeBusiness(storage, company, site);
      const others = [open(), open(), storage];
      const warnings: unknown[] = [];
      const projectors = others.map(
        (each) =>
          new Projector({ storage: each, stopwatch, batch: 3, warn: (error) => warnings.push(error) }),
      );
      let id = 1n;
      const trade = async () => {
        for (let round = 0; round < 12; round++, id += 10n) {
          await completeMany(storage, company, site, id, 10);
        }
      };
      const trading = trade();
      let isOpen = true;
      void trading.finally(() => {
        isOpen = false;
      });
      // Ends: with the trade, which has its turns in between.
      while (isOpen) {
        await Promise.all(projectors.map((each) => each.catchUp()));
        await turn();
      }
      await trading;
      await projectors[0]?.catchUp();
      assert.deepEqual(warnings, []);
      await isWhole(company, 120);
      for (const each of others) if (each !== storage) await each.close();
    });

    it('is done before a report while a writer never stops: what was there when it was asked for is in it', async () => {
      const [company, site] = [COMPANY + 7n, SITE + 7n];
      await makeBusiness(storage, company, site);
      await completeMany(storage, company, site, 1n, MAX_REST + 1);
      let count = MAX_REST + 1;
      let isOpen = true;
      const trade = async () => {
        // Ends: with the reports.
        for (; isOpen; count += 20) {
          await completeMany(storage, company, site, BigInt(count + 1), 20);
          await turn();
        }
      };
      const trading = trade();
      const warnings: unknown[] = [];
      const warn = (error: unknown) => warnings.push(error);
      // Processes with the follower and without share the sums.
      const projectors = [open(), storage].map((each) => ({
        storage: each,
        projector: new Projector({ storage: each, stopwatch, batch: 100, warn }),
      }));
      try {
        for (let round = 0; round < 5; round++) {
          await Promise.all(
            projectors.map(async ({ storage: own, projector }) => {
              const before = BigInt(count);
              await Promise.all([projector.refresh(company), projector.refresh(company)]);
              const said = await reported(own, company);
              assert.ok(said.orders >= before, `${said.orders} of ${before}`);
              assert.ok(said.until >= ((await own.read((tx) => timeOfEvent(tx, company, before))) ?? 0n));
            }),
          );
        }
      } finally {
        isOpen = false;
        await trading;
        for (const { storage: own } of projectors) if (own !== storage) await own.close();
      }
      assert.deepEqual(warnings, []);
      assert.ok((await addedUp(storage, company)).position > 0n, 'the sums were brought up to date');
      await projectors[1]?.projector.catchUp();
      await isWhole(company, count);
    });

    it('leaves nothing half done when the database fails at any statement', async () => {
      const [company, site] = [COMPANY + 2n, SITE + 2n];
      await makeBusiness(storage, company, site);
      const faulty = new FaultyStorage(storage);
      await faulty.prepare();
      const warnings: string[] = [];
      const projector = new Projector({
        storage: faulty,
        stopwatch,
        batch: 5,
        warn: (_error, sentence) => warnings.push(sentence),
      });
      await completeMany(storage, company, site, 1n, 5);
      await projector.catchUp();
      const { statements } = faulty;
      assert.ok(statements.length >= 4);
      let count = 5;
      const more = async () => {
        await completeMany(storage, company, site, BigInt(count + 1), 5);
        count += 5;
      };
      await more();
      const before = await addedUp(storage, company);
      for (let at = 1; at <= statements.length; at++) {
        for (const kind of ['away', 'crash'] as const) {
          faulty.arm({ kind, at });
          warnings.length = 0;
          await projector.catchUp();
          assert.equal(warnings.length, 1, `${kind} at ${at}: ${statements[at - 1]}`);
          assert.deepEqual(await addedUp(storage, company), before);
        }
      }
      for (const fault of [{ kind: 'refused' }, { kind: 'unknown', saved: false }] as const) {
        faulty.arm(fault);
        await projector.catchUp();
        assert.deepEqual(await addedUp(storage, company), before);
      }
      // Its outcome is unknown; it was saved, and is not done again.
      faulty.arm({ kind: 'unknown', saved: true });
      await projector.catchUp();
      await projector.catchUp();
      await isWhole(company, count);
    });

    it('of one company goes on when that of another fails', async () => {
      const [company, site] = [COMPANY + 3n, SITE + 3n];
      await makeBusiness(storage, company, site);
      await completeMany(storage, company, site, 1n, 5);
      const nobody = 3n;
      // A log without a company: its records are missing.
      await completeMany(storage, nobody, site, 1n, 1);
      const warnings: string[] = [];
      const projector = new Projector({
        storage,
        stopwatch,
        warn: (_error, sentence) => warnings.push(sentence),
      });
      await projector.catchUp();
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /company 3 /);
      await isWhole(company, 5);
    });
  });
}
