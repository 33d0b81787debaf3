import type pg from 'pg';
import { decideIn } from '../decide.ts';
import {
  type CommitPosition,
  CommitUnknown,
  type Counter,
  type Decision,
  type IdKind,
  KeyInUse,
  StorageUnavailable,
  UNKNOWN_POSITION,
  type Value,
  type Writer,
} from '../port.ts';
import { raw, type Sql, sql, storable } from '../sql.ts';
import type { MonitoredConnection } from './connection-monitor.ts';
import { Guard } from './guard.ts';
import type { Connection } from './postgres-connection.ts';
import { CONFLICTS, type Ending, endOf, explain, isLost, isStale, stateOf } from './postgres-errors.ts';
import type { PostgresIds } from './postgres-ids.ts';
import type { WorkNumbers } from './postgres-numbers.ts';
import type { WorkTurns } from './postgres-turns.ts';
import type { ReadConnection } from './shared-reads.ts';

/** Statements prepared per connection. */
const MAX_STATEMENTS = 2_000;

/** How far the log of the server that leads is on its disk; what a follower gets is that far at most. */
const FLUSHED = `select pg_current_wal_flush_lsn() - '0/0'::pg_lsn as position`;
/** How far a follower has come; null on a server that has never followed. */
const REPLAYED = `select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position`;

/** The parts that all transactions of a process share. */
interface TransactionOptions {
  readonly isSingle?: boolean;
  /** Those that are taken ahead. */
  readonly ids?: PostgresIds;
  /** Those of its work; one that only reads has none. */
  readonly numbers?: WorkNumbers | undefined;
  /** The turns of its work; without them it waits in the database alone. */
  readonly turns?: WorkTurns | undefined;
}

/** One PostgreSQL transaction: statements go out as they come (pipelined) under cached names. */
export class Transaction implements Writer, MonitoredConnection, ReadConnection {
  readonly engine = 'postgres';
  readonly guard = new Guard();
  /** The connection is of no use any more. */
  lost = false;
  /** How the connection ended before the COMMIT was sent: on another one it may well succeed. */
  ended: Ending | undefined;
  /** Run once more, it may well succeed. */
  conflict = false;
  /** Listeners are to be woken after the commit. */
  wakes = false;
  /** All of it is to be undone at its end. */
  undone = false;
  /** Its server has not come to the position that was wanted: nothing that it said counts. */
  isBehind = false;
  /** The position that its commit is not behind, where that was asked for. */
  position: Promise<CommitPosition> | undefined;
  /** A single statement was not all that was asked: all of it has to be one transaction. */
  needsWhole = false;
  silentSince: number | undefined;
  readonly #connection: Connection;
  readonly #names: Map<string, string> | undefined;
  /** Statements whose answers nobody waits for, until they have come. */
  readonly #sent = new Set<Promise<unknown>>();
  readonly #locks: Promise<void>[] = [];
  readonly #ids: PostgresIds | undefined;
  readonly #numbers: WorkNumbers | undefined;
  readonly #turns: WorkTurns | undefined;
  #depth = 0;
  #pending = 0;
  #isCommitting = false;
  readonly #isSingle: boolean;
  #isAsked = false;

  /**
   * With `isSingle` it is one statement without a transaction. `names` are those of the statements that are prepared; without
   * it none is.
   */
  constructor(
    connection: Connection,
    names: Map<string, string> | undefined,
    { isSingle = false, ids, numbers, turns }: TransactionOptions = {},
  ) {
    this.#numbers = numbers;
    this.#turns = turns;
    this.#connection = connection;
    this.#ids = ids;
    this.#names = names;
    this.#isSingle = isSingle;
  }

  get pid(): bigint | null | undefined {
    return this.#connection.pid;
  }

  get server(): number {
    return this.#connection.server;
  }

  abandon(): void {
    this.#connection.cut();
  }

