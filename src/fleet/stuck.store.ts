import { HOUR, MINUTE, type Micros } from '../kernel/time.ts';
import type { Reader } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import { CLAIMABLE } from '../webhooks/queue.store.ts';
import type { StuckWork, Waiting } from './types.ts';

// Stuck work of all companies, for doctor alone: the service itself never reads it.

/** How long work of each kind may wait before it counts as standing still: far longer than any of it takes when all is well. */
export const PATIENCE = {
  deliveries: 5n * MINUTE,
  /** Beyond the end of a lease, which others take over within seconds. */
  leases: MINUTE,
  reports: 10n * MINUTE,
  printJobs: 15n * MINUTE,
  imports: HOUR,
  mails: 10n * MINUTE,
} as const satisfies Record<keyof StuckWork, Micros>;

/** Most companies of a kind of work that are read; one more than are named. */
const MAX_WAITING = 6;

/** The companies with rows that wait, those first that wait longest. */
function waiting(tx: Reader, rows: Sql): Promise<Waiting[]> | Waiting[] {
  return tx.all<Waiting>(
    sql`select company_id, cast(sum(number) as bigint) as count, min(since) as since from (${rows}) waiting
        group by company_id order by min(since), company_id limit ${MAX_WAITING}`,
  );
}

/** The condition of what is sent under a lease that has ended. */
const lapsed = (before: Micros) => sql`state = 'sending' and lease_until <= ${before}`;

/** The stuck work of all companies at a time. */
export async function readStuck(tx: Reader, now: Micros): Promise<StuckWork> {
  const before = (kind: keyof StuckWork) => now - PATIENCE[kind];
  const leases = lapsed(before('leases'));
  // Events without completed orders may be passed over without being written down (reports/projector.ts): only a completion counts.
  const completion = raw(`(select e.created_at from events e where e.company_id = c.company_id
    and e.topic = 'orders/completed' and e.number > coalesce(p.position, 0) order by e.number limit 1)`);
  return {
    deliveries: await waiting(
      tx,
      sql`select company_id, 1 as number, due_at as since from deliveries
          where ${CLAIMABLE} and due_at <= ${before('deliveries')}`,
    ),
    leases: await waiting(
      tx,
      sql`select company_id, 1 as number, lease_until as since from deliveries where ${leases}
          union all select company_id, 1 as number, lease_until as since from mails where ${leases}`,
    ),
    reports: await waiting(
      tx,
      sql`select * from (select c.company_id, c.last - coalesce(p.position, 0) as number, ${completion} as since
            from event_counters c left join report_positions p on p.company_id = c.company_id
            where c.last > coalesce(p.position, 0)) behind
          where since <= ${before('reports')}`,
    ),
    printJobs: await waiting(
      tx,
      sql`select company_id, 1 as number, due_at as since from print_jobs
          where state in ('queued', 'sent') and due_at <= ${before('printJobs')}`,
    ),
    imports: await waiting(
      tx,
      sql`select company_id, 1 as number, updated_at as since from imports
          where state = 'open' and updated_at <= ${before('imports')}`,
    ),
    mails: await waiting(
      tx,
      sql`select company_id, 1 as number, due_at as since from mails
          where state = 'queued' and due_at <= ${before('mails')}`,
    ),
  };
}
