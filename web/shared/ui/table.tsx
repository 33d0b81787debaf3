// A table of a list of the API: pages by X-Next-Page, more of them on demand, states while there is nothing.

import { Button, Center, Skeleton, Table, Text } from '@mantine/core';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import type { Arguments, Input, Item, ListId, Passbell, PreparedCall } from '#clients/typescript/index.ts';
import { t } from '../words.ts';
import { Empty, sentenceOf, Trouble } from './states.tsx';

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => ReactNode;
  /** Figures stand at the end, under each other. */
  readonly figure?: boolean;
  /** Left out on a phone. */
  readonly wide?: boolean;
  readonly width?: number | string;
}

/** A list of the client, by the name of its operation. */
export interface PagesOptions<K extends ListId> {
  /** Begins with the topic of its events (`orders`), so that the live channel refreshes it. */
  readonly key: readonly unknown[];
  readonly passbell: Passbell;
  readonly list: K;
  readonly input: Input<K>;
  /** The path of the list where filters stand in it, made from the usual one. */
  readonly at?: (path: string) => string;
  /** How often it is looked at again while it is seen, in ms; for lists that not every change is an event of. */
  readonly everyMs?: number | false | undefined;
}

/** Reads a list page by page. */
export function usePages<K extends ListId>({ key, passbell, list, input, at, everyMs }: PagesOptions<K>) {
  type Call = PreparedCall<K>;
  type Loaded = { readonly items: readonly Item<K>[]; readonly nextCall: Call | undefined };
  const usual = passbell.prepare(list, ...([input] as unknown as Arguments<Input<K>>));
  const first: Call = at === undefined ? usual : { ...usual, path: at(usual.path) };
  return useInfiniteQuery<Loaded, Error, InfiniteData<Loaded, Call>, readonly unknown[], Call>({
    // The path names the company, too.
    queryKey: [...key, first.path, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await passbell.send(pageParam, { signal });
      const nextCall = passbell.nextCall(pageParam, answer);
      return { items: answer.body as readonly Item<K>[], nextCall };
    },
    initialPageParam: first,
    getNextPageParam: (last) => last.nextCall,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** A list as the table shows it. */
interface TableList<T> {
  readonly isError: boolean;
  readonly error: Error | null;
  readonly data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface Props<T> {
  readonly list: TableList<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** What the table is, for who does not see it. */
  readonly label: string;
  readonly empty: ReactNode;
  /** Opens a row; the first cell should hold a link to the same, for the keyboard. */
  readonly open?: (row: T) => void;
}

/** Rows that stand in while a list is on its way. */
const WAITING_ROWS = 8;

/** The table of a list. */
export function ListTable<T>({ list, columns, idOf, label, empty, open }: Props<T>) {
  if (list.isError && list.data === undefined) {
    return <Trouble error={list.error} again={() => void list.refetch()} />;
  }
  const rows = list.data?.pages.flatMap((page) => page.items);
  if (rows?.length === 0) return <>{empty ?? <Empty title={t('Nothing here yet')} />}</>;
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table
          className="rows list figures"
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover={open !== undefined}
          aria-label={label}
          aria-busy={rows === undefined}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.head} w={column.width} {...look(column)}>
                  {column.head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows === undefined
              ? Array.from({ length: WAITING_ROWS }, (_, at) => at).map((at) => (
                  <Table.Tr key={at}>
                    {columns.map((column) => (
                      <Table.Td key={column.head} {...look(column)}>
                        <Skeleton height={22} />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))
              : rows.map((row) => (
                  <Table.Tr
                    key={idOf(row)}
                    {...(open === undefined
                      ? {}
                      : {
                          'data-open': true,
                          onClick: ({ target }: MouseEvent) => isPlain(target) && open(row),
                        })}
                  >
                    {columns.map((column) => (
                      <Table.Td key={column.head} {...look(column)}>
                        {column.cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {list.hasNextPage && (
        <Center p="md">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </Center>
      )}
      {list.isError && (
        <Text size="sm" c="dimmed" p="sm" role="status">
          {t('This list may be out of date: {reason}', { reason: sentenceOf(list.error) })}
        </Text>
      )}
    </>
  );
}

/** True where a press means the row, and not something in it that can be pressed itself. */
function isPlain(target: EventTarget): boolean {
  return !(target instanceof Element && target.closest('a, button, input, label') !== null);
}

function look<T>({ figure, wide }: Column<T>) {
  return {
    ...(figure === true ? { ta: 'end' as const, style: { whiteSpace: 'nowrap' as const } } : {}),
    ...(wide === true ? { visibleFrom: 'sm' as const } : {}),
  };
}
