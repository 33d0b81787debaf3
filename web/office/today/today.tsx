// Today: sales compared with the same weekday last week, open orders, what needs attention.

import { Anchor, Box, Grid, Group, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import type { Amount, ReportFigures, Today as TodayReport } from '#clients/typescript/index.ts';
import { ORDER_STATUSES } from '#src/orders/rules/status.ts';
import { formatDay, formatHour } from '../../shared/days.ts';
import { decimalOf, formatMoney, formatNumber } from '../../shared/format.ts';
import { type OrderStatus, statusName } from '../../shared/order-words.ts';
import { Bars } from '../../shared/ui/chart.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Later, Part } from '../../shared/ui/later.tsx';
import { usePartlyTold } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { Guide } from '../guide/guide.tsx';
import { useRead } from '../read.ts';
import { NotComplete } from '../reports/parts.tsx';
import { sellsInSeveral } from '../sites.ts';
import { Attention } from './attention.tsx';

const FINAL: readonly OrderStatus[] = ['COMPLETE', 'REJECTED'];
const OPEN = ORDER_STATUSES.filter((status) => !FINAL.includes(status));

// Most companies have one site.
const SITES = new Later(async () => (await import('../site-select.tsx')).SiteSelect);

export default function Today() {
  const company = useCompany();
  const { sites } = company;
  const [query, setQuery] = useSearchParams();
  const chosen = sites.find((each) => each.id_str === query.get('site'))?.id_str;
  const site = chosen ?? (sellsInSeveral(company) ? sites[0]?.id_str : undefined) ?? null;
  // Orders are told; that one is late, or that a delivery waits, is not.
  const today = useRead('orders', 'getToday', site === null ? {} : { site_id: site }, {
    ...{ keep: true, enabled: sites.length > 0, everyMs: usePartlyTold() },
  });
  const { data } = today;
  return (
    <ScreenPage
      title={t('Today')}
      badge={
        <Text c="dimmed" pt={6} data-testid="day">
          {data === undefined ? '' : formatDay(data.day)}
        </Text>
      }
      actions={
        sites.length > 1 && (
          <Part
            part={SITES}
            props={{
              hidden: true,
              site,
              all: !sellsInSeveral(company),
              choose: (id) =>
                setQuery(id === null ? '' : new URLSearchParams({ site: id }), { replace: true }),
            }}
          />
        )
      }
    >
      {today.isError && data === undefined && (
        <Trouble error={today.error} again={() => void today.refetch()} />
      )}
      {data?.complete === false && <NotComplete />}
      <Guide />
      <Figures report={data} />
      <Section title={t('Open orders')}>
        <OpenOrders report={data} site={site} />
      </Section>
      <Grid gap="md" align="stretch">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title={t('Sales by hour')}>
            <Hours report={data} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Attention report={data} site={site} />
        </Grid.Col>
      </Grid>
      <Section title={t('Best sellers')}>
        <BestSellers report={data} />
      </Section>
    </ScreenPage>
  );
}

function Figures({ report }: { report: TodayReport | undefined }) {
  const money = (amount: Amount | null | undefined) =>
    report === undefined || amount === null ? '–' : formatMoney(amount, report.currency);
  const now = report?.totals;
  const week = report?.last_week;
  const tiles = [
    { label: t('Sales'), value: money(now?.total), before: money(week?.total), id: 'sales' },
    {
      label: t('Orders'),
      value: formatNumber(salesOf(now)),
      before: formatNumber(salesOf(week)),
      id: 'orders',
      besides: refundWords(now),
      besidesBefore: refundWords(week),
    },
    { label: t('Average order'), value: money(now?.average), before: money(week?.average), id: 'average' },
    { label: t('Items'), value: formatNumber(now?.items), before: formatNumber(week?.items), id: 'items' },
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      {tiles.map(({ label, value, before, id, besides = '', besidesBefore = '' }) => (
        <Box key={label} className="card" p="md" component="section" aria-label={label}>
          <Hint>{label}</Hint>
          <Box mih={44}>
            {report === undefined ? (
              <Skeleton height={28} width={90} mt={8} />
            ) : (
              <Text
                className="figures"
                // A figure of many digits stays in one line.
                fz={value.length > 9 ? { base: 18, sm: 24 } : { base: 24, sm: 30 }}
                fw={650}
                lh={1.4}
                data-testid={`today-${id}`}
                style={{ overflowWrap: 'anywhere' }}
              >
                {value}
                {besides !== '' && (
                  <Text span size="sm" c="dimmed" fw={400} data-testid={`today-${id}-besides`}>
                    {` ${besides}`}
                  </Text>
                )}
              </Text>
            )}
          </Box>
          <Hint size="xs" className="figures">
            {report === undefined
              ? t('Last week')
              : besidesBefore === ''
                ? t('Last week, all day: {figure}', { figure: before })
                : t('Last week, all day: {figure} {refunds}', { figure: before, refunds: besidesBefore })}
          </Hint>
        </Box>
      ))}
    </SimpleGrid>
  );
}

/** How many orders were sales: what the average is of. */
function salesOf(figures: ReportFigures | undefined): number {
  return figures === undefined ? 0 : figures.orders - figures.refunds;
}

/** The refunds beside so many orders, in words; none is not said. */
function refundWords(figures: ReportFigures | undefined): string {
  const count = figures?.refunds ?? 0;
  return count === 0 ? '' : t('and {count, plural, one {# refund} other {# refunds}}', { count });
}

function OpenOrders({ report, site }: { report: TodayReport | undefined; site: string | null }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {OPEN.map((status) => {
        const found = report?.open_orders.find((each) => each.status === status);
        return (
          <Box key={status}>
            <Group gap="xs" align="baseline" wrap="nowrap">
              <Hint>{statusName(status)}</Hint>
              <Anchor
                component={Link}
                href={`/orders?status=${status.toLowerCase()}${site === null ? '' : `&site=${site}`}`}
                size="sm"
                aria-label={t('Show orders: {status}', { status: statusName(status) })}
              >
                {t('Show')}
              </Anchor>
            </Group>
            {report === undefined ? (
              <Box h={44} pt={8}>
                <Skeleton height={28} width={40} />
              </Box>
            ) : (
              <Text className="figures" fz={30} fw={650} lh="44px" data-testid={`open-${status}`}>
                {`${formatNumber(found?.count ?? 0)}${found?.more === true ? '+' : ''}`}
              </Text>
            )}
            <Hint size="xs" className="figures">
              {report === undefined ? '…' : formatMoney(found?.total, report.currency)}
            </Hint>
          </Box>
        );
      })}
    </SimpleGrid>
  );
}

