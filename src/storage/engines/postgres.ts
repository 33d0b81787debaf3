import pg from 'pg';
import {
  CommitUnknown,
  type IdKind,
  KeyInUse,
  type Reader,
  type Storage,
  StorageUnavailable,
  UniqueViolation,
  type WriteOptions,
  type Writer,
} from '../port.ts';
import { raw, type Sql, sql, storable } from '../sql.ts';
import { Guard } from './guard.ts';
import { WakeChannel } from './wake.ts';

/** Connections open at a time. */
const MAX_CONNECTIONS = 20;
/** How often a transaction that met another one is run again, and a read whose connection was dead. */
const MAX_TRIES = 8;
const MAX_READ_TRIES = 2;
/** How long a connection may take, and how long one statement may run, in ms. */
const CONNECT_LIMIT_MS = 5_000;
const STATEMENT_LIMIT_MS = 30_000;
/** How much longer an answer may take before the server counts as gone, in ms. */
const ANSWER_GRACE_MS = 5_000;
/** Statements prepared per connection. */
const MAX_STATEMENTS = 2_000;

// Types of columns: whole numbers and booleans are bigint here, as on SQLite.
const BOOLEAN_TYPE = 16;
const INTEGER_TYPES = [20, 21, 23]; // int8, int2, int4
const NUMERIC_TYPE = 1700; // what sum() of bigints gives

const UNIQUE_VIOLATION = '23505';
/** Serialization failure and deadlock: the same transaction may well succeed at once. */
const CONFLICTS = ['40001', '40P01'];
/** Cancelled by the time limit, and a lock not available: only the statement failed. */
const TOO_SLOW = ['57014', '55P03'];
/** Connection, resources, shutdown, input and output, a time limit of the session, a server that only reads. */
const LOST = /^(08|53|57P|58|25P03|25P04|25006)/;

const READ = 'begin isolation level repeatable read read only';
const WRITE = 'begin isolation level read committed';

function getTypeParser(type: number): (text: string) => unknown {
  if (INTEGER_TYPES.includes(type)) return BigInt;
  if (type === BOOLEAN_TYPE) return (text) => (text === 't' ? 1n : 0n);
  if (type === NUMERIC_TYPE) return (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text);
  return (text) => text;
}

/** The SQLSTATE of an error the server answered; undefined when the connection itself failed. */
function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
}

/** True when the connection (or the server) is gone rather than that a statement was wrong. */
function isLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || LOST.test(state);
}

/** True when a prepared statement is not there any more, or its table was changed. */
function isStale(error: unknown): boolean {
  const state = stateOf(error);
  if (state === '26000') return true;
  return error instanceof pg.DatabaseError && state === '0A000' && error.routine === 'RevalidateCachedQuery';
}

function explain(error: unknown): unknown {
  const state = stateOf(error);
  if (state === UNIQUE_VIOLATION) return new UniqueViolation(error);
  if (state === '53100') return new StorageUnavailable('The disk of the database is full.', error);
  if (isLost(error)) return new StorageUnavailable('The database cannot be reached just now.', error);
  if (state !== undefined && CONFLICTS.includes(state)) {
    return new StorageUnavailable('Too many changes met each other.', error);
  }
  if (state !== undefined && TOO_SLOW.includes(state)) {
    return new StorageUnavailable('The database took too long.', error);
  }
  return error;
}

/** One PostgreSQL transaction: statements go out as they come (pipelined) under cached names. */
class Transaction implements Writer {
  readonly guard = new Guard();
  /** The connection is of no use any more. */
  lost = false;
  /** Run once more, it may well succeed. */
  conflict = false;
  /** Somebody is to be woken after the commit. */
  wakes = false;
  readonly #client: pg.PoolClient;
  readonly #names: Map<string, string>;
  #depth = 0;

  constructor(client: pg.PoolClient, names: Map<string, string>) {
    this.#client = client;
    this.#names = names;
  }

