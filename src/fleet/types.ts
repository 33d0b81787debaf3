import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';

/** The result of one check. */
export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'warning' | 'bad';
  /** The result in words and, unless it is good, the remedy. */
  readonly says: string;
}

/** A process of the service as it describes itself. */
export interface ProcessIdentity {
  readonly id: string;
  /** The version of the program, such as 0.2.0. */
  readonly version: string;
  /** Its setting ROLE. */
  readonly role: string;
  /** Its roles by its settings: `web`, `deliveries`, `reports`, `mail`, with commas between. */
  readonly runs: string;
  readonly host: string;
  readonly pid: bigint;
  /** The newest migration that it knows. */
  readonly migration: bigint;
}

/** A process and its last sign of life. Times are the database's. */
export interface ProcessRow extends ProcessIdentity {
  readonly started_at: Micros;
  readonly seen_at: Micros;
  /** How far its clock is ahead of the database's; null until its second beat. */
  readonly clock_apart: Micros | null;
}

/** Work of a company that waits. */
export interface Waiting {
  readonly company_id: Id;
  readonly count: bigint;
  /** Since when the one waits that waits longest. */
  readonly since: Micros;
}

/** Work that stands, by its kind; the companies that wait longest. */
export interface StuckWork {
  /** Deliveries due that nobody sends. */
  readonly deliveries: readonly Waiting[];
  /** Deliveries and mails under a lease that ended, which nobody took over. */
  readonly leases: readonly Waiting[];
  /** Completed orders that reports have not counted. */
  readonly reports: readonly Waiting[];
  readonly printJobs: readonly Waiting[];
  readonly imports: readonly Waiting[];
  readonly mails: readonly Waiting[];
}

/** A company whose counter of events another transaction holds. */
export interface HeldCounter {
  readonly company_id: Id;
  readonly pid: bigint;
  readonly seconds: number;
}

/** A connection of PostgreSQL with a transaction that is open for long. */
export interface LongTransaction {
  readonly pid: bigint;
  readonly username: string | null;
  readonly application: string | null;
  readonly state: string | null;
  readonly seconds: number;
}

/** A statement that waits for a lock. */
export interface Blocked {
  readonly pid: bigint;
  readonly seconds: number;
  /** The pids of those that hold it, with commas between. */
  readonly by: string;
}

/** A follower as PostgreSQL shows it; what it hides from the user is null. */
export interface Follower {
  readonly name: string | null;
  readonly state: string | null;
  /** Bytes of the log that it has not replayed. */
  readonly bytes: bigint | null;
}

/** A replication slot that keeps log for a follower that is not connected. */
export interface IdleSlot {
  readonly name: string;
  readonly bytes: bigint | null;
  readonly lost: bigint;
}

/** A table that autovacuum does not keep up with. */
export interface DeadRows {
  readonly name: string;
  readonly live: bigint;
  readonly dead: bigint;
  /** When it was last vacuumed; null: never. */
  readonly vacuumed: Micros | null;
}

/** The state that PostgreSQL reports of itself. */
export interface ServerFacts {
  readonly connections: bigint;
  /** Most connections of those who are no superusers. */
  readonly maxConnections: bigint;
  readonly autovacuum: boolean;
  /** The age of the oldest transaction number that is not frozen. */
  readonly age: bigint;
  readonly transactions: readonly LongTransaction[];
  readonly blocked: readonly Blocked[];
  readonly counters: readonly HeldCounter[];
  readonly followers: readonly Follower[];
  readonly slots: readonly IdleSlot[];
  readonly dead: readonly DeadRows[];
  readonly invalidIndexes: readonly string[];
}
