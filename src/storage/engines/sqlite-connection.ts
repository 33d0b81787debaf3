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

const OLDEST = [3, 51, 3] as const;

/** Throws when SQLite is older than one with a fault in its log that could damage the file. */
export function checkVersion(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [at, wanted] of OLDEST.entries()) {
    const part = parts[at] ?? 0;
    if (part > wanted) return;
    if (part < wanted)
      throw new Error(`SQLite ${version} is too old: ${OLDEST.join('.')} or later is needed.`);
  }
}

type Value = bigint | string | null;

/**
 * A prepared statement. Its rows are made into objects here: those that Node's module makes have no shape that the engine
 * knows, and reading them costs more than making them.
 */
export class Statement {
  readonly #statement: StatementSync;
  /** Whether it may change something. */
  readonly changes: boolean;
  /** The tables that it changes. */
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

const PAGE_BYTES = 8_192;
/** The size of the log that is kept for reuse, in bytes. */
const KEPT_LOG_BYTES = 64 * 1024 * 1024;

/** Makes a connection the one that writes. Throws where the file, or this SQLite, cannot be used. */
export function prepareWriter(writer: Connection, file: string, maxPages: number | undefined): void {
  checkVersion(String(writer.prepare('select sqlite_version() as version').get()?.version));
  // The size of a page is settled when the log is first switched on.
  writer.exec(`pragma page_size = ${PAGE_BYTES}`);
  const mode = writer.prepare('pragma journal_mode = wal').get()?.journal_mode;
  if (mode !== 'wal') throw new Error(`${file} is on a file system that SQLite's log cannot be used on.`);
  // A sale must not be lost: every commit waits for the disk, on macOS for the disk's own memory too.
  writer.exec('pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on');
  writer.exec(`pragma journal_size_limit = ${KEPT_LOG_BYTES}`);
  if (maxPages !== undefined) writer.exec(`pragma max_page_count = ${maxPages}`);
  // From here on other processes wait for us, and a write retries with pauses.
  writer.exec('pragma busy_timeout = 0');
}
