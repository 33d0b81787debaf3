import { requireOwnSite } from '../company/own-register.ts';
import { siteOf } from '../company/site-of.ts';
import type { Call } from '../edge/call.ts';
import { answerPage } from '../edge/listing.ts';
import { LIST, oneOf, orElse } from '../edge/query.ts';
import { asking, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Fact } from '../kernel/event.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { bump } from './input.ts';
import { TICKET_STATES, type Ticket, type TicketState } from './shape.ts';
import { TICKETS_AT_ONCE, tickets, ticketsAt } from './store.ts';
import { changeView, ticketViews } from './view.ts';

// The tickets of a kitchen's screens. Bumping one, or some of its lines, reaches all of the screens.

/** The event of a ticket: screens read the ticket again by its id. */
export function ticketFact(topic: Fact['topic'], ticket: Ticket, changed: readonly string[]): Fact {
  const payload = JSON.stringify(changeView(ticket));
  return { topic, resource: ticket.id, sites: [ticket.site_id], changed, payload };
}

const TICKETS = {
  state: orElse(oneOf(TICKET_STATES, 'Those in this state; open unless given.'), 'open'),
  ...LIST,
};

/** GET /sites/<s>/tickets?state=: open ones, the oldest first, or bumped ones, the newest first. */
export const listTickets = asking(TICKETS, async (tx: Reader, call, asked) => {
  const site = await siteOf(tx, call);
  return answerPage(call, call.page(asked), {
    atOnce: TICKETS_AT_ONCE,
    read: (after, limit) => ticketsAt(tx, call.company, site, asked.state, after?.[0], limit),
    position: (row) => [row.id],
    find: async (id) => {
      const ticket = await tickets.get(tx, call.company, id);
      return ticket?.site_id === site ? [id] : undefined;
    },
    render: async (rows) => (await ticketViews(tx, call.company, rows)).map((view) => JSON.stringify(view)),
  });
});

/** GET /sites/<s>/tickets/<t> */
export const getTicket: ReadHandler = async (tx, call) => {
  const ticket = await tickets.get(tx, call.company, call.id('ticket_id'));
  if (ticket === undefined || ticket.site_id !== call.id('site_id')) throw notFound();
  const [view] = await ticketViews(tx, call.company, [ticket]);
  return ok(view);
};

/** Changes which of a ticket's entries are done. */
async function mark(
  tx: Writer,
  call: Call,
  decide: (ticket: Ticket, named: ReadonlySet<string> | undefined) => readonly string[],
) {
  const ticket = await tickets.getForUpdate(tx, call.company, call.id('ticket_id'));
  if (ticket === undefined || ticket.site_id !== call.id('site_id')) throw notFound();
  await requireOwnSite(tx, call, ticket.site_id);
  const { line_ids: wanted } = call.input(bump);
  const own = new Set(ticket.entries.map((entry) => entry.line_id));
  for (const [at, id] of (wanted ?? []).entries()) {
    if (!own.has(id.toString()))
      throw invalid(`line_ids[${at}]`, sentence('{id} is not on this ticket.', { id }));
  }
  const done = decide(ticket, wanted && new Set(wanted.map(String)));
  const state: TicketState = [...own].every((id) => done.includes(id)) ? 'bumped' : 'open';
  const isSame = state === ticket.state && done.join() === ticket.done.join();
  const changed: Ticket = isSame
    ? ticket
    : {
        ...ticket,
        done,
        state,
        bumped_at: state === 'bumped' ? (ticket.bumped_at ?? call.now) : null,
        updated_at: call.now,
      };
  if (!isSame) {
    await tickets.update(tx, changed);
    await append(tx, call.company, call.now, [ticketFact('tickets/updated', changed, ['state', 'done'])]);
  }
  const [view] = await ticketViews(tx, call.company, [changed]);
  return ok(view);
}

const lineIds = ({ entries }: Ticket): string[] => [...new Set(entries.map((entry) => entry.line_id))];

/** POST /sites/<s>/tickets/<t>/bump: it is made, or some of its lines are. Two screens may bump it at once. */
export const bumpTicket: WriteHandler = (tx, call) =>
  mark(tx, call, (ticket, named) =>
    lineIds(ticket).filter((id) => named === undefined || named.has(id) || ticket.done.includes(id)),
  );

/** POST /sites/<s>/tickets/<t>/recall: back onto the screens. */
export const recallTicket: WriteHandler = (tx, call) =>
  mark(tx, call, (ticket, named) =>
    named === undefined ? [] : lineIds(ticket).filter((id) => ticket.done.includes(id) && !named.has(id)),
  );
