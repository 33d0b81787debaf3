// Forms over the API: what the API says about a field stands at that field.

import { Button, Group, Stack } from '@mantine/core';
import { type FormErrors, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, type FieldError } from '#clients/typescript/index.ts';
import { InputError } from '../input-error.ts';
import { isSame } from '../json.ts';
import { fieldSentence, ownWords } from '../reasons.ts';
import { t } from '../words.ts';
import { useUnsaved } from './leave.tsx';
import { RefusalAlert } from './refusal.tsx';
import { useStale } from './stale.ts';
import { sentenceOf, toast } from './states.tsx';

function errorsOf(error: Error | null): readonly FieldError[] {
  const said = error instanceof ApiError || error instanceof InputError;
  return said ? error.fields : [];
}

/** The names of those of a form's values that are of a type. */
type Names<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

/** The properties of inputs for a form's values: spread `text('name')` into an input. */
export interface Inputs<V extends object> {
  readonly text: (
    name: Names<V, string>,
    field?: string,
  ) => {
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    error: string | undefined;
  };
  readonly flag: (
    name: Names<V, boolean>,
    field?: string,
  ) => {
    checked: boolean;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    error: string | undefined;
  };
  readonly choice: (
    name: Names<V, string | null>,
    field?: string,
  ) => {
    value: string | null;
    onChange: (value: string | null) => void;
    error: string | undefined;
  };
  readonly list: (
    name: Names<V, readonly string[]>,
    field?: string,
  ) => {
    value: string[];
    onChange: (value: string[]) => void;
    error: string | undefined;
  };
}

/** A form's values and its inputs. Errors stand at the bound fields. */
export interface RecordForm<V extends object> extends Inputs<V> {
  readonly values: V;
  /** The values when typing began. */
  readonly base: V;
  readonly isDirty: boolean;
  /** The record says something else now than when typing began. */
  readonly isBehind: boolean;
  readonly set: (part: Partial<V>) => void;
  /** Drops the input: the values are these from now on, or those of the record. */
  readonly reset: (values?: V) => void;
  /** Leaves the form: asks first when there is unsaved input. */
  readonly leave: (go: () => void) => void;
  /** The API's errors of fields or of their parts; they count as fields whose errors are seen. */
  readonly errorOf: (...fields: readonly string[]) => string | undefined;
  /** The other errors. Asked for when every field is bound. */
  readonly otherError: () => string | undefined;
  readonly send: () => void;
  readonly busy: boolean;
  /** How often it was refused. */
  readonly refusals: number;
}

interface RecordOptions<V, R> {
  /** The record's values: the form follows them until something is typed. */
  readonly initial: V;
  readonly send: (values: V, base: V) => Promise<R>;
  /** The kinds of records whose lists are stale once it was sent. */
  readonly stale?: readonly string[];
  readonly done: (result: R) => void;
  readonly said?: string;
  /** The fields are shown, and cannot be changed. */
  readonly disabled?: boolean;
}

/** Keeps the values of a form, sends them, finds the place of each error, and has unsaved input asked about. */
export function useRecordForm<V extends object, R>(options: RecordOptions<V, R>): RecordForm<V> {
  const { initial, disabled = false } = options;
  const form = useForm<V>({ initialValues: initial, clearInputErrorOnChange: false });
  const [refusals, setRefusals] = useState(0);
  const isDirty = form.isDirty();
  const unsaved = useUnsaved(isDirty);
  const stale = useStale();
  // What the record was when the input was saved: it may not have been read anew yet.
  const passed = useRef<string>(undefined);
  const values = form.getValues();
  const base = form.getInitialValues();
  const mutation = useMutation<R, Error, V>({
    mutationFn: (sent) => options.send(sent, base),
    onSuccess: (result, sent) => {
      passed.current = JSON.stringify(initial);
      form.setErrors({});
      form.setInitialValues(sent);
      form.resetDirty(sent);
      unsaved.saved();
      if (options.said !== undefined) toast(options.said);
      stale(...(options.stale ?? []));
      options.done(result);
    },
    onError: (error) => {
      form.setErrors(byField(errorsOf(error)));
      setRefusals((count) => count + 1);
    },
  });
  const reset = (given = initial) => {
    form.setValues(given);
    form.resetDirty(given);
    form.setErrors({});
    mutation.reset();
  };
  const fresh = JSON.stringify(initial);
  const hasMoved = fresh !== passed.current && !isSame(base, initial);
  const follows = hasMoved && (!isDirty || isSame(values, initial));
  useEffect(() => {
    if (fresh !== passed.current) passed.current = undefined;
    if (follows) reset();
  });
  // Anew in each pass: a field that is not on the page shows no error.
  const bound: string[] = [];
  const errorOf = (...fields: readonly string[]) => {
    bound.push(...fields);
    for (const field of fields) {
      const sentence = sentenceAt(form.errors, field);
      if (sentence !== undefined) return sentence;
    }
    return undefined;
  };
  const put = (part: Partial<V>, fields: readonly string[]) => {
    form.setValues(part);
    form.setErrors((errors) => without(errors, fields));
  };
  return {
    values,
    base,
    isDirty,
    isBehind: isDirty && hasMoved,
    set: (part) => put(part, Object.keys(part)),
    ...inputsOf(values, put, (field) => ({ error: errorOf(field), ...(disabled ? { disabled } : {}) })),
    reset,
    leave: unsaved.leave,
    errorOf,
    otherError: () => otherErrorOf(mutation.error, form.errors, bound),
    send: () => {
      if (mutation.isPending) return;
      form.setErrors({});
      mutation.mutate(form.getValues());
    },
    busy: mutation.isPending,
    refusals,
  };
}

