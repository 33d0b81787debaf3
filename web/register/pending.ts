// Between the answer to a write and the next reading of orders, the lists still show what was before it. Until then the
// write counts as one that waits: no order comes back, moves or goes for a moment under a finger.
import { type QueueState, serverIdOf, type Write } from './writes.ts';

/** The writes that were done between two states of the queue, by this tab or another. */
export function doneSince(before: QueueState, { entries }: QueueState): readonly Write[] {
  if (before.entries.length === 0) return [];
  const left = new Set(entries.map(({ seq }) => seq));
  // One that was refused goes when it is discarded.
  return before.entries.filter(({ seq, refusal }) => refusal === null && !left.has(seq));
}

/** Those orders of this device that are not among the orders of the service. */
export function unlisted<T extends { readonly name: string }>(
  locals: readonly T[],
  queue: QueueState,
  listed: readonly { readonly id_str: string }[],
): T[] {
  if (locals.length === 0) return [];
  const ids = new Set(listed.map(({ id_str: id }) => id));
  return locals.filter(({ name }) => !ids.has(serverIdOf(queue, name) ?? ''));
}
