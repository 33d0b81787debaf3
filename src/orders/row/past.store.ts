import type { Id } from '../../kernel/id.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { insertRows } from '../../storage/rows.ts';
import { sql } from '../../storage/sql.ts';

// Orders that were imported: no event tells of them, so they have a log of their own for what follows completed orders
// (reference: imports.9). Numbers are taken from a counter that is locked, so they become visible in their order.

/** Keeps other imports of the company waiting until the transaction ends; answers the number of its last imported order. */
export async function holdPast(tx: Writer, company: Id): Promise<bigint> {
  const row = await tx.get<{ last: bigint }>(
    sql`insert into past_counters (company_id, last) values (${company}, 0)
        on conflict (company_id) do update set last = past_counters.last returning last`,
  );
  return row?.last ?? 0n;
}

/** Adds orders to the log behind its last number. The caller holds it (`holdPast`). */
export async function appendPast(
  tx: Writer,
  company: Id,
  last: bigint,
  orders: readonly Id[],
): Promise<void> {
  if (orders.length === 0) return;
  await insertRows(
    tx,
    sql`insert into past_orders (company_id, number, order_id) values`,
    orders.map((id, at) => [company, last + BigInt(at + 1), id]),
  );
  await tx.send(
    sql`update past_counters set last = ${last + BigInt(orders.length)} where company_id = ${company}`,
  );
}

/** An imported order and its number. */
export interface PastOrder {
  readonly number: bigint;
  readonly order: Id;
}

/** The first imported orders behind a number. */
export async function pastAfter(tx: Reader, company: Id, after: bigint, limit: number): Promise<PastOrder[]> {
  return tx.all<PastOrder>(
    sql`select number, order_id as "order" from past_orders
        where company_id = ${company} and number > ${after} order by number limit ${limit}`,
  );
}
