import { approve, askedApproval } from '../../company/approvals.ts';
import type { WriteHandler } from '../../edge/route.ts';
import { invalid } from '../../kernel/errors.ts';
import { sentence } from '../../kernel/words.ts';
import { readOrder } from '../row/store.ts';

/** POST /registers/<r>/approvals: an approval for an order that there is, or for none (reference: staff.16). */
export const createApproval: WriteHandler = async (tx, call) => {
  const asked = await askedApproval(tx, call);
  const { order_id: order = null } = asked.input;
  // Before the PIN is looked at: what cannot be approved is no way to guess one.
  if (order !== null && (await readOrder(tx, call.company, order)) === undefined)
    throw invalid('order_id', sentence('{id} does not exist.', { id: order }));
  return approve(tx, call, asked);
};
