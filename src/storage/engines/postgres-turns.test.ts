import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { until } from '#test/harness/process.ts';
import { freshDatabase } from '#test/harness/service.ts';
import { rejection } from '#test/harness/storage.ts';
import { StorageUnavailable } from '../port.ts';
import { sql } from '../sql.ts';
import { PostgresStorage } from './postgres.ts';
import { Turns, TurnTaken, type WorkTurns } from './postgres-turns.ts';

const ONE = sql`select 1 as one`;

describe('turns of a process', () => {
  it('many that wait for one turn keep no connection from those that need none', async () => {
    const storage = new PostgresStorage(await freshDatabase(), { maxConnections: 3 });
    const { promise, resolve } = Promise.withResolvers<void>();
    try {
      const order: number[] = [];
      const took = Promise.withResolvers<void>();
      const first = storage.write(async (tx) => {
        await tx.turn(['x']);
        took.resolve();
        await promise;
      });
      await took.promise;
      let begun = 0;
      const waiting = Array.from({ length: 40 }, (_, at) =>
        storage.write(async (tx) => {
          begun++;
          await tx.turn(at % 2 === 0 ? ['x'] : ['y', 'x']);
          order.push(at);
        }),
      );
      await until('all wait', () => begun === 40);
      for (let at = 0; at < 40; at++) await storage.write(async (tx) => tx.get(ONE));
      assert.deepEqual(order, []);
      resolve();
      await Promise.all([first, ...waiting]);
      assert.deepEqual(
        order.toSorted((a, b) => a - b),
        Array.from({ length: 40 }, (_, at) => at),
      );
      assert.equal(storage.figures().repeated, 0);
    } finally {
      resolve();
      await storage.close();
    }
  });

  it('a work has its turns until it has ended, in whatever order they are wanted', async () => {
    const turns = new Turns(0);
    const had = new Set<string>();
    const work = (keys: readonly string[]) =>
      turns.run(async (own: WorkTurns) => {
        for (const key of keys) own.claim([key]);
        for (const key of keys) {
          assert.ok(!had.has(key));
          had.add(key);
        }
        await Promise.resolve();
        for (const key of keys) had.delete(key);
      });
    const keys = ['a', 'b', 'c'];
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => work([...keys.slice(at % 3), ...keys.slice(0, at % 3)])),
    );
    assert.equal(had.size, 0);
    await work(keys);
  });

  it('who waits too long is refused, and keeps nobody behind it waiting', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const turns = new Turns(1000);
      const { promise, resolve } = Promise.withResolvers<void>();
      const first = turns.run(async (own) => {
        own.claim(['a']);
        await promise;
      });
      const claim = (own: WorkTurns) => Promise.resolve().then(() => own.claim(['a']));
      const late = rejection(turns.run(claim));
      await Promise.resolve();
      await new Promise((go) => setImmediate(go));
      mock.timers.tick(600);
      const next = turns.run(claim);
      await new Promise((go) => setImmediate(go));
      mock.timers.tick(600);
      assert.ok((await late) instanceof StorageUnavailable);
      resolve();
      await Promise.all([first, next]);
      await turns.run(claim);
    } finally {
      mock.timers.reset();
    }
  });

  it('another failure of the work is its own', async () => {
    const turns = new Turns(0);
    const failed = new Error('no');
    assert.equal(await rejection(turns.run(() => Promise.reject(failed))), failed);
    assert.ok(new TurnTaken() instanceof Error);
  });
});
