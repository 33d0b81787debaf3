// Bars beside each other, with the same figures as a table for who does not see bars.

import './chart.css';
import { Box, Table } from '@mantine/core';
import type { Decimal } from '#src/kernel/money.ts';
import { t } from '../words.ts';

/** One place of a chart, with its value. */
export interface Bar {
  /** The subject, in the table and under the pointer. */
  readonly label: string;
  /** The label below it. Short; not every one is shown when there are many. */
  readonly short: string;
  readonly now: Decimal;
  /** The value of the compared time. */
  readonly before?: Decimal;
}

interface Props {
  /** The title of the chart, in a few words. */
  readonly label: string;
  /** The name of the places: Hour, Day. */
  readonly head: string;
  readonly bars: readonly Bar[];
  readonly nowName: string;
  readonly beforeName?: string | undefined;
  readonly format: (amount: Decimal) => string;
}

/** Words below the bars that fit beside each other. */
const MAX_WORDS = 8;

/** The lowest bar that is still seen, in per cent. */
const LOWEST = 0.8;

/** How high a bar is, of the highest; nothing below zero. */
function heightOf(amount: Decimal, most: Decimal): string {
  if (amount <= 0n || most <= 0n) return '0';
  return `${Math.max(LOWEST, Number((amount * 10_000n) / most) / 100)}%`;
}

/** A chart of bars. Amounts below zero have no bar; the table shows them. */
export function Bars({ label, head, bars, nowName, beforeName, format }: Props) {
  let most = 0n;
  for (const { now, before = 0n } of bars) {
    if (now > most) most = now;
    if (before > most) most = before;
  }
  const every = Math.max(1, Math.ceil(bars.length / MAX_WORDS));
  return (
    <Box component="figure" className="chart" aria-label={label}>
      <div aria-hidden>
        <div className="chart-top">
          <span>{most > 0n ? format(most) : ''}</span>
          {beforeName !== undefined && (
            <span>
              <span className="chart-key">{nowName}</span>
              <span className="chart-key" data-before>
                {beforeName}
              </span>
            </span>
          )}
        </div>
        <div className="chart-plot">
          {bars.map((bar) => (
            <div key={bar.label} className="chart-slot" title={titleOf(bar, { nowName, beforeName, format })}>
              {bar.before !== undefined && (
                <div className="chart-bar" data-before style={{ height: heightOf(bar.before, most) }} />
              )}
              <div className="chart-bar" style={{ height: heightOf(bar.now, most) }} />
            </div>
          ))}
        </div>
        <div className="chart-scale">
          {bars.map((bar, at) => (
            <span key={bar.label}>{at % every === 0 ? bar.short : ''}</span>
          ))}
        </div>
      </div>
      <details className="chart-table">
        <summary>{t('Show as table')}</summary>
        <Table className="figures" aria-label={label} mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{head}</Table.Th>
              <Table.Th ta="end">{nowName}</Table.Th>
              {beforeName !== undefined && <Table.Th ta="end">{beforeName}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map((bar) => (
              <Table.Tr key={bar.label}>
                <Table.Td>{bar.label}</Table.Td>
                <Table.Td className="amount" ta="end">
                  {format(bar.now)}
                </Table.Td>
                {beforeName !== undefined && (
                  <Table.Td className="amount" ta="end">
                    {format(bar.before ?? 0n)}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </Box>
  );
}

function titleOf(
  bar: Bar,
  { nowName, beforeName, format }: Pick<Props, 'nowName' | 'beforeName' | 'format'>,
) {
  const now = `${bar.label} · ${nowName}: ${format(bar.now)}`;
  return beforeName === undefined ? now : `${now} · ${beforeName}: ${format(bar.before ?? 0n)}`;
}
