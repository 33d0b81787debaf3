import type { Id } from '../kernel/id.ts';
import { MINUTE, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { CLAIMABLE, LANES, type Lane, type RecordKey } from './queue.store.ts';

// Queries of the engine about faults of its queue, and the stalls it stores for others to see.

/** How long a stored stall counts when it has not been seen again. */
const FRESH: Micros = MINUTE;

/** A delivery that is due and was not claimed. */
export interface OverdueDelivery extends RecordKey {
  readonly id: Id;
  readonly address: string;
  readonly state: string;
  readonly lane: bigint;
  readonly attempts: bigint;
  readonly due_at: Micros;
}

/** The delivery of an address that is due longest in a lane. */
export async function longestDue(tx: Reader, target: string, lane: Lane, now: Micros) {
  const due = lane === 'first' ? sql`1 = 1` : sql`due_at <= ${now}`;
  return tx.get<OverdueDelivery>(
    sql`select company_id, id, webhook_id, resource_id, address, state, lane, attempts, due_at from deliveries
        where ${CLAIMABLE} and target = ${target} and lane = ${LANES[lane]} and ${due}
        order by due_at, id limit 1`,
  );
}

/** The first of all records, to begin after. */
export const BEFORE_ALL: RecordKey = { company_id: 0n, webhook_id: -1n, resource_id: 0n };

/**
 * Goes over up to `limit` records that have deliveries behind another one, after one of them: the last that was
 * looked at (undefined when there are no more), and those without a head, of which nothing could be claimed. A few
 * index look-ups for each record, with any number of deliveries behind it.
 */
export async function headlessRecords(tx: Reader, after: RecordKey, limit: number) {
  const next = (
    column: Sql,
    { company_id: company, webhook_id: webhook, resource_id: resource }: KeyColumns,
  ) =>
    sql`(select d.${column} from deliveries d where d.lane < 0
      and (d.company_id, d.webhook_id, d.resource_id) > (${company}, ${webhook}, ${resource})
      order by d.company_id, d.webhook_id, d.resource_id limit 1)`;
  const step = (from: KeyColumns) =>
    join([raw('company_id'), raw('webhook_id'), raw('resource_id')].map((column) => next(column, from)));
  const rows = await tx.all<RecordKey & { readonly lane: bigint | null }>(
    sql`with recursive walk (company_id, webhook_id, resource_id, place) as (
          select ${step(after)}, 1
          union all
          select ${step(WALKED)}, w.place + 1 from walk w where w.company_id is not null and w.place < ${limit})
        select company_id, webhook_id, resource_id, (
          select d.lane from deliveries d where d.company_id = walk.company_id and d.webhook_id = walk.webhook_id
            and d.resource_id = walk.resource_id and d.lane <= 0 order by d.id limit 1) as lane
        from walk where company_id is not null order by place`,
  );
  return {
    last: rows.length < limit ? undefined : rows.at(-1),
    found: rows.filter(({ lane }) => lane === -1n),
  };
}

interface KeyColumns {
  readonly company_id: Id | Sql;
  readonly webhook_id: Id | Sql;
  readonly resource_id: Id | Sql;
}

const WALKED: KeyColumns = {
  company_id: raw('w.company_id'),
  webhook_id: raw('w.webhook_id'),
  resource_id: raw('w.resource_id'),
};

/** Stores stalls for the company's back office; one is deleted when it has not been seen for a while. */
export async function noteStalls(
  tx: Writer,
  stalls: readonly { readonly delivery: OverdueDelivery; readonly since: Micros }[],
  now: Micros,
): Promise<void> {
  await tx.run(sql`delete from delivery_stalls where seen_at <= ${now - FRESH}`);
  if (stalls.length === 0) return;
  const rows = stalls.map(
    ({ delivery, since }) =>
      sql`(${delivery.company_id}, ${delivery.id}, ${delivery.webhook_id}, ${since}, ${now})`,
  );
  await tx.run(
    sql`insert into delivery_stalls (company_id, delivery_id, webhook_id, since, seen_at) values ${join(rows)}
        on conflict (company_id, delivery_id) do update set seen_at = excluded.seen_at`,
  );
}

/** Since when deliveries of webhooks are stalled; those that are not are left out. */
export async function stalledSince(tx: Reader, company: Id, webhooks: readonly Id[], now: Micros) {
  if (webhooks.length === 0) return new Map<Id, Micros>();
  const rows = await tx.all<{ webhook_id: Id; since: Micros }>(
    sql`select webhook_id, min(since) as since from delivery_stalls
        where company_id = ${company} and seen_at > ${now - FRESH} and ${isIn('webhook_id', webhooks)}
        group by webhook_id`,
  );
  return new Map(rows.map(({ webhook_id, since }) => [webhook_id, since]));
}
