import type { Counter, Decision, IdKind, MaybePromise, SharedRead, Touch, Value, Writer } from '../port.ts';
import { type Sql, storable } from '../sql.ts';
import { ByText } from './by-text.ts';
import type { Transaction } from './postgres-transaction.ts';
import type { SharedReads } from './shared-reads.ts';
import { touchesOf } from './touches.ts';

/** A work that has to be a transaction of its own, from its beginning. */
export class NeedsTransaction extends Error {
  constructor() {
    super('The work reads what it locks or has written.');
    this.name = 'NeedsTransaction';
  }
}

/** Another transaction has rows that a work goes on to change. */
export class RowsTaken extends Error {
  constructor() {
    super('Another transaction has the rows.');
    this.name = 'RowsTaken';
  }
}

/** A change that is sent with others. */
export interface Change {
  readonly query: Sql;
  /** Gets the row that it answers. */
  readonly heard?: ((row: unknown) => void) | undefined;
}

/** A decision that a work has to make before it can go on. */
export interface OpenDecision {
  readonly decision: Decision<unknown, unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Settles once its rows were asked for: what the work asks beside it goes out behind that. */
  readonly asked: PromiseWithResolvers<void>;
}

/** Statements that lock rows, change them or wait for others. */
const ACTS =
  /\b(?:for (?:no key )?(?:update|share)|insert|update|delete|pg_advisory\w*|pg_try_advisory\w*)\b/i;
const plain = new ByText<boolean>();

/** True for a statement that reads and holds nothing. */
const isPlain = (text: string): boolean => plain.of(text, () => !ACTS.test(text));

/**
 * A work whose changes are kept back until it has ended, so that they can be sent with those of others. It reads what is
 * committed, as a transaction does that locks nothing; a work that locks, waits for the outcome of a change, or reads a
 * table that it has changed needs a transaction. It stops at a decision, until the transaction that its changes are sent in
 * has begun; there it goes on.
 */
export class Draft implements Writer {
  readonly engine = 'postgres';
  /** Its changes, in order. */
  readonly changes: Change[] = [];
  /** Where among them the first stands whose row others wait for. */
  firstHeld: number | undefined;
  undone = false;
  /** The decision that it waits for. */
  open: OpenDecision | undefined;
  /** It came to a decision. */
  hasStopped = false;
  /** It has decided to change rows, which others have seen since. */
  hasDecided = false;
  /** Resolves when it stops at a decision; after that, when it stops at the next one. */
  stopped: Promise<void>;
  /** The transaction that it began in, which took its ids and numbers. */
  readonly #own: Transaction;
  /** The setup that it reads, together with others. */
  #reads: SharedReads;
  /** Where it reads. */
  #tx: Transaction;
  #stop: () => void = () => undefined;
  readonly #written = new Set<string>();
  readonly #asked = new Set<Promise<unknown>>();
  #needs: NeedsTransaction | RowsTaken | undefined;
  #wakes = false;
  #wake: (() => void) | undefined;

  /** Reads in a transaction, in which nothing is changed. */
  constructor(tx: Transaction, reads: SharedReads) {
    this.#own = tx;
    this.#tx = tx;
    this.#reads = reads;
    this.stopped = this.#nextStop();
  }

  /** It goes on in the transaction that its changes are sent in. */
  get isResumed(): boolean {
    return this.#tx !== this.#own;
  }

  async get<T>(query: Sql): Promise<T | undefined> {
    if (this.open !== undefined) await this.open.asked.promise;
    this.#check(query);
    return this.#awaited(this.#tx.get<T>(query));
  }

  async all<T>(query: Sql): Promise<T[]> {
    if (this.open !== undefined) await this.open.asked.promise;
    this.#check(query);
    return this.#awaited(this.#tx.all<T>(query));
  }

  async kept<T>(key: string, touches: readonly Touch[], load: () => Promise<T>): Promise<T> {
    if (this.open !== undefined) await this.open.asked.promise;
    const isOwn = touches.some((touch) => this.#written.has(touch));
    return isOwn ? load() : this.#reads.ask(key, load);
  }

  async together<Part, Result>(read: SharedRead<Part, Result>, part: Part): Promise<Result> {
    if (this.open !== undefined) await this.open.asked.promise;
    // Its own reads are refused where it needs a transaction.
    const isOwn = this.#needs !== undefined || read.tables.some((table) => this.#written.has(table));
    return isOwn ? read.read(this, [part]) : this.#awaited(this.#reads.join(read, part, this.#tx));
  }

  async run(): Promise<number> {
    throw this.#refuse();
  }

  async savepoint<T>(): Promise<T> {
    throw this.#refuse();
  }

  async send(query: Sql): Promise<void> {
    this.#keep(query);
  }

  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): void {
    this.firstHeld ??= this.changes.length;
    this.#keep(query, (row) => heard(row as T | undefined));
  }

