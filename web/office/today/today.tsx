// Today: sales compared with the same weekday last week, open orders, what needs attention.

import { Anchor, Box, Grid, Group, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { ORDER_STATUSES, type OrderStatus } from '#src/orders/rules/status.ts';
import { formatDay } from '../../shared/days.ts';
import { decimalOf, formatMoney, formatNumber, inWords } from '../../shared/format.ts';
import type { Amount } from '../../shared/json.ts';
import { Bars } from '../../shared/ui/chart.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { hourWords, NotComplete } from '../reports/parts.tsx';
import { SiteSelect, sellsInSeveral } from '../site-select.tsx';
import { Attention } from './attention.tsx';
import type { DayFigures, TodayReport } from './records.ts';

const FINAL: readonly OrderStatus[] = ['COMPLETE', 'REJECTED'];
const OPEN = ORDER_STATUSES.filter((status) => !FINAL.includes(status));
/** How often the day is looked at again, in ms: not every change of an order is an event. */
const TODAY_EVERY_MS = 3_000;

export default function Today() {
  const company = useCompany();
  const { api, sites } = company;
  const [query, setQuery] = useSearchParams();
  const chosen = sites.find((each) => each.id_str === query.get('site'))?.id_str;
  const site = chosen ?? (sellsInSeveral(company) ? sites[0]?.id_str : undefined) ?? null;
  const path = site === null ? 'reports/today' : `reports/today?site_id=${site}`;
  const today = useQuery({
    // An order that is completed changes it.
    queryKey: ['orders', api.company, path],
    queryFn: ({ signal }) => api.get<TodayReport>(path, { signal }),
    refetchInterval: TODAY_EVERY_MS,
    placeholderData: keepPreviousData,
    enabled: sites.length > 0,
  });
  const { data } = today;
  return (
    <ScreenPage
      title="Today"
      badge={
        <Text c="dimmed" pt={6} data-testid="day">
          {data === undefined ? '' : formatDay(data.day)}
        </Text>
      }
      actions={
        sites.length > 1 && (
          <SiteSelect
            hidden
            site={site}
            all={!sellsInSeveral(company)}
            choose={(id) => setQuery(id === null ? '' : new URLSearchParams({ site: id }), { replace: true })}
          />
        )
      }
    >
      {today.isError && data === undefined && (
        <Trouble error={today.error} again={() => void today.refetch()} />
      )}
      {data?.complete === false && <NotComplete />}
      <Figures report={data} />
      <Section title="Open orders">
        <OpenOrders report={data} site={site} />
      </Section>
      <Grid gap="md" align="stretch">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title="Sales by hour">
            <Hours report={data} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Attention report={data} site={site} />
        </Grid.Col>
      </Grid>
      <Section title="Best sellers">
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
    { label: 'Sales', value: money(now?.total), before: money(week?.total), id: 'sales' },
    {
      label: 'Orders',
      value: formatNumber(salesOf(now)),
      before: formatNumber(salesOf(week)),
      id: 'orders',
      besides: refundWords(now),
      besidesBefore: refundWords(week),
    },
    { label: 'Average order', value: money(now?.average), before: money(week?.average), id: 'average' },
    { label: 'Items', value: formatNumber(now?.items), before: formatNumber(week?.items), id: 'items' },
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      {tiles.map(({ label, value, before, id, besides = '', besidesBefore = '' }) => (
        <Box key={label} className="card" p="md" component="section" aria-label={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Box mih={44}>
            {report === undefined ? (
              <Skeleton height={28} width={90} mt={8} />
            ) : (
              <Text
                className="figures"
                fz={{ base: 24, sm: 30 }}
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
          <Text size="xs" c="dimmed" className="figures">
            {report === undefined
              ? 'Last week'
              : `Last week, all day: ${before}${besidesBefore === '' ? '' : ` ${besidesBefore}`}`}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}

/** How many orders were sales: what the average is of. */
function salesOf(figures: DayFigures | undefined): number {
  return figures === undefined ? 0 : figures.orders - figures.refunds;
}

/** The refunds beside so many orders, in words; none is not said. */
function refundWords(figures: DayFigures | undefined): string {
  const count = figures?.refunds ?? 0;
  return count === 0 ? '' : `and ${formatNumber(count)} ${count === 1 ? 'refund' : 'refunds'}`;
}

function OpenOrders({ report, site }: { report: TodayReport | undefined; site: string | null }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {OPEN.map((status) => {
        const found = report?.open_orders.find((each) => each.status === status);
        return (
          <Box key={status}>
            <Group gap="xs" align="baseline" wrap="nowrap">
              <Text size="sm" c="dimmed">
                {inWords(status)}
              </Text>
              <Anchor
                component={Link}
                href={`/orders?status=${status.toLowerCase()}${site === null ? '' : `&site=${site}`}`}
                size="sm"
                aria-label={`Show orders: ${inWords(status)}`}
              >
                Show
              </Anchor>
            </Group>
            {report === undefined ? (
              <Box h={44} pt={8}>
                <Skeleton height={28} width={40} />
              </Box>
            ) : (
              <Text className="figures" fz={30} fw={650} lh="44px" data-testid={`open-${status}`}>
                {found?.count ?? 0}
                {found?.more === true && '+'}
              </Text>
            )}
            <Text size="xs" c="dimmed" className="figures">
              {report === undefined ? '…' : formatMoney(found?.total, report.currency)}
            </Text>
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
      label="Sales by hour"
      head="Hour"
      nowName="Today"
      beforeName="Last week"
      format={(amount) => formatMoney(amount, report.currency)}
      bars={report.hours.map(({ hour, total, last_week }) => ({
        label: hourWords(hour),
        short: hourWords(hour),
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
        <Text size="sm" c="dimmed">
          Nothing has been sold yet today. Products stand here with the first completed order.
        </Text>
      </Stack>
    );
  }
  return (
    <Table className="figures" aria-label="Best sellers" horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th ta="right" w={80}>
            Items
          </Table.Th>
          <Table.Th ta="right" w={130}>
            Sales
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {report.best_sellers.map(({ id_str, name, items, total }) => (
          <Table.Tr key={id_str}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{name ?? `Product ${id_str}`}</Table.Td>
            <Table.Td className="amount" ta="right">
              {formatNumber(items)}
            </Table.Td>
            <Table.Td className="amount" ta="right">
              {formatMoney(total, report.currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
