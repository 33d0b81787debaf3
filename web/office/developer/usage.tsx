// What the company's add-ons use: today beside the quotas, and the days before.

import { Group, Progress, Stack, Table, Text } from '@mantine/core';
import type { Usage } from '#clients/typescript/index.ts';
import { formatDay } from '../../shared/days.ts';
import { formatNumber } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { UNTOLD_MS } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Known } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { SubNav } from '../parts.tsx';
import { useRead } from '../read.ts';
import { formatBytes, type Quota, quotasOf } from './quotas.ts';
import { DEVELOPER } from './words.ts';

const COLOURS = { free: 'tide', near: 'brass', over: 'red' } as const;

export default function UsagePage() {
  const usage = useRead('usage', 'getUsage', {}, { everyMs: UNTOLD_MS });
  return (
    <ScreenPage title={t('Usage')}>
      <SubNav label={t('Developer')} leaves={DEVELOPER} />
      <Known query={usage}>
        {(read) => (
          <>
            <Section title={t('Quotas')}>
              <Stack gap="lg">
                {quotasOf(read).map((quota) => (
                  <QuotaRow key={quota.kind} quota={quota} />
                ))}
                <Hint>{t('Whoever runs the service sets quotas. Days are those of UTC.')}</Hint>
              </Stack>
            </Section>
            <Section title={t('The last days')}>
              <Days days={read.days} />
            </Section>
          </>
        )}
      </Known>
    </ScreenPage>
  );
}

function QuotaRow({ quota: { name, used, limit, share, state, consequence } }: { quota: Quota }) {
  const told =
    limit === undefined
      ? used === undefined
        ? t('No quota')
        : t('{used}, no quota', { used })
      : used === undefined
        ? t('Not counted yet, of {limit}', { limit })
        : t('{used} of {limit}', { used, limit });
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm">{told}</Text>
      </Group>
      {share !== undefined && (
        <Progress value={share * 100} color={COLOURS[state]} aria-label={`${name}: ${told}`} />
      )}
      {state !== 'free' && <Hint>{consequence}</Hint>}
    </Stack>
  );
}

function Days({ days }: { days: Usage['days'] }) {
  if (days.length === 0) return <Empty title={t('No requests yet')} />;
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table aria-label={t('The last days')} verticalSpacing="xs" className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Day')}</Table.Th>
            <Table.Th ta="end">{t('Requests')}</Table.Th>
            <Table.Th ta="end">{t('Data')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map(({ day, requests, bytes }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {formatDay(day, 'year')}
              </Table.Th>
              <Table.Td ta="end">{formatNumber(requests)}</Table.Td>
              <Table.Td ta="end">{formatBytes(bytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
