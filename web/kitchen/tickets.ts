// The tickets of the kitchen as the API shows them.

import type { Ticket as ApiTicket, Id, TicketDocument } from '#clients/typescript/index.ts';

export type { Id, TicketLine, TicketOption } from '#clients/typescript/index.ts';

/** The document of a ticket. */
export type TicketText = Omit<TicketDocument, 'kind' | 'site_name' | 'timezone'>;

/** A ticket of a site. */
export interface Ticket extends Omit<ApiTicket, 'id' | 'company_id' | 'site_id' | 'document'> {
  readonly document: TicketText;
}

/** A modifier of a line. */
export type TicketModifier = TicketText['lines'][number]['modifiers'][number];

/** The lines of a ticket, each once. */
export function lineIdsOf(ticket: Ticket): Id[] {
  return [...new Set(ticket.document.lines.map((line) => line.line_id))];
}

/** A ticket with some of its lines marked as done, or not done any more: what the service makes of it, too. */
export function markLines(ticket: Ticket, lines: readonly Id[], isDone: boolean, at: string): Ticket {
  const done = lineIdsOf(ticket).filter((id) => (lines.includes(id) ? isDone : ticket.done.includes(id)));
  const isBumped = done.length === lineIdsOf(ticket).length;
  return {
    ...ticket,
    done,
    state: isBumped ? 'bumped' : 'open',
    bumped_at: isBumped ? (ticket.bumped_at ?? at) : null,
  };
}
