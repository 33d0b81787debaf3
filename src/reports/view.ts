import { BYTE_ORDER_MARK, joinCells, writeCell } from '../kernel/csv.ts';
import { jsonDecimal, jsonInteger } from '../kernel/json.ts';
import { formatDecimal } from '../kernel/money.ts';
import { optionalId } from '../kernel/view.ts';
import type { Label, Report, ReportKind, ReportRow } from './by.ts';
import { type Column, ORDER_COLUMNS } from './columns.ts';
import type { Coverage } from './gather.ts';
import type { Selection } from './input.ts';
import { formatDay } from './rules/days.ts';
import type { Sums } from './rules/sums.ts';
import type { Range } from './sums.store.ts';

/** Figures as JSON. */
export function figuresView(
  columns: readonly Column[],
  sums: Readonly<Sums>,
  minorUnits: number,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, of }) => {
      const value = of(sums, minorUnits);
      return [name, value === null ? null : jsonDecimal(value)];
    }),
  );
}

function labelView(label: Label): unknown {
  if (typeof label === 'bigint') return jsonInteger(label);
  return typeof label === 'object' && label !== null ? jsonDecimal(label.decimal) : label;
}

/** A row as JSON; an id is there in both spellings. */
export function rowView(
  { labels, sums }: ReportRow,
  columns: readonly Column[],
  minorUnits: number,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, label] of Object.entries(labels)) {
    shown[name] = labelView(label);
    if (name === 'id') shown.id_str = label === null ? null : String(label);
  }
  return { ...shown, ...figuresView(columns, sums, minorUnits) };
}

/** The fields that every report begins with. */
export function headView(selection: Selection, zones: ReadonlySet<string>, coverage: Coverage) {
  const [zone = null] = zones;
  return {
    site_id: optionalId(selection.site?.id ?? null),
    site_id_str: selection.site?.id.toString() ?? null,
    currency: selection.currency,
    /** Null when the sites are in different ones: each counts its days by its own. */
    timezone: zones.size === 1 ? zone : null,
    complete: coverage.complete,
    up_to_event: jsonInteger(coverage.upTo),
    last_event: jsonInteger(coverage.last),
  };
}

/** A whole report. */
export interface ReportResult {
  readonly by: ReportKind;
  readonly report: Report;
  readonly range: Range;
  readonly rows: readonly ReportRow[];
  readonly totals: Readonly<Sums>;
  readonly minorUnits: number;
}

/** A report as JSON without its rows; the totals are of everything. */
export function reportView({ by, range, rows, totals, minorUnits }: ReportResult) {
  return {
    by,
    from: formatDay(range.from),
    to: formatDay(range.to),
    totals: figuresView(ORDER_COLUMNS, totals, minorUnits),
    row_count: rows.length,
  };
}

function labelCell(label: Label | undefined): string {
  if (label === null || label === undefined) return '';
  if (typeof label === 'object') return formatDecimal(label.decimal);
  return typeof label === 'string' ? writeCell(label) : String(label);
}

/**
 * A report as a file for spreadsheets, all rows of it: UTF-8, names that would be run as formulas made harmless,
 * numbers with a decimal point as they are, also negative ones.
 */
export function reportCsv({ report, rows, minorUnits }: ReportResult) {
  const head = joinCells([...report.labels, ...report.columns.map(({ name }) => name)].map(writeCell));
  return {
    head: BYTE_ORDER_MARK + head,
    rows,
    line: ({ labels, sums }: ReportRow): string =>
      joinCells([
        ...report.labels.map((name) => labelCell(labels[name])),
        ...report.columns.map(({ of }) => {
          const value = of(sums, minorUnits);
          return value === null ? '' : formatDecimal(value);
        }),
      ]),
  };
}
