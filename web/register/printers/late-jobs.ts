// What the printers of the site are behind with: a ticket that is not on paper is not cooked.

import { useQuery } from '@tanstack/react-query';
import type { PrintJob } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatWhen } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { RegisterContextValue } from '../context.tsx';

/** How often it is looked for, in ms: no event tells it. */
const EVERY_MS = 10_000;
/** Jobs that are looked at. */
const MOST = 200;

/** The jobs that should have been printed by now, the longest first; staff need not be signed in. */
export function useLateJobs({
  passbell,
  place,
}: Pick<RegisterContextValue, 'passbell' | 'place'>): readonly PrintJob[] {
  const late = useQuery({
    queryKey: ['print_jobs', 'late', place.site],
    queryFn: () =>
      passbell.call('listLatePrintJobs', { site_id: place.site, limit: MOST, expand: ['register'] }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
  });
  return late.data ?? [];
}

/** How many there are, and since when. */
export function lateText(jobs: readonly PrintJob[], zone: string): string {
  const tickets = jobs.filter(({ kind }) => kind === 'ticket');
  const [first] = tickets.length > 0 ? tickets : jobs;
  const time = first === undefined ? '' : formatWhen(first.due_at, zone, new Date());
  if (tickets.length === 0) {
    return t(
      '{count, plural, one {# receipt has not been printed since {time}.} other {# receipts have not been printed since {time}.}}',
      { count: jobs.length, time },
    );
  }
  return t(
    '{count, plural, one {# kitchen ticket has not been printed since {time}.} other {# kitchen tickets have not been printed since {time}.}}',
    { count: tickets.length, time },
  );
}

/** At which register a job waits, and what its agent said. */
export function reasonText({ register, failure }: PrintJob): string {
  const name = isolated(register?.name ?? '');
  return failure === null
    ? t('{register}: no print agent has taken it.', { register: name })
    : t('{register}: {reason}', { register: name, reason: failure });
}
