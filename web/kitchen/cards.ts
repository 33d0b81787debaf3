// From tickets to the cards of the board: one per order, the first ticket with later changes marked on it.

import type { Decimal } from '#src/kernel/money.ts';
import { decimalOf } from '../shared/format.ts';
import { isLater } from './age.ts';
import { isOurs, type Station } from './station.ts';
import type { Id, Ticket, TicketLine, TicketText } from './tickets.ts';

/**
 * The mark on a line: `void` is not to be made any more; `more` and `less` changed the quantity, `added` came after
 * the first ticket, `recall` is called now.
 */
export type Mark = 'void' | 'more' | 'less' | 'added' | 'recall';

/** A line of a ticket that a card's line stands for. */
export interface TicketLineRef {
  readonly ticket: Id;
  readonly line: Id;
}

/** A line of a card. */
export interface CardLine {
  readonly key: string;
  /** How many are to be made; of a void, how many are not. */
  readonly quantity: Decimal;
  readonly marks: readonly { readonly mark: Mark; readonly by: Decimal }[];
  readonly isVoid: boolean;
  readonly isDone: boolean;
  readonly text: TicketLine;
  readonly parts: readonly TicketLineRef[];
}

/** An order on the board. */
export interface Card {
  /** The order's id. */
  readonly key: Id;
  /** The head above its lines, of the newest ticket. */
  readonly text: TicketText;
  readonly tickets: readonly Ticket[];
  /** Since when it waits, in ms. */
  readonly since: number;
  /** The kitchen should begin later. */
  readonly isLater: boolean;
  /** Its first ticket was bumped before: only what came afterwards is on it. */
  readonly isChange: boolean;
  /** Nothing of it is to be made any more. */
  readonly isVoid: boolean;
  readonly lines: readonly CardLine[];
  /** Lines of other stations that are not done. */
  readonly elsewhere: number;
}

type MutableLine = { -readonly [K in keyof CardLine]: CardLine[K] };

/** Puts a ticket's entry to what the card says of the same line already, or below it. */
function addEntry(drafts: MutableLine[], ticket: Ticket, text: TicketLine, at: number): void {
  const { line_id: line, action } = text;
  const part = { ticket: ticket.id_str, line };
  const isDone = ticket.state === 'bumped' || ticket.done.includes(line);
  const by = decimalOf(text.quantity);
  const before = drafts.findLast(
    (draft) => draft.text.line_id === line && !draft.isVoid && draft.isDone === isDone,
  );
  if (before !== undefined && action !== 'new') {
    before.parts = [...before.parts, part];
    if (action === 'void') {
      before.isVoid = true;
      before.marks = [{ mark: 'void', by }];
    } else {
      // A recall says how many are called, and with which course; it adds none.
      if (action === 'recall') before.text = { ...before.text, course: text.course };
      else before.quantity += by;
      before.marks = [...before.marks, { mark: action, by }];
    }
    return;
  }
  const isAdded = action === 'new' && ticket.document.number > 1;
  drafts.push({
    key: `${ticket.id_str}-${at}`,
    quantity: by < 0n ? -by : by,
    marks: action === 'new' ? (isAdded ? [{ mark: 'added', by }] : []) : [{ mark: action, by }],
    isVoid: action === 'void',
    isDone,
    text,
    parts: [part],
  });
}

function cardOf(key: Id, tickets: readonly Ticket[], station: Station, now: number): Card | undefined {
  const drafts: MutableLine[] = [];
  let elsewhere = 0;
  for (const ticket of tickets) {
    for (const [at, text] of ticket.document.lines.entries()) {
      if (isOurs(station, text)) addEntry(drafts, ticket, text, at);
      else if (!ticket.done.includes(text.line_id)) elsewhere++;
    }
  }
  const newest = tickets.at(-1);
  const waiting = tickets.filter((ticket) => isWaiting(ticket, station));
  if (newest === undefined || waiting.length === 0) return undefined;
  return {
    key,
    text: newest.document,
    tickets: waiting,
    since: Math.min(...waiting.map(({ due_at }) => Date.parse(due_at))),
    isLater: waiting.every((ticket) => isLater(ticket, now)),
    isChange: tickets.every((ticket) => ticket.document.number > 1),
    isVoid: drafts.every((draft) => draft.isVoid),
    lines: drafts,
    elsewhere,
  };
}

/** True while a station has something to do with a ticket. */
function isWaiting(ticket: Ticket, station: Station): boolean {
  return ticket.document.lines.some((line) => isOurs(station, line) && !ticket.done.includes(line.line_id));
}

const compareIds = (one: Id, other: Id): number => one.length - other.length || (one < other ? -1 : 1);

/** The cards of the open tickets that a station has something to do with, the oldest first. */
export function cardsOf(tickets: Iterable<Ticket>, station: Station, now: number): Card[] {
  const open = [...tickets].filter((ticket) => ticket.state === 'open');
  open.sort((one, other) => compareIds(one.id_str, other.id_str));
  const cards: Card[] = [];
  for (const [key, own] of Map.groupBy(open, (ticket) => ticket.document.order_id)) {
    const card = cardOf(key, own, station, now);
    if (card !== undefined) cards.push(card);
  }
  return cards.sort((one, other) => one.since - other.since || compareIds(one.key, other.key));
}

/** True when a station has done all it had to do with a ticket. */
function isDoneAt(ticket: Ticket, station: Station): boolean {
  return (
    (ticket.state === 'bumped' || !isWaiting(ticket, station)) &&
    ticket.document.lines.some((line) => isOurs(station, line))
  );
}

/** The tickets that a station bumped last, each as a card of its own, the last one first. */
export function bumpedCards(tickets: Iterable<Ticket>, station: Station, most: number): Card[] {
  const bumped = [...tickets].filter((ticket) => isDoneAt(ticket, station));
  const at = ({ bumped_at, updated_at }: Ticket) => Date.parse(bumped_at ?? updated_at);
  bumped.sort((one, other) => at(other) - at(one) || compareIds(other.id_str, one.id_str));
  return bumped.slice(0, most).map((ticket) => {
    const lines: MutableLine[] = [];
    for (const [place, text] of ticket.document.lines.entries()) {
      if (isOurs(station, text)) addEntry(lines, ticket, text, place);
    }
    return {
      key: ticket.id_str,
      text: ticket.document,
      tickets: [ticket],
      since: at(ticket),
      isLater: false,
      isChange: ticket.document.number > 1,
      isVoid: lines.every((line) => line.isVoid),
      lines,
      elsewhere: 0,
    };
  });
}

/** The bumps of a card: for each ticket the lines that this station has not done yet. */
export function bumpOf(card: Card): ReadonlyMap<Id, readonly Id[]> {
  return partsByTicket(card.lines.filter((line) => !line.isDone).flatMap((line) => line.parts));
}

/** The recalls of a card: this station's lines of it. */
export function recallOf(card: Card): ReadonlyMap<Id, readonly Id[]> {
  return partsByTicket(card.lines.flatMap((line) => line.parts));
}

/** Parts by their tickets, each line once. */
export function partsByTicket(parts: readonly TicketLineRef[]): ReadonlyMap<Id, readonly Id[]> {
  const byTicket = new Map<Id, Id[]>();
  for (const { ticket, line } of parts) {
    const lines = byTicket.get(ticket) ?? [];
    if (!lines.includes(line)) lines.push(line);
    byTicket.set(ticket, lines);
  }
  return byTicket;
}
