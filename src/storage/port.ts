import type { Sql } from 'sql-template-tag';
import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';

/** A value now or later: SQLite answers at once, PostgreSQL after a round trip. Always `await` it. */
export type MaybePromise<T> = T | Promise<T>;

/** One row: every integer is a bigint, text is a string, an absent value is null. */
export type Row = Record<string, bigint | string | number | null>;

/** The kinds of ids that are counted. One sequence each; see `Writer.ids`. */
export const ID_KINDS = [
  'company',
  'site',
  'register',
  'staff',
  'customer',
  'category',
  'tax',
  'tax_group',
  'price_list',
  'role',
  'payment_method',
  'product',
  'option_set',
  'order',
  'order_part',
  'operator_session',
  'addon',
  'webhook',
  'delivery',
  'user',
  'grant',
  'audit',
  'ticket',
  'print_job',
  'device',
  'invitation',
  'request',
  'sandbox_fault',
  'shift',
  'shift_movement',
  'payment_request',
  'approval',
  'stock_movement',
  'mail',
  'floor',
  'table',
  'discount',
  'import',
] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** True for the name of a kind of ids. */
export function isIdKind(text: string): text is IdKind {
  return (ID_KINDS as readonly string[]).includes(text);
}

/** A whole number, or what the database is to put in its place. */
export type Value = bigint | Sql;

/** A table whose changes drop what is kept, or one kind of change of it: `sites`, `insert shifts`. */
export type Touch = string;

/** The databases that Passbell runs on. */
export type Engine = 'sqlite' | 'postgres';

/** A read transaction. */
export interface Reader {
  /** The first row, or undefined. */
  get<T = Row>(query: Sql): MaybePromise<T | undefined>;
  /** Every row; the query itself says how many at most. */
  all<T = Row>(query: Sql): MaybePromise<T[]>;
  /** Gives what was read before, where the engine knows that it has not changed: see `kept`, which is how to ask. */
  kept?<T>(
    key: string,
    touches: readonly Touch[],
    load: () => Promise<T>,
    lasts: (value: T) => boolean,
  ): Promise<T>;
  /** The same of several records at once: see `keptEach`, which is how to ask. */
  keptEach?<T>(each: KeptRecords<T>): Promise<ReadonlyMap<bigint, T>>;
  /** Reads what works ask that begin in the same turn by one statement: see `readTogether`, which is how to ask. */
  together?<Part, Result>(read: SharedRead<Part, Result>, part: Part): Promise<Result>;
}

