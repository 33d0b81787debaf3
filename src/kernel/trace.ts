// What parts of the service tell of their work where traces are on (reference: operations.24). Where they are off there is
// none of this: parts get `undefined` in its place, and ask for nothing else.

import type { Id } from './id.ts';

/** The attributes of a span: names, numbers and ids, never values of a request or a row. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** On which side of a call a piece of work is. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A piece of work that is being traced. */
export interface Span {
  readonly traceId: string;
  /** The header by which others continue the trace (W3C Trace Context). */
  readonly traceparent: string;
  tell(facts: SpanFacts): void;
  /** Ends it; with the name of a fault, where there was one. */
  end(fault?: string): void;
}

/** Tells of the work of a process. */
export interface Tracing {
  /** Begins work of its own; it continues the trace of a caller, or points to where it comes from. */
  begin(
    name: string,
    kind: SpanKind,
    facts: SpanFacts,
    from?: { readonly traceparent?: string | undefined; readonly event?: EventName | undefined },
  ): Span;
  /** Begins a part of work. */
  part(of: Span, name: string, kind: SpanKind, facts: SpanFacts): Span;
  /** Has `work` know what it is a part of; `undefined`: of nothing. */
  within<T>(span: Span | undefined, work: () => T): T;
  /** The span that the running work is a part of; undefined when that is over, or is not recorded. */
  current(): Span | undefined;
  /** Notes that events were made by a piece of work, for those who deliver them. */
  made(span: Span, company: Id, first: bigint, count: number): void;
}

/** An event of a company's log. */
export interface EventName {
  readonly company: Id;
  readonly number: bigint;
}
