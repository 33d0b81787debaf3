// The log of requests: who asked what, and how it ended. Secrets are starred by the service before it keeps them.

import { Badge, Code, Group, type MantineColor, Stack, Text } from '@mantine/core';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import type { Input, LoggedRequest } from '#clients/typescript/index.ts';
import { formatNumber, inLine } from '../../shared/format.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Block, Facts } from '../../shared/ui/facts.tsx';
import { UNTOLD_MS } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices, FilterSelect, SubNav } from '../parts.tsx';
import { useAll, usePages } from '../read.ts';
import { DEVELOPER, indented } from './words.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function colourOf(status: number): MantineColor {
  if (status >= 500) return 'red';
  return status >= 400 ? 'brass' : 'tide';
}

/** How long it took, with a tenth of a millisecond. */
function tookOf({ duration_ms: took }: LoggedRequest): string {
  return t('{took} ms', { took: formatNumber(Number(took).toFixed(1)) });
}

/** The caller of a request, in words. */
function askerOf({ addon, user, device_id: device, staff_id: staff }: LoggedRequest): string {
  if (user !== null) return user.email ?? t('User {id}', { id: user.id });
  const name = addon?.name ?? (addon === null ? '' : t('Add-on {id}', { id: addon.id }));
  if (staff !== null) return inLine([name, t('Staff member {id}', { id: staff })]);
  return inLine([name, device !== null && t('Device {id}', { id: device })]);
}

export default function Requests() {
  const { when } = useCompany();
  const addons = useAll('addons', 'listAddons', {});
  const [addon, setAddon] = useState<string | null>(null);
  const [method, setMethod] = useState<(typeof METHODS)[number]>();
  const [from, setFrom] = useState<string | null>(null);
  const [chosen, setChosen] = useState<LoggedRequest>();
  const input: Input<'listRequests'> = {
    limit: 50,
    ...(addon === null ? {} : { addon_id: addon }),
    ...(method === undefined ? {} : { method }),
    ...(from === null ? {} : { status_gte: Number(from) }),
  };
  const list = usePages('requests', 'listRequests', input, { everyMs: UNTOLD_MS });
  const columns: Column<LoggedRequest>[] = [
    { head: t('Request'), cell: ({ method: by, path }) => `${by} ${path}`, opens: true },
    {
      head: t('Status'),
      cell: ({ status }) => (
        <Badge color={colourOf(status)} variant="light" fw={600}>
          {status}
        </Badge>
      ),
    },
    { head: t('Who'), cell: askerOf, wide: true },
    { head: t('When'), cell: (request) => when(request.at), wide: true },
    { head: t('Duration'), cell: tookOf, figure: true, wide: true },
  ];
  const narrowed = addon !== null || method !== undefined || from !== null;
  return (
    <ScreenPage title={t('Requests')}>
      <SubNav label={t('Developer')} leaves={DEVELOPER} />
      <Group gap="sm" align="end" role="search" aria-label={t('Filters')}>
        <FilterSelect
          label={t('Add-on')}
          data={choices(addons.data ?? [])}
          value={addon}
          onChange={setAddon}
        />
        <FilterSelect
          label={t('Method')}
          data={[...METHODS]}
          value={method ?? null}
          onChange={(value) => setMethod(METHODS.find((each) => each === value))}
        />
        <FilterSelect
          label={t('Result')}
          data={[
            { value: '400', label: t('Refused or failed') },
            { value: '500', label: t('Failed') },
          ]}
          value={from}
          onChange={setFrom}
        />
      </Group>
      <ListCard
        list={list}
        columns={columns}
        label={t('Requests')}
        open={setChosen}
        empty={{
          title: narrowed ? t('No requests found') : t('No requests yet'),
          icon: ListTree,
          text: narrowed ? undefined : t('Requests appear here about a second after they were answered.'),
        }}
      />
      <Dialog title={t('Request')} opened={chosen !== undefined} close={() => setChosen(undefined)} size="xl">
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
          [t('Request'), <Code key="path">{`${request.method} ${request.path}`}</Code>],
          [t('Status'), request.status],
          [t('Error'), request.error],
          [t('Description'), request.error_description],
          [t('Who'), askerOf(request)],
          [t('When'), when(request.at)],
          [t('Duration'), tookOf(request)],
          [t('Request ID'), <Code key="id">{request.request_id}</Code>],
        ]}
      />
      {request.body !== null && (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('What was sent, as far as it is kept; secrets are hidden')}
          </Text>
          <Block label={t('What was sent')}>{indented(request.body)}</Block>
        </Stack>
      )}
    </Stack>
  );
}
