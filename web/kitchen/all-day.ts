// How many of each dish are to be made just now.

import type { Decimal } from '#src/kernel/money.ts';
import type { Card } from './cards.ts';

/** A dish, and how many of it are open. */
export interface DishCount {
  readonly name: string;
  readonly count: Decimal;
  /** On how many orders. */
  readonly orders: number;
}

/** Counts the open lines of some cards; done and void ones do not count. The most first. */
export function allDay(cards: readonly Card[]): DishCount[] {
  const counts = new Map<string, { count: Decimal; orders: Set<string> }>();
  for (const card of cards) {
    for (const line of card.lines) {
      if (line.isDone || line.isVoid) continue;
      // A change alone that takes some back lessens what an earlier ticket, bumped by now, asked for; a recall calls it.
      if (line.text.action === 'less' || line.text.action === 'recall') continue;
      const { name } = line.text;
      const known = counts.get(name) ?? { count: 0n, orders: new Set() };
      known.count += line.quantity;
      known.orders.add(card.key);
      counts.set(name, known);
    }
  }
  return [...counts]
    .map(([name, { count, orders }]) => ({ name, count, orders: orders.size }))
    .sort((one, other) => Number(other.count - one.count) || one.name.localeCompare(other.name));
}
