import type { Micros } from '../kernel/time.ts';
import { MIGRATIONS } from '../storage/migrate.ts';
import type { Storage } from '../storage/port.ts';
import { databaseTime, GONE_AFTER, readProcesses } from './processes.store.ts';
import { fleetFindings } from './rules/fleet.ts';
import { serverFindings } from './rules/server.ts';
import { stuckFindings } from './rules/stuck.ts';
import { readServer } from './server.store.ts';
import { readStuck } from './stuck.store.ts';
import type { Finding } from './types.ts';

/**
 * Looks at the processes of an installation, at work that stands, and on PostgreSQL at the server; changes nothing and locks nothing
 * (reference: operations.29). `migration` is the newest of the database, `now` the time here.
 */
export async function examineFleet(storage: Storage, migration: number, now: Micros): Promise<Finding[]> {
  const { processes, at, stuck, server } = await storage.read(async (tx) => ({
    processes: await readProcesses(tx),
    at: await databaseTime(tx, storage.engine, now),
    stuck: await readStuck(tx, now),
    server: storage.engine === 'postgres' ? await readServer(tx) : undefined,
  }));
  const running = processes.filter(({ seen_at: seen }) => seen > at - GONE_AFTER);
  return [
    ...fleetFindings({ processes, now: at, goneAfter: GONE_AFTER, migration, steps: MIGRATIONS }),
    ...stuckFindings(stuck, running),
    ...(server === undefined ? [] : serverFindings(server)),
  ];
}
