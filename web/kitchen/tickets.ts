// The tickets of the kitchen as the API shows them.

import type { Ticket as TicketDocument, TicketLine } from '#src/printing/documents.ts';
import type { Id } from '../shared/json.ts';

export type { TicketLine };

/** What a ticket says. */
export type TicketText = Omit<TicketDocument, 'kind' | 'site_name' | 'timezone'>;

/** A ticket of a site. */
export interface Ticket {
  readonly id_str: Id;
  readonly state: 'open' | 'bumped';
  /** The lines that were bumped one by one. */
  readonly done: readonly Id[];
  /** When the kitchen should begin. */
  readonly due_at: string;
  readonly bumped_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
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
