import { Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Amount, ShiftReport } from '#clients/typescript/index.ts';
import { decimalOf, formatMoney, formatNumber } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';

/** Rows of a label and a figure. */
function Figures({ label, rows }: { label: string; rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Stack gap={4} component="section" aria-label={label}>
      <Title order={3} size="h5">
        {label}
      </Title>
      <Table aria-label={label}>
        <Table.Tbody>
          {rows.map(([name, figure]) => (
            <Table.Tr key={name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td className="figures" ta="end">
                {figure}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

/** What a shift comes to, in short. */
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
      <Figures
        label={t('Drawer')}
        rows={[
          [t('Float'), money(cash.float)],
          [t('Cash payments'), money(cash.cash_taken)],
          [t('Cash in'), money(cash.cash_in)],
          [t('Cash out'), money(-decimalOf(cash.cash_out))],
          [t('Expected'), <b key="figure">{money(cash.expected)}</b>],
          ...(report.counted === null
            ? []
            : ([
                [t('Counted'), money(report.counted)],
                [
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
        <Figures label={t('Payments')} rows={report.tenders.map(({ name, total }) => [name, money(total)])} />
      )}
      <Figures
        label={t('Sales')}
        rows={[
          [t('Total'), money(sales.total)],
          [t('Orders'), formatNumber(sales.orders)],
          [t('Refunds'), formatNumber(sales.refunds)],
          [t('Tax'), money(sales.total_tax)],
        ]}
      />
    </Stack>
  );
}
