// The tickets of the kitchen as the API shows them.

import type { TICKET, TicketDocument, TicketLine } from '#src/printing/shape.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import type { Id } from '../shared/json.ts';

export type { TicketLine };

/** What a ticket says. */
export type TicketText = Omit<TicketDocument, 'kind' | 'site_name' | 'timezone'>;

/** A ticket of a site. */
export interface Ticket extends Omit<OnScreen<typeof TICKET>, 'id' | 'company_id' | 'site_id' | 'document'> {
  readonly document: TicketText;
}

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
