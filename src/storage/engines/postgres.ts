import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type CommitPosition,
  DiskFull,
  type IdKind,
  KeyInUse,
  type Reader,
  type ReadOptions,
  type Storage,
  type StorageFigures,
  StorageUnavailable,
  type WriteOptions,
  type Writer,
} from '../port.ts';
import { probe } from '../probe.ts';
import { raw, sql } from '../sql.ts';
import { together } from '../together.ts';
import { Client } from './client.ts';
import { ConnectionMonitor, type ConnectionMonitorOptions } from './connection-monitor.ts';
import { type Addresses, readAddresses } from './postgres-address.ts';
import type { Connection } from './postgres-connection.ts';
import { isCutOff } from './postgres-errors.ts';
import { PostgresIds } from './postgres-ids.ts';
import { Numbers, WorkNumbers } from './postgres-numbers.ts';
import { Servers } from './postgres-servers.ts';
import { SharedCommits } from './postgres-shared.ts';
import { countTable, grownTables } from './postgres-statistics.ts';
import { Transaction } from './postgres-transaction.ts';
import { Turns, type WorkTurns } from './postgres-turns.ts';
import { LIMITED_SESSION, localSettings, PATIENT_SESSION } from './session.ts';
import { SharedConnections } from './shared-connections.ts';
import { WakeChannel } from './wake.ts';

/** Connections open at a time. */
const MAX_CONNECTIONS = 20;
/** How often a transaction that met another one is run. */
const MAX_TRIES = 8;
/**
 * The same for a connection that ended before its COMMIT was sent: by a shutdown of the server, by a server that takes no
 * writes any more, and by a cut, which might be the transaction's own doing.
 */
const MAX_ENDED_TRIES = { shutdown: 80, demotion: 22, disconnect: 4 } as const;
/** How long after its beginning such a transaction may still be begun again, in ms. */
const RETRY_LIMIT_MS = 8_000;
/** How long it waits before that, the first time and at most, in ms; it doubles. */
const RETRY_PAUSE_MS = 10;
const MAX_RETRY_PAUSE_MS = 100;
/** How long a connection may take, and how long one statement may run, in ms. */
const CONNECT_LIMIT_MS = 5_000;
const STATEMENT_LIMIT_MS = 30_000;
/** How much longer an answer may take before the server counts as gone, in ms. */
const ANSWER_GRACE_MS = 5_000;

// Types of columns: whole numbers and booleans are bigint here, as on SQLite.
const BOOLEAN_TYPE = 16;
const INTEGER_TYPES = [20, 21, 23]; // int8, int2, int4
const NUMERIC_TYPE = 1700; // the type of sum() over bigints

const READ = 'begin isolation level repeatable read read only';
const WRITE = 'begin isolation level read committed';
/**
 * Reads of a work whose changes are kept back. Each sees what is committed by then, as in a transaction that writes, so that none is needed
 * but behind a pooler, whose sessions have no settings.
 */
const DRAFT = 'begin isolation level read committed, read write';
/** A single statement, which needs neither BEGIN nor COMMIT. */
const SINGLE = '';
/** Statements that are each a transaction. */
const APART = ' ';
/** A commit that has something to say to followers waits for them; one that changes nothing would not. */
const SETTLE = raw(
  `select case when current_setting('synchronous_standby_names') <> '' then pg_logical_emit_message(true, 'passbell', '') end`,
);
type Begin = typeof READ | typeof WRITE | typeof DRAFT | typeof SINGLE | typeof APART;

function getTypeParser(type: number): (text: string) => unknown {
  if (INTEGER_TYPES.includes(type)) return BigInt;
  if (type === BOOLEAN_TYPE) return (text) => (text === 't' ? 1n : 0n);
  if (type === NUMERIC_TYPE) return (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text);
  return (text) => text;
}

/** The outcome of one run of a transaction. */
type Outcome<T> =
  | { readonly value: T }
  | { readonly error: unknown; readonly again?: 'conflict' | 'whole' | keyof typeof MAX_ENDED_TRIES };

