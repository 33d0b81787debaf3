import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { byIds, priceLists } from './store.ts';
import { priceListView } from './view.ts';

/** The events of price lists on which prices of products were changed (reference: events.5). */
export async function priceListFacts(tx: Reader, company: Id, ids: Iterable<Id>): Promise<Fact[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const known = await byIds(priceLists, tx, company, wanted);
  return [...known.values()].map((list) => ({
    topic: 'price_lists/updated',
    resource: list.id,
    sites: [],
    changed: ['products'],
    payload: JSON.stringify(priceListView(list)),
  }));
}
