import { metric } from '../edge/metrics.ts';
import type { MailEngine } from './engine.ts';
import type { MailFigures } from './store.ts';

/** The figures of mail; `engine` is undefined in a process that sends none. */
export function mailMetrics(figures: MailFigures, engine: MailEngine | undefined, now: bigint): string[] {
  const { oldest, queued, sending, dead } = figures;
  const late = oldest === null || oldest > now ? 0 : Number(now - oldest) / 1e6;
  const parts = [
    metric(
      'mail_oldest_due_seconds',
      'gauge',
      'How long the message by e-mail has been due that waits longest.',
      [['', late]],
    ),
    metric('mails', 'gauge', 'Messages by e-mail in the database by state.', [
      ['{state="queued"}', Number(queued)],
      ['{state="sending"}', Number(sending)],
      ['{state="dead"}', Number(dead)],
    ]),
  ];
  if (engine === undefined) return parts;
  const { sent, refused, failed } = engine.outcomes;
  const outcomes = metric(
    'mail_attempts_total',
    'counter',
    'Attempts of this process to send mail by what they came to.',
    [
      ['{outcome="sent"}', sent],
      ['{outcome="refused"}', refused],
      ['{outcome="failed"}', failed],
    ],
  );
  return [...parts, outcomes];
}
