import { type Id, MAX_ID } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import type { Slice } from '../storage/slices.ts';
import { every, raw, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { STOCK_MOVEMENT, type StockMovement } from './shape/stock.ts';

export const stockMovements: Table<StockMovement> = tableOf('stock_movements', STOCK_MOVEMENT);

/** The movements of a site, or of a product there. */
interface MovementsOf {
  readonly site: Id;
  readonly product: Id | undefined;
}

/**
 * Up to `limit` of them behind an id, ascending or from the newest on. The conditions name the columns of one index in its
 * order, so that no planner walks past the movements of other sites.
 */
export function movementSlice(
  tx: Reader,
  company: Id,
  { site, product }: MovementsOf,
  falling: boolean,
  after: Id | undefined,
  limit: number,
): Promise<Slice<StockMovement>> {
  const way = raw(falling ? 'desc' : 'asc');
  const behind = raw(falling ? '<' : '>');
  const last = after ?? (falling ? MAX_ID : 0n);
  const walk =
    product === undefined
      ? {
          where: [sql`(site_id, id) ${behind} (${site}, ${last})`, sql`site_id = ${site}`],
          order: sql`order by site_id ${way}, id ${way}`,
        }
      : {
          where: [
            sql`(site_id, product_id, id) ${behind} (${site}, ${product}, ${last})`,
            sql`site_id = ${site}`,
            sql`product_id = ${product}`,
          ],
          order: sql`order by site_id ${way}, product_id ${way}, id ${way}`,
        };
  return stockMovements.slice(tx, company, every(walk.where), walk.order, limit);
}

/** The id of a movement among them; undefined when it is not there. */
export async function movementAt(
  tx: Reader,
  company: Id,
  { site, product }: MovementsOf,
  id: Id,
): Promise<Id | undefined> {
  const found = await stockMovements.get(tx, company, id);
  return found?.site_id === site && (product === undefined || found.product_id === product) ? id : undefined;
}
