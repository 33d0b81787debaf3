// A queue that a version before records had heads left stuck: after the upgrade it goes on by itself.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Fact } from '#src/kernel/event.ts';
import { HOUR } from '#src/kernel/time.ts';
import { append } from '#src/outbox/append.ts';
import { MIGRATIONS, migrate } from '#src/storage/migrate.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { ENGINES } from '#test/harness/service.ts';
import { Simulation } from '#test/harness/simulation.ts';
import { freshStorage } from '#test/harness/storage.ts';
import { Seeded } from '#test/harness/virtual.ts';

const TOPIC = 'products/availability';
/** More than were looked at for the first of a record, which was due later than all of them. */
const BEHIND = 300;
/** Columns of events that this version writes and the one before did not have. */
const LATER = ['previous', 'extra'];
const BEFORE = MIGRATIONS.filter(({ number }) => number < 14);

for (const engine of ENGINES) {
  it(`a queue that was stuck drains after the upgrade, in order (${engine})`, async () => {
    const database = await freshStorage(engine);
    const storage = database.open();
    await migrate(storage, BEFORE);
    const sim = new Simulation(storage, new Seeded(1));
    await sim.addHooks(1n, [TOPIC], ['ok']);
    const facts = Array.from({ length: BEHIND + 2 }, (_, at): Fact => {
      // The last but one is about another record, and stuck all the same.
      const resource = at === BEHIND ? 8n : 7n;
      const payload = JSON.stringify({ change: `change ${at}`, resource: String(resource) });
      return { topic: TOPIC, resource, sites: [], changed: [], payload };
    });
    await storage.write(async (tx) => {
      for (const name of LATER) await tx.run(sql`alter table events add column ${raw(name)} text`);
      await append(tx, 1n, sim.time.now() - HOUR, facts);
      await tx.run(sql`update deliveries set lane = 0`);
      await tx.run(
        sql`update deliveries set due_at = ${sim.time.now()}, attempts = 1, tries = 1
            where id = (select min(id) from deliveries)`,
      );
      for (const name of LATER) await tx.run(sql`alter table events drop column ${raw(name)}`);
    });
    await migrate(storage);
    const lanes = await storage.read(async (tx) =>
      tx.all<{ lane: bigint; count: bigint }>(
        sql`select lane, count(*) as count from deliveries group by lane order by lane`,
      ),
    );
    assert.deepEqual(
      lanes.map(({ lane, count }) => [lane, count]),
      [
        [-1n, BigInt(BEHIND)],
        [0n, 2n],
      ],
    );
    sim.start();
    const seen = 20;
    await sim.time.runUntil(sim.time.now() + HOUR, sim.settle, () => sim.sent.length > seen);
    const numbers = (resource: string) =>
      sim.sent.filter((sent) => sent.resource === resource).map((sent) => sent.number);
    assert.deepEqual(numbers('8'), [BigInt(BEHIND + 1)]);
    assert.deepEqual(
      numbers('7'),
      Array.from({ length: seen }, (_, at) => BigInt(at + 1)),
    );
    sim.crash();
    await sim.settle();
    await database.remove();
  });
}
