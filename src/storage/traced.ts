// A database whose transactions and statements are traced (reference: operations.24). It stands around the database
// only where traces are on.

import type { Id } from '../kernel/id.ts';
import type { Span, SpanFacts, Tracing } from '../kernel/trace.ts';
import type {
  Counter,
  Decision,
  Engine,
  IdKind,
  MaybePromise,
  Reader,
  ReadOptions,
  Storage,
  StorageFigures,
  Value,
  WriteOptions,
  Writer,
} from './port.ts';
import type { Sql } from './sql.ts';

/** Most statements of a transaction that have a span, and most characters of one. */
const MAX_STATEMENTS = 200;
const MAX_TEXT = 4_000;

const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

/** Traces the transactions of traced work; others, such as looks at queues, run untraced. */
export class TracedStorage implements Storage {
  readonly #inner: Storage;
  readonly #tracing: Tracing;

  constructor(inner: Storage, tracing: Tracing) {
    this.#inner = inner;
    this.#tracing = tracing;
  }

  get engine(): Storage['engine'] {
    return this.#inner.engine;
  }

  read<T>(work: (tx: Reader) => Promise<T>, options?: ReadOptions): Promise<T> {
    const parent = this.#tracing.current();
    if (parent === undefined) return this.#inner.read(work, options);
    return this.#tell(parent, 'read', (spans) =>
      this.#inner.read((tx) => work(new TracedReader(tx, spans.again())), options),
    );
  }

  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    const parent = this.#tracing.current();
    if (parent === undefined) return this.#inner.write(work, options);
    return this.#tell(parent, 'write', (spans) =>
      this.#inner.write((tx) => work(new TracedWriter(tx, spans.again())), options),
    );
  }

  async #tell<T>(
    parent: Span,
    access: 'read' | 'write',
    run: (spans: TransactionSpan) => Promise<T>,
  ): Promise<T> {
    const system = SYSTEMS[this.engine];
    const span = this.#tracing.part(parent, `transaction ${access}`, 'internal', {
      'db.system.name': system,
    });
    const spans = new TransactionSpan(this.#tracing, span, system);
    let fault: string | undefined;
    try {
      return await run(spans);
    } catch (error) {
      fault = faultOf(error);
      throw error;
    } finally {
      spans.end(fault);
    }
  }

  startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    return this.#inner.startIdsAt(kind, first);
  }

  onWake(listener: () => void): () => void {
    // Who is woken by a commit works for others as well.
    return this.#inner.onWake(() => this.#tracing.within(undefined, listener));
  }

  async countGrown(): Promise<readonly string[]> {
    return this.#inner.countGrown?.() ?? [];
  }

  tryWrite(): Promise<void> {
    return this.#inner.tryWrite();
  }

  figures(): StorageFigures {
    return this.#inner.figures();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/** The name of an error: its message may hold values. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}

/** The span of a transaction, also when its work is run again. */
class TransactionSpan {
  readonly #tracing: Tracing;
  readonly #span: Span;
  readonly #system: string;
  #runs = 0;
  #statements = 0;
  #undone = false;
  #events: { readonly company: Id; readonly first: bigint; readonly count: number }[] = [];

  constructor(tracing: Tracing, span: Span, system: string) {
    this.#tracing = tracing;
    this.#span = span;
    this.#system = system;
  }

  /** The work begins, once more. */
  again(): this {
    this.#runs++;
    this.#undone = false;
    this.#events = [];
    return this;
  }

  undo(): void {
    this.#undone = true;
  }

  /** Events have their numbers. */
  tells(company: Id, first: bigint, count: number): void {
    this.#events.push({ company, first, count });
  }

  /** Runs a statement; `rows` counts what it came to. */
  statement<T>(
    query: Sql,
    rows: (result: T) => number | undefined,
    run: () => MaybePromise<T>,
  ): MaybePromise<T> {
    if (++this.#statements > MAX_STATEMENTS) return run();
    const span = this.#tracing.part(this.#span, nameOf(query), 'client', {
      'db.system.name': this.#system,
      'db.query.text': textOf(query),
    });
    const done = (result: T): T => {
      span.tell({ 'db.response.returned_rows': rows(result) });
      span.end();
      return result;
    };
    const failed = (error: unknown): never => {
      span.end(faultOf(error));
      throw error;
    };
    let result: MaybePromise<T>;
    try {
      result = run();
    } catch (error) {
      return failed(error);
    }
    if (!(result instanceof Promise)) return done(result);
    const ended = result.then(done, failed);
    // Who asked may have given up by then, after another statement that failed.
    ended.catch(() => undefined);
    return ended;
  }

  end(fault: string | undefined): void {
    const isSaved = fault === undefined && !this.#undone;
    const facts: SpanFacts = {
      'passbell.statements': this.#statements,
      'passbell.runs': this.#runs,
      'passbell.undone': this.#undone ? true : undefined,
    };
    this.#span.tell(facts);
    if (isSaved) {
      for (const { company, first, count } of this.#events) {
        this.#tracing.made(this.#span, company, first, count);
        this.#span.tell({
          'passbell.company': String(company),
          'passbell.event.number': String(first),
          'passbell.events': count,
        });
      }
    }
    this.#span.end(fault);
  }
}