/** Binds inputs to values. */
function inputsOf<V extends object>(
  values: V,
  put: (part: Partial<V>, fields: readonly string[]) => void,
  look: (field: string) => { error: string | undefined },
): Inputs<V> {
  const change = (name: string, field: string) => (value: unknown) =>
    put({ [name]: value } as Partial<V>, [field]);
  return {
    text: (name, field = name) => ({
      value: values[name] as string,
      onChange: ({ currentTarget }) => change(name, field)(currentTarget.value),
      ...look(field),
    }),
    flag: (name, field = name) => ({
      checked: values[name] as boolean,
      onChange: ({ currentTarget }) => change(name, field)(currentTarget.checked),
      ...look(field),
    }),
    choice: (name, field = name) => ({
      value: values[name] as string | null,
      onChange: change(name, field),
      ...look(field),
    }),
    list: (name, field = name) => ({
      value: [...(values[name] as readonly string[])],
      onChange: change(name, field),
      ...look(field),
    }),
  };
}

/** The errors of the API by their field; several of one field as one. */
function byField(errors: readonly FieldError[]): FormErrors {
  const found: Record<string, string> = {};
  for (const error of errors) {
    const { field } = error;
    found[field] = [found[field], fieldSentence(error)].filter((each) => each !== undefined).join(' ');
  }
  return found;
}

/** The errors without those of some fields, which have been changed since. */
function without(errors: FormErrors, fields: readonly string[]): FormErrors {
  const left = Object.entries(errors).filter(([field]) => !fields.some((name) => isPartOf(field, name)));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

/** The errors that stand at no field. */
function otherErrorOf(error: Error | null, errors: FormErrors, bound: readonly string[]): string | undefined {
  if (error === null) return undefined;
  if (errorsOf(error).length === 0) return sentenceOf(error);
  const others = Object.entries(errors).filter(([field]) => !bound.some((name) => isPartOf(field, name)));
  if (others.length === 0) return undefined;
  return others
    .map(([field, said]) =>
      t('{field}: {sentence}', { field: ownWords()?.placeWords(field) ?? field, sentence: String(said) }),
    )
    .join(' ');
}

/** True for a field and for what lies in it: `taxes[1]` is part of `taxes`. */
function isPartOf(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`);
}

/** The sentences about a field as one; those about an entry of a list say which. */
function sentenceAt(errors: FormErrors, name: string): string | undefined {
  const sentences = Object.entries(errors)
    .filter(([field]) => isPartOf(field, name))
    .map(([field, said]) => {
      const [, at] = /^\[(\d+)\]/.exec(field.slice(name.length)) ?? [];
      const text = String(said);
      const sentence = text.charAt(0).toUpperCase() + text.slice(1);
      return at === undefined
        ? sentence
        : t('No. {number}: {sentence}', { number: Number(at) + 1, sentence });
    });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

interface FormProps<V extends object> {
  readonly form: RecordForm<V>;
  readonly children: ReactNode;
  readonly submit?: string;
  readonly cancel?: () => void;
  /** Other actions on the record, such as deleting it: at the other end of the buttons. */
  readonly aside?: ReactNode;
}

/** The other errors; rendered behind the fields, so that each has been bound by then. */
export function OtherError<V extends object>({ form }: { form: RecordForm<V> }) {
  const other = form.otherError();
  if (other === undefined) return null;
  return <RefusalAlert style={{ overflowWrap: 'anywhere' }}>{other}</RefusalAlert>;
}

/** The form element itself. After a refusal the first wrong field has the focus. */
export function FormFrame<V extends object>({ form, children }: Pick<FormProps<V>, 'form' | 'children'>) {
  const place = useRef<HTMLFormElement>(null);
  const { refusals } = form;
  useEffect(() => {
    const wrong = '[aria-invalid="true"]:not(:disabled)';
    if (refusals > 0) place.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [refusals]);
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      {children}
    </form>
  );
}

/** A form with its button. */
export function Form<V extends object>({ form, children, submit, cancel, aside }: FormProps<V>) {
  return (
    <FormFrame form={form}>
      <Stack gap="md">
        {children}
        <OtherError form={form} />
        <Group justify="space-between" gap="sm">
          <div>{aside}</div>
          <Group gap="sm">
            {cancel !== undefined && (
              <Button variant="default" onClick={() => form.leave(cancel)}>
                {t('Cancel')}
              </Button>
            )}
            <Button type="submit" loading={form.busy}>
              {submit ?? t('Save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </FormFrame>
  );
}
