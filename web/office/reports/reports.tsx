// What completed orders add up to, by one thing, over some days. Every figure is the API's own.

import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { ReportKind } from '#src/reports/shape.ts';
import { ApiFailure } from '../../shared/api.ts';
import { addDays, dayIn, daysBetween, formatDay, isDay } from '../../shared/days.ts';
import { decimalOf, formatMoney } from '../../shared/format.ts';
import { Bars } from '../../shared/ui/chart.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Trouble } from '../../shared/ui/states.tsx';
import { type CompanyView, useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { SiteSelect, sellsInSeveral } from '../site-select.tsx';
import { hourWords, NotComplete } from './parts.tsx';
import { PRESETS, presetRange, type Range } from './range.ts';
import { isReport, REPORTS, type ReportBody } from './records.ts';
import { ReportTable } from './table.tsx';

/** Rows that are shown; a file has all. */
const MAX_ROWS = 1_000;
/** How often a report is read again, in ms; it is also read when an order is completed. */
const REPORT_EVERY_MS = 15_000;
/** Days that a chart has bars for. */
const MAX_BARS = 400;

/** What the page's address says of the report. */
interface Choice extends Range {
  readonly by: ReportKind;
  readonly site: string | null;
  readonly preset: string | null;
}

const FIRST_PRESET = '7days';

function readChoice(query: URLSearchParams, company: CompanyView): Choice {
  const by = query.get('by');
  const wanted = query.get('site');
  const known = company.sites.find((each) => each.id_str === wanted);
  const site = known ?? (sellsInSeveral(company) ? company.sites[0] : undefined);
  const today = dayIn(site?.timezone.name ?? company.zone, new Date());
  const from = query.get('from');
  const to = query.get('to');
  const days = from !== null && to !== null && isDay(from) && isDay(to) ? { from, to } : undefined;
  const preset = days === undefined ? (query.get('range') ?? FIRST_PRESET) : null;
  const range = days ?? presetRange(preset, today) ?? { from: today, to: today };
  return { by: isReport(by) ? by : 'day', site: site?.id_str ?? null, preset, ...range };
}

function queryOf({ by, site, preset, from, to }: Choice): URLSearchParams {
  return new URLSearchParams({
    by,
    ...(site === null ? {} : { site }),
    ...(preset === null ? { from, to } : { range: preset }),
  });
}

function pathOf(by: ReportKind, { from, to, site }: Choice): string {
  const query = new URLSearchParams({ from, to, ...(site === null ? {} : { site_id: site }) });
  return `reports/${by}?${query}`;
}

function useReport(by: ReportKind, choice: Choice) {
  const { api, sites } = useCompany();
  const path = `${pathOf(by, choice)}&limit=${MAX_ROWS}`;
  return useQuery({
    // An order that is completed changes it.
    queryKey: ['orders', api.company, path],
    queryFn: ({ signal }) => api.get<ReportBody>(path, { signal }),
    refetchInterval: REPORT_EVERY_MS,
    placeholderData: keepPreviousData,
    enabled: sites.length > 0,
  });
}

export default function Reports() {
  const company = useCompany();
  const [query, setQuery] = useSearchParams();
  const choice = readChoice(query, company);
  const report = useReport(choice.by, choice);
  const download = useDownload();
  const change = (part: Partial<Choice>) => setQuery(queryOf({ ...choice, ...part }), { replace: true });
  const problem = report.error instanceof ApiFailure ? report.error : undefined;
  const atFields = ['from', 'to'].some((field) => problem?.of(field) !== undefined);
  const { data } = report;
  const failed = report.isError && data === undefined;
  return (
    <ScreenPage
      title="Reports"
      actions={
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={download.isPending}
          disabled={data === undefined || report.isError}
          onClick={() =>
            download.mutate({
              path: pathOf(choice.by, choice).replace('?', '/csv?'),
              type: 'text/csv',
              name: `${choice.by}-${choice.from}-${choice.to}.csv`,
            })
          }
        >
          Download CSV
        </Button>
      }
    >
      <Controls choice={choice} change={change} problem={problem} />
      {report.isError && !atFields && <Trouble error={report.error} again={() => void report.refetch()} />}
      {data?.complete === false && <NotComplete />}
      {!failed && <DayChart choice={choice} />}
      {!failed && (
        <Section title={`By ${REPORTS[choice.by].toLowerCase()}`} actions={<About report={data} />}>
          {data === undefined || data.by !== choice.by ? (
            <Stack gap="sm" role="status" aria-label="Loading">
              <Skeleton height={260} />
            </Stack>
          ) : data.rows.length === 0 ? (
            <Empty title="Nothing was completed in these days" icon={ChartColumn}>
              Reports add up orders that are complete. Choose other days, or another site.
            </Empty>
          ) : (
            <ReportTable report={data} />
          )}
        </Section>
      )}
    </ScreenPage>
  );
}

function About({ report }: { report: ReportBody | undefined }) {
  if (report === undefined) return null;
  const zone = report.timezone === null ? "each site's own days" : `days of ${report.timezone}`;
  return (
    <Text size="xs" c="dimmed">
      {`Amounts in ${report.currency}, ${zone}`}
    </Text>
  );
}

interface ControlProps {
  readonly choice: Choice;
  readonly change: (part: Partial<Choice>) => void;
  readonly problem: ApiFailure | undefined;
}

function Controls({ choice, change, problem }: ControlProps) {
  const company = useCompany();
  const data = Object.entries(REPORTS).map(([value, label]) => ({ value, label }));
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" role="search" aria-label="What is reported">
      <Select
        label="By"
        data={data}
        value={choice.by}
        onChange={(by) => isReport(by) && change({ by })}
        allowDeselect={false}
        maxDropdownHeight={420}
      />
      <Select
        label="Days"
        placeholder="From and to"
        data={PRESETS.map(({ name, label }) => ({ value: name, label }))}
        value={choice.preset}
        onChange={(preset) => preset !== null && change({ preset })}
        allowDeselect={false}
        maxDropdownHeight={360}
      />
      <TextInput
        type="date"
        label="From"
        value={choice.from}
        max={choice.to}
        error={problem?.of('from')}
        onChange={({ currentTarget: { value } }) => isDay(value) && change({ from: value, preset: null })}
      />
      <TextInput
        type="date"
        label="To"
        value={choice.to}
        error={problem?.of('to')}
        onChange={({ currentTarget: { value } }) =>
          isDay(value) && change({ to: value, preset: null, ...(value < choice.from ? { from: value } : {}) })
        }
      />
      {company.sites.length > 1 && (
        <SiteSelect site={choice.site} choose={(site) => change({ site })} all={!sellsInSeveral(company)} />
      )}
    </SimpleGrid>
  );
}

