// The event log: what happened, as add-ons are told of it.

import { Button, Center, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw, ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { Event } from '#clients/typescript/index.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, CopyControl, Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { Opener, SubNav } from '../parts.tsx';
import { exactText } from './exact.ts';
import { type EventPage, eventsUpTo, lastNumber } from './log.ts';
import { DEVELOPER, indented } from './words.ts';

export default function Events() {
  const { passbell } = useCompany();
  const [topic, setTopic] = useState<Event['topic'] | null>(null);
  const [chosen, setChosen] = useState<Event>();
  const log = useInfiniteQuery({
    queryKey: ['events', topic],
    queryFn: async ({ pageParam, signal }): Promise<EventPage> =>
      eventsUpTo(passbell, pageParam ?? (await lastNumber(passbell, signal)), topic, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.before,
  });
  const events = log.data?.pages.flatMap((page) => page.events);
  return (
    <ScreenPage
      title={t('Events')}
      actions={
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={log.isFetching}
          onClick={() => void log.refetch()}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <SubNav label={t('Developer')} leaves={DEVELOPER} />
      <Select
        label={t('Topic')}
        placeholder={t('All')}
        data={[...TOPICS]}
        value={topic}
        onChange={(value) => setTopic(TOPICS.find((each) => each === value) ?? null)}
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
          <Empty title={topic === null ? t('No events yet') : t('No events found')} icon={ScrollText}>
            {t('Completed orders, changed products, check-ins: each is an event with a number.')}
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
              {events?.length === 0 ? t('Search further back') : t('Show more')}
            </Button>
          </Center>
        )}
      </div>
      <Dialog
        title={t('Event no. {number}', { number: String(chosen?.number ?? '') })}
        opened={chosen !== undefined}
        close={() => setChosen(undefined)}
        size="xl"
      >
        {chosen !== undefined && <One event={chosen} />}
      </Dialog>
    </ScreenPage>
  );
}

function Rows({ events, open }: { events: readonly Event[]; open: (event: Event) => void }) {
  const { when } = useCompany();
  return (
    <Table
      className="rows figures"
      horizontalSpacing="md"
      verticalSpacing="xs"
      highlightOnHover
      aria-label={t('Events')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={90}>{t('No.')}</Table.Th>
          <Table.Th>{t('Topic')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Record')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Changed')}</Table.Th>
          <Table.Th>{t('When')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <Table.Tr key={String(event.number)} data-open onClick={() => open(event)}>
            <Table.Td>{event.number}</Table.Td>
            <Table.Td>
              <Opener label={event.topic} open={() => open(event)} />
            </Table.Td>
            <Table.Td visibleFrom="sm">{event.resource_id}</Table.Td>
            <Table.Td visibleFrom="sm">{event.changed.join(', ')}</Table.Td>
            <Table.Td>{when(event.created_at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The event as the API shows it, its numbers to the digit. */
function One({ event }: { event: Event }) {
  const { company, tokens, when, siteName } = useCompany();
  const exact = useQuery({
    queryKey: ['events', 'one', event.number],
    queryFn: async ({ signal }) => {
      const after = Number(event.number) - 1;
      const text = await exactText(company, tokens, (passbell) =>
        passbell.call('listEvents', { after, limit: 1 }, { signal }),
      );
      return indented(text.slice(1, -1));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t('Topic'), event.topic],
          [t('Record'), event.resource_id],
          [t('Sites'), event.site_ids.map(siteName).join(', ')],
          [
            t('Changed'),
            <Group key="changed" gap={4}>
              {event.changed.map((name) => (
                <Tag key={name} color="gray" fw={500}>
                  {name}
                </Tag>
              ))}
            </Group>,
          ],
          [t('When'), when(event.created_at)],
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
              {t('As the API sends it')}
            </Text>
            <CopyControl value={exact.data} label={t('Event')} />
          </Group>
          <Block label={t('Event')}>{exact.data}</Block>
        </Stack>
      )}
    </Stack>
  );
}
