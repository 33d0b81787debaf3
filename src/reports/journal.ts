import type { LedgerCodes } from '../company/money-shape.ts';
import { requireRightToRead } from '../company/rights.ts';
import type { Call } from '../edge/call.ts';
import { answerRows } from '../edge/listing.ts';
import type { Asked } from '../edge/query.ts';
import { asking, ok } from '../edge/route.ts';
import { BYTE_ORDER_MARK, joinCells, writeCell } from '../kernel/csv.ts';
import { invalid } from '../kernel/errors.ts';
import { formatDecimal } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import { Ledger, loadReportedCompany, type ReportedCompany } from './gather.ts';
import { refuseIncomplete, zonesIn } from './handlers.ts';
import { REPORT, readRange, readSelection } from './input.ts';
import { formatDay } from './rules/days.ts';
import { journalOf, type Posting, type PostingKind } from './rules/journal.ts';
import { NONE } from './rules/measure.ts';
import type { JOURNAL_ROW, JournalRow } from './shape.ts';
import { accountsOf, type NamedAccount } from './store.ts';
import { headOf, journalView } from './view.ts';

// Sales as postings for the books (reference: reports.13).

/** Most postings of one answer that is no file. */
const MAX_POSTINGS = 5_000;

/** The accounts of the company by the kind of posting; payments and taxes have their own. */
const CODE_OF = {
  sales: 'sales',
  service: 'service',
  tips: 'tips',
  surcharges: 'surcharges',
  rounding: 'rounding',
  refunds: 'refunds',
  receivable: 'receivable',
} as const satisfies Partial<Record<PostingKind, keyof LedgerCodes>>;

interface Accounts {
  readonly tax: ReadonlyMap<string, NamedAccount>;
  readonly payment: ReadonlyMap<string, NamedAccount>;
}

function rowOf(posting: Posting, { company, sites }: ReportedCompany, accounts: Accounts): JournalRow {
  const { kind, subject, amount, day, site } = posting;
  const date = formatDay(day);
  const own = kind === 'tax' || kind === 'payment' ? accounts[kind].get(subject) : undefined;
  const account =
    kind === 'tax' || kind === 'payment'
      ? (own?.code ?? null)
      : (company.ledger_codes?.[CODE_OF[kind]] ?? null);
  return {
    date,
    site_id: site,
    site: sites.find(({ id }) => id === site)?.name ?? null,
    kind,
    account,
    name: own?.name ?? null,
    record_id: subject === NONE ? null : BigInt(subject),
    debit: amount > 0n ? amount : 0n,
    credit: amount < 0n ? -amount : 0n,
    amount,
    reference: `${date}/${site}`,
  };
}

async function make(tx: Reader, call: Call, asked: Asked<typeof REPORT>) {
  // It says what was paid in cash (reference: reports.15).
  await requireRightToRead(tx, call, 'XReport');
  const business = await loadReportedCompany(tx, call.company);
  const selection = readSelection(asked, business);
  const range = readRange(asked, call.now, selection);
  const ledger = await Ledger.open(tx, business, call.now);
  const entries = [];
  for (const kind of ['day', 'tax', 'tender', 'given_back'] as const)
    entries.push(...(await ledger.places(kind, range)));
  const postings = journalOf(entries);
  const idsOf = (of: PostingKind) => [
    ...new Set(postings.flatMap(({ kind, subject }) => (kind === of ? [BigInt(subject)] : []))),
  ];
  const accounts = {
    tax: await accountsOf(tx, 'taxes', call.company, idsOf('tax')),
    payment: await accountsOf(tx, 'payment_methods', call.company, idsOf('payment')),
  };
  const head = headOf(selection, zonesIn(selection, business), ledger.coverage);
  return { range, postings, head, ledger, toRow: (each: Posting) => rowOf(each, business, accounts) };
}

/** GET /reports/journal: sales by day and site as postings to accounts. */
export const getJournal = asking(REPORT, async (tx: Reader, call, asked) => {
  const { range, postings, head, toRow } = await make(tx, call, asked);
  if (postings.length > MAX_POSTINGS)
    throw invalid(
      'from',
      sentence('would give more than {max} rows: ask for fewer days.', { max: MAX_POSTINGS }),
    );
  return ok(
    journalView({
      ...{ from: formatDay(range.from), to: formatDay(range.to) },
      ...head,
      row_count: postings.length,
      rows: postings.map(toRow),
    }),
  );
});

const COLUMNS = [
  'date',
  'site',
  'kind',
  'account',
  'name',
  'debit',
  'credit',
  'reference',
] as const satisfies readonly (keyof typeof JOURNAL_ROW.fields)[];

/** GET /reports/journal/csv: the same as a file; 503 while it would not be complete. */
export const getJournalCsv = asking(REPORT, async (tx: Reader, call, asked) => {
  const { postings, ledger, toRow } = await make(tx, call, asked);
  refuseIncomplete(ledger.coverage);
  return answerRows(call, {
    open: BYTE_ORDER_MARK + joinCells([...COLUMNS]),
    between: '',
    close: '',
    most: Number.POSITIVE_INFINITY,
    rows: postings,
    render: (posting: Posting): string => {
      const row = toRow(posting);
      const cells = COLUMNS.map((name) => row[name]);
      return joinCells(
        cells.map((cell) =>
          cell === null ? '' : typeof cell === 'bigint' ? formatDecimal(cell) : writeCell(cell),
        ),
      );
    },
  });
});
