// Bumps and recalls of this screen: shown at once, sent in order, kept while there is no connection. Both are idempotent,
// so they are sent again until they are answered.

import type { Passbell, PreparedCall } from '#clients/typescript/index.ts';
import type { Entry, NewEntry } from '../shared/outbox/entries.ts';
import { type Outcome, outcomeOf } from '../shared/outbox/outcome.ts';
import { type Id, markLines, type Ticket } from './tickets.ts';

/** A bump or a recall that was made at this screen. */
export interface Bump {
  readonly kind: 'bump' | 'recall';
  readonly lines: readonly Id[];
  readonly at: string;
  /** The ticket as it was then. */
  readonly ticket: Ticket;
  /** The press that it is of, the same for each ticket of a card. Absent where an earlier version kept it. */
  readonly press?: string;
}

/** A bump as it waits to be sent; its subject is the ticket. */
export interface BumpEntry extends NewEntry {
  readonly call: PreparedCall;
  readonly note: Bump;
}

/** Most that waits to be sent. */
export const MAX_WAITING = 300;
/** How long sending may take, in ms. */
const SEND_LIMIT_MS = 10_000;

/** The call that tells the service of a bump. */
export function bumpCall(passbell: Pick<Passbell, 'prepare'>, site: Id, bump: Bump): BumpEntry {
  const { kind, lines, ticket } = bump;
  const input = { site_id: site, ticket_id: ticket.id_str, body: { line_ids: lines } };
  const call =
    kind === 'bump' ? passbell.prepare('bumpTicket', input) : passbell.prepare('recallTicket', input);
  return { call, subject: ticket.id_str, note: bump };
}

/** Sends a bump, then reads its ticket again with `look`, which is false when that did not work. */
export async function sendBump(
  passbell: Pick<Passbell, 'send'>,
  { call, subject }: BumpEntry,
  look: (ticket: Id) => Promise<boolean>,
): Promise<Outcome> {
  try {
    await passbell.send(call, { signal: AbortSignal.timeout(SEND_LIMIT_MS) });
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.kind === 'refused') await look(subject);
    return outcome;
  }
  // The display shows the bump until the ticket was read after it: nothing flickers between.
  return { kind: (await look(subject)) ? 'done' : 'later' };
}

/** The tickets as they are when everything that waits has been heard; what was refused does not count. */
export function withBumps(tickets: Iterable<Ticket>, waiting: readonly Entry<BumpEntry>[]): Ticket[] {
  const all = new Map<Id, Ticket>();
  for (const ticket of tickets) all.set(ticket.id_str, ticket);
  for (const { note, refusal } of waiting) {
    if (refusal !== null) continue;
    const now = all.get(note.ticket.id_str) ?? note.ticket;
    all.set(note.ticket.id_str, markLines(now, note.lines, note.kind === 'bump', note.at));
  }
  return [...all.values()];
}

/** How often something was pressed of what waits: a card of several tickets is one press, with an entry for each of them. */
export function pressesOf(entries: readonly Entry<BumpEntry>[]): number {
  const waiting = entries.filter(({ refusal }) => refusal === null);
  return new Set(waiting.map(({ seq, note }) => note.press ?? seq)).size;
}
