// The event log: what happened, as add-ons are told of it.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw, ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { Event } from '#clients/typescript/index.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, CopyControl, Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { FilterSelect, SubNav } from '../parts.tsx';
import { exactText } from './exact.ts';
import { type EventPage, eventsUpTo, lastNumber } from './log.ts';
import { DEVELOPER, indented } from './words.ts';

export default function Events() {
  const { passbell, when } = useCompany();
  const [topic, setTopic] = useState<Event['topic'] | null>(null);
  const [chosen, setChosen] = useState<Event>();
  const log = useInfiniteQuery({
    queryKey: ['events', topic],
    queryFn: async ({ pageParam, signal }): Promise<EventPage> =>
      eventsUpTo(passbell, pageParam ?? (await lastNumber(passbell, signal)), topic, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.before,
  });
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
      <FilterSelect
        label={t('Topic')}
        data={[...TOPICS]}
        value={topic}
        onChange={(value) => setTopic(TOPICS.find((each) => each === value) ?? null)}
        searchable
        maw={320}
        flex="none"
      />
      <ListCard
        list={{ ...log, data: log.data && { pages: log.data.pages.map(asRows) } }}
        columns={[
          { head: t('No.'), cell: ({ number }) => number, width: 90 },
          { head: t('Topic'), cell: (event) => event.topic, opens: true },
          { head: t('Record'), cell: (event) => event.resource_id, wide: true },
          { head: t('Changed'), cell: ({ changed }) => changed.join(', '), wide: true },
          { head: t('When'), cell: (event) => when(event.created_at) },
        ]}
        label={t('Events')}
        open={setChosen}
        empty={{
          title: topic === null ? t('No events yet') : t('No events found'),
          icon: ScrollText,
          text: t('Completed orders, changed products, check-ins: each is an event with a number.'),
        }}
      />
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

/** A page of the log as its table shows it. */
function asRows({ events }: EventPage) {
  return { items: events.map((event) => ({ ...event, id: String(event.number) })) };
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
