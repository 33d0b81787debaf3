// One record of the catalogue: read with its tag, changed by a form, deleted after a question.

import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type Answer, ApiError, type CallOptions } from '#clients/typescript/index.ts';
import { isSame } from '../../shared/json.ts';
import { Ask } from '../../shared/ui/ask.tsx';
import { OtherError, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { dropInput } from '../../shared/ui/leave.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from './use.ts';

/** How often a change is sent again when only other fields than the form's changed meanwhile. */
const MAX_ROUNDS = 4;
/** How often a record is read again, in ms: no event announces a price, or a record without a topic. */
export const LOOK_EVERY_MS = 5_000;

/** A record that a screen reads and writes. */
export interface Source<R, B> {
  /** Begins with the first word of the topic of its events. */
  readonly key: readonly string[];
  readonly read: (options: CallOptions) => Promise<Answer<R>>;
  readonly write: (body: B, options: CallOptions) => Promise<R>;
}

const keyOf = ({ key }: Pick<Source<never, never>, 'key'>) => [...key, 'tagged'];

/** Reads a record, and goes on looking. */
export function useRecord<R, B>(source: Source<R, B>) {
  return useQuery({
    queryKey: keyOf(source),
    queryFn: async ({ signal }) => (await source.read({ signal })).body,
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Makes everything stale that begins with one of the words. */
export function refresh(client: QueryClient, ...kinds: readonly string[]): Promise<unknown> {
  return Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [kind] })));
}

/** Everything of the catalogue shows parts of everything else. */
export const CATALOGUE = ['products', 'categories', 'option_sets', 'price_lists'] as const;

interface EditOptions<R, B, V extends object> {
  readonly source: Source<R, B>;
  readonly record: R;
  readonly valuesOf: (record: R) => V;
  readonly bodyOf: (values: V, base: V) => B;
  readonly after?: () => void;
}

/**
 * The form of a record: saves its changes, unless another user changed the same fields meanwhile. Changes of other fields
 * (such as the stock, while it is being sold) do not stand in the way.
 */
export function useEdit<R, B, V extends object>(options: EditOptions<R, B, V>): RecordForm<V> {
  const { source, record, valuesOf, bodyOf, after } = options;
  const client = useQueryClient();
  const form: RecordForm<V> = useRecordForm<V, R>({
    initial: valuesOf(record),
    disabled: !useCanEdit(),
    said: t('Saved.'),
    send: async (values, base) => {
      if (form.isBehind) throw changedMeanwhile();
      for (let round = 1; ; round++) {
        const { body: now, etag } = await source.read({});
        client.setQueryData(keyOf(source), now);
        if (!isSame(valuesOf(now), base)) throw changedMeanwhile();
        try {
          return await source.write(bodyOf(values, base), etag === undefined ? {} : { ifMatch: etag });
        } catch (error) {
          const isBehind = error instanceof ApiError && error.status === 412;
          if (!isBehind || round === MAX_ROUNDS) throw error;
        }
      }
    },
    done: (result) => {
      client.setQueryData(keyOf(source), result);
      form.reset(valuesOf(result));
      void refresh(client, ...CATALOGUE);
      after?.();
    },
  });
  return form;
}

function changedMeanwhile(): Error {
  return new Error(t('Somebody else changed this meanwhile. Reload to go on.'));
}

/** Says that the record moved on while it was edited. */
export function ChangedAlert<V extends object>({ form }: { form: RecordForm<V> }) {
  if (!form.isBehind) return null;
  return (
    <Alert color="brass" variant="light" title={t('Somebody else changed this')} role="alert">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('Your changes are not saved. Reload to see the current version.')}</Text>
        <Button size="xs" variant="default" onClick={() => form.reset()}>
          {t('Reload')}
        </Button>
      </Group>
    </Alert>
  );
}

interface SaveBarProps<V extends object> {
  readonly form: RecordForm<V>;
  /** For something new there is nothing to go back to. */
  readonly isNew?: boolean;
  readonly label?: string;
}

/** The buttons to save or drop the input; always within reach. Behind the fields, so that each has been bound by then. */
export function SaveBar<V extends object>({ form, isNew = false, label }: SaveBarProps<V>) {
  return (
    <Group className="save-bar" justify="flex-end" gap="sm">
      <OtherError form={form} />
      {!isNew && form.isDirty && (
        <Button variant="subtle" onClick={() => form.reset()}>
          {t('Discard')}
        </Button>
      )}
      <Button type="submit" loading={form.busy} disabled={!isNew && !form.isDirty}>
        {label ?? t('Save')}
      </Button>
    </Group>
  );
}

interface DeleteProps {
  /** Such as `Delete this product?`. */
  readonly title: string;
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly to: string;
  readonly children?: ReactNode;
}

/** Deletes a record after asking. */
export function DeleteButton({ title, name, remove, to, children }: DeleteProps) {
  const client = useQueryClient();
  const [, go] = useLocation();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<Trash2 size={16} aria-hidden />} onClick={open}>
        {t('Delete')}
      </Button>
      <Ask
        title={title}
        opened={opened}
        close={close}
        confirm={t('Delete')}
        color="red.9"
        act={remove}
        said={t('Deleted.')}
        done={() => {
          dropInput();
          go(to);
          void refresh(client, ...CATALOGUE);
        }}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {children !== undefined && (
          <Text size="sm" c="dimmed" mt="xs">
            {children}
          </Text>
        )}
      </Ask>
    </>
  );
}

interface PageProps<R, B> {
  readonly source: Source<R, B>;
  readonly title: string;
  readonly back: BackLink;
  readonly children: (record: R) => ReactNode;
}

/** Where a page of the catalogue leads back to. */
export interface BackLink {
  readonly to: string;
  readonly label: string;
}

/** Stands in for a record's page until the record is there. */
export function RecordPage<R, B>({ source, title, back, children }: PageProps<R, B>) {
  const record = useRecord(source);
  if (record.data !== undefined) return children(record.data);
  return (
    <ScreenPage title={title} back={back}>
      {record.isError ? <Trouble error={record.error} again={() => void record.refetch()} /> : <Loading />}
    </ScreenPage>
  );
}
