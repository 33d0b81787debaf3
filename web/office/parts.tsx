// What several screens of the set-up are made of.

import { Badge, Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { SessionInfo } from '../shared/session.ts';
import { useCompany } from './company.tsx';
import type { Presence } from './records.ts';

/** Most records of a kind that are read whole, to choose from. */
const MAX_CHOICES = 5_000;

/** Every record of a kind, by name or in any order: for choices and short tables. */
export function useAll<T>(path: string, { everyMs }: { everyMs?: number } = {}) {
  const { api } = useCompany();
  return useQuery({
    queryKey: [path.split(/[/?]/)[0], api.company, path, 'all'],
    queryFn: ({ signal }) => api.all<T>(path, MAX_CHOICES, { signal }),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** What a select offers for records. */
export function choices(records: readonly { readonly id_str: string; readonly name: string }[]) {
  return records.map(({ id_str, name }) => ({ value: id_str, label: name }));
}

/** One record. */
export function useOne<T>(path: string, { everyMs }: { everyMs?: number } = {}) {
  const { api } = useCompany();
  return useQuery({
    queryKey: [path.split(/[/?]/)[0], api.company, path],
    queryFn: ({ signal }) => api.get<T>(path, { signal }),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** Makes the cached lists of some kinds of records stale: those that no event announces. */
export function useStale(): (...kinds: readonly string[]) => void {
  const client = useQueryClient();
  return (...kinds) => {
    for (const kind of kinds) void client.invalidateQueries({ queryKey: [kind] });
  };
}

/** The signed-in user, as it was read when the back office was opened. */
export function useMe(): SessionInfo['user'] | undefined {
  return useQueryClient().getQueryData<SessionInfo>(['session'])?.user;
}

/** Whether something is there just now, in a word with a colour. */
export function PresenceBadge({ status, what }: { status: Presence; what?: string }) {
  const word = status === 'online' ? 'Online' : 'Offline';
  return (
    <Badge color={status === 'online' ? 'tide' : 'gray'} variant="light" tt="none" fw={600}>
      {what === undefined ? word : `${what} ${word.toLowerCase()}`}
    </Badge>
  );
}

interface SubNavLink {
  readonly path: string;
  readonly label: string;
}

/** Leads between screens that belong together. */
export function SubNav({ label, leaves }: { label: string; leaves: readonly SubNavLink[] }) {
  const [location] = useLocation();
  return (
    <Group component="nav" gap={4} aria-label={label}>
      {leaves.map(({ path, label: name }) => {
        const here = location === path;
        return (
          <Button
            key={path}
            component={Link}
            href={path}
            size="compact-md"
            fw={here ? 600 : 400}
            variant={here ? 'light' : 'subtle'}
            color={here ? 'tide' : 'gray'}
            c={here ? 'var(--mantine-color-tide-light-color)' : 'var(--mantine-color-text)'}
            aria-current={here ? 'page' : undefined}
          >
            {name}
          </Button>
        );
      })}
    </Group>
  );
}
