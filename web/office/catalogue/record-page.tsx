// The page of a kind of record that is made and changed by one form: a new one's, and that of one by its id.

import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Answer, CallOptions, Input, Output, Passbell } from '#clients/typescript/index.ts';
import { FormFrame, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { CATALOGUE } from '../../shared/ui/live.tsx';
import { RecordPage, ScreenPage } from '../../shared/ui/page.tsx';
import { useCompany } from '../company.tsx';
import { DeleteButton } from '../parts.tsx';
import { ChangedAlert, refreshCatalogue, SaveBar, type Source, useEdit, useRecord } from './record.tsx';
import { useCanEdit } from './use.ts';

/** How the records are read, each of which has a name. */
type ReadId = 'getCategory' | 'getOptionSet' | 'getPriceList';

/** The properties of a form's fields. */
export interface FieldsProps<K extends ReadId, V extends object> {
  readonly form: RecordForm<V>;
  /** Undefined for a new one. */
  readonly record: Output<K> | undefined;
  readonly canEdit: boolean;
}

/** A kind of record as its page needs it: `B` is sent, `V` is what the form holds. */
export interface PageKind<K extends ReadId, B, V extends object> {
  readonly topic: string;
  /** The path of its list, which those of its records begin with. */
  readonly path: string;
  /** In the language of the page, which is known when they are shown. */
  readonly texts: () => {
    readonly list: string;
    readonly one: string;
    readonly fresh: string;
    readonly create: string;
    readonly created: string;
    readonly onDelete?: string;
  };
  readonly read: K;
  readonly inputOf: (id: string) => Input<K>;
  readonly blank: V;
  readonly valuesOf: (record: Output<K>) => V;
  readonly bodyOf: (values: V) => B;
  readonly create: (passbell: Passbell, body: B) => Promise<Output<K>>;
  readonly update: (
    passbell: Passbell,
    id: string,
    body: B,
    options: CallOptions,
  ) => Promise<Answer<Output<K>>>;
  readonly remove: (passbell: Passbell, id: string) => Promise<unknown>;
  /** True for those that cannot be deleted. */
  readonly isFixed?: (record: Output<K>) => boolean;
  readonly Fields: ComponentType<FieldsProps<K, V>>;
  /** The content below a record's form. */
  readonly Below?: ComponentType<{ readonly record: Output<K>; readonly canEdit: boolean }>;
}

interface Props<K extends ReadId, B, V extends object> {
  readonly kind: PageKind<K, B, V>;
}

/** The page of a kind. */
export function KindPage<K extends ReadId, B, V extends object>({ kind }: Props<K, B, V>) {
  const { id = '' } = useParams();
  const record = useRecord(useSource(kind, id), id !== 'new');
  const { list, one } = kind.texts();
  if (id === 'new') return <NewRecord kind={kind} />;
  return (
    <RecordPage key={id} query={record} title={one} back={{ to: kind.path, label: list }}>
      {(data) => <Loaded kind={kind} record={data} />}
    </RecordPage>
  );
}

function useSource<K extends ReadId, B, V extends object>(kind: PageKind<K, B, V>, id: string): Source<K, B> {
  const { passbell } = useCompany();
  return {
    topic: kind.topic,
    read: kind.read,
    input: kind.inputOf(id),
    write: (body, options) => kind.update(passbell, id, body, options),
  };
}

function NewRecord<K extends ReadId, B, V extends object>({ kind }: Props<K, B, V>) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const { list, fresh, create, created } = kind.texts();
  const form = useRecordForm<V, Output<K>>({
    initial: kind.blank,
    said: created,
    send: async (values) => kind.create(passbell, kind.bodyOf(values)),
    done: (record) => {
      void refreshCatalogue(client);
      go(`${kind.path}/${record.id_str}`);
    },
  });
  return (
    <ScreenPage title={fresh} back={{ to: kind.path, label: list }}>
      <FormFrame form={form}>
        <kind.Fields form={form} record={undefined} canEdit />
        <SaveBar form={form} isNew label={create} />
      </FormFrame>
    </ScreenPage>
  );
}

function Loaded<K extends ReadId, B, V extends object>({
  kind,
  record,
}: Props<K, B, V> & { readonly record: Output<K> }) {
  const canEdit = useCanEdit();
  const { passbell } = useCompany();
  const { id_str: id, name } = record;
  const { valuesOf, bodyOf } = kind;
  const form = useEdit({ source: useSource(kind, id), record, valuesOf, bodyOf });
  const { list, onDelete } = kind.texts();
  return (
    <ScreenPage
      title={name}
      back={{ to: kind.path, label: list }}
      actions={
        canEdit &&
        kind.isFixed?.(record) !== true && (
          <DeleteButton name={name} act={() => kind.remove(passbell, id)} stale={CATALOGUE} to={kind.path}>
            {onDelete}
          </DeleteButton>
        )
      }
    >
      <ChangedAlert form={form} />
      <FormFrame form={form}>
        <kind.Fields form={form} record={record} canEdit={canEdit} />
        {canEdit && <SaveBar form={form} />}
      </FormFrame>
      {kind.Below !== undefined && <kind.Below record={record} canEdit={canEdit} />}
    </ScreenPage>
  );
}
