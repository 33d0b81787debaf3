// Records that are made, changed and deleted in a dialog over their list.

import { type ComponentType, type ReactNode, useState } from 'react';
import type { Passbell } from '#clients/typescript/index.ts';
import { changesOf } from '../shared/changes.ts';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Form, type RecordForm, useRecordForm } from '../shared/ui/form.tsx';
import { t } from '../shared/words.ts';
import { useCompany } from './company.tsx';
import { QuietDelete } from './parts.tsx';
import { useSaved } from './read.ts';

/** The properties of a form's fields. */
export interface DialogFields<R, V extends object> {
  readonly form: RecordForm<V>;
  /** Undefined for a new one. */
  readonly record: R | undefined;
}

/** A kind of record as its dialog needs it: `B` is sent, `V` is what the form holds. */
export interface DialogKind<R extends { readonly id: string }, V extends object, B extends object> {
  /** The topic of its events, whose lists are read again after a change. */
  readonly topic: string;
  /** In the language of the page, which is known when they are shown. */
  readonly texts: () => {
    readonly fresh: string;
    readonly add?: string;
    readonly added: string;
    readonly saved: string;
    readonly confirmDelete: string;
    readonly onDelete: string;
  };
  readonly nameOf: (record: R) => string;
  readonly valuesOf: (record: R | undefined) => V;
  readonly bodyOf: (values: V) => B;
  readonly create: (passbell: Passbell, body: B) => Promise<R>;
  /** Sends the fields that were changed. */
  readonly update: (passbell: Passbell, id: string, body: Partial<B>) => Promise<R>;
  readonly remove: (passbell: Passbell, id: string) => Promise<unknown>;
  readonly Fields: ComponentType<DialogFields<R, V>>;
  readonly size?: string;
}

interface RecordDialog<R> {
  readonly open: (record: R) => void;
  readonly add: () => void;
  /** To be put on the page. */
  readonly dialog: ReactNode;
}

/** The dialog of a kind, and what opens it. */
export function useRecordDialog<R extends { readonly id: string }, V extends object, B extends object>(
  kind: DialogKind<R, V, B>,
): RecordDialog<R> {
  const [chosen, setChosen] = useState<R | 'new'>();
  const close = () => setChosen(undefined);
  const record = chosen === 'new' ? undefined : chosen;
  return {
    open: setChosen,
    add: () => setChosen('new'),
    dialog: (
      <Dialog
        title={record === undefined ? kind.texts().fresh : kind.nameOf(record)}
        opened={chosen !== undefined}
        close={close}
        {...(kind.size === undefined ? {} : { size: kind.size })}
      >
        {chosen !== undefined && <KindForm kind={kind} record={record} close={close} />}
      </Dialog>
    ),
  };
}

interface FormProps<R extends { readonly id: string }, V extends object, B extends object> {
  readonly kind: DialogKind<R, V, B>;
  readonly record: R | undefined;
  readonly close: () => void;
}

function KindForm<R extends { readonly id: string }, V extends object, B extends object>({
  kind,
  record,
  close,
}: FormProps<R, V, B>) {
  const { passbell } = useCompany();
  const keep = useSaved<R>(kind.topic);
  const { Fields, valuesOf, bodyOf, topic } = kind;
  const texts = kind.texts();
  const form = useRecordForm<V, R>({
    initial: valuesOf(record),
    send: async (values, base) => {
      if (record === undefined) return kind.create(passbell, bodyOf(values));
      const saved = await kind.update(passbell, record.id, changesOf(bodyOf(base), bodyOf(values)));
      // It is opened again with what was saved, also before the list under it was read again.
      keep(saved);
      return saved;
    },
    stale: [topic],
    done: close,
    said: record === undefined ? texts.added : texts.saved,
  });
  const aside = record !== undefined && (
    <QuietDelete
      name={kind.nameOf(record)}
      confirm={texts.confirmDelete}
      act={() => kind.remove(passbell, record.id)}
      stale={[topic]}
      done={close}
    >
      {texts.onDelete}
    </QuietDelete>
  );
  const submit = record === undefined ? (texts.add ?? t('Add')) : t('Save');
  return (
    <Form form={form} submit={submit} cancel={close} aside={aside}>
      <Fields form={form} record={record} />
    </Form>
  );
}
