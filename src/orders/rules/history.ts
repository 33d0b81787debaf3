// The history of an order: its author and changed fields, one entry for each change that was saved.
import type { Id } from '../../kernel/id.ts';
import { isSame } from '../../kernel/same.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Actor, Allowed, HistoryEntry, Order } from '../types.ts';
import type { Figures } from './figures.ts';

/** Fields that follow from others or describe the change itself: never named in `changed`. */
const NOT_RECORDED: ReadonlySet<string> = new Set(['updated_at', 'history', 'held', 'requests']);

/** A line's fields that no answer shows: whether its ticket was written, and what it keeps from a split. */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set(['sent_to_kitchen', 'settled']);

/** The names of the fields in which an order changed; `created` for a new one. */
export function changesOf(before: Order | undefined, after: Order): string[] {
  if (before === undefined) return ['created'];
  const names = Object.keys(after) as (keyof Order)[];
  return names.filter(
    (name) => !NOT_RECORDED.has(name) && !isSame(before[name], after[name], INTERNAL_FIELDS),
  );
}

/** A changed order, and what is added to its history. */
export interface Recorded {
  readonly order: Order;
  /** The entries that become rows, oldest first. */
  readonly entries: readonly HistoryEntry[];
}

/**
 * The order with its change recorded (reference: orders.14): a new one holds the first entry itself, so that it is saved
 * with it. Every later one is a row, and so becomes what an earlier version has kept in the order.
 */
export function record(
  before: Order | undefined,
  after: Order,
  { priced, settlement }: Figures,
  by: Actor,
  at: Micros,
  approvals: readonly Allowed[] = [],
  orders: readonly Id[] = [],
): Recorded {
  const entry: HistoryEntry = {
    at,
    by,
    approvals,
    changed: changesOf(before, after),
    order_ids: orders,
    status: after.status,
    total: priced.total,
    paid: settlement.paid,
  };
  if (before === undefined) return { order: { ...after, history: [entry] }, entries: [] };
  const [first, ...rest] = after.history;
  return {
    order: rest.length === 0 ? after : { ...after, history: first === undefined ? [] : [first] },
    entries: [...rest, entry],
  };
}
