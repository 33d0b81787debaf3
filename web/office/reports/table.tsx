import { Box, Table, Text } from '@mantine/core';
import type { Amount } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatDay, formatHour } from '../../shared/days.ts';
import { formatAmount, formatNumber, formatPercent } from '../../shared/format.ts';
import { orderTypeName } from '../../shared/order-words.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { t, translated } from '../../shared/words.ts';
import {
  type Cell,
  type Figure,
  figuresOf,
  kindName,
  type Report,
  type Row,
  reportTitle,
  unnamed,
} from './records.ts';

function shown({ kind, without }: Figure, name: string, row: Row, currency: string): string {
  const whole = row[name];
  if (typeof whole !== 'number' && typeof whole !== 'string') return '–';
  const part = without === undefined ? 0 : Number(row[without]);
  const value = part === 0 ? whole : Number(whole) - part;
  return kind === 'money' ? formatAmount(value, currency) : formatNumber(value);
}

/** The rows of a report with what everything adds up to. */
export function ReportTable({ report }: { report: Report }) {
  const { by, currency } = report;
  const rows: readonly Row[] = report.rows;
  const totals: Row = { ...report.totals };
  const figures = figuresOf(by);
  return (
    <>
      <Box
        style={{ overflowX: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={t('Figures, scrolls sideways')}
      >
        <Table
          className="figures"
          horizontalSpacing="sm"
          aria-label={t('Report: {title}', { title: reportTitle(by) })}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th ps={0} miw={140}>
                {kindName(by)}
              </Table.Th>
              {figures.map(({ name, head }) => (
                <Table.Th key={name} ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {translated(head)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a tax differ by rate alone
              <Table.Tr key={at}>
                <Table.Th scope="row" ps={0} fw={400} c="var(--mantine-color-text)" maw={320}>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {nameOf(by, row)}
                  </Text>
                  {by === 'discount' && (
                    <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
                      {typeof row.staff_member === 'string' && row.staff_member !== ''
                        ? row.staff_member
                        : unnamed('staff', row.staff_member_id)}
                    </Hint>
                  )}
                  {typeof row.sku === 'string' && (
                    <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
                      {row.sku}
                    </Hint>
                  )}
                </Table.Th>
                {figures.map((figure) => (
                  <Table.Td key={figure.name} ta="end" style={{ whiteSpace: 'nowrap' }}>
                    {shown(figure, figure.name, row, currency)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr data-testid="totals">
              <Table.Th scope="row" ps={0} fw={650} c="var(--mantine-color-text)">
                {t('Total')}
              </Table.Th>
              {figures.map((figure) => (
                <Table.Td
                  key={figure.name}
                  ta="end"
                  fw={650}
                  style={{ whiteSpace: 'nowrap' }}
                  data-figure={figure.name}
                >
                  {figure.total === null ? '' : shown(figure, figure.total, totals, currency)}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Box>
      <Remarks report={report} />
    </>
  );
}

/** Remarks on the figures. */
function Remarks({ report: { by, rows, row_count: count, totals } }: { report: Report }) {
  return (
    <>
      {rows.length < count && (
        <Hint pt="sm">
          {t('These are the first {shown} of {count} rows. The CSV has all of them.', {
            shown: formatNumber(rows.length),
            count: formatNumber(count),
          })}
        </Hint>
      )}
      {Number(totals.refunds) > 0 && (
        <Hint pt="sm">
          {t(
            'Refunds are not counted as orders here, nor in the average. The “orders” column of the CSV counts both.',
          )}
        </Hint>
      )}
      {by === 'discount' && (
        <Hint pt="sm">
          {t('The staff member is that of the order. A line can have one discount and its order another.')}
        </Hint>
      )}
      {by === 'category' && (
        <Hint pt="sm">
          {t('A product in two categories counts in both, so the rows can add up to more than the total.')}
        </Hint>
      )}
    </>
  );
}

function nameOf(by: Report['by'], row: Row): string {
  if (by === 'day') return formatDay(String(row.day), 'year');
  if (by === 'hour') return formatHour(Number(row.hour));
  if (by === 'order_type') return orderTypeName(row.order_type) || unnamed(by, null);
  const name = typeof row.name === 'string' && row.name !== '' ? row.name : unnamed(by, row.id);
  if (by === 'tax' && isAmount(row.rate)) return `${isolated(name)} ${formatPercent(row.rate)}`;
  return row.deleted === true ? t('{name} (deleted)', { name: isolated(name) }) : name;
}

function isAmount(cell: Cell | undefined): cell is Amount {
  return typeof cell === 'number' || typeof cell === 'string';
}