/** Values that tests and migrations change. */
export interface PostgresOptions extends ConnectionMonitorOptions {
  /** How long one statement may run, in ms; 0 = as long as it takes. */
  readonly statementLimitMs?: number;
  /** How much longer an answer may take before the server counts as gone, in ms. */
  readonly answerGraceMs?: number;
  /** How long a connection may take, in ms. */
  readonly connectLimitMs?: number;
  readonly maxConnections?: number;
  /** A pooler in transaction mode stands between: nothing is kept in a session, and no statement is prepared. */
  readonly isPooled?: boolean;
  /** The same database without a pooler between. */
  readonly directUrl?: string | undefined;
  /** How long after its beginning a transaction whose connection ended may still be begun again, in ms. */
  readonly retryLimitMs?: number;
  /** The clock, in ms, that this limit is kept by; it never goes back. */
  readonly now?: () => number;
  /** How often a transaction that met another one is run. */
  readonly conflictTries?: number;
  /** How long a search for the server that takes writes lasts at most, in ms. */
  readonly searchLimitMs?: number;
}

/** How a transaction is run. */
interface RunOptions {
  readonly waitsForKey?: boolean | undefined;
  /** The position that its server must have come to. */
  readonly from?: CommitPosition | undefined;
  /** Hears the position that it is not behind. */
  readonly committed?: ((position: CommitPosition) => void) | undefined;
  /** The numbers of the work. */
  readonly numbers?: WorkNumbers | undefined;
  readonly turns?: WorkTurns | undefined;
}

/** The servers of an address; an address that is none is tried as it is, and refused by the client. */
function addressesOf(url: string): Addresses {
  return readAddresses(url) ?? { urls: [url], isChecked: false };
}

