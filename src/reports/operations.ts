import { C, filedUnder, type Operation, type Operations } from '../edge/operation.ts';
import { viewOf } from '../shape/nested.ts';
import { JOURNAL, type ReportKind, ROWS, reportBy, TODAY } from './shape.ts';

const reports = filedUnder('Reports');

const RANGE =
  'Days are those of the sites. Without `to` it is today, without `from` that one day; there may be any number of them. ' +
  'Sites that sell in different currencies are not added: name a site or a currency.';

/** Staff who count a drawer blind do not see what was paid in cash (reference: reports.15). */
const SAYS_CASH = { rights: ['XReport'] } as const;

const report = (by: ReportKind): Operation => {
  const shape = reportBy(by);
  return reports(`get${shape.name}`, `See what completed orders add up to by ${by.replaceAll('_', ' ')}`, {
    text: RANGE,
    answer: viewOf(shape),
    ...(by === 'tender' ? SAYS_CASH : {}),
  });
};
const KINDS = Object.keys(ROWS) as ReportKind[];

/** Reports of orders. */
export const REPORT_OPERATIONS: Operations = {
  [`GET ${C}/reports/today`]: reports('getToday', 'See the business day so far', {
    text: 'Beside the same weekday a week ago, with what is open and what needs attention.',
    answer: viewOf(TODAY),
  }),
  [`GET ${C}/reports/journal`]: reports('getJournal', 'See sales as postings for the books', {
    text: `By day and site, which add up to 0. ${RANGE}`,
    answer: viewOf(JOURNAL),
    ...SAYS_CASH,
  }),
  [`GET ${C}/reports/journal/csv`]: reports('getJournalCsv', 'Read the postings as a file for spreadsheets', {
    text: `Also at \`/reports/journal.csv\`. ${RANGE} 503 while it would not be complete.`,
    ...SAYS_CASH,
  }),
  [`GET ${C}/reports/:by`]: {
    paths: Object.fromEntries(KINDS.map((by) => [`${C}/reports/${by}`, report(by)])),
  },
  [`GET ${C}/reports/:by/csv`]: reports('getReportCsv', 'Read a report as a file for spreadsheets', {
    text: `All of its rows, also at \`/reports/<by>.csv\`. ${RANGE} 503 while it would not be complete.`,
    ...SAYS_CASH,
  }),
};
