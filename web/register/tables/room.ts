// The floors of the site, the tables on them, and who sits there; without a network, as they were last known.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Floor, Table } from '#clients/typescript/index.ts';
import { usePolling } from '../../shared/ui/live.tsx';
import { useRegister, useRegisterState } from '../context.tsx';
import type { LocalOrder } from '../locals.ts';
import { unlisted } from '../pending.ts';
import { useKept } from '../use-kept.ts';

/** As many as a site may have. */
const MAX_FLOORS = 50;
const MAX_TABLES = 500;

/** The floors and tables of a site. */
export interface Room {
  readonly floors: readonly Floor[];
  readonly tables: readonly Table[];
}

const bySort = <T extends { sort: number; name: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, undefined, { numeric: true }));

/** The room, undefined until it is known; `error` says why it is not. */
export function useRoom() {
  const { passbell, place } = useRegister();
  const everyMs = usePolling();
  const at = { site_id: place.site };
  const readTables = () => passbell.all('listTables', MAX_TABLES, { ...at, limit: MAX_TABLES });
  const floors = useQuery({
    queryKey: ['floors', place.site],
    queryFn: () => passbell.all('listFloors', MAX_FLOORS, at),
    refetchInterval: everyMs,
  });
  // Orders tell who sits where, tables what they are called: each makes its own reading stale, and the later one is shown.
  const seats = useQuery({
    queryKey: ['orders', 'tables', place.site],
    queryFn: readTables,
    refetchInterval: everyMs,
  });
  const drawn = useQuery({ queryKey: ['tables', place.site], queryFn: readTables });
  const tables = seats.dataUpdatedAt >= drawn.dataUpdatedAt ? seats.data : drawn.data;
  const fresh = useMemo(
    () =>
      floors.data === undefined || tables === undefined
        ? undefined
        : { floors: bySort(floors.data), tables: bySort(tables) },
    [floors.data, tables],
  );
  const kept = useKept<Room>('room', fresh);
  const room = fresh ?? kept;
  const error = floors.error ?? seats.error;
  return { room, error, again: () => void Promise.all([floors.refetch(), seats.refetch()]) };
}

/** The orders of this device at a table that are not sent yet. */
export function useLocalsAt(): (table: Table) => readonly LocalOrder[] {
  const { locals, queue } = useRegisterState();
  return (table) => {
    const mine = locals.filter(({ basket }) => String(basket.table?.id) === table.id_str);
    // What the table's own reading has; the open orders are read apart.
    return unlisted(mine, queue, table.orders ?? []);
  };
}
