import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * How long another process may keep the database locked, in ms, while no request waits for us (at the start), and for
 * reads, which meet a lock only after a crash.
 */
const BLOCKING_BUSY_LIMIT_MS = 5_000;
/** Prepared statements kept per connection. */
const MAX_STATEMENTS = 500;
/** Of memory, per connection, in KiB. */
const CACHE_KIB = 16_000;

/** One connection with its prepared statements. */
export class Connection {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #changing = new WeakSet<StatementSync>();

  constructor(file: string, readOnly: boolean) {
    this.#db = new DatabaseSync(file, { readOnly, timeout: BLOCKING_BUSY_LIMIT_MS });
    this.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory; pragma foreign_keys = on`);
  }

  get isInTransaction(): boolean {
    return this.#db.isOpen && this.#db.isTransaction;
  }

  prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    // Statements that are forgotten here are freed with their last user.
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    // SQLite has one writer at a time, so rows need no locks of their own.
    const statement = this.#db.prepare(text.replaceAll(/\sfor (update|share)(\s+skip locked)?\b/g, ''));
    statement.setReadBigInts(true);
    if (!/^\s*select\b/i.test(text)) this.#changing.add(statement);
    this.#statements.set(text, statement);
    return statement;
  }

  /** Whether a statement may change something. */
  changes(statement: StatementSync): boolean {
    return this.#changing.has(statement);
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
