// The log of a webhook's messages: each with its attempts, the newest first.

import { Badge, Button, Group, type MantineColor, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { DeliveryState } from '#src/webhooks/shape.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, Facts } from '../../shared/ui/facts.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { Opener } from '../money/taxes.tsx';
import { useOne, useStale } from '../parts.tsx';
import type { Delivery, DeliveryAttempt } from '../records.ts';

/** How often the log is looked at while it is seen, in ms: a delivery is no event. */
const LOG_EVERY_MS = 2_000;

const LOOKS: Readonly<Record<DeliveryState, readonly [words: string, colour: MantineColor]>> = {
  queued: ['Queued', 'brass'],
  sending: ['Being sent', 'blue'],
  delivered: ['Delivered', 'tide'],
  dead: ['Given up', 'red'],
};
const STATES = Object.entries(LOOKS).map(([value, [label]]) => ({ value, label }));

function StateBadge({ delivery }: { delivery: Delivery }) {
  const [words, colour] = LOOKS[delivery.state];
  const failed = delivery.state === 'queued' && delivery.attempts.length > 0;
  return (
    <Badge color={failed ? 'red' : colour} variant="light" tt="none" fw={600}>
      {failed ? 'Retrying' : words}
    </Badge>
  );
}

/** How an attempt ended: the status, or why there was none. */
function endOf({ status, error }: DeliveryAttempt): string {
  if (status !== null) return error === null ? String(status) : `${status}: ${error}`;
  return error ?? 'No answer yet';
}

export function Deliveries({ path }: { path: string }) {
  const { api, when } = useCompany();
  const [state, setState] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string>();
  const list = useList<Delivery>({
    key: ['deliveries'],
    api,
    path: `${path}/deliveries?newest=true&limit=25${state === null ? '' : `&state=${state}`}`,
    everyMs: LOG_EVERY_MS,
  });
  const columns: Column<Delivery>[] = [
    {
      head: 'Message',
      cell: (delivery) => (
        <Opener
          label={
            delivery.event_number === null
              ? `${delivery.topic}`
              : `${delivery.topic} no. ${delivery.event_number}`
          }
          open={() => setChosen(delivery.id_str)}
        />
      ),
    },
    { head: 'State', cell: (delivery) => <StateBadge delivery={delivery} /> },
    { head: 'Created', cell: (delivery) => when(delivery.created_at), wide: true },
    { head: 'Attempts', cell: (delivery) => delivery.attempts.length, figure: true, wide: true },
    {
      head: 'Last answer',
      cell: (delivery) => {
        const last = delivery.attempts.at(-1);
        return last === undefined ? '–' : endOf(last);
      },
      wide: true,
    },
    {
      head: 'Took',
      cell: (delivery) => {
        const last = delivery.attempts.at(-1);
        return last === undefined ? '–' : `${last.latency_ms} ms`;
      },
      figure: true,
      wide: true,
    },
  ];
  return (
    <Section
      title="Deliveries"
      flush
      actions={
        <Select
          aria-label="State of the deliveries"
          placeholder="Every state"
          size="xs"
          data={STATES}
          value={state}
          onChange={setState}
          clearable
        />
      }
    >
      <ListTable
        list={list}
        columns={columns}
        idOf={(delivery) => delivery.id_str}
        label="Deliveries"
        open={(delivery) => setChosen(delivery.id_str)}
        empty={
          <Empty title={state === null ? 'Nothing was sent yet' : 'None is in this state'} icon={Send}>
            {state === null && 'Send a test, or wait for something to happen.'}
          </Empty>
        }
      />
      <Dialog title="Delivery" opened={chosen !== undefined} close={() => setChosen(undefined)} size="xl">
        {chosen !== undefined && <One path={`${path}/deliveries/${chosen}`} />}
      </Dialog>
    </Section>
  );
}

function One({ path }: { path: string }) {
  const { api, when } = useCompany();
  const stale = useStale();
  const delivery = useOne<Delivery>(path, { everyMs: LOG_EVERY_MS });
  const again = useMutation({
    mutationFn: () => api.post(`${path}/redeliver`, {}),
    onSuccess: () => {
      toast('It has been queued again.');
      stale('deliveries', 'addons', 'webhooks', 'audit');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  const { data } = delivery;
  if (data === undefined) return delivery.isError ? <Trouble error={delivery.error} /> : <Loading rows={4} />;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <StateBadge delivery={data} />
        <Button size="xs" loading={again.isPending} onClick={() => again.mutate()}>
          Send it again
        </Button>
      </Group>
      <Facts
        facts={[
          ['Topic', data.topic],
          ['Event', data.event_number === null ? null : `No. ${data.event_number}`],
          ['About', data.resource_id_str],
          ['To', data.address],
          ['Created', when(data.created_at)],
          ['Next attempt', data.next_attempt_at === null ? null : when(data.next_attempt_at)],
          ['Ended', data.ended_at === null ? null : when(data.ended_at)],
        ]}
      />
      {data.attempts.length === 0 ? (
        <Text size="sm" c="dimmed">
          It was not tried yet.
        </Text>
      ) : (
        <Table horizontalSpacing={0} aria-label="Attempts" className="figures facts" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={40}>No.</Table.Th>
              <Table.Th w={110}>At</Table.Th>
              <Table.Th>Ended with</Table.Th>
              <Table.Th w={80} ta="right">
                Took
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.attempts.toReversed().map((attempt) => (
              <Fragment key={attempt.number}>
                <Table.Tr>
                  <Table.Td>{attempt.number}</Table.Td>
                  <Table.Td>{when(attempt.started_at)}</Table.Td>
                  <Table.Td>{endOf(attempt)}</Table.Td>
                  <Table.Td ta="right">{attempt.latency_ms} ms</Table.Td>
                </Table.Tr>
                {attempt.answer !== null && attempt.answer !== '' && (
                  <Table.Tr>
                    <Table.Td colSpan={4}>
                      <Block label={`Answer of attempt ${attempt.number}`}>{attempt.answer}</Block>
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