  async #query(query: Sql): Promise<pg.QueryResult> {
    this.guard.check();
    const { text } = query;
    const values = query.values.map((value) => {
      const stored = storable(value);
      return typeof stored === 'bigint' ? stored.toString() : stored;
    });
    let name = this.#names.get(text);
    if (name === undefined && values.length > 0 && this.#names.size < MAX_STATEMENTS) {
      name = `p${this.#names.size}`;
      this.#names.set(text, name);
    }
    try {
      return await this.#client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      throw this.#note(error);
    }
  }

  /** Keeps in mind what an error means for the transaction; answers it as the port tells it. */
  #note(error: unknown): unknown {
    // In a transaction that has failed already, a statement sent along may not have been prepared either.
    const stale = this.guard.failure === undefined && isStale(error);
    if (isLost(error) || stale) this.lost = true;
    if (CONFLICTS.includes(stateOf(error) ?? '') || stale) this.conflict = true;
    const told = explain(error);
    this.guard.fail(told);
    return told;
  }

  /** Sends a statement of the engine's own without waiting; if it fails, so does what follows. */
  send(text: string): void {
    this.#client.query(text).catch((error: unknown) => this.#note(error));
  }

  async get<T>(query: Sql): Promise<T | undefined> {
    return (await this.#query(query)).rows[0] as T | undefined;
  }

  async all<T>(query: Sql): Promise<T[]> {
    return (await this.#query(query)).rows as T[];
  }

  async run(query: Sql): Promise<number> {
    return (await this.#query(query)).rowCount ?? 0;
  }

  wake(): void {
    this.wakes = true;
  }

  async ids(kind: IdKind, count: number): Promise<bigint[]> {
    if (count <= 0) return [];
    const rows = await this.all<{ id: bigint }>(
      sql`select nextval(${`id_${kind}`}::text::regclass) as id from generate_series(1, ${count}::int)`,
    );
    return rows.map((row) => row.id).sort((a, b) => (a < b ? -1 : 1));
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.guard.check();
    const name = `inner${++this.#depth}`;
    this.send(`savepoint ${name}`);
    try {
      const value = await work();
      this.guard.check();
      this.send(`release savepoint ${name}`);
      return value;
    } catch (error) {
      if (!this.lost) {
        await this.#undo(`rollback to savepoint ${name}; release savepoint ${name}`);
        if (!this.lost) this.guard.recover();
      }
      throw error;
    } finally {
      this.#depth--;
    }
  }

  /**
   * Undoes all. Waited for, so that locks are free again when the caller is told, and whoever has the connection
   * next does not meet the answers to what failed here.
   */
  async rollback(): Promise<void> {
    this.guard.end();
    if (!this.lost) await this.#undo('rollback');
  }

  async #undo(text: string): Promise<void> {
    try {
      await this.#client.query(text);
    } catch (error) {
      this.#note(error);
      this.lost = true;
    }
  }

  async commit(): Promise<void> {
    let result: pg.QueryResult;
    try {
      result = await this.#client.query('commit');
    } catch (error) {
      const told = this.#note(error);
      throw this.lost ? new CommitUnknown(error) : told;
    }
    // A transaction that met an error answers COMMIT with ROLLBACK: nothing was saved.
    if (result.command !== 'COMMIT')
      throw this.guard.failure ?? new Error('The database undid the transaction.');
  }
}

/** What tests and migrations set otherwise. */
export interface PostgresOptions {
  /** How long one statement may run, in ms; 0 = as long as it takes. */
  readonly statementLimitMs?: number;
  /** How much longer an answer may take before the server counts as gone, in ms. */
  readonly answerGraceMs?: number;
  /** How long a connection may take, in ms. */
  readonly connectLimitMs?: number;
  readonly maxConnections?: number;
}

/** PostgreSQL, shared by any number of processes. */
export class PostgresStorage implements Storage {
  readonly engine = 'postgres';
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  readonly #wakes: WakeChannel;
  #running = 0;
  #whenIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(url: string, options: PostgresOptions = {}) {
    const { statementLimitMs: limit = STATEMENT_LIMIT_MS, answerGraceMs: grace = ANSWER_GRACE_MS } = options;
    const config: pg.PoolConfig & { readonly pipeline: boolean } = {
      connectionString: url,
      max: options.maxConnections ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: options.connectLimitMs ?? CONNECT_LIMIT_MS,
      application_name: 'passbell',
      types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
      pipeline: true,
    };
    if (limit > 0) {
      config.statement_timeout = limit;
      config.idle_in_transaction_session_timeout = limit;
      // The server's limits are of no use when the network has swallowed it.
      config.query_timeout = limit + grace;
    }
    this.#pool = new pg.Pool(config);
    this.#wakes = new WakeChannel(url, (text) => this.#pool.query(text));
    // A connection that breaks is replaced at its next use, and whatever ran on it is told. The pool itself
    // listens only to those that are idle; nobody listening would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Refuses a server that may lose answered writes (design: Storage), or cannot hold every text. */
  async checkSettings(): Promise<void> {
    const rows = await this.#readSettings();
    const off = rows.filter((row) => row.setting === 'off').map((row) => row.name);
    if (off.length > 0) {
      throw new Error(
        `PostgreSQL runs with ${off.join(' and ')} off, so an answered order could be lost. Turn it on.`,
      );
    }
    const encoding = rows.find((row) => row.name === 'server_encoding')?.setting;
    if (encoding !== 'UTF8') {
      throw new Error(`The database's encoding is ${encoding}. Create one with encoding UTF8.`);
    }
  }

  async #readSettings(): Promise<{ readonly name: string; readonly setting: string }[]> {
    try {
      return await this.read(async (tx) =>
        tx.all(
          sql`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'server_encoding')`,
        ),
      );
    } catch (error) {
      // A client is not told why the server turns us away; whoever starts Passbell is.
      const { cause } = error instanceof StorageUnavailable ? error : {};
      throw cause instanceof pg.DatabaseError ? cause : error;
    }
  }

  read<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    return this.#run(READ, work);
  }

  write<T>(work: (tx: Writer) => Promise<T>, { key }: WriteOptions = {}): Promise<T> {
    if (key === undefined) return this.#run(WRITE, work);
    return this.#run(WRITE, async (tx) => {
      const lock = await tx.get<{ taken: bigint }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${key}::text, 0)) as taken`,
      );
      if (lock?.taken !== 1n) throw new KeyInUse();
      return work(tx);
    });
  }

  async #run<T>(begin: typeof READ | typeof WRITE, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new StorageUnavailable('The database is closed.');
    this.#running++;
    try {
      for (let tries = 1; ; tries++) {
        const client = await this.#connect();
        const tx = new Transaction(client, this.#names);
        try {
          tx.send(begin);
          const value = await work(tx);
          tx.guard.finish();
          if (begin === READ) tx.send('commit');
          else await tx.commit();
          if (tx.wakes) this.#wakes.tell();
          return value;
        } catch (error) {
          await tx.rollback();
          // A pooled connection that died while idle is found out only now: another one may do.
          const again = tx.conflict ? MAX_TRIES : tx.lost && begin === READ ? MAX_READ_TRIES : 0;
          if (tries >= again) throw error;
        } finally {
          client.release(tx.lost);
        }
      }
    } finally {
      this.#running--;
      if (this.#running === 0) this.#whenIdle?.();
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new StorageUnavailable('The database cannot be reached just now.', error);
    }
  }

  async startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    const sequence = `id_${kind}`;
    await this.write(async (tx) => {
      // Changes nothing, but nobody takes a number until this is done.
      await tx.run(raw(`alter sequence ${sequence} owned by none`));
      await tx.get(
        sql`select setval(${sequence}::text::regclass, ${first - 1n}::bigint)
            where coalesce(pg_sequence_last_value(${sequence}::text::regclass), 0) < ${first - 1n}::bigint`,
      );
    });
  }

  onWake(listener: () => void): () => void {
    return this.#wakes.listen(listener);
  }

  async ping(): Promise<void> {
    await this.read(async (tx) => tx.get(sql`select 1 as one`));
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    // The pool would turn away whoever waits for a connection.
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await this.#wakes.close();
    await this.#pool.end();
  }
}
