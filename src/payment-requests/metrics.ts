import { metric } from '../edge/metrics.ts';
import type { RequestFigures } from './store.ts';

/** What payment requests wait for, and what somebody has to settle. */
export function requestMetrics({ pending, unknown, unapplied }: RequestFigures): string[] {
  return [
    metric('payment_requests', 'gauge', 'Payment requests that are not settled, by what is lacking.', [
      ['{state="pending"}', Number(pending)],
      ['{state="unknown"}', Number(unknown)],
      ['{state="unapplied"}', Number(unapplied)],
    ]),
  ];
}
