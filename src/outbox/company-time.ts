import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

// The time of a company: the service's, and in a sandbox as far ahead of it as its clock was advanced
// (docs/decisions/023-sandbox-time.md).

/** Most companies whose time is ahead that are looked after at a time. */
const MAX_COMPANIES = 1_000;

/** How far the time of a company is ahead. */
export async function aheadOf(tx: Reader, company: Id): Promise<Micros> {
  const row = await tx.get<{ time_ahead: Micros }>(
    sql`select time_ahead from event_counters where company_id = ${company}`,
  );
  return row?.time_ahead ?? 0n;
}

/** The time of a company when it is `now` for the service. */
export async function companyTime(tx: Reader, company: Id, now: Micros): Promise<Micros> {
  return now + (await aheadOf(tx, company));
}

/** A company whose time is ahead. */
interface CompanyAhead {
  readonly company_id: Id;
  readonly time_ahead: Micros;
}

/** The companies whose time is ahead, ascending by id. */
export async function companiesAhead(tx: Reader): Promise<CompanyAhead[]> {
  return tx.all<CompanyAhead>(
    sql`select company_id, time_ahead from event_counters where time_ahead > 0
        order by company_id limit ${MAX_COMPANIES}`,
  );
}
