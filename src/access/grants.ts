import { listOf } from '../edge/listing.ts';
import { noContent, type WriteHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { disconnectAddon, grantedTo, grantsOf } from '../oauth/grants.store.ts';
import { grantView } from '../oauth/view.ts';
import { endWebhooks } from './addons.store.ts';
import { note } from './note.ts';

/** GET /grants: the company's grants that are in force. */
export const list = listOf(
  (tx, call, after, limit) => grantsOf(tx, call.company, after ?? 0n, limit),
  (row) => row.id,
  grantView,
);

/**
 * DELETE /grants/<id>: disconnects the add-on, with its tokens of the grant. It gets no more messages; only one of
 * the company's own keeps its webhooks, as its own credentials are still valid.
 */
export const remove: WriteHandler = async (tx, call) => {
  const grant = await grantedTo(tx, call.company, call.id('grant_id'));
  if (grant === undefined) throw notFound();
  const { addon_id: addon, addon_name: name, maker_id: maker } = grant;
  await disconnectAddon(tx, call.company, addon, call.serverTime);
  if (maker !== call.company) await endWebhooks(tx, call.company, addon, call.serverTime);
  await note(tx, call, 'addon.disconnected', `${name} (add-on ${addon})`);
  return noContent();
};
