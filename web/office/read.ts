// Reading one thing of the company, again whenever it may be another.

import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type {
  Answer,
  Arguments,
  CallId,
  Input,
  Output,
  Passbell,
  PreparedCall,
} from '#clients/typescript/index.ts';
import { useCompany } from './company.tsx';

interface Options<T>
  extends Pick<UseQueryOptions<T, Error, T>, 'enabled' | 'staleTime' | 'refetchInterval' | 'retry'> {
  /** Shows what was there before while something else is read. */
  readonly keep?: boolean;
  /** What it follows from: when that is another, it is read again. */
  readonly from?: unknown;
}

/** A call with its input, of an operation that is not known where it is written. */
export function callOf<K extends CallId>(passbell: Passbell, operation: K, input: Input<K>): PreparedCall<K> {
  return passbell.prepare(operation, ...([input] as unknown as Arguments<Input<K>>));
}

/** What a query reads with an operation. Its key begins with the topic of the events that change it. */
export function reading<K extends CallId>(passbell: Passbell, topic: string, read: K, input: Input<K>) {
  const call = callOf(passbell, read, input);
  return {
    queryKey: [topic, call.path],
    queryFn: ({ signal }: { signal: AbortSignal }) => passbell.send(call, { signal }),
  };
}

/** A query of an answer. */
function useOptions<K extends CallId>(
  topic: string,
  read: K,
  input: Input<K>,
  { keep = false, from, ...options }: Options<Answer<Output<K>>>,
) {
  const { passbell } = useCompany();
  const { queryKey, queryFn } = reading(passbell, topic, read, input);
  return {
    queryKey: from === undefined ? queryKey : [...queryKey, from],
    queryFn,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...options,
  };
}

/** An answer with its ETag. */
export function useAnswer<K extends CallId>(
  topic: string,
  read: K,
  input: Input<K>,
  options: Options<Answer<Output<K>>> = {},
) {
  return useQuery(useOptions(topic, read, input, options));
}

/** The body of an answer. */
export function useRead<K extends CallId>(
  topic: string,
  read: K,
  input: Input<K>,
  options: Options<Answer<Output<K>>> = {},
) {
  return useQuery({
    ...useOptions(topic, read, input, options),
    select: ({ body }: Answer<Output<K>>) => body,
  });
}