/** Records of one kind by their ids, each of which may be kept by itself. */
export interface KeptRecords<T> {
  readonly ids: readonly bigint[];
  /** Names a record among all that is kept, its company first. */
  readonly keyOf: (id: bigint) => string;
  readonly touches: readonly Touch[];
  /** Reads those that are not known; what is not there is missing. */
  readonly load: (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, T>>;
  /** Whether a value may be kept; a read that it refuses is made again. */
  readonly lasts: (value: T) => boolean;
}

/** A read of one thing or several at once. */
export interface SharedRead<Part, Result> {
  /** Those of the same key may be read by one statement. */
  readonly keyOf: (part: Part) => string;
  /** How many values a part adds to the statement. */
  readonly sizeOf: (part: Part) => number;
  /** The tables that it reads. */
  readonly tables: readonly string[];
  /** Reads all parts, by one statement. */
  readonly read: (tx: Reader, parts: readonly Part[]) => Promise<Result>;
}

/** Numbers that rise by one, kept in a row. Both statements answer by `last` how far it is then; no row is 0. */
export interface Counter {
  /** Other counters have other keys. */
  readonly key: string;
  /** Takes the next ones. */
  readonly take: (count: bigint) => Sql;
  /** Takes none. */
  readonly peek: Sql;
}

/** A decision upon rows that nobody else changes meanwhile. */
export interface Decision<Row, T> {
  /** Decisions of one key are upon the same rows. */
  readonly key: string;
  /** Those that this one is upon; not all of them need be there. */
  readonly ids: readonly bigint[];
  /** Reads rows, and locks them in the order of their ids; ends with the lock. */
  readonly rows: (ids: readonly bigint[]) => Sql;
  readonly idOf: (row: Row) => bigint;
  /**
   * The work changes the rows itself, after it has decided: works that share a commit are upon different ones, and one whose rows
   * another transaction has is run by itself. It is the first decision of its work.
   */
  readonly isExclusive?: true;
  /** Decides without waiting for anything. What it throws refuses the work. */
  readonly decide: (rows: readonly Row[]) => Decided<Row, T>;
}

/** The result of a decision. */
interface Decided<Row, T> {
  readonly value: T;
  /** Changes the rows. */
  readonly change?: Sql | undefined;
  /** The rows that it changes, as they are then. */
  readonly changed: readonly Row[];
}

/**
 * A write transaction. It sees the commits of others by the time of each statement: rows that a decision depends on
 * are read `for update`.
 */
export interface Writer extends Reader {
  /** For statements that only one of them has. */
  readonly engine: Engine;
  /** Runs a change and answers how many rows it touched. */
  run(query: Sql): MaybePromise<number>;
  /**
   * Runs a change that is not expected to fail, and that nobody needs the count of. PostgreSQL gets it without its answer
   * being waited for, before every later statement. Where it fails, so does the whole transaction, also when a savepoint
   * around it was left meanwhile.
   */
  send(query: Sql): MaybePromise<void>;
  /**
   * The same for a change that answers a row which is only needed once it is there: `heard` gets it at once on SQLite, on
   * PostgreSQL when it comes, at the latest before the transaction has ended. It talks to the transaction no more.
   */
  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): MaybePromise<void>;
  /**
   * Takes `count` fresh ids of a kind, rising from transaction to transaction of a process. Those of a transaction that
   * was rolled back, or that a process took ahead, may never be used.
   */
  ids(kind: IdKind, count: number): MaybePromise<bigint[]>;
  /** The same for a statement to come, which is all that gets to know them: PostgreSQL takes them when it runs. */
  idsWithin(kind: IdKind, count: number): Value[];
  /**
   * The next number of a counter, from 1. Nobody waits for who has taken one: on PostgreSQL it is taken whatever becomes of the
   * transaction, so that numbers may be left out; a work that is run again has those that it took.
   */
  number(counter: Counter): MaybePromise<bigint>;
  /**
   * Decides upon rows, which are locked from then on, and changes them. Works that share a commit on PostgreSQL wait here for
   * it: their rows are locked by one statement, and each sees what the ones before it have left. What is asked beside it is
   * asked behind the lock, and sees what was committed before that was given.
   */
  decide<Row, T>(decision: Decision<Row, T>): MaybePromise<T>;
  /**
   * Waits until no other transaction has the turn of any of these keys, and has it until its own end: what it reads from then
   * on has what those before it have saved. SQLite has one writer at a time.
   */
  turn(keys: readonly string[]): MaybePromise<void>;
  /**
   * Runs `work`; when it throws, its changes alone are undone and the error goes on. One at a time: changes made
   * beside it would be undone with it.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the listeners of `onWake` once this has committed: there is work for them. */
  wake(): void;
  /**
   * Undoes everything at the end, although the work succeeds: its value is given all the same, nothing is saved and
   * nobody is woken. Numbers that were taken may never be used. Leaving a savepoint does not take it back.
   */
  undo(): void;
  /**
   * Does `work` at the end of a transaction of many requests, or before it reads what that writes; not where a savepoint around
   * the call was undone. What it does it asks of the `tx` that it gets. Changes that are sent meanwhile come before it. Of other transactions it is missing: theirs is at once.
   */
  readonly atEnd?: (work: (tx: Writer) => Promise<void>) => void;
  /** Hears which numbers of a company's events this transaction makes, where traces are on. */
  tells?(company: Id, first: bigint, count: number): void;
  /** Events that are appended are kept here too, for callers that need to know what a transaction has written. */
  readonly heard?: Fact[];
}

/** How a write transaction is to be run. */
export interface WriteOptions {
  /**
   * It may be committed together with others that name the same, such as a company. On PostgreSQL its changes are kept back
   * for that until `work` has ended, which is run once more, in a transaction of its own, where it needs one.
   */
  readonly shares?: string;
  /**
   * Only one transaction with this key, or any of these, runs at a time; a second is refused with KeyInUse. On PostgreSQL
   * it holds from the answer to the first statement on: until then the work of a second may have begun, in vain.
   */
  readonly key?: string | readonly string[];
  /** It waits for a moment when another one with its key is just ending. */
  readonly waitsForKey?: boolean;
  /**
   * What was found before is to be as safe as a change of its own: where followers copy the database it ends when they have
   * all of that, although it changes nothing.
   */
  readonly settles?: boolean;
  /** Hears the position that its commit is not behind, along with the commit's own answer; not when it is undone. */
  readonly committed?: (position: CommitPosition) => void;
}