  /** Every statement goes through here, so that the connection monitor knows which are pending. */
  async #ask(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#pending++ === 0) this.silentSince = performance.now();
    try {
      return await this.#connection.ask(query);
    } finally {
      this.silentSince = --this.#pending === 0 ? undefined : performance.now();
    }
  }

  async #query(query: Sql): Promise<pg.QueryResult> {
    this.guard.check();
    if (this.#isSingle && this.#isAsked) {
      this.needsWhole = true;
      this.guard.doom(new Error('More than one statement was asked outside of a transaction.'));
      this.guard.check();
    }
    this.#isAsked = true;
    const { text } = query;
    const values = query.values.map((value) => {
      const stored = storable(value);
      return typeof stored === 'bigint' ? stored.toString() : stored;
    });
    const name = values.length > 0 ? this.#nameOf(text) : undefined;
    try {
      return await this.#ask(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      throw this.#note(error);
    }
  }

  /** The name that a statement is prepared under. */
  #nameOf(text: string): string | undefined {
    const names = this.#names;
    let name = names?.get(text);
    if (names !== undefined && name === undefined && names.size < MAX_STATEMENTS) {
      name = `p${names.size}`;
      names.set(text, name);
    }
    return name;
  }

  /** Records the effect of an error on the transaction; answers the port's error for it. */
  #note(error: unknown): unknown {
    // In a transaction that has failed already, a statement sent along may not have been prepared either.
    const stale = this.guard.failure === undefined && isStale(error);
    if (isLost(error) || stale) this.lost = true;
    if (!this.#isCommitting) this.ended ??= this.#connection.ending ?? endOf(error);
    if (CONFLICTS.includes(stateOf(error) ?? '') || stale) this.conflict = true;
    this.guard.fail(explain(error));
    return this.guard.failure;
  }

  /**
   * Sends a statement of the engine's own without waiting; if it fails, or takes longer than `limitMs`, so do the next ones.
   */
  control(text: string, limitMs?: number): void {
    const query = limitMs === undefined ? text : { text, query_timeout: limitMs };
    this.#expect(this.#ask(query).catch((error: unknown) => this.#note(error)));
  }

  send(query: Sql): void {
    this.guard.check();
    // What fails is noted; from then on the transaction fails with it.
    this.#expect(this.#query(query).catch(() => undefined));
  }

  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): void {
    this.guard.check();
    this.#expect(
      this.#query(query).then(
        ({ rows }) => heard(rows[0] as T | undefined),
        () => undefined,
      ),
    );
  }

  /**
   * Asks for a lock that lasts until the end of the transaction, without waiting for it: where another one has it, every
   * later statement fails with KeyInUse, and so does the transaction.
   */
  lockKey(key: string): void {
    const taken = this.#query(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${key}::text, 0)) as taken`,
    ).then(
      ({ rows: [row] }) => {
        if (row?.taken !== 1n) this.guard.doom(new KeyInUse());
      },
      () => undefined,
    );
    this.#locks.push(taken);
  }

  /**
   * Asks the server how far it has come before anything else, on this very connection: where that is not to the position,
   * the transaction fails.
   */
  requireReplayed(position: CommitPosition): void {
    const asked = this.#ask(REPLAYED).then(
      ({ rows: [row] }) => {
        if (typeof row?.position === 'bigint' && row.position >= position) return;
        this.isBehind = true;
        this.guard.doom(new StorageUnavailable('The replica is behind.'));
      },
      (error: unknown) => void this.#note(error),
    );
    this.#locks.push(asked);
  }

  /** Asks, without waiting for what was sent before, for a position that this is not behind. */
  askPosition(): void {
    this.position = this.#ask(FLUSHED).then(
      ({ rows: [row] }) => (typeof row?.position === 'bigint' ? row.position : UNKNOWN_POSITION),
      () => UNKNOWN_POSITION,
    );
  }

  #expect(answer: Promise<unknown>): void {
    this.#sent.add(answer);
    void answer.then(() => this.#sent.delete(answer));
  }

  beforeSend(ask: () => void): void {
    this.#connection.beforeSend(ask);
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

  undo(): void {
    this.undone = true;
  }

  async ids(kind: IdKind, count: number): Promise<bigint[]> {
    this.guard.check();
    if (count <= 0) return [];
    return this.#ids?.has(kind) ? this.#ids.next(kind, count) : this.takeIds(kind, count);
  }

  /** Takes ids of the database, rising. */
  async takeIds(kind: IdKind, count: number): Promise<bigint[]> {
    // The sequence is named in the text: it would be looked up anew for each id.
    const rows = await this.all<{ id: bigint }>(
      sql`select ${raw(`nextval('id_${kind}')`)} as id from generate_series(1, ${count}::int)`,
    );
    return rows.map((row) => row.id).sort((a, b) => (a < b ? -1 : 1));
  }

  decide<Row, T>(decision: Decision<Row, T>): Promise<T> {
    return decideIn(this, decision);
  }

  async turn(keys: readonly string[]): Promise<void> {
    this.guard.check();
    try {
      this.#turns?.claim(keys);
    } catch (error) {
      this.guard.doom(error);
      throw error;
    }
    // In one order, so that two of them never wait for each other's.
    await this.#query(
      sql`select pg_advisory_xact_lock(turn) from (
            select distinct hashtextextended('turn ' || key, 0) as turn
            from json_array_elements_text(${JSON.stringify(keys)}::json) as keys (key) order by turn) turns`,
    );
  }

  idsWithin(kind: IdKind, count: number): Value[] {
    return Array.from({ length: count }, () => raw(`nextval('id_${kind}')`));
  }

  async number(counter: Counter): Promise<bigint> {
    this.guard.check();
    if (this.#numbers === undefined) throw new Error('A transaction without a work takes no numbers.');
    return this.#numbers.next(counter);
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.guard.check();
    const name = `inner${++this.#depth}`;
    this.control(`savepoint ${name}`);
    try {
      const value = await work();
      this.guard.check();
      this.control(`release savepoint ${name}`);
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
   * Undoes all. Waited for, so that locks are free again when the caller continues, and the connection's next user
   * does not get the answers to the statements that failed here.
   */
  async rollback(): Promise<void> {
    this.guard.end();
    if (!this.lost) await this.#undo('rollback');
  }

  async #undo(text: string): Promise<void> {
    try {
      await this.#ask(text);
    } catch (error) {
      this.#note(error);
      this.lost = true;
    }
  }

  /** Waits for the locks that were asked for, and throws what has failed so far. */
  async finish(): Promise<void> {
    await Promise.all(this.#locks);
    this.guard.finish();
  }

  /** Fails where the followers of the database did not get in time what its statements committed each by itself. */
  checkFollowed(): void {
    if (!this.#connection.isAlone) return;
    this.lost = true;
    throw new StorageUnavailable('The followers of the database did not answer in time.');
  }

  /** Commits; with `asksPosition` the position is asked for along with it. */
  async commit(asksPosition = false): Promise<void> {
    // Nothing was sent to a connection that is known to be gone: that nothing was saved is certain.
    if (this.#connection.ending !== undefined)
      throw this.#note(new Error('The connection was gone before the commit.'));
    let result: pg.QueryResult;
    this.#isCommitting = true;
    try {
      const committed = this.#ask('commit');
      if (asksPosition) this.askPosition();
      result = await committed;
    } catch (error) {
      const failure = this.#note(error);
      await Promise.all(this.#sent);
      throw this.lost ? new CommitUnknown(error, { isDecided: true }) : failure;
    }
    if (this.#connection.isAlone) {
      this.lost = true;
      throw new CommitUnknown(new Error('The followers of the database did not answer in time.'));
    }
    // A transaction that met an error answers COMMIT with ROLLBACK: nothing was saved.
    // The answers to what was sent have come before this one, and those who wait for them hear them first.
    await Promise.all(this.#sent);
    if (result.command === 'COMMIT') return;
    throw this.guard.failure ?? new Error('The database undid the transaction.');
  }
}