/** Sales day by day; hour by hour when there is one day. */
function DayChart({ choice }: { choice: Choice }) {
  const isOneDay = choice.from === choice.to;
  const by = isOneDay ? 'hour' : 'day';
  const { data } = useReport(by, choice);
  const title = isOneDay ? `Sales by hour, ${formatDay(choice.from, true)}` : 'Sales by day';
  const fits = data?.by === by;
  const days = data === undefined ? 0 : daysBetween(data.from, data.to) + 1;
  return (
    <Section title={title}>
      {data === undefined || !fits ? (
        <Skeleton height={290} />
      ) : days > MAX_BARS || days < 1 ? (
        <Group mih={290}>
          <Text size="sm" c="dimmed">
            These are too many days for a chart.
          </Text>
        </Group>
      ) : (
        <Bars
          label={title}
          head={isOneDay ? 'Hour' : 'Day'}
          nowName="Sales"
          format={(amount) => formatMoney(amount, data.currency)}
          bars={isOneDay ? hourBars(data) : dayBars(data, days)}
        />
      )}
    </Section>
  );
}

function hourBars({ rows }: ReportBody) {
  const totals = new Map(rows.map((row) => [Number(row.hour), row.total]));
  return Array.from({ length: 24 }, (_, hour) => ({
    label: hourWords(hour),
    short: hourWords(hour),
    now: decimalOf(amountOf(totals.get(hour))),
  }));
}

/** Days without a sale have no row, but a place. */
function dayBars({ from, rows }: ReportBody, days: number) {
  const totals = new Map(rows.map((row) => [row.day, row.total]));
  return Array.from({ length: days }, (_, at) => {
    const day = addDays(from, at);
    return {
      label: formatDay(day, true),
      short: formatDay(day).replace(/^\w+, /, ''),
      now: decimalOf(amountOf(totals.get(day))),
    };
  });
}

function amountOf(cell: unknown): string | number | null {
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
}
