import { metric } from '../edge/metrics.ts';
import type { RequestFigures } from './store.ts';

/** Metrics of payment requests that wait, and of those that a person has to settle. */
export function requestMetrics({ pending, unknown, unapplied }: RequestFigures): string[] {
  return [
    metric('payment_requests', 'gauge', 'Payment requests that are not settled, by what is lacking.', [
      ['{state="pending"}', Number(pending)],
      ['{state="unknown"}', Number(unknown)],
      ['{state="unapplied"}', Number(unapplied)],
    ]),
  ];
}
