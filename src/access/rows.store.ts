import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/**
 * How many records a company has of those that there is a quota of: orders, products and customers that are not deleted. Each
 * is counted along an index; not for the way of a request.
 */
export async function countRows(tx: Reader, company: Id): Promise<number> {
  const row = await tx.get<{ count: bigint }>(
    sql`select (select count(*) from orders where company_id = ${company} and deleted = 0)
          + (select count(*) from products where company_id = ${company} and deleted = 0)
          + (select count(*) from customers where company_id = ${company} and deleted = 0) as count`,
  );
  return Number(row?.count ?? 0);
}
