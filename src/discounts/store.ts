import type { Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { DISCOUNT, type Discount } from './shape.ts';

export const discounts: Table<Discount> = tableOf('discounts', DISCOUNT);

/** Remembers that orders have a discount, so that it is not deleted. */
export async function markGiven(tx: Writer, { company_id, id }: Discount): Promise<void> {
  await tx.send(
    sql`update discounts set used = 1 where company_id = ${company_id} and id = ${id} and used = 0`,
  );
}
