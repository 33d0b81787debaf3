// What ids in orders are called.

import { useQuery } from '@tanstack/react-query';
import { isolated } from '#src/kernel/text.ts';
import type { Id } from '../../shared/json.ts';
import type { Entity, OrderLine } from '../../shared/records.ts';
import { useCompany } from '../company.tsx';
import type { StaffMember } from '../records.ts';

/** Most records that names are looked up in. */
const MAX_NAMES = 5_000;
/** How long names count as fresh, in ms. */
const FRESH_MS = 60_000;

/** What staff members are called. */
export function useStaffNames(): { all: readonly { id: Id; name: string }[]; of: (id: Id) => string } {
  const { api } = useCompany();
  const staff = useQuery({
    queryKey: ['staff', api.company, 'all'],
    queryFn: ({ signal }) => api.all<StaffMember>('staff', MAX_NAMES, { signal }),
    staleTime: FRESH_MS,
  });
  const all = (staff.data ?? []).map(({ id_str, first_name, last_name }) => ({
    id: id_str,
    name: [first_name, last_name].filter(Boolean).join(' ') || `Staff ${id_str}`,
  }));
  return { all, of: (id) => all.find((each) => each.id === id)?.name ?? `Staff ${id}` };
}

interface Grant extends Entity {
  readonly addon: { readonly id_str: Id; readonly name: string };
}

/** What add-ons are called; those who do not run the company see their ids. */
export function useAddonNames(): (id: Id) => string {
  const { api, role } = useCompany();
  const addons = useQuery({
    queryKey: ['addons', api.company, 'names'],
    queryFn: async ({ signal }) => {
      const [own, connected] = await Promise.all([
        api.all<Entity & { name: string }>('addons', MAX_NAMES, { signal }),
        api.all<Grant>('grants', MAX_NAMES, { signal }),
      ]);
      return new Map([
        ...connected.map(({ addon }): [Id, string] => [addon.id_str, addon.name]),
        ...own.map(({ id_str, name }): [Id, string] => [id_str, name]),
      ]);
    },
    staleTime: FRESH_MS,
    enabled: role !== 'staff',
  });
  // Passbell's own screens act as an add-on that is in neither list; nor are those that were removed.
  return (id) =>
    addons.data?.get(id) ?? (addons.data === undefined ? `Add-on ${id}` : 'Passbell, or a former add-on');
}

/** What the modifiers of lines are called; without a name while it is looked up. */
export function useModifierNames(lines: readonly OrderLine[]): (id: Id) => string {
  const { api } = useCompany();
  const ids = [...new Set(lines.flatMap((line) => line.modifiers.map((id) => id.replace('-', ''))))].sort();
  const products = useQuery({
    queryKey: ['products', api.company, 'names', ids],
    queryFn: ({ signal }) =>
      api.all<Entity & { name: string }>(`products?ids=${ids.join(',')}&limit=${MAX_NAMES}`, MAX_NAMES, {
        signal,
      }),
    staleTime: FRESH_MS,
    enabled: ids.length > 0,
  });
  return (id) => products.data?.find((each) => each.id_str === id)?.name ?? `Modifier ${id}`;
}

/** The modifiers of a line in words: `Extra cheese, 2 × Bacon, without Onion`. */
export function modifierWords({ modifiers }: OrderLine, nameOf: (id: Id) => string): string {
  const counts = new Map<Id, number>();
  for (const id of modifiers) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => {
      const name = nameOf(id.replace('-', ''));
      if (id.startsWith('-')) return `without ${isolated(name)}`;
      return count === 1 ? isolated(name) : `${count} × ${isolated(name)}`;
    })
    .join(', ');
}
