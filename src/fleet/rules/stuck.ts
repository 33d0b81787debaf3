import { formatTime } from '../../kernel/time.ts';
import type { Finding, ProcessRow, StuckWork, Waiting } from '../types.ts';

// What there is to say of work that stands (reference: operations.29).

/** The names of kinds of work, the processes that do them, and the remedy where those are fine. */
interface Kind {
  readonly what: string;
  /** The words for it. */
  readonly says: string;
  /** The part of `ProcessIdentity.runs` that does it, and how such a process is started; undefined: not a process of the service. */
  readonly by?: { readonly part: string; readonly start: string };
  readonly otherwise: string;
}

const DELIVERING = { part: 'deliveries', start: 'ROLE delivery or all' };

const KINDS: Readonly<Record<keyof StuckWork, Kind>> = {
  deliveries: {
    what: 'deliveries',
    says: 'are due for over 5 minutes and nobody sends them',
    by: DELIVERING,
    otherwise:
      'Look at /readyz of the processes that deliver, and in their logs, which name an address that stands still.',
  },
  leases: {
    what: 'leases',
    says: 'were being sent by a process that is gone, and nobody took them over',
    by: DELIVERING,
    otherwise: 'Look in the logs of the processes that deliver: their passes over the queue fail.',
  },
  reports: {
    what: 'reports',
    says: 'events are not counted, of orders that were completed over 10 minutes ago',
    by: { part: 'reports', start: 'ROLE delivery or all' },
    otherwise: 'Look in the logs of the processes that add up, which say why it fails.',
  },
  printJobs: {
    what: 'print jobs',
    says: 'are due for over 15 minutes and not printed',
    otherwise:
      "See whether the site's print agent runs and its printers answer; after 12 hours they are given up.",
  },
  imports: {
    what: 'imports',
    says: 'have stood for over an hour, open',
    otherwise: 'Send the same file again: it goes on where it stood. Or end the import (docs/moving-in.md).',
  },
  mails: {
    what: 'mail queue',
    says: 'are due for over 10 minutes and not sent',
    by: { part: 'mail', start: 'SMTP_URL and ROLE delivery or all' },
    otherwise: 'Look in the logs of the processes that send mail, and run passbell mail-test.',
  },
};

/** Most companies that are named. */
const MOST_NAMED = 5;

/** One finding for each kind of work that stands; one good line where none does. */
export function stuckFindings(stuck: StuckWork, running: readonly ProcessRow[]): Finding[] {
  const kinds = Object.keys(KINDS) as (keyof StuckWork)[];
  const found = kinds.flatMap((kind) => findingOf(KINDS[kind], stuck[kind], running));
  return found.length > 0 ? found : [{ what: 'work', state: 'good', says: 'none stands still' }];
}

function findingOf(kind: Kind, waiting: readonly Waiting[], running: readonly ProcessRow[]): Finding[] {
  if (waiting.length === 0) return [];
  const named = waiting
    .slice(0, MOST_NAMED)
    .map(
      ({ company_id: company, count, since }) => `company ${company}: ${count} since ${formatTime(since)}`,
    );
  if (waiting.length > MOST_NAMED) named.push('and others');
  const { by } = kind;
  const isMissing = by !== undefined && !running.some(({ runs }) => runs.split(',').includes(by.part));
  const todo = isMissing ? `No running process does that: start one with ${by.start}.` : kind.otherwise;
  return [{ what: kind.what, state: 'warning', says: `some ${kind.says} (${named.join('; ')}). ${todo}` }];
}
