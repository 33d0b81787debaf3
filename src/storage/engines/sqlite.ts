import { setTimeout as sleep } from 'node:timers/promises';
import { LoopYielder } from '../../kernel/loop-yielder.ts';
import {
  CommitUnknown,
  DiskFull,
  type IdKind,
  KeyInUse,
  type Reader,
  type Storage,
  type StorageFigures,
  StorageUnavailable,
  type WriteOptions,
  type Writer,
} from '../port.ts';
import { probe } from '../probe.ts';
import { sql } from '../sql.ts';
import { createForOwner } from './file.ts';
import { IdsAhead } from './ids-ahead.ts';
import { Connection, prepareWriter } from './sqlite-connection.ts';
import { explain, isBusy, isUnsynced } from './sqlite-errors.ts';
import { Kept } from './sqlite-kept.ts';
import { SqliteLog } from './sqlite-log.ts';
import { Transaction } from './sqlite-transaction.ts';

/** Writes that share one COMMIT, at most. */
const MAX_GROUP = 256;
/** Groups that are run with a savepoint for each write after one of them was to be undone: others might be as well. */
const APART_AFTER_FAILURE = 16;
/** Most writes, and most reads, that may wait; more are refused for now. */
const MAX_WAITING = 10_000;
/** How long another process (an import, a back-up) may keep the database locked, in ms. */
const BUSY_LIMIT_MS = 10_000;
const BUSY_PAUSE_MS = 5;
/** Read connections open at a time. */
const MAX_READERS = 8;
/** When the log is copied into the database, in pages. */
export const CHECKPOINT_PAGES = 2_000;

/** A read transaction that the reads of one turn of the event loop share: one BEGIN and COMMIT for all of them. */
interface Snapshot {
  readonly connection: Connection;
  readonly pace: LoopYielder;
  users: number;
  open: boolean;
}

interface Job {
  readonly work: (tx: Writer) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Values that tests change. */
export interface SqliteOptions {
  /** How long another process may keep the database locked, in ms. */
  readonly busyLimitMs?: number;
  /** How a write waits for that. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** How large the database may become, in pages. */
  readonly maxPages?: number;
  /** A clock of milliseconds that only goes forward: transactions give the event loop back by it. */
  readonly elapsed?: () => number;
  /** The log is copied elsewhere: until it is that long, in pages, only `log` takes it into the database; nor does `close`. */
  readonly keptLogPages?: number | undefined;
}

/**
 * SQLite in one file. Durable (`synchronous=FULL`: an answered write survives a power cut) and fast all the
 * same: writes that wait while another commits share the next COMMIT. Where one of them is to be undone, they are run
 * again, each in its own savepoint, and so are the next groups.
 */
export class SqliteStorage implements Storage {
  readonly engine = 'sqlite';
  readonly #file: string;
  readonly #busyLimitMs: number;
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #elapsed: (() => number) | undefined;
  readonly #writer: Connection;
  readonly #idle: Connection[] = [];
  readonly #waitingReads: ((connection: Connection) => void)[] = [];
  readonly #keys = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #readers = 0;
  #snapshot: Snapshot | undefined;
  #queue: Job[] = [];
  readonly #ahead = new IdsAhead();
  readonly #kept = new Kept();
  /** How many groups are still run with a savepoint for each job. */
  #apart = 0;
  /** The disk was full at the last write. */
  #wasFull = false;
  #draining: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #whenReadersIdle: (() => void) | undefined;
  readonly #keptLogPages: number | undefined;
  #log: SqliteLog | undefined;
  /** Works that wait for a moment without a transaction that writes. */
  #betweens: (() => void)[] = [];
  #beforeClose: (() => Promise<void>) | undefined;

