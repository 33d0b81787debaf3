import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Touch } from '../port.ts';
import { touchesOf } from './touches.ts';

/**
 * How long another process may keep the database locked, in ms, while no request waits for us (at the start), and for
 * reads, which meet a lock only after a crash.
 */
const BLOCKING_BUSY_LIMIT_MS = 5_000;
/** Prepared statements kept per connection. */
const MAX_STATEMENTS = 500;
/** Of memory, per connection, in KiB. */
const CACHE_KIB = 16_000;

type Value = bigint | string | null;

/**
 * A prepared statement. Its rows are made into objects here: those that Node's module makes have no shape that the engine
 * knows, and reading them costs more than making them.
 */
export class Statement {
  readonly #statement: StatementSync;
  /** Whether it may change something. */
  readonly changes: boolean;
  /** What it changes. */
  readonly touches: readonly Touch[];
  #names: readonly string[] | undefined;

  constructor(statement: StatementSync, text: string) {
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    this.#statement = statement;
    this.changes = !/^\s*select\b/i.test(text);
    this.touches = this.changes ? touchesOf(text) : [];
  }

  get(values: readonly Value[] = []): Record<string, unknown> | undefined {
    const found = this.#statement.get(...values) as unknown as readonly unknown[] | undefined;
    return found === undefined ? undefined : this.#row(found);
  }

  all(values: readonly Value[]): Record<string, unknown>[] {
    const found = this.#statement.all(...values) as unknown as readonly (readonly unknown[])[];
    return found.map((row) => this.#row(row));
  }

  /** How many rows it changed. */
  run(values: readonly Value[] = []): number {
    return Number(this.#statement.run(...values).changes);
  }

  #row(values: readonly unknown[]): Record<string, unknown> {
    this.#names ??= this.#statement.columns().map(({ name }) => name);
    const row: Record<string, unknown> = {};
    const names = this.#names;
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at];
    return row;
  }
}

/** One connection with its prepared statements. */
export class Connection {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(file: string, readOnly: boolean) {
    this.#db = new DatabaseSync(file, { readOnly, timeout: BLOCKING_BUSY_LIMIT_MS });
    this.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory; pragma foreign_keys = on`);
  }

  get isInTransaction(): boolean {
    return this.#db.isOpen && this.#db.isTransaction;
  }

  prepare(text: string): Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    // Statements that are forgotten here are freed with their last user.
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    // SQLite has one writer at a time, so rows need no locks of their own.
    const plain = text.replaceAll(/\sfor (update|share)(\s+skip locked)?\b/g, '');
    const statement = new Statement(this.#db.prepare(plain), plain);
    this.#statements.set(text, statement);
    return statement;
  }

  /** Runs one of the engine's own statements, which is kept prepared. */
  step(text: string): void {
    this.prepare(text).run();
  }

  exec(text: string): void {
    this.#db.exec(text);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}
