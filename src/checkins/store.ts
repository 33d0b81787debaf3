import type { Id } from '../kernel/id.ts';
import { HOUR, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, raw, sql } from '../storage/sql.ts';
import type { Checkin } from './shape.ts';

type CheckinRow = Omit<Checkin, 'duration'> & { readonly duration: bigint };
const fromRow = (row: CheckinRow): Checkin => ({ ...row, duration: Number(row.duration) });

const COLUMNS = raw('company_id, site_id, customer_id, start_time, duration, expires_at');

/** How long a check-in that is over may stay in the table, for processes whose clocks differ. */
const KEPT: Micros = HOUR;

/** Up to `limit` active check-ins of a site after a customer's id, ascending by it. */
export async function activeAt(
  tx: Reader,
  company: Id,
  site: Id,
  now: Micros,
  after: Id,
  limit: number,
): Promise<Checkin[]> {
  const rows = await tx.all<CheckinRow>(
    sql`select ${COLUMNS} from checkins
        where company_id = ${company} and site_id = ${site} and customer_id > ${after} and expires_at > ${now}
        order by customer_id limit ${limit}`,
  );
  return rows.map(fromRow);
}

/** Up to `limit` active check-ins of a customer after a site's id, ascending by it. */
export async function activeOfCustomer(
  tx: Reader,
  company: Id,
  customer: Id,
  now: Micros,
  after: Id,
  limit: number,
): Promise<Checkin[]> {
  const rows = await tx.all<CheckinRow>(
    sql`select ${COLUMNS} from checkins
        where company_id = ${company} and customer_id = ${customer} and site_id > ${after} and expires_at > ${now}
        order by site_id limit ${limit}`,
  );
  return rows.map(fromRow);
}

/** How many guests are checked in at some of the sites at a moment; a site with none is missing. */
export async function guestsAt(
  tx: Reader,
  company: Id,
  wanted: readonly Id[],
  now: Micros,
): Promise<Map<Id, number>> {
  const rows = await tx.all<{ site_id: Id; count: bigint }>(
    sql`select site_id, count(*) as count from checkins
        where company_id = ${company} and ${isIn('site_id', wanted)} and expires_at > ${now}
        group by site_id`,
  );
  return new Map(rows.map((row) => [row.site_id, Number(row.count)]));
}

/** The active check-in of a customer at a site. */
export async function activeOf(
  tx: Reader,
  company: Id,
  site: Id,
  customer: Id,
  now: Micros,
): Promise<Checkin | undefined> {
  const row = await tx.get<CheckinRow>(
    sql`select ${COLUMNS} from checkins
        where company_id = ${company} and site_id = ${site} and customer_id = ${customer}
          and expires_at > ${now}`,
  );
  return row && fromRow(row);
}

/**
 * Saves a check-in, in place of one that is over; false when the customer has an active one there. One statement
 * decides that: of any number that run at once exactly one saves (reference: checkins.3).
 */
export async function begin(tx: Writer, checkin: Checkin): Promise<boolean> {
  const { company_id, site_id, customer_id, start_time, duration, expires_at } = checkin;
  const saved = await tx.get(
    sql`insert into checkins (${COLUMNS})
        values (${company_id}, ${site_id}, ${customer_id}, ${start_time}, ${BigInt(duration)}, ${expires_at})
        on conflict (company_id, site_id, customer_id) do update set start_time = excluded.start_time,
          duration = excluded.duration, expires_at = excluded.expires_at
          where checkins.expires_at <= excluded.start_time
        returning customer_id`,
  );
  return saved !== undefined;
}

/** Ends an active check-in and answers it as it was; undefined when there is none. */
export async function end(
  tx: Writer,
  company: Id,
  site: Id,
  customer: Id,
  now: Micros,
): Promise<Checkin | undefined> {
  const row = await tx.get<CheckinRow>(
    sql`delete from checkins
        where company_id = ${company} and site_id = ${site} and customer_id = ${customer}
          and expires_at > ${now}
        returning ${COLUMNS}`,
  );
  return row && fromRow(row);
}

/** Deletes up to `limit` check-ins of any company that have been over for long. Answers how many went. */
export async function sweepCheckins(tx: Writer, now: Micros, limit: number): Promise<number> {
  // The time is asked for twice: the row may have been taken for a new check-in since the first look.
  return tx.run(
    sql`delete from checkins where expires_at <= ${now - KEPT} and (company_id, site_id, customer_id) in (
          select company_id, site_id, customer_id from checkins where expires_at <= ${now - KEPT}
          order by expires_at limit ${limit})`,
  );
}
