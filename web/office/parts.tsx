// What several screens of the set-up are made of.

import { Button, Group, Select, type SelectProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Register } from '#clients/typescript/index.ts';
import type { SessionInfo } from '../shared/session.ts';
import { ConfirmButton, type ConfirmProps } from '../shared/ui/dialog.tsx';
import { dropInput } from '../shared/ui/leave.tsx';
import { Tag } from '../shared/ui/tag.tsx';
import { type Message, t, translated } from '../shared/words.ts';

/** The options of a select for records. */
export function choices(records: readonly { readonly id_str: string; readonly name: string }[]) {
  return records.map(({ id_str, name }) => ({ value: id_str, label: name }));
}

/** The options of a select for the values of a field. */
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

/** One of the filters over a list: one of its values, or all. */
export function FilterSelect(props: SelectProps) {
  const flex = { base: '1 1 40%', sm: '0 1 auto' };
  return <Select placeholder={t('All')} clearable limit={100} flex={flex} {...props} />;
}

interface DeleteProps extends Omit<ConfirmProps, 'label' | 'title' | 'confirm'> {
  readonly name: string;
  readonly confirm?: string;
  /** The page that is shown once there is no such record any more. */
  readonly to?: string;
}

/** Deletes a record by its name, after asking. */
export function DeleteButton({ name, to, done, ...rest }: DeleteProps) {
  const [, go] = useLocation();
  return (
    <ConfirmButton
      label={t('Delete')}
      about={t('Delete {name}', { name })}
      title={t('Delete {name}?', { name })}
      confirm={t('Delete')}
      said={t('{name} deleted', { name })}
      done={() => {
        dropInput();
        if (to !== undefined) go(to);
        done?.();
      }}
      {...rest}
    />
  );
}

/** The same at the end of the form of the record, without a frame. */
export function QuietDelete(props: DeleteProps) {
  return <DeleteButton variant="subtle" color="red" {...props} />;
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
    <Tag color={isOnline ? 'tide' : 'gray'} fw={600}>
      {words}
    </Tag>
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
