// Work that stands, of each kind, and what PostgreSQL says of itself, found in a database (reference: operations.29).

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '#test/harness/process.ts';
import { type Database, freshStorage, type Ground, onEachStorage } from '#test/harness/storage.ts';
import { MINUTE, SECOND } from '../kernel/time.ts';
import { migrate } from '../storage/migrate.ts';
import type { Storage } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import { readServer } from './server.store.ts';
import { PATIENCE, readStuck } from './stuck.store.ts';
import type { StuckWork } from './types.ts';

const NOW = BigInt(Date.UTC(2026, 10, 26)) * 1000n;
const NOTHING: StuckWork = { deliveries: [], leases: [], reports: [], printJobs: [], imports: [], mails: [] };

function delivery(state: string, lane: number, due: bigint, leaseUntil: bigint | null = null): Sql {
  return sql`insert into deliveries (company_id, id, webhook_id, addon_id, topic, resource_id, address, target, format,
      message_at, created_at, state, lane, attempts, tries, due_at, lease, lease_until)
    values (3, 1, 1, 1, 'orders/created', 1, 'https://hooks.example.com', 't', 'json', 0, 0, ${state}, ${BigInt(lane)}, 0, 0,
      ${due}, null, ${leaseUntil})`;
}

function mail(state: string, due: bigint, leaseUntil: bigint | null = null): Sql {
  return sql`insert into mails (company_id, id, kind, state, recipient, recipient_folded, origin, message_id, due_at, tries,
      lease_until, created_at, updated_at)
    values (3, 1, 'receipt', ${state}, 'a@example.com', 'a@example.com', '{}', 'm', ${due}, 0, ${leaseUntil}, 0, 0)`;
}

/** A log whose reports are counted up to an event, with one completion behind it. */
function completion(at: bigint, topic = 'orders/completed'): Sql[] {
  return [
    sql`insert into event_counters (company_id, last, last_at) values (3, 9, 0)`,
    sql`insert into report_positions (company_id, position, generation, leftovers, zones) values (3, 5, 1, 0, '{}')`,
    sql`insert into events (company_id, number, topic, resource_id, sites, changed, created_at, payload)
        values (3, 7, ${topic}, 1, '[]', '[]', ${at}, '{}')`,
  ];
}

const printJob = (state: string, due: bigint) =>
  sql`insert into print_jobs (company_id, id, register_id, site_id, order_id, kind, state, pass_thru, copy, attempt, due_at,
        available_at, created_at, updated_at)
      values (3, 1, 1, 1, 1, 'ticket', ${state}, 0, 0, 0, ${due}, 0, 0, 0)`;

const moved = (state: string, updated: bigint) =>
  sql`insert into imports (company_id, id, kind, source, file_name, sha256, dry_run, state, parts, records, created, unchanged,
        waiting, refused, problem_count, problems, created_at, updated_at)
      values (3, 1, 'sales', 's', 'f', 'h', 0, ${state}, 1, 0, 0, 0, 0, 0, 0, '[]', 0, ${updated})`;

/** Rows that stand by the latest time from which on they do, and rows that do not. */
const CASES: readonly {
  readonly kind: keyof StuckWork;
  readonly count?: bigint;
  readonly stands: (at: bigint) => Sql | Sql[];
  readonly fine: readonly (Sql | Sql[])[];
}[] = [
  {
    kind: 'deliveries',
    stands: (at) => delivery('queued', 0, at),
    // Behind another one of its record, being sent, given up.
    fine: [delivery('queued', -1, 0n), delivery('sending', 0, 0n, NOW), delivery('dead', 2, 0n)],
  },
  { kind: 'leases', stands: (at) => delivery('sending', 0, 0n, at), fine: [] },
  { kind: 'leases', stands: (at) => mail('sending', 0n, at), fine: [mail('sending', 0n, NOW)] },
  {
    kind: 'reports',
    count: 4n,
    stands: (at) => completion(at),
    // Events without completions are passed over without being written down.
    fine: [completion(0n, 'orders/created')],
  },
  { kind: 'printJobs', stands: (at) => printJob('queued', at), fine: [printJob('printed', 0n)] },
  { kind: 'printJobs', stands: (at) => printJob('sent', at), fine: [printJob('failed', 0n)] },
  { kind: 'imports', stands: (at) => moved('open', at), fine: [moved('done', 0n)] },
  { kind: 'mails', stands: (at) => mail('queued', at), fine: [mail('dead', 0n), mail('sent', 0n)] },
];
const TABLES = [
  'deliveries',
  'mails',
  'event_counters',
  'report_positions',
  'events',
  'print_jobs',
  'imports',
];

