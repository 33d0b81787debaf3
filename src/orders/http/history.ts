import { answerPage, listingBy } from '../../edge/listing.ts';
import { PAGE } from '../../edge/page.ts';
import { paged } from '../../edge/query.ts';
import { asking } from '../../edge/route.ts';
import { addonNames } from '../../edge/store.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Reader } from '../../storage/port.ts';
import { readHistory } from '../row/history.store.ts';
import { readOrder } from '../row/store.ts';
import { historyViews } from '../row/view.ts';

/** GET /orders/<o>/history: who did what to it, oldest first (reference: orders.14). `start` is an entry's number. */
export const listHistory = asking(paged(PAGE.history), async (tx: Reader, call, asked) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return answerPage(call, call.page(asked), {
    ...listingBy(
      (after = 0n, limit) => readHistory(tx, order, Number(after), limit),
      ({ number }) => BigInt(number),
      async (entries) => {
        const addons = await addonNames(tx, [...new Set(entries.map(({ entry }) => entry.by.addon_id))]);
        return historyViews(entries, addons).map((shown) => JSON.stringify(shown));
      },
    ),
  });
});
