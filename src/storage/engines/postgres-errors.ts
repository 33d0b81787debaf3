import pg from 'pg';
import { DiskFull, StorageUnavailable, UniqueViolation } from '../port.ts';

const UNIQUE_VIOLATION = '23505';
/** Serialization failure and deadlock: the same transaction may well succeed at once. */
export const CONFLICTS: readonly string[] = ['40001', '40P01'];
/** Cancelled by the time limit, and a lock not available: only the statement failed. */
const TOO_SLOW: readonly string[] = ['57014', '55P03'];
/** Connection, resources, shutdown, input and output, a time limit of the session. */
const LOST = /^(08|53|57P|58|25P03|25P04)/;
/** Of these, errors that end a connection through no fault of its transaction: on another one it may well succeed. */
const ENDED = /^(08|57P01|57P02|57P05|25P03)/;

/** The SQLSTATE of an error the server answered; undefined when the connection itself failed. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
}

/** True when the connection (or the server) is gone rather than that a statement was wrong. */
export function isLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || LOST.test(state) || isOnlyRead(error);
}

/**
 * True when the server takes no writes: at a statement that writes, or where a transaction that may write begins on a
 * server that follows another one.
 */
function isOnlyRead(error: unknown): boolean {
  const state = stateOf(error);
  if (state === '25006') return true;
  return error instanceof pg.DatabaseError && state === '0A000' && error.routine === 'call_bool_check_hook';
}

/**
 * How a connection ended under a transaction that had done nothing wrong: the server was shut down or ended the
 * session and says so, the server takes no writes (any more), or the connection was cut for an unknown reason.
 */
export type Ending = 'shutdown' | 'demotion' | 'disconnect';

/** How a connection ended; undefined when it did not. */
export function endOf(error: unknown): Ending | undefined {
  const state = stateOf(error);
  if (state === '57P01') return 'shutdown';
  if (isOnlyRead(error)) return 'demotion';
  return state === undefined || ENDED.test(state) ? 'disconnect' : undefined;
}

/** True when a prepared statement is not there any more, or its table was changed. */
export function isStale(error: unknown): boolean {
  const state = stateOf(error);
  if (state === '26000') return true;
  return error instanceof pg.DatabaseError && state === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** True when a connection was ended while it was being made; not when the server cannot be reached. */
export function isCutOff(error: unknown): boolean {
  const state = stateOf(error);
  if (state !== undefined) return ENDED.test(state);
  return error instanceof Error && /ECONNRESET|EPIPE|terminated unexpectedly/.test(error.message);
}

/** The port's error for an error of PostgreSQL. */
export function explain(error: unknown): unknown {
  const state = stateOf(error);
  if (state === UNIQUE_VIOLATION) return new UniqueViolation(error);
  if (state === '53100') return new DiskFull('The disk of the database is full.', error);
  if (isOnlyRead(error)) return new StorageUnavailable('The database can only be read.', error);
  if (isLost(error)) return new StorageUnavailable('The database cannot be reached just now.', error);
  if (state !== undefined && CONFLICTS.includes(state)) {
    return new StorageUnavailable('Too many changes met each other.', error);
  }
  if (state !== undefined && TOO_SLOW.includes(state)) {
    return new StorageUnavailable('The database took too long.', error);
  }
  return error;
}
