import { Stack, Text, Title } from '@mantine/core';
import type { Amount, ShiftReport } from '#clients/typescript/index.ts';
import { decimalOf, formatMoney, formatNumber } from '../../shared/format.ts';
import { type FigureRow, Figures } from '../../shared/ui/figures.tsx';
import { t } from '../../shared/words.ts';

function Part({ label, rows }: { label: string; rows: readonly FigureRow[] }) {
  return (
    <Stack gap={4} component="section" aria-label={label}>
      <Title order={3} size="h5">
        {label}
      </Title>
      <Figures label={label} rows={rows} />
    </Stack>
  );
}

/** The sums of a shift, in short. */
export function Report({ report }: { report: ShiftReport }) {
  const { cash, currency, sales } = report;
  const money = (amount: Amount | bigint | null) => formatMoney(amount, currency);
  const difference = decimalOf(report.difference);
  return (
    <Stack gap="md">
      {report.number !== null && (
        <Text fw={600}>
          {t('{register} no. {number}', { register: report.register_name, number: String(report.number) })}
        </Text>
      )}
      <Part
        label={t('Drawer')}
        rows={[
          ['float', t('Float'), money(cash.float)],
          ['taken', t('Cash payments'), money(cash.cash_taken)],
          ['in', t('Cash in'), money(cash.cash_in)],
          ['out', t('Cash out'), money(-decimalOf(cash.cash_out))],
          ['expected', t('Expected'), <b key="figure">{money(cash.expected)}</b>],
          ...(report.counted === null
            ? []
            : ([
                ['counted', t('Counted'), money(report.counted)],
                [
                  'difference',
                  t('Difference'),
                  <Text
                    key="figure"
                    span
                    fw={650}
                    {...(difference < 0n ? { c: 'var(--mantine-color-error)' } : {})}
                  >
                    {difference > 0n ? '+' : ''}
                    {money(difference)}
                  </Text>,
                ],
              ] as const)),
        ]}
      />
      {report.tenders.length > 0 && (
        <Part
          label={t('Payments')}
          rows={report.tenders.map(({ payment_method_id: id, name, total }) => [id, name, money(total)])}
        />
      )}
      <Part
        label={t('Sales')}
        rows={[
          ['total', t('Total'), money(sales.total)],
          ['orders', t('Orders'), formatNumber(sales.orders)],
          ['refunds', t('Refunds'), formatNumber(sales.refunds)],
          ['tax', t('Tax'), money(sales.total_tax)],
        ]}
      />
    </Stack>
  );
}
