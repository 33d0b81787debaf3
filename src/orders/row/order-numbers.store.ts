import type { Id } from '../../kernel/id.ts';
import type { Writer } from '../../storage/port.ts';
import { sql } from '../../storage/sql.ts';

/** A day at a site, by its clocks: 2026-03-07. */
export interface SiteDay {
  readonly company: Id;
  readonly site: Id;
  readonly day: string;
}

/**
 * Counts one more order of a day and answers how many there are; other new orders of the site wait until the transaction
 * ends. The first of a day drops the counters of days before `eve`.
 */
export async function countOrder(tx: Writer, { company, site, day }: SiteDay, eve: string): Promise<bigint> {
  const row = await tx.get<{ last: bigint }>(
    sql`insert into order_number_counters (company_id, site_id, day, last)
        values (${company}, ${site}, ${day}, 1)
        on conflict (company_id, site_id, day) do update set last = order_number_counters.last + 1
        returning last`,
  );
  if (row === undefined) throw new Error('The counter of a day gave no number.');
  if (row.last === 1n)
    await tx.send(
      sql`delete from order_number_counters
          where company_id = ${company} and site_id = ${site} and day < ${eve}`,
    );
  return row.last;
}