/** PostgreSQL, shared by any number of processes. */
export class PostgresStorage implements Storage {
  readonly engine = 'postgres';
  readonly #servers: Servers;
  readonly #drafts: SharedConnections;
  readonly #names: Map<string, string> | undefined;
  /** The statement after the beginning of a transaction, and how long both may take in ms. */
  readonly #local: { readonly settings: string; readonly limitMs: number } | undefined;
  readonly #wakes: WakeChannel;
  readonly #watch: ConnectionMonitor;
  readonly #retryLimitMs: number;
  readonly #now: () => number;
  readonly #ids: PostgresIds;
  readonly #numbers: Numbers;
  readonly #commits: SharedCommits;
  readonly #conflictTries: number;
  readonly #turns: Turns;
  /** The disk was full at the last write. */
  #wasFull = false;
  #running = 0;
  /** How often a transaction was run again. */
  #repeated = 0;
  #whenIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(url: string, options: PostgresOptions = {}) {
    const { statementLimitMs: limit = STATEMENT_LIMIT_MS, answerGraceMs: grace = ANSWER_GRACE_MS } = options;
    const { isPooled = false, connectLimitMs = CONNECT_LIMIT_MS } = options;
    const { urls, isChecked } = addressesOf(url);
    const direct = addressesOf(options.directUrl ?? url).urls;
    this.#names = isPooled ? undefined : new Map();
    this.#local = isPooled ? { settings: localSettings(limit), limitMs: connectLimitMs } : undefined;
    const config: pg.PoolConfig & { readonly pipeline: boolean } = {
      max: options.maxConnections ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: connectLimitMs,
      Client,
      application_name: 'passbell',
      types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
      pipeline: true,
    };
    if (limit > 0) {
      // A pooler takes no settings with a connection.
      if (!isPooled) config.statement_timeout = limit;
      // The server's limits are of no use when the network has swallowed it.
      config.query_timeout = limit + grace;
    }
    this.#retryLimitMs = options.retryLimitMs ?? RETRY_LIMIT_MS;
    this.#turns = new Turns(limit);
    this.#now = options.now ?? (() => performance.now());
    this.#conflictTries = options.conflictTries ?? MAX_TRIES;
    const session = limit > 0 ? LIMITED_SESSION : PATIENT_SESSION;
    const { searchLimitMs } = options;
    const servers = new Servers({
      ...{ urls, isChecked, session: isPooled ? undefined : session, config, searchLimitMs },
    });
    this.#servers = servers;
    this.#drafts = new SharedConnections({
      connect: () => servers.connect(),
      isUsable: (connection) => servers.isUsable(connection),
      most: Math.max(1, Math.floor((options.maxConnections ?? MAX_CONNECTIONS) / 2)),
    });
    this.#numbers = new Numbers((statements) =>
      this.#repeat(APART, async (tx) => {
        const rows = await together(statements.map(async (each) => tx.get<{ last: bigint }>(each)));
        return rows.map((row) => row?.last ?? 0n);
      }),
    );
    this.#ids = new PostgresIds((kind, count) => this.#repeat(APART, (tx) => tx.takeIds(kind, count)));
    this.#commits = new SharedCommits((work, committed) => this.#repeat(WRITE, work, { committed }));
    const present = () => direct[servers.at] ?? direct[0];
    this.#wakes = new WakeChannel(present, (text) => this.#tell(text));
    this.#watch = new ConnectionMonitor(
      {
        url: present,
        onLoss: (server) => servers.lose(server),
        isElsewhere: () => servers.isElsewhere(),
      },
      options,
    );
  }

  /** Refuses a server that may lose answered writes (reference: operations.14), or cannot hold every text. */
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
      // The client's error does not name the reason; the error at a start of Passbell does.
      const { cause } = error instanceof StorageUnavailable ? error : {};
      throw cause instanceof pg.DatabaseError ? cause : error;
    }
  }

  read<T>(work: (tx: Reader) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const { isSingle = false, copy, shown } = options;
    // A single statement has the settings of its session, which behind a pooler is not ours.
    const begin = isSingle && this.#local === undefined ? SINGLE : READ;
    return this.#run(begin, work, { from: copy?.from, committed: shown });
  }

  write<T>(work: (tx: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { key, waitsForKey = false, settles = false, shares, committed } = options;
    const keys = [...new Set([key ?? []].flat())];
    const numbers = new WorkNumbers(this.#numbers);
    const alone = (): Promise<T> => {
      const repeat = (run: (tx: Transaction) => Promise<T>, more: RunOptions = {}) =>
        this.#turns.run((turns) => this.#repeat(WRITE, run, { ...more, committed, numbers, turns }));
      if (keys.length === 0 && !settles) return repeat(work);
      const locked = async (tx: Transaction): Promise<T> => {
        if (settles) tx.send(SETTLE);
        for (const each of keys) tx.lockKey(each);
        return work(tx);
      };
      return repeat(locked, { waitsForKey });
    };
    if (shares === undefined || waitsForKey || settles) return this.#counted(alone);
    const drafted = <D>(draft: (tx: Transaction) => Promise<D>) => this.#repeat(DRAFT, draft, { numbers });
    return this.#counted(() => this.#commits.write(work, { shares, keys, committed, drafted, alone }));
  }

  #run<T>(wanted: Begin, work: (tx: Transaction) => Promise<T>, options?: RunOptions): Promise<T> {
    return this.#counted(() => this.#repeat(wanted, work, options));
  }

  /** Runs what `close` waits for. */
  async #counted<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new StorageUnavailable('The database is closed.');
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#whenIdle?.();
    }
  }

  async #repeat<T>(
    wanted: Begin,
    work: (tx: Transaction) => Promise<T>,
    options: RunOptions = {},
  ): Promise<T> {
    const begun = this.#now();
    let pause = RETRY_PAUSE_MS;
    let waits = options.waitsForKey ?? false;
    let begin = wanted;
    for (let tries = 1; ; tries++) {
      if (tries > 1) this.#repeated++;
      const outcome = await this.#try(begin, work, options);
      if ('value' in outcome) return outcome.value;
      const { error } = outcome;
      if (outcome.again === 'whole') {
        begin = READ;
        continue;
      }
      if (error instanceof DiskFull) this.#wasFull = true;
      // A transaction that was cut off may hold its key for a moment longer than its connection.
      const again = waits && error instanceof KeyInUse ? 'shutdown' : outcome.again;
      if (again === 'conflict' && tries < this.#conflictTries) continue;
      const late = this.#now() - begun + pause > this.#retryLimitMs;
      if (again === undefined || again === 'conflict' || late || tries >= MAX_ENDED_TRIES[again]) throw error;
      waits = true;
      await sleep(pause);
      pause = Math.min(2 * pause, MAX_RETRY_PAUSE_MS);
    }
  }

  /** Runs a transaction once. */
  async #try<T>(
    begin: Begin,
    work: (tx: Transaction) => Promise<T>,
    { from, committed, numbers, turns }: RunOptions,
  ): Promise<Outcome<T>> {
    const isOpen = begin === DRAFT ? this.#local !== undefined : begin !== SINGLE && begin !== APART;
    const isShared = begin === DRAFT && !isOpen;
    let connection: Connection;
    try {
      if (isShared) connection = await this.#drafts.take();
      else connection = await this.#servers.connect(begin === APART ? 'numbers' : 'work');
    } catch (cause) {
      const error = new StorageUnavailable('The database cannot be reached just now.', cause);
      return isCutOff(cause) ? { error, again: 'shutdown' } : { error };
    }
    numbers?.restart();
    const tx = this.#transaction(connection, { isSingle: begin === SINGLE, numbers, turns });
    const unwatch = this.#watch.add(tx);
    try {
      if (from !== undefined) tx.requireReplayed(from);
      if (isOpen) this.#begin(tx, begin);
      const value = await work(tx);
      await tx.finish();
      if (begin === APART) tx.checkFollowed();
      if (isOpen && begin !== WRITE) tx.control('commit');
      else if (begin === WRITE && tx.undone) await tx.rollback();
      else if (begin === WRITE) await tx.commit(committed !== undefined);
      if (committed !== undefined && begin !== WRITE) tx.askPosition();
      if (tx.position !== undefined) committed?.(await tx.position);
      if (tx.wakes && !tx.undone) this.#wakes.signal();
      return { value };
    } catch (error) {
      if (tx.needsWhole) return { error, again: 'whole' };
      // What goes on of it asks no more, on a connection that others have by then.
      if (isOpen) await tx.rollback();
      else tx.guard.end();
      if (tx.isBehind) return { error: new StorageUnavailable('The replica is behind.') };
      if (tx.conflict) return { error, again: 'conflict' };
      // The same cut may have ended idle connections as well, and all of a server are of no use when it takes no writes.
      if (tx.ended === 'disconnect' || tx.ended === 'demotion') this.#servers.lose(connection.server);
      if (tx.ended === 'demotion') {
        this.#servers.leave(connection.server);
        return this.#servers.isChecked ? { error, again: 'demotion' } : { error };
      }
      return tx.ended === undefined ? { error } : { error, again: tx.ended };
    } finally {
      unwatch();
      if (isShared) this.#drafts.release(connection, tx.lost);
      else connection.release(tx.lost);
    }
  }

  #transaction(
    connection: Connection,
    options: Pick<RunOptions, 'numbers' | 'turns'> & { readonly isSingle?: boolean } = {},
  ): Transaction {
    return new Transaction(connection, this.#names, { ...options, ids: this.#ids });
  }

  /** Begins a transaction; behind a pooler with its settings, and not longer than a connection may take. */
  #begin(tx: Transaction, begin: Begin): void {
    if (this.#local === undefined) tx.control(begin);
    else tx.control(`${begin}; ${this.#local.settings}`, this.#local.limitMs);
  }

  /** Sends a statement of its own, outside of any transaction. */
  async #tell(text: string): Promise<void> {
    const connection = await this.#servers.connect();
    const tx = this.#transaction(connection);
    const unwatch = this.#watch.add(tx);
    try {
      await tx.run(raw(text));
    } finally {
      unwatch();
      connection.release(tx.lost);
    }
  }

  async startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    const sequence = `id_${kind}`;
    this.#ids.forget();
    await this.write(async (tx) => {
      // Changes nothing, but no id can be taken until this is done.
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

  countGrown(): Promise<readonly string[]> {
    return this.#counted(async () => {
      const tables = await this.#repeat(SINGLE, (tx) => grownTables(tx));
      for (const table of tables) await this.#tell(countTable(table));
      return tables;
    });
  }

  async tryWrite(): Promise<void> {
    await probe(this, this.#wasFull);
    this.#wasFull = false;
  }

  figures(): StorageFigures {
    return {
      connections: this.#servers.sum('totalCount'),
      idle: this.#servers.sum('idleCount'),
      waiting: this.#servers.sum('waitingCount'),
      repeated: this.#repeated,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    // The pool would refuse those that wait for a connection.
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await this.#wakes.close();
    await this.#watch.close();
    await this.#servers.end();
  }
}
