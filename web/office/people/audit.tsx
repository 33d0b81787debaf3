// Who did what, when and from where: acts with money, and changes to people and add-ons.

import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { Download, History } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { AuditEntry } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { SubNav } from '../parts.tsx';
import { usePages } from '../read.ts';
import { type AuditFilter, AuditFilters, filterOf } from './audit-filters.tsx';
import { actionInWords, changesOf } from './audit-words.ts';
import { PEOPLE } from './people.tsx';

/** Entries of a file at most; what is behind them is had by the API. */
const FILE_LENGTH = 5000;

function Changes({ entry }: { entry: AuditEntry }) {
  const { money } = useCompany();
  const changes = changesOf(entry, (amount) => money(amount, entry.site_id));
  if (changes.length === 0) return null;
  return (
    <Stack gap={2} mt={4}>
      {changes.map(({ name, label, before, after }) => (
        <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {label}: {before !== undefined && <s>{before}</s>}
          {before !== undefined && after !== undefined && ' → '}
          {after}
        </Text>
      ))}
    </Stack>
  );
}

/** The author of an entry, the place, and the staff member who approved it. */
function Who({ entry }: { entry: AuditEntry }) {
  const { registers } = useCompany();
  const register = registers.find(({ id_str }) => id_str === String(entry.register_id))?.name;
  const approver = entry.approved_by === null ? null : String(entry.approved_by);
  return (
    <>
      {entry.actor}
      {register !== undefined && <Hint size="xs">{register}</Hint>}
      {approver !== null && <Hint size="xs">{t('Approved by staff member {id}', { id: approver })}</Hint>}
    </>
  );
}

/** The file of what is shown, for a spreadsheet or for a program. */
function Files({ filter }: { filter: AuditFilter }) {
  const csv = useDownload('exportAudit');
  const lines = useDownload('exportAuditLines');
  const input = { ...filter, limit: FILE_LENGTH };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={csv.isPending}
        onClick={() => csv.mutate({ input, name: 'audit.csv' })}
      >
        {t('Download CSV')}
      </Button>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={lines.isPending}
        onClick={() => lines.mutate({ input, name: 'audit.jsonl' })}
      >
        {t('Download JSON lines')}
      </Button>
    </Group>
  );
}

export default function Audit() {
  const { when } = useCompany();
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const list = usePages('audit', 'listAudit', { limit: 50, ...filter });
  const columns: Column<AuditEntry>[] = [
    {
      head: t('Action'),
      cell: (entry) => (
        <>
          <Text size="sm" fw={600}>
            {actionInWords(entry.action)}
          </Text>
          <Hint size="xs">{entry.subject}</Hint>
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
      <Group mb="md" align="end" justify="space-between">
        <AuditFilters query={query} change={(next) => setQuery(next, { replace: true })} />
        <Files filter={filter} />
      </Group>
      <ListCard
        list={list}
        columns={columns}
        label={t('Audit log')}
        empty={{
          title: Object.keys(filter).length === 0 ? t('Nothing logged yet') : t('Nothing is like this'),
          icon: History,
          text: t('Refunds, discounts, prices, cash, and changes to people and add-ons are logged here.'),
        }}
      />
    </ScreenPage>
  );
}
