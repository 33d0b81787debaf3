import { BYTE_ORDER_MARK, joinCells, writeCell } from '../kernel/csv.ts';
import { formatDecimal } from '../kernel/money.ts';
import type { Computed, Shape, Stored, View } from '../shape/shape.ts';
import { storedFields } from '../shape/state.ts';
import { view } from '../shape/view.ts';
import type { Labels, ReportRow } from './by.ts';
import { figureNames, figuresIn, figuresOf } from './columns.ts';
import type { Coverage } from './gather.ts';
import type { Selection } from './input.ts';
import { formatDay } from './rules/days.ts';
import type { Sums } from './rules/sums.ts';
import {
  BEST_SELLER,
  JOURNAL,
  ORDER_FIGURES,
  REPORT_FIGURES,
  type ReportKind,
  ROWS,
  reportBy,
  TODAY,
} from './shape.ts';
import type { Range } from './sums.store.ts';

const ORDER_NAMES = figureNames(ORDER_FIGURES);

/** The sums of whole orders. */
export const figuresView = view(REPORT_FIGURES, (sums: Readonly<Sums>, minorUnits: number) =>
  figuresOf(ORDER_NAMES, sums, minorUnits),
);

/** Makes the function that shows the rows of a report. */
export function rowView(by: ReportKind) {
  const row: Shape = ROWS[by];
  const names = figureNames(row.fields);
  return view(row, (_labels: Labels, sums: Readonly<Sums>, minorUnits: number) =>
    figuresOf(names, sums, minorUnits, figuresIn(by)),
  );
}

const SOLD_NAMES = figureNames(BEST_SELLER.fields);

/** The sums of a product. */
export const bestSellerView = view(
  BEST_SELLER,
  (_labels: Stored<typeof BEST_SELLER>, sums: Readonly<Sums>, minorUnits: number) =>
    figuresOf(SOLD_NAMES, sums, minorUnits),
);

/** The fields that every report begins with. */
export function headOf({ site, currency }: Selection, zones: ReadonlySet<string>, coverage: Coverage) {
  const [zone = null] = zones;
  return {
    site_id: site?.id ?? null,
    currency,
    // Sites in different ones count their days each by its own.
    timezone: zones.size === 1 ? zone : null,
    complete: coverage.complete,
    complete_until: coverage.until,
    up_to_event: coverage.upTo,
    last_event: coverage.last,
  };
}

export const journalView = view(JOURNAL, (computed: Computed<typeof JOURNAL>) => computed);

export const todayView = view(TODAY, (computed: Computed<typeof TODAY>) => computed);

/** A whole report. */
export interface ReportResult {
  readonly by: ReportKind;
  readonly range: Range;
  readonly rows: readonly ReportRow[];
  readonly totals: Readonly<Sums>;
  readonly minorUnits: number;
}

/** A report without its rows; the totals are of everything. */
export function reportView(
  { by, range, rows, totals, minorUnits }: ReportResult,
  head: ReturnType<typeof headOf>,
): View {
  const show = view(reportBy(by), () => ({
    by,
    from: formatDay(range.from),
    to: formatDay(range.to),
    ...head,
    totals: figuresView(totals, minorUnits),
    row_count: rows.length,
    rows: [],
  }));
  return show({});
}

/** A label as a cell; a whole number that is no decimal is an id. */
function labelCell(label: unknown, isDecimal: boolean): string {
  if (label === null) return '';
  if (typeof label === 'string') return writeCell(label);
  return isDecimal && typeof label === 'bigint' ? formatDecimal(label) : String(label);
}

/**
 * A report as a file for spreadsheets, all rows of it: UTF-8, names that would be run as formulas made harmless,
 * numbers with a decimal point as they are, also negative ones.
 */
export function reportCsv({ by, rows, minorUnits }: ReportResult) {
  const row: Shape = ROWS[by];
  const names = figureNames(row.fields);
  const of = figuresIn(by);
  const figures = names.map((name) => of[name]);
  const labelled = storedFields(row).map(([name, { kind }]) => ({
    name,
    isDecimal: [kind.schema.type].flat().includes('number'),
  }));
  const head = joinCells([...labelled.map(({ name }) => name), ...names].map(writeCell));
  return {
    head: BYTE_ORDER_MARK + head,
    rows,
    line: ({ labels, sums }: ReportRow): string => {
      return joinCells([
        ...labelled.map(({ name, isDecimal }) => labelCell(labels[name], isDecimal)),
        ...figures.map((figure) => {
          const value = figure(sums, minorUnits);
          return value === null ? '' : formatDecimal(value);
        }),
      ]);
    },
  };
}
