import type { Id } from '../kernel/id.ts';
import { HOUR, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import type { RETENTION_FIELDS } from './retention-shape.ts';

// Sweeps what each company keeps for a time of its own (reference: company.25).

/** Companies of one transaction: those with nothing to sweep cost a look at an index each. */
const COMPANIES = 100;

/** Which rows are looked at. */
interface Aging {
  /** The time of a company's oldest row, of the company `c`: one look at an index. */
  readonly oldest: Sql;
  /** The field of the company that says how long they are kept, and in what. */
  readonly kept: (typeof RETENTION_FIELDS)[number];
  readonly unit: Micros;
  readonly now: Micros;
}

/** A company with rows that are older than it keeps them. */
interface DueCompany {
  readonly company: Id;
  /** Rows of up to then go. */
  readonly until: Micros;
}

/** Some companies with rows that are older than they keep them. */
async function dueCompanies(tx: Reader, { oldest, kept, unit, now }: Aging): Promise<DueCompany[]> {
  const until = sql`${now} - ${raw(kept)} * ${unit}`;
  return tx.all<DueCompany>(
    sql`select c.id as company, ${until} as until from companies c
        where ${raw(kept)} is not null and ${oldest} <= ${until} order by c.id limit ${COMPANIES}`,
  );
}

/** Has up to `limit` rows removed, company by company. Answers how many went. */
export async function sweepByCompany(
  tx: Writer,
  aging: Aging,
  limit: number,
  remove: (due: DueCompany, rows: number) => Promise<number>,
): Promise<number> {
  let gone = 0;
  for (const due of await dueCompanies(tx, aging)) {
    if (gone >= limit) break;
    gone += await remove(due, limit - gone);
  }
  return gone;
}

/** Deletes up to `limit` keys whose company's time for them is over, by the keys' own time. Answers how many went. */
export async function sweepKeys(tx: Writer, now: Micros, limit: number): Promise<number> {
  const oldest = sql`(select min(created_at) from idempotency_keys where company_id = c.id)`;
  return sweepByCompany(
    tx,
    { oldest, kept: 'keep_idempotency_keys_hours', unit: HOUR, now },
    limit,
    async (due, rows) =>
      tx.run(
        sql`delete from idempotency_keys where company_id = ${due.company} and (addon_id, key) in (
            select addon_id, key from idempotency_keys
            where company_id = ${due.company} and created_at <= ${due.until} order by created_at limit ${rows})`,
      ),
  );
}

/** Deletes the keys of one company whose time is over; `now` is of the keys' own time. */
export async function endKeysOf(tx: Writer, company: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`delete from idempotency_keys where company_id = ${company} and created_at <= ${now} - (
          select keep_idempotency_keys_hours from companies where id = ${company}) * ${HOUR}`,
  );
}
