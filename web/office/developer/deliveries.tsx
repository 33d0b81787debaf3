// The log of a webhook's messages: each with what was sent and its attempts, the newest first.

import { Button, Group, type MantineColor, Stack, Table, Tabs, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import type { Delivery, DeliveryRequest, Id } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, CopyControl, Facts } from '../../shared/ui/facts.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { whileUnderWay } from '../../shared/ui/live.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { Known, Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { StateTag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { FilterSelect, isOption, optionsOf } from '../parts.tsx';
import { usePages, useRead } from '../read.ts';
import { commandOf } from './curl.ts';
import { indented } from './words.ts';

type State = Delivery['state'];
type Attempt = Delivery['attempts'][number];

/** Which webhook of which add-on. */
export interface WebhookPlace {
  readonly addon_id: Id;
  readonly webhook_id: Id;
}

const STATES: Readonly<Record<State, Message>> = {
  queued: message('Queued'),
  sending: message('Sending'),
  delivered: message('Delivered'),
  dead: message('Failed'),
};
const COLOURS: Readonly<Record<State, MantineColor>> = {
  queued: 'brass',
  sending: 'blue',
  delivered: 'tide',
  dead: 'red',
};

function StateBadge({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const failed = state === 'queued' && attempts.length > 0;
  return (
    <StateTag color={failed ? 'red' : COLOURS[state]}>
      {failed ? t('Retrying') : translated(STATES[state])}
    </StateTag>
  );
}

/** An attempt that is this near is waited for, in ms. */
const SOON_MS = 2_000;

/** Whether an attempt is being made, or is due. */
const isUnderWay = ({ state, next_attempt_at: next }: Delivery): boolean =>
  state === 'sending' || (next !== null && Date.parse(next) - Date.now() < SOON_MS);

/** How an attempt ended: the status, or why there was none. */
function endOf({ status, error }: Attempt): string {
  if (status !== null) return error === null ? String(status) : `${status}: ${error}`;
  return error ?? t('No answer yet');
}

function tookOf({ latency_ms: took }: Attempt): string {
  return t('{took} ms', { took: formatNumber(took) });
}

function titleOf({ topic, event_number: number }: Delivery): string {
  return number === null ? topic : t('{topic} no. {number}', { topic, number: String(number) });
}

export function Deliveries({ place }: { place: WebhookPlace }) {
  const { when } = useCompany();
  const [state, setState] = useState<State | null>(null);
  const [chosen, setChosen] = useState<string>();
  const list = usePages(
    'deliveries',
    'listAddonDeliveries',
    { ...place, newest: true, limit: 25, ...(state === null ? {} : { state }) },
    { everyMs: (last) => whileUnderWay(last.some(isUnderWay)) },
  );
  const ofLast = (show: (attempt: Attempt) => string) => (delivery: Delivery) => {
    const last = delivery.attempts.at(-1);
    return last === undefined ? '–' : show(last);
  };
  const columns: Column<Delivery>[] = [
    {
      head: t('Message'),
      cell: (delivery) => titleOf(delivery),
      opens: true,
    },
    { head: t('Status'), cell: (delivery) => <StateBadge delivery={delivery} /> },
    { head: t('Created'), cell: (delivery) => when(delivery.created_at), wide: true },
    { head: t('Attempts'), cell: (delivery) => delivery.attempts.length, figure: true, wide: true },
    { head: t('Last answer'), cell: ofLast(endOf), wide: true },
    { head: t('Duration'), cell: ofLast(tookOf), figure: true, wide: true },
  ];
  return (
    <Section
      title={t('Deliveries')}
      flush
      actions={
        <FilterSelect
          aria-label={t('Status of the deliveries')}
          size="xs"
          data={optionsOf(STATES)}
          value={state}
          onChange={(value) => setState(isOption(STATES, value) ? value : null)}
          flex="none"
        />
      }
    >
      <ListTable
        list={list}
        columns={columns}
        label={t('Deliveries')}
        open={(delivery) => setChosen(delivery.id)}
        empty={{
          title: state === null ? t('No deliveries yet') : t('No deliveries found'),
          icon: Send,
          text: state === null ? t('Send a test, or wait for an event.') : undefined,
        }}
      />
      <Dialog
        title={t('Delivery')}
        opened={chosen !== undefined}
        close={() => setChosen(undefined)}
        size="xl"
      >
        {chosen !== undefined && <One place={{ ...place, delivery_id: chosen }} />}
      </Dialog>
    </Section>
  );
}

interface DeliveryPlace extends WebhookPlace {
  readonly delivery_id: Id;
}

function One({ place }: { place: DeliveryPlace }) {
  const { passbell, when } = useCompany();
  const stale = useStale();
  const delivery = useRead('deliveries', 'getAddonDelivery', place, {
    everyMs: (last) => whileUnderWay(last !== undefined && isUnderWay(last)),
  });
  const again = useMutation({
    mutationFn: () => passbell.call('redeliverOfAddon', place),
    onSuccess: () => {
      toast(t('Queued again'));
      stale('deliveries', 'webhooks', 'audit');
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
          {t('Send again')}
        </Button>
      </Group>
      <Facts
        facts={[
          [t('Topic'), titleOf(data)],
          [t('Record'), data.resource_id],
          [t('Created'), when(data.created_at)],
          [t('Next attempt'), data.next_attempt_at === null ? null : when(data.next_attempt_at)],
          [t('Ended'), data.ended_at === null ? null : when(data.ended_at)],
        ]}
      />
      <Tabs defaultValue="answers" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="answers">{t('Attempts')}</Tabs.Tab>
          <Tabs.Tab value="sent">{t('Request')}</Tabs.Tab>
          <Tabs.Tab value="curl">{t('curl')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="answers">
          <Attempts attempts={data.attempts} />
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          <Sent place={place} show={SentRequest} />
        </Tabs.Panel>
        <Tabs.Panel value="curl">
          <Sent place={place} show={SentCommand} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { when } = useCompany();
  if (attempts.length === 0) {
    return <Hint>{t('No attempts yet')}</Hint>;
  }
  return (
    <Table horizontalSpacing={0} aria-label={t('Attempts')} className="figures facts" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={40}>{t('No.')}</Table.Th>
          <Table.Th w={110}>{t('When')}</Table.Th>
          <Table.Th>{t('Answer')}</Table.Th>
          <Table.Th w={80} ta="end">
            {t('Duration')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.toReversed().map((attempt) => (
          <Fragment key={attempt.number}>
            <Table.Tr>
              <Table.Td>{attempt.number}</Table.Td>
              <Table.Td>{when(attempt.started_at)}</Table.Td>
              <Table.Td>{endOf(attempt)}</Table.Td>
              <Table.Td ta="end">{tookOf(attempt)}</Table.Td>
            </Table.Tr>
            {attempt.answer !== null && attempt.answer !== '' && (
              <Table.Tr>
                <Table.Td colSpan={4}>
                  <Block label={t('Answer of attempt {number}', { number: attempt.number })}>
                    {attempt.answer}
                  </Block>
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface SentProps {
  readonly place: DeliveryPlace;
  readonly show: (props: { request: DeliveryRequest }) => ReactNode;
}

/** The message, as the last attempt sent it. */
function Sent({ place, show: Show }: SentProps) {
  const request = useRead('deliveries', 'getAddonDeliveryRequest', place);
  return (
    <Known query={request} rows={4}>
      {(found) => <Show request={found} />}
    </Known>
  );
}

function SentRequest({ request: { method, address, headers, body } }: { request: DeliveryRequest }) {
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {`${method} ${address}`}
      </Text>
      <Facts facts={Object.entries(headers)} width={200} />
      <Block label={t('Body')}>{indented(body)}</Block>
    </Stack>
  );
}

function SentCommand({ request: { method, address, headers, body } }: { request: DeliveryRequest }) {
  const command = commandOf({ method, address, headers: Object.entries(headers), body });
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Hint>{t('Sends the same message with the same signature.')}</Hint>
        <CopyControl value={command} label={t('Command')} />
      </Group>
      <Block label={t('Command')}>{command}</Block>
    </Stack>
  );
}
