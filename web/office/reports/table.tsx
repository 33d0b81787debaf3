import { Box, Table, Text } from '@mantine/core';
import { formatDecimal, minorUnits } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatDay } from '../../shared/days.ts';
import { decimalOf, formatNumber, inWords } from '../../shared/format.ts';
import type { Amount } from '../../shared/json.ts';
import { hourWords } from './parts.tsx';
import { type Cell, type Figure, figuresOf, REPORTS, type ReportBody, unnamed } from './records.ts';

const amounts = new Map<number, Intl.NumberFormat>();

/** An amount without the sign of its currency, with all its digits. */
export function formatAmount(amount: Amount, currency: string): string {
  const digits = minorUnits(currency) ?? 2;
  let format = amounts.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: 8 });
    amounts.set(digits, format);
  }
  return format.format(formatDecimal(decimalOf(amount)) as Intl.StringNumericLiteral);
}

function shown(
  { kind, without }: Figure,
  name: string,
  row: Readonly<Record<string, Cell>>,
  currency: string,
): string {
  const whole = row[name];
  if (typeof whole !== 'number' && typeof whole !== 'string') return '–';
  const part = without === undefined ? 0 : Number(row[without]);
  const value = part === 0 ? whole : Number(whole) - part;
  return kind === 'money' ? formatAmount(value, currency) : formatNumber(value);
}

/** The rows of a report with what everything adds up to. */
export function ReportTable({ report }: { report: ReportBody }) {
  const { by, rows, totals, currency, row_count: count } = report;
  const figures = figuresOf(by);
  return (
    <>
      <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Figures, scrolls sideways">
        <Table className="figures" horizontalSpacing="sm" aria-label={`Report by ${REPORTS[by]}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th pl={0} miw={140}>
                {REPORTS[by]}
              </Table.Th>
              {figures.map(({ name, head }) => (
                <Table.Th key={name} ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a tax differ by rate alone
              <Table.Tr key={at}>
                <Table.Th scope="row" pl={0} fw={400} c="var(--mantine-color-text)" maw={320}>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {nameOf(report, row)}
                  </Text>
                  {typeof row.sku === 'string' && (
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {row.sku}
                    </Text>
                  )}
                </Table.Th>
                {figures.map((figure) => (
                  <Table.Td key={figure.name} ta="right" style={{ whiteSpace: 'nowrap' }}>
                    {shown(figure, figure.name, row, currency)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr data-testid="totals">
              <Table.Th scope="row" pl={0} fw={650} c="var(--mantine-color-text)">
                Total
              </Table.Th>
              {figures.map((figure) => {
                const name = figure.total === undefined ? figure.name : figure.total;
                return (
                  <Table.Td
                    key={figure.name}
                    ta="right"
                    fw={650}
                    style={{ whiteSpace: 'nowrap' }}
                    data-figure={figure.name}
                  >
                    {name === null ? '' : shown(figure, name, totals, currency)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Box>
      {rows.length < count && (
        <Text size="sm" c="dimmed" pt="sm">
          {`These are the first ${formatNumber(rows.length)} of ${formatNumber(count)} rows. The CSV has all of them.`}
        </Text>
      )}
      {Number(totals.refunds) > 0 && (
        <Text size="sm" c="dimmed" pt="sm">
          Refunds are no orders here, and the average is that of orders. The column “orders” of the CSV counts
          both.
        </Text>
      )}
      {by === 'category' && (
        <Text size="sm" c="dimmed" pt="sm">
          A product in two categories counts in both, so rows can come to more than the total.
        </Text>
      )}
    </>
  );
}

function nameOf({ by }: ReportBody, row: Readonly<Record<string, Cell>>): string {
  if (by === 'day') return formatDay(String(row.day), true);
  if (by === 'hour') return hourWords(Number(row.hour));
  if (by === 'order_type')
    return row.order_type === null ? unnamed(by, null) : inWords(String(row.order_type));
  const name = typeof row.name === 'string' && row.name !== '' ? row.name : unnamed(by, row.id);
  if (by === 'tax' && row.rate !== null) return `${isolated(name)} ${percent(row.rate)}`;
  return row.deleted === true ? `${isolated(name)} (deleted)` : name;
}

/** A rate such as 0.1 as 10 %, with all its digits. */
function percent(rate: Cell | undefined): string {
  if (typeof rate !== 'number' && typeof rate !== 'string') return '';
  return `${formatNumber(formatDecimal(decimalOf(rate) * 100n))} %`;
}
