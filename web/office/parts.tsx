// What several screens of the set-up are made of.

import { Badge, Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Arguments, CallId, Input, ListId, Register } from '#clients/typescript/index.ts';
import type { SessionInfo } from '../shared/session.ts';
import { type Message, t, translated } from '../shared/words.ts';
import { useCompany } from './company.tsx';

/** Most records of a kind that are read whole, to choose from. */
const MAX_CHOICES = 5_000;

/** A call's input and signal as the client takes them. */
function argumentsOf<K extends CallId>(input: Input<K>, signal: AbortSignal): Arguments<Input<K>> {
  return [input, { signal }] as unknown as Arguments<Input<K>>;
}

interface ReadOptions {
  /** How often it is looked at again while it is seen, in ms; for what not every change is an event of. */
  readonly everyMs?: number | false;
}

/** A list to its end, for choices and short tables. Its key begins with the topic of its events (`taxes`). */
export function useRecords<K extends ListId>(
  key: readonly unknown[],
  list: K,
  input: Input<K>,
  { everyMs = false }: ReadOptions = {},
) {
  const { passbell } = useCompany();
  return useQuery({
    queryKey: [...key, list, input, 'all'],
    queryFn: ({ signal }) => passbell.all(list, MAX_CHOICES, ...argumentsOf<K>(input, signal)),
    refetchInterval: everyMs,
  });
}

/** One record. Its key begins with the topic of its events (`taxes`). */
export function useRecord<K extends CallId>(
  key: readonly unknown[],
  operation: K,
  input: Input<K>,
  { everyMs = false }: ReadOptions = {},
) {
  const { passbell } = useCompany();
  return useQuery({
    queryKey: [...key, operation, input],
    queryFn: ({ signal }) => passbell.call(operation, ...argumentsOf<K>(input, signal)),
    refetchInterval: everyMs,
  });
}

/** What a select offers for records. */
export function choices(records: readonly { readonly id_str: string; readonly name: string }[]) {
  return records.map(({ id_str, name }) => ({ value: id_str, label: name }));
}

/** What a select offers for the values of a field. */
export function optionsOf<T extends string>(words: Readonly<Record<T, Message>>) {
  return Object.entries<Message>(words).map(([value, label]) => ({ value, label: translated(label) }));
}

/** Whether what a select gave is one of the values of `optionsOf`. */
export function isOption<T extends string>(
  words: Readonly<Record<T, Message>>,
  value: string | null,
): value is T {
  return value !== null && Object.hasOwn(words, value);
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
export function PresenceBadge({
  status,
  ordering = false,
}: {
  status: Register['status'];
  ordering?: boolean;
}) {
  const isOnline = status === 'online';
  const words = ordering
    ? isOnline
      ? t('Online ordering open')
      : t('Online ordering closed')
    : isOnline
      ? t('Online')
      : t('Offline');
  return (
    <Badge color={isOnline ? 'tide' : 'gray'} variant="light" tt="none" fw={600}>
      {words}
    </Badge>
  );
}

interface SubNavLink {
  readonly path: string;
  readonly label: Message;
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
            {translated(name)}
          </Button>
        );
      })}
    </Group>
  );
}
