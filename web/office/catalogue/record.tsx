// One record of the catalogue: read with its tag, changed by a form, deleted after a question.

import { Alert, Button, Group, Text } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type Answer,
  ApiError,
  type CallId,
  type CallOptions,
  type Input,
  type Output,
} from '#clients/typescript/index.ts';
import { isSame } from '../../shared/json.ts';
import { OtherError, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { CATALOGUE, usePolling } from '../../shared/ui/live.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { callOf, reading } from '../queries.ts';
import { useRead } from '../read.ts';
import { useCanEdit } from './use.ts';

/** How often a change is sent again when only other fields than the form's changed meanwhile. */
const MAX_ROUNDS = 4;

/** A record that a screen reads and writes. */
export interface Source<K extends CallId, B> {
  readonly topic: string;
  readonly read: K;
  readonly input: Input<K>;
  readonly write: (body: B, options: CallOptions) => Promise<Answer<Output<K>>>;
}

/** Reads a record, again whenever an event tells that it may be another. */
export function useRecord<K extends CallId, B>({ topic, read, input }: Source<K, B>, enabled = true) {
  return useRead(topic, read, input, { everyMs: usePolling(), enabled });
}

/** Makes everything of the catalogue stale, and reads again what is seen of it. */
export function refreshCatalogue(client: QueryClient): Promise<unknown> {
  return Promise.all(CATALOGUE.map((kind) => client.invalidateQueries({ queryKey: [kind] })));
}

interface EditOptions<K extends CallId, B, V extends object> {
  readonly source: Source<K, B>;
  readonly record: Output<K>;
  readonly valuesOf: (record: Output<K>) => V;
  readonly bodyOf: (values: V, base: V) => B;
  readonly after?: () => void;
}

/**
 * The form of a record: saves its changes, unless another user changed the same fields meanwhile. Changes of other fields
 * (such as the stock, while it is being sold) do not stand in the way.
 */
export function useEdit<K extends CallId, B, V extends object>(options: EditOptions<K, B, V>): RecordForm<V> {
  const { source, record, valuesOf, bodyOf, after } = options;
  const { passbell } = useCompany();
  const client = useQueryClient();
  const { queryKey } = reading(passbell, source.topic, source.read, source.input);
  const form: RecordForm<V> = useRecordForm<V, Answer<Output<K>>>({
    initial: valuesOf(record),
    disabled: !useCanEdit(),
    said: t('Saved.'),
    send: async (values, base) => {
      if (form.isBehind) throw changedMeanwhile();
      for (let round = 1; ; round++) {
        const now = await passbell.send(callOf(passbell, source.read, source.input));
        client.setQueryData(queryKey, now);
        if (!isSame(valuesOf(now.body), base)) throw changedMeanwhile();
        const { etag } = now;
        try {
          return await source.write(bodyOf(values, base), etag === undefined ? {} : { ifMatch: etag });
        } catch (error) {
          const isBehind = error instanceof ApiError && error.status === 412;
          if (!isBehind || round === MAX_ROUNDS) throw error;
        }
      }
    },
    done: (result) => {
      client.setQueryData(queryKey, result);
      form.reset(valuesOf(result.body));
      void refreshCatalogue(client);
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