function Hours({ report }: { report: TodayReport | undefined }) {
  if (report === undefined) return <Skeleton height={290} />;
  return (
    <Bars
      label={t('Sales by hour')}
      head={t('Hour')}
      nowName={t('Today')}
      beforeName={t('Last week')}
      format={(amount) => formatMoney(amount, report.currency)}
      bars={report.hours.map(({ hour, total, last_week }) => ({
        label: formatHour(hour),
        short: formatHour(hour),
        now: decimalOf(total),
        before: decimalOf(last_week.total),
      }))}
    />
  );
}

function BestSellers({ report }: { report: TodayReport | undefined }) {
  if (report === undefined) return <Skeleton height={120} />;
  if (report.best_sellers.length === 0) {
    return (
      <Stack gap={4} mih={80} justify="center">
        <Hint>{t('No sales yet today. Products appear here with the first completed order.')}</Hint>
      </Stack>
    );
  }
  return (
    <Table className="figures" aria-label={t('Best sellers')} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Product')}</Table.Th>
          <Table.Th ta="end" w={80}>
            {t('Items')}
          </Table.Th>
          <Table.Th ta="end" w={130}>
            {t('Sales')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {report.best_sellers.map(({ id_str, name, items, total }) => (
          <Table.Tr key={id_str}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {name ?? t('Product {id}', { id: id_str })}
            </Table.Td>
            <Table.Td className="amount" ta="end">
              {formatNumber(items)}
            </Table.Td>
            <Table.Td className="amount" ta="end">
              {formatMoney(total, report.currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
