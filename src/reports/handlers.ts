import { requireRightToRead } from '../company/rights.ts';
import { PAGE_BYTES } from '../edge/budgets.ts';
import type { Call } from '../edge/call.ts';
import { answerRows } from '../edge/listing.ts';
import { type Asked, limitOf } from '../edge/query.ts';
import { asking } from '../edge/route.ts';
import { ApiError } from '../kernel/errors.ts';
import { minorUnits } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import { REPORTS } from './by.ts';
import { type Coverage, Ledger, loadReportedCompany, type ReportedCompany } from './gather.ts';
import { REPORT, readBy, readRange, readSelection, type Selection } from './input.ts';
import { addTo, noSums } from './rules/sums.ts';
import type { ReportKind } from './shape.ts';
import type { Range } from './sums.store.ts';
import { headOf, type ReportResult, reportCsv, reportView, rowView } from './view.ts';

/** Rows without a `limit`; with one, as many as a page can have. */
const DEFAULT_ROWS = 1_000;
/** When to ask again for a file that would not be complete, in s. */
const RETRY_AFTER = '10';

/** The time zones of the sites of a report. */
export function zonesIn({ sites }: Selection, { zones }: ReportedCompany): Set<string> {
  return new Set(sites.map(({ id }) => zones[String(id)] ?? ''));
}

interface PreparedReport extends ReportResult {
  readonly ledger: Ledger;
  readonly selection: Selection;
  readonly business: ReportedCompany;
}

/** The payments in a range of days, for orders of any day (reference: reports.2). */
async function received(ledger: Ledger, range: Range) {
  const sums = noSums();
  for (const each of (await ledger.by('tender', 'site', range)).values()) addTo(sums, each);
  const { payments, paid, credit_card_surcharge, rounding } = sums;
  return { payments, paid, credit_card_surcharge, rounding };
}

async function make(
  tx: Reader,
  call: Call,
  by: ReportKind,
  asked: Asked<typeof REPORT>,
): Promise<PreparedReport> {
  // What a drawer should have: it would not be counted blind (reference: reports.15).
  if (by === 'tender') await requireRightToRead(tx, call, 'XReport');
  const business = await loadReportedCompany(tx, call.company);
  const selection = readSelection(asked, business);
  const range = readRange(asked, call.now, selection);
  const ledger = await Ledger.open(tx, business, call.now);
  const rows = await REPORTS[by]({ tx, business, ledger, range });
  const totals = noSums();
  for (const sums of (await ledger.by('day', 'site', range)).values()) addTo(totals, sums);
  if (by === 'tender') Object.assign(totals, await received(ledger, range));
  const units = minorUnits(selection.currency) ?? 2;
  return { by, range, rows, totals, minorUnits: units, ledger, selection, business };
}

/** GET /reports/<by>: sums of completed orders by one dimension, over a range of days. */
export const getReport = asking(
  { ...REPORT, limit: limitOf('How many rows to show at most.', DEFAULT_ROWS) },
  async (tx: Reader, call, asked) => {
    const by = readBy(call);
    const made = await make(tx, call, by, asked);
    const { selection, business, ledger } = made;
    const head = headOf(selection, zonesIn(selection, business), ledger.coverage);
    const empty = JSON.stringify(reportView(made, head));
    const show = rowView(by);
    return answerRows(call, {
      open: empty.slice(0, -']}'.length),
      between: ',',
      close: ']}',
      most: PAGE_BYTES,
      rows: made.rows.slice(0, asked.limit),
      render: ({ labels, sums }) => JSON.stringify(show(labels, sums, made.minorUnits)),
    });
  },
);

/** 503 for a file that would not be complete: a file is kept and believed. */
export function refuseIncomplete({ complete }: Pick<Coverage, 'complete'>): void {
  if (complete) return;
  throw new ApiError(
    'temporarily_unavailable',
    sentence('Earlier orders are still being added up. Ask again in a moment.'),
    { headers: { 'retry-after': RETRY_AFTER } },
  );
}

/** GET /reports/<by>/csv: the same as a file, with every row; 503 while it would not be complete. */
export const getReportCsv = asking(REPORT, async (tx: Reader, call, asked) => {
  const made = await make(tx, call, readBy(call), asked);
  refuseIncomplete(made.ledger.coverage);
  const { head, rows, line } = reportCsv(made);
  // A file is never cut short: one beyond the limit of bytes in flight is refused.
  return answerRows(call, {
    open: head,
    between: '',
    close: '',
    most: Number.POSITIVE_INFINITY,
    rows,
    render: line,
  });
});
