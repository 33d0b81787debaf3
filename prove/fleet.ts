import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createDatabase, type Postgres, startPostgres } from '#test/harness/postgres.ts';
import { startProxy, type Wire } from '#test/harness/proxy.ts';
import { audit, lostOf } from './audit.ts';
import { between, type Finding, type Part, type PartContext, pick } from './part.ts';
import { administer, endBackends, openProcesses, type Processes } from './processes.ts';

const PROCESSES = 3;
/** Waiters who change the orders of tables, beside the registers. */
const WAITERS = 4;
/** The pause before each fault, in ms. */
const PAUSE_MS = { least: 20, most: 250 };
/** How many backends a fault ends at most. */
const MOST_BACKENDS = 4;
/** How long a network drops its packets, in ms. */
const SWALLOW_MS = 1_500;
/** The faults, and how often each is chosen relative to the others. */
const FAULTS = { backends: 30, kill: 1, crash: 1, cut: 2, swallow: 1 } as const;
type Fault = keyof typeof FAULTS;

/** Three processes on one PostgreSQL, with a network between that can be broken. */
interface Fleet extends Processes {
  readonly postgres: Postgres;
  readonly wire: Wire;
  readonly admin: () => Promise<pg.Client>;
}

async function openFleet(random: () => number): Promise<Fleet> {
  const postgres = await startPostgres();
  const direct = await createDatabase(postgres.url, 'prove');
  const wire = await startProxy(direct);
  const processes = await openProcesses(random, PROCESSES, { DATABASE_URL: wire.url }, { waiters: WAITERS });
  return {
    ...processes,
    ...{ postgres, wire },
    admin: () => administer(direct),
    async end() {
      await processes.end();
      await wire.close();
      await postgres.stop();
    },
  };
}

/** Injects one fault and counts its effects. */
async function strike(fleet: Fleet, fault: Fault, random: () => number, counts: Record<string, number>) {
  const add = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  switch (fault) {
    case 'backends':
      return add('backendsEnded', await endBackends(fleet.admin, between(random, 1, MOST_BACKENDS)));
    case 'kill':
      await fleet.restart(between(random, 0, PROCESSES - 1));
      return add('processesKilled');
    case 'crash':
      fleet.postgres.kill();
      await sleep(between(random, 0, 300));
      await fleet.postgres.restart();
      return add('immediateStops');
    case 'cut':
      fleet.wire.killSilently();
      return add('networkCuts');
    case 'swallow':
      fleet.wire.fromClient = () => false;
      fleet.wire.fromServer = () => false;
      await sleep(SWALLOW_MS);
      fleet.wire.fromClient = () => true;
      fleet.wire.fromServer = () => true;
      // Bytes are missing now, which a real network would retransmit, so these connections end.
      fleet.wire.killSilently();
      return add('networksSwallowed');
  }
}

/** A fleet on PostgreSQL, with faults on every side. */
export const fleet: Part = {
  name: 'fleet',
  words:
    'Three processes on one PostgreSQL: backends are ended, processes killed, the server is stopped at once and started again, connections are cut and the network swallows packets, while six registers sell at any of the three and four waiters serve tables, whose orders are changed several times, two changes at once, before they are paid.',
  share: 3,
  goals: [
    { count: 'backendsEnded', atLeast: 5_000 },
    { count: 'processesKilled', atLeast: 20 },
  ],
  async run(context: PartContext): Promise<Finding> {
    const open = await openFleet(context.random);
    const { shop, sink } = open;
    const kinds = (Object.entries(FAULTS) as [Fault, number][]).flatMap(([fault, often]) =>
      Array.from({ length: often }, () => fault),
    );
    const counts: Record<string, number> = { backendsEnded: 0, processesKilled: 0 };
    const lost: string[] = [];
    let checked = 0;
    let strikes = 0;
    while (!context.isOver({ ...counts, orders: shop.sold.size }) && lost.length === 0) {
      await sleep(between(context.random, PAUSE_MS.least, PAUSE_MS.most));
      await strike(open, pick(context.random, kinds), context.random, counts);
      if (++strikes % 100 !== 0) continue;
      const promised = [...shop.sold];
      lost.push(...(await lostOf(shop, promised.slice(checked))));
      checked = promised.length;
      context.say(
        `${strikes} faults, ${counts.backendsEnded} backends ended, ${checked} orders acknowledged`,
      );
    }
    await shop.close();
    const found = await audit(shop, sink);
    const problems = lost.length === 0 ? [] : [`Gone after a fault: ${lost.slice(0, 5).join(', ')}.`];
    await open.end();
    return {
      counts: { ...counts, ...found.counts, sentAgain: shop.again, deliveredAgain: sink.repeats },
      problems: [...problems, ...found.problems],
      notes: [],
    };
  },
};
