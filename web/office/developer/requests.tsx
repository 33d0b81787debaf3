// The log of requests: who asked what, and how it ended. Secrets are starred by the service before it keeps them.

import { Badge, Code, Group, type MantineColor, Select, Stack, Text } from '@mantine/core';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { Opener } from '../money/taxes.tsx';
import { choices, SubNav, useAll } from '../parts.tsx';
import type { LoggedRequest, OwnAddon } from '../records.ts';
import { DEVELOPER, indented } from './words.ts';

/** How often the log is looked at while it is seen, in ms. */
const LOG_EVERY_MS = 5_000;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const OUTCOMES = [
  { value: '400', label: 'Refused or failed' },
  { value: '500', label: 'Failed' },
];

function colourOf(status: number): MantineColor {
  if (status >= 500) return 'red';
  return status >= 400 ? 'brass' : 'tide';
}

/** Who asked, in words. */
function askerOf({ addon, user, device_id: device, staff_id: staff }: LoggedRequest): string {
  if (user !== null) return user.email ?? `User ${user.id_str}`;
  const name = addon?.name ?? (addon === null ? '' : `Add-on ${addon.id_str}`);
  if (staff !== null) return `${isolated(name)}, staff ${staff}`;
  return device === null ? name : `${isolated(name)}, device ${device}`;
}

export default function Requests() {
  const { api, when } = useCompany();
  const addons = useAll<OwnAddon>('addons');
  const [addon, setAddon] = useState<string | null>(null);
  const [method, setMethod] = useState<string | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [chosen, setChosen] = useState<LoggedRequest>();
  const query = new URLSearchParams({ limit: '50' });
  if (addon !== null) query.set('addon_id', addon);
  if (method !== null) query.set('method', method);
  if (from !== null) query.set('status_gte', from);
  const list = useList<LoggedRequest>({
    key: ['requests'],
    api,
    path: `requests?${query}`,
    everyMs: LOG_EVERY_MS,
  });
  const columns: Column<LoggedRequest>[] = [
    {
      head: 'Request',
      cell: (request) => (
        <Opener label={`${request.method} ${request.path}`} open={() => setChosen(request)} />
      ),
    },
    {
      head: 'Status',
      cell: ({ status }) => (
        <Badge color={colourOf(status)} variant="light" fw={600}>
          {status}
        </Badge>
      ),
    },
    { head: 'Who', cell: askerOf, wide: true },
    { head: 'When', cell: (request) => when(request.at), wide: true },
    {
      head: 'Took',
      cell: (request) => `${Number(request.duration_ms).toFixed(1)} ms`,
      figure: true,
      wide: true,
    },
  ];
  const narrowed = addon !== null || method !== null || from !== null;
  return (
    <ScreenPage title="Requests">
      <SubNav label="Developer" leaves={DEVELOPER} />
      <Group gap="sm" align="end" role="search" aria-label="Filters">
        <Select
          label="Add-on"
          placeholder="Everybody"
          data={choices(addons.data ?? [])}
          value={addon}
          onChange={setAddon}
          clearable
          flex={{ base: '1 1 40%', sm: '0 1 auto' }}
        />
        <Select
          label="Method"
          placeholder="Every"
          data={METHODS}
          value={method}
          onChange={setMethod}
          clearable
          flex={{ base: '1 1 40%', sm: '0 1 auto' }}
        />
        <Select
          label="Outcome"
          placeholder="Every"
          data={OUTCOMES}
          value={from}
          onChange={setFrom}
          clearable
          flex={{ base: '1 1 40%', sm: '0 1 auto' }}
        />
      </Group>
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(request) => request.id_str}
          label="Requests"
          open={setChosen}
          empty={
            <Empty
              title={narrowed ? 'No request fits these filters' : 'Nobody has asked yet'}
              icon={ListTree}
            >
              {narrowed ? undefined : 'Requests appear here about a second after they were answered.'}
            </Empty>
          }
        />
      </div>
      <Dialog title="Request" opened={chosen !== undefined} close={() => setChosen(undefined)} size="xl">
        {chosen !== undefined && <One request={chosen} />}
      </Dialog>
    </ScreenPage>
  );
}

function One({ request }: { request: LoggedRequest }) {
  const { when } = useCompany();
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Request', <Code key="path">{`${request.method} ${request.path}`}</Code>],
          ['Status', request.status],
          ['Error', request.error],
          ['Said', request.error_description],
          ['Who', askerOf(request)],
          ['When', when(request.at)],
          ['Took', `${request.duration_ms} ms`],
          ['Request id', <Code key="id">{request.request_id}</Code>],
        ]}
      />
      {request.body !== null && (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            What was sent, as far as it is kept; secrets are starred
          </Text>
          <Block label="What was sent">{indented(request.body)}</Block>
        </Stack>
      )}
    </Stack>
  );
}
