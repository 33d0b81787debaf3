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
import { type Sql, sql } from '../sql.ts';

/** Connections open at a time. */
const MAX_CONNECTIONS = 20;
/** How often a transaction that met another one is run again. */
const MAX_TRIES = 8;
/** How long a connection may take, and how long one statement may run, in ms. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const MAX_STATEMENT_NAMES = 2_000;

const INTEGER_TYPES = new Set([20, 21, 23]); // int8, int2, int4: all of them bigint here
const NUMERIC_TYPE = 1700; // what sum() of bigints gives

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const DISK_FULL = '53100';

type Name = string;

function getTypeParser(type: number): (text: string) => unknown {
  if (INTEGER_TYPES.has(type)) return BigInt;
  if (type === NUMERIC_TYPE) return (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text);
  return (text) => text;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** True when the error means the connection (or the server) is gone rather than that a statement was wrong. */
function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P0|53)/.test(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return false;
  if (/^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && /connection|terminated|timeout exceeded|not queryable|socket/i.test(error.message);
}

function explain(error: unknown): unknown {
  const code = codeOf(error);
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(error);
  if (code === DISK_FULL) return new StorageUnavailable('The disk of the database is full: nothing was saved.', error);
  return isLost(error) ? new StorageUnavailable('The database cannot be reached just now.', error) : error;
}

function bindable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === undefined) throw new TypeError('undefined cannot be stored.');
  return value;
}

/** One PostgreSQL transaction: statements go out as they come (pipelined) under cached names. */
class Transaction implements Writer {
  readonly #client: pg.PoolClient;
  readonly #names: Map<string, Name>;
  #depth = 0;

  constructor(client: pg.PoolClient, names: Map<string, Name>) {
    this.#client = client;
    this.#names = names;
  }

  async query(query: Sql): Promise<pg.QueryResult> {
    const { text } = query;
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_STATEMENT_NAMES) {
      name = `p${this.#names.size}`;
      this.#names.set(text, name);
    }
    const values = query.values.map(bindable);
    return this.#client.query(name === undefined ? { text, values } : { name, text, values });
  }

  async get<T>(query: Sql): Promise<T | undefined> {
    return (await this.query(query)).rows[0] as T | undefined;
  }

  async all<T>(query: Sql): Promise<T[]> {
    return (await this.query(query)).rows as T[];
  }

  async run(query: Sql): Promise<number> {
    return (await this.query(query)).rowCount ?? 0;
  }

  async ids(kind: IdKind, count: number): Promise<bigint[]> {
    if (count === 0) return [];
    const sequence = `id_${kind}`;
    const rows = await this.all<{ id: bigint }>(
      sql`select nextval(${sequence}::text::regclass) as id from generate_series(1, ${count}::int)`,
    );
    return rows.map((row) => row.id).sort((a, b) => (a < b ? -1 : 1));
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `inner${++this.#depth}`;
    this.send(`savepoint ${name}`);
    try {
      const value = await work();
      this.send(`release savepoint ${name}`);
      return value;
    } catch (error) {
      if (!isLost(error)) await this.#client.query(`rollback to savepoint ${name}; release savepoint ${name}`);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  /** Sends a statement without waiting; if it fails, the next one that is waited for fails too. */
  send(text: string): void {
    this.#client.query(text).catch(() => undefined);
  }
}

/** PostgreSQL, shared by any number of processes. */
export class PostgresStorage implements Storage {
  readonly engine = 'postgres';
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, Name>();

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      application_name: 'passbell',
      types: { getTypeParser },
      pipeline: true,
    } as pg.PoolConfig);
    // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
    this.#pool.on('error', () => undefined);
  }

  /** Refuses a server that may lose answered writes, unless it is forced (design: Storage). */
  async checkDurability(force: boolean): Promise<void> {
    const rows = await this.read((tx) =>
      Promise.resolve(
        tx.all<{ name: string; setting: string }>(
          sql`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`,
        ),
      ),
    );
    const off = rows.filter((row) => row.setting === 'off').map((row) => row.name);
    if (off.length > 0 && !force) {
      throw new Error(`PostgreSQL runs with ${off.join(' and ')} off, so an answered order could be lost. Turn it on.`);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw isLost(error) ? new StorageUnavailable('The database cannot be reached just now.', error) : error;
    }
  }

  async read<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      const tx = new Transaction(client, this.#names);
      let broken = false;
      try {
        tx.send('begin isolation level repeatable read read only');
        return await work(tx);
      } catch (error) {
        broken = isLost(error);
        // A pooled connection that died while idle is found out only now: another one may do.
        if (!broken || attempt >= 2) throw explain(error);
      } finally {
        if (!broken) tx.send('commit');
        client.release(broken);
      }
    }
  }

  async write<T>(work: (tx: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      const tx = new Transaction(client, this.#names);
      let broken = false;
      let committing = false;
      try {
        tx.send('begin isolation level read committed');
        if (options.key !== undefined) {
          const lock = await tx.get<{ taken: boolean | string }>(
            sql`select pg_try_advisory_xact_lock(hashtextextended(${options.key}::text, 0)) as taken`,
          );
          if (lock?.taken !== 't' && lock?.taken !== true) throw new KeyInUse();
        }
        const value = await work(tx);
        committing = true;
        const { command } = await client.query('commit');
        // A transaction that met an error answers COMMIT with ROLLBACK: nothing was saved.
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.');
        return value;
      } catch (error) {
        broken = isLost(error);
        if (broken && committing) throw new CommitUnknown(error);
        const again = [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error)) && attempt < MAX_TRIES;
        if (!again) throw explain(error);
      } finally {
        if (!broken && !committing) tx.send('rollback');
        client.release(broken);
      }
    }
  }

  async startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    await this.write(async (tx) => {
      const sequence = `id_${kind}`;
      await tx.get(
        sql`select setval(${sequence}::text::regclass, ${first}::bigint, false)
            where (select coalesce(pg_sequence_last_value(${sequence}::text::regclass), 0)) < ${first}::bigint - 1`,
      );
    });
  }

  async ping(): Promise<void> {
    await this.read(async (tx) => tx.get(sql`select 1 as one`));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