  ids(kind: IdKind, count: number): Promise<bigint[]> {
    return this.#awaited(this.#tx.ids(kind, count));
  }

  async turn(): Promise<void> {
    throw this.#refuse();
  }

  idsWithin(kind: IdKind, count: number): Value[] {
    return this.#tx.idsWithin(kind, count);
  }

  number(counter: Counter): MaybePromise<bigint> {
    return this.#own.number(counter);
  }

  decide<Row, T>(decision: Decision<Row, T>): Promise<T> {
    // Rows that it has changed are not changed yet.
    const { text } = decision.rows(decision.ids);
    const isOpen = this.open !== undefined || this.#hasWritten(text);
    const isLate = decision.isExclusive === true && this.hasStopped;
    if (this.#needs !== undefined || isOpen || isLate) return Promise.reject(this.#refuse());
    const asked = Promise.withResolvers<void>();
    // Nobody may have asked anything beside it.
    asked.promise.catch(() => undefined);
    return new Promise((resolve, reject) => {
      this.open = {
        decision: decision as Decision<unknown, unknown>,
        resolve: resolve as (value: unknown) => void,
        reject,
        asked,
      };
      this.hasStopped = true;
      this.#stop();
    });
  }

  /** Resolves when everything that it has asked so far is answered: it may have asked more than what it has decided by. */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#asked);
  }

  /** Goes on in the transaction that its changes are sent in, which it shares `reads` with: its rows were asked for there. */
  enter(tx: Transaction, reads: SharedReads): void {
    this.#tx = tx;
    this.#reads = reads;
    this.open?.asked.resolve();
  }

  /** The transaction of its decision failed. */
  fail(error: unknown): void {
    this.open?.asked.reject(error);
    this.open?.reject(error);
  }

  /** Decides in the transaction that it has entered, in which its rows are locked; answers them as it leaves them. */
  decideUpon(rows: readonly unknown[]): readonly unknown[] {
    const { open } = this;
    if (open === undefined) throw new Error('There is nothing to decide.');
    this.open = undefined;
    this.stopped = this.#nextStop();
    try {
      const { isExclusive = false, ids } = open.decision;
      if (isExclusive && rows.length < ids.length) {
        this.#needs ??= new RowsTaken();
        throw this.#needs;
      }
      const { value, change, changed } = open.decision.decide(rows);
      if (change !== undefined) {
        this.hasDecided = true;
        this.#keep(change);
      }
      open.resolve(value);
      return changed;
    } catch (error) {
      open.reject(error);
      return [];
    }
  }

  wake(): void {
    this.#wakes = true;
    this.#wake?.();
  }

  undo(): void {
    this.undone = true;
  }

  /** True when it needed a transaction of its own. */
  get isRefused(): boolean {
    return this.#needs instanceof NeedsTransaction;
  }

  /** True when it is to be run by itself, where it waits for the rows that another transaction had. */
  get isKeptOut(): boolean {
    return this.#needs instanceof RowsTaken;
  }

  /** Throws when the work needed a transaction or rows that it did not get, also where it went on without. */
  finish(): void {
    if (this.#needs !== undefined) throw this.#needs;
  }

  /** Its changes are sent in a transaction: by that it wakes others from then on. */
  wakeBy(tx: Transaction): void {
    this.#wake = () => tx.wake();
    if (this.#wakes) tx.wake();
  }

  /** An answer that is on its way from the transaction that it has begun in. */
  #awaited<T>(asked: Promise<T>): Promise<T> {
    if (this.isResumed) return asked;
    const isOver = () => void this.#asked.delete(asked);
    this.#asked.add(asked);
    asked.then(isOver, isOver);
    return asked;
  }

  #keep(query: Sql, heard?: (row: unknown) => void): void {
    if (this.#needs !== undefined) throw this.#needs;
    // What cannot be stored fails where it is written.
    for (const value of query.values) storable(value);
    for (const touch of touchesOf(query.text)) this.#written.add(touch);
    this.changes.push({ query, heard });
  }

  #check(query: Sql): void {
    const { text } = query;
    if (this.#needs !== undefined) throw this.#needs;
    if (!isPlain(text) || this.#hasWritten(text)) throw this.#refuse();
  }

  /** True for a statement that names a table that it has changed. */
  #hasWritten(text: string): boolean {
    for (const name of this.#written) if (text.includes(name)) return true;
    return false;
  }

  #nextStop(): Promise<void> {
    return new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  #refuse(): NeedsTransaction | RowsTaken {
    this.#needs ??= new NeedsTransaction();
    return this.#needs;
  }
}