/** A statement without its values. */
function textOf(query: Sql): string {
  return query.text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}

/** The name of a statement's span: the verb and the table, such as `select orders`. */
function nameOf(query: Sql): string {
  const begin = (query.strings[0] ?? '').slice(0, 500);
  const verb = /^\s*(\w+)/.exec(begin)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update)\s+(\w+)/i.exec(begin)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** A transaction whose statements have spans. */
class TracedReader implements Reader {
  readonly #tx: Reader;
  protected readonly spans: TransactionSpan;

  constructor(tx: Reader, spans: TransactionSpan) {
    this.#tx = tx;
    this.spans = spans;
  }

  get<T>(query: Sql): MaybePromise<T | undefined> {
    return this.spans.statement<T | undefined>(
      query,
      (row) => (row === undefined ? 0 : 1),
      () => this.#tx.get<T>(query),
    );
  }

  all<T>(query: Sql): MaybePromise<T[]> {
    return this.spans.statement<T[]>(
      query,
      (rows) => rows.length,
      () => this.#tx.all<T>(query),
    );
  }
}

class TracedWriter extends TracedReader implements Writer {
  readonly #writer: Writer;
  readonly kept?: NonNullable<Writer['kept']>;

  constructor(tx: Writer, spans: TransactionSpan) {
    super(tx, spans);
    this.#writer = tx;
    if (tx.kept !== undefined) this.kept = tx.kept.bind(tx);
  }

  get engine(): Engine {
    return this.#writer.engine;
  }

  run(query: Sql): MaybePromise<number> {
    return this.spans.statement<number>(
      query,
      (count) => count,
      () => this.#writer.run(query),
    );
  }

  send(query: Sql): MaybePromise<void> {
    return this.spans.statement<void>(
      query,
      () => undefined,
      () => this.#writer.send(query),
    );
  }

  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): MaybePromise<void> {
    return this.spans.statement<void>(
      query,
      () => undefined,
      () => this.#writer.sendFor(query, heard),
    );
  }

  ids(kind: IdKind, count: number): MaybePromise<bigint[]> {
    return this.#writer.ids(kind, count);
  }

  number(counter: Counter): MaybePromise<bigint> {
    return this.spans.statement<bigint>(
      counter.take(1n),
      () => 1,
      () => this.#writer.number(counter),
    );
  }

  decide<Row, T>(decision: Decision<Row, T>): MaybePromise<T> {
    return this.spans.statement<T>(
      decision.rows(decision.ids),
      () => decision.ids.length,
      () => this.#writer.decide(decision),
    );
  }

  turn(keys: readonly string[]): MaybePromise<void> {
    return this.#writer.turn(keys);
  }

  idsWithin(kind: IdKind, count: number): Value[] {
    return this.#writer.idsWithin(kind, count);
  }

  savepoint<T>(work: () => Promise<T>): Promise<T> {
    return this.#writer.savepoint(work);
  }

  wake(): void {
    this.#writer.wake();
  }

  undo(): void {
    this.spans.undo();
    this.#writer.undo();
  }

  tells(company: Id, first: bigint, count: number): void {
    this.spans.tells(company, first, count);
  }
}
