// Who did what to an order: one entry for each change that was saved.
import type { Micros } from '../../kernel/time.ts';
import type { Actor, Order } from '../types.ts';
import type { Figures } from './figures.ts';

/** Most entries that are kept; beyond them the second oldest goes, so that the first always tells of the beginning. */
export const MAX_HISTORY = 500;

/** What follows from other fields, or is itself about the change. */
const NOT_RECORDED: ReadonlySet<string> = new Set(['updated_at', 'history', 'held']);

/** What a line keeps for the kitchen's sake and shows nobody. */
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