  constructor(file: string, options: SqliteOptions = {}) {
    this.#file = file;
    this.#busyLimitMs = options.busyLimitMs ?? BUSY_LIMIT_MS;
    this.#pause = options.pause ?? sleep;
    this.#elapsed = options.elapsed;
    this.#keptLogPages = options.keptLogPages;
    createForOwner(file);
    this.#writer = new Connection(file, false);
    try {
      prepareWriter(this.#writer, file, options.maxPages);
      this.checkpointAt(this.#keptLogPages);
    } catch (error) {
      this.#writer.close();
      throw error;
    }
  }

  async read<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new StorageUnavailable('The database is closed.');
    // One that has stood for longer may miss what another process has committed and answered since.
    if (this.#snapshot?.pace.isDue() === true) this.#closeSnapshot(this.#snapshot);
    let snapshot = this.#snapshot;
    if (snapshot === undefined) {
      const taken = this.#takeReader();
      snapshot = this.#openSnapshot(taken instanceof Promise ? await taken : taken);
    }
    snapshot.users++;
    const tx = new Transaction(snapshot.connection, snapshot.pace);
    try {
      const value = await work(tx);
      tx.guard.finish();
      return value;
    } catch (error) {
      throw explain(error);
    } finally {
      tx.guard.end();
      snapshot.users--;
      if (!snapshot.open && snapshot.users === 0) this.#endSnapshot(snapshot);
    }
  }

  #openSnapshot(connection: Connection): Snapshot {
    try {
      connection.step('begin');
    } catch (error) {
      this.#giveBack(connection);
      throw explain(error);
    }
    const snapshot: Snapshot = { connection, pace: new LoopYielder(this.#elapsed), users: 0, open: true };
    this.#snapshot = snapshot;
    setImmediate(() => this.#closeSnapshot(snapshot));
    return snapshot;
  }

  /** No further read joins it: the turn is over, or a newer change was committed. */
  #closeSnapshot(snapshot: Snapshot | undefined): void {
    if (snapshot?.open !== true) return;
    snapshot.open = false;
    if (this.#snapshot === snapshot) this.#snapshot = undefined;
    if (snapshot.users === 0) this.#endSnapshot(snapshot);
  }

  #endSnapshot({ connection }: Snapshot): void {
    if (connection.isInTransaction) connection.step('commit');
    this.#giveBack(connection);
  }

  #takeReader(): Connection | Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#readers < MAX_READERS) {
      const connection = this.#openReader();
      this.#readers++;
      return connection;
    }
    if (this.#waitingReads.length >= MAX_WAITING) throw new StorageUnavailable('Too many reads are waiting.');
    return new Promise((resolve) => this.#waitingReads.push(resolve));
  }

  #openReader(): Connection {
    try {
      return new Connection(this.#file, true);
    } catch (error) {
      throw explain(error);
    }
  }

  #giveBack(connection: Connection): void {
    const next = this.#waitingReads.shift();
    if (next !== undefined) {
      next(connection);
      return;
    }
    this.#idle.push(connection);
    if (this.#idle.length === this.#readers) this.#whenReadersIdle?.();
  }

  async write<T>(work: (tx: Writer) => Promise<T>, { key }: WriteOptions = {}): Promise<T> {
    if (this.#closing !== undefined) throw new StorageUnavailable('The database is closed.');
    if (this.#queue.length >= MAX_WAITING) throw new StorageUnavailable('Too many writes are waiting.');
    if (key === undefined) return this.#enqueue(work);
    const keys = new Set([key].flat());
    if (!this.#keys.isDisjointFrom(keys)) throw new KeyInUse();
    for (const each of keys) this.#keys.add(each);
    try {
      return await this.#enqueue(work);
    } finally {
      for (const each of keys) this.#keys.delete(each);
    }
  }

  #enqueue<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refuse = (error: unknown) => {
        if (error instanceof DiskFull) this.#wasFull = true;
        reject(error);
      };
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject: refuse });
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // One turn of the event loop later, so that requests that arrived together commit together.
    await nextTurn();
    while (this.#queue.length + this.#betweens.length > 0) {
      for (const work of this.#betweens.splice(0)) work();
      const group = this.#queue.splice(0, MAX_GROUP);
      if (group.length === 0) continue;
      try {
        // Writes that came while the lock was waited for have waited long enough too.
        await this.#begin().catch((error: unknown) => {
          group.push(...this.#queue.splice(0));
          throw error;
        });
        const answers = await this.#runGroup(group);
        this.#commit();
        // Reads from now on see it, the first of them those of the writers answered here and of who is woken: a listener
        // that joined an older snapshot would find nothing, and nobody would call it again.
        this.#closeSnapshot(this.#snapshot);
        for (const answer of answers) answer();
      } catch (error) {
        // Nothing of the group is saved: every write of it fails.
        this.#rollback();
        const failure = explain(error);
        for (const job of group) job.reject(failure);
      }
      if (this.#queue.length > 0) await nextTurn();
    }
    this.#draining = undefined;
  }

  /** Runs jobs one after the other; answers how each is to be answered once all of it is on disk. */
  async #runGroup(group: readonly Job[]): Promise<(() => void)[]> {
    if (this.#apart > 0) {
      this.#apart--;
      return this.#runApart(group);
    }
    const answers = await this.#runJoined(group);
    if (answers !== undefined) return answers;
    this.#apart = APART_AFTER_FAILURE;
    this.#rollback();
    await this.#begin();
    return this.#runApart(group);
  }

  /**
   * Runs jobs without a savepoint each. What fails before it has changed anything is just left out; undefined when one
   * is to be undone after it has: then everything is.
   */
  async #runJoined(group: readonly Job[]): Promise<(() => void)[] | undefined> {
    const pace = new LoopYielder(this.#elapsed);
    const answers: (() => void)[] = [];
    for (const job of group) {
      const tx = new Transaction(this.#writer, pace, this.#kept, this.#ahead);
      try {
        const value = await job.work(tx);
        tx.guard.finish();
        if (tx.undone && tx.changed) return undefined;
        answers.push(() => this.#answer(job, tx, value));
      } catch (error) {
        tx.guard.end();
        if (tx.changed || !this.#writer.isInTransaction) return undefined;
        answers.push(() => job.reject(explain(error)));
      }
    }
    return answers;
  }

  #answer(job: Job, tx: Transaction, value: unknown): void {
    job.resolve(value);
    if (tx.wakes && !tx.undone) for (const listener of this.#listeners) listener();
  }

  /** Runs each job in its own savepoint. */
  async #runApart(group: readonly Job[]): Promise<(() => void)[]> {
    const writer = this.#writer;
    const pace = new LoopYielder(this.#elapsed);
    const answers: (() => void)[] = [];
    for (const job of group) {
      const tx = new Transaction(writer, pace, this.#kept);
      writer.step('savepoint job');
      try {
        const value = await job.work(tx);
        tx.guard.finish();
        if (tx.undone) this.#undoJob();
        writer.step('release job');
        answers.push(() => this.#answer(job, tx, value));
      } catch (error) {
        tx.guard.end();
        if (!writer.isInTransaction) {
          // A full disk can end the whole transaction, and with it the work of the jobs before this one.
          const { failure } = tx.guard;
          if (failure instanceof StorageUnavailable) throw failure;
          throw new StorageUnavailable('The database gave the transaction up.', failure ?? error);
        }
        this.#undoJob();
        writer.step('release job');
        answers.push(() => job.reject(explain(error)));
      }
    }
    return answers;
  }

  #undoJob(): void {
    this.#kept.forget();
    this.#writer.step('rollback to job');
  }

  async #begin(): Promise<void> {
    for (let waited = 0; ; waited += BUSY_PAUSE_MS) {
      try {
        this.#writer.step('begin immediate');
        this.#kept.begin(this.#writer.prepare('pragma data_version').get()?.data_version);
        return;
      } catch (error) {
        if (!isBusy(error) || waited >= this.#busyLimitMs) throw error;
      }
      await this.#pause(BUSY_PAUSE_MS);
    }
  }

  #commit(): void {
    try {
      this.#writer.step('commit');
    } catch (error) {
      // The log was written but perhaps not to the disk: after a power cut it might be found there, or not.
      throw isUnsynced(error) ? new CommitUnknown(error) : error;
    }
  }

  #rollback(): void {
    this.#ahead.forget();
    this.#kept.forget();
    try {
      if (this.#writer.isInTransaction) this.#writer.step('rollback');
    } catch {
      // The writers get the group's error; a transaction that cannot even be undone fails the next group too.
    }
  }

  async startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    await this.write(async (tx) => {
      this.#ahead.forget();
      await tx.run(
        sql`insert into id_counters (kind, last) values (${kind}, ${first - 1n})
            on conflict (kind) do update set last = max(id_counters.last, excluded.last)`,
      );
    });
  }

  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async tryWrite(): Promise<void> {
    await probe(this, this.#wasFull);
    this.#wasFull = false;
  }

  figures(): StorageFigures {
    const isWriting = this.#draining !== undefined;
    return {
      connections: this.#readers + 1,
      idle: this.#idle.length + (isWriting ? 0 : 1),
      waiting: this.#queue.length + this.#waitingReads.length,
      repeated: 0,
    };
  }

  /** The log, for who copies it. */
  get log(): SqliteLog {
    this.#log ??= new SqliteLog(this.#file);
    return this.#log;
  }

  /** How long the log becomes before a commit takes it into the database, in pages; as ever unless given. */
  checkpointAt(pages = CHECKPOINT_PAGES): void {
    this.#writer.exec(`pragma wal_autocheckpoint = ${pages}`);
  }

  /** Runs `work` while no transaction writes. */
  between<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#betweens.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#draining ??= this.#drain();
    });
  }

  /** Has `work` done when every transaction has ended, before the database is closed. */
  onClose(work: () => Promise<void>): void {
    this.#beforeClose = work;
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#draining;
    if (this.#idle.length < this.#readers) {
      await new Promise<void>((resolve) => {
        this.#whenReadersIdle = resolve;
      });
    }
    await this.#beforeClose?.();
    // The last connection to close takes the log into the database and removes it, unless it only reads.
    if (this.#keptLogPages !== undefined) this.log.closeWriter();
    if (this.#keptLogPages !== undefined) this.#writer.close();
    for (const connection of this.#idle) connection.close();
    if (this.#keptLogPages === undefined) this.#writer.close();
    else this.log.close();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
