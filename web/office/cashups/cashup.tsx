// One cash-up: what was in the drawer, what was taken, what was sold.

import { Button, Grid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { Amount, CashupWithReport, ShiftReport } from '#clients/typescript/index.ts';
import { decimalOf, formatNumber, formatPercent, inLine } from '../../shared/format.ts';
import { Figures } from '../../shared/ui/figures.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useDownload } from '../download.ts';
import { useRead } from '../read.ts';
import { Difference, ProcessedBadge } from './parts.tsx';

export default function CashupPage() {
  const { id = '' } = useParams();
  const cashup = useRead('cashups', 'getCashup', { cashup_id: id });
  const back = { to: '/cashups', label: t('Cash-ups') };
  return (
    <RecordPage query={cashup} title={t('Cash-up')} back={back}>
      {(data) => (
        <ScreenPage
          title={t('{register} no. {number}', {
            register: data.report.register_name,
            number: String(data.number),
          })}
          back={back}
          badge={<ProcessedBadge processed={data.processed} />}
          actions={
            <>
              <Pdf cashup={data} />
              <Processed cashup={data} />
            </>
          }
        >
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Stack gap="md">
                <Drawer cashup={data} />
                <Counted report={data.report} />
                <Movements report={data.report} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Stack gap="md">
                <Tenders
                  title={t('Payments')}
                  rows={data.report.tenders}
                  site={data.site_id}
                  empty={t('Nothing was paid.')}
                />
                {data.report.before.length > 0 && (
                  <Tenders
                    title={t('Taken while the drawer was closed')}
                    rows={data.report.before}
                    site={data.site_id}
                  />
                )}
                <Sales report={data.report} />
              </Stack>
            </Grid.Col>
          </Grid>
        </ScreenPage>
      )}
    </RecordPage>
  );
}

function Pdf({ cashup }: { cashup: CashupWithReport }) {
  const pdf = useDownload('getCashupPdf');
  const name = `cashup-${cashup.register_id}-${cashup.number}.pdf`;
  return (
    <Button
      variant="default"
      loading={pdf.isPending}
      onClick={() => pdf.mutate({ input: { cashup_id: cashup.id }, name })}
    >
      {t('PDF')}
    </Button>
  );
}

function Processed({ cashup }: { cashup: CashupWithReport }) {
  const { passbell } = useCompany();
  const stale = useStale();
  const change = useMutation({
    mutationFn: () =>
      passbell.call('updateCashup', { cashup_id: cashup.id, body: { processed: !cashup.processed } }),
    onSuccess: () => stale('cashups'),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <Button
      variant={cashup.processed ? 'default' : 'filled'}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {cashup.processed ? t('Mark as not processed') : t('Mark as processed')}
    </Button>
  );
}

function Drawer({ cashup }: { cashup: CashupWithReport }) {
  const { money, when } = useCompany();
  const { report, site_id: site } = cashup;
  const { cash } = report;
  const shown = (amount: Amount | null) => money(amount, site);
  return (
    <Section title={t('Drawer')}>
      <Hint mb="xs">
        {inLine([when(report.opened_at, site), report.opened_by])}
        {' – '}
        {inLine([when(report.until, site), report.closed_by])}
      </Hint>
      <Figures
        label={t('Drawer')}
        rows={[
          ['float', t('Float'), shown(cash.float)],
          ['taken', t('Cash payments'), shown(cash.cash_taken)],
          ['in', t('Cash in'), shown(cash.cash_in)],
          ['out', t('Cash out'), money(-decimalOf(cash.cash_out), site)],
          ['expected', <b key="label">{t('Expected')}</b>, <b key="figure">{shown(cash.expected)}</b>],
          ['counted', t('Counted'), shown(report.counted)],
          ['difference', t('Difference'), <Difference key="figure" amount={cashup.difference} site={site} />],
        ]}
      />
      {cashup.note !== null && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {cashup.note}
        </Text>
      )}
    </Section>
  );
}

function Counted({ report }: { report: ShiftReport }) {
  const { money } = useCompany();
  if (report.denominations.length === 0) return null;
  const counted = report.denominations.filter(({ count }) => count > 0);
  return (
    <Section title={t('Coins and notes')}>
      <Figures
        label={t('Coins and notes')}
        rows={counted.map(({ value, count }) => [
          String(value),
          `${count} × ${money(value, report.site_id)}`,
          money(decimalOf(value) * BigInt(count), report.site_id),
        ])}
      />
    </Section>
  );
}

const MOVED: Readonly<Record<ShiftReport['movements'][number]['kind'], Message>> = {
  in: message('Cash in'),
  out: message('Cash out'),
  no_sale: message('No sale'),
};

function Movements({ report }: { report: ShiftReport }) {
  const { money, when } = useCompany();
  if (report.movements.length === 0) return null;
  return (
    <Section title={t('Cash in and out')}>
      <Figures
        label={t('Cash in and out')}
        rows={report.movements.map(({ kind, amount, reason, at }, number) => [
          String(number),
          <>
            {inLine([translated(MOVED[kind]), reason])}
            <Hint size="xs">{when(at, report.site_id)}</Hint>
          </>,
          kind === 'no_sale'
            ? ''
            : money(kind === 'out' ? -decimalOf(amount) : decimalOf(amount), report.site_id),
        ])}
      />
    </Section>
  );
}

interface TenderProps {
  readonly title: string;
  readonly rows: ShiftReport['tenders'];
  readonly site: string;
  readonly empty?: string;
}

function Tenders({ title, rows, site, empty }: TenderProps) {
  const { money } = useCompany();
  return (
    <Section title={title}>
      {rows.length === 0 && <Hint>{empty}</Hint>}
      <Figures
        label={title}
        rows={rows.map(({ payment_method_id: id, name, payments, tip, total }) => [
          id,
          <>
            {name}
            <Hint size="xs">
              {inLine([
                t('{count, plural, one {# payment} other {# payments}}', { count: payments }),
                decimalOf(tip) !== 0n && t('of it tips {amount}', { amount: money(tip, site) }),
              ])}
            </Hint>
          </>,
          money(total, site),
        ])}
      />
    </Section>
  );
}

function Sales({ report }: { report: ShiftReport }) {
  const { money } = useCompany();
  const { sales, site_id: site } = report;
  const shown = (amount: Amount) => money(amount, site);
  return (
    <Section title={t('Sales')}>
      <Figures
        label={t('Sales')}
        rows={[
          ['total', <b key="label">{t('Total')}</b>, <b key="figure">{shown(sales.total)}</b>],
          ['orders', t('Orders'), formatNumber(sales.orders)],
          ['refunds', t('Refunds'), formatNumber(sales.refunds)],
          ['discount', t('Discounts'), shown(sales.discount)],
          ['tips', t('Tips'), shown(sales.tips)],
          ['tax', t('Tax'), shown(sales.total_tax)],
          ...report.taxes
            .filter(({ tax_id: id }) => id !== null)
            .map(
              (tax) =>
                [
                  `${tax.tax_id} ${tax.rate}`,
                  <Hint key="label" span>
                    {inLine([tax.name, formatPercent(tax.rate), shown(tax.taxable)])}
                  </Hint>,
                  shown(tax.tax),
                ] as const,
            ),
        ]}
      />
    </Section>
  );
}
