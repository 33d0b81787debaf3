// What check-ins are made of on every screen that shows them.

import { Button } from '@mantine/core';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import type { Id } from '../../shared/json.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import type { Checkin } from '../customers/records.ts';

/** How often check-ins are looked at again, in ms: who comes and goes is an event, whose time is over is not. */
export const CHECKINS_EVERY_MS = 5_000;
/** How often the time left is updated, in ms. */
const TICK_MS = 5_000;
/** Check-ins of a site that are looked through for one customer. */
const MAX_CHECKINS = 5_000;
/** Sites that are looked at for one customer. */
const MAX_SITES = 50;

const MINUTE_MS = 60_000;

/** The moment as it goes on. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long it is until a moment, in words. */
export function timeLeft(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / MINUTE_MS);
  if (minutes <= 0) return 'Time is over';
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min left`;
  const rest = minutes % 60;
  return rest === 0 ? `${hours} h left` : `${hours} h ${rest} min left`;
}

/** The key of a site's check-ins; the live channel refreshes what begins like it. */
export function checkinsKey(company: Id, site: Id): readonly unknown[] {
  return ['checkins', company, site];
}

/** The customers at any of the sites; undefined while they are loaded. */
export function useAllCheckins(): readonly Checkin[] | undefined {
  const { api, sites } = useCompany();
  return useQueries({
    queries: sites.slice(0, MAX_SITES).map(({ id_str }) => ({
      queryKey: [...checkinsKey(api.company, id_str), 'all'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.all<Checkin>(`sites/${id_str}/checkins?limit=${MAX_CHECKINS}`, MAX_CHECKINS, { signal }),
      refetchInterval: CHECKINS_EVERY_MS,
    })),
    combine: (results) =>
      results.some((each) => each.isPending) ? undefined : results.flatMap((each) => each.data ?? []),
  });
}

/** The button that checks a customer out. */
export function CheckOut({ checkin, name }: { checkin: Checkin; name: string }) {
  const { api } = useCompany();
  const client = useQueryClient();
  const out = useMutation({
    mutationFn: () => api.delete(`sites/${checkin.site_id}/checkins/${checkin.customer_id}`),
    onSuccess: () => toast(`${isolated(name)} is checked out.`),
    onError: (error) => toast(sentenceOf(error), 'failed'),
    onSettled: () => void client.invalidateQueries({ queryKey: ['checkins'] }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={out.isPending}
      onClick={() => out.mutate()}
      aria-label={`Check out ${name}`}
    >
      Check out
    </Button>
  );
}
