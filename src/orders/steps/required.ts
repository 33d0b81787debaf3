import type { Id } from '../../kernel/id.ts';
import { optionSetsById } from '../../products/options.store.ts';
import type { Reader } from '../../storage/port.ts';
import type { LineProduct } from '../rules/offer.ts';
import { refuseUnchosen, unchosenSets } from '../rules/required.ts';
import { HOLDS_STOCK } from '../rules/status.ts';
import type { Line, Order } from '../types.ts';

/**
 * 400 when the order is in a status in which it is made ready, and nothing was chosen for one of the lines from a set that
 * asks for it (reference: orders.50). Products are only asked for when they count, sets when something is missing.
 */
export async function requireChosen(
  tx: Reader,
  order: Order,
  lines: readonly Line[],
  products: (wanted: readonly Id[]) => Promise<ReadonlyMap<Id, LineProduct>>,
  field: (line: Line) => string | undefined,
): Promise<void> {
  if (lines.length === 0 || order.deleted || !HOLDS_STOCK.has(order.status)) return;
  const known = await products(lines.map((line) => line.product.id));
  const unchosen = unchosenSets(order, lines, known);
  if (unchosen.length === 0) return;
  const wanted = [...new Set(unchosen.map((each) => each.set))].sort((a, b) => (a < b ? -1 : 1));
  refuseUnchosen(unchosen, await optionSetsById(tx, order.company_id, wanted), field);
}
