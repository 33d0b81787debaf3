import type { Id } from '../../kernel/id.ts';
import type { Reader } from '../../storage/port.ts';
import { sql } from '../../storage/sql.ts';
import { inCurrentForm, type ShownOrder } from './store.ts';
import { hasTerm } from './terms.store.ts';

/** Most open orders at the tables of a site that are looked at, the oldest first. */
export const MAX_SEATED = 2_000;

/** The open orders at the tables of a site, oldest first: one look-up for all of its tables (reference: tables.5). */
export async function seatedOrders(tx: Reader, company: Id, site: Id): Promise<readonly ShownOrder[]> {
  const found = await tx.all<ShownOrder>(
    sql`select o.id, o.customer_id, o.etag, o.head, '[]' as lines, '[]' as options, '[]' as payments
        from order_terms c join orders o on o.company_id = c.company_id and o.id = c.order_id
        where ${hasTerm(company, { kind: 'seated', value: String(site) })}
        order by c.created_at, c.order_id limit ${MAX_SEATED}`,
  );
  return inCurrentForm(tx, company, found);
}
