// A table of a list of the API: pages by X-Next-Page, more of them on demand, states while there is nothing.

import { Button, Center, Skeleton, Table, Text } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { t } from '../words.ts';
import { Hint } from './hint.tsx';
import { Opener, RecordLink } from './record-link.tsx';
import { Empty, type EmptyProps, sentenceOf, Trouble } from './states.tsx';

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => ReactNode;
  /** Figures stand at the end, under each other. */
  readonly figure?: boolean;
  /** Left out on a phone. */
  readonly wide?: boolean;
  readonly width?: number | string;
  /** Its cell leads where a press on the row does: for the keyboard. */
  readonly opens?: boolean;
}

/** A record that a table shows in a row. */
interface Row {
  readonly id: string;
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

/** The text of a table while its list is empty. */
interface Nothing extends Pick<EmptyProps, 'title' | 'icon'> {
  readonly text?: string | undefined;
  /** The action for it. */
  readonly act?: { readonly label: string; readonly onClick: () => void };
  /** In one line, where it is the usual case. */
  readonly isBrief?: boolean;
}

interface Props<T> {
  readonly list: TableList<T>;
  readonly columns: readonly Column<T>[];
  /** The name of the table, for screen readers. */
  readonly label: string;
  readonly empty: Nothing;
  /** Opens a row: its page, or what is done otherwise. One of the columns should say `opens`. */
  readonly to?: (row: T) => string;
  readonly open?: (row: T) => void;
}

/** Rows that stand in while a list is on its way. */
const WAITING_ROWS = 8;

/** The table of a list on a card of its own. */
export function ListCard<T extends Row>(props: Props<T>) {
  return (
    <div className="card">
      <ListTable {...props} />
    </div>
  );
}

/** The table of a list. */
export function ListTable<T extends Row>(props: Props<T>) {
  const { list, columns, label, empty, to, open } = props;
  if (list.isError && list.data === undefined) {
    return <Trouble error={list.error} again={() => void list.refetch()} />;
  }
  const rows = list.data?.pages.flatMap((page) => page.items);
  // Pages of a log that is searched may hold nothing, and those behind them something.
  if (rows?.length === 0 && !list.hasNextPage) return <NothingThere {...empty} />;
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table
          className="rows list figures"
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover={(open ?? to) !== undefined}
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
            {rows === undefined ? <WaitingRows columns={columns} /> : <Rows rows={rows} {...props} />}
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
            {rows?.length === 0 ? t('Search further back') : t('Show more')}
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

function NothingThere({ text, act, isBrief, ...about }: Nothing) {
  if (isBrief === true) {
    return (
      <Hint px="md" pb="md">
        {about.title}
      </Hint>
    );
  }
  const action = act && (
    <Button variant="default" size="xs" onClick={act.onClick}>
      {act.label}
    </Button>
  );
  return (
    <Empty action={action} {...about}>
      {text}
    </Empty>
  );
}

function WaitingRows<T>({ columns }: Pick<Props<T>, 'columns'>) {
  return Array.from({ length: WAITING_ROWS }, (_, at) => at).map((at) => (
    <Table.Tr key={at}>
      {columns.map((column) => (
        <Table.Td key={column.head} {...look(column)}>
          <Skeleton height={22} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function Rows<T extends Row>({ rows, columns, to, open }: Props<T> & { readonly rows: readonly T[] }) {
  const [, go] = useLocation();
  const press = to === undefined ? open : (row: T) => go(to(row));
  const cellOf = (row: T, { cell, opens }: Column<T>) => {
    const shown = cell(row);
    if (opens !== true) return shown;
    if (to !== undefined) return <RecordLink href={to(row)}>{shown}</RecordLink>;
    return press === undefined ? shown : <Opener open={() => press(row)}>{shown}</Opener>;
  };
  return rows.map((row) => (
    <Table.Tr
      key={row.id}
      {...(press && {
        'data-open': true,
        onClick: ({ target }: MouseEvent) => isPlain(target) && press(row),
      })}
    >
      {columns.map((column) => (
        <Table.Td key={column.head} {...look(column)}>
          {cellOf(row, column)}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
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
