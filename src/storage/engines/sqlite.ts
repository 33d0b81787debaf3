import { type DatabaseSync, type StatementSync, DatabaseSync as Database } from 'node:sqlite';
import {
  ID_KINDS,
  type IdKind,
  KeyInUse,
  type Reader,
  type Row,
  type Storage,
  StorageUnavailable,
  UniqueViolation,
  type WriteOptions,
  type Writer,
} from '../port.ts';
import { type Sql, sql } from '../sql.ts';

/** Writes that share one COMMIT, at most. */
const MAX_GROUP = 256;
/** Writes that may wait, at most; more are told to come back. */
const MAX_WAITING = 10_000;
/** How long another process (an import, a back-up) may keep the database locked, in ms. */
const BUSY_LIMIT_MS = 10_000;
const BUSY_PAUSE_MS = 5;
/** Prepared statements kept per connection. */
const MAX_STATEMENTS = 500;
/** Read connections open at a time. */
const MAX_READERS = 8;

const OLDEST = [3, 51, 3] as const;

type Bindable = bigint | string | number | null;

function bindable(value: unknown): Bindable {
  switch (typeof value) {
    case 'bigint':
    case 'string':
      return value;
    case 'boolean':
      return value ? 1n : 0n;
    case 'number':
      return Number.isInteger(value) ? BigInt(value) : value;
    default:
      if (value === null) return null;
      throw new TypeError(`A ${typeof value} cannot be stored.`);
  }
}

/** One connection with its prepared statements. */
class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    // SQLite has one writer at a time, so rows need no locks of their own.
    const statement = this.db.prepare(text.replaceAll(/ for update( skip locked)?/g, ''));
    statement.setReadBigInts(true);
    this.#statements.set(text, statement);
    return statement;
  }

  get<T>(query: Sql): T | undefined {
    try {
      return this.prepare(query.sql).get(...query.values.map(bindable)) as T | undefined;
    } catch (error) {
      throw explain(error);
    }
  }

  all<T>(query: Sql): T[] {
    try {
      return this.prepare(query.sql).all(...query.values.map(bindable)) as T[];
    } catch (error) {
      throw explain(error);
    }
  }

  run(query: Sql): number {
    try {
      return Number(this.prepare(query.sql).run(...query.values.map(bindable)).changes);
    } catch (error) {
      throw explain(error);
    }
  }
}

function errorCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}

const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const FULL = 13;
const CANT_OPEN = 14;
const UNIQUE = new Set([1555, 2067]); // primary key, unique index

function explain(error: unknown): unknown {
  const code = errorCode(error);
  if (UNIQUE.has(code)) return new UniqueViolation(error);
  switch (code & 0xff) {
    case FULL:
      return new StorageUnavailable('The disk is full: nothing was saved.', error);
    case BUSY:
    case READ_ONLY:
    case IO_ERROR:
    case CANT_OPEN:
      return new StorageUnavailable('The database file cannot be used just now.', error);
    default:
      return error;
  }
}

interface Job {
  readonly work: (tx: Writer) => Promise<unknown>;
  readonly key: string | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

function open(file: string, readOnly: boolean): DatabaseSync {
  const db = new Database(file, { readOnly, timeout: 0 });
  db.exec(`pragma cache_size = -16000; pragma temp_store = memory; pragma foreign_keys = on;`);
  return db;
}

/**
 * SQLite in one file. Durable (`synchronous=FULL`: an answered write survives a power cut) and fast all the
 * same: writes that wait while another commits share the next COMMIT, each in its own savepoint.
 */
export class SqliteStorage implements Storage {
  readonly engine = 'sqlite';
  readonly #file: string;
  readonly #writer: Connection;
  readonly #idle: Connection[] = [];
  readonly #waitingReaders: ((connection: Connection) => void)[] = [];
  readonly #keys = new Set<string>();
  #readers = 0;
  #queue: Job[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
  readonly #tx: Writer;

  constructor(file: string) {
    this.#file = file;
    const db = open(file, false);
    db.exec('pragma busy_timeout = 5000; pragma page_size = 8192; pragma journal_mode = wal; pragma busy_timeout = 0');
    // A till may lose nothing: every commit waits for the disk.
    db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 2000; pragma journal_size_limit = 67108864');
    this.#writer = new Connection(db);
    const version = String(this.#writer.get<{ v: string }>(sql`select sqlite_version() as v`)?.v);
    if (compareVersions(version) < 0) {
      throw new Error(`SQLite ${version} is too old: ${OLDEST.join('.')} or later is needed.`);
    }
    const writer = this.#writer;
    let depth = 0;
    this.#tx = {
      get: <T>(query: Sql) => writer.get<T>(query),
      all: <T>(query: Sql) => writer.all<T>(query),
      run: (query) => writer.run(query),
      ids: (kind, count) => takeIds(writer, kind, count),
      savepoint: async (work) => {
        const name = `inner${++depth}`;
        db.exec(`savepoint ${name}`);
        try {
          const value = await work();
          db.exec(`release ${name}`);
          return value;
        } catch (error) {
          if (db.isTransaction) db.exec(`rollback to ${name}; release ${name}`);
          throw error;
        } finally {
          depth--;
        }
      },
    };
  }

