// Forms over the API: what the API says about a field stands at that field.

import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { ApiFailure } from '../api.ts';
import { sentenceOf, toast } from './states.tsx';

/** A form that is sent to the API. */
export interface ApiForm<Values, Result> {
  readonly mutation: UseMutationResult<Result, Error, Values>;
  /** What is wrong with a field, as the API names it; also takes several names, of which the first counts. */
  readonly errorOf: (...fields: readonly string[]) => string | undefined;
  /** What is wrong besides: sentences that belong to none of the form's own fields. */
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
  const errors = error instanceof ApiFailure ? error.fields : [];
  const others = errors.filter(({ field }) => !options.fields.includes(field));
  let otherError: string | undefined;
  if (error !== null && errors.length === 0) otherError = sentenceOf(error);
  else if (others.length > 0) {
    otherError = others.map(({ field, error_description }) => `${field}: ${error_description}`).join(' ');
  }
  return {
    mutation,
    errorOf: (...fields) => errors.find(({ field }) => fields.includes(field))?.error_description,
    otherError,
    send: (values) => mutation.mutate(values),
    busy: mutation.isPending,
  };
}
