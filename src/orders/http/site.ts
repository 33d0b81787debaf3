import { siteHandlers } from '../../company/handlers.ts';
import { sites } from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import type { WriteHandler } from '../../edge/route.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { append } from '../../outbox/append.ts';
import { ticketFact } from '../../printing/tickets.ts';
import type { Writer } from '../../storage/port.ts';
import { bumpClosed, ordersWithoutTicket } from '../row/kitchen.store.ts';
import { isMade, kitchenEntries, STILL_MADE } from '../rules/kitchen.ts';
import { addTicket, dueAt } from '../steps/kitchen-tickets.ts';

// The moment at which a kitchen is turned on.

/** Open orders that get a ticket when a site turns tickets on: the latest ones, as many as a kitchen can have open. */
const MAX_BEGUN = 200;

/** PUT /sites/<s>: turning `kitchen_tickets` on makes tickets of the orders that are open. */
export const updateSite: WriteHandler = async (tx, call) => {
  const id = call.id('site_id');
  // Locked, so that of two requests at once only one makes the tickets.
  const before = await sites.getForUpdate(tx, call.company, id);
  const reply = await siteHandlers.update(tx, call);
  if (before === undefined || before.kitchen_tickets) return reply;
  const after = await sites.get(tx, call.company, id);
  if (after?.kitchen_tickets === true) await beginKitchen(tx, call, id, after.prep_time_minutes);
  return reply;
};

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
