// What queries read of the company with the operations of its API, and under which keys.

import type { Arguments, CallId, Input, ListId, Passbell, PreparedCall } from '#clients/typescript/index.ts';

/** Most records of a kind that are read whole, to choose from. */
const MAX_RECORDS = 5_000;

/** A call with its input, of an operation that is not known where it is written. */
export function callOf<K extends CallId>(passbell: Passbell, operation: K, input: Input<K>): PreparedCall<K> {
  return passbell.prepare(operation, ...([input] as unknown as Arguments<Input<K>>));
}

/** A query that reads with an operation. Its key begins with the topic of the events that change it. */
export function reading<K extends CallId>(passbell: Passbell, topic: string, read: K, input: Input<K>) {
  const call = callOf(passbell, read, input);
  return {
    queryKey: [topic, call.path],
    queryFn: ({ signal }: { signal: AbortSignal }) => passbell.send(call, { signal }),
  };
}

/** A query that reads the first `most` records of a list. */
export function readingAll<K extends ListId>(
  passbell: Passbell,
  topic: string,
  list: K,
  input: Input<K>,
  most = MAX_RECORDS,
) {
  return {
    queryKey: [topic, callOf(passbell, list, input).path, 'all', most],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      passbell.all(list, most, ...([input, { signal }] as unknown as Arguments<Input<K>>)),
  };
}
