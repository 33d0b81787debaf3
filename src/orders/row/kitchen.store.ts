import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { sql } from '../../storage/sql.ts';
import type { Order } from '../types.ts';
import { decodeState } from './codec.ts';

// Statements over orders and tickets together, for the moment when a site turns tickets on.

/** Takes the open tickets of a site off its screens whose orders are closed: complete, rejected or deleted. */
export async function bumpClosed(tx: Writer, company: Id, site: Id, now: Micros): Promise<number> {
  return tx.run(
    sql`update tickets set state = 'bumped', bumped_at = ${now}, updated_at = ${now}
        where company_id = ${company} and site_id = ${site} and state = 'open' and exists (
          select 1 from orders o where o.company_id = ${company} and o.id = tickets.order_id
            and (o.deleted = 1 or o.status in ('COMPLETE', 'REJECTED')))`,
  );
}

/** The latest open orders of a site, made after a moment, that have no ticket; the oldest first. */
export async function ordersWithoutTicket(
  tx: Reader,
  company: Id,
  site: Id,
  after: Micros,
  limit: number,
): Promise<Order[]> {
  const rows = await tx.all<{ state: string }>(
    sql`select state from orders o where o.company_id = ${company} and o.site_id = ${site} and o.deleted = 0
          and o.created_at > ${after} and o.status in ('ON_HOLD', 'ACCEPTED', 'PENDING')
          and not exists (select 1 from tickets t where t.company_id = o.company_id and t.order_id = o.id)
        order by o.created_at desc, o.id desc limit ${limit}`,
  );
  return rows.map(({ state }) => decodeState(state)).reverse();
}
