import type { KeptIds } from '../demo/sandbox.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { holdCounter } from '../outbox/deliveries.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, raw, sql } from '../storage/sql.ts';

/** Tables that a reset empties for a company: all records of its business. */
export const EMPTIED = [
  ...['delivery_attempts', 'delivery_stalls', 'deliveries', 'webhooks', 'events', 'idempotency_keys'],
  ...['print_jobs', 'tickets', 'checkins', 'orders', 'report_sums', 'customer_references', 'customers'],
  ...['product_categories', 'product_grams', 'product_modifiers', 'product_option_sets', 'product_tags'],
  ...['option_set_options', 'option_sets', 'site_products', 'prices', 'products', 'categories', 'images'],
  ...[
    'payment_methods',
    'price_lists',
    'tax_groups',
    'taxes',
    'staff',
    'roles',
    'registers',
    'sites',
    'companies',
  ],
  ...[
    'sandbox_faults',
    'external_ids',
    'order_terms',
    'order_history',
    'invoice_counters',
    'approvals',
    'approval_failures',
    'stock_movements',
    'customer_grams',
    'customer_tags',
  ],
  ...['cashups', 'shift_takings', 'shift_movements', 'shifts', 'payment_requests'],
  ...['dining_tables', 'floors', 'discounts'],
  ...['mail_attempts', 'mails', 'audit_entries'],
  ...[
    'past_completions',
    'history_cuts',
    'past_orders',
    'past_counters',
    'import_figures',
    'imported_names',
    'imports',
  ],
] as const;

/** Tables that a reset leaves: callers, their log, and the counters, so that numbers of events go on. */
export const LEFT = [
  ...['access_tokens', 'addons', 'addon_uses', 'audit_log', 'authorization_codes', 'device_keys', 'devices'],
  ...['event_counters', 'grants', 'memberships', 'one_time_links', 'operator_sessions', 'refresh_tokens'],
  // Orders are numbered from 1 again once it has made them (../demo/sandbox.ts).
  'order_numbers',
  // How much mail was taken in an hour: a reset is no way around that limit.
  ...['report_positions', 'request_log', 'mail_hours'],
  // What it may use, and has used: a reset is no way around that either.
  ...['company_quotas', 'company_usage'],
] as const;

/** Most orders of a company that is reset, so that its transaction ends soon. */
export const MAX_ORDERS = 100_000;

/** Rows that changes of a company lock before its counter, in the order of the locks. */
const LOCKED = [
  ['orders', 'id'],
  ['products', 'id'],
  ['site_products', 'product_id, site_id'],
  ['sites', 'id'],
  ['companies', 'id'],
] as const;

/** How often a reset begins to wait. */
const MAX_BEGUN = 50;

/** A change that was not waited for waits for the counter. */
class Busy extends Error {}

/**
 * Waits for other resets of the company, then for the changes that are under way, and holds its counter. Who held that first would
 * wait for rows of those that wait for it: PostgreSQL would end one of them, a second later.
 */
export async function holdBusiness(tx: Writer, company: Id): Promise<void> {
  // It has one writer.
  if (tx.engine === 'sqlite') return;
  await tx.turn([`reset of ${company}`]);
  for (let begun = 1; ; begun++) {
    try {
      return await tx.savepoint(async () => {
        for (const [table, key] of LOCKED)
          await tx.get(lockAll(company, table, sql`order by ${raw(key)} for update`));
        await holdCounter(tx, company);
        if (begun < MAX_BEGUN && (await isBusy(tx, company)))
          throw new Busy('A change waits for the counter.');
      });
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
    }
  }
}

/**
 * True where somebody has an order that was made since those were locked, or drops numbers of days. Only that is kept from: others
 * take numbers of the day meanwhile.
 */
async function isBusy(tx: Writer, company: Id): Promise<boolean> {
  for (const [table, locking] of [
    ['orders', sql`for update skip locked`],
    ['order_numbers', sql`for key share skip locked`],
  ] as const) {
    const all = await tx.get<{ count: bigint }>(lockAll(company, table));
    const free = await tx.get<{ count: bigint }>(lockAll(company, table, locking));
    if (all?.count !== free?.count) return true;
  }
  return false;
}

/** Counts a company's rows of a table, and locks them. */
const lockAll = (company: Id, table: string, locking = sql``) =>
  sql`select count(*) as count from (select 1 as one from ${raw(table)} where company_id = ${company} ${locking}) rows`;

/** True when a company has more orders than a reset deletes. */
export async function hasTooMany(tx: Reader, company: Id): Promise<boolean> {
  const last = await tx.get(
    sql`select id from orders where company_id = ${company} order by id limit 1 offset ${MAX_ORDERS}`,
  );
  return last !== undefined;
}

/**
 * Deletes the business of a company, and brings it back to the time of the service. Sessions of staff and devices stay
 * where their staff member and register stay. The caller holds the company's counter.
 */
export async function clearBusiness(
  tx: Writer,
  company: Id,
  { registers, staff }: KeptIds,
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`update operator_sessions set expires_at = expires_at - coalesce((
          select time_ahead from event_counters c where c.company_id = operator_sessions.company_id), 0)
        where company_id = ${company}`,
  );
  await tx.run(
    sql`delete from operator_sessions where company_id = ${company}
          and not (${isIn('staff_id', staff)} and ${isIn('register_id', registers)})`,
  );
  const strangers = sql`select id from devices where company_id = ${company} and not ${isIn('register_id', registers)}`;
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and revoked_at is null and device_id in (${strangers})`,
  );
  await tx.run(
    sql`update devices set revoked_at = ${now} where company_id = ${company} and revoked_at is null
          and not ${isIn('register_id', registers)}`,
  );
  for (const table of EMPTIED) await tx.run(sql`delete from ${raw(table)} where company_id = ${company}`);
  // A step of the projector that is under way has another generation, and is not taken.
  await tx.run(
    sql`update report_positions set generation = generation + 1, leftovers = 1,
          position = (select last from event_counters c where c.company_id = report_positions.company_id)
        where company_id = ${company}`,
  );
  await tx.run(
    sql`update event_counters set last_at = 0, webhooks = 0, time_ahead = 0, route_faults = 0,
          untold = untold + 1
        where company_id = ${company}`,
  );
}

/** Says of registers, which were made anew, who is signed in there and whether a device is let in for them, as before. */
export async function reassignRegisters(tx: Writer, company: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`update registers set assigned_to_device = case when id in (
            select register_id from devices where company_id = ${company} and revoked_at is null) then 1 else 0 end,
          current_staff_member = (select o.staff_id from operator_sessions o
            where o.company_id = ${company} and o.register_id = registers.id and o.revoked_at is null
              and o.late_of is null and o.expires_at > ${now} order by o.id desc limit 1)
        where company_id = ${company}`,
  );
}

/** The number of the company's last event. */
export async function lastEvent(tx: Reader, company: Id): Promise<bigint> {
  const row = await tx.get<{ last: bigint }>(
    sql`select last from event_counters where company_id = ${company}`,
  );
  return row?.last ?? 0n;
}
