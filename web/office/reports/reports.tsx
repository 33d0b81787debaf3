// What completed orders add up to, by one thing, over some days. Every figure is the API's own.

import { Button, Group, SimpleGrid, Skeleton, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { ChartColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ApiError, type Input } from '#clients/typescript/index.ts';
import { addDays, dayIn, daysBetween, formatDay, formatHour, isDay } from '../../shared/days.ts';
import { decimalOf, formatMoney } from '../../shared/format.ts';
import { Bars } from '../../shared/ui/chart.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Trouble } from '../../shared/ui/states.tsx';
import { t, translated } from '../../shared/words.ts';
import { type CompanyView, useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { useRead } from '../read.ts';
import { mayInOffice } from '../rights.ts';
import { SiteSelect } from '../site-select.tsx';
import { sellsInSeveral } from '../sites.ts';
import { NotComplete, reportInterval } from './parts.tsx';
import { PRESETS, presetRange, type Range } from './range.ts';
import {
  isReport,
  READS,
  type Report,
  type ReportKind,
  type Row,
  reportChoices,
  reportTitle,
} from './records.ts';
import { ReportTable } from './table.tsx';

/** Rows that are shown; a file has all. */
const MAX_ROWS = 1_000;
/** How often a report is read again while its events do not arrive, in ms: that an order is completed is one. */
const REPORT_EVERY_MS = 15_000;
/** Days that a chart has bars for. */
const MAX_BARS = 400;

/** The choices of the report in the page's address. */
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

/** The parameters of a report or its file. */
function inputOf({ from, to, site }: Choice): Input<'getReportByDay'> {
  return { from, to, ...(site === null ? {} : { site_id: site }) };
}

function useReport(by: ReportKind, choice: Choice) {
  const { sites } = useCompany();
  const polling = usePolling(REPORT_EVERY_MS);
  // An order that is completed changes it.
  return useRead(
    'orders',
    READS[by],
    { ...inputOf(choice), limit: MAX_ROWS },
    { keep: true, enabled: sites.length > 0, everyMs: reportInterval(polling) },
  );
}

export default function Reports() {
  const company = useCompany();
  const [query, setQuery] = useSearchParams();
  const choice = readChoice(query, company);
  const report = useReport(choice.by, choice);
  const download = useDownload('getReportCsv');
  const change = (part: Partial<Choice>) => setQuery(queryOf({ ...choice, ...part }), { replace: true });
  const problem = report.error instanceof ApiError ? report.error : undefined;
  const atFields = ['from', 'to'].some((field) => problem?.of(field) !== undefined);
  const { data } = report;
  const failed = report.isError && data === undefined;
  return (
    <ScreenPage
      title={t('Reports')}
      actions={
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={download.isPending}
          disabled={data === undefined || report.isError}
          onClick={() =>
            download.mutate({
              input: { by: choice.by, ...inputOf(choice) },
              name: `${choice.by}-${choice.from}-${choice.to}.csv`,
            })
          }
        >
          {t('Download CSV')}
        </Button>
      }
    >
      <Controls choice={choice} change={change} problem={problem} />
      {report.isError && !atFields && <Trouble error={report.error} again={() => void report.refetch()} />}
      {data?.complete === false && <NotComplete />}
      {!failed && <DayChart choice={choice} />}
      {!failed && (
        <Section title={reportTitle(choice.by)} actions={<About report={data} />}>
          {data === undefined || data.by !== choice.by ? (
            <Stack gap="sm" role="status" aria-label={t('Loading')}>
              <Skeleton height={260} />
            </Stack>
          ) : data.rows.length === 0 ? (
            <Empty title={t('No completed orders in this period')} icon={ChartColumn}>
              {t('Reports add up completed orders. Choose another period or site.')}
            </Empty>
          ) : (
            <ReportTable report={data} />
          )}
        </Section>
      )}
    </ScreenPage>
  );
}

function About({ report }: { report: Report | undefined }) {
  if (report === undefined) return null;
  const { currency, timezone: zone } = report;
  return (
    <Hint size="xs">
      {zone === null
        ? t('Amounts in {currency}, days by each site’s clock', { currency })
        : t('Amounts in {currency}, days of {zone}', { currency, zone })}
    </Hint>
  );
}

interface DayProps extends Pick<TextInputProps, 'label' | 'error'> {
  readonly value: string;
  readonly max?: string;
  readonly choose: (day: string) => void;
}

/** A day that is always there: left blank, or half typed, it is what it was. */
function DayField({ value, choose, ...rest }: DayProps) {
  const [isBlank, setBlank] = useState(false);
  return (
    <TextInput
      type="date"
      value={isBlank ? '' : value}
      onChange={({ currentTarget }) => {
        const isWhole = isDay(currentTarget.value);
        setBlank(!isWhole);
        if (isWhole) choose(currentTarget.value);
      }}
      onBlur={() => setBlank(false)}
      {...rest}
    />
  );
}

interface ControlProps {
  readonly choice: Choice;
  readonly change: (part: Partial<Choice>) => void;
  readonly problem: ApiError | undefined;
}

function Controls({ choice, change, problem }: ControlProps) {
  const company = useCompany();
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" role="search" aria-label={t('Report settings')}>
      <ChoiceField
        label={t('Group by')}
        data={reportChoices(mayInOffice(company.role, 'XReport'))}
        value={choice.by}
        onChange={(by) => isReport(by) && change({ by })}
        maxDropdownHeight={420}
      />
      <ChoiceField
        label={t('Period')}
        placeholder={t('Custom')}
        data={Object.entries(PRESETS).map(([value, { label }]) => ({ value, label: translated(label) }))}
        value={choice.preset}
        onChange={(preset) => preset !== null && change({ preset })}
        maxDropdownHeight={360}
      />
      <DayField
        label={t('From')}
        value={choice.from}
        max={choice.to}
        error={problem?.of('from')}
        choose={(from) => change({ from, preset: null })}
      />
      <DayField
        label={t('To')}
        value={choice.to}
        error={problem?.of('to')}
        choose={(to) => change({ to, preset: null, ...(to < choice.from ? { from: to } : {}) })}
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
  const title = isOneDay
    ? t('Hourly sales, {day}', { day: formatDay(choice.from, 'year') })
    : t('Daily sales');
  const fits = data?.by === by;
  const days = data === undefined ? 0 : daysBetween(data.from, data.to) + 1;
  return (
    <Section title={title}>
      {data === undefined || !fits ? (
        <Skeleton height={290} />
      ) : days > MAX_BARS || days < 1 ? (
        <Group mih={290}>
          <Hint>{t('Too many days for a chart')}</Hint>
        </Group>
      ) : (
        <Bars
          label={title}
          head={isOneDay ? t('Hour') : t('Day')}
          nowName={t('Sales')}
          format={(amount) => formatMoney(amount, data.currency)}
          bars={isOneDay ? hourBars(data) : dayBars(data, days)}
        />
      )}
    </Section>
  );
}

function hourBars({ rows }: Report) {
  const totals = totalsBy(rows, 'hour');
  return Array.from({ length: 24 }, (_, hour) => ({
    label: formatHour(hour),
    short: formatHour(hour),
    now: totals.get(String(hour)) ?? 0n,
  }));
}

/** Days without a sale have no row, but a place. */
function dayBars({ from, rows }: Report, days: number) {
  const totals = totalsBy(rows, 'day');
  return Array.from({ length: days }, (_, at) => {
    const day = addDays(from, at);
    return {
      label: formatDay(day, 'year'),
      short: formatDay(day, 'short'),
      now: totals.get(day) ?? 0n,
    };
  });
}

/** The sales of each row, by its hour or day. */
function totalsBy(rows: readonly Row[], name: 'hour' | 'day') {
  return new Map(
    rows.map(({ total, [name]: at }) => [String(at), typeof total === 'boolean' ? 0n : decimalOf(total)]),
  );
}
