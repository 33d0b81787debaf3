// The changes that are not sent yet: writes to orders in the order in which they were made, stored in the browser.

import type { Right } from '#src/company/rules/rights.ts';
import { EMPTY, type Entry, type NewEntry, type OutboxState } from '../shared/outbox/entries.ts';

/** The kinds of write. */
export type WriteKind = 'create' | 'lines' | 'payment' | 'fields' | 'line' | 'void' | 'delete';

/** The session in which something was made. Its token is kept with it until it is sent, and no longer. */
export interface Author {
  readonly session: string;
  readonly token: string;
}

/** A change to be sent. */
export interface NewWrite extends NewEntry {
  /** The order: its id, or this device's own name for one that is not created yet. */
  readonly subject: string;
  readonly kind: WriteKind;
  /** The body as it is sent, to the byte; null where there is none. */
  readonly body: string | null;
  /** The line's `line_id`, for changes of one line: its number may be another by the time this is sent. */
  readonly line?: string;
  /** The name of the change on screen. */
  readonly label: string;
  /** Why it is made, where that was asked: an approval of it begins with that. */
  readonly reason?: string;
  /** Permissions that it needs besides those that its kind and body say. */
  readonly rights?: readonly Right[];
  /** Approvals of what its author may not do. */
  readonly approvals?: readonly string[];
  /** The items that a payment is for, when guests split by item; see `Payable`. */
  readonly items?: readonly string[];
  /**
   * Its author's session. Absent in writes of earlier versions and in retried ones: those are sent as the present
   * staff member.
   */
  readonly by?: Author;
}

/** A change that can be sent again: with the same key it is made once. */
export interface KeyedWrite extends NewWrite {
  /** Its Idempotency-Key. */
  readonly key: string;
}

/** A write that waits. */
export type Write = Entry<KeyedWrite>;

/** Everything a device has not sent yet, and what it learned from what it has sent. */
export interface QueueState extends OutboxState<KeyedWrite> {
  /** Ids that the service gave to orders, by the device's own names for them; the latest last. */
  readonly known: readonly (readonly [local: string, id: string])[];
  /** Items that payments of this device were for, by the order's id; the latest last. */
  readonly paid: readonly (readonly [order: string, items: readonly string[]])[];
}

/** The result of a write that was done. */
export interface Done {
  /** The id of the order it made. */
  readonly made?: string;
  /** The order's lines that are no options, by `line_id`, as they were then. */
  readonly lines?: readonly string[];
}

export const EMPTY_QUEUE: QueueState = { ...EMPTY, known: [], paid: [] };

/** Most writes that wait; beyond that nothing can be sold until some are sent. */
export const MAX_WRITES = 2_000;
/** How many orders' ids are remembered. */
const MAX_KNOWN = 500;
/** How many payments are remembered that were for some items. */
const MAX_PAID = 500;

/** True for the id of an order that the service knows. */
export function isServerId(order: string): boolean {
  return /^[1-9]\d*$/.test(order);
}

/** The id of an order, if it has one yet. */
export function serverIdOf(state: QueueState, order: string): string | undefined {
  if (isServerId(order)) return order;
  return state.known.find(([local]) => local === order)?.[1];
}

/** The item at a place among an order's lines that are no options, as long as only this device knows the order. */
export function localItem(place: number): string {
  return `#${place}`;
}

/** The queue with what was learned from a write that was done. */
export function withDone(before: QueueState, done: Write, { made, lines = [] }: Done): QueueState {
  const isNew = made !== undefined && !isServerId(done.subject);
  const known = isNew ? [...before.known, [done.subject, made] as const].slice(-MAX_KNOWN) : before.known;
  const state = { ...before, known };
  const order = serverIdOf(state, done.subject);
  if (done.items === undefined || done.items.length === 0 || order === undefined) return state;
  // Lines that go move those behind them: from here on each is known by its own id.
  const own = new Map(lines.map((line, place) => [localItem(place), line]));
  const items = done.items.map((item) => own.get(item) ?? item);
  return { ...state, paid: [...before.paid, [order, items] as const].slice(-MAX_PAID) };
}

/** The items of an order that this device took money for, refused payments left out. */
export function paidItems(state: QueueState, order: string): ReadonlySet<string> {
  const id = serverIdOf(state, order);
  const isMeant = (name: string) => name === order || (id !== undefined && serverIdOf(state, name) === id);
  return new Set([
    ...state.paid.flatMap(([name, items]) => (isMeant(name) ? items : [])),
    ...state.entries.flatMap((write) =>
      write.refusal === null && isMeant(write.subject) ? (write.items ?? []) : [],
    ),
  ]);
}
