import type { Id } from '../kernel/id.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { FLOOR, type Floor, TABLE, type Table } from './shape.ts';

export const floors = tableOf('floors', FLOOR);
export const diningTables = tableOf('dining_tables', TABLE);

/** Most floors of a site, and most tables (reference: tables.1, tables.2). */
export const MAX_FLOORS = 50;
export const MAX_TABLES = 500;

/** How many floors or tables a site has; the caller has locked the site. */
export async function countAt(
  tx: Reader,
  of: 'floors' | 'dining_tables',
  company: Id,
  site: Id,
): Promise<number> {
  const row = await tx.get<{ count: bigint }>(
    sql`select count(*) as count from ${raw(of)} where company_id = ${company} and site_id = ${site}`,
  );
  return Number(row?.count ?? 0n);
}

/** The table of a site that has a name. */
export async function tableNamed(
  tx: Reader,
  company: Id,
  site: Id,
  name: string,
): Promise<Table | undefined> {
  const where = sql`site_id = ${site} and name = ${name}`;
  const [found] = await diningTables.select(tx, company, where, raw('limit 1'));
  return found;
}

/** The first table of a floor. */
export async function tableOn(tx: Reader, company: Id, floor: Id): Promise<Table | undefined> {
  const [found] = await diningTables.select(tx, company, sql`floor_id = ${floor}`, raw('limit 1'));
  return found;
}

/** A table, kept from being deleted until the transaction ends. */
export function holdTable(tx: Writer, company: Id, id: Id): Promise<Table | undefined> {
  return diningTables.getForUpdate(tx, company, id);
}

/** The condition for records at a site. */
export const atSite = (site: Id): Sql => sql`site_id = ${site}`;

/** A table that reaches beyond the size of its floor. */
export async function tableBeyond(tx: Reader, floor: Floor): Promise<Table | undefined> {
  const { company_id: company, id, width, height } = floor;
  const where = sql`floor_id = ${id} and (x + width > ${width} or y + height > ${height})`;
  const [found] = await diningTables.select(tx, company, where, raw('limit 1'));
  return found;
}
