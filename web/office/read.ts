// Reading something of the company, again whenever it may be another.

import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  Answer,
  Arguments,
  CallId,
  Input,
  Item,
  ListId,
  Output,
  PreparedCall,
} from '#clients/typescript/index.ts';
import { useCompany } from './company.tsx';
import { reading, readingAll } from './queries.ts';

/** Most records of a kind that are read whole, to choose from. */
const MAX_RECORDS = 5_000;

/** How something is read. */
interface Options<T> {
  readonly enabled?: boolean;
  /** How long it counts as fresh, in ms. */
  readonly staleTime?: number;
  /** Shows what was there before while something else is read. */
  readonly keep?: boolean;
  /** The value that it follows from: when that is another, it is read again. */
  readonly from?: unknown;
  /** How often it is looked at again while it is seen, in ms; it may depend on what was read last. */
  readonly everyMs?: number | false | ((last: T | undefined) => number | false);
}

/** A query's settings. `shown` is what of its data is looked at. */
function settings<D, T>(
  queryKey: readonly unknown[],
  { keep = false, from, everyMs = false, ...rest }: Options<T>,
  shown: (data: D) => T,
) {
  return {
    ...rest,
    queryKey: from === undefined ? queryKey : [...queryKey, from],
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state: { data } }: { state: { data: D | undefined } }) =>
      typeof everyMs === 'function' ? everyMs(data === undefined ? undefined : shown(data)) : everyMs,
  };
}

/** An answer with its ETag. */
export function useAnswer<K extends CallId>(
  topic: string,
  read: K,
  input: Input<K>,
  options: Options<Answer<Output<K>>> = {},
) {
  const { queryKey, queryFn } = reading(useCompany().passbell, topic, read, input);
  return useQuery({ queryFn, ...settings(queryKey, options, (answer: Answer<Output<K>>) => answer) });
}

/** The body of an answer. */
export function useRead<K extends CallId>(
  topic: string,
  read: K,
  input: Input<K>,
  options: Options<Output<K>> = {},
) {
  const { queryKey, queryFn } = reading(useCompany().passbell, topic, read, input);
  const select = ({ body }: Answer<Output<K>>) => body;
  return useQuery({ queryFn, select, ...settings(queryKey, options, select) });
}

/** A list to its end, for choices and short tables, or its first `most` records. */
export function useAll<K extends ListId>(
  topic: string,
  list: K,
  input: Input<K>,
  { most = MAX_RECORDS, ...options }: Options<Item<K>[]> & { readonly most?: number } = {},
) {
  const { queryKey, queryFn } = readingAll(useCompany().passbell, topic, list, input, most);
  return useQuery({ queryFn, ...settings(queryKey, options, (items: Item<K>[]) => items) });
}

interface PageOptions<T> {
  /**
   * How often it is looked at again while it is seen, in ms; for lists that not every change is an event of. It may depend on
   * what was read last.
   */
  readonly everyMs?: number | false | ((last: readonly T[]) => number | false) | undefined;
  /** The path of the list where filters stand in it, made from the usual one. */
  readonly at?: (path: string) => string;
}

interface Loaded<T, C> {
  readonly items: readonly T[];
  readonly nextCall: C | undefined;
}

/** The last part of the key of lists that are read page by page. */
const PAGES = 'pages';

/** Puts a record that was saved in the place of its older form in the tables of a topic, until they are read again. */
export function useSaved<R extends { readonly id: string }>(topic: string): (record: R) => void {
  const client = useQueryClient();
  const isTable = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey.at(-1) === PAGES;
  return (record) => {
    client.setQueriesData<InfiniteData<Loaded<R, unknown>>>(
      { queryKey: [topic], predicate: isTable },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((row) => (row.id === record.id ? record : row)),
          })),
        },
    );
  };
}

/** A list page by page, for tables. */
export function usePages<K extends ListId>(
  topic: string,
  list: K,
  input: Input<K>,
  { everyMs = false, at = (path) => path }: PageOptions<Item<K>> = {},
) {
  type Call = PreparedCall<K>;
  const { passbell } = useCompany();
  const usual = passbell.prepare(list, ...([input] as unknown as Arguments<Input<K>>));
  const first: Call = { ...usual, path: at(usual.path) };
  return useInfiniteQuery<
    Loaded<Item<K>, Call>,
    Error,
    InfiniteData<Loaded<Item<K>, Call>, Call>,
    readonly unknown[],
    Call
  >({
    // The path names the company, too.
    queryKey: [topic, first.path, PAGES],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await passbell.send(pageParam, { signal });
      const nextCall = passbell.nextCall(pageParam, answer);
      return { items: answer.body as readonly Item<K>[], nextCall };
    },
    initialPageParam: first,
    getNextPageParam: (last) => last.nextCall,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      typeof everyMs === 'function' ? everyMs(data?.pages.flatMap(({ items }) => items) ?? []) : everyMs,
  });
}
