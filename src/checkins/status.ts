import type { Site } from '../company/shape.ts';
import { registersAt, sites } from '../company/store.ts';
import { siteStatusView } from '../company/view.ts';
import type { Call } from '../edge/call.ts';
import { answerPage, each, listingBy } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { asking, ok, type ReadHandler } from '../edge/route.ts';
import { notFound } from '../kernel/errors.ts';
import type { Reader } from '../storage/port.ts';
import { guestsAt } from './store.ts';

// The status of sites: their registers, and how many guests are checked in.

/** Gives what renders the status of each of some sites at the time of the call. */
const siteStatuses = async (tx: Reader, { company, now }: Call, rows: readonly Site[]) => {
  const wanted = rows.map((site) => site.id);
  const [all, guests] = await Promise.all([
    registersAt(tx, company, wanted),
    guestsAt(tx, company, wanted, now),
  ]);
  const bySite = Map.groupBy(all, (register) => register.site_id);
  return (site: Site) => siteStatusView(site, bySite.get(site.id) ?? [], guests.get(site.id) ?? 0, now);
};

/** GET /sites/<s>/status */
export const getSiteStatus: ReadHandler = async (tx, call) => {
  const site = await sites.get(tx, call.company, call.id('site_id'));
  if (site === undefined) throw notFound();
  const statusOf = await siteStatuses(tx, call, [site]);
  return ok(statusOf(site));
};

/** GET /companies/<c>/status: the status of every site. */
export const listSiteStatuses = asking(LIST, async (tx: Reader, call, asked) => {
  return answerPage(
    call,
    call.page(asked),
    listingBy(
      (after, limit) => sites.page(tx, call.company, after ?? 0n, limit),
      (site) => site.id,
      async (rows) => each(await siteStatuses(tx, call, rows))(rows),
    ),
  );
});
