// One record of the catalogue: read with its tag, changed by a form, deleted after a question.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { type Api, ApiFailure } from '../../shared/api.ts';
import { type ApiForm, useApiForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { type Draft, isSame } from './draft.ts';

/** How often a change is sent again when only other fields than the form's changed meanwhile. */
const MAX_ROUNDS = 4;
/** How often a record is read again, in ms: no event announces a price, or a record without a topic. */
export const LOOK_EVERY_MS = 5_000;

/** What a screen reads and writes: the topic's first word, and the path below the company. */
export interface Source {
  readonly kind: string;
  readonly path: string;
  /** What only reading asks for: `?limit=200`. */
  readonly query?: string;
}

const readPath = ({ path, query = '' }: Source) => path + query;

function keyOf(api: Api, { kind, path }: Source): readonly unknown[] {
  return [kind, api.company, path, 'tagged'];
}

/** Reads a record with its tag, and goes on looking. */
export function useRecord<R>(source: Source) {
  const { api } = useCompany();
  return useQuery({
    queryKey: keyOf(api, source),
    queryFn: ({ signal }) => api.tagged<R>(readPath(source), { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Makes everything stale that begins with one of the words. */
export function refresh(client: QueryClient, ...kinds: readonly string[]): Promise<unknown> {
  return Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [kind] })));
}

/** Everything of the catalogue shows parts of everything else. */
export const CATALOGUE = ['products', 'categories', 'optionsets', 'price_lists'] as const;

interface EditOptions<R, V extends object> {
  readonly source: Source;
  readonly draft: Draft<V>;
  readonly valuesOf: (record: R) => V;
  readonly bodyOf: (values: V, base: V) => object;
  /** The names of the fields that show their errors. */
  readonly fields: readonly string[];
  readonly after?: () => void;
}

/**
 * Saves a form's changes, unless another user changed the same fields meanwhile. Changes of other fields (such as the
 * stock, while it is being sold) do not stand in the way.
 */
export function useEdit<R, V extends object>(options: EditOptions<R, V>): ApiForm<V, R> {
  const { source, draft, valuesOf, bodyOf, fields, after } = options;
  const { api } = useCompany();
  const client = useQueryClient();
  return useApiForm<V, R>({
    fields,
    said: 'Saved.',
    send: async (values) => {
      if (draft.isBehind) throw changedMeanwhile();
      for (let round = 1; ; round++) {
        const now = await api.tagged<R>(readPath(source));
        client.setQueryData(keyOf(api, source), now);
        if (!isSame(valuesOf(now.value), draft.base)) throw changedMeanwhile();
        try {
          return await api.put<R>(source.path, bodyOf(values, draft.base), { ifMatch: now.etag });
        } catch (error) {
          const isBehind = error instanceof ApiFailure && error.status === 412;
          if (!isBehind || round === MAX_ROUNDS) throw error;
        }
      }
    },
    done: (result) => {
      client.setQueryData(keyOf(api, source), { value: result, etag: undefined });
      draft.load(valuesOf(result));
      void refresh(client, ...CATALOGUE);
      after?.();
    },
  });
}

function changedMeanwhile(): ApiFailure {
  return new ApiFailure(
    412,
    'precondition_failed',
    'Somebody else changed this meanwhile. Load it again to go on.',
  );
}

/** Says that the record moved on while it was edited. */
export function ChangedAlert<V, R>({ draft, form }: { draft: Draft<V>; form: ApiForm<V, R> }) {
  if (!draft.isBehind) return null;
  return (
    <Alert color="brass" variant="light" title="Somebody else has changed this" role="alert">
      <Group justify="space-between" gap="sm">
        <Text size="sm">What you typed has not been saved. Load it again to see how it is now.</Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            form.mutation.reset();
            draft.load();
          }}
        >
          Load it again
        </Button>
      </Group>
    </Alert>
  );
}

/** Errors that belong to none of the form's fields. */
export function OtherError({ form }: { form: Pick<ApiForm<never, unknown>, 'otherError'> }) {
  return form.otherError === undefined ? null : (
    <Text size="sm" c="red" role="alert" style={{ overflowWrap: 'anywhere' }}>
      {form.otherError}
    </Text>
  );
}

interface SaveBarProps<V, R> {
  readonly form: ApiForm<V, R>;
  readonly draft: Draft<V>;
  /** For something new there is nothing to go back to. */
  readonly isNew?: boolean;
  readonly label?: string;
}

/** The buttons to save or drop the input; always within reach. */
export function SaveBar<V, R>({ form, draft, isNew = false, label = 'Save' }: SaveBarProps<V, R>) {
  const bar = useRef<HTMLDivElement>(null);
  const { isError, submittedAt } = form.mutation;
  useEffect(() => {
    // The focus goes to the refused field.
    const wrong = '[aria-invalid="true"]:not(:disabled)';
    if (isError && submittedAt > 0) bar.current?.closest('form')?.querySelector<HTMLElement>(wrong)?.focus();
  }, [isError, submittedAt]);
  return (
    <Group ref={bar} className="save-bar" justify="flex-end" gap="sm">
      <OtherError form={form} />
      {!isNew && draft.isDirty && (
        <Button
          variant="subtle"
          onClick={() => {
            form.mutation.reset();
            draft.load();
          }}
        >
          Undo
        </Button>
      )}
      <Button type="submit" loading={form.busy} disabled={!isNew && !draft.isDirty}>
        {label}
      </Button>
    </Group>
  );
}

interface DeleteProps {
  /** `product`. */
  readonly what: string;
  readonly name: string;
  readonly path: string;
  readonly to: string;
  readonly children?: ReactNode;
}

/** Deletes a record after asking. */
export function DeleteButton({ what, name, path, to, children }: DeleteProps) {
  const { api } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [opened, { open, close }] = useDisclosure();
  const remove = useMutation({
    mutationFn: () => api.delete(path),
    onSuccess: () => {
      toast('Deleted.');
      go(to);
      void refresh(client, ...CATALOGUE);
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => {
          remove.reset();
          open();
        }}
      >
        Delete
      </Button>
      <Modal opened={opened} onClose={close} title={`Delete this ${what}?`} centered>
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {children !== undefined && (
            <Text size="sm" c="dimmed">
              {children}
            </Text>
          )}
          {remove.isError && (
            <Text size="sm" c="red" role="alert">
              {sentenceOf(remove.error)}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

interface PageProps<R> {
  readonly source: Source;
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  readonly children: (record: R) => ReactNode;
}

/** Stands in for a record's page until the record is there. */
export function RecordPage<R>({ source, title, back, children }: PageProps<R>) {
  const record = useRecord<R>(source);
  if (record.data !== undefined) return children(record.data.value);
  return (
    <ScreenPage title={title} back={back}>
      {record.isError ? <Trouble error={record.error} again={() => void record.refetch()} /> : <Loading />}
    </ScreenPage>
  );
}
