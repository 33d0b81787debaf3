import type { CheckResult, Readiness } from '../edge/readiness.ts';
import type { Edge } from '../edge/server.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Storage } from '../storage/port.ts';
import type { Engine } from './engine.ts';
import { type QueueFigures, queueFigures } from './queue.store.ts';

/** The dependencies of the metrics. */
export interface MetricsParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly readiness: Readiness;
  /** Undefined in a process that does not deliver. */
  readonly engine: () => Engine | undefined;
  /** Requests that are missing from the log of requests. */
  readonly dropped: () => number;
  readonly answers: () => AnswerFigures;
}

/** Figures about long answers. */
export interface AnswerFigures {
  /** Clients that were cut because they did not read, by how. */
  readonly slow: Readonly<Record<'stalled' | 'slow', number>>;
  /** Bytes in flight. */
  readonly bytes: number;
  /** Answers that were refused because too many bytes were. */
  readonly refused: number;
}

/** Headers by which a proxy names the client of a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via'];
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * GET /metrics in the text format of Prometheus: for callers on this machine, else with a token that has the
 * scope webhooks.
 */
export function addMetrics({ app, authenticator }: Edge, parts: MetricsParts): void {
  app.get('/metrics', async (request, reply) => {
    const { remoteAddress = '' } = request.socket;
    const direct = !FORWARDED.some((name) => name in request.headers);
    if (!direct || !LOOPBACK.test(remoteAddress)) {
      const { scopes } = await authenticator.check(request.headers.authorization);
      if (!scopes.has('webhooks')) {
        throw new ApiError('insufficient_scope', sentence('The metrics need the scope webhooks.'));
      }
    }
    const figures = await parts.storage.read((tx) => queueFigures(tx));
    const ready = renderReadiness(await parts.readiness.runChecks());
    const text =
      renderMetrics(figures, parts.engine(), parts.clock.now(), parts.dropped(), parts.answers()) + ready;
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}

type MetricKind = 'gauge' | 'counter';

function metric(
  name: string,
  kind: MetricKind,
  help: string,
  values: readonly [labels: string, value: number][],
) {
  const lines = values.map(([labels, value]) => `passbell_${name}${labels} ${value}`);
  return [`# HELP passbell_${name} ${help}`, `# TYPE passbell_${name} ${kind}`, ...lines].join('\n');
}

/** The checks of /readyz, as metrics. */
function renderReadiness(results: ReadonlyMap<string, CheckResult>): string {
  const values = [...results].map(([name, { ok }]): [string, number] => [`{check="${name}"}`, ok ? 1 : 0]);
  return `${metric('ready', 'gauge', 'Whether a check of /readyz is fine.', values)}\n`;
}

/** The metrics as text. */
export function renderMetrics(
  figures: QueueFigures,
  engine: Engine | undefined,
  now: bigint,
  dropped = 0,
  answers: AnswerFigures = { slow: { stalled: 0, slow: 0 }, bytes: 0, refused: 0 },
): string {
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
  parts.push(
    metric('request_log_dropped_total', 'counter', 'Requests that the log of requests had no room for.', [
      ['', dropped],
    ]),
  );
  parts.push(
    metric('answer_bytes_in_flight', 'gauge', 'Bytes of long answers that were not taken yet.', [
      ['', answers.bytes],
    ]),
    metric('answers_refused_total', 'counter', 'Answers refused because too many bytes were in flight.', [
      ['', answers.refused],
    ]),
    metric('slow_readers_cut_total', 'counter', 'Clients cut because they did not read, by how.', [
      ['{reason="stalled"}', answers.slow.stalled],
      ['{reason="slow"}', answers.slow.slow],
    ]),
  );
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
  return `${parts.join('\n')}\n`;
}
