import type { Id } from '../../kernel/id.ts';
import type { Writer } from '../../storage/port.ts';
import { type Sql, sql } from '../../storage/sql.ts';

/** A day at a site, by its clocks: 2026-03-07. */
export interface SiteDay {
  readonly company: Id;
  readonly site: Id;
  readonly day: string;
}

/** The counters of a company begin anew: `counts` are the numbers that each has given since. */
export async function restartNumbers(tx: Writer, company: Id, counts: Iterable<Sql>): Promise<void> {
  await tx.run(sql`delete from order_numbers where company_id = ${company}`);
  for (const count of counts) await tx.run(count);
}

/** The next number of a day, from 1. The first of a day drops the counters of days before `eve`. */
export async function nextOfDay(
  tx: Writer,
  { company, site, day }: SiteDay,
  eve: () => string,
): Promise<bigint> {
  const number = await tx.number({
    key: `${company} ${site} ${day}`,
    take: (count) =>
      sql`insert into order_numbers (company_id, site_id, day, last) values (${company}, ${site}, ${day}, ${count})
          on conflict (company_id, site_id, day) do update set last = order_numbers.last + excluded.last returning last`,
    peek: sql`select last from order_numbers where company_id = ${company} and site_id = ${site} and day = ${day}`,
  });
  if (number === 1n)
    await tx.send(
      sql`delete from order_numbers where company_id = ${company} and site_id = ${site} and day < ${eve()}`,
    );
  return number;
}
