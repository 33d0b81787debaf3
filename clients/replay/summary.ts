// The result of a replay, in figures and in words.

import { type Difference, formatAmount, type SalesFigures } from '../../src/demo/figures.ts';
import { parseDecimal } from '../../src/kernel/money.ts';
import { formatCount, formatSeconds } from './progress.ts';
import type { Refusal } from './sending.ts';

/** The most differences and refusals that are printed. */
const MAX_SHOWN = 20;

/** The result of a replay. */
export interface ReplayResult {
  /** True when nothing was refused and every figure read back is as expected. */
  readonly ok: boolean;
  readonly sent: number;
  /** Orders that an earlier run had sent. */
  readonly alreadyThere: number;
  readonly refused: readonly Refusal[];
  /** How often a request had to be repeated. */
  readonly retries: number;
  readonly expected: SalesFigures;
  readonly actual: SalesFigures;
  readonly differences: readonly Difference[];
  readonly elapsedMs: number;
  readonly sendingMs: number;
  readonly ordersPerSecond: number;
}

/** The report at the end of a replay. */
export function summarize(result: ReplayResult): string {
  const { expected, actual, refused, differences } = result;
  const row = (label: string, a: string, b: string) =>
    `${label.padEnd(10)}${a.padStart(14)}${b.padStart(14)}\n`;
  const figure = (label: string, of: (figures: SalesFigures) => string | number) =>
    row(label, formatCount(of(expected)), formatCount(of(actual)));
  let text =
    `Sent ${formatCount(result.sent)} orders in ${formatSeconds(result.sendingMs / 1000)} ` +
    `(${formatCount(Math.round(result.ordersPerSecond))} a second); ${formatCount(result.alreadyThere)} were there ` +
    `already; ${formatCount(result.retries)} requests had to be repeated.\n\n` +
    row('', 'expected', 'read back') +
    figure('Orders', (figures) => figures.orders) +
    figure('Lines', (figures) => figures.lines) +
    figure('Items', (figures) => figures.items) +
    figure('Revenue', (figures) => formatAmount(parseDecimal(figures.revenue) ?? 0n)) +
    '\n';
  text += shorten(
    refused.map((each) => `Refused: order ${each.saleNumber}: ${each.reason}`),
    'refused orders',
  );
  text += shorten(
    differences.map((each) => `Different: ${each.what}: ${each.actual} instead of ${each.expected}`),
    'differences',
  );
  if (result.ok) {
    const days = Object.keys(actual.byDay).length;
    const months = Object.keys(actual.byMonth).length;
    const spans = days === 0 ? '' : ` ${countOf(months, 'month')} and ${countOf(days, 'day')},`;
    text += `Everything adds up: every order,${spans} to the cent.\n`;
  } else text += 'This is NOT what was expected.\n';
  return text;
}

function countOf(count: number, what: string): string {
  return count === 1 ? `the one ${what}` : `all ${count} ${what}s`;
}

function shorten(lines: readonly string[], what: string): string {
  const shown = lines.slice(0, MAX_SHOWN);
  if (lines.length > MAX_SHOWN) shown.push(`(and ${formatCount(lines.length - MAX_SHOWN)} more ${what})`);
  return shown.map((line) => `${line}\n`).join('');
}
