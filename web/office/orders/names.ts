// What ids in orders are called.

import type { Id, Order, OrderLine } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatNumber } from '../../shared/format.ts';
import { usePolling } from '../../shared/ui/live.tsx';
import { t } from '../../shared/words.ts';
import { useAll, useRead } from '../read.ts';

/** Most records that names are looked up in. */
const MAX_NAMES = 5_000;
/** How long names count as fresh, in ms. */
const FRESH_MS = 60_000;

/** The names of staff members. */
export function useStaffNames(): { all: readonly { id: Id; name: string }[]; of: (id: Id) => string } {
  const staff = useAll('staff', 'listStaff', {}, { staleTime: FRESH_MS });
  const unnamed = (id: Id) => t('Staff {id}', { id });
  const all = (staff.data ?? []).map(({ id_str, first_name, last_name }) => ({
    id: id_str,
    name: [first_name, last_name].filter(Boolean).join(' ') || unnamed(id_str),
  }));
  return { all, of: (id) => all.find((each) => each.id === id)?.name ?? unnamed(id) };
}

/** The history of an order. */
export function useHistory(order: Order) {
  return useAll('orders', 'getOrderHistory', { order_id: order.id_str }, { keep: true, from: order });
}

/** The refunds of an order. */
export function useRefunds(order: Order) {
  const everyMs = usePolling();
  return useRead('orders', 'getOrderRefunds', { order_id: order.id_str }, { everyMs });
}

/** The names of lines' modifiers; the id while one is looked up. */
export function useModifierNames(lines: readonly OrderLine[]): (id: Id) => string {
  const ids = [...new Set(lines.flatMap((line) => line.modifiers.map((id) => id.replace('-', ''))))].sort();
  const products = useAll(
    'products',
    'listProducts',
    { ids, limit: MAX_NAMES },
    { keep: true, enabled: ids.length > 0, staleTime: FRESH_MS },
  );
  return (id) => products.data?.find((each) => each.id_str === id)?.name ?? t('Modifier {id}', { id });
}

/** The modifiers of a line in words: `Extra cheese, 2 × Bacon, without Onion`. */
export function modifierWords({ modifiers }: OrderLine, nameOf: (id: Id) => string): string {
  const counts = new Map<Id, number>();
  for (const id of modifiers) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => modifierName(nameOf(id.replace('-', '')), count, id.startsWith('-')))
    .join(', ');
}

/** A modifier as it was chosen: `Cheese`, `2 × Bacon`, `without Onion`. */
export function modifierName(name: string, count: number, without: boolean): string {
  if (without) return t('without {name}', { name: isolated(name) });
  return count === 1 ? isolated(name) : `${formatNumber(count)} × ${isolated(name)}`;
}