onEachStorage('work that stands', [], (ground: () => Ground) => {
  beforeEach(() => empty());

  const empty = () =>
    ground().storage.write(async (tx) => {
      for (const table of TABLES) await tx.run(raw(`delete from ${table}`));
    });
  const put = (rows: Sql | Sql[]) =>
    ground().storage.write(async (tx) => {
      for (const row of [rows].flat()) await tx.run(row);
    });
  const stuck = () => ground().storage.read((tx) => readStuck(tx, NOW));

  it('is none in an empty database', async () => {
    assert.deepEqual(await stuck(), NOTHING);
  });

  for (const { kind, count = 1n, stands, fine } of CASES) {
    it(`is found where it waits, and not before: ${kind}`, async () => {
      const since = NOW - PATIENCE[kind];
      await put(stands(since));
      assert.deepEqual(
        JSON.parse(text(await stuck())),
        JSON.parse(text({ ...NOTHING, [kind]: [{ company_id: 3n, count, since }] })),
      );
      await empty();
      await put(stands(since + 1n));
      assert.deepEqual(await stuck(), NOTHING);
      for (const each of fine) {
        await empty();
        await put(each);
        assert.deepEqual(await stuck(), NOTHING);
      }
    });
  }

  it('of several companies begins with those that wait longest, and is counted', async () => {
    await put(delivery('queued', 0, NOW - 30n * MINUTE));
    const copy = (company: bigint, id: bigint, due: bigint) =>
      sql`insert into deliveries (company_id, id, webhook_id, addon_id, topic, resource_id, address, target, format, message_at,
            created_at, state, lane, attempts, tries, due_at)
          select ${company}, ${id}, webhook_id, addon_id, topic, resource_id, address, target, format, message_at, created_at,
            state, lane, attempts, tries, ${due} from deliveries where company_id = 3 and id = 1`;
    await put([copy(3n, 2n, NOW - 20n * MINUTE), copy(8n, 3n, NOW - 40n * MINUTE)]);
    const { deliveries } = await stuck();
    assert.deepEqual(
      deliveries.map(({ company_id, count }) => [company_id, count]),
      [
        [8n, 1n],
        [3n, 2n],
      ],
    );
  });
});

const text = (value: unknown) =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each));

describe('what PostgreSQL says of itself', () => {
  let database: Database;
  let storage: Storage;
  before(async () => {
    database = await freshStorage('postgres');
    storage = database.open();
    await migrate(storage);
  });
  after(() => database?.remove());
  const ALL = { transaction: 0, lock: 0, dead: 0, unvacuumed: 0 };
  const read = (limits?: typeof ALL) => storage.read((tx) => readServer(tx, limits));

  it('is in order in a new database', async () => {
    const { connections, maxConnections, age, ...others } = await read();
    assert.ok(connections >= 1n && maxConnections > connections && age > 0n);
    assert.deepEqual(others, {
      autovacuum: true,
      transactions: [],
      blocked: [],
      counters: [],
      followers: [],
      slots: [],
      dead: [],
      invalidIndexes: [],
    });
  });

  it('names who holds the counter of a company, who waits, and takes no lock', async () => {
    const [holder, waiter] = [database.open(), database.open()];
    await holder.write(async (tx) =>
      tx.run(sql`insert into event_counters (company_id, last, last_at) values (3, 1, 0), (4, 1, 0)`),
    );
    const change = sql`update event_counters set last = last + 1 where company_id = 3`;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<bigint>();
    const holding = holder.write(async (tx) => {
      await tx.run(change);
      hold((await tx.get<{ pid: bigint }>(sql`select pg_backend_pid()::bigint as pid`))?.pid ?? 0n);
      await released;
    });
    const pid = await held;
    const waiting = waiter.write(async (tx) => tx.run(change));
    try {
      let facts = await read(ALL);
      await until('somebody waits', async () => {
        facts = await read(ALL);
        return facts.blocked.length > 0;
      });
      assert.deepEqual(
        facts.blocked.map(({ by }) => by),
        [String(pid)],
      );
      assert.deepEqual(
        facts.counters.map((each) => [each.company_id, each.pid]),
        [[3n, pid]],
      );
      assert.ok(facts.transactions.some((each) => each.pid === pid && each.application === 'passbell'));
      // Younger than what is told of.
      const { counters, blocked, transactions } = await read();
      assert.deepEqual([counters, blocked, transactions], [[], [], []]);
    } finally {
      release();
      await Promise.all([holding, waiting]);
    }
    assert.deepEqual((await read(ALL)).counters, []);
  });

  it('names an index whose making failed', async () => {
    await storage.write(async (tx) => {
      await tx.run(sql`create index half_made on orders (company_id)`);
      await tx.run(sql`update pg_index set indisvalid = false where indexrelid = 'half_made'::regclass`);
    });
    assert.deepEqual((await read()).invalidIndexes, ['half_made']);
    await storage.write(async (tx) => tx.run(sql`drop index half_made`));
    assert.deepEqual((await read()).invalidIndexes, []);
  });

  it('names a slot that is not in use, and one that is away from its log', async () => {
    const slot = `slot_${process.pid}`;
    await storage.read(async (tx) =>
      tx.get(sql`select pg_create_physical_replication_slot(${slot}, true)::text as made`),
    );
    try {
      const { slots } = await read();
      const mine = slots.find(({ name }) => name === slot);
      assert.ok(mine !== undefined && mine.lost === 0n && (mine.bytes ?? 0n) < 1_000_000_000n);
    } finally {
      await storage.read(async (tx) => tx.get(sql`select pg_drop_replication_slot(${slot})::text as gone`));
    }
  });

  it('names a table with dead rows that nobody vacuumed', async () => {
    // The server's own autovacuum comes once a minute, in the middle of this as well.
    await storage.write(async (tx) =>
      tx.run(sql`alter table event_counters set (autovacuum_enabled = false)`),
    );
    await storage.write(async (tx) =>
      tx.run(
        sql`insert into event_counters (company_id, last, last_at) select n, 1, 0 from generate_series(100, 20000) n`,
      ),
    );
    await storage.write(async (tx) => tx.run(sql`update event_counters set last = 2, last_at = ${SECOND}`));
    const seen = async () => (await read(ALL)).dead.find(({ name }) => name === 'event_counters');
    // The server tells its figures a little later than it has them.
    await until('its dead rows are seen', async () => ((await seen())?.dead ?? 0n) > 10_000n);
    assert.equal((await seen())?.vacuumed, null);
  });
});
