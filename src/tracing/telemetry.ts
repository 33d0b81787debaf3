// Traces by OpenTelemetry (reference: operations.24). Loaded only where they are on; nothing else imports its packages.

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Link,
  SpanKind as OtelKind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { API_VERSION } from '../edge/version.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock, Micros, Stopwatch, Ticker, Timers } from '../kernel/time.ts';
import type { EventName, Span, SpanFacts, SpanKind, Tracing } from '../kernel/trace.ts';
import { SpanQueue } from './queue.ts';
import type { TracingSettings } from './settings.ts';

/** Events whose making is remembered for their deliveries; and of one change at most. */
const MAX_EVENTS = 10_000;
const MAX_EVENTS_A_CHANGE = 100;
/** How long the receiver may take for a batch, in ms, repetitions included. */
const SEND_LIMIT_MS = 5_000;

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
};

/** The dependencies of traces. */
export interface TelemetryParts {
  readonly clock: Clock & Stopwatch;
  readonly random: Random;
  readonly ticker: Ticker;
  readonly timers: Timers;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Makes what tells of the work of this process. */
export function createTelemetry(settings: TracingSettings, parts: TelemetryParts): Telemetry {
  return new Telemetry(settings, parts);
}

/** Tells of work by OpenTelemetry, and sends it. */
export class Telemetry implements Tracing {
  readonly #running = new AsyncLocalStorage<OpenSpan | undefined>();
  readonly #parts: TelemetryParts;
  readonly #tracer: Tracer;
  readonly #queue: SpanQueue;
  /** Which work made an event, the oldest first. */
  readonly #makers = new Map<string, SpanContext>();

  constructor({ url, headers, serviceName, share }: TracingSettings, parts: TelemetryParts) {
    this.#parts = parts;
    const { random } = parts;
    const hex = (bytes: number) => () => random.bytes(bytes).toString('hex');
    const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_LIMIT_MS });
    this.#queue = new SpanQueue({ ...parts, exporter });
    const provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': API_VERSION,
        'service.instance.id': hex(8)(),
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      idGenerator: { generateTraceId: hex(16), generateSpanId: hex(8) },
      spanProcessors: [this.#queue],
    });
    this.#tracer = provider.getTracer('passbell');
  }

  /** How many spans were sent, and how many were lost. */
  get outcomes(): SpanQueue['outcomes'] {
    return this.#queue.outcomes;
  }

  begin(
    name: string,
    kind: SpanKind,
    facts: SpanFacts,
    {
      traceparent,
      event,
    }: { readonly traceparent?: string | undefined; readonly event?: EventName | undefined } = {},
  ): OpenSpan {
    const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
    const maker = event === undefined ? undefined : this.#makers.get(keyOf(event.company, event.number));
    const links: Link[] = maker === undefined ? [] : [{ context: maker }];
    const { clock } = this.#parts;
    const base = clock.now() - clock.elapsed();
    const within =
      caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
    const startTime = hrTime(base + clock.elapsed());
    const options = { kind: KINDS[kind], attributes: facts, links, startTime };
    return new OpenSpan(this.#tracer.startSpan(name, options, within), clock, base);
  }

  part(of: Span, name: string, kind: SpanKind, facts: SpanFacts): Span {
    if (!(of instanceof OpenSpan)) return this.begin(name, kind, facts);
    const { clock } = this.#parts;
    const options = { kind: KINDS[kind], attributes: facts, startTime: hrTime(of.base + clock.elapsed()) };
    const inner = this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, of.inner));
    return new OpenSpan(inner, clock, of.base);
  }

  within<T>(span: Span | undefined, work: () => T): T {
    return this.#running.run(span instanceof OpenSpan ? span : undefined, work);
  }

  current(): Span | undefined {
    const span = this.#running.getStore();
    // What is begun by a request and goes on after it is nobody's.
    return span?.inner.isRecording() === true ? span : undefined;
  }

  made(span: Span, company: Id, first: bigint, count: number): void {
    if (!(span instanceof OpenSpan)) return;
    for (let at = 0; at < Math.min(count, MAX_EVENTS_A_CHANGE); at++) {
      const key = keyOf(company, first + BigInt(at));
      this.#makers.delete(key);
      this.#makers.set(key, span.inner.spanContext());
    }
    for (const key of this.#makers.keys()) {
      if (this.#makers.size <= MAX_EVENTS) break;
      this.#makers.delete(key);
    }
  }

  /** Sends what is left. */
  stop(): Promise<void> {
    return this.#queue.shutdown();
  }
}

const keyOf = (company: Id, number: bigint) => `${company} ${number}`;

/** A moment as OpenTelemetry takes it: seconds and nanoseconds. */
function hrTime(at: Micros): [number, number] {
  return [Number(at / 1_000_000n), Number(at % 1_000_000n) * 1_000];
}

/** A span by the time of the trace's beginning in this process, from where it is measured: no clock that is set tears it. */
class OpenSpan implements Span {
  readonly inner: OtelSpan;
  readonly base: Micros;
  readonly #stopwatch: Stopwatch;

  constructor(inner: OtelSpan, stopwatch: Stopwatch, base: Micros) {
    this.inner = inner;
    this.base = base;
    this.#stopwatch = stopwatch;
  }

  get traceId(): string {
    return this.inner.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.inner.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  tell(facts: SpanFacts): void {
    for (const [name, value] of Object.entries(facts)) {
      if (value !== undefined) this.inner.setAttribute(name, value);
    }
  }

  end(fault?: string): void {
    if (fault !== undefined) {
      this.inner.setAttribute('error.type', fault);
      this.inner.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.inner.end(hrTime(this.base + this.#stopwatch.elapsed()));
  }
}
