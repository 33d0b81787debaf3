import { siteHandlers } from '../../company/handlers.ts';
import type { Site } from '../../company/shape.ts';
import { getCompany, sites } from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import type { WriteHandler } from '../../edge/route.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import { append } from '../../outbox/append.ts';
import { ticketFact } from '../../printing/tickets.ts';
import { hasCashups } from '../../shifts/store.ts';
import type { Writer } from '../../storage/port.ts';
import { bumpClosed, ordersWithoutTicket } from '../row/kitchen.store.ts';
import { hasOrders } from '../row/uses.store.ts';
import { isMade, kitchenEntries, STILL_MADE } from '../rules/kitchen.ts';
import { addTicket, dueAt } from '../steps/kitchen-tickets.ts';

// The moment at which a kitchen is turned on.

/** Open orders that get a ticket when a site turns tickets on: the latest ones, as many as a kitchen can have open. */
const MAX_BEGUN = 200;

/**
 * PUT /sites/<s>: turning `kitchen_tickets` on makes tickets of the orders that are open. The days and the currency of
 * closed books stay as they were counted (reference: shifts.10), and so does the currency once there are orders (reference:
 * company.26).
 */
export const updateSite: WriteHandler = async (tx, call) => {
  const id = call.id('site_id');
  // Locked, so that of two requests at once only one makes the tickets.
  const before = await sites.getForUpdate(tx, call.company, id);
  const reply = await siteHandlers.update(tx, call);
  const after = await sites.get(tx, call.company, id);
  if (before === undefined || after === undefined) return reply;
  await refuseRecount(tx, call, before, after);
  if (!before.kitchen_tickets && after.kitchen_tickets)
    await beginKitchen(tx, call, id, after.prep_time_minutes);
  return reply;
};

/** 409 when a site with orders or cash-ups is to count its money in another way, or one with cash-ups its days. */
async function refuseRecount(tx: Writer, call: Call, before: Site, after: Site): Promise<void> {
  const company = await getCompany(tx, call.company);
  const isAnother = (field: 'timezone' | 'currency') =>
    (before[field] ?? company[field]) !== (after[field] ?? company[field]);
  if (isAnother('currency') && (await hasOrders(tx, call.company, after.id)))
    throw conflict(
      sentence(
        'The currency of this site cannot be changed any more: it has orders. Create a new site for another currency.',
      ),
    );
  for (const field of ['timezone', 'currency'] as const) {
    if (!isAnother(field)) continue;
    if (!(await hasCashups(tx, call.company, after.id))) return;
    throw conflict(
      sentence('The {field} of this site cannot be changed any more: its books were closed by cash-ups.', {
        field,
      }),
    );
  }
}

/**
 * Leaves the screens of a site with the open orders: earlier tickets whose orders are closed are bumped, and open orders
 * without a ticket get one.
 */
async function beginKitchen(tx: Writer, call: Call, site: Id, prepMinutes: number): Promise<void> {
  const { company, now } = call;
  await bumpClosed(tx, company, site, now);
  const facts: Fact[] = [];
  for (const order of await ordersWithoutTicket(tx, company, site, now - STILL_MADE, MAX_BEGUN)) {
    const entries = isMade(order, now) ? kitchenEntries(undefined, order) : [];
    if (entries.length === 0) continue;
    const due = dueAt(order.fulfil_at, BigInt(prepMinutes), now);
    const ticket = await addTicket(tx, call, order, entries, { number: 1, due, isShown: true });
    facts.push(ticketFact('tickets/created', ticket, []));
  }
  await append(tx, company, now, facts);
}
