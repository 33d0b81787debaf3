// The engine's edges: stops, databases that go away, fleets, keys that change. Its general behaviour is checked by the
// simulation in test/.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Fact } from '#src/kernel/event.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#src/kernel/time.ts';
import { append } from '#src/outbox/append.ts';
import type { Storage } from '#src/storage/port.ts';
import { sql } from '#src/storage/sql.ts';
import { type Behaviour, Simulation, withWindow } from '#test/harness/simulation.ts';
import { type Ground, onEachStorage } from '#test/harness/storage.ts';
import { Seeded } from '#test/harness/virtual.ts';
import { MAX_AHEAD_BYTES, MAX_BYTES } from './engine.ts';
import { deliveryMetrics } from './metrics.ts';
import { queueFigures } from './queue.store.ts';
import { LANE_SLOTS, PER_ADDRESS } from './slots.ts';
import { stalledSince } from './stalls.store.ts';
import { cutDeliveries, upkeep } from './upkeep.ts';

const TOPIC = 'taxes/updated';
const DEAD_TOPIC = 'customers/created';

async function empty(storage: Storage): Promise<void> {
  await storage.write(async (tx) => {
    for (const table of [
      sql`delete from deliveries`,
      sql`delete from delivery_attempts`,
      sql`delete from webhooks`,
      sql`delete from addons`,
      sql`delete from events`,
      sql`delete from event_counters`,
    ]) {
      await tx.run(table);
    }
  });
}

interface Row {
  readonly id: bigint;
  readonly state: string;
  readonly attempts: bigint;
  readonly tries: bigint;
}

const rowsOf = (storage: Storage) =>
  storage.read(async (tx) => tx.all<Row>(sql`select id, state, attempts, tries from deliveries order by id`));

