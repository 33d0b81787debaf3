import type { Call } from '../../edge/call.ts';
import type { WriteHandler } from '../../edge/route.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import { freeExternalIds } from '../../storage/external-ids.ts';
import type { Writer } from '../../storage/port.ts';
import { closeInTurn } from '../row/groups.store.ts';
import { lockOrder, shownOrder } from '../row/store.ts';
import { emptied, mergeOrders, refuseUnlike } from '../rules/merge.ts';
import { refuseRegroup } from '../rules/split.ts';
import { refuseLockedMerge } from '../rules/staff-limits.ts';
import { mergeInput } from '../shape/regroup.ts';
import { joinTickets, toldLines } from '../steps/kitchen-tickets.ts';
import { refuseRefunded } from '../steps/refunds.ts';
import { saveOrder, show } from '../steps/save.ts';
import type { Order } from '../types.ts';

/** The orders of a merge, locked by their ids: of two merges of the same orders one waits for the other. */
async function lockAll(tx: Writer, call: Call, target: Id, wanted: readonly Id[]): Promise<Map<Id, Order>> {
  const found = new Map<Id, Order>();
  for (const id of [target, ...wanted].sort((a, b) => (a < b ? -1 : 1))) {
    const order = await lockOrder(tx, call.company, id);
    if (order !== undefined) found.set(id, order);
  }
  return found;
}

/** 400 for an order that is named twice, or that is the one of the path. */
function refuseTwice(target: Id, wanted: readonly Id[]): void {
  for (const [at, id] of wanted.entries()) {
    if (id === target || wanted.indexOf(id) < at)
      throw invalid(`order_ids[${at}]`, sentence('{id} is part of it already.', { id }));
  }
}

/**
 * POST /orders/<o>/merge: the lines and payments of other orders become this one's, in one transaction (reference:
 * tables.9). The others are deleted; nothing of them is given back or voided.
 */
export const merge: WriteHandler = async (tx, call) => {
  const id = call.id('order_id');
  const { order_ids: wanted } = call.input(mergeInput);
  refuseTwice(id, wanted);
  const found = await lockAll(tx, call, id, wanted);
  const target = found.get(id);
  if (target === undefined) throw notFound();
  if (call.hasIfMatch) {
    const shown = await shownOrder(tx, call, id);
    if (shown !== undefined) call.checkMatch(show(shown).etag);
  }
  const sources = wanted.map((each, at) => {
    const source = found.get(each);
    if (source !== undefined) return source;
    throw invalid(`order_ids[${at}]`, sentence('{id} does not exist.', { id: each }));
  });
  for (const order of [target, ...sources]) refuseRegroup(order);
  if (call.staffMember !== undefined) refuseLockedMerge(target, sources);
  for (const source of sources) refuseUnlike(target, source);
  await refuseRefunded(tx, call.company, [id, ...wanted]);
  const merged = mergeOrders(target, sources, await toldLines(tx, call.company, [target, ...sources]));
  // Groups are looked at when their orders are deleted; locked before the first event, which others wait for.
  if (sources.some((source) => source.group_id !== null)) await closeInTurn(tx, call.company, target.site_id);
  // The same goes for their tickets, which the kitchen may be bumping.
  const facts = await joinTickets(tx, call, merged, sources);
  for (const source of sources) {
    await saveOrder(tx, call, source, emptied(source, id), { regrouped: [id] });
    await freeExternalIds(tx, call.company, 'order', source.id);
  }
  const saved = await saveOrder(tx, call, target, merged, { regrouped: wanted, facts });
  return { status: 200, ...saved };
};
