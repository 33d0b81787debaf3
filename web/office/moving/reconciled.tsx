// The totals of a file of sales beside those of the reports.

import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Import } from '#clients/typescript/index.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';

/** How long is waited for the reports to count everything, in ms. */
const AGAIN_MS = 2_000;

export function Reconciled({ done }: { done: Import }) {
  const { passbell, money } = useCompany();
  const file = useDownload('getReconciliationCsv');
  const input = { import_id: done.id_str };
  const found = useQuery({
    queryKey: ['imports', done.id_str, 'reconciliation'],
    queryFn: () => passbell.call('getReconciliation', { ...input, differing: true }),
    refetchInterval: ({ state }) => (state.data?.complete === false ? AGAIN_MS : false),
  });
  if (found.isError) return <Trouble error={found.error} />;
  if (found.data === undefined) return <Loading rows={3} />;
  const { sums, complete, row_count: differing } = found.data;
  const names = { day: t('Sales'), method: t('Payments'), tax: t('Taxes') };
  return (
    <Stack gap="sm">
      <Table.ScrollContainer minWidth={0} type="native">
        <Table aria-label={t('Reconciliation')} verticalSpacing="xs" className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              <Table.Th ta="end">{t('In the file')}</Table.Th>
              <Table.Th ta="end">{t('In reports')}</Table.Th>
              <Table.Th ta="end">{t('Difference')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sums.map(({ kind, file: had, reported, difference }) => (
              <Table.Tr key={kind}>
                <Table.Th scope="row">{names[kind]}</Table.Th>
                <Table.Td ta="end">{money(had)}</Table.Td>
                <Table.Td ta="end">{money(reported)}</Table.Td>
                <Table.Td ta="end">{money(difference)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {!complete
            ? t('Reports are still counting.')
            : differing === 0
              ? t('Every day, payment method and tax agrees.')
              : t('{count, plural, one {# total differs} other {# totals differ}}.', { count: differing })}
        </Text>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={file.isPending}
          disabled={!complete}
          onClick={() => file.mutate({ input, name: 'reconciliation.csv' })}
        >
          {t('Download reconciliation')}
        </Button>
      </Group>
    </Stack>
  );
}
