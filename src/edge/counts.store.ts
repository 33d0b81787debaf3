import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

// What the processes of a fleet have counted in windows of time. A row is of one process and one key; no query names a
// company, as keys are hashes of addresses and clients too.

/** The count of a key in the window that ends then. */
interface KeyCount {
  readonly hash: string;
  readonly endsAt: Micros;
  readonly count: number;
}

/**
 * Writes down what a process has counted, and answers what all others have of the same keys in the same windows, by hash;
 * keys that no other one has are left out. One statement, for PostgreSQL alone.
 */
export async function exchangeCounts(
  tx: Writer,
  process: string,
  counts: readonly KeyCount[],
): Promise<Map<string, number>> {
  const given = counts.map(({ hash, endsAt, count }) => ({ key_hash: hash, ends_at: String(endsAt), count }));
  // In the order of the keys: statements of several processes never wait for each other in a circle.
  const rows = await tx.all<{ key_hash: string; count: bigint }>(
    sql`with mine as (
          select key_hash, ends_at, count
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
            as m (key_hash text collate "C", ends_at bigint, count bigint)),
        written as (
          insert into process_counts (key_hash, process, ends_at, count)
          select key_hash, ${process}, ends_at, count from mine order by key_hash
          on conflict (key_hash, process) do update set ends_at = excluded.ends_at, count = excluded.count)
        select o.key_hash, sum(o.count)::bigint as count
        from mine m join process_counts o on o.key_hash = m.key_hash and o.ends_at = m.ends_at
        where o.process <> ${process} group by o.key_hash`,
  );
  return new Map(rows.map(({ key_hash, count }) => [key_hash, Number(count)]));
}

/** Deletes up to `limit` counts of windows that are over. Answers how many went. */
export async function sweepCounts(tx: Writer, now: Micros, limit: number): Promise<number> {
  return tx.run(
    sql`delete from process_counts where ends_at <= ${now} and (key_hash, process) in (
          select key_hash, process from process_counts where ends_at <= ${now} order by ends_at limit ${limit})`,
  );
}
