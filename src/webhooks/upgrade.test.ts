// A queue that a version before records had heads left stuck: after the upgrade it goes on by itself.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HOUR } from '#src/kernel/time.ts';
import { targetOf } from '#src/outbox/deliveries.ts';
import { MIGRATIONS, migrate } from '#src/storage/migrate.ts';
import { sql } from '#src/storage/sql.ts';
import { ENGINES } from '#test/harness/service.ts';
import { Simulation } from '#test/harness/simulation.ts';
import { freshStorage } from '#test/harness/storage.ts';
import { Seeded } from '#test/harness/virtual.ts';

const TOPIC = 'products/availability';
/** More than were looked at for the first of a record, which was due later than all of them. */
const BEHIND = 300;
const BEFORE = MIGRATIONS.filter(({ number }) => number < 14);

for (const engine of ENGINES) {
  it(`a queue that was stuck drains after the upgrade, in order (${engine})`, async () => {
    const database = await freshStorage(engine);
    const storage = database.open();
    await migrate(storage, BEFORE);
    const sim = new Simulation(storage, new Seeded(1));
    await sim.addHooks(1n, [TOPIC], ['ok']);
    const [hook] = sim.hooks;
    assert.ok(hook !== undefined);
    const { id: webhook, address } = hook;
    // What that version wrote, in its own columns.
    await storage.write(async (tx) => {
      const at = sim.time.now() - HOUR;
      for (const [place, id] of (await tx.ids('delivery', BEHIND + 2)).entries()) {
        const number = BigInt(place + 1);
        // The last but one is about another record, and stuck all the same.
        const resource = place === BEHIND ? 8n : 7n;
        const payload = JSON.stringify({ change: `change ${place}`, resource: String(resource) });
        await tx.run(
          sql`insert into events (company_id, number, topic, resource_id, sites, changed, created_at, payload)
              values (1, ${number}, ${TOPIC}, ${resource}, '[]', '[]', ${at + number}, ${payload})`,
        );
        const [due, attempts] = place === 0 ? [sim.time.now(), 1n] : [at, 0n];
        await tx.run(
          sql`insert into deliveries (company_id, id, webhook_id, addon_id, topic, resource_id, event_number, address,
                target, format, message_at, created_at, state, lane, attempts, tries, due_at, bytes)
              values (1, ${id}, ${webhook}, 1, ${TOPIC}, ${resource}, ${number}, ${address}, ${targetOf(address)},
                'json', ${at + number}, ${at}, 'queued', 0, ${attempts}, ${attempts}, ${due}, ${BigInt(payload.length)})`,
        );
      }
      await tx.run(
        sql`update event_counters set last = ${BigInt(BEHIND + 2)}, last_at = ${at} where company_id = 1`,
      );
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