onEachStorage('the delivery engine', [], (ground: () => Ground) => {
  /** Commits changes until there are so many. */
  const commit = async (sim: Simulation, count: number) => {
    while (sim.committed.length < count) await sim.change(1n, [TOPIC]);
  };

  /** Queues first attempts for every webhook on a topic, each about a record of its own. */
  const queue = (storage: Storage, at: bigint, count: number) => {
    const facts = Array.from({ length: count }, (_, place): Fact => {
      const [resource, change] = [BigInt(1_000 + place), `due ${place}`];
      const payload = JSON.stringify({ change, resource: String(resource) });
      return { topic: DEAD_TOPIC, resource, sites: [], changed: [], payload };
    });
    return storage.write((tx) => append(tx, 1n, at, facts));
  };
  it('puts back what is in flight at a stop, uncounted, and sends it after the next start', async () => {
    const { storage } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(1));
    await sim.addHooks(1n, [TOPIC], ['hang']);
    sim.start();
    await commit(sim, 1);
    await sim.settle();
    assert.equal(sim.sent.length, 1);
    assert.equal(sim.engine?.inFlight, 1);
    let stopped = false;
    const stop = sim.engine?.stop().then(() => {
      stopped = true;
    });
    await sim.time.runUntil(sim.time.now() + 9n * SECOND, sim.settle, () => stopped);
    await stop;
    const [row] = await rowsOf(storage);
    assert.deepEqual({ ...row, id: 0n }, { id: 0n, state: 'queued', attempts: 0n, tries: 0n });
    sim.start();
    await sim.settle();
    assert.equal(sim.sent.length, 2);
    sim.crash();
  });

  it('goes on when the database is back, with the results it could not record', async () => {
    const { storage } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(2));
    await sim.addHooks(1n, [TOPIC], ['ok']);
    sim.start();
    await sim.settle();
    await commit(sim, 2);
    await sim.settle();
    sim.isAway = true;
    await sim.time.runUntil(sim.time.now() + 5n * SECOND, sim.settle);
    sim.engine?.wake();
    await sim.settle();
    assert.equal(sim.engine?.isRunning, false);
    assert.ok((await rowsOf(storage)).every((row) => row.state !== 'delivered'));
    sim.isAway = false;
    await sim.time.runUntil(sim.time.now() + HOUR, sim.settle);
    assert.equal(sim.engine?.isRunning, true);
    assert.ok((await rowsOf(storage)).every((row) => row.state === 'delivered' && row.tries === 1n));
    assert.equal(sim.sent.length, 2);
    sim.crash();
  });

  it('shares the work with others and sends nothing twice', async () => {
    const { storage, other } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(3));
    sim.inFleet = true;
    await sim.addHooks(1n, [TOPIC], ['ok', 'slow', 'huge']);
    const engines = [sim.join(storage), sim.join(other)];
    await commit(sim, 12);
    for (const engine of engines) engine.wake();
    await sim.time.runUntil(sim.time.now() + 10n * MINUTE, sim.settle);
    const rows = await rowsOf(storage);
    assert.equal(rows.length, 36);
    assert.ok(rows.every((row) => row.state === 'delivered'));
    assert.equal(sim.sent.length, 36);
    for (const engine of engines) await engine.stop();
  });

  it('claims messages of one record together and sends them one after the other', async () => {
    const { storage } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(11));
    await sim.addHooks(1n, [TOPIC], ['quick']);
    await sim.burst(1n, TOPIC, 200);
    sim.start();
    await sim.time.runUntil(sim.time.now() + MINUTE, sim.settle);
    assert.equal(sim.sent.length, 200);
    // Alone each would be a claim and a result.
    assert.ok(sim.writes < 250, `${sim.writes} writes`);
    for (const [at, each] of sim.sent.entries()) {
      const before = sim.sent[at - 1];
      if (before === undefined) continue;
      assert.ok(before.number < each.number && (before.endedAt ?? each.at + 1n) <= each.at);
    }
    assert.ok((await rowsOf(storage)).every((row) => row.state === 'delivered' && row.tries === 1n));
    await sim.engine?.stop();
  });

  it('puts back what waits for a slot at a stop, and what waited too long, uncounted', async () => {
    const { storage } = ground();
    for (const ends of ['by a stop', 'by an address that answers no more'] as const) {
      await empty(storage);
      const sim = new Simulation(storage, new Seeded(12));
      await sim.addHooks(1n, [DEAD_TOPIC], ['quick']);
      await queue(storage, sim.time.now(), 100);
      sim.start();
      const [hook] = sim.hooks;
      assert.ok(hook !== undefined);
      await sim.time.runUntil(sim.time.now() + 6_000n, sim.settle);
      sim.hooks[0] = { ...hook, behaviour: 'hang' };
      await sim.time.runUntil(sim.time.now() + 10_000n, sim.settle);
      const claimed = (await rowsOf(storage)).filter(({ state }) => state === 'sending').length;
      assert.equal(sim.engine?.inFlight, PER_ADDRESS);
      assert.ok(claimed > PER_ADDRESS, `${claimed} are claimed`);
      const sent = sim.sent.length;
      if (ends === 'by a stop') {
        let stopped = false;
        const stop = sim.engine?.stop().then(() => {
          stopped = true;
        });
        await sim.time.runUntil(sim.time.now() + 9n * SECOND, sim.settle, () => stopped);
        await stop;
      } else await sim.time.runUntil(sim.time.now() + 10n * SECOND, sim.settle);
      assert.equal(sim.sent.length - sent <= PER_ADDRESS, true);
      const rows = await rowsOf(storage);
      const unsent = rows.filter(({ tries }) => tries === 0n);
      assert.ok(unsent.length >= 100 - sim.sent.length && unsent.length > 0);
      assert.ok(unsent.every(({ state, attempts }) => state === 'queued' && attempts === 0n));
      if (ends === 'by a stop') assert.ok(rows.every(({ state }) => state !== 'sending'));
      sim.crash();
    }
  });

  it('claims little ahead of the slots of an address where messages are long', async () => {
    const { storage } = ground();
    const bytes = MAX_AHEAD_BYTES / 10n;
    for (const about of ['many records', 'one record'] as const) {
      await empty(storage);
      const sim = new Simulation(storage, new Seeded(13));
      await sim.addHooks(1n, [DEAD_TOPIC], ['quick']);
      if (about === 'one record') await sim.burst(1n, DEAD_TOPIC, 200);
      else await queue(storage, sim.time.now(), 200);
      await storage.write(async (tx) => tx.run(sql`update deliveries set bytes = ${bytes}`));
      sim.start();
      let most = 0;
      const settle = async () => {
        await sim.settle();
        most = Math.max(most, (await rowsOf(storage)).filter(({ state }) => state === 'sending').length);
      };
      await sim.time.runUntil(sim.time.now() + MINUTE, settle);
      // Those in its slots and what was claimed ahead, twice at most: there is more when half of it has begun.
      assert.ok(most > 1 && most <= PER_ADDRESS + 20, `${most} are claimed about ${about}`);
      assert.ok((await rowsOf(storage)).every(({ state }) => state === 'delivered'));
      await sim.engine?.stop();
    }
  });

  it('has no more bytes in flight than it may, and one message in any case', async () => {
    const { storage } = ground();
    for (const [bytes, most] of [
      [MAX_BYTES / 3n, 3],
      [MAX_BYTES, 1],
      [MAX_BYTES * 2n, 1],
    ] as const) {
      await empty(storage);
      const sim = new Simulation(storage, new Seeded(5));
      await sim.addHooks(1n, [TOPIC], ['slow', 'ok', 'huge', 'lost answer']);
      await commit(sim, 6);
      await storage.write(async (tx) => tx.run(sql`update deliveries set bytes = ${bytes}`));
      sim.start();
      let seen = 0;
      await sim.time.runUntil(sim.time.now() + HOUR, async () => {
        await sim.settle();
        const { inFlight = 0 } = sim.engine ?? {};
        assert.ok(inFlight <= most, `${inFlight} in flight`);
        seen = Math.max(seen, inFlight);
      });
      assert.equal(seen, most);
      const rows = await rowsOf(storage);
      assert.ok(rows.length === 24 && rows.every((row) => row.state === 'delivered'));
      await sim.engine?.stop();
    }
  });

  /** Changes for 12 seconds; each has to be sent to every address that answers within a second of its commit. */
  const checkHealthy = async (sim: Simulation) => {
    const begin = sim.time.now();
    for (let ms = 0; ms < 12_000; ms += 1_000) sim.time.after(ms, () => void sim.change(2n, [TOPIC]));
    await sim.time.runUntil(begin + 14n * SECOND, sim.settle);
    const healthy = sim.hooks.filter((hook) => hook.behaviour === 'ok');
    assert.ok(sim.committed.length > 5);
    for (const change of sim.committed) {
      const sent = sim.sent.filter((each) => each.hook.company === 2n && each.number === change.number);
      assert.equal(
        new Set(sent.map((each) => each.hook.id)).size,
        healthy.length,
        `${change.change} is late`,
      );
      for (const each of sent) {
        const waited = each.at - change.at;
        assert.ok(waited <= SECOND, `${change.change} waited ${waited / 1000n} ms`);
      }
    }
  };

  it('lets three addresses that hang, with 300 due each, hold up none of 20 others', async () => {
    const { storage } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(6));
    await sim.addHooks(1n, [DEAD_TOPIC], ['hang', 'hang', 'hang']);
    await sim.addHooks(2n, [TOPIC], new Array<Behaviour>(20).fill('ok'));
    await queue(storage, sim.time.now(), 300);
    sim.start();
    await sim.settle();
    assert.equal(sim.engine?.inFlight, 3 * PER_ADDRESS);
    await checkHealthy(sim);
    sim.crash();
  });

  it('lets no number of retries, however many addresses hang, hold up a first attempt', async () => {
    const { storage } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(7));
    // Four retries of each would take every slot of both lanes.
    const addresses = 200;
    assert.ok(addresses * 4 > LANE_SLOTS.first + LANE_SLOTS.retry);
    await sim.addHooks(1n, [DEAD_TOPIC], new Array<Behaviour>(addresses).fill('hang'));
    await sim.addHooks(2n, [TOPIC], new Array<Behaviour>(5).fill('ok'));
    await queue(storage, sim.time.now(), 4);
    await storage.write(async (tx) => tx.run(sql`update deliveries set lane = 1, attempts = 1, tries = 1`));
    sim.start();
    await sim.settle();
    assert.equal(sim.engine?.inFlight, LANE_SLOTS.retry);
    await checkHealthy(sim);
    sim.crash();
  });

  /** Changes of one record, in one commit. */
  const hot = (sim: Simulation, count: number) => sim.burst(1n, TOPIC, count);

  it('says when something is due, has a slot and is not claimed: a log line, a figure, a row', async () => {
    const { storage } = ground();
    await empty(storage);
    await storage.write(async (tx) => tx.run(sql`delete from delivery_stalls`));
    const sim = new Simulation(storage, new Seeded(8));
    sim.watchMs = 10_000;
    await sim.addHooks(1n, [TOPIC], ['ok']);
    sim.candidates = withWindow;
    await hot(sim, 20);
    sim.start();
    const begin = sim.time.now();
    await sim.time.runUntil(begin + 50n * SECOND, sim.settle);
    const sent = sim.sent.length;
    assert.ok(sent < 20);
    assert.deepEqual([sim.alarms, sim.engine?.stalls], [[], []]);
    // Nothing else happens, but the queue is polled.
    for (let at = 0n; at < 4n; at++) {
      sim.engine?.wake();
      await sim.time.runUntil(begin + (80n + at * 15n) * SECOND, sim.settle);
    }
    assert.equal(sim.sent.length, sent);
    assert.equal(sim.engine?.stalls.length, 1);
    assert.equal(sim.alarms.length, 1);
    assert.match(
      sim.alarms[0] ?? '',
      /^Delivery \d+ of company 1 \(webhook \d+, record 4\) to https:\/\/ok\.example/,
    );
    const [hook] = sim.hooks;
    assert.ok(hook !== undefined);
    const noted = await storage.read((tx) => stalledSince(tx, 1n, [hook.id], sim.time.now()));
    assert.deepEqual([...noted.keys()], [hook.id]);
    const figures = await storage.read((tx) => queueFigures(tx));
    const metrics = deliveryMetrics(figures, sim.engine, sim.time.now()).join('\n');
    assert.match(metrics, /^passbell_webhook_stalled 1$/m);
    sim.crash();
  });

  it('takes a backlog behind a slow or a failing address for no stall', async () => {
    const { storage } = ground();
    for (const behaviour of ['slow', 'hang', 'error'] as const) {
      await empty(storage);
      const sim = new Simulation(storage, new Seeded(9));
      sim.watchMs = 10_000;
      await sim.addHooks(1n, [DEAD_TOPIC], [behaviour]);
      await queue(storage, sim.time.now(), 200);
      sim.start();
      const begin = sim.time.now();
      for (let at = 0n; at < 18n; at++) {
        sim.engine?.wake();
        await sim.time.runUntil(begin + at * 10n * SECOND, sim.settle);
        assert.deepEqual(sim.engine?.stalls, []);
      }
      assert.deepEqual(sim.alarms, []);
      sim.crash();
    }
  });

  it('repairs a record that waits for nothing, and says so', async () => {
    const { storage } = ground();
    await empty(storage);
    const sim = new Simulation(storage, new Seeded(10));
    await sim.addHooks(1n, [TOPIC], ['ok', 'slow']);
    await hot(sim, 3);
    const [hook] = sim.hooks;
    assert.ok(hook !== undefined);
    await storage.write(async (tx) => {
      await tx.run(
        sql`update deliveries set state = 'delivered', lane = 2, ended_at = 1 where lane = 0 and webhook_id = ${hook.id}`,
      );
    });
    sim.start();
    await sim.time.runUntil(sim.time.now() + HOUR, sim.settle);
    assert.ok((await rowsOf(storage)).every((row) => row.state === 'delivered'));
    assert.equal(sim.engine?.repaired, 1);
    assert.equal(sim.alarms.length, 1);
    assert.match(sim.alarms[0] ?? '', /about record 4 of webhook/);
    sim.crash();
  });

  it('purges what has ended by the age its company says and by number, with its attempts', async () => {
    const { storage } = ground();
    await empty(storage);
    await storage.write(async (tx) =>
      tx.run(
        sql`insert into companies (company_id, id, name, currency, timezone, created_at, updated_at, keep_deliveries_days)
            values (1, 1, 'Cafe', 'EUR', 'UTC', 0, 0, 2)`,
      ),
    );
    const sim = new Simulation(storage, new Seeded(4));
    await sim.addHooks(1n, [TOPIC], ['ok']);
    sim.start();
    await commit(sim, 30);
    await sim.time.runUntil(sim.time.now() + MINUTE, sim.settle);
    const count = async () => (await rowsOf(storage)).length;
    assert.equal(await upkeep(storage, sim.time.now() + DAY), 0);
    assert.equal(await cutDeliveries(storage, 30), 0);
    assert.equal(await count(), 30);
    assert.ok((await cutDeliveries(storage, 10)) >= 19);
    assert.ok((await count()) <= 11);
    await upkeep(storage, sim.time.now() + 2n * DAY);
    assert.equal(await count(), 0);
    const attempts = await storage.read(async (tx) => tx.all(sql`select number from delivery_attempts`));
    assert.equal(attempts.length, 0);
    await storage.write(async (tx) => tx.run(sql`delete from companies`));
    await sim.engine?.stop();
  });
});
