import { metric } from '../edge/metrics.ts';
import type { Engine } from './engine.ts';
import type { QueueFigures } from './queue.store.ts';

/** The figures of deliveries; `engine` is undefined in a process that does not deliver. */
export function deliveryMetrics(figures: QueueFigures, engine: Engine | undefined, now: bigint): string[] {
  const { oldest } = figures;
  const late = oldest === null || oldest > now ? 0 : Number(now - oldest) / 1e6;
  const parts = [
    metric('webhook_oldest_due_seconds', 'gauge', 'How long the message has been due that waits longest.', [
      ['', late],
    ]),
    metric('webhook_deliveries', 'gauge', 'Deliveries in the database by state.', [
      ['{state="queued"}', Number(figures.queued)],
      ['{state="behind"}', Number(figures.behind)],
      ['{state="sending"}', Number(figures.sending)],
      ['{state="dead"}', Number(figures.dead)],
    ]),
  ];
  if (engine !== undefined) {
    const { delivered, refused, failed } = engine.outcomes;
    parts.push(
      metric('webhook_in_flight', 'gauge', 'Messages this process is sending.', [['', engine.inFlight]]),
      metric(
        'webhook_stalled',
        'gauge',
        'What this process found due for over a minute with slots free, and not sent.',
        [['', engine.stalls.length]],
      ),
      metric('webhook_repaired_total', 'counter', 'Records whose deliveries waited for one that had ended.', [
        ['', engine.repaired],
      ]),
      metric('webhook_attempts_total', 'counter', 'Attempts of this process by what they came to.', [
        ['{outcome="delivered"}', delivered],
        ['{outcome="refused"}', refused],
        ['{outcome="failed"}', failed],
      ]),
    );
  }
  return parts;
}
