// The work of parts of the service as spans, where traces are on (reference: operations.24).

import { metric } from '../edge/metrics.ts';
import type { Span, SpanFacts, Tracing } from '../kernel/trace.ts';
import type { SpanOutcomes } from './queue.ts';

/** Runs work as a part of what runs, or by itself. */
async function traced<T>(tracing: Tracing, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await tracing.within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'error');
    throw error;
  }
}

/** Work that is a part of what runs, or begins by itself. */
export function tracedPart<T>(
  tracing: Tracing | undefined,
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work();
  const parent = tracing.current();
  const span =
    parent === undefined
      ? tracing.begin(name, 'internal', facts)
      : tracing.part(parent, name, 'internal', facts);
  return traced(tracing, span, work);
}

/** The outcomes of spans, as metrics. */
export function spanMetrics(outcomes: SpanOutcomes): string[] {
  const samples = Object.entries(outcomes).map(
    ([outcome, count]) => [`{outcome="${outcome}"}`, count as number] as const,
  );
  return [
    metric('trace_spans_total', 'counter', 'Spans of traces: sent, failed, or dropped unsent.', samples),
  ];
}
