import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Writer } from '../../storage/port.ts';
import { join, type Sql, sql } from '../../storage/sql.ts';

/** A day at a site, by its clocks: 2026-03-07. */
export interface SiteDay {
  readonly company: Id;
  readonly site: Id;
  readonly day: string;
}

/**
 * New orders of a site that wait for none of each other: more than a process has connections. A lane gives every `LANES`th
 * number.
 */
const LANES = 32n;
const ALL_LANES = Array.from({ length: Number(LANES) }, (_, lane) => BigInt(lane));

/**
 * The next number of a day, from 1: the lowest that no other transaction is about to give or give back; where all are busy
 * with others, that of a lane which follows from `now`. The first of a day drops the counters of days before `eve`.
 */
export async function nextOfDay(
  tx: Writer,
  { company, site, day }: SiteDay,
  now: Micros,
  eve: () => string,
): Promise<bigint> {
  const ofDay = sql`company_id = ${company} and site_id = ${site} and day = ${day}`;
  const take = async (lane: Sql) => {
    const row = await tx.get<{ lane: bigint; last: bigint }>(
      sql`update order_number_counters set last = last + 1 where ${ofDay} and lane = ${lane} returning lane, last`,
    );
    return row && (row.last - 1n) * LANES + row.lane + 1n;
  };
  const [free, busy] = [
    sql`(select lane from order_number_counters where ${ofDay} order by last, lane limit 1 for update skip locked)`,
    sql`cast(${now % LANES} as bigint)`,
  ];
  const next = (await take(free)) ?? (await take(busy));
  if (next !== undefined) return next;
  const lanes = ALL_LANES.map((lane) => sql`(${company}, ${site}, ${day}, ${lane}, 0)`);
  const begun = await tx.run(
    sql`insert into order_number_counters (company_id, site_id, day, lane, last) values ${join(lanes)}
        on conflict do nothing`,
  );
  if (begun > 0)
    await tx.send(
      sql`delete from order_number_counters
          where company_id = ${company} and site_id = ${site} and day < ${eve()}`,
    );
  const first = (await take(free)) ?? (await take(busy));
  if (first === undefined) throw new Error('The counters of a day gave no number.');
  return first;
}
