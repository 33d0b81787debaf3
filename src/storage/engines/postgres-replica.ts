// A copy of the database that follows it by streaming replication, and what is known of it.

import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../kernel/errors.ts';
import { type CommitPosition, type Reader, type ReadOptions, StorageUnavailable } from '../port.ts';
import { raw } from '../sql.ts';
import { PostgresStorage } from './postgres.ts';
import { stateOf } from './postgres-errors.ts';

/** How long a look at a server may take, and a connection to a replica, in ms. */
export const LOOK_LIMIT_MS = 2_000;
/** How long a replica's connection may be silent where the replica cannot be reached either, in ms. */
const UNREACHABLE_MS = 3_000;
/** How often a replica is asked whether it has come to a position, in ms. */
const ASK_EVERY_MS = 10;
/** A statement that was stopped by its time limit. */
const TOO_SLOW = '57014';

/** Which database a server has, and how far it is. */
export interface ServerLook {
  /** Of the installation of PostgreSQL, which a copy has from what it follows, and of the database. */
  readonly identity: string;
  readonly follows: boolean;
  /** How far its log is; of a server that follows, how far it has come. */
  readonly position: CommitPosition;
}

const LOOK = raw(
  `select (select system_identifier from pg_control_system()) || '/' || current_database() as identity,
          pg_is_in_recovery()::int as follows,
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
            - '0/0'::pg_lsn as position`,
);
const REPLAYED = raw(`select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position`);

/** A way to a server on one connection of its own: what has many of them is often busy, and then it has to be looked at all the same. */
export function lookingAt(url: string): PostgresStorage {
  return new PostgresStorage(url, {
    connectLimitMs: LOOK_LIMIT_MS,
    unreachableMs: UNREACHABLE_MS,
    retryLimitMs: 0,
    maxConnections: 1,
    statementLimitMs: LOOK_LIMIT_MS,
    answerGraceMs: 0,
  });
}

/** Looks at a server. */
export async function lookAt(storage: PostgresStorage): Promise<ServerLook> {
  const row = await storage.read(
    async (tx) => tx.get<{ identity: string; follows: bigint; position: bigint | null }>(LOOK),
    { isSingle: true },
  );
  if (row === undefined) throw new StorageUnavailable('The server said nothing of itself.');
  return { identity: row.identity, follows: row.follows === 1n, position: row.position ?? 0n };
}

/**
 * Whether a replica answers reads: it does (`good`), was not looked at yet, is too far behind, does not answer, takes writes
 * itself, or has another database.
 */
export type ReplicaState = 'good' | 'unknown' | 'behind' | 'away' | 'leading' | 'other';

/** True where a failure is the replica's own: the database itself may well answer. */
function isReplicasOwn(error: unknown): boolean {
  // What takes too long on a copy is no work for the server that takes the orders.
  return error instanceof StorageUnavailable && stateOf(error.cause) !== TOO_SLOW;
}

/** True for a refusal that follows from what was read: a record may be there that has not come to the replica yet. */
function mayFollowFromLag(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** A replica. */
export class Replica {
  /** Its host and port. */
  readonly name: string;
  state: ReplicaState = 'unknown';
  /** How long ago the database was where the replica is, in seconds; undefined where that is not known. */
  lagSeconds: number | undefined;
  /** How far it had come when that was last heard. */
  replayed: CommitPosition = 0n;
  readonly #reads: PostgresStorage;
  readonly #looks: PostgresStorage;
  #asked: Promise<CommitPosition> | undefined;

  constructor(url: string, connections: number) {
    this.name = new URL(url).host;
    this.#reads = new PostgresStorage(url, {
      connectLimitMs: LOOK_LIMIT_MS,
      unreachableMs: UNREACHABLE_MS,
      retryLimitMs: 0,
      conflictTries: 1,
      maxConnections: connections,
    });
    this.#looks = lookingAt(url);
  }

  async look(): Promise<ServerLook> {
    const look = await lookAt(this.#looks);
    this.replayed = look.position;
    return look;
  }

  /** True once it has come to a position; false when it has not within `limitMs`, or cannot be asked. */
  async comesTo(position: CommitPosition, limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs;
    while (this.replayed < position) {
      try {
        await this.#ask();
      } catch {
        return false;
      }
      if (this.replayed >= position) break;
      if (performance.now() + ASK_EVERY_MS > end) return false;
      await sleep(ASK_EVERY_MS);
    }
    return true;
  }

  /** Asks how far it has come; all who wait for that share one question. */
  #ask(): Promise<CommitPosition> {
    this.#asked ??= this.#looks
      .read(async (tx) => tx.get<{ position: bigint | null }>(REPLAYED), { isSingle: true })
      .then((row) => {
        this.replayed = row?.position ?? 0n;
        return this.replayed;
      })
      .finally(() => {
        this.#asked = undefined;
      });
    return this.#asked;
  }

  /** Runs a read; undefined where the database itself is to be asked. */
  async read<T>(
    work: (tx: Reader) => Promise<T>,
    options: ReadOptions,
  ): Promise<{ readonly value: T } | undefined> {
    try {
      return { value: await this.#reads.read(work, options) };
    } catch (error) {
      if (mayFollowFromLag(error)) return undefined;
      if (!isReplicasOwn(error)) throw error;
      // It may come back with less than it had said.
      this.replayed = 0n;
      return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#looks.close()]);
  }
}
