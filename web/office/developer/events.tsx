// The event log: what happened, as add-ons are told of it.

import { Badge, Button, Center, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { TOPICS } from '#src/kernel/event.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, CopyControl, Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { Opener } from '../money/taxes.tsx';
import { SubNav } from '../parts.tsx';
import type { LoggedEvent } from '../records.ts';
import { type EventPage, eventsUpTo, lastNumber } from './log.ts';
import { DEVELOPER, indented } from './words.ts';

export default function Events() {
  const { api } = useCompany();
  const [topic, setTopic] = useState<string | null>(null);
  const [chosen, setChosen] = useState<LoggedEvent>();
  const log = useInfiniteQuery({
    queryKey: ['events', api.company, topic],
    queryFn: async ({ pageParam, signal }): Promise<EventPage> =>
      eventsUpTo(api, pageParam ?? (await lastNumber(api, signal)), topic, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.before,
  });
  const events = log.data?.pages.flatMap((page) => page.events);
  return (
    <ScreenPage
      title="Events"
      actions={
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={log.isFetching}
          onClick={() => void log.refetch()}
        >
          Look again
        </Button>
      }
    >
      <SubNav label="Developer" leaves={DEVELOPER} />
      <Select
        label="Topic"
        placeholder="Every topic"
        data={[...TOPICS]}
        value={topic}
        onChange={setTopic}
        searchable
        clearable
        maw={320}
      />
      <div className="card">
        {log.isError && events === undefined && (
          <Trouble error={log.error} again={() => void log.refetch()} />
        )}
        {events === undefined && !log.isError && <Loading />}
        {events?.length === 0 && !log.hasNextPage && (
          <Empty title={topic === null ? 'Nothing has happened yet' : 'No such event yet'} icon={ScrollText}>
            Completed orders, changed products, check-ins: each is an event with a number.
          </Empty>
        )}
        {events !== undefined && events.length > 0 && <Rows events={events} open={setChosen} />}
        {log.hasNextPage && (
          <Center p="md">
            <Button
              variant="default"
              loading={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {events?.length === 0 ? 'Look further back' : 'Show older ones'}
            </Button>
          </Center>
        )}
      </div>
      <Dialog
        title={`Event no. ${chosen?.number ?? ''}`}
        opened={chosen !== undefined}
        close={() => setChosen(undefined)}
        size="xl"
      >
        {chosen !== undefined && <One event={chosen} />}
      </Dialog>
    </ScreenPage>
  );
}

function Rows({ events, open }: { events: readonly LoggedEvent[]; open: (event: LoggedEvent) => void }) {
  const { when } = useCompany();
  return (
    <Table
      className="rows figures"
      horizontalSpacing="md"
      verticalSpacing="xs"
      highlightOnHover
      aria-label="Events"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={90}>No.</Table.Th>
          <Table.Th>Topic</Table.Th>
          <Table.Th visibleFrom="sm">About</Table.Th>
          <Table.Th visibleFrom="sm">Changed</Table.Th>
          <Table.Th>When</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <Table.Tr key={String(event.number)} data-open onClick={() => open(event)}>
            <Table.Td>{event.number}</Table.Td>
            <Table.Td>
              <Opener label={event.topic} open={() => open(event)} />
            </Table.Td>
            <Table.Td visibleFrom="sm">{event.resource_id_str}</Table.Td>
            <Table.Td visibleFrom="sm">{event.changed.join(', ')}</Table.Td>
            <Table.Td>{when(event.created_at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The event as the API shows it, its numbers to the digit. */
function One({ event }: { event: LoggedEvent }) {
  const { api, when, siteName } = useCompany();
  const exact = useQuery({
    queryKey: ['events', api.company, 'one', event.number],
    queryFn: async ({ signal }) => {
      const after = Number(event.number) - 1;
      const text = await (
        await api.blob(`events?after=${after}&limit=1`, 'application/json', { signal })
      ).text();
      return indented(text.slice(1, -1));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Topic', event.topic],
          ['About', event.resource_id_str],
          ['Sites', event.site_ids.map((id) => siteName(String(id))).join(', ')],
          [
            'Changed',
            <Group key="changed" gap={4}>
              {event.changed.map((name) => (
                <Badge key={name} color="gray" variant="light" tt="none" fw={500}>
                  {name}
                </Badge>
              ))}
            </Group>,
          ],
          ['When', when(event.created_at)],
        ]}
      />
      {exact.data === undefined ? (
        exact.isError ? (
          <Trouble error={exact.error} />
        ) : (
          <Loading rows={4} />
        )
      ) : (
        <Stack gap="xs">
          <Group justify="space-between">
            <Text size="sm" fw={500}>
              As the API tells it
            </Text>
            <CopyControl value={exact.data} label="The event" />
          </Group>
          <Block label="The event">{exact.data}</Block>
        </Stack>
      )}
    </Stack>
  );
}
