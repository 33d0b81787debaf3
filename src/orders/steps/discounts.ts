import { byIds } from '../../company/store.ts';
import { discounts, markGiven } from '../../discounts/store.ts';
import type { Id } from '../../kernel/id.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { type Discounts, NO_DISCOUNTS } from '../rules/discounts.ts';
import type { Order } from '../types.ts';

/** The discounts that a body is about. Where it is about none, nothing is read. */
export async function knownDiscounts(tx: Reader, company: Id, wanted: readonly Id[]): Promise<Discounts> {
  if (wanted.length === 0) return NO_DISCOUNTS;
  const ids = [...new Set(wanted)].sort((a, b) => (a < b ? -1 : 1));
  return byIds(discounts, tx, company, ids);
}

/** Remembers that an order has discounts that no order had before, so that they are not deleted (reference: discounts.1). */
export async function markDiscounts(tx: Writer, order: Order, known: Discounts): Promise<void> {
  if (known.size === 0) return;
  for (const id of new Set([order, ...order.lines].map((each) => each.discount_id))) {
    const discount = id === null ? undefined : known.get(id);
    if (discount?.used === false) await markGiven(tx, discount);
  }
}
