// Who did what, when and from where: acts with money, and changes to people and add-ons.

import { Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { Download, History } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { AuditEntry } from '#clients/typescript/index.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { SubNav } from '../parts.tsx';
import { ACTIONS, actionInWords, changesOf } from './audit-words.ts';
import { PEOPLE } from './people.tsx';

/** Entries of a file at most; what is behind them is had by the API. */
const FILE_LENGTH = 5000;

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <Stack gap={2} mt={4}>
      {changes.map(({ name, before, after }) => (
        <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {name}: {before !== undefined && <s>{before}</s>}
          {before !== undefined && after !== undefined && ' → '}
          {after}
        </Text>
      ))}
    </Stack>
  );
}

/** Who did it, where, and who approved it. */
function Who({ entry }: { entry: AuditEntry }) {
  const { registers } = useCompany();
  const register = registers.find(({ id_str }) => id_str === String(entry.register_id))?.name;
  const approver = entry.approved_by === null ? null : String(entry.approved_by);
  return (
    <>
      {entry.actor}
      {register !== undefined && (
        <Text size="xs" c="dimmed">
          {register}
        </Text>
      )}
      {approver !== null && (
        <Text size="xs" c="dimmed">
          {t('Approved by staff member {id}', { id: approver })}
        </Text>
      )}
    </>
  );
}

/** The choice of an action, and the file of what is shown. */
function Controls({ action, choose }: { action: string | null; choose: (action: string | null) => void }) {
  const download = useDownload('exportAudit');
  const filter = action === null ? {} : { action };
  const options = Object.keys(ACTIONS)
    .map((value) => ({ value, label: actionInWords(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Group mb="md" align="end" justify="space-between">
      <Select
        label={t('Action')}
        placeholder={t('All actions')}
        data={options}
        value={action}
        onChange={choose}
        clearable
        searchable
        w={{ base: '100%', xs: 280 }}
      />
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ input: { ...filter, limit: FILE_LENGTH }, name: 'audit.csv' })}
      >
        {t('Download CSV')}
      </Button>
    </Group>
  );
}

export default function Audit() {
  const { passbell, when } = useCompany();
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('action');
  const action = chosen !== null && Object.hasOwn(ACTIONS, chosen) ? chosen : null;
  const filter = action === null ? {} : { action };
  const list = usePages({ key: ['audit'], passbell, list: 'listAudit', input: { limit: 50, ...filter } });
  const columns: Column<AuditEntry>[] = [
    {
      head: t('Action'),
      cell: (entry) => (
        <>
          <Text size="sm" fw={600}>
            {actionInWords(entry.action)}
          </Text>
          <Text size="xs" c="dimmed">
            {entry.subject}
          </Text>
          <Changes entry={entry} />
          {entry.reason !== null && <Text size="xs">{t('Reason: {reason}', { reason: entry.reason })}</Text>}
        </>
      ),
    },
    { head: t('Who'), cell: (entry) => <Who entry={entry} /> },
    { head: t('When'), cell: (entry) => when(entry.created_at) },
    {
      head: t('IP address'),
      cell: (entry) => (entry.address === null ? '' : <Code>{entry.address}</Code>),
      wide: true,
    },
  ];
  return (
    <ScreenPage title={t('Audit log')}>
      <SubNav label={t('People')} leaves={PEOPLE} />
      <Controls
        action={action}
        choose={(next) =>
          setQuery(new URLSearchParams(next === null ? {} : { action: next }), { replace: true })
        }
      />
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(entry) => entry.id_str}
          label={t('Audit log')}
          empty={
            <Empty title={t('Nothing logged yet')} icon={History}>
              {t('Refunds, discounts, prices, cash, and changes to people and add-ons are logged here.')}
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
