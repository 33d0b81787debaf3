import type { Call } from '../../edge/call.ts';
import { okText, type WriteHandler } from '../../edge/route.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Id, saleId } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { Writer } from '../../storage/port.ts';
import {
  countCopies,
  type Division,
  divideByLines,
  divideBySeats,
  divideByShares,
  refusePaid,
  refuseRegroup,
  splitOrder,
} from '../rules/split.ts';
import { refuseLockedSplit } from '../rules/staff-limits.ts';
import { splitInput } from '../shape/regroup.ts';
import { placeOf } from '../steps/facts.ts';
import { nextOrderNumber } from '../steps/order-number.ts';
import { refuseRefunded } from '../steps/refunds.ts';
import { saveOrder } from '../steps/save.ts';
import type { Order } from '../types.ts';
import { loadOrder, partIds } from './change.ts';

/** The fields that say more of each way to split. */
const FIELDS = { lines: ['parts'], seats: ['seats'], share: ['count', 'shares'] } as const;

/** How the body wants the order to be divided; the shares where that is by share. */
function divisionOf(call: Call, order: Order): { division: Division; weights?: readonly bigint[] } {
  const { by, ...sent } = call.input(splitInput);
  const own: readonly string[] = FIELDS[by];
  for (const field of ['parts', 'seats', 'count', 'shares'] as const) {
    if (sent[field] != null && !own.includes(field))
      throw invalid(field, sentence('does not belong to an order that is split by {by}.', { by }));
  }
  if (by === 'seats') return { division: divideBySeats(order, sent.seats ?? undefined) };
  if (by === 'lines') {
    if (sent.parts == null)
      throw invalid('parts', sentence('are required where an order is split by lines.'));
    const parts = sent.parts.map(({ lines }) => lines);
    return { division: divideByLines(order, parts) };
  }
  if (sent.count != null && sent.shares != null)
    throw invalid('shares', sentence('say how many there are: send either them or count.'));
  const shares = sent.shares ?? Array.from({ length: sent.count ?? 0 }, () => 1);
  if (shares.length === 0)
    throw invalid('count', sentence('is required where an order is split by share, unless shares are sent.'));
  const weights = shares.map(BigInt);
  return { division: divideByShares(order, weights), weights };
}

/** The fields of a part beside its content: an order of its own, of the same guests at the same place. */
function asNew(part: Order, id: Id, number: string | null, order: Order, { now }: Call): Order {
  return {
    ...part,
    id,
    saleid: saleId(id),
    order_number: number,
    sale_number: null,
    guests: null,
    credit_card_surcharge: 0n,
    pass_thru: null,
    history: [],
    split_from: order.id,
    created_at: now,
    updated_at: now,
  };
}

/** The numbers that new orders are called out by, one after the other. */
async function orderNumbers(tx: Writer, call: Call, order: Order, count: number): Promise<(string | null)[]> {
  const place = await placeOf(tx, order);
  const numbers: (string | null)[] = [];
  for (let at = 0; at < count; at++) numbers.push(await nextOrderNumber(tx, call, place));
  return numbers;
}

/**
 * POST /orders/<o>/split: orders of their own for some of its lines or seats, in one transaction (reference: tables.6 to
 * tables.8). Answers what stays and the new orders.
 */
export const split: WriteHandler = async (tx, call) => {
  const { before, audience } = await loadOrder(tx, call);
  refuseRegroup(before);
  refusePaid(before);
  await refuseRefunded(tx, call.company, [before.id]);
  if (call.staffMember !== undefined) refuseLockedSplit(before);
  const { division, weights } = divisionOf(call, before);
  const copies = countCopies(before, division);
  const made = copies === 0 ? [] : await tx.ids('order_part', copies);
  const { rest, parts } = splitOrder(before, division, partIds(made), weights);
  call.requireRoom(parts.length);
  const ids = await tx.ids('order', parts.length);
  // All that others may wait for comes before the first event: from that on every other change of the company waits.
  const numbers = await orderNumbers(tx, call, before, parts.length);
  const { body } = await saveOrder(tx, call, before, rest, { regrouped: ids, audience });
  const bodies: string[] = [];
  for (const [at, part] of parts.entries()) {
    const id = ids[at];
    if (id === undefined) throw new Error('A part has no id.');
    const order = asNew(part, id, numbers[at] ?? null, before, call);
    const saved = await saveOrder(tx, call, undefined, order, { regrouped: [before.id] });
    bodies.push(saved.body);
  }
  return { ...okText(`{"order":${body},"orders":[${bodies.join(',')}]}`), made: parts.length };
};