/**
 * A place in the log of PostgreSQL's commits. A copy of the database that has come to it shows all commits before it
 * (reference: operations.27).
 */
export type CommitPosition = bigint;

/** Where the position of a commit could not be learned: no copy is known to have come to it. */
export const UNKNOWN_POSITION: CommitPosition = 2n ** 64n - 1n;

/** The copies of the database that may answer a read. */
export interface CopyRead {
  /** Its writer's last commit, which it has to show; undefined: as far as a copy has come is far enough. */
  readonly from: CommitPosition | undefined;
  /** Reads of the same company go to the same copy while it is good: what they show does not go back in time. */
  readonly company: Id;
}

/** How a read is to be run. */
export interface ReadOptions {
  /**
   * It asks one statement as a rule, which is one state of the database by itself: PostgreSQL is then spared a
   * transaction. A work that asks more is run again, in one.
   */
  readonly isSingle?: boolean;
  /** Its route says that a copy of the database may answer it (reference: operations.27). */
  readonly mayLag?: boolean;
  /** A copy may answer it; ignored where there is none. */
  readonly copy?: CopyRead;
  /** Hears a position that what it shows is not ahead of; for reads of the database itself. */
  readonly shown?: (position: CommitPosition) => void;
}

/**
 * The database, seen from the rest of Passbell. Both engines keep every promise below; one suite checks it.
 *
 * After a statement has failed its transaction is of no use: every later call fails alike, and so does the
 * transaction, unless the failure leaves a savepoint.
 */
export interface Storage {
  readonly engine: Engine;
  /** Runs `work` over one state of the database. `work` may run again, over a newer one. */
  read<T>(work: (tx: Reader) => Promise<T>, options?: ReadOptions): Promise<T>;
  /**
   * Runs `work` and commits it: when this resolves the change is on disk, when it rejects nothing of it is
   * saved (except CommitUnknown). `work` does nothing but talk to `tx`: it may run again after a conflict. With
   * `tx.undo` it ends by a rollback, and `write` resolves with its value.
   */
  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Makes the next id of a kind at least `first`. */
  startIdsAt(kind: IdKind, first: bigint): Promise<void>;
  /**
   * Calls `listener` after every commit that asked for it by `Writer.wake`, of this process or, on PostgreSQL,
   * of any other. A hint: it may come without need and may be missed while the database is away. Answers how to
   * stop listening.
   */
  onWake(listener: () => void): () => void;
  /** Tries a write: resolves when one would be saved, rejects with why not; after the disk was full it tries a large one. */
  tryWrite(): Promise<void>;
  /**
   * Has the database count tables that have grown to many times what they were when they were counted, so that its plans fit what is there;
   * answers their names. Only of an engine that plans by such counts.
   */
  countGrown?(): Promise<readonly string[]>;
  /** The current state of its connections. */
  figures(): StorageFigures;
  /** Waits for transactions that have begun. From its call on others are refused with StorageUnavailable. */
  close(): Promise<void>;
}

/** The connections of a process to its database. */
export interface StorageFigures {
  readonly connections: number;
  /** Of these, how many have nothing to do. */
  readonly idle: number;
  /** Transactions that wait for a connection, or for their turn to write. */
  readonly waiting: number;
  /** How often a transaction was run again since the start. */
  readonly repeated: number;
}

/** The database cannot be reached or written just now; nothing of the transaction was saved. */
export class StorageUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** The disk has no room for the write. */
export class DiskFull extends StorageUnavailable {}

/** The connection broke while committing: the change may or may not be saved. */
export class CommitUnknown extends Error {
  /**
   * The database itself knows: a later transaction that holds the same key finds the outcome. False when a change
   * found now could still be lost.
   */
  readonly isDecided: boolean;

  constructor(cause?: unknown, { isDecided = false } = {}) {
    super('The connection to the database was lost while committing.', { cause });
    this.name = 'CommitUnknown';
    this.isDecided = isDecided;
  }
}

/** A transaction with the same key is running. */
export class KeyInUse extends Error {
  constructor() {
    super('Another transaction with this key is running.');
    this.name = 'KeyInUse';
  }
}

/** A row with the same unique values is there already. */
export class UniqueViolation extends Error {
  constructor(cause?: unknown) {
    super('A row with the same unique values exists.', { cause });
    this.name = 'UniqueViolation';
  }
}