  async read<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    const connection = await this.#takeReader();
    try {
      connection.prepare('begin').run();
      return await work(connection);
    } catch (error) {
      throw explain(error);
    } finally {
      if (connection.db.isOpen && connection.db.isTransaction) connection.prepare('commit').run();
      this.#giveBack(connection);
    }
  }

  #takeReader(): Connection | Promise<Connection> {
    if (this.#closed) throw new StorageUnavailable('The database is closed.');
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#readers < MAX_READERS) {
      this.#readers++;
      return new Connection(open(this.#file, true));
    }
    return new Promise((resolve) => this.#waitingReaders.push(resolve));
  }

  #giveBack(connection: Connection): void {
    const next = this.#waitingReaders.shift();
    if (next !== undefined) next(connection);
    else if (this.#closed) connection.db.close();
    else this.#idle.push(connection);
  }

  write<T>(work: (tx: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#closed) return Promise.reject(new StorageUnavailable('The database is closed.'));
    if (this.#queue.length >= MAX_WAITING) {
      return Promise.reject(new StorageUnavailable('Too many writes are waiting.'));
    }
    const { key } = options;
    if (key !== undefined) {
      if (this.#keys.has(key)) return Promise.reject(new KeyInUse());
      this.#keys.add(key);
    }
    const done = new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, key, resolve: resolve as (value: unknown) => void, reject });
    });
    this.#draining ??= this.#drain();
    return key === undefined ? done : done.finally(() => this.#keys.delete(key));
  }

  async #drain(): Promise<void> {
    // One turn of the event loop later, so that requests that arrived together commit together.
    await nextTurn();
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, MAX_GROUP);
      try {
        await this.#begin();
        const answers = await this.#runGroup(group);
        this.#writer.prepare('commit').run();
        for (const answer of answers) answer();
      } catch (error) {
        // Nothing of the group is saved: everyone in it is told so.
        const told = explain(error);
        if (this.#writer.db.isOpen && this.#writer.db.isTransaction) this.#writer.db.exec('rollback');
        for (const job of group) job.reject(told);
      }
      if (this.#queue.length > 0) await nextTurn();
    }
    this.#draining = undefined;
  }

  async #runGroup(group: readonly Job[]): Promise<(() => void)[]> {
    const answers: (() => void)[] = [];
    const { db } = this.#writer;
    for (const job of group) {
      this.#writer.prepare('savepoint job').run();
      try {
        const value = await job.work(this.#tx);
        this.#writer.prepare('release job').run();
        answers.push(() => job.resolve(value));
      } catch (error) {
        // A full disk can end the whole transaction, and with it the work of the jobs before this one.
        if (!db.isTransaction) throw error;
        db.exec('rollback to job; release job');
        answers.push(() => job.reject(error));
      }
    }
    return answers;
  }

  async #begin(): Promise<void> {
    for (let waited = 0; ; waited += BUSY_PAUSE_MS) {
      try {
        this.#writer.prepare('begin immediate').run();
        return;
      } catch (error) {
        if ((errorCode(error) & 0xff) !== BUSY || waited >= BUSY_LIMIT_MS) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
    }
  }

  async startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    await this.write(async (tx) => {
      await tx.run(sql`update id_counters set last = ${first - 1n} where kind = ${kind} and last < ${first - 1n}`);
    });
  }

  async ping(): Promise<void> {
    await this.read(async (tx) => tx.get(sql`select 1 as one`));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    while (this.#draining !== undefined) await this.#draining;
    for (const connection of this.#idle) connection.db.close();
    this.#writer.db.close();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function takeIds(writer: Connection, kind: IdKind, count: number): bigint[] {
  const row = writer.get<Row>(
    sql`update id_counters set last = last + ${count} where kind = ${kind} returning last`,
  );
  if (row === undefined) throw new Error(`There is no counter for ${kind} among ${ID_KINDS.length} kinds.`);
  const last = BigInt(row.last ?? 0n);
  return Array.from({ length: count }, (_, at) => last - BigInt(count - 1 - at));
}

function compareVersions(version: string): number {
  const parts = version.split('.').map(Number);
  for (const [at, wanted] of OLDEST.entries()) {
    const difference = (parts[at] ?? 0) - wanted;
    if (difference !== 0) return difference;
  }
  return 0;
}
