import type { Id } from '../../kernel/id.ts';
import type { Writer } from '../../storage/port.ts';
import { sql } from '../../storage/sql.ts';

/** A day at a site, by its clocks: 2026-03-07. */
export interface SiteDay {
  readonly company: Id;
  readonly site: Id;
  readonly day: string;
}

/** The next number of a day, from 1. The first of a day drops the counters of days before `eve`. */
export async function nextOfDay(
  tx: Writer,
  { company, site, day }: SiteDay,
  eve: () => string,
): Promise<bigint> {
  const number = await tx.number(
    `${company} ${site} ${day}`,
    (count) =>
      sql`insert into order_numbers (company_id, site_id, day, last) values (${company}, ${site}, ${day}, ${count})
          on conflict (company_id, site_id, day) do update set last = order_numbers.last + excluded.last returning last`,
  );
  if (number === 1n)
    await tx.send(
      sql`delete from order_numbers where company_id = ${company} and site_id = ${site} and day < ${eve()}`,
    );
  return number;
}
