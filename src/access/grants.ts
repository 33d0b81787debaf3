import { listOf } from '../edge/listing.ts';
import { noContent, type WriteHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import { disconnectAddon, grantedTo, grantsOf } from '../oauth/grants.store.ts';
import { endWebhooks } from './addons.store.ts';
import { note } from './note.ts';
import { grantView } from './view.ts';

/** GET /grants: what people of the company allowed to add-ons, as far as it holds. */
export const list = listOf(
  (tx, call, after, limit) => grantsOf(tx, call.company, after ?? 0n, limit),
  (row) => row.id,
  grantView,
);

/**
 * DELETE /grants/<id>: disconnects the add-on, with everything that was granted to it. It is told nothing more; only
 * one of the company's own keeps its webhooks, as its own credentials still let it in.
 */
export const remove: WriteHandler = async (tx, call) => {
  const grant = await grantedTo(tx, call.company, call.id('grant_id'));
  if (grant === undefined) throw notFound();
  const { addon_id: addon, addon_name: name, maker_id: maker } = grant;
  await disconnectAddon(tx, call.company, addon, call.now);
  if (maker !== call.company) await endWebhooks(tx, call.company, addon, call.now);
  await note(tx, call, 'addon.disconnected', `${name} (add-on ${addon})`);
  return noContent();
};
