import { sweepByCompany } from '../company/retention.store.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, raw, sql } from '../storage/sql.ts';

// What goes from the log of deliveries (reference: events.36).

/** When the delivery of the company `c` ended that ended first. */
const OLDEST = sql`(select min(ended_at) from deliveries where company_id = c.id and ended_at is not null)`;

/** Deletes up to `limit` deliveries that ended before their company's time for them. Answers how many went. */
export async function purgeOld(tx: Writer, now: Micros, limit: number): Promise<number> {
  const aging = { oldest: OLDEST, kept: 'keep_deliveries_days', unit: DAY, now } as const;
  return sweepByCompany(tx, aging, limit, ({ company, until }, rows) => purge(tx, company, until, rows));
}

/** Deletes up to `limit` deliveries of a company that had ended by a moment, with their attempts. Answers how many went. */
export async function purge(tx: Writer, company: Id, until: Micros, limit: number): Promise<number> {
  const rows = await tx.all<{ id: Id }>(
    sql`select id from deliveries where company_id = ${company} and ended_at <= ${until}
        order by ended_at limit ${limit} ${raw('for update skip locked')}`,
  );
  if (rows.length === 0) return 0;
  const gone = rows.map(({ id }) => id);
  await tx.run(
    sql`delete from delivery_attempts where company_id = ${company} and ${isIn('delivery_id', gone)}`,
  );
  await tx.run(sql`delete from deliveries where company_id = ${company} and ${isIn('id', gone)}`);
  return gone.length;
}

/** Up to `limit` companies behind an id of which a delivery has ended. */
export async function companiesWithEnded(tx: Reader, after: Id, limit: number): Promise<Id[]> {
  const rows = await tx.all<{ id: Id }>(
    sql`select c.id from companies c where c.id > ${after} and ${OLDEST} is not null order by c.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** When the delivery of a company ended that has `kept` newer ones; undefined when there are no more than that. */
export async function endOfKept(tx: Reader, company: Id, kept: number): Promise<Micros | undefined> {
  const row = await tx.get<{ ended_at: Micros }>(
    sql`select ended_at from deliveries where company_id = ${company} and ended_at is not null
        order by ended_at desc limit 1 offset ${kept}`,
  );
  return row?.ended_at;
}
