import type { Id } from '../../kernel/id.ts';
import { DAY, type Micros } from '../../kernel/time.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { OrderStatus } from '../rules/status.ts';
import { inCurrentForm, SHOWN, type ShownOrder } from './store.ts';

// Groups of orders (reference: orders.15).

/** How long a group_id means the same group (reference: orders.15). */
export const GROUP_LIFETIME: Micros = 2n * DAY;
/** Most orders of one group. */
const MAX_GROUP = 1000;

/** The orders of a group, as a condition. */
export function inGroup(company: Id, site: Id, group: string, now: Micros): Sql {
  return sql`company_id = ${company} and site_id = ${site} and group_id = ${group}
    and +created_at > ${now - GROUP_LIFETIME} and deleted = 0`;
}

/** The orders of a group, ascending by id. */
export async function groupMembers(
  tx: Reader,
  company: Id,
  site: Id,
  group: string,
  now: Micros,
): Promise<readonly (ShownOrder & { readonly status: OrderStatus })[]> {
  const found = await tx.all<ShownOrder & { readonly status: OrderStatus }>(
    sql`select ${SHOWN}, status from orders where ${inGroup(company, site, group, now)}
        order by id limit ${MAX_GROUP}`,
  );
  return inCurrentForm(tx, company, found);
}

/**
 * Keeps other closings at the site waiting until the transaction ends. It is no lock of the site's row, which orders share by then
 * that keep its books open: two of them would wait for each other.
 */
export async function closeInTurn(tx: Writer, company: Id, site: Id): Promise<void> {
  await tx.turn([`closings of ${company}/${site}`]);
}
