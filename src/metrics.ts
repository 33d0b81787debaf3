// GET /metrics, and the figures of the process itself.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metric } from './edge/metrics.ts';
import type { Edge } from './edge/server.ts';
import { ApiError } from './kernel/errors.ts';
import { sentence } from './kernel/words.ts';
import { requestMetrics } from './payment-requests/metrics.ts';
import { requestFigures } from './payment-requests/store.ts';
import { eventsBehind } from './reports/positions.store.ts';
import type { Storage } from './storage/port.ts';

/** Headers by which a proxy names the client of a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via'];
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** How finely delays of the event loop are seen, in ms. */
const LOOP_RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/**
 * GET /metrics in the text format of Prometheus: for callers on this machine, else with a token that has the scope webhooks
 * (reference: operations.17).
 */
export function addMetrics({ app, authenticator, metrics }: Edge): void {
  app.get('/metrics', async (request, reply) => {
    const { remoteAddress = '' } = request.socket;
    const direct = !FORWARDED.some((name) => name in request.headers);
    if (!direct || !LOOPBACK.test(remoteAddress)) {
      const { scopes } = await authenticator.check(request);
      if (!scopes.has('webhooks')) {
        throw new ApiError('insufficient_scope', sentence('The metrics need the scope webhooks.'));
      }
    }
    const text = await metrics.render();
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}

/** Registers the figures of the edge, the database and the process. Answers how to end them. */
export function registerMetrics(edge: Edge, storage: Storage): () => void {
  registerEdgeMetrics(edge);
  registerStorageMetrics(edge, storage);
  return registerProcessMetrics(edge);
}

/** The figures of the edge: requests, answers on their way, quotas, readiness. */
function registerEdgeMetrics({ metrics, requests, flight, slow, readiness, usage }: Edge): void {
  metrics.register(() => requests.metrics());
  metrics.register(() => usage?.metrics() ?? []);
  metrics.register(() => [
    metric('answer_bytes_in_flight', 'gauge', 'Bytes of long answers that were not taken yet.', [
      ['', flight.bytes],
    ]),
    metric('answers_refused_total', 'counter', 'Answers refused because too many bytes were in flight.', [
      ['', flight.refused],
    ]),
    metric('slow_readers_cut_total', 'counter', 'Clients cut because they did not read, by how.', [
      ['{reason="stalled"}', slow.stalled],
      ['{reason="slow"}', slow.slow],
    ]),
  ]);
  metrics.register(async () => {
    const results = await readiness.runChecks();
    const samples = [...results].map(([name, { ok }]) => [`{check="${name}"}`, ok ? 1 : 0] as const);
    return [metric('ready', 'gauge', 'Whether a check of /readyz is fine.', samples)];
  });
}

/** The figures of the database's connections, of what follows the event log, and of payments that are not settled. */
function registerStorageMetrics({ metrics }: Edge, storage: Storage): void {
  metrics.register(() => {
    const { connections, idle, waiting, repeated } = storage.figures();
    return [
      metric('database_connections', 'gauge', 'Connections of this process to its database.', [
        ['{state="busy"}', connections - idle],
        ['{state="idle"}', idle],
      ]),
      metric('database_waiting', 'gauge', 'Transactions that wait for a connection or their turn.', [
        ['', waiting],
      ]),
      metric(
        'database_repeated_total',
        'counter',
        'Transactions that were run again, after they met others or lost their connection.',
        [['', repeated]],
      ),
    ];
  });
  metrics.register(async () => requestMetrics(await storage.read(requestFigures)));
  metrics.register(async () => [
    metric('reports_behind_events', 'gauge', 'Events that reports have not counted yet, of all companies.', [
      ['', await storage.read(eventsBehind)],
    ]),
  ]);
}

/** The figures of the process: memory, processor, event loop. Answers how to end them. */
function registerProcessMetrics({ metrics }: Edge): () => void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  metrics.register(() => {
    const { user, system } = process.cpuUsage();
    // Of the time since they were last asked for; between its looks the loop is not late.
    const late = (ns: number) => Math.max(0, ns / NANOSECONDS - LOOP_RESOLUTION_MS / 1000);
    const delays = [50, 99, 100].map((p) => [`{quantile="${p / 100}"}`, late(loop.percentile(p))] as const);
    loop.reset();
    return [
      metric('event_loop_delay_seconds', 'gauge', 'How late the event loop was since the last look.', delays),
      metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
        ['', process.memoryUsage.rss()],
      ]),
      metric('process_cpu_seconds_total', 'counter', 'Time of the processor.', [['', (user + system) / 1e6]]),
      metric('process_start_time_seconds', 'gauge', 'When the process began, as Unix time.', [
        ['', Math.round(performance.timeOrigin / 1000)],
      ]),
    ];
  });
  return () => loop.disable();
}
