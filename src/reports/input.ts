import type { Site } from '../company/shape.ts';
import type { Call } from '../edge/call.ts';
import { type Asked, idOf, parameter, text } from '../edge/query.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { isReportKind, REPORTS } from './by.ts';
import type { ReportedCompany } from './gather.ts';
import { formatDay, localHour, parseDay } from './rules/days.ts';
import type { ReportKind } from './shape.ts';
import type { Range } from './sums.store.ts';

/** The word of the path; 404 naming the words there are. */
export function readBy(call: Call): ReportKind {
  const word = call.word('by');
  if (isReportKind(word)) return word;
  const known = Object.keys(REPORTS).join(', ');
  throw new ApiError(
    'not_found',
    sentence('There is no such report. There are reports by {known}; and today and journal.', { known }),
  );
}

/** The sites a report is about, which all sell in one currency. */
export interface Selection {
  readonly sites: readonly Site[];
  readonly site: Site | undefined;
  readonly currency: string;
  /** By whose clocks "today" is meant when no day is named. */
  readonly zone: string;
}

/** Which sites a report is about. */
export const SELECTION = {
  site_id: idOf('Only this site.'),
  currency: text('Only sites that sell in this currency.'),
};

const dayOf = (words: string, example: string) =>
  parameter(
    words,
    { type: 'string', format: 'date', examples: [example] },
    parseDay,
    sentence('must be a day such as 2026-01-31.'),
  );

/** Which sites and days a report is about. */
export const REPORT = {
  from: dayOf('The first day.', '2026-11-01'),
  to: dayOf('The last day.', '2026-11-21'),
  ...SELECTION,
};

/**
 * The sites meant by `site_id` and `currency`; all of them without either. Amounts of different currencies are
 * never added: 400 naming the currencies there are.
 */
export function readSelection(
  { site_id: id, currency: wanted }: Asked<typeof SELECTION>,
  { company, sites, zones }: ReportedCompany,
): Selection {
  const currencyOf = (site: Site) => site.currency ?? company.currency;
  const found = sites.find((site) => site.id === id);
  if (id !== undefined && found === undefined)
    throw invalid('site_id', sentence('must be the id of a site.'));
  const among = (found === undefined ? sites : [found]).filter(
    (site) => wanted === undefined || currencyOf(site) === wanted,
  );
  const currencies = [...new Set(among.map(currencyOf))].sort();
  const [currency = company.currency, ...others] = currencies;
  if (others.length > 0) {
    throw invalid(
      'currency',
      sentence(
        'must be one of {currencies}, or site_id must name a site: amounts of different ' +
          'currencies cannot be added.',
        { currencies: currencies.join(', ') },
      ),
    );
  }
  if (wanted !== undefined && among.length === 0) {
    throw invalid('currency', sentence('must be one that is sold in: no such site sells in it.'));
  }
  const zone = found === undefined ? company.timezone : (zones[String(found.id)] ?? company.timezone);
  return { sites: among, site: found, currency, zone };
}

/** The days from `from` to `to`, both included. `to` is today when it is not given, and `from` is `to`. */
export function readRange(asked: Asked<typeof REPORT>, now: Micros, { sites, zone }: Selection): Range {
  const to = asked.to ?? localHour(now, zone).day;
  const from = asked.from ?? to;
  if (from > to)
    throw invalid('from', sentence('must not be after to, which is {to}.', { to: formatDay(to) }));
  return { sites: sites.map(({ id }) => id), from, to };
}
