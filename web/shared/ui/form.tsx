// Forms over the API: what the API says about a field stands at that field.

import { Alert, Button, Group, Stack } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldError } from '#src/kernel/errors.ts';
import { ApiFailure } from '../api.ts';
import { sentenceOf, toast } from './states.tsx';

/** A form that is sent to the API. */
export interface ApiForm<Values, Result> {
  readonly mutation: UseMutationResult<Result, Error, Values>;
  /**
   * The error of a field, by the name the API gives it; also takes several names, of which the first match counts.
   */
  readonly errorOf: (...fields: readonly string[]) => string | undefined;
  /** The other errors: sentences that belong to none of the form's own fields. */
  readonly otherError: string | undefined;
  readonly send: (values: Values) => void;
  readonly busy: boolean;
}

interface Options<Values, Result> {
  readonly send: (values: Values) => Promise<Result>;
  /** The names of the fields that the form shows errors at. */
  readonly fields: readonly string[];
  readonly done: (result: Result) => void;
  /** Said when it was saved. */
  readonly said?: string;
}

/** Sends a form's values, and finds the place of each error. */
export function useApiForm<Values, Result>(options: Options<Values, Result>): ApiForm<Values, Result> {
  const mutation = useMutation<Result, Error, Values>({
    mutationFn: options.send,
    onSuccess: (result) => {
      if (options.said !== undefined) toast(options.said);
      options.done(result);
    },
  });
  const { error } = mutation;
  const errors = errorsOf(error);
  return {
    mutation,
    errorOf: (...fields) => errors.find(({ field }) => fields.includes(field))?.error_description,
    otherError: otherErrorOf(error, (field) => options.fields.includes(field)),
    send: (values) => mutation.mutate(values),
    busy: mutation.isPending,
  };
}

function errorsOf(error: Error | null): readonly FieldError[] {
  return error instanceof ApiFailure ? error.fields : [];
}

/** The errors of fields that do not show them themselves. */
function otherErrorOf(error: Error | null, isShown: (field: string) => boolean): string | undefined {
  if (error === null) return undefined;
  const errors = errorsOf(error);
  if (errors.length === 0) return sentenceOf(error);
  const others = errors.filter(({ field }) => !isShown(field));
  if (others.length === 0) return undefined;
  return others.map(({ field, error_description }) => `${field}: ${error_description}`).join(' ');
}

/** The names of those of a form's values that are of a type. */
type Names<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

/** What inputs need of a form's values: spread `text('name')` into an input. */
export interface Inputs<V extends object> {
  readonly text: (
    name: Names<V, string>,
    field?: string,
  ) => {
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    error: string | undefined;
  };
  readonly flag: (name: Names<V, boolean>) => {
    checked: boolean;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    error: string | undefined;
  };
  readonly choice: (name: Names<V, string | null>) => {
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

/** Binds inputs to values; what cannot be changed is disabled. */
export function inputsOf<V extends object>(
  values: V,
  set: (part: Partial<V>) => void,
  errorOf: (field: string) => string | undefined,
  isFixed = false,
): Inputs<V> {
  const put = (name: string, value: unknown) => set({ [name]: value } as Partial<V>);
  const common = (field: string) => ({ error: errorOf(field), ...(isFixed ? { disabled: true } : {}) });
  return {
    text: (name, field = name) => ({
      value: values[name] as string,
      onChange: ({ currentTarget }) => put(name, currentTarget.value),
      ...common(field),
    }),
    flag: (name) => ({
      checked: values[name] as boolean,
      onChange: ({ currentTarget }) => put(name, currentTarget.checked),
      ...common(name),
    }),
    choice: (name) => ({
      value: values[name] as string | null,
      onChange: (value) => put(name, value),
      ...common(name),
    }),
    list: (name, field = name) => ({
      value: [...(values[name] as readonly string[])],
      onChange: (value) => put(name, value),
      ...common(field),
    }),
  };
}

/** A form's values and its inputs. Errors stand at the bound fields. */
export interface RecordForm<V extends object> extends Inputs<V> {
  readonly values: V;
  readonly set: (part: Partial<V>) => void;
  /** What the API says of a field or of its parts; the field counts as one whose errors are seen. */
  readonly errorOf: (field: string) => string | undefined;
  /** The other errors. Asked for when every field is bound. */
  readonly otherError: () => string | undefined;
  readonly send: () => void;
  readonly busy: boolean;
  /** How often it was refused. */
  readonly refusals: number;
}

interface RecordOptions<V, R> {
  readonly initial: V;
  readonly send: (values: V) => Promise<R>;
  readonly done: (result: R) => void;
  readonly said?: string;
}

/** Keeps the values of a form, sends them, and finds the place of each error. */
export function useRecordForm<V extends object, R>(options: RecordOptions<V, R>): RecordForm<V> {
  const [values, setValues] = useState(options.initial);
  const [refusals, setRefusals] = useState(0);
  const mutation = useMutation<R, Error, V>({
    mutationFn: options.send,
    onSuccess: (result) => {
      if (options.said !== undefined) toast(options.said);
      options.done(result);
    },
    onError: () => setRefusals((count) => count + 1),
  });
  // Anew in each pass: a field that is not on the page shows no error.
  const bound: string[] = [];
  const { error } = mutation;
  const set = (part: Partial<V>) => setValues((before) => ({ ...before, ...part }));
  const errorOf = (field: string) => {
    bound.push(field);
    return sentenceAt(errorsOf(error), field);
  };
  return {
    values,
    set,
    ...inputsOf(values, set, errorOf),
    errorOf,
    otherError: () => otherErrorOf(error, (field) => bound.some((name) => isPartOf(field, name))),
    send: () => {
      if (!mutation.isPending) mutation.mutate(values);
    },
    busy: mutation.isPending,
    refusals,
  };
}

/** True for a field and for what lies in it: `taxes[1]` is part of `taxes`. */
function isPartOf(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`);
}

/** The sentences about a field as one; those about an entry of a list say which. */
function sentenceAt(errors: readonly FieldError[], name: string): string | undefined {
  const sentences = errors
    .filter(({ field }) => isPartOf(field, name))
    .map(({ field, error_description }) => {
      const [, at] = /^\[(\d+)\]/.exec(field.slice(name.length)) ?? [];
      const sentence = error_description.charAt(0).toUpperCase() + error_description.slice(1);
      return at === undefined ? sentence : `No. ${Number(at) + 1}: ${sentence}`;
    });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The fields of `after` that differ from those of `before`: only changed fields are sent. */
export function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}

/** Text as the API wants it where there may be none. */
export function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

interface FormProps<V extends object> {
  readonly form: RecordForm<V>;
  readonly children: ReactNode;
  readonly submit?: string;
  readonly cancel?: () => void;
  /** What else can be done with the record, such as deleting it: at the other end of the buttons. */
  readonly aside?: ReactNode;
}

/** The other errors; rendered behind the fields, so that each has been bound by then. */
function OtherError<V extends object>({ form }: { form: RecordForm<V> }) {
  const other = form.otherError();
  if (other === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" style={{ overflowWrap: 'anywhere' }}>
      {other}
    </Alert>
  );
}

/** A form with its button. After a refusal the first wrong field has the focus. */
export function Form<V extends object>({ form, children, submit = 'Save', cancel, aside }: FormProps<V>) {
  const place = useRef<HTMLFormElement>(null);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
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
      <Stack gap="md">
        {children}
        <OtherError form={form} />
        <Group justify="space-between" gap="sm">
          <div>{aside}</div>
          <Group gap="sm">
            {cancel !== undefined && (
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={form.busy}>
              {submit}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
