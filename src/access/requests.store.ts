import { sweepByCompany } from '../company/retention.store.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { every, join, type Sql, sql } from '../storage/sql.ts';
import type { ListedRequest } from './shape.ts';

/** Requests of a company that are kept. */
const KEPT_PER_COMPANY = 2_000;
/** A statement takes only so many values; powers of two, so that few different ones have to be prepared. */
const ROWS_PER_INSERT = 256;

/** A request as it is kept. */
export interface LoggedRequest {
  readonly company: Id;
  readonly at: Micros;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
  /** The sentence of the refusal, where it is not kept by code and values. */
  readonly error_description: string | null;
  /** The sentence of the refusal, by code and values, as JSON. */
  readonly said: string | null;
  readonly addon: Id;
  readonly user: Id | null;
  readonly device: Id | null;
  readonly staff: Id | null;
  readonly duration: Micros;
  readonly body: string | null;
}

/** Writes requests down, in the order in which they are given. */
export async function insertRequests(tx: Writer, requests: readonly LoggedRequest[]): Promise<void> {
  const ids = await tx.ids('request', requests.length);
  const rows = requests.map(
    (
      each,
      at,
    ) => sql`(${each.company}, ${ids[at]}, ${each.at}, ${each.request_id}, ${each.method}, ${each.path},
      ${each.status}, ${each.error}, ${each.error_description}, ${each.said}, ${each.addon}, ${each.user}, ${each.device},
      ${each.staff}, ${each.duration}, ${each.body})`,
  );
  for (let at = 0, size = ROWS_PER_INSERT; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2;
    await tx.run(
      sql`insert into request_log (company_id, id, at, request_id, method, path, status, error, error_description,
            said, addon_id, user_id, device_id, staff_id, duration, body) values ${join(rows.slice(at, at + size))}`,
    );
  }
}

/** Leaves a company the newest requests. Answers how many went. */
export async function cutRequests(tx: Writer, company: Id): Promise<number> {
  return tx.run(
    sql`delete from request_log where company_id = ${company} and id <= (
          select id from request_log where company_id = ${company}
          order by id desc limit 1 offset ${KEPT_PER_COMPANY})`,
  );
}

/** Deletes up to `limit` requests that are older than their company keeps them. Answers how many went. */
export async function sweepRequests(tx: Writer, now: Micros, limit: number): Promise<number> {
  const oldest = sql`(select min(at) from request_log where company_id = c.id)`;
  return sweepByCompany(
    tx,
    { oldest, kept: 'keep_requests_days', unit: DAY, now },
    limit,
    async (due, rows) =>
      tx.run(
        sql`delete from request_log where company_id = ${due.company} and id in (
            select id from request_log where company_id = ${due.company} and at <= ${due.until}
            order by at limit ${rows})`,
      ),
  );
}

/** The last call of an add-on for a company, or of a device. */
export interface LastUse {
  readonly company: Id;
  readonly addon: Id;
  readonly device: Id | null;
  readonly at: Micros;
}

/** Writes down when add-ons and devices last called. */
export async function saveUses(tx: Writer, uses: readonly LastUse[]): Promise<void> {
  for (const { company, addon, device, at } of uses) {
    if (device === null) {
      await tx.run(
        sql`insert into addon_uses (company_id, addon_id, last_used_at) values (${company}, ${addon}, ${at})
            on conflict (company_id, addon_id) do update set last_used_at = excluded.last_used_at
              where addon_uses.last_used_at < excluded.last_used_at`,
      );
    } else {
      await tx.run(
        sql`update devices set last_used_at = ${at} where company_id = ${company} and id = ${device}
              and (last_used_at is null or last_used_at < ${at})`,
      );
    }
  }
}

/** The filters of the request log. */
interface RequestFilter {
  readonly addon?: Id | undefined;
  readonly method?: string | undefined;
  readonly statusFrom?: number | undefined;
}

/** Up to `limit` requests of a company before an id, newest first. */
export async function listRequests(
  tx: Reader,
  company: Id,
  before: Id,
  filter: RequestFilter,
  limit: number,
): Promise<ListedRequest[]> {
  const where: Sql[] = [
    sql`r.company_id = ${company}`,
    sql`r.id < ${before}`,
    ...(filter.addon === undefined ? [] : [sql`r.addon_id = ${filter.addon}`]),
    ...(filter.method === undefined ? [] : [sql`r.method = ${filter.method}`]),
    ...(filter.statusFrom === undefined ? [] : [sql`r.status >= ${filter.statusFrom}`]),
  ];
  return tx.all<ListedRequest>(
    sql`select r.id, r.at, r.request_id, r.method, r.path, r.status, r.error, r.error_description, r.said, r.addon_id,
          a.name as addon_name, r.user_id, u.email as user_email, r.device_id, r.staff_id, r.duration, r.body
        from request_log r left join addons a on a.id = r.addon_id left join users u on u.id = r.user_id
        where ${every(where)} order by r.id desc limit ${limit}`,
  );
}
