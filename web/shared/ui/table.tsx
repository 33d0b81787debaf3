// A table of a list of the API: pages by X-Next-Page, more of them on demand, states while there is nothing.

import { Button, Center, Skeleton, Table, Text } from '@mantine/core';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import type { Api, Page } from '../api.ts';
import { Empty, Trouble } from './states.tsx';

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => ReactNode;
  /** Figures stand to the right, under each other. */
  readonly figure?: boolean;
  /** Left out on a phone. */
  readonly wide?: boolean;
  readonly width?: number | string;
}

export interface ListOptions {
  /** Begins with the topic of its events (`orders`), so that the live channel refreshes it. */
  readonly key: readonly unknown[];
  readonly api: Api;
  /** The list's path, with its query. */
  readonly path: string;
  /** How often it is looked at again while it is seen, in ms; for lists that not every change is an event of. */
  readonly everyMs?: number | undefined;
}

/** Reads a list page by page. */
export function useList<T>({ key, api, path, everyMs }: ListOptions) {
  return useInfiniteQuery<Page<T>, Error, InfiniteData<Page<T>, string>, readonly unknown[], string>({
    queryKey: [...key, api.company, path],
    queryFn: ({ pageParam, signal }) => api.page<T>(pageParam, { signal }),
    initialPageParam: path,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

interface Props<T> {
  readonly list: ReturnType<typeof useList<T>>;
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
  if (rows?.length === 0) return <>{empty ?? <Empty title="There is nothing here yet" />}</>;
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
            Show more
          </Button>
        </Center>
      )}
      {list.isError && (
        <Text size="sm" c="dimmed" p="sm" role="status">
          This list may be out of date: {list.error.message}
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
    ...(figure === true ? { ta: 'right' as const, style: { whiteSpace: 'nowrap' as const } } : {}),
    ...(wide === true ? { visibleFrom: 'sm' as const } : {}),
  };
}
