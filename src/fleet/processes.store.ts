import { DAY, MINUTE, type Micros } from '../kernel/time.ts';
import type { Reader, Storage, Writer } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import type { ProcessIdentity, ProcessRow } from './types.ts';

// The processes that serve this database. Nothing works by these rows: they are there to be looked at.

/** How long nothing is heard of a process until it counts as gone; and how long it is shown as that. */
export const GONE_AFTER: Micros = MINUTE;
const KEPT: Micros = DAY;
/** Most processes that are read. */
const MAX_PROCESSES = 1_000;

/** The database's clock. SQLite has none but its only process's own, which is `own`. */
function clockOf(engine: Storage['engine'], own: Micros): Sql {
  return engine === 'postgres'
    ? raw('(extract(epoch from clock_timestamp()) * 1000000)::bigint')
    : sql`cast(${own} as bigint)`;
}

/** The database's time. */
export async function databaseTime(tx: Reader, engine: Storage['engine'], own: Micros): Promise<Micros> {
  const row = await tx.get<{ now: Micros }>(sql`select ${clockOf(engine, own)} as now`);
  return row?.now ?? own;
}

/**
 * Says that a process lives, and how far its clock was ahead at its last beat. Answers the database's time. The row is made where
 * there is none, so that a deleted one comes back.
 */
export async function saveBeat(
  tx: Writer,
  engine: Storage['engine'],
  { id, version, role, runs, host, pid, migration }: ProcessIdentity,
  apart: Micros | null,
  own: Micros,
): Promise<Micros> {
  const now = clockOf(engine, own);
  const row = await tx.get<{ seen_at: Micros }>(
    sql`insert into processes (id, version, role, runs, host, pid, migration, started_at, seen_at, clock_apart)
        values (${id}, ${version}, ${role}, ${runs}, ${host}, ${pid}, ${migration}, ${now}, ${now}, ${apart})
        on conflict (id) do update set seen_at = excluded.seen_at, clock_apart = excluded.clock_apart
        returning seen_at`,
  );
  return row?.seen_at ?? own;
}

/** Takes a process off that ends as it should. */
export async function removeProcess(tx: Writer, id: string): Promise<void> {
  await tx.run(sql`delete from processes where id = ${id}`);
}

/** Deletes the processes that have been gone for a day. Answers how many there were. */
export async function sweepProcesses(
  tx: Writer,
  engine: Storage['engine'],
  own: Micros,
  limit: number,
): Promise<number> {
  const end = sql`${clockOf(engine, own)} - ${KEPT}`;
  return tx.run(
    sql`delete from processes where id in (select id from processes where seen_at <= ${end} limit ${limit})`,
  );
}

/** The processes, the longest running first. */
export async function readProcesses(tx: Reader): Promise<ProcessRow[]> {
  return tx.all<ProcessRow>(
    sql`select id, version, role, runs, host, pid, migration, started_at, seen_at, clock_apart from processes
        order by started_at, id limit ${MAX_PROCESSES}`,
  );
}
