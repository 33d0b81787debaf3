import type { Id } from '../../kernel/id.ts';
import { DAY, type Micros } from '../../kernel/time.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { isIn, raw, sql } from '../../storage/sql.ts';

// The history of closed orders, which companies may keep for a time alone (reference: orders.14).

/** Companies of one transaction. */
const COMPANIES = 100;
/** Orders that are looked at in one go. */
const ORDERS = 200;

/** A company with orders that were last changed before the time for which it keeps their history. */
interface DueHistory {
  readonly company: Id;
  /** Up to where it was cut, in the order of their last changes. */
  readonly updated_at: Micros;
  readonly order_id: Id;
  /** Orders of up to then are cut, by the company's time. */
  readonly until: Micros;
}

/** Some of those companies, for orders that are deleted, or for the others. */
async function dueHistories(tx: Reader, now: Micros, deleted: string): Promise<DueHistory[]> {
  const until = sql`${now} + coalesce(e.time_ahead, 0) - c.keep_order_history_days * ${DAY}`;
  return tx.all<DueHistory>(
    sql`select c.id as company, coalesce(h.updated_at, 0) as updated_at, coalesce(h.order_id, 0) as order_id,
          ${until} as until
        from companies c left join event_counters e on e.company_id = c.id
        left join history_cuts h on h.company_id = c.id and h.deleted = ${raw(deleted)}
        where c.keep_order_history_days is not null and (
          select updated_at from orders where company_id = c.id and deleted = ${raw(deleted)}
            and (updated_at, id) > (coalesce(h.updated_at, 0), coalesce(h.order_id, 0))
          order by updated_at, id limit 1) <= ${until}
        order by c.id limit ${COMPANIES}`,
  );
}

/**
 * Deletes entries of the history of closed orders that were last changed longer ago than their company keeps it, but for
 * the first and the last entry of each. An order that is open is looked at again after its next change. Answers how
 * many orders were looked at.
 */
export async function cutHistories(tx: Writer, now: Micros, limit: number): Promise<number> {
  let seen = 0;
  for (const deleted of ['0', '1']) {
    for (const due of await dueHistories(tx, now, deleted)) {
      if (seen >= limit) return seen;
      seen += await cut(tx, due, deleted);
    }
  }
  return seen;
}

async function cut(tx: Writer, due: DueHistory, deleted: string): Promise<number> {
  const { company } = due;
  const orders = await tx.all<{ id: Id; updated_at: Micros; closed: bigint }>(
    sql`select id, updated_at, case when deleted = 1 or status in ('COMPLETE', 'REJECTED') then 1 else 0 end as closed
        from orders where company_id = ${company} and deleted = ${raw(deleted)}
          and (updated_at, id) > (${due.updated_at}, ${due.order_id}) and updated_at <= ${due.until}
        order by updated_at, id limit ${ORDERS}`,
  );
  const last = orders.at(-1);
  if (last === undefined) return 0;
  const closed = orders.filter((order) => order.closed === 1n).map(({ id }) => id);
  if (closed.length > 0)
    await tx.run(
      sql`delete from order_history where company_id = ${company} and ${isIn('order_id', closed)}
            and number < (select max(number) from order_history l
                          where l.company_id = ${company} and l.order_id = order_history.order_id)`,
    );
  await tx.run(
    sql`insert into history_cuts (company_id, deleted, updated_at, order_id)
        values (${company}, ${raw(deleted)}, ${last.updated_at}, ${last.id})
        on conflict (company_id, deleted) do update set updated_at = excluded.updated_at, order_id = excluded.order_id`,
  );
  return orders.length;
}
