import type { Id } from '../../kernel/id.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { readTable, requireTable } from '../../tables/handlers.ts';
import type { Order } from '../types.ts';

/** The order at the table that a body names; 400 when that is none of its site's. Without one nothing is read. */
export async function atTable(tx: Writer, order: Order, before: Id | null): Promise<Order> {
  const { table_id: id } = order;
  if (id === before) return order;
  if (id === null) return { ...order, table_name: null };
  const { name } = await requireTable(tx, order.company_id, order.site_id, id);
  return { ...order, table_name: name };
}

/** The same of an order that is not saved. */
export async function foreseeTable(tx: Reader, order: Order): Promise<Order> {
  const { table_id: id } = order;
  if (id === null) return order;
  const { name } = await readTable(tx, order.company_id, order.site_id, id);
  return { ...order, table_name: name };
}
