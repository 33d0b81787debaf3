import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { Reader } from '../../storage/port.ts';
import { raw, sql } from '../../storage/sql.ts';
import { firstUse, inTable, type RecordUse, type RecordUses, type UsedRecord } from '../../storage/uses.ts';

/** Orders that name a record in a column, and those among the deleted ones. */
function ordersBy(column: 'site_id' | 'register_id' | 'staff_id') {
  return ({ company_id: company, id }: UsedRecord): readonly RecordUse[] => [
    inTable(sentence('orders'), 'orders', company, sql`${raw(column)} = ${id} and deleted = 0`),
    inTable(sentence('deleted orders'), 'orders', company, sql`${raw(column)} = ${id} and deleted = 1`),
  ];
}

/** The columns of orders that refer to records of the company. */
export const orderUses: RecordUses = {
  companies: ({ id }) => [inTable(sentence('orders'), 'orders', id, sql`1 = 1`)],
  sites: ordersBy('site_id'),
  registers: ordersBy('register_id'),
  staff: ordersBy('staff_id'),
  tables: ({ company_id: company, id }) => [
    inTable(sentence('open orders'), 'order_terms', company, sql`kind = 'table' and value = ${String(id)}`),
  ],
};

/** Whether a site has an order of any status, or a deleted one: one question, by the indexes of the two. */
export async function hasOrders(tx: Reader, company: Id, site: Id): Promise<boolean> {
  const at = (deleted: 0 | 1) =>
    sql`exists (select 1 from orders where company_id = ${company} and site_id = ${site} and deleted = ${raw(String(deleted))})`;
  const use = { called: sentence('orders'), query: sql`select 1 as one where ${at(0)} or ${at(1)}` };
  return (await firstUse(tx, [use])) !== undefined;
}
