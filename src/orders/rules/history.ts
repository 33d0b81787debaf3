// The history of an order: its author and changed fields, one entry for each change that was saved.
import type { Micros } from '../../kernel/time.ts';
import type { Actor, Order } from '../types.ts';
import type { Figures } from './figures.ts';

/** Most entries that are kept; beyond them the second oldest is dropped, so that `created` stays the first. */
export const MAX_HISTORY = 500;

/** Fields that follow from others or describe the change itself: never named in `changed`. */
const NOT_RECORDED: ReadonlySet<string> = new Set(['updated_at', 'history', 'held']);

/** A line's field that no answer shows: whether its ticket was written. */
const INTERNAL_FIELD = 'sent_to_kitchen';

const text = (value: unknown): string | undefined =>
  JSON.stringify(value, (key, item: unknown) => {
    if (key === INTERNAL_FIELD) return undefined;
    return typeof item === 'bigint' ? `${item}n` : item;
  });

/** The names of the fields in which an order changed; `created` for a new one. */
export function changesOf(before: Order | undefined, after: Order): string[] {
  if (before === undefined) return ['created'];
  const names = Object.keys(after) as (keyof Order)[];
  return names.filter(
    (name) =>
      !NOT_RECORDED.has(name) && before[name] !== after[name] && text(before[name]) !== text(after[name]),
  );
}

/** The order with one more entry of its history. */
export function withEntry(
  before: Order | undefined,
  after: Order,
  { priced, settlement }: Figures,
  by: Actor,
  at: Micros,
): Order {
  const entry = {
    at,
    by,
    changed: changesOf(before, after),
    status: after.status,
    total: priced.total,
    paid: settlement.paid,
  };
  const [first, ...rest] = after.history;
  const kept =
    first === undefined || after.history.length < MAX_HISTORY
      ? after.history
      : [first, ...rest.slice(after.history.length - MAX_HISTORY + 1)];
  return { ...after, history: [...kept, entry] };
}
